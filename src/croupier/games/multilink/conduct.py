"""Players who walk away, and jackpot equipment that fails."""

from msgspec.structs import replace

from croupier.games.multilink import events as e
from croupier.games.multilink import findings as f
from croupier.games.multilink import reports as r
from croupier.games.multilink.decisions import check_cites
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.limits import return_bets
from croupier.games.multilink.state import BETS, Box, Fault, State, Trouble, has_seen
from croupier.games.multilink.troubles import (
    FAULT,
    emit_void,
    play_on,
    require_clear_round,
    ruling,
    void,
)
from croupier.table import Draft, GiveRuling, Role


@MULTILINK.on(r.ReportWalkAway, Role.DEALER, "absent_with_decisions")
def report_walk_away(draft: Draft[State], command: r.ReportWalkAway) -> None:
    require_clear_round(draft, "absent_with_decisions")
    state = draft.state
    boxes = hands_of(state, command.player)
    if not boxes or state.phase in ("betting", "closed"):
        draft.refuse("absent_with_decisions", f"{command.player} has no hand in play to be left behind")
    left = [number for number in boxes if has_decisions_left(state, state.boxes[number])]
    stays = [n for n in left if state.boxes[n].flop and draft.rules["walkaway_after_flop"] == "check"]
    rule = "absent_with_decisions" if left else "absent_without_decisions"
    cites = draft.rules.cite(rule, reading="ML-A16" if left else None)
    staying = tuple(number for number in boxes if number in stays or number not in left)
    draft.emit(f.PlayerLeft(player=command.player, staying=staying, citations=cites))
    for number in left:
        if number not in stays:
            _fold_for(draft, number, command.at)
        elif draft.state.phase in ("second", "third") and not draft.state.boxes[number].has_decided:
            cites = check_cites(draft) + draft.rules.cite("absent_with_decisions", reading="ML-A16")
            draft.emit(e.Checked(box=number, at=command.at, why="walked_away", citations=cites))


def hands_of(state: State, player: str) -> list[int]:
    return [
        number
        for number, box in state.boxes.items()
        if box.player == player and box.is_in and not box.has_left
    ]


def has_decisions_left(state: State, box: Box) -> bool:
    if state.phase == "third":
        return not box.has_decided
    return state.phase in ("first", "flop_down", "second", "turn_down")


def _fold_for(draft: Draft[State], number: int, at: int) -> None:
    box = draft.state.boxes[number]
    cites = draft.rules.cite("absent_with_decisions", "fold", reading="ML-A16" if box.flop else None)
    if box.registered:
        cites += draft.rules.cite("absent_with_decisions", reading="ML-A17")
    draft.emit(e.Folded(box=number, at=at, why="walked_away", citations=cites))


# Faults of the jackpot equipment


@MULTILINK.on(r.ReportProgressiveFault, Role.DEALER, "progressive_fault_later_rounds")
def report_progressive_fault(draft: Draft[State], command: r.ReportProgressiveFault) -> None:
    state = draft.state
    box = command.box or 0
    if state.fault is not None:
        draft.refuse("progressive_fault_later_rounds", "the fault is known; report when it has been repaired")
    if not 0 <= box <= draft.rules["boxes"]:
        draft.refuse("boxes", f"there is no box {box}")
    cites = draft.rules.cite("progressive_fault_later_rounds", "progressive_jackpot", reading="ML-A30")
    draft.emit(f.ProgressiveFaultFound(box=box, meter=state.meter, citations=cites))
    if state.phase == "betting":
        for number in affected(state, box):
            rules = draft.rules.cite("progressive_fault_unseen", reading="ML-A31")
            return_bets(draft, number, ("progressive",), rules)
    elif state.phase != "idle" and not has_seen(state):
        void(draft, "a jackpot fault before anybody looked", "progressive_fault_unseen", reading="ML-A30")
    elif state.phase != "idle":
        why = "somebody has looked: jackpot bets are paid on what was registered before the fault"
        play_on(draft, why, "progressive_fault_seen", reading="ML-A30")


def affected(state: State, fault: int) -> list[int]:
    """Boxes whose jackpot bet lies on equipment that does not work."""
    return [n for n, box in state.boxes.items() if box.progressive and fault in (0, n)]


@ruling(FAULT)
def carry_fault(draft: Draft[State], command: GiveRuling, trouble: Trouble) -> None:
    fault = draft.state.fault
    assert fault is not None
    rule = {
        "close_table": "fault_close_table",
        "block_box": "fault_block_box",
        "without_progressive": "fault_without_progressive",
    }[command.choice]
    cites = draft.rules.cite("progressive_fault_later_rounds", rule, reading="ML-A39")
    draft.emit(f.CourseTaken(course=command.choice, by=command.by.id, citations=cites))
    if command.choice == "without_progressive":
        draft.emit(f.NoticeDisplayed(citations=draft.rules.cite(rule)))
    if draft.state.phase != "betting":
        return
    if command.choice == "close_table":
        emit_void(draft, "the table is closed", draft.rules.cite(rule, reading="ML-A31"))
    elif command.choice == "block_box" and fault.box in draft.state.boxes:
        return_bets(draft, fault.box, BETS, draft.rules.cite(rule, reading="ML-A31"))
    elif command.choice == "without_progressive":
        for number in affected(draft.state, 0):
            return_bets(draft, number, ("progressive",), draft.rules.cite(rule, reading="ML-A31"))


@MULTILINK.on(r.ReportProgressiveRepaired, Role.PIT_MANAGER, "progressive_fault_later_rounds")
def report_progressive_repaired(draft: Draft[State], command: r.ReportProgressiveRepaired) -> None:
    if draft.state.fault is None:
        draft.refuse("progressive_fault_later_rounds", "no fault has been reported")
    if draft.state.phase != "idle":
        draft.refuse(
            "progressive_fault_later_rounds", "finish this Round as it was begun; repair it between Rounds"
        )
    cites = draft.rules.cite("progressive_fault_later_rounds")
    draft.emit(f.ProgressiveRepaired(citations=cites))


# Events


@MULTILINK.after(f.PlayerLeft)
def player_left(state: State, event: f.PlayerLeft) -> State:
    for number in event.staying:
        state = state.with_box(number, has_left=True)
    return state


@MULTILINK.after(f.ProgressiveFaultFound)
def progressive_fault_found(state: State, event: f.ProgressiveFaultFound) -> State:
    return replace(state, fault=Fault(event.box, round=0 if state.phase == "idle" else state.round))


@MULTILINK.after(f.CourseTaken)
def course_taken(state: State, event: f.CourseTaken) -> State:
    assert state.fault is not None
    return replace(state, fault=replace(state.fault, course=event.course))


@MULTILINK.after(f.NoticeDisplayed)
def notice_displayed(state: State, event: f.NoticeDisplayed) -> State:
    return state


@MULTILINK.after(f.ProgressiveRepaired)
def progressive_repaired(state: State, event: f.ProgressiveRepaired) -> State:
    return replace(state, fault=None)
