"""One table in memory: its rules, its state, and the only door for commands."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic

from msgspec.structs import replace

from croupier.messages import Message, reason_of
from croupier.rulebook import Citation, RulebookError, Rules, SettingError
from croupier.table import amending, position, recording
from croupier.table.amending import TRAIL, AmendRecord, Record, RecordAmended
from croupier.table.game import Game
from croupier.table.messages import (
    Accepted,
    AdoptRules,
    Command,
    Event,
    Refusal,
    RulesAdopted,
    S,
    label_of,
    refusal,
)
from croupier.table.options import Option
from croupier.table.roles import SYSTEM, Actor, Role
from croupier.table.words import Now

if TYPE_CHECKING:
    from croupier.table.catalogue import Catalogue

# Finds the rules for an edition's name and a house's settings; the catalogue of games provides it.
FindRules = Callable[[str, Mapping[str, Any]], Rules]


class Table(Generic[S]):
    """Deciding and evolving, one command after the other. Durability is the house's business."""

    def __init__(
        self, game: Game[S], rules: Rules, find_rules: FindRules, accepted_rules: FindRules | None = None
    ) -> None:
        """`accepted_rules` finds what was adopted already, perhaps before a bound was tightened."""
        self.game = game
        self.rules = rules
        self.state = game.initial(rules)
        self.version = 0
        self.has_one_screen = False  # the dealer's, who writes down what players do: real cards and chips
        self._find_rules = find_rules
        self._accepted_rules = accepted_rules or find_rules
        self._trail: tuple[S, ...] = ()  # the state before each of the last events, as far as known
        self._records: tuple[Record, ...] = ()  # the last commands, as far as they can be amended
        self._last: Command | None = None

    def __copy__(self) -> "Table[S]":
        """Each command is decided on a copy; `copy` by itself takes the long way."""
        new: Table[S] = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        return new

    @classmethod
    def replay(cls, game: Game[S], events: Iterable[Event], find_rules: FindRules) -> "Table[S]":
        """The table these events made. Rules are never asked again."""
        stream = iter(events)
        first = next(stream)
        assert isinstance(first, RulesAdopted), "a table's life begins with the rules it adopted"
        table = cls(game, find_rules(first.edition, first.settings), find_rules)
        table.version = 1
        for event in stream:
            table.apply(event)
        return table

    @classmethod
    def at(cls, text: str, catalogue: "Catalogue", seed: bytes | None = None) -> "Table[Any]":
        """A table in the situation that a position describes: the same as `Catalogue.at`."""
        return catalogue.at(text, seed)

    def position(self, *, with_shoe: bool = False) -> str:
        """The situation in one line of text, as `Catalogue.at` reads it."""
        return position.write(self.rules, self.game.initial(self.rules), self.state, with_shoe=with_shoe)

    def position_for(self, viewer: Actor) -> str:
        """The same as somebody at the table may know it: `??` for each card that they cannot see."""
        return position_for(self.game, self.rules, self.state, viewer)

    def opening(self) -> RulesAdopted:
        """The first event of the table's stream."""
        self.version = 1
        return _adopted(self.rules)

    def options(self, actor: Actor) -> tuple[Option, ...]:
        """What the game offers, what staff may write down, and what may be done about the last record."""
        found = self.game.options(self.rules, self.state, actor)
        if self.has_one_screen and actor.role.is_staff:
            step = self.game.routine(self.rules, self.state)
            found = tuple(replace(each, is_next=True) if _is_step(each, step) else each for each in found)
            found += tuple(recording.options(self.game, self.rules, self.state))
        if (last := self.last_record()) is None:
            return found
        record, before = last
        return found + amending.options(self.game, self.rules, before, record, actor)

    @property
    def now(self) -> Now:
        """The moment, for whoever reads what somebody says."""
        return Now(self.game, self.rules, self.state, self.options)

    def as_decided(self, command: Command) -> Command:
        """The command of who decides it, where somebody else has written it down, as far as that is clear."""
        return recording.behind(self.game, self.rules, self.state, command)

    def decide(self, command: Command) -> Accepted[S] | Refusal:
        """What the command would lead to; nothing changes yet."""
        if isinstance(command, AdoptRules):
            return self._decide_adoption(command, self._find_rules)
        if isinstance(command, AmendRecord):
            return self._decide_amendment(command)
        return recording.decide(self.game, self.rules, self.state, command)

    def decide_again(self, command: Command) -> Accepted[S] | Refusal:
        """What a command in the journal leads to: settings that were taken then are not refused now."""
        if isinstance(command, AdoptRules):
            return self._decide_adoption(command, self._accepted_rules)
        return self.decide(command)

    def submit(self, command: Command) -> Accepted[S] | Refusal:
        outcome = self.decide(command)
        if isinstance(outcome, Accepted):
            self.commit(command, outcome)
        return outcome

    def commit(self, command: Command, accepted: Accepted[S]) -> None:
        """Make a decision's events the table's own; they were applied once already while deciding."""
        events, before = accepted.events, self.state
        for event in events:
            if type(event) is RulesAdopted:
                self.rules = self._accepted_rules(event.edition, event.settings)
            elif type(event) is RecordAmended:
                before = self._go_back(event)
        self.state = accepted.state
        self.version += len(events)
        if self.remember(command, events, before):
            entered = len(events) - (type(events[0]) is RecordAmended)
            self._trail = (*self._trail, *(before,) * entered)[-TRAIL:]

    def apply(self, event: Event) -> None:
        if isinstance(event, RulesAdopted):
            self.rules = self._accepted_rules(event.edition, event.settings)
        elif type(event) is RecordAmended:
            self.state = self._go_back(event)
        else:
            self._trail = (*self._trail[1 - TRAIL :], self.state)
            self.state = self.game.evolve(self.state, event)
        self.version += 1

    # What can be amended

    def knows_before(self, struck: int) -> bool:
        """Whether the situation before the last so many events is known."""
        return len(self._trail) >= struck

    def _go_back(self, event: RecordAmended) -> S:
        before = self._trail[-event.struck]
        self._trail = self._trail[: -event.struck]
        return before

    def remember(self, command: Command, events: tuple[Event, ...], before: S) -> bool:
        """Note what the last command was: it can be amended itself, or nothing before it can any more."""
        self._last = command
        if type(command) is AmendRecord:
            wrong, self._records = self._records[-1], self._records[:-1]
            if len(events) > 1:
                self._records += (Record(wrong.corrected(command), events[1:], command.by),)
        elif amending.is_amendable(self.game, command, events, before, self.state):
            self._records = (*self._records[1 - TRAIL :], Record(command, events, command.by))
        else:
            self.forget(command)
            return False
        return True

    def forget(self, command: Command | None = None) -> None:
        """Something has happened that nobody amends: what was before it rests."""
        self._last, self._trail, self._records = command, (), ()

    def last_record(self) -> tuple[Record, S] | None:
        """The last record, if it can be amended, and the situation before it."""
        record = self._records[-1] if self._records else None
        if record is None or not self.knows_before(len(record.events)):
            return None
        return record, self._trail[-len(record.events)]

    def _decide_amendment(self, command: AmendRecord) -> Accepted[S] | Refusal:
        under = amending.cites(self.game, self.rules)
        last = self.last_record()
        if not amending.may_amend(command.by, last[0] if last else None):
            template = "a record is amended by who entered it, or by {role:role} or above"
            return refusal(under, template, role=amending.SUPERVISOR)
        if last is None:
            since = Message("nothing")
            if self._last:
                values = {"command": label_of(type(self._last)), "player": self._last.by.id}
                since = Message("{command} by {player}", values)
            return refusal(
                under,
                "the last record cannot be amended any more ({since}): what rests on it is for {role:role} "
                "to decide",
                since=since,
                role=Role.SHIFT_MANAGER,
            )
        record, before = last
        return amending.amended(self.game, self.rules, before, record, command)

    def _decide_adoption(self, command: AdoptRules, find_rules: FindRules) -> Accepted[S] | Refusal:
        if not command.by.role.may_act_as(Role.PIT_MANAGER) and command.by != SYSTEM:
            return refusal(
                self.rules.cite("acting_in_position"), "house settings are for a pit manager or above"
            )
        if self.game.is_round_open(self.state):
            return refusal(
                self.rules.cite("round_of_play"),
                "a Round of play keeps the rules it began with; change them when this Round has been settled",
            )
        try:
            rules = find_rules(command.edition, command.settings)
        except SettingError as error:
            known = tuple(Citation(command.edition, number) for number in error.paragraphs)
            return refusal(
                known or self.rules.cite("matters_not_provided_for"), "{error}", error=reason_of(error)
            )
        except RulebookError as error:
            return refusal(self.rules.cite("matters_not_provided_for"), "{error}", error=reason_of(error))
        if rules.edition.game != self.rules.edition.game:
            return refusal(
                self.rules.cite("matters_not_provided_for"),
                "this table plays {game}; {edition} needs a table of its own",
                game=self.rules.edition.game,
                edition=rules.edition.id,
            )
        return Accepted((_adopted(rules),), self.state)


def _is_step(option: Option, step: Option | None) -> bool:
    return step is not None and (option.command, option.fixed) == (step.command, step.fixed)


def position_for(game: Game[Any], rules: Rules, state: Any, viewer: Actor) -> str:
    """The position of a state as a viewer may know it."""
    known = position.for_viewer(state, game.view(rules, state, viewer))
    return position.write(rules, game.initial(rules), known)


def _adopted(rules: Rules) -> RulesAdopted:
    return RulesAdopted(
        edition=rules.edition.id, settings=dict(rules.chosen), citations=rules.cite("round_of_play")
    )
