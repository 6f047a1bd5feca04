"""What the Dealer does next if nothing goes wrong."""

from typing import Any

from croupier.games.multilink import betting, dealing, settlement
from croupier.games.multilink.irregularities.reports import report_cards
from croupier.games.multilink.settlement import miscounts, to_turn_over
from croupier.games.multilink.state import State
from croupier.games.multilink.turns import Due, due
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Action, Moment, Option

_STEPS: dict[Due, Action[State, Any]] = {
    "idle": betting.announce_bets,
    "betting": betting.close_betting,
    "deal_community": dealing.deal_community_cards,
    "deal_hole": dealing.deal_hole_cards,
    "deal_flop": dealing.deal_street,
    "reveal_flop": dealing.reveal_flop,
    "deal_turn": dealing.deal_street,
    "reveal_turn": dealing.reveal_turn,
    "deal_river": dealing.deal_street,
    "reveal_river": dealing.reveal_river,
    "dealer_hand": dealing.open_dealer_hand,
    "settle": settlement.settle,
}
_SHUFFLED_BEFORE: tuple[Due, ...] = ("idle", "deal_community", "deal_hole")


def routine(rules: Rules, state: State) -> Option | None:
    """The first offer of the step that is due; before settling, the dealer reports what is wrong."""
    found, at = due(rules, state), Moment(rules, state, SYSTEM)
    action = _STEPS.get(found)
    if found == "settle" and miscounts(rules, state):
        action = report_cards
    elif found == "settle" and to_turn_over(rules, state):
        action = settlement.turn_over_hand
    elif found in _SHUFFLED_BEFORE and not _is_ready(rules, state, found):
        action = dealing.shuffle_cards
    elif state.coming and found != "settle":  # with every hand cancelled the deal is not finished
        action = dealing.deal_card
    return action.first(at) if action is not None else None


def _is_ready(rules: Rules, state: State, found: Due) -> bool:
    return dealing.is_deck_fresh(rules, state) if found == "idle" else dealing.is_deck_ready(rules, state)
