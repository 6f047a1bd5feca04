"""How many cards should lie where."""

from croupier.games.multilink.state import State, in_play, live_progressive
from croupier.games.multilink.terms import STREET_BETS, terms
from croupier.rulebook import Rules

_STREETS_OUT = {
    "flop_down": 1,
    "second": 1,
    "turn_down": 2,
    "third": 2,
    "river_down": 3,
    "board": 3,
    "showdown": 3,
}


def board_expected(rules: Rules, state: State) -> int:
    """How many Community Cards should lie on the table now."""
    chosen = terms(rules)
    if not chosen.is_shoe:
        return chosen.community_packet if state.board else 0
    if state.phase == "jackpot":
        return chosen.community_cards if state.is_dealer_shown else len(state.board)
    streets = STREET_BETS[: _STREETS_OUT.get(state.phase, 0)]
    return sum(chosen.cards_of(street) for street in streets)


def has_wrong_count(rules: Rules, state: State, where: str) -> bool:
    """Whether the Community Cards or the Dealer's Hand are too many or too few."""
    if where == "community":
        return len(state.board) != board_expected(rules, state)
    return len(state.dealer) not in (0, terms(rules).dealer_cards)


def has_wrong_number(rules: Rules, state: State, number: int) -> bool:
    """Whether a hand has not its two cards, folded or not: its bets lie there until the settlement."""
    box = state.boxes.get(number)
    if box is None or not box.ante or box.status == "cancelled":
        return False
    return len(box.cards) not in (0, terms(rules).hole_cards)


def miscount(rules: Rules, state: State) -> tuple[str, int] | None:
    """Where whoever settles notices a wrong number of cards, and in which box."""
    if state.stray_of:
        return "stray", state.stray_of
    for number in state.boxes:
        if has_wrong_number(rules, state, number):
            return "box", number
    is_board_used = in_play(state) or (state.board_shown and live_progressive(state))
    if is_board_used and has_wrong_count(rules, state, "community"):
        return "community", 0
    if state.is_dealer_shown and has_wrong_count(rules, state, "dealer"):
        return "dealer", 0
    return None
