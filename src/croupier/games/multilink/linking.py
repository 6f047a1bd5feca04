"""Between tables and link: what each tells the other.

The post translates; it decides nothing. A table on its own has it as an attendant, several tables share one.
In a house that keeps streams, whoever follows them does the same translation.
"""

from collections import deque
from collections.abc import Mapping
from typing import Any

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink import findings as f
from croupier.games.multilink import link_fault_messages as lf
from croupier.games.multilink import link_messages as m
from croupier.games.multilink import reports as r
from croupier.games.multilink.link_game import LINK
from croupier.games.multilink.link_state import LinkState, key_of
from croupier.games.multilink.link_terms import link_terms
from croupier.games.multilink.state import State
from croupier.games.multilink.troubles import FAULT
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Accepted, Actor, Command, Event, Game, GiveRuling, Refusal, Role, Table

HOUSE = Actor("house", Role.PIT_MANAGER)


class LinkPost:
    """A link in memory and the tables it serves."""

    name = "link"
    game: Game[Any] = LINK

    def __init__(self, rules: Rules, tables: tuple[str, ...], meter: int | None = None) -> None:
        self.rules = rules
        self.state: LinkState = LINK.initial(rules)
        self.events: list[Event] = []
        self._shown: dict[str, tuple[int, bool]] = {}
        self._rounds: dict[str, int] = {}
        opening = link_terms(rules).opening_value or None if meter is None else meter
        self.give(m.OpenLink(by=HOUSE, meter=opening))
        for table in tables:
            self.give(m.JoinLink(by=HOUSE, table=table, boxes=link_terms(rules).boxes))

    def give(self, command: Command) -> list[tuple[str, Command]]:
        """Submit to the link; the answers name the table they are for."""
        outcome = LINK.decide(self.rules, self.state, command)
        if isinstance(outcome, Refusal):
            return self._unregistered(command)
        self.state = outcome.state
        self.events += outcome.events
        answers: list[tuple[str, Command]] = []
        for number, event in enumerate(outcome.events, start=1):
            answers += self._told(event, outcome.events[number:], command.at)
        return [*answers, *self._displays(command.at)]

    def news(self) -> list[Event]:
        found, self.events = self.events, []
        return found

    def heard(self, table: str, event: Event, at: int) -> list[tuple[str, Command]]:
        """A table's event; the answers are commands for tables."""
        if type(event) is e.BettingOpened:
            return self._open_display(table, at)
        answers: list[tuple[str, Command]] = []
        for command in self._from_table(table, event, at):
            answers += self.give(command)
        if isinstance(event, f.ProgressiveFaultFound) and event.meter != self._registered(table):
            meter = self._registered(table)
            answers.append((table, r.RecordRegistered(by=SYSTEM, at=at, meter=meter)))
        if type(event) in _ENDING:
            answers += self._repairs((table,), at)
        return answers

    def _registered(self, table: str) -> int:
        """What was registered before the fault of this table."""
        entry = self.state.entries.get(key_of(table, self._rounds.get(table, 0)))
        if entry is not None and entry.registered >= 0:
            return entry.registered
        return self.state.meter if self.state.is_enabled else self.state.disabled_at

    def _from_table(self, table: str, event: Event, at: int) -> list[Command]:
        kind = type(event)
        if kind in _ABOUT_FAULTS:
            return [_noted(table, event, at)]
        if kind is e.BettingClosed and event.progressive:  # type: ignore[attr-defined]
            assert isinstance(event, e.BettingClosed)
            self._rounds[table] = event.round
            return [m.RegisterBets(by=SYSTEM, at=at, table=table, round=event.round, bets=event.progressive)]
        round = self._rounds.get(table, 0)
        entry = self.state.entries.get(key_of(table, round))
        if entry is None or entry.is_over:
            return []
        about: dict[str, Any] = {"by": SYSTEM, "at": at, "table": table, "round": round}
        if isinstance(event, e.HoleCardsDealt):
            return [m.RecordDeal(dealt_at=event.at, hands=event.times, **about)]
        if isinstance(event, e.CardDealt):
            full = {event.box: event.at} if event.is_full and event.box in entry.bets else {}
            return [m.RecordDeal(dealt_at=event.at, hands=full, **about)] if full else []
        if isinstance(event, e.BetsReturned | f.HandCancelled):
            is_back = isinstance(event, f.HandCancelled) or event.is_unregistered
            is_back = is_back and event.box in entry.bets
            return [m.ReturnBets(boxes=(event.box,), **about)] if is_back else []
        if kind in _QUESTIONS:
            is_new = bool(entry.claims) and not entry.is_stopped
            return [m.StopPayments(**about)] if is_new else []
        if isinstance(event, f.QuestionClosed):
            return [m.ResumePayments(**about)] if entry.is_stopped else []
        if isinstance(event, e.JackpotClaimed):
            return [m.RegisterClaims(claims=event.claims, **about)]
        if isinstance(event, e.RoundConcluded):
            return [m.CloseRound(**about)]
        if isinstance(event, f.RoundVoided):
            return [m.VoidRound(**about)]
        return []

    def _told(self, event: Event, rest: tuple[Event, ...], at: int) -> list[tuple[str, Command]]:
        if isinstance(event, m.JackpotPaid):
            shown = _meter_after(event, rest)
            pay = c.PayJackpot(
                by=SYSTEM, at=at, box=event.box, amount=event.amount, meter=shown, round=event.round
            )
            return [(event.table, pay)]
        if isinstance(event, m.LinkDisabled):
            report = r.ReportProgressiveFault(by=SYSTEM, at=at, meter=event.meter)
            tables = dict.fromkeys((*self.state.tables, *self._shown))
            return [*self._displays(at), *((table, report) for table in tables)]
        if isinstance(event, m.LinkEnabled | m.MeterCorrected | m.LinkOpened):
            return [*self._displays(at), *self._repairs(tuple(self.state.faults), at)]
        if isinstance(event, lf.RepairReported):
            return self._repairs((event.table,), at)
        if isinstance(event, lf.BoxFaultReported):
            by = Actor(event.by, Role.DEALER)
            meter = self._registered(event.table)
            return [(event.table, r.ReportProgressiveFault(by=by, at=at, box=event.box, meter=meter))]
        if isinstance(event, lf.CourseOrdered):
            by = Actor(event.by, Role.PIT_MANAGER)
            course = {"decision": FAULT, "choice": event.course, "reason": event.reason}
            return [(event.table, GiveRuling(by=by, at=at, **course))]
        return []

    def _repairs(self, tables: tuple[str, ...], at: int) -> list[tuple[str, Command]]:
        """Tables whose equipment works again; one in the middle of a Round hears it again at its end."""
        faults = {t: fault for t in tables if (fault := self.state.faults.get(t)) and fault.repaired_by}
        return [
            (
                table,
                r.ReportProgressiveRepaired(
                    by=Actor(fault.repaired_by, Role.PIT_MANAGER), at=at, box=0 if fault.is_by_link else None
                ),
            )
            for table, fault in faults.items()
        ]

    def _displays(self, at: int) -> list[tuple[str, Command]]:
        """Every table that has played shows the meter as it stands."""
        now = (self.state.meter, self.state.is_enabled)
        stale = [table for table, shown in self._shown.items() if shown != now]
        for table in stale:
            self._shown[table] = now
        return [(t, c.ShowMeter(by=SYSTEM, at=at, meter=now[0], is_open=now[1])) for t in stale]

    def _open_display(self, table: str, at: int) -> list[tuple[str, Command]]:
        self._shown.setdefault(table, (-1, False))
        return self._displays(at)

    def _unregistered(self, command: Command) -> list[tuple[str, Command]]:
        """A link that cannot take the bets in is a fault of the equipment at that table."""
        if isinstance(command, m.RegisterBets):
            fault = r.ReportProgressiveFault(by=SYSTEM, at=command.at)
            return [*self._displays(command.at), (command.table, fault)]
        return []


