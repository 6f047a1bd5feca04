"""One suite for every game: what must hold after any command, whoever gives it.

A game plugs in with a Contestant. Walks take random legal steps by everybody at the table, irregularities
included, and try illegal ones in between; after every step all the promises of the core are checked.
"""

import copy
import random
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, Card
from croupier.messages import in_english
from croupier.money import Balances
from croupier.rulebook import Citation, Rules
from croupier.table import (
    SYSTEM,
    Accepted,
    Actor,
    AmendRecord,
    Ask,
    Command,
    Event,
    FindRules,
    Game,
    Moment,
    Option,
    Purpose,
    Refusal,
    Role,
    RulesAdopted,
    Table,
    fill,
)
from croupier.table.against_house import HouseGame
from croupier.table.against_house.state import Came
from croupier.table.facts import Spot
from tests.effort import EFFORT

T = TypeVar("T")
_STEPS_TO_REST = 400
_MANY = 12
_LONG_MS = 3_600_000  # longer than any clock of any table
_DEALER = Actor("dealer", Role.DEALER)
_MANAGER = Actor("shift manager", Role.SHIFT_MANAGER)
_CARD_TOKEN = re.compile(r'"([2-9TJQKA][cdhs])"')


class Chooser(Protocol):
    """Where a walk's choices come from: hypothesis, which shrinks, or a seeded generator, which is fast.

    `number` tells one walk of a test from the next.
    """

    number: int

    def pick(self, items: Sequence[T]) -> T: ...

    def between(self, low: int, high: int) -> int: ...


class Seeded:
    def __init__(self, seed: int) -> None:
        self.number = seed
        self.random = random.Random(seed)

    def pick(self, items: Sequence[T]) -> T:
        return self.random.choice(items)

    def between(self, low: int, high: int) -> int:
        return self.random.randint(low, high)


class Drawn:
    def __init__(self, data: st.DataObject) -> None:
        self.data = data
        self.number = data.draw(st.integers(0, 3))

    def pick(self, items: Sequence[T]) -> T:
        return self.data.draw(st.sampled_from(items))

    def between(self, low: int, high: int) -> int:
        return self.data.draw(st.integers(low, high))


class Contestant(Struct):
    """A game and what the suite needs to know about it.

    `disguise` returns a state that differs only in what the viewer may not know (undealt cards, others'
    cards): the viewer must not be able to tell the two apart. `values` may fill an option's blanks where
    the general way does not do.
    """

    game: Game[Any]
    rules: Rules
    find_rules: FindRules
    opening: tuple[Command, ...]
    actors: Callable[[Any], list[Actor]]
    disguise: Callable[[Any, Actor, random.Random], Any]
    outside: tuple[str, ...] = ("cage", "bank")
    values: Callable[[Any, Option, Chooser], dict[str, Any] | None] = lambda state, option, chooser: None
    has_wilful_manager: bool = False  # whose rulings may be any that he is offered
    is_hurried: bool = False  # only walks: the promises are not checked at every step


_openings: set[str] = set()


def _is_known(contestant: Contestant) -> bool:
    """Whether a walk of this process has begun the same way: what everybody sees there is looked at once."""
    rules = contestant.rules
    key = repr((rules.edition.id, sorted(rules.chosen.items()), contestant.opening))
    if contestant.is_hurried or key not in _openings:
        _openings.update(() if contestant.is_hurried else (key,))
        return False
    return True


