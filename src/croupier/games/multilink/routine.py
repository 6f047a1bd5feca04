"""What the Dealer does next if nothing goes wrong."""

from typing import Any

from croupier.games.multilink import betting, dealing, settlement
from croupier.games.multilink.dealing import miscount
from croupier.games.multilink.flow import Due, due
from croupier.games.multilink.irregularities.misdeals import (
    report_misdeal,
    report_wrong_count,
    report_wrong_number,
)
from croupier.games.multilink.state import State
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Action, Moment, Option

_STEPS: dict[Due, Action[State, Any]] = {
    "idle": betting.announce_bets,
    "betting": betting.close_betting,
    "deal_community": dealing.deal_community_cards,
    "deal_hole": dealing.deal_hole_cards,
    "deal_flop": dealing.deal_flop,
    "reveal_flop": dealing.reveal_flop,
    "deal_turn": dealing.deal_turn,
    "reveal_turn": dealing.reveal_turn,
    "deal_river": dealing.deal_river,
    "reveal_river": dealing.reveal_river,
    "dealer_hand": dealing.open_dealer_hand,
    "settle": settlement.settle,
}
_SHUFFLED_BEFORE: tuple[Due, ...] = ("idle", "deal_community", "deal_hole")
_WRONG: dict[str, Action[State, Any]] = {"stray": report_misdeal, "box": report_wrong_number}


def routine(rules: Rules, state: State) -> Option | None:
    """The first offer of the step that is due; before settling, the dealer reports what is wrong."""
    found, at = due(rules, state), Moment(rules, state, SYSTEM)
    action = _STEPS.get(found)
    if found == "settle" and (wrong := miscount(rules, state)):
        action = _WRONG.get(wrong[0], report_wrong_count)
    elif found in _SHUFFLED_BEFORE and not _is_ready(rules, state, found):
        action = dealing.shuffle_cards
    elif state.coming and found != "settle":  # with every hand cancelled the deal is not finished
        action = dealing.deal_card
    return action.first(at) if action is not None else None


def _is_ready(rules: Rules, state: State, found: Due) -> bool:
    return dealing.is_deck_fresh(rules, state) if found == "idle" else dealing.is_deck_ready(rules, state)
