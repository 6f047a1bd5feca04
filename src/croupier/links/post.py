"""Between tables and link: what each tells the other.

The post decides nothing. It knows the link; what the events and commands of a game's tables mean to a link it
asks the game's `Wire`. A table on its own has the post as an attendant, several tables share one, and a house
that keeps streams does the same between them.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from typing import Any

from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.links.state import LinkState, key_of
from croupier.links.terms import house_role, link_terms
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Accepted, Actor, Command, Event, Game, Refusal, Role, Table

HOUSE = Actor("house", Role.PIT_MANAGER)
Delivery = tuple[str, Command]


class Wire(ABC):
    """How the tables of one game talk with a link. A game that has one can be linked."""

    concerns: frozenset[type[Event]]  # everything at a table that a link has to hear of
    opening: frozenset[type[Event]]  # from here on the table shows the meter
    ending: frozenset[type[Event]]  # the Round is over, and repaired equipment can be taken up

    # What a table has said.

    @abstractmethod
    def to_link(self, link: LinkState, table: str, round: int, event: Event, at: int) -> list[Command]:
        """What an event of a table asks of the link; `round` is the last one the link knows of."""

    @abstractmethod
    def said_registered(self, event: Event) -> int | None:
        """The meter that a table names in its record of a fault; None for any other event."""

    def rests_on(self, before: Any, event: Event) -> bool:
        """Whether the link has acted on this event, so that the table cannot take it back any more."""
        return type(event) in self.concerns

    @abstractmethod
    def awaits_prize(self, state: Any) -> bool:
        """Whether a table has told its link of a win and waits to hear what it is worth."""

    @abstractmethod
    def displays(self, state: Any) -> tuple[int, bool]:
        """What the table shows: the meter, and whether jackpot bets are taken."""

    # What the link has to say.

    @abstractmethod
    def show(self, at: int, meter: int, is_open: bool) -> Command: ...

    @abstractmethod
    def pay(self, at: int, paid: m.JackpotPaid, meter: int) -> Command: ...

    @abstractmethod
    def fault(self, by: Actor, at: int, box: int | None, meter: int | None, is_seen: bool) -> Command:
        """`is_seen`: somebody has looked at a table of the link, where that counts for all of them."""

    @abstractmethod
    def registered(self, at: int, meter: int) -> Command: ...

    @abstractmethod
    def course(self, by: Actor, at: int, course: str, reason: str) -> Command: ...

    @abstractmethod
    def repaired(self, by: Actor, at: int, box: int | None) -> Command: ...

    @abstractmethod
    def is_display(self, command: Command) -> bool: ...

    @abstractmethod
    def is_prize(self, command: Command) -> bool: ...


class LinkPost:
    """A link in memory and the tables it serves."""

    name = "link"
    game: Game[Any] = LINK

    def __init__(self, wire: Wire, rules: Rules, tables: tuple[str, ...], meter: int | None = None) -> None:
        self.wire = wire
        self.rules = rules
        self.state: LinkState = LINK.initial(rules)
        self.events: list[Event] = []
        self._shown: dict[str, tuple[int, bool]] = {}
        self._rounds: dict[str, int] = {}
        opening = link_terms(rules).opening_value or None if meter is None else meter
        self.give(m.OpenLink(by=HOUSE, meter=opening))
        for table in tables:
            self.give(m.JoinLink(by=HOUSE, table=table, boxes=link_terms(rules).boxes))

    def give(self, command: Command) -> list[Delivery]:
        """Submit to the link; the answers name the table they are for."""
        outcome = LINK.decide(self.rules, self.state, command)
        if isinstance(outcome, Refusal):
            return self._unregistered(command)
        self.state = outcome.state
        self.events += outcome.events
        answers: list[Delivery] = []
        for number, event in enumerate(outcome.events, start=1):
            answers += self._told(event, outcome.events[number:], command.at)
        return [*answers, *self._displays(command.at)]

    def news(self) -> list[Event]:
        found, self.events = self.events, []
        return found

    def heard(self, table: str, event: Event, at: int) -> list[Delivery]:
        """A table's event; the answers are commands for tables."""
        if type(event) in self.wire.opening:
            self._shown.setdefault(table, (-1, False))
            return self._displays(at)
        answers: list[Delivery] = []
        for command in self.wire.to_link(self.state, table, self._rounds.get(table, 0), event, at):
            if isinstance(command, m.RegisterBets | m.NoteLook):
                self._rounds[table] = command.round
            answers += self.give(command)
        said = self.wire.said_registered(event)
        if said is not None and said != (meter := self._registered(table)):
            answers.append((table, self.wire.registered(at, meter)))
        if type(event) in self.wire.ending:
            answers += self._repairs((table,), at)
        return answers

    def _registered(self, table: str) -> int:
        """What was registered before the fault of this table."""
        entry = self.state.entries.get(key_of(table, self._rounds.get(table, 0)))
        if entry is not None and entry.registered >= 0:
            return entry.registered
        return self.state.meter if self.state.is_enabled else self.state.disabled_at

    def _is_seen(self) -> bool:
        """Whether somebody has looked at any table; tables tell of it only where that counts for all."""
        return any(entry.is_seen and not entry.is_over for entry in self.state.entries.values())

    def _told(self, event: Event, rest: tuple[Event, ...], at: int) -> list[Delivery]:
        wire = self.wire
        if isinstance(event, m.JackpotPaid):
            return [(event.table, wire.pay(at, event, _meter_after(event, rest)))]
        if isinstance(event, m.LinkDisabled):
            report = wire.fault(SYSTEM, at, None, event.meter, self._is_seen())
            tables = dict.fromkeys((*self.state.tables, *self._shown))
            return [*self._displays(at), *((table, report) for table in tables)]
        if isinstance(event, m.LinkEnabled | m.MeterCorrected | m.LinkOpened):
            return [*self._displays(at), *self._repairs(tuple(self.state.faults), at)]
        if isinstance(event, m.RepairNoted | m.CourseNoted) and self._hears_of_failure(event):
            meter = self.state.disabled_at
            return [(event.table, wire.fault(SYSTEM, at, None, meter, self._is_seen()))]
        if isinstance(event, m.RepairReported):
            return self._repairs((event.table,), at)
        if isinstance(event, m.BoxFaultReported):
            by = Actor(event.by, Role.DEALER)
            meter, is_seen = self._registered(event.table), self._is_seen()
            return [(event.table, wire.fault(by, at, event.box, meter, is_seen))]
        if isinstance(event, m.CourseOrdered):
            by = Actor(event.by, house_role(self.rules))
            return [(event.table, wire.course(by, at, event.course, event.reason))]
        return []

    def _hears_of_failure(self, event: m.RepairNoted | m.CourseNoted) -> bool:
        """Whether what was repaired, or a course that holds no longer, had kept a failure of the link from
        the table."""
        if self.state.is_enabled or (isinstance(event, m.CourseNoted) and event.course):
            return False
        fault = self.state.faults.get(event.table)
        return fault is None or 0 not in fault.boxes

    def _repairs(self, tables: tuple[str, ...], at: int) -> list[Delivery]:
        """Tables whose equipment works again; one in the middle of a Round hears it again at its end."""
        faults = {t: fault for t in tables if (fault := self.state.faults.get(t)) and fault.repaired_by}
        return [
            (
                table,
                self.wire.repaired(
                    Actor(fault.repaired_by, Role.PIT_MANAGER), at, 0 if fault.is_by_link else None
                ),
            )
            for table, fault in faults.items()
        ]

    def _displays(self, at: int) -> list[Delivery]:
        """Every table that has played shows the meter as it stands."""
        now = (self.state.meter, self.state.is_enabled)
        stale = [table for table, shown in self._shown.items() if shown != now]
        for table in stale:
            self._shown[table] = now
        return [(table, self.wire.show(at, *now)) for table in stale]

    def _unregistered(self, command: Command) -> list[Delivery]:
        """A link that cannot take the bets in is a fault of the equipment at that table."""
        if not isinstance(command, m.RegisterBets):
            return []
        fault = self.wire.fault(SYSTEM, command.at, None, None, self._is_seen())
        return [*self._displays(command.at), (command.table, fault)]