class Walk:
    """A table under test, everything that happened on it, and the books kept beside it."""

    def __init__(self, contestant: Contestant, chooser: Chooser) -> None:
        self.contestant = contestant
        self.chooser = chooser
        self.table = Table(contestant.game, contestant.rules, contestant.find_rules)
        self.events: list[Event] = [self.table.opening()]
        self.books = Balances()
        self.seen: dict[str, set[str]] = {}
        self.random = random.Random(20)
        self.attendants = contestant.game.attendants(contestant.rules)
        self.clock_ms = 0
        self.offered: dict[Actor, list[tuple[Rules, object, tuple[Option, ...]]]] = {}
        self.is_known = _is_known(contestant)
        for command in contestant.opening[:-1]:
            self.submit(command)
        self.is_known = False
        for command in contestant.opening[-1:]:
            self.submit(command)

    def run(self, steps: int) -> "Walk":
        for _ in range(steps):
            self.step()
        if not self.contestant.is_hurried:
            self.check_replay()
        return self

    def step(self) -> None:
        """Somebody does something they may do, or tries something they may not."""
        actor = self.chooser.pick(self.contestant.actors(self.table.state))
        options = self.table.options(actor)
        if not options:
            return
        option = self.chooser.pick(options)
        assert option.citations, f"{option} names no paragraph"
        command = self.command(actor, option)
        if self.chooser.between(0, 4) == 0:
            self.try_wrongly(command)
        outcome = self.submit(command)
        assert isinstance(outcome, Accepted), f"offered but refused: {command}: {outcome}"

    def command(self, actor: Actor, option: Option) -> Command:
        if option.command == AmendRecord.__name__ and option.asks:
            return self.amendment(actor, option)
        return self.filled_from(self.table.state, actor, option)

    def amendment(self, actor: Actor, option: Option) -> Command:
        """What is entered again fits the situation before the record, and is not the same again."""
        last = self.table.last_record()
        assert last is not None
        record, before = last
        while True:
            command = self.filled_from(before, actor, option)
            assert isinstance(command, AmendRecord)
            if not command.cards or command.cards != getattr(record.command, "cards", ()):
                return command

    def filled_from(self, state: Any, actor: Actor, option: Option) -> Command:
        values = self.contestant.values(state, option, self.chooser)
        if values is None:
            values = {ask.field: self.blank(ask, state) for ask in option.asks}
        return fill(self.contestant.game.commands_by_name[option.command], option, actor, **values)

    def blank(self, ask: Any, state: Any) -> Any:
        if ask.kind == "money":
            most = (ask.maximum - ask.minimum) // ask.step
            steps = self.chooser.pick([0, most, self.chooser.between(0, most)])
            value = ask.minimum + ask.step * steps
            return value if ask.allows(value) else value + ask.step
        if ask.kind == "integer":
            return self.chooser.between(ask.minimum, ask.maximum)
        if ask.kind == "choice":
            return self.chooser.pick(ask.choices)
        if ask.kind == "cards":
            return unused_cards(state.device, ask.minimum, self.chooser)
        return "because"

    def try_wrongly(self, command: Command) -> None:
        """The same command by somebody else, and with numbers out of bounds, leaves no trace if refused."""
        if self.contestant.is_hurried:
            return
        stranger = Actor("stranger", self.chooser.pick([Role.PLAYER, Role.AUDITOR, Role.DEALER]))
        self.expect_no_trace(msgspec.structs.replace(command, by=stranger))
        for name in command.__struct_fields__:
            if type(getattr(command, name)) is int and name != "at":
                for value in (-1, 0, 10**12, getattr(command, name) + 1):
                    self.expect_no_trace(msgspec.structs.replace(command, **{name: value}))

    def expect_no_trace(self, command: Command) -> None:
        before = msgspec.json.encode(self.table.state)
        outcome = self.table.decide(command)
        assert msgspec.json.encode(self.table.state) == before, f"deciding {command} changed the state"
        if isinstance(outcome, Refusal):
            self.check_citations(outcome.citations)
            assert outcome.reason

    def submit(self, command: Command) -> Accepted[Any] | Refusal:
        before = copy.copy(self.table)
        outcome = self.table.submit(command)
        if isinstance(outcome, Accepted):
            if not self.contestant.is_hurried:
                self.check_events(before, outcome)
            self.answer(outcome.events)
        return outcome

    def answer(self, events: tuple[Event, ...]) -> None:
        """The table's equipment answers by itself, and what it says is never refused."""
        self.clock_ms += 1
        for attendant in self.attendants:
            for event in events:
                for command in attendant.heard(event, self.clock_ms):
                    outcome = self.submit(command)
                    assert isinstance(outcome, Accepted), f"equipment was refused: {command}: {outcome}"

    # No table waits for ever

    def come_to_rest(self) -> None:
        """With every player silent from here on, clock, dealer and default rulings end the Round."""
        for _ in range(_STEPS_TO_REST):
            if not self.game.is_round_open(self.table.state) or self.is_waiting_for_bets():
                return
            self.clock_ms += _LONG_MS
            command = self.next_without_players()
            outcome = self.submit(command)
            assert isinstance(outcome, Accepted), f"{command} moves the game on, but was refused: {outcome}"
        raise AssertionError(f"not over after {_STEPS_TO_REST} steps: {self.table.state}")

    def is_waiting_for_bets(self) -> bool:
        """Nothing is at stake: a table may wait for its first bet as long as it likes."""
        held = [account for account, cents in self.game.holdings(self.table.state).items() if cents]
        is_idle = all(account.startswith("stack/") for account in held)
        return is_idle and (not held or bool(self.game.awaited(self.table.rules, self.table.state)))

    def next_without_players(self) -> Command:
        game, rules, state = self.game, self.table.rules, self.table.state
        for option in game.options(rules, state, _MANAGER):
            if option.purpose is Purpose.RULING:
                return self.filled(_MANAGER, option, {ask.field: self.first(ask) for ask in option.asks})
        if (routine := game.routine(rules, state)) is not None:
            # A person who deals names the cards that the routine leaves to the machine.
            offers = game.options(rules, state, _DEALER)
            same = (each for each in offers if (each.command, each.fixed) == (routine.command, routine.fixed))
            return self.later(self.command(_DEALER, next(same, routine)))
        for place in game.awaited(rules, state):
            if (overdue := game.overdue(rules, state, place)) is not None:
                assert not overdue.asks, f"who fills in {overdue}?"
                return self.filled(SYSTEM, overdue, {})
        raise AssertionError(f"nobody moves the table on: {state}")

    def first(self, ask: Ask) -> Any:
        """The first choice is the one that stands if nobody minds; some managers choose another."""
        if ask.kind != "choice" or self.contestant.has_wilful_manager:
            return self.blank(ask, self.table.state)
        return ask.choices[0]

    def filled(self, actor: Actor, option: Option, values: dict[str, Any]) -> Command:
        return self.later(fill(self.game.commands_by_name[option.command], option, actor, **values))

    def later(self, command: Command) -> Command:
        return msgspec.structs.replace(command, at=self.clock_ms)

    @property
    def game(self) -> Game[Any]:
        return self.contestant.game

    # The promises

    def check_events(self, again: Table[Any], accepted: Accepted[Any]) -> None:
        for event in accepted.events:
            self.check_citations(event.citations)
            self.check_wire(event)
            again.apply(event)
            self.books.post(event.transfers())
            self.check_money(event, again.state)
            assert not (event.ends_round and self.game.is_round_open(again.state)), f"{event} ends no Round"
        assert again.state == accepted.state, "deciding and replaying part ways"
        self.events += accepted.events
        for actor in () if self.is_known else self.watched(self.contestant.actors(again.state)):
            offered = self.check_secrets(actor, accepted.events)
            self.check_basis(actor, offered)
            self.check_listing(actor)

    def watched(self, actors: Sequence[Actor]) -> Sequence[Actor]:
        """Whose eyes we look through: some in this walk, the others in the next one. `make soak`: all."""
        parts = 1 if EFFORT > 1 else 2 if len(actors) < _MANY else 4
        return actors[self.chooser.number % parts :: parts]

    def check_citations(self, citations: tuple[Citation, ...]) -> None:
        assert citations, "no paragraph is cited"
        for citation in citations:
            assert citation.edition == self.table.rules.edition.id
            assert citation.paragraph in self.table.rules.edition.paragraphs

    def check_wire(self, event: Event) -> None:
        assert self.contestant.game.event_decoder.decode(msgspec.json.encode(event)) == event

    def check_money(self, event: Event, state: Any) -> None:
        held = {account: cents for account, cents in self.contestant.game.holdings(state).items() if cents}
        booked = {
            account: cents
            for account, cents in self.books.open_accounts().items()
            if account.partition("/")[0] not in self.contestant.outside
        }
        assert held == booked, f"after {event} the table holds {held}, its transfers say {booked}"
        assert all(cents > 0 for cents in held.values()), f"after {event} an account is below zero: {held}"

    def check_secrets(self, viewer: Actor, events: tuple[Event, ...]) -> tuple[Option, ...]:
        """What the viewer may do, once it is sure that nothing hidden shows."""
        game, rules, state = self.contestant.game, self.table.rules, self.table.state
        shown = game.view(rules, state, viewer)
        view = msgspec.json.encode(shown, enc_hook=in_english)
        assert game.read_view(msgspec.json.decode(view)) == shown, "a view is the same after its journey"
        disguised = self.contestant.disguise(state, viewer, self.random)
        for card in game.middle(shown):
            assert card == "??" or f'"{card}"'.encode() in view, "a lobby shows a card that nobody sees there"
        other = msgspec.json.encode(game.view(rules, disguised, viewer), enc_hook=in_english)
        assert view == other, f"{viewer.id} can tell hidden cards apart"
        game.view(rules, game.initial(rules), viewer)  # whatever is kept from moment to moment is let go
        assert game.view(rules, state, viewer) == shown, "what is kept of the moment before shows"
        offered = game.options(rules, state, viewer)
        assert offered == game.options(rules, disguised, viewer), (
            f"what {viewer.id} may do tells hidden cards"
        )
        seen = self.seen.setdefault(viewer.id, set())
        seen.update(_CARD_TOKEN.findall(view.decode()))
        for event in events:
            told = _CARD_TOKEN.findall(msgspec.json.encode(event.for_viewer(viewer)).decode())
            assert seen.issuperset(told), f"{viewer.id} learns {set(told) - seen} from {event}"
        return offered

    def check_basis(self, actor: Actor, found: tuple[Option, ...]) -> None:
        """While what a game says its options follow from stays, so do the options."""
        rules, state = self.table.rules, self.table.state
        basis = self.game.options_basis(rules, state, actor)
        if basis is None:
            return
        known = self.offered.setdefault(actor, [])
        for under, before, options in known:
            if under is rules and before == basis:
                assert options == found, f"{actor.id} may do something else now, and {basis} does not say so"
        known.append((rules, basis, found))

    def check_listing(self, actor: Actor) -> None:
        """A quicker way to list offers lists the same."""
        at = Moment(self.table.rules, self.table.state, actor)
        for action in self.game.actions:
            if action.has_listing and action.may_be_given_by(actor.role):
                quickly: list[Option] = []
                one_by_one: list[Option] = []
                action.list_in(quickly, at)
                action.list_one_by_one(one_by_one, at)
                assert quickly == one_by_one, f"{action.kind.__name__} is listed otherwise than offered"

    def check_replay(self) -> None:
        decoder = self.contestant.game.event_decoder
        journal = [decoder.decode(msgspec.json.encode(event)) for event in self.events]
        assert isinstance(journal[0], RulesAdopted)
        again = Table.replay(self.contestant.game, journal, self.contestant.find_rules)
        assert again.state == self.table.state
        assert again.version == self.table.version == len(self.events)