def _meter_after(paid: m.JackpotPaid, rest: tuple[Event, ...]) -> int:
    """What the display shows once a prize has been paid: the reset value, where it is reset."""
    following = next((event for event in rest if not isinstance(event, m.TermsAdopted)), None)
    return following.meter if isinstance(following, m.MeterReset) else paid.after


def _noted(table: str, event: Event, at: int) -> Command:
    """A table's word about its equipment, for the link to remember."""
    if isinstance(event, f.ProgressiveFaultFound):
        return lf.NoteFault(by=SYSTEM, at=at, table=table, box=event.box, is_void=event.is_void)
    if isinstance(event, f.CourseTaken):
        return lf.NoteCourse(by=SYSTEM, at=at, table=table, course=event.course)
    assert isinstance(event, f.ProgressiveRepaired)
    return lf.NoteRepair(by=SYSTEM, at=at, table=table, left=event.left, course=event.course)


_ABOUT_BETS: frozenset[type[Event]] = frozenset({e.BettingClosed, e.BetsReturned, f.HandCancelled})
# Once one of these is open, nothing more of the Round is paid.
_QUESTIONS: frozenset[type[Event]] = frozenset({f.RulingAsked, f.OptionsOffered})
_ENDING: frozenset[type[Event]] = frozenset({e.RoundConcluded, f.RoundVoided})
_ABOUT_FAULTS: frozenset[type[Event]] = frozenset(
    {f.ProgressiveFaultFound, f.CourseTaken, f.ProgressiveRepaired}
)
# Everything at a table that a link has to hear of.
CONCERNS_LINK = (
    _ABOUT_BETS | _QUESTIONS | _ENDING | _ABOUT_FAULTS | {e.BettingOpened, e.HoleCardsDealt, e.CardDealt}
) | {e.JackpotClaimed, f.QuestionClosed}


