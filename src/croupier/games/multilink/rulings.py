"""Answers to open questions: rulings, the players' choices, and time that has run out."""

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink import findings as f
from croupier.games.multilink import reports as r
from croupier.games.multilink.flow import due
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.settlement import resume
from croupier.games.multilink.state import State, next_to_decide
from croupier.games.multilink.troubles import CARRIED, OPTION_RULES, cancel_hand, go_on, open_rulings
from croupier.table import Draft, GiveRuling, Role

_MS = 1000


@MULTILINK.on(GiveRuling, Role.PIT_SUPERVISOR, "acting_in_position")
def give_ruling(draft: Draft[State], command: GiveRuling) -> None:
    waiting = {trouble.kind: trouble for trouble in open_rulings(draft.state) if not trouble.choosing}
    trouble = waiting.get(command.decision)
    if trouble is None:
        said = f"open: {', '.join(waiting)}" if waiting else "nothing waits for a ruling"
        draft.refuse("matters_not_provided_for", f"no decision {command.decision!r} is open; {said}")
    if not command.by.role.may_act_as(trouble.role):
        draft.refuse(trouble.rules[0], f"this is for a {trouble.role.words} or above", trouble.reading)
    if command.choice not in trouble.choices:
        draft.refuse(trouble.rules[0], f"rule {' or '.join(trouble.choices)}, not {command.choice!r}")
    draft.emit(
        f.RulingGiven(
            by=command.by.id,
            kind=trouble.kind,
            choice=command.choice,
            at=command.at,
            reason=command.reason,
            citations=draft.rules.cite(*trouble.rules, "acting_in_position", reading=trouble.reading),
        )
    )
    CARRIED[trouble.kind](draft, command, trouble)
    resume(draft)


@MULTILINK.on(r.ChooseOption, Role.PLAYER, "dealing_error_options")
def choose_option(draft: Draft[State], command: r.ChooseOption) -> None:
    trouble = draft.state.trouble
    box = draft.state.boxes.get(command.box)
    if trouble is None or command.box not in trouble.choosing:
        draft.refuse("dealing_error_options", f"there is no choice open for box {command.box}")
    if box is None or box.player != command.by.id:
        draft.refuse("dealing_error_options", f"the choice for box {command.box} is its player's")
    if command.choice not in trouble.choices:
        draft.refuse("dealing_error_options", f"choose {' or '.join(trouble.choices)}")
    cites = draft.rules.cite(OPTION_RULES[command.choice], reading="ML-A28")
    draft.emit(f.OptionChosen(box=command.box, choice=command.choice, at=command.at, citations=cites))
    if command.choice == "refund":
        cancel_hand(draft, command.box, cites)
    resume(draft)


@MULTILINK.on(c.CallTime, Role.DEALER, "matters_not_provided_for")
def call_time(draft: Draft[State], command: c.CallTime) -> None:
    """Silence after a dealing error means going on; before the flop it folds, later it checks."""
    state, rules = draft.state, draft.rules
    if state.trouble is not None and command.box in state.trouble.choosing:
        _require_time_over(draft, command.box, command.at)
        go_on(draft, command.box, command.at)
        resume(draft)
        return
    if due(rules, state) != "decide" or next_to_decide(state) != command.box:
        draft.refuse("matters_not_provided_for", f"box {command.box} is not asked to decide anything")
    limit = rules["action_clock_seconds"]
    left = state.asked_at + limit * _MS - command.at
    if not limit or left > 0:
        said = f"{-(-left // _MS)} more seconds" if limit else "all the time they want"
        draft.refuse("matters_not_provided_for", f"box {command.box} has {said}")
    cites = rules.cite("matters_not_provided_for", "fold" if state.phase == "first" else "check")
    kind = e.Folded if state.phase == "first" else e.Checked
    draft.emit(kind(box=command.box, at=command.at, why="out_of_time", citations=cites))


def _require_time_over(draft: Draft[State], number: int, at: int) -> None:
    """A player who has left for good is not waited for."""
    trouble = draft.state.trouble
    assert trouble is not None
    if draft.state.boxes[number].has_left or (trouble.deadline and at >= trouble.deadline):
        return
    left = f"{-(-(trouble.deadline - at) // _MS)} more seconds" if trouble.deadline else "no time limit"
    draft.refuse("dealing_error_options", f"box {number} has {left} to choose", "ML-A28")
