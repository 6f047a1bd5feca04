"""The shape every game has: decide, evolve, options, view.

A game registers one action per command (`action`: what is offered, and what taking it does), one function per
event (`after`) and one per open question (`ruling`). They work on a Draft: they read its state, emit events,
and each event has already been applied when the next line runs.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Generic, Literal, Protocol, TypeVar, Union, get_type_hints

import msgspec
from msgspec import Struct

from croupier.messages import in_english
from croupier.money import Account, Cents, stack, stack_at
from croupier.rulebook import Policies, Rules
from croupier.table import gratuities, matters, rulings
from croupier.table.amending import AmendRecord, RecordAmended
from croupier.table.bots import Bot, RandomBot
from croupier.table.courses import Row
from croupier.table.drafts import Draft
from croupier.table.facts import Due
from croupier.table.messages import (
    Accepted,
    Command,
    Event,
    GiveRuling,
    OpenDecision,
    Refusal,
    Refused,
    RulesAdopted,
    S,
    label_of,
    refusal,
)
from croupier.table.mistakes import Mistake
from croupier.table.offers import Action, Moment, Offer, Target
from croupier.table.options import Option
from croupier.table.purposes import REQUIRED, Purpose
from croupier.table.roles import SYSTEM, Actor, Role
from croupier.table.settled import BetReader
from croupier.table.sharing import shared
from croupier.table.words import Phrasebook, ShortForm

C = TypeVar("C", bound=Command)


class IncompleteGameError(Exception):
    """A game that a house cannot run: it does not say what becomes of a leaver, an interruption, ..."""


E = TypeVar("E", bound=Event)


class Attendant(Protocol):
    """Hears what happens on a table and answers with commands of its own."""

    def heard(self, event: Event, at: int) -> tuple[Command, ...]: ...


class Common(Protocol):
    """Equipment that several tables share, with rules and a state of its own."""

    name: str
    game: "Game[Any]"
    rules: Rules
    state: Any

    def give(self, command: Command) -> list[tuple[str, Command]]:
        """A command to the equipment itself; the answers name the table they are for."""
        ...

    def heard(self, table: str, event: Event, at: int) -> list[tuple[str, Command]]:
        """What happened at a table; answers likewise."""
        ...

    def news(self) -> list[Event]:
        """What has happened on it since this was asked last."""
        ...


Handler = Callable[[Draft[S], C], None]
Asked = Callable[[Rules, Any, matters.Matter], matters.Matter]
Applier = Callable[[S, E], S]
RoleOf = Callable[[Rules], Role]


Lister = TypeVar("Lister", bound=Callable[[Moment[Any]], Iterable[Option]])
TableShape = Literal["oval", "bow"]


class Furniture(Struct, frozen=True):
    """The table itself: its places, the decks in its device, how long a player has to act, what for."""

    places: int
    decks: int = 1
    seconds_to_act: int = 0  # 0 for as long as they like
    place_word: str = "seat"  # what the document calls a place
    stakes: str = ""  # what one plays for, as a sign at the door says it: "$5 / $10"


def _where(mistakes: Iterable[Mistake]) -> set[tuple[str, str, int]]:
    """There may be more cards or fewer: it is the same that lies wrong."""
    return {(each.kind, each.deal, each.place) for each in mistakes}


class Game(ABC, Generic[S]):
    """One game of the house, for all its editions."""

    name: str
    title: str = ""  # what people call it, and a shorter form; without one the name says it: "casino-war"
    short_title: str = ""
    shape: TableShape = "oval"  # of the felt, as one sees it across the room
    dock: tuple[tuple[Purpose, ...], ...] = ()  # a player's buttons from left to right, and what each is for
    notation: str = ""  # in which a Round is given to tools of others, such as "phh"
    chips_at: str = "seat"  # what the document calls the places by which the books number chips
    bet_titles: Mapping[str, str] = {}  # what it calls the bets whose names accounts have: {"ante": "Ante"}
    bet_reader: BetReader | None = None  # what `settled_bets` gives
    amending_reading: str | None = None  # under which records that were entered wrong are amended
    company: int = 2  # how many bots sit with a person who wants some
    priced: tuple[str, ...] = ()  # the bets that its mathematics knows, the main one first
    # What dealers and players say shortly: "settle" is "settle the pots".
    short_forms: Mapping[str, ShortForm] = {}
    # What other layers ask for, as "module:name" or a module, imported when somebody first wants it.
    first_hands: str = ""  # for somebody who knows nothing of it, as `croupier.teaching.FirstHand`
    bots: str = ""  # gives for a number somebody to sit with a person; without it they do anything
    mathematics: str = ""  # an `analysis.catalogue.Provider`
    advice: str = ""  # a module as `analysis.advice.advising.Seat`
    terminal: str = ""  # a `cli.terminal.layouts.Layout`; without one its view is drawn as a list
    # What a game from elsewhere brings along: `felt.js` and `lessons/EDITION.json` for the pages, and
    # catalogues such as `zh.po` for its own sentences.
    pages: Path | None = None
    languages: Path | None = None
    # What follows from cards that lie wrong: the document's own table. The first row that fits decides.
    section: Callable[[Rules], tuple[Row[Any], ...]] = staticmethod(lambda rules: ())
    # Where the cards of each deal go, by the rule that says so, with hands at places 1 and 2.
    plans: Callable[[Rules], Mapping[str, Sequence[Due]]] = staticmethod(lambda rules: {})

    def __init__(self, name: str) -> None:
        self.name = name
        self.title = self.title or name.replace("-", " ").title()
        self.short_title = self.short_title or self.title
        self.policies = Policies(name)
        self._handlers: dict[type[Command], Callable[[Draft[S], Any], None]] = {}
        self._appliers: dict[type[Event], Callable[[S, Any], S]] = {}
        self._applied: set[type[Event]] = set()
        self._authority: dict[type[Command], tuple[Role | RoleOf, str]] = {}
        self._also: dict[type[Command], tuple[Role, ...]] = {}
        self._actions: list[Action[S, Any]] = []
        self._by_role: dict[tuple[Role, str], tuple[Action[S, Any], ...]] = {}
        self._rulings: dict[str, rulings.Carried] = {}
        self._telling: set[str] = set()
        self._asking: list[rulings.Asking] = []
        self._asked: dict[str, Asked] = {}
        self._listers: list[Callable[[Moment[S]], Iterable[Option]]] = []
        self._unasked: dict[str, Callable[[Moment[S]], None]] = {}
        self.after(gratuities.TipGiven)(lambda state, event: self.less(state, event.place, event.amount))
        self.tells(gratuities.ChipsChanged)
        self._open_questions = shared(self.pending)  # whoever asks for options asks for them

    # What each game says for itself.

    @abstractmethod
    def initial(self, rules: Rules) -> S:
        """An empty table under these rules."""

    @abstractmethod
    def furniture(self, rules: Rules) -> Furniture:
        """What a table under these rules looks like before anybody sits down."""

    def bot(self, number: int) -> Bot:
        """Somebody to sit with a person; each number may be another kind."""
        made: Bot = (self.part("bots") or RandomBot)(number)
        return made

    def options(self, rules: Rules, state: S, actor: Actor) -> tuple[Option, ...]:
        """What `actor` may do now, with bounds: every offer, and the rulings that are theirs to give."""
        at = Moment(rules, state, actor)
        found = self.ruling_options(rules, state, actor)
        for action in self._actions_of(actor.role, self.stage(state)):
            action.list_in(found, at)
        if self._listers and actor.role.may_act_as(Role.DEALER):
            for lister in self._listers:
                found.extend(lister(at))
        return tuple(found)

    def options_basis(self, rules: Rules, state: S, actor: Actor) -> object | None:
        """What this actor's options follow from, where that is much less than the whole state.

        As long as it is equal, under the same rules, the options are too and nobody works them out again:
        most of what happens at a table changes nothing for most of those who sit there. What can be a key is
        remembered until it comes again, as in the next Round. None if nothing can be said. The conformance
        suite compares what is kept with what is worked out.
        """
        return None

    @property
    def actions(self) -> tuple[Action[S, Any], ...]:
        return tuple(self._actions)

    def stage(self, state: S) -> str:
        """Where in the Round the table is, for offers that belong `within` some stages only."""
        phase: str = getattr(state, "phase", "")
        return phase

    def _actions_of(self, role: Role, stage: str) -> tuple[Action[S, Any], ...]:
        """The actions that somebody in this role may find offered in this stage, looked up once."""
        found = self._by_role.get((role, stage))
        if found is None:
            found = tuple(
                action
                for action in self._actions
                if action.may_be_given_by(role) and (not action.stages or stage in action.stages)
            )
            self._by_role[role, stage] = found
        return found

    @abstractmethod
    def view(self, rules: Rules, state: S, viewer: Actor) -> msgspec.Struct:
        """All that `viewer` may know. The only way state leaves the core."""

    def view_type(self) -> type[msgspec.Struct]:
        """What `view` gives, as it says itself."""
        found: type[msgspec.Struct] = get_type_hints(type(self).view)["return"]
        return found

    @abstractmethod
    def holdings(self, state: S) -> Mapping[Account, Cents]:
        """Every chip the state knows of, by account; checked against the transfers of its events."""

    def less(self, state: S, place: int, cents: Cents) -> S:
        """With so much less in front of the player who sits at a place, for a game where tips are given."""
        raise NotImplementedError

    @property
    def keeps_tips(self) -> bool:
        return type(self).less is not Game.less

    def spare(self, state: S, place: int) -> Cents:
        """What lies before a player and is in no Round: nobody needs it but they."""
        return self.holdings(state).get(stack(place), 0)

    @abstractmethod
    def facts(self, rules: Rules, state: S) -> Mapping[str, object]:
        """The state in a dealer's words, for scenarios: {"to act": "1", "stack": {"1": "100"}}."""

    def seat(self, player: Actor, place: int, chips: Cents) -> tuple[Command, ...]:
        """The commands by which a player takes a place with chips."""
        return (self.for_purpose(Purpose.SIT)(by=player, seat=place, chips=chips),)  # type: ignore[call-arg]

    def is_round_open(self, state: S) -> bool:
        return self.stage(state) != "idle"

    @abstractmethod
    def place_of(self, state: S, player: str) -> int | None:
        """Where this player sits, if they do."""

    @abstractmethod
    def player_at(self, state: S, place: int) -> str | None:
        """Who decides at this place, if anybody does."""

    def decides_at(self, state: S, place: int, command: Command) -> str | None:
        """Whose decision this command is, seen at this place: where chips of several lie, who leads."""
        return self.player_at(state, place)

    @abstractmethod
    def awaited(self, rules: Rules, state: S) -> tuple[int, ...]:
        """Places whose player is asked to act now, in the order they are asked."""

    @abstractmethod
    def routine(self, rules: Rules, state: S) -> Option | None:
        """What the dealer does next if nothing goes wrong, once nobody who is awaited wants to act.

        None while the game cannot go on without a player, a ruling, or new players.
        """

    @abstractmethod
    def overdue(self, rules: Rules, state: S, place: int) -> Option | None:
        """What becomes of a player who is awaited at `place` and does not act, once their time is over.

        An option of the dealer's without blanks: giving it moves the game on. A clock gives it by itself,
        and without a clock dealer and pit are offered it, so that nobody who walks off holds up a table.
        None only where nothing is at stake: a table may wait for its first bet as long as it likes.
        """

    def seconds_to_answer(self, rules: Rules, state: S) -> int | None:
        """How long those who are awaited have, where the rules give this question a time of its own; 0 for as
        long as they like."""
        return None

    # What the house asks of every game, found by what commands are for.

    def leaving(self, rules: Rules, state: S, player: Actor) -> Option | None:
        """How this player leaves for good now; None while the rules keep them."""
        return self.way_out(self.options(rules, state, player))

    def way_out(self, options: tuple[Option, ...]) -> Option | None:
        """Of what a player may do, how they leave for good."""
        return self._find(options, Purpose.LEAVE)

    def returning(self, rules: Rules, state: S, place: int) -> Option | None:
        """How it is noted that the player of this place is back, where they were noted as gone."""
        return self.offered(rules, state, SYSTEM, Purpose.PRESENT, place)

    def offered(
        self, rules: Rules, state: S, actor: Actor, purpose: Purpose, place: int | None = None
    ) -> Option | None:
        """The first option for this purpose that asks nothing, at this place if one is named."""
        return self._find(self.options(rules, state, actor), purpose, place, state)

    @cached_property
    def phrasebook(self) -> Phrasebook:
        return Phrasebook(self.commands, self.short_forms)

    def _find(
        self,
        options: tuple[Option, ...],
        purpose: Purpose,
        place: int | None = None,
        state: S | None = None,
    ) -> Option | None:
        player = self.player_at(state, place) if state is not None and place is not None else None
        for option in options:
            if option.purpose is not purpose or option.asks:
                continue
            is_here = option.place == place or (player is not None and option.fixed.get("player") == player)
            if place is None or is_here:
                return option
        return None

    def interruption(self, by: Actor, id: str = "") -> Command:
        """The report that a Round was interrupted by something technical, such as a restart."""
        return self.for_purpose(Purpose.INTERRUPTION)(by=by, id=id)

    def referral(self, by: Actor, matter: str, id: str = "") -> Command:
        """Puts a matter that no rule settles to the person who decides such things."""
        return self.for_purpose(Purpose.REFER)(by=by, id=id, matter=matter)  # type: ignore[call-arg]

    def for_purpose(self, purpose: Purpose) -> type[Command]:
        """The command that serves this purpose; the first one where there are several."""
        return next(kind for kind in self._handlers if kind.purpose is purpose)

    def part(self, name: str) -> Any:
        """What `mathematics`, `advice` or `terminal` names; None where the game has no such part."""
        where: str = getattr(self, name)
        return resolve_name(where) if where else None

    def check(self) -> None:
        """IncompleteGameError unless the game can say what every house has to know."""
        known = {kind.purpose for kind in self._handlers}
        if missing := [purpose.value for purpose in REQUIRED if purpose not in known]:
            raise IncompleteGameError(
                f"{self.name} has no command for: {', '.join(missing)}; give one of its commands that purpose"
            )

    def picture(self, view: msgspec.Struct) -> list[str]:
        """A view as a few lines of text, for the terminal."""
        return [f"{name}: {value}" for name, value in msgspec.to_builtins(view, enc_hook=in_english).items()]

    def middle(self, view: msgspec.Struct) -> tuple[str, ...]:
        """The cards in the middle of the table, as a lobby shows them; "??" lies face down."""
        return ()

    def at_stake(self, state: S) -> Cents:
        """All chips on the table that are in front of nobody."""
        return sum(cents for account, cents in self.holdings(state).items() if not stack_at(account))

    def read_view(self, body: Any) -> msgspec.Struct:
        """A view that came as JSON, as `view` gave it: for programs at the other end of a connection."""
        return msgspec.convert(body, self.view_type(), str_keys=True)

    def read_event(self, body: Any) -> Event:
        """An event that came as JSON, as a viewer was told it."""
        return self.event_decoder.decode(msgspec.json.encode(body))

    def attendants(self, rules: Rules) -> tuple["Attendant", ...]:
        """Equipment that answers the table by itself, such as a jackpot link, for a table on its own."""
        return ()

    def common(self, rules: Rules, tables: tuple[str, ...]) -> "Common | None":
        """The equipment these tables share, where the game has such a thing."""
        return None

    @property
    def wire(self) -> Any:
        """How its tables talk with equipment of the house, `croupier.links.Wire`; None for a game without."""
        return None

    def written(self, events: Iterable[Event]) -> str:
        """The last Round of these events in a `notation` of its own; ValueError where it cannot tell it."""
        raise ValueError(f"{self.name} has no notation of its own")

    def settled_bets(self) -> BetReader | None:
        """How to read what each bet of a Round brought; None where nobody compares it with an expectation."""
        return self.bet_reader

    def pending(self, rules: Rules, state: S) -> tuple[matters.Matter, ...]:
        """The questions that can be answered now, the one that holds up the others first."""
        return (
            *[
                self._asked[each.key](rules, state, each) if each.key in self._asked else each
                for each in matters.answerable(getattr(state, "open", ()))
            ],
            *[each for asking in self._asking for each in asking(rules, state)],
        )

    def is_still_asked(self, rules: Rules, state: S, matter: matters.Matter) -> bool:
        """Whether what an open question is about is still so, apart from cards that lie wrong."""
        return True

    def wrong(self, rules: Rules, state: S) -> tuple[Mistake, ...]:
        """All that the game finds to lie otherwise than planned, but for what was ruled to lie right."""
        return ()

    def after_ruling(self, draft: Draft[S], before: S) -> None:
        """What goes on once a question is closed and what followed from its answer has been done."""

    def ruling_options(self, rules: Rules, state: S, actor: Actor) -> list[Option]:
        """The open questions that are this actor's to answer."""
        pending = self._open_questions(rules, state)
        if not pending:
            return []
        return list(rulings.options(rules, pending, actor, self.place_of(state, actor.id)))

    def decisions(self, rules: Rules, state: S) -> tuple[OpenDecision, ...]:
        """What waits for somebody's ruling."""
        return tuple([each.decision(rules) for each in self._open_questions(rules, state)])

    # How commands and events find their functions.

    def on(
        self,
        kind: type[C],
        role: Role | RoleOf,
        rule: str = "acting_in_position",
        also: tuple[Role, ...] = (),
    ) -> Callable[[Handler[S, C]], Handler[S, C]]:
        """Register the function that decides `kind`, and the lowest role that may give it under `rule`.

        `role` is a function of the rules where the House may choose it. `also` names roles beside the ladder,
        for what a player or the staff may do: answering a question.
        """

        def register(handler: Handler[S, C]) -> Handler[S, C]:
            assert kind not in self._handlers, f"{kind.__name__} has two handlers"
            assert hasattr(kind, "purpose"), f"{kind.__name__} does not say what it is for: give it a purpose"
            self._handlers[kind] = handler
            self._authority[kind] = (role, rule)
            self._also[kind] = also
            return handler

        return register

    def action(
        self,
        kind: type[C],
        role: Role,
        rule: str = "acting_in_position",
        also: tuple[Role, ...] = (),
        each: Callable[[Moment[S]], Iterable[Target]] | None = None,
    ) -> Callable[[Callable[..., Offer]], Action[S, C]]:
        """Register the function that offers `kind`, as `croupier.table.offers` tells; roles as in `on`."""

        def register(offering: Callable[..., Offer]) -> Action[S, C]:
            action = Action[S, C](kind, role, also, each, offering)
            self.on(kind, role, rule, also)(action.take)
            self._actions.append(action)
            self._by_role.clear()
            return action

        return register

    def lists(self, function: Lister) -> Lister:
        """Register what dealers may say has happened, where one command tells of many mistakes."""
        self._listers.append(function)
        return function

    def asking(self, function: rulings.Asking) -> rulings.Asking:
        """Register a function that reads open questions off the state."""
        self._asking.append(function)
        return function

    def ruling(self, *keys: str, tells: bool = False) -> Callable[[rulings.Carried], rulings.Carried]:
        """Register what follows once a question of one of these keys has been answered.

        That it was is an event of every game, unless what follows `tells` it.
        """
        if GiveRuling not in self._handlers:
            self.on(GiveRuling, Role.DEALER, also=(Role.PLAYER,))(self._give_ruling)
            self._appliers = matters.APPLIERS | self._appliers
        self._telling.update(keys if tells else ())

        def register(carried: rulings.Carried) -> rulings.Carried:
            for key in keys:
                assert key not in self._rulings, f"two rulings on {key}"
                self._rulings[key] = carried
            return carried

        return register

    def asks(self, key: str) -> Callable[[Asked], Asked]:
        """Register how a question of this key is put now, where its answers change while it is open."""

        def register(asked: Asked) -> Asked:
            self._asked[key] = asked
            return asked

        return register

    def unasked(self, key: str) -> Callable[[Callable[[Moment[S]], None]], Callable[[Moment[S]], None]]:
        """Register who refuses an answer by somebody who was not asked, where that has its own paragraph."""

        def register(refusing: Callable[[Moment[S]], None]) -> Callable[[Moment[S]], None]:
            self._unasked[key] = refusing
            return refusing

        return register

    def _give_ruling(self, draft: Draft[S], command: GiveRuling) -> None:
        pending = self.pending(draft.rules, draft.state)
        place = self.place_of(draft.state, command.by.id)
        command = rulings.as_meant(pending, command, place)
        is_asked = any(each.name == command.decision and each.is_for(command.by, place) for each in pending)
        if not is_asked and command.decision in self._unasked:
            self._unasked[command.decision](Moment(draft.rules, draft.state, command.by, command.at))
        found = rulings.answered(draft.rules, pending, command, place)
        if found is None:
            rulings.refuse_unasked(draft.rules, pending, command)
        before = draft.state
        if found.key not in self._telling:
            is_above = found.role is not Role.PLAYER and command.by.role is not found.role
            above = draft.cite("acting_in_position") if is_above else ()
            cites = found.cites(draft.rules) + above
            matters.resolve(draft, found, command.choice, reason=command.reason, citations=cites)
        self._rulings[found.key](draft, command, found)
        self.drop_matters(draft, before)
        self.after_ruling(draft, before)

    def drop_matters(self, draft: Draft[S], before: S) -> None:
        """Questions fall away whose ground was there before and is no more."""
        open: tuple[matters.Matter, ...] = getattr(draft.state, "open", ())
        if not open:
            return
        gone = _where(self.wrong(draft.rules, before)) - _where(self.wrong(draft.rules, draft.state))
        for each in open:
            is_over = bool(each.mistakes) and gone.issuperset(_where(each.mistakes))
            if is_over or not self.is_still_asked(draft.rules, draft.state, each):
                matters.drop(draft, (each,))

    def after(self, kind: type[E]) -> Callable[[Applier[S, E]], Applier[S, E]]:
        """Register the function that applies `kind` to the state. It never refuses and never checks."""

        def register(applier: Applier[S, E]) -> Applier[S, E]:
            assert kind not in self._applied, f"{kind.__name__} is applied twice"
            self._applied.add(kind)
            self._appliers[kind] = matters.evolving(kind, applier)
            return applier

        return register

    def tells(self, *kinds: type[Event]) -> None:
        """Register events that tell something and leave the state as it is."""
        for kind in kinds:
            self.after(kind)(lambda state, event: state)

    @property
    def commands(self) -> tuple[type[Command], ...]:
        """Its own, and what every table takes besides (`Table.decide`)."""
        return (*self._handlers, AmendRecord, *gratuities.KINDS)

    @property
    def events(self) -> tuple[type[Event], ...]:
        return tuple(self._appliers)

    def authority(self, rules: Rules, kind: type[Command]) -> Role:
        """The lowest role that may give this command."""
        is_shared = kind is AmendRecord or kind in gratuities.KINDS
        role = Role.DEALER if is_shared else self._authority[kind][0]
        return role if isinstance(role, Role) else role(rules)

    def is_for_players(self, rules: Rules, kind: type[Command]) -> bool:
        """Whether players give it."""
        known = kind in self._handlers
        return known and (self.authority(rules, kind) is Role.PLAYER or Role.PLAYER in self._also[kind])

    # One way through the house.

    def draft(self, rules: Rules, state: S) -> Draft[S]:
        return Draft(rules, state, self._appliers)

    def decide(self, rules: Rules, state: S, command: Command) -> Accepted[S] | Refusal:
        """Work out what a command leads to. Pure: a refused command leaves no trace."""
        kind = type(command)
        handler = self._handlers.get(kind)
        if handler is None:
            return refusal(
                rules.cite("matters_not_provided_for"),
                "{command} is not a command of {game}; it knows {known:list}",
                command=kind.__name__,
                game=self.name,
                known=sorted(each.__name__ for each in self._handlers),
            )
        role, rule = self.authority(rules, kind), self._authority[kind][1]
        given_by = command.by.role
        if given_by is not role and not given_by.may_act_as(role) and given_by not in self._also[kind]:
            template = (
                '"{label}" is for {role:role} or above, not for {by:role}'
                if role.is_staff
                else '"{label}" is for {role:role}, not for {by:role}'
            )
            return refusal(rules.cite(rule), template, label=label_of(kind), role=role, by=given_by)
        draft = Draft(rules, state, self._appliers, at=command.at)
        try:
            handler(draft, command)
        except Refused as refused:
            return refused.refusal
        assert draft.events, f"{kind.__name__} was accepted but nothing happened"
        self.drop_matters(draft, state)
        return Accepted(tuple(draft.events), draft.state)

    def evolve(self, state: S, event: Event) -> S:
        return self._appliers[type(event)](state, event)

    # Messages as text, for the journal and the wire.

    @cached_property
    def command_decoder(self) -> "msgspec.json.Decoder[Command]":
        return msgspec.json.Decoder(Union[self.commands])  # noqa: UP007 - a union known only at run time

    @cached_property
    def event_decoder(self) -> "msgspec.json.Decoder[Event]":
        return msgspec.json.Decoder(Union[(*self.events, RulesAdopted, RecordAmended)])

    @cached_property
    def commands_by_name(self) -> Mapping[str, type[Command]]:
        return {kind.__name__: kind for kind in self.commands}
