"""How many cards should lie where."""

from croupier.games.multilink.flow import is_shoe
from croupier.games.multilink.state import State, in_play, live_progressive
from croupier.rulebook import Rules

HAND_SIZE = 2
BOARD_SIZE = 5
_BOARD_IN_PHASE = {
    "flop_down": 3,
    "second": 3,
    "turn_down": 4,
    "third": 4,
    "river_down": 5,
    "board": 5,
    "showdown": 5,
}


def board_expected(rules: Rules, state: State) -> int:
    """How many Community Cards should lie on the table now."""
    if not is_shoe(rules):
        return BOARD_SIZE if state.board else 0
    if state.phase == "jackpot":
        return BOARD_SIZE if state.is_dealer_shown else len(state.board)
    return _BOARD_IN_PHASE.get(state.phase, 0)


def has_wrong_count(rules: Rules, state: State, where: str) -> bool:
    """Whether the Community Cards or the Dealer's Hand are too many or too few."""
    if where == "community":
        return len(state.board) != board_expected(rules, state)
    return len(state.dealer) not in (0, HAND_SIZE)


def has_wrong_number(state: State, number: int) -> bool:
    """Whether a hand has not two cards, folded or not: its bets lie on the layout until the settlement."""
    box = state.boxes.get(number)
    if box is None or not box.ante or box.status == "cancelled":
        return False
    return len(box.cards) not in (0, HAND_SIZE)


def miscount(rules: Rules, state: State) -> tuple[str, int] | None:
    """Where whoever settles notices a wrong number of cards, and in which box."""
    if state.stray_of:
        return "stray", state.stray_of
    for number in state.boxes:
        if has_wrong_number(state, number):
            return "box", number
    is_board_used = in_play(state) or (state.board_shown and live_progressive(state))
    if is_board_used and has_wrong_count(rules, state, "community"):
        return "community", 0
    if state.is_dealer_shown and has_wrong_count(rules, state, "dealer"):
        return "dealer", 0
    return None