def unused_cards(device: Any, count: int, chooser: Chooser, named: Sequence[Card] = ()) -> list[Card]:
    """Cards a person could name next: not more copies than the decks hold, those already named apart."""
    left = list(DECK * device.decks)
    for card in (*device.out, *named):
        if card != UNKNOWN:
            left.remove(card)
    return [left.pop(chooser.between(0, len(left) - 1)) for _ in range(count)]


# Games against the House


def against_house(game: HouseGame[Any], rules: Rules, find_rules: FindRules, *opening: Command) -> Contestant:
    """A table of such a game with three players, a dealer and a shift manager."""
    players = [Actor(name, Role.PLAYER, seat) for seat, name in enumerate(("Ann", "Ben", "Cat"), start=1)]
    seats = [command for one in players for command in game.seat(one, one.seat or 0, 500_00)]
    return Contestant(
        game=game,
        rules=rules,
        find_rules=find_rules,
        opening=(*seats, *opening),
        actors=lambda state: [*players, _DEALER, _MANAGER],
        disguise=partial(_dealt_anew, game),
        values=lambda state, option, chooser: {} if option.command == "ShuffleCards" else None,
    )


def _dealt_anew(game: HouseGame[Any], state: Any, viewer: Actor, chance: random.Random) -> Any:
    """The shoe and the cards that lie face down, but for the viewer's own, change places."""
    undealt, own = list(state.device.undealt), Spot("hand", game.place_of(state, viewer.id) or -1)
    shown = {own, *state.turned_up}

    def is_hidden(each: Came) -> bool:
        return bool(undealt) and not (game.deals_face_up or each.is_seen or each.spot in shown)

    pool = undealt + [each.card for each in state.all_cards() if is_hidden(each)]
    chance.shuffle(pool)
    deals = tuple(
        replace(
            dealt,
            came=tuple(replace(each, card=pool.pop()) if is_hidden(each) else each for each in dealt.came),
        )
        for dealt in state.deals
    )
    return replace(state, deals=deals, device=replace(state.device, undealt=tuple(pool)))
