"""Who shows first, who is next, and who has to show at all."""

from croupier.games.poker.state import State
from croupier.games.poker.terms import Terms


def first_to_show(table: Terms, state: State) -> tuple[int, str]:
    """The seat that shows first, and the rule that says so."""
    active = state.active
    for number in reversed(state.raisers):
        if number in active:
            return number, "last_raiser_shows_first"
    is_fourth = state.street == table.betting_rounds
    counts_bettor = is_fourth or table.early_final_order == "analogous"
    if counts_bettor and state.first_bettor in active:
        return state.first_bettor, "first_to_show_without_raise"
    return active[0], "first_to_show_without_raise"


def next_to_show(state: State, start: int) -> int:
    """The first seat from `start` clockwise that has neither shown nor mucked; 0 once everyone has."""
    order, seats = state.order, state.seats
    place = order.index(start)
    for number in order[place:] + order[:place]:
        seat = seats[number - 1]
        if seat and (hand := seat.hand) and hand.is_active and not hand.has_shown:
            return number
    return 0


def must_show(state: State, number: int, strength: int) -> bool:
    """Whether no better hand has been shown yet for the highest pot that the player shares with somebody."""
    others = [hand for n, hand in state.hands if hand.is_active and n != number]
    level = min(state.hand(number).total, max((hand.total for hand in others), default=0))
    return not any(hand.has_shown and hand.total >= level and hand.strength > strength for hand in others)