class LinkAttendant:
    """The link of a table on its own."""

    def __init__(self, rules: Rules, table: str = "1") -> None:
        self.table = table
        self.post = LinkPost(rules, (table,))

    def heard(self, event: Event, at: int) -> tuple[Command, ...]:
        if type(event) not in CONCERNS_LINK:
            return ()
        answers = self.post.heard(self.table, event, at)
        self.post.news()  # nobody journals a link that lives in memory
        return tuple(command for _, command in answers)


class LinkedTables:
    """Several tables on one link, in memory."""

    def __init__(self, rules: Rules, tables: Mapping[str, Table[State]], meter: int | None = None) -> None:
        self.tables = dict(tables)
        self.post = LinkPost(rules, tuple(tables), meter)
        self.events: list[tuple[str, Event]] = []

    @property
    def link(self) -> LinkState:
        return self.post.state

    def give(self, table: str, command: Command) -> Accepted[State] | Refusal:
        """A command to one table, and everything that follows from it on all of them."""
        return self._deliver(deque([(table, command)]))

    def tell_link(self, command: Command) -> None:
        """A command of the House to the link itself, and what the tables make of it."""
        answers = self.post.give(command)
        if answers:
            self._deliver(deque(answers))

    def _deliver(self, waiting: deque[tuple[str, Command]]) -> Accepted[State] | Refusal:
        first: Accepted[State] | Refusal | None = None
        while waiting:
            table, command = waiting.popleft()
            outcome = self.tables[table].submit(command)
            first = first or outcome
            if isinstance(outcome, Accepted):
                for event in outcome.events:
                    self.events.append((table, event))
                    if type(event) in CONCERNS_LINK:
                        waiting.extend(self.post.heard(table, event, command.at))
        assert first is not None
        return first
