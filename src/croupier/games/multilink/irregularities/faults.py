"""Jackpot equipment that fails: what becomes of the Round, and how the House goes on."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.betting import return_bets
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.courses import FAULT, emit_void, play_on, report, void
from croupier.games.multilink.irregularities.interruptions import outcome_established
from croupier.games.multilink.state import BETS, Fault, State, has_seen
from croupier.games.multilink.terms import terms
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Matter, Moment, Offer, Role
from croupier.table.offers import Target

_LATER = "progressive_fault_later_rounds"


def _unknown_faults(at: Moment[State]) -> Iterator[Target]:
    """The whole system or the coin spot of a box, as far as it is not known."""
    fault = at.state.fault
    for box in (None, *range(1, terms(at.rules).boxes + 1)):
        if fault is None or not fault.includes(box or 0):
            yield {"box": box}


@MULTILINK.action(c.ReportProgressiveFault, Role.DEALER, _LATER, each=_unknown_faults)
def report_progressive_fault(at: Moment[State], box: int | None) -> Offer:
    if at.state.fault is not None and at.state.fault.includes(box or 0):
        at.refuse(_LATER, "the fault is known; report when it has been repaired")
    if not 0 <= (box or 0) <= terms(at.rules).boxes:
        at.refuse("boxes", "there is no box {box}", box=box)
    return report(at, _LATER)


@report_progressive_fault.taken
def progressive_fault_is_reported(
    draft: Draft[State], command: c.ReportProgressiveFault, offer: Offer
) -> None:
    state, box = draft.state, command.box or 0
    cites = draft.cite("progressive_fault_later_rounds", "progressive_jackpot", reading="ML-A30")
    meter = state.meter if command.meter is None else command.meter
    is_open = state.phase == "betting" and terms(draft.rules).fault_before_close == "return_bets"
    is_seen = has_seen(state) or command.is_seen
    is_unseen = state.phase != "idle" and not is_open and not is_seen
    is_interrupted = not is_open and not is_unseen and interrupts_play(draft.rules, state)
    is_void = is_unseen or is_interrupted
    draft.emit(e.ProgressiveFaultFound(box=box, meter=meter, is_void=is_void, citations=cites))
    if is_open:
        for number in affected(state, box):
            rules = draft.cite("progressive_fault_unseen", reading="ML-A31")
            return_bets(draft, number, ("progressive",), rules)
    elif is_unseen:
        reading = "ML-A31" if state.phase == "betting" else "ML-A30"
        void(draft, "a jackpot fault before anybody looked", "progressive_fault_unseen", reading=reading)
    elif is_interrupted:
        keys = ("technical_interruption", "interruption_no_outcome")
        void(draft, "a jackpot fault before any outcome", *keys, reading="ML-A71")
    elif state.phase != "idle":
        why = "somebody has looked: jackpot bets are paid on what was registered before the fault"
        play_on(draft, why, "progressive_fault_seen", reading="ML-A30")


def interrupts_play(rules: Rules, state: State) -> bool:
    """Whether the House takes a fault of the jackpot for an interruption of play as well."""
    is_open = state.phase != "idle" and terms(rules).fault_without_outcome == "void"
    return is_open and not outcome_established.by(rules)(rules, state)


def affected(state: State, fault: int) -> list[int]:
    """Boxes whose jackpot bet lies on equipment that does not work."""
    return [n for n, box in state.boxes.items() if box.progressive and fault in (0, n)]


@MULTILINK.ruling(FAULT)
def carry_fault(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    fault = draft.state.fault
    assert fault is not None
    rule = {
        "close_table": "fault_close_table",
        "block_box": "fault_block_box",
        "without_progressive": "fault_without_progressive",
    }[command.choice]
    cites = draft.cite("progressive_fault_later_rounds", rule, reading="ML-A39")
    draft.emit(e.CourseTaken(course=command.choice, by=command.by.id, citations=cites))
    if command.choice == "without_progressive":
        draft.emit(e.NoticeDisplayed(citations=draft.cite(rule)))
    if draft.state.phase != "betting":
        return
    if command.choice == "close_table":
        emit_void(draft, "the table is closed", draft.cite(rule, reading="ML-A31"))
    elif command.choice == "block_box":
        for number in [n for n in draft.state.boxes if fault.covers(n)]:
            return_bets(draft, number, BETS, draft.cite(rule, reading="ML-A31"))
    elif command.choice == "without_progressive":
        for number in affected(draft.state, 0):
            return_bets(draft, number, ("progressive",), draft.cite(rule, reading="ML-A31"))


@MULTILINK.action(c.AskCourseAnew, Role.PIT_SUPERVISOR, _LATER)
def ask_course_anew(at: Moment[State]) -> Offer:
    """For later Rounds: the one under way keeps its course."""
    if at.state.fault is None or not at.state.fault.course:
        at.refuse(_LATER, "no course has been taken that could be changed")
    if at.state.phase != "idle":
        at.refuse(_LATER, "this Round is played as it was begun; ask before the next", "ML-A57")
    return Offer(at.cite(_LATER, reading="ML-A39"), event=e.CourseReopened, group="house")


@MULTILINK.on(c.RecordRegistered, Role.SYSTEM, "progressive_fault_seen")
def record_registered(draft: Draft[State], command: c.RecordRegistered) -> None:
    if draft.state.fault is None:
        draft.refuse("progressive_fault_seen", "no fault has been reported")
    draft.emit(e.RegisteredRecorded(meter=command.meter, citations=draft.cite("progressive_fault_seen")))


def _known_faults(at: Moment[State]) -> Iterator[Target]:
    if at.state.fault is not None and at.state.phase == "idle":
        boxes = at.state.fault.boxes if at.state.fault.others else ()
        yield from ({"box": box} for box in (None, *boxes))


@MULTILINK.action(c.ReportProgressiveRepaired, Role.PIT_MANAGER, _LATER, each=_known_faults)
def report_progressive_repaired(at: Moment[State], box: int | None) -> Offer:
    fault = at.state.fault
    if fault is None:
        at.refuse(_LATER, "no fault has been reported")
    if at.state.phase != "idle":
        said = "finish this Round as it was begun; the equipment serves again from the next"
        at.refuse(_LATER, said, "ML-A57")
    if box is not None and box not in fault.boxes:
        at.refuse(_LATER, "no fault of box {box} has been reported", box=box)
    return Offer(at.cite(_LATER), facts=fault, group="house")


@report_progressive_repaired.taken
def progressive_repair_is_reported(
    draft: Draft[State], command: c.ReportProgressiveRepaired, offer: Offer
) -> None:
    fault, box = offer.facts, command.box
    left = () if box is None else tuple(number for number in fault.boxes if number != box)
    # What the House chose for boxes still holds for the others; what it chose for the system does not.
    course = fault.course if left and box else ""
    cites = draft.cite("progressive_fault_later_rounds")
    draft.emit(e.ProgressiveRepaired(left=left, course=course, citations=cites))


# Events


@MULTILINK.after(e.ProgressiveFaultFound)
def progressive_fault_found(state: State, event: e.ProgressiveFaultFound) -> State:
    """A further box, or the whole system, adds to the fault; its course has to be chosen anew."""
    round = 0 if state.phase == "idle" else state.round
    if state.fault is None:
        return replace(state, fault=Fault(event.box, round=round))
    if event.box == 0:
        return replace(state, fault=Fault(0, round=round, others=state.fault.boxes))
    others = (*state.fault.others, event.box)
    return replace(state, fault=replace(state.fault, others=others, round=round, course=""))


@MULTILINK.after(e.CourseTaken)
def course_taken(state: State, event: e.CourseTaken) -> State:
    assert state.fault is not None
    return replace(state, fault=replace(state.fault, course=event.course))


@MULTILINK.after(e.CourseReopened)
def course_reopened(state: State, event: e.CourseReopened) -> State:
    assert state.fault is not None
    return replace(state, fault=replace(state.fault, course=""))


@MULTILINK.after(e.ProgressiveRepaired)
def progressive_repaired(state: State, event: e.ProgressiveRepaired) -> State:
    if not event.left:
        return replace(state, fault=None)
    return replace(state, fault=Fault(event.left[0], event.course, others=event.left[1:]))  # type: ignore[arg-type]
