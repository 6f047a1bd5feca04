"""Answers to open questions: rulings, the players' choices, and time that has run out."""

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink import findings as f
from croupier.games.multilink import reports as r
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.settlement import answered
from croupier.games.multilink.state import State
from croupier.games.multilink.troubles import CARRIED, OPTION_RULES, go_on, open_rulings, take_back_hand
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Option, Role, offer


@MULTILINK.on(GiveRuling, Role.DEALER, "acting_in_position", also=(Role.PLAYER,))
def give_ruling(draft: Draft[State], command: GiveRuling) -> None:
    waiting = {trouble.kind: trouble for trouble in open_rulings(draft.state) if not trouble.choosing}
    trouble, question = waiting.get(command.decision), draft.state.trouble
    if trouble is None:
        said = f"open: {', '.join(waiting)}" if waiting else "nothing waits for a ruling"
        draft.refuse("matters_not_provided_for", f"no decision {command.decision!r} is open; {said}")
    if not command.by.role.may_act_as(trouble.role):
        said = f"this is for a {trouble.role.words} or above to decide: {trouble.question}"
        draft.refuse(trouble.rules[0], said, trouble.reading)
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
    answered(draft, question)


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
        take_back_hand(draft, command.box, cites)
    answered(draft, trouble)


@MULTILINK.on(c.CallTime, Role.DEALER, "matters_not_provided_for")
def call_time(draft: Draft[State], command: c.CallTime) -> None:
    """The document knows no clock: whoever calls time has measured it, or rules that enough has passed."""
    state, number = draft.state, command.box
    if number not in MULTILINK.awaited(draft.rules, state):
        said = f"box {number} is not asked to decide anything"
        draft.refuse("matters_not_provided_for", said, "ML-A51")
    if state.trouble is not None:
        go_on(draft, number, command.at)
        answered(draft, state.trouble)
    elif state.phase == "betting":
        player = next(name for name, each in state.players.items() if each.seat == number)
        cites = draft.rules.cite("betting_closes", reading="ML-A51")
        draft.emit(e.BettingFinished(player=player, citations=cites))
    else:
        kind = e.Folded if state.phase == "first" else e.Checked
        rule = "fold" if state.phase == "first" else "check"
        cites = draft.rules.cite("matters_not_provided_for", rule, reading="ML-A51")
        draft.emit(kind(box=number, at=command.at, why="out_of_time", citations=cites))


def overdue(rules: Rules, state: State, place: int) -> Option:
    """What becomes of an awaited player who does nothing: the bets stand, and the game goes on."""
    assert place in MULTILINK.awaited(rules, state), f"nobody is awaited at {place}"
    cites = rules.cite("matters_not_provided_for", reading="ML-A51")
    return offer(c.CallTime, cites, group="house", box=place)
