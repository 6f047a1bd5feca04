"""Where each card goes, in the order they leave the device, for those who deal and those who name cards."""

from croupier.games.multilink.flow import is_shoe
from croupier.games.multilink.state import Place
from croupier.games.multilink.terms import Deal, StreetBet, terms
from croupier.rulebook import Rules

BURNT = "Burnt Card"
_SURPLUS = "surplus card"
_STREETS: dict[StreetBet, str] = {"flop": "Flop", "turn": "Turn Card", "river": "River Card"}


def place_of(label: str) -> tuple[Place, int]:
    """The kind of place a label names, and the box where it is one."""
    if label.startswith("box "):
        return "box", int(label.removeprefix("box "))
    return ("burnt" if label == BURNT else "dealer" if label == "Dealer" else "community"), 0


def off(mistake: str | None) -> int:
    """How many cards too many, or too few."""
    return {"one_card_too_many": 1, "one_card_short": -1}.get(mistake or "", 0)


def burns(rules: Rules, deal: Deal, mistake: str | None = None) -> int:
    """Cards burnt before the Hole Cards or a street."""
    return 0 if mistake == "without_burning" else terms(rules).burns_before(deal)


def in_order(boxes: list[int], mistake: str | None = None) -> list[int]:
    """The boxes from the Dealer's left; by mistake from the one after."""
    return [*boxes[1:], boxes[0]] if mistake == "from_the_wrong_box" else boxes


def hands_dealt(
    rules: Rules, boxes: list[int], mistake: str | None = None, box: int | None = None
) -> list[int]:
    """The boxes in the order they get a card; 0 is the Dealer's packet.

    From a Card Shoe one card at a time, twice around; a surplus card comes last, a missing one leaves no gap.
    """
    order = in_order(boxes, mistake)
    if not is_shoe(rules) or mistake == "two_at_a_time":
        hands = order if is_shoe(rules) else [*order, 0]
        chosen = terms(rules)
        sizes = {each: chosen.hole_packet if each else chosen.dealer_cards for each in hands}
        return [each for each in hands for _ in range(sizes[each] + (off(mistake) if each == box else 0))]
    cards = order * terms(rules).hole_cards
    if mistake == "one_card_short":
        assert box is not None
        cards.pop(len(order) + order.index(box))
    if mistake == "one_card_too_many":
        assert box is not None
        cards.append(box)
    return cards


def hole_cards(
    rules: Rules, boxes: list[int], mistake: str | None = None, box: int | None = None
) -> list[str]:
    hands = hands_dealt(rules, boxes, mistake, box)
    return [BURNT] * burns(rules, "hole", mistake) + [f"box {each}" if each else "Dealer" for each in hands]


def street_cards(rules: Rules, street: StreetBet, mistake: str | None = None) -> list[str]:
    return [BURNT] * burns(rules, street, mistake) + _off_by(_places(rules, street), mistake)


def community_cards(rules: Rules, mistake: str | None = None) -> list[str]:
    board = [place for street in _STREETS for place in _places(rules, street)]
    return _off_by(board[: terms(rules).community_packet], mistake)


def dealer_cards(rules: Rules, mistake: str | None = None) -> list[str]:
    return ["Dealer"] * (terms(rules).dealer_cards + off(mistake))


def _places(rules: Rules, street: StreetBet) -> list[str]:
    return [_STREETS[street]] * terms(rules).cards_of(street)


def _off_by(places: list[str], mistake: str | None) -> list[str]:
    return [*places, _SURPLUS][: len(places) + off(mistake)]