def _meter_after(paid: m.JackpotPaid, rest: tuple[Event, ...]) -> int:
    """What the display shows once a prize has been paid: the reset value, where it is reset."""
    following = next((event for event in rest if not isinstance(event, m.TermsAdopted)), None)
    return following.meter if isinstance(following, m.MeterReset) else paid.after


class LinkAttendant:
    """The link of a table on its own."""

    def __init__(self, wire: Wire, rules: Rules, table: str = "1") -> None:
        self.table = table
        self.post = LinkPost(wire, rules, (table,))

    def heard(self, event: Event, at: int) -> tuple[Command, ...]:
        if type(event) not in self.post.wire.concerns:
            return ()
        answers = self.post.heard(self.table, event, at)
        self.post.news()  # nobody journals a link that lives in memory
        return tuple(command for _, command in answers)


class LinkedTables:
    """Several tables on one link, in memory."""

    def __init__(
        self, wire: Wire, rules: Rules, tables: Mapping[str, Table[Any]], meter: int | None = None
    ) -> None:
        self.tables = dict(tables)
        self.post = LinkPost(wire, rules, tuple(tables), meter)
        self.events: list[tuple[str, Event]] = []

    @property
    def link(self) -> LinkState:
        return self.post.state

    def give(self, table: str, command: Command) -> Accepted[Any] | Refusal:
        """A command to one table, and everything that follows from it on all of them."""
        return self._deliver(deque([(table, command)]))

    def tell_link(self, command: Command) -> None:
        """A command of the House to the link itself, and what the tables make of it."""
        answers = self.post.give(command)
        if answers:
            self._deliver(deque(answers))

    def _deliver(self, waiting: deque[Delivery]) -> Accepted[Any] | Refusal:
        first: Accepted[Any] | Refusal | None = None
        while waiting:
            table, command = waiting.popleft()
            outcome = self.tables[table].submit(command)
            first = first or outcome
            if isinstance(outcome, Accepted):
                for event in outcome.events:
                    self.events.append((table, event))
                    if type(event) in self.post.wire.concerns:
                        waiting.extend(self.post.heard(table, event, command.at))
        assert first is not None
        return first
