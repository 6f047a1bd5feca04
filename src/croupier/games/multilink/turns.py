"""What comes next: the one place that knows the order of a Round."""

from typing import Literal

from croupier.games.multilink.state import (
    State,
    dealt_in,
    in_play,
    is_early,
    live_progressive,
    next_to_decide,
    undecided,
)
from croupier.games.multilink.terms import terms
from croupier.rulebook import Rules

Due = Literal[
    "matter",
    "idle",
    "betting",
    "deal_community",
    "deal_hole",
    "decide",
    "deal_flop",
    "reveal_flop",
    "deal_turn",
    "reveal_turn",
    "deal_river",
    "reveal_river",
    "dealer_hand",
    "settle",
    "jackpot",
]

_FACE_DOWN: dict[str, Due] = {
    "flop_down": "reveal_flop",
    "turn_down": "reveal_turn",
    "river_down": "reveal_river",
}
# What follows the decisions of each window, from a Card Shoe and from an Electronic Card Shuffler.
_AFTER: dict[str, tuple[Due, Due]] = {
    "first": ("deal_flop", "reveal_flop"),
    "second": ("deal_turn", "reveal_turn"),
    "third": ("deal_river", "reveal_river"),
}


def is_shoe(rules: Rules) -> bool:
    return terms(rules).is_shoe


def due(rules: Rules, state: State) -> Due:
    """The next thing to happen if nothing goes wrong."""
    if state.open:
        return "matter"
    phase = state.phase
    if phase == "idle" or phase == "betting" or phase == "jackpot":
        return phase
    if phase == "closed":
        if not dealt_in(state):
            return "settle"  # every hand has been cancelled (ML-A47)
        return "deal_hole" if state.board or is_shoe(rules) else "deal_community"
    if phase in _FACE_DOWN:
        return _FACE_DOWN[phase] if _is_more_wanted(rules, state) else "settle"
    if phase == "board":
        return "dealer_hand" if in_play(state) else "settle"
    if phase == "showdown":
        return "settle"
    return _after_decisions(rules, state)


def _after_decisions(rules: Rules, state: State) -> Due:
    if next_to_decide(state) is not None:
        return "decide"
    if not _is_more_wanted(rules, state):
        return "settle"
    dealt, revealed = _AFTER[state.phase]
    return dealt if is_shoe(rules) and not is_early(state) else revealed


def _is_more_wanted(rules: Rules, state: State) -> bool:
    """Whether further Community Cards decide anything: for a hand in play, or as far as a folded hand's
    jackpot bet is judged by them (ML-A01)."""
    if in_play(state):
        return True
    chosen = terms(rules)
    if chosen.complete_board_when_all_fold and any(box.status == "folded" for box in state.boxes.values()):
        return True
    is_undecided = state.board_shown < chosen.progressive_board_cards
    return chosen.deal_flop_for_folded_progressive and is_undecided and bool(live_progressive(state))


def asked_now(rules: Rules, state: State) -> list[int]:
    """The boxes that may decide: the next one clockwise or, where the order is free, all that have not."""
    found = list(undecided(state))
    return found if terms(rules).decision_order == "free" else found[:1]
