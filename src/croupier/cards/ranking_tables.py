"""The tables behind hand ranking, built from the definition of a five-card hand.

Only five-card hands are judged. A hand of six is as strong as the best five in it, a hand of seven as the
best six: each table grows from the one before, so nothing is said twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from itertools import combinations, combinations_with_replacement
from operator import itemgetter
from typing import Final


class Category(IntEnum):
    """The ten rankings of the documents, worst first."""

    FIVE_ODD_CARDS = 1
    ONE_PAIR = 2
    TWO_PAIRS = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 10

    @property
    def title(self) -> str:
        """As the documents print it: `Four of a Kind`."""
        return self.name.replace("_", " ").title().replace(" Of A ", " of a ")


LOW, ACE = 2, 14
CATEGORY_SHIFT: Final = 20
_HIGH_TO_LOW: Final = range(ACE, LOW - 1, -1)
_WHEEL: Final = (ACE, 5, 4, 3, 2)

# How often each of the five cards' ranks occurs, the most frequent first.
_SHAPES: Final[dict[tuple[int, ...], Category]] = {
    (4, 4, 4, 4, 1): Category.FOUR_OF_A_KIND,
    (3, 3, 3, 2, 2): Category.FULL_HOUSE,
    (3, 3, 3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 2, 2, 1): Category.TWO_PAIRS,
    (2, 2, 1, 1, 1): Category.ONE_PAIR,
    (1, 1, 1, 1, 1): Category.FIVE_ODD_CARDS,
}


def rank_step(value: int) -> int:
    """What one card of a rank adds to the key of a hand: one, in that rank's three bits."""
    return 1 << 3 * (value - LOW)


def rank_bit(value: int) -> int:
    """The bit of a rank in a set of ranks of one suit."""
    return 1 << (value - LOW)


def five_card_strength(ranks: tuple[int, ...], *, is_suited: bool) -> int:
    """Judge five cards by their ranks, given high to low."""
    ordered = tuple(sorted(ranks, key=lambda value: (ranks.count(value), value), reverse=True))
    category = _SHAPES[tuple(map(ranks.count, ordered))]
    if category is Category.FIVE_ODD_CARDS:
        is_wheel = ranks == _WHEEL
        if is_wheel:
            ordered = (*ranks[1:], ACE)  # the Ace counts as one: it comes last and the Five leads
        is_straight = is_wheel or ranks[0] - ranks[4] == 4
        category = _odd_category(is_straight, is_suited, ordered[0])
    strength = int(category)
    for value in ordered:
        strength = strength << 4 | value
    return strength


def _odd_category(is_straight: bool, is_suited: bool, high: int) -> Category:
    """The category of five different ranks."""
    if is_straight and is_suited:
        return Category.ROYAL_FLUSH if high == ACE else Category.STRAIGHT_FLUSH
    if is_straight:
        return Category.STRAIGHT
    return Category.FLUSH if is_suited else Category.FIVE_ODD_CARDS


def by_ranks() -> dict[int, int]:
    """Strength by rank key, suits aside, of every five, six and seven ranks that a deck can deal."""
    fives = {
        sum(map(rank_step, ranks)): five_card_strength(ranks, is_suited=False)
        for ranks in combinations_with_replacement(_HIGH_TO_LOW, 5)
        if ranks[0] != ranks[4]
    }
    # A rank that has its four cards has the third of its three bits set.
    return _with_larger(fives, [(rank_step(value), rank_step(value) << 2) for value in _HIGH_TO_LOW])


def by_suited_ranks() -> dict[int, int]:
    """Strength by the set of ranks that a hand of five to seven cards holds in the suit of its flush."""
    fives = {
        sum(map(rank_bit, ranks)): five_card_strength(ranks, is_suited=True)
        for ranks in combinations(_HIGH_TO_LOW, 5)
    }
    return _with_larger(fives, [(rank_bit(value), rank_bit(value)) for value in _HIGH_TO_LOW])


def _with_larger(fives: dict[int, int], steps: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Add the hands of six and of seven. `steps` pairs what a card adds with the bits that forbid it."""
    steps = list(steps)
    sixes = _one_card_more(fives, steps)
    return fives | sixes | _one_card_more(sixes, steps)


def _one_card_more(table: dict[int, int], steps: list[tuple[int, int]]) -> dict[int, int]:
    larger = {}
    # Weakest first: of all the parts that grow into one hand, the strongest writes last and stays.
    for key, strength in sorted(table.items(), key=itemgetter(1)):
        for step, forbidden in steps:
            if not key & forbidden:
                larger[key + step] = strength
    return larger
