"""Where each card goes, in the order they leave the device, for those who deal and those who name cards."""

from msgspec import Struct

from croupier.rulebook import Rules

from .control import DEALER, due
from .state import State

_DEALER = "Dealer"
_HANDS = ("first", "second", "third", "fourth")


class Initial(Struct, frozen=True):
    """The initial deal: a card to each area in `first`, one to the Dealer, one to each area in `second`."""

    first: list[int]
    second: list[int]
    has_dealer: bool = True

    @property
    def places(self) -> list[str]:
        dealer = [_DEALER] if self.has_dealer else []
        return [*map(_area, self.first), *dealer, *map(_area, self.second)]


def initial(numbers: list[int], mistake: str = "", area: int = 0) -> Initial:
    """As it should be, or with one mistake in it; `area` is one that the mistake can be made at."""
    if mistake == "to_unbet_area":
        more = sorted([*numbers, area])
        return Initial(more, more)
    others = [number for number in numbers if number != area]
    if mistake == "past_area":
        return Initial(others, others)
    if mistake == "one_card_to_area":
        return Initial(numbers, others)
    if mistake == "exchanging_area":
        at = numbers.index(area)
        return Initial([*numbers[:at], numbers[at + 1], area, *numbers[at + 2 :]], numbers)
    return Initial(numbers, numbers, has_dealer=mistake != "without_dealer")


def next_place(rules: Rules, state: State) -> list[str]:
    """The hand that the next card goes to; nothing if none is due."""
    target = due(rules, state)
    if target is None:
        return []
    if target == DEALER:
        return [_DEALER]
    number, index = target
    is_split = len(state.areas[number].hands) > 1
    return [f"{_HANDS[index]} hand of {_area(number)}" if is_split else _area(number)]


def _area(number: int) -> str:
    return f"area {number}"
