"""How a Multi-Link table talks with its jackpot link."""

from typing import Any

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.irregularities.courses import FAULT
from croupier.games.multilink.state import State
from croupier.links import messages as m
from croupier.links.post import Wire
from croupier.links.state import LinkState, key_of
from croupier.table import SYSTEM, Actor, Command, Event, GiveRuling
from croupier.table.matters import MatterOpened

_ABOUT_BETS: frozenset[type[Event]] = frozenset(
    {e.BettingClosed, e.BetsReturned, e.HandCancelled, e.JackpotTakenBack}
)
_ABOUT_CARDS: frozenset[type[Event]] = frozenset(
    {e.HoleCardsDealt, e.CardLaid, e.StreetDealt, e.CardsSeen, e.JackpotClaimed}
)
_ABOUT_FAULTS: frozenset[type[Event]] = frozenset(
    {e.ProgressiveFaultFound, e.CourseTaken, e.CourseReopened, e.ProgressiveRepaired}
)
# Once one of these is open, nothing more of the Round is paid.
_QUESTIONS: frozenset[type[Event]] = frozenset({MatterOpened})


class MultiLinkWire(Wire):
    opening = frozenset({e.BettingOpened})
    ending = frozenset({e.RoundConcluded, e.RoundVoided})
    concerns = opening | ending | _ABOUT_BETS | _ABOUT_CARDS | _ABOUT_FAULTS | _QUESTIONS | {e.QuestionClosed}

    # What a table has said.

    def rests_on(self, before: State, event: Event) -> bool:
        """A deal is recorded again, and questions stop payments only once a jackpot has been claimed."""
        if type(event) in (e.HoleCardsDealt, e.CardLaid, e.StreetDealt, e.CardsSeen):
            return False
        return type(event) in self.concerns and (type(event) not in _QUESTIONS or bool(before.claims))

    def to_link(self, link: LinkState, table: str, round: int, event: Event, at: int) -> list[Command]:
        if type(event) in _ABOUT_FAULTS:
            return [_noted(table, event, at)]
        about: dict[str, Any] = {"by": SYSTEM, "at": at, "table": table}
        if isinstance(event, e.BettingClosed):
            bets = event.progressive
            return [m.RegisterBets(round=event.round, bets=bets, **about)] if bets else []
        if isinstance(event, e.CardsSeen):  # it counts for other tables, without jackpot bets at this one too
            return [m.NoteLook(round=event.round, **about)]
        entry = link.entries.get(key_of(table, round))
        if entry is None or entry.is_over:
            return []
        about["round"] = round
        if isinstance(event, e.HoleCardsDealt):
            return [m.RecordDeal(dealt_at=event.at, hands=event.times, **about)] if event.is_full else []
        if isinstance(event, e.StreetDealt):
            return [m.RecordDeal(dealt_at=event.full_at, hands={}, **about)] if event.full_at else []
        if isinstance(event, e.CardLaid):
            is_full = event.is_full and event.spot.place in entry.bets
            return (
                [m.RecordDeal(dealt_at=event.at, hands={event.spot.place: event.at}, **about)]
                if is_full
                else []
            )
        if isinstance(event, e.BetsReturned | e.HandCancelled):
            is_back = isinstance(event, e.HandCancelled) or event.is_unregistered
            is_back = is_back and event.box in entry.bets
            return [m.ReturnBets(boxes=(event.box,), **about)] if is_back else []
        if type(event) in _QUESTIONS:
            return [m.StopPayments(**about)] if entry.claims and not entry.is_stopped else []
        if isinstance(event, e.QuestionClosed):
            return [m.ResumePayments(**about)] if entry.is_stopped else []
        if isinstance(event, e.JackpotClaimed):
            return [m.RegisterClaims(claims=event.claims, **about)]
        if isinstance(event, e.JackpotTakenBack):
            return [m.TakeBackPrizes(**about)]
        if isinstance(event, e.RoundConcluded):
            return [m.CloseRound(**about)]
        return [m.VoidRound(**about)] if isinstance(event, e.RoundVoided) else []

    def said_registered(self, event: Event) -> int | None:
        return event.meter if isinstance(event, e.ProgressiveFaultFound) else None

    def awaits_prize(self, state: Any) -> bool:
        return isinstance(state, State) and state.phase == "jackpot"

    def displays(self, state: Any) -> tuple[int, bool]:
        return state.meter, state.is_link_open

    # What the link has to say.

    def show(self, at: int, meter: int, is_open: bool) -> Command:
        return c.ShowMeter(by=SYSTEM, at=at, meter=meter, is_open=is_open)

    def pay(self, at: int, paid: m.JackpotPaid, meter: int) -> Command:
        about: dict[str, Any] = {"box": paid.box, "amount": paid.amount, "round": paid.round}
        return c.PayJackpot(by=SYSTEM, at=at, meter=meter, **about)

    def fault(self, by: Actor, at: int, box: int | None, meter: int | None, is_seen: bool) -> Command:
        return c.ReportProgressiveFault(by=by, at=at, box=box, meter=meter, is_seen=is_seen)

    def registered(self, at: int, meter: int) -> Command:
        return c.RecordRegistered(by=SYSTEM, at=at, meter=meter)

    def course(self, by: Actor, at: int, course: str, reason: str) -> Command:
        return GiveRuling(by=by, at=at, decision=FAULT, choice=course, reason=reason)

    def repaired(self, by: Actor, at: int, box: int | None) -> Command:
        return c.ReportProgressiveRepaired(by=by, at=at, box=box)

    def is_display(self, command: Command) -> bool:
        return isinstance(command, c.ShowMeter)

    def is_prize(self, command: Command) -> bool:
        return isinstance(command, c.PayJackpot)


def _noted(table: str, event: Event, at: int) -> Command:
    """A table's word about its equipment, for the link to remember."""
    if isinstance(event, e.ProgressiveFaultFound):
        return m.NoteFault(by=SYSTEM, at=at, table=table, box=event.box, is_void=event.is_void)
    if isinstance(event, e.CourseTaken):
        return m.NoteCourse(by=SYSTEM, at=at, table=table, course=event.course)
    if isinstance(event, e.CourseReopened):
        return m.NoteCourse(by=SYSTEM, at=at, table=table, course="")
    assert isinstance(event, e.ProgressiveRepaired)
    return m.NoteRepair(by=SYSTEM, at=at, table=table, left=event.left, course=event.course)


WIRE = MultiLinkWire()
