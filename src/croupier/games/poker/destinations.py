"""Where each card goes, in the order they leave the device, for those who deal and those who name cards."""

from croupier.games.poker.moments import CARDS_IN
from croupier.games.poker.state import State, Street
from croupier.games.poker.terms import Terms

NO_BURN = ("without_burning", "face_down_without_burning")

_BURNT = "Burnt Card"
_BOARD = ("Flop", "Flop", "Flop", "Turn Card", "River Card")
_STREETS: dict[Street, tuple[str, ...]] = {"flop": _BOARD[:3], "turn": _BOARD[3:4], "river": _BOARD[4:]}


def opening_burns(table: Terms, mistake: str | None = None) -> int:
    """Cards burnt before the Hole Cards."""
    return 0 if mistake == "without_burning" else table.opening_burns


def hands_dealt(table: Terms, order: tuple[int, ...], mistake: str | None = None, seat: int = 0) -> list[int]:
    """The seats in the order they get a card; 0 is a hand for nobody."""
    seats = [number for number in order if mistake != "leaving_out" or number != seat]
    if mistake == "with_an_extra_hand":
        seats.append(0)
    each = table.hole_cards
    targets = seats * each if table.is_shoe else [number for number in seats for _ in range(each)]
    if mistake == "one_card_short_at":
        targets.reverse()
        targets.remove(seat)  # it is the second card that is forgotten
        targets.reverse()
    return [*targets, seat] if mistake == "with_a_surplus_card_to" else targets


def packet_size(table: Terms) -> int:
    """Community Cards that come before the Hole Cards: a whole packet, or none from a shoe."""
    return 0 if table.is_shoe else table.community_packet or 0


def hole_cards(table: Terms, state: State, mistake: str | None = None, seat: int = 0) -> list[str]:
    burnt = [_BURNT] * opening_burns(table, mistake)
    packet = list(_BOARD[: packet_size(table)])
    hands = hands_dealt(table, state.order, mistake, seat)
    return [*burnt, *packet, *(f"seat {number}" if number else "extra hand" for number in hands)]


def street_cards(street: Street, mistake: str | None = None) -> list[str]:
    """From a Card Shoe. A card found face up comes after the burn and is out of play."""
    burnt = [] if mistake in NO_BURN else [_BURNT]
    found = ["discarded card"] if mistake == "finding_a_card_face_up" else []
    surplus = ["surplus card"] if mistake == "with_a_surplus_card" else []
    return [*burnt, *found, *_STREETS[street], *surplus]


def early_cards(street: Street, count: int) -> list[str]:
    """Cards of a street seen before their time, with their burn."""
    assert count <= CARDS_IN[street]
    return [_BURNT, *_STREETS[street][:count]]


def refilled_cards(state: State) -> list[str]:
    """The places in the packet of cards that were taken back."""
    first = len(state.board) + state.trouble.refill_at
    return list(_BOARD[first : first + state.trouble.refill])
