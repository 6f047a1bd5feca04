"""Players who walk away."""

from collections.abc import Iterator
from functools import partial

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.decisions import check_cites, fold_for_absent, is_blind
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.choices import choose, say_nothing
from croupier.games.multilink.permissions import require_clear_round, require_round
from croupier.games.multilink.settlement import after_answer
from croupier.games.multilink.state import Box, State, choosing, live_progressive
from croupier.games.multilink.terms import terms
from croupier.rulebook import Rules
from croupier.table import Draft, Moment, Offer, Role
from croupier.table.offers import Target


def _players_with_hands(at: Moment[State]) -> Iterator[Target]:
    names = dict.fromkeys(box.player for box in at.state.boxes.values())
    return ({"player": name} for name in names if can_walk_away(at.state, name))


@MULTILINK.action(c.ReportWalkAway, Role.DEALER, "absent_with_decisions", each=_players_with_hands)
def report_walk_away(at: Moment[State], player: str) -> Offer:
    require_round(at, "absent_with_decisions")
    if at.state.open and not choosing(at.state):
        require_clear_round(at, "absent_with_decisions")
    if not can_walk_away(at.state, player):
        at.refuse("absent_with_decisions", "{player} has no hand in play to be left behind", player=player)
    cites = at.cite("absent_with_decisions", "absent_without_decisions")
    return Offer(cites, group="irregularity")


@report_walk_away.taken
def walk_away_is_reported(draft: Draft[State], command: c.ReportWalkAway, offer: Offer) -> None:
    was_open, boxes = bool(draft.state.open), hands_of(draft.state, command.player)
    if draft.state.phase == "betting":  # who is back in time may bet on; the closing call folds the others
        cites = draft.cite("absent_with_decisions")
        draft.emit(e.PlayerLeft(player=command.player, staying=tuple(boxes), citations=cites))
        return
    for number in boxes:
        if number in choosing(draft.state):
            if terms(draft.rules).leaver_in_a_choice == "refund":
                choose(draft, number, "refund", command.at, is_silence=True, reading="ML-A72")
            else:
                say_nothing(draft, number, command.at)
    state = draft.state
    left = [number for number in boxes if has_decisions_left(draft.rules, state, state.boxes[number])]
    stays = [n for n in left if state.boxes[n].flop and terms(draft.rules).walkaway_after_flop == "check"]
    rule = "absent_with_decisions" if left else "absent_without_decisions"
    cites = draft.cite(rule, reading="ML-A16" if left else None)
    staying = tuple(number for number in boxes if number in stays or number not in left)
    draft.emit(e.PlayerLeft(player=command.player, staying=staying, citations=cites))
    for number in left:
        if number not in stays:
            fold_for_absent(draft, number, command.at)
    for number in staying:
        box = draft.state.boxes[number]
        if draft.state.phase in ("second", "third") and box.is_in and not box.has_decided:
            cites = check_cites(draft) + draft.cite(rule, reading="ML-A16" if number in left else None)
            draft.emit(e.Checked(box=number, at=command.at, why="walked_away", citations=cites))
    if was_open:
        after_answer(draft)


def _players_away(at: Moment[State]) -> Iterator[Target]:
    names = dict.fromkeys(box.player for box in at.state.boxes.values() if box.has_left)
    return ({"player": name} for name in names if at.state.phase == "betting")


@MULTILINK.action(c.ReportReturn, Role.DEALER, "absent_with_decisions", each=_players_away)
def report_return(at: Moment[State], player: str) -> Offer:
    """Who is back before the closing call has left nothing undecided."""
    is_away = any(box.player == player and box.has_left for box in at.state.boxes.values())
    if at.state.phase != "betting" or not is_away:
        said = "{player} has not walked away while bets are open"
        at.refuse("absent_with_decisions", said, reading="ML-A64", player=player)
    cites = at.cite("absent_with_decisions", reading="ML-A64")
    return Offer(cites, event=partial(e.PlayerReturned, player=player), group="irregularity")


def can_walk_away(state: State, player: str) -> bool:
    """Whether this player has a hand in the Round, dealt or not; a choice after an error may be open."""
    if state.phase == "idle":
        return False
    is_answerable = not state.open or bool(choosing(state))
    return is_answerable and bool(hands_of(state, player))


def hands_of(state: State, player: str) -> list[int]:
    """Hands that can be left behind: those in the Round, and folded ones whose jackpot bet is alive."""
    alive = live_progressive(state)
    return [
        number
        for number, box in state.boxes.items()
        if box.player == player and (box.is_in or number in alive) and not box.has_left
    ]


def has_decisions_left(rules: Rules, state: State, box: Box) -> bool:
    """A blind hand in for the finish that may only check has none."""
    if not box.is_in or (box.flop and is_blind(box) and not terms(rules).blind_street_bets):
        return False
    if state.phase == "third":
        return not box.has_decided
    return state.phase in ("closed", "first", "flop_down", "second", "turn_down")


# Events


@MULTILINK.after(e.PlayerReturned)
def player_returned(state: State, event: e.PlayerReturned) -> State:
    for number, box in state.boxes.items():
        if box.player == event.player:
            state = state.with_box(number, has_left=False)
    return state


@MULTILINK.after(e.PlayerLeft)
def player_left(state: State, event: e.PlayerLeft) -> State:
    for number in event.staying:
        state = state.with_box(number, has_left=True)
    return state
