"""Every hand a player can hold without busting, as the cards in it: about three thousand.

The order in which cards came does not matter, so a hand is how many cards it has of each point value. Hands
are numbered such that a hand comes before every hand that contains it.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.terms import ACE, VALUES

HIGHEST: Final = 21
SOFT_GAIN: Final = 10


@dataclass(frozen=True)
class Hands:
    """Tables over all hands; `child[h, v]` is hand h with a card of value v more, or -1 where that busts."""

    cards: NDArray[np.int64]
    sizes: NDArray[np.int64]
    totals: NDArray[np.int64]
    soft: NDArray[np.bool_]
    child: NDArray[np.int64]
    number: dict[tuple[int, ...], int]

    def of(self, *values: int) -> int:
        """The number of the hand made of these cards (places 0 to 9)."""
        counts = [0] * VALUES
        for value in values:
            counts[value] += 1
        return self.number[tuple(counts)]


def total_of(counts: tuple[int, ...]) -> tuple[int, bool]:
    """The point total, and whether an ace counts eleven in it."""
    hard = sum(place * number for place, number in enumerate(counts, start=1))
    soft = counts[ACE] > 0 and hard + SOFT_GAIN <= HIGHEST
    return (hard + SOFT_GAIN if soft else hard), soft


@cache
def all_hands() -> Hands:
    """The tables, made once."""
    found = sorted(_multisets(0, HIGHEST), key=lambda counts: (sum(counts), tuple(-n for n in counts)))
    number = {counts: at for at, counts in enumerate(found)}
    child = np.full((len(found), VALUES), -1, np.int64)
    for at, counts in enumerate(found):
        for value in range(VALUES):
            more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
            child[at, value] = number.get(more, -1)
    totals = [total_of(counts) for counts in found]
    return Hands(
        cards=np.array(found, np.int64),
        sizes=np.array([sum(counts) for counts in found], np.int64),
        totals=np.array([total for total, _ in totals], np.int64),
        soft=np.array([soft for _, soft in totals], np.bool_),
        child=child,
        number=number,
    )


def _multisets(value: int, points: int) -> list[tuple[int, ...]]:
    """All ways to hold cards of this value and above worth at most `points`, aces counting one."""
    if value == VALUES:
        return [()]
    return [
        (number, *rest)
        for number in range(points // (value + 1) + 1)
        for rest in _multisets(value + 1, points - number * (value + 1))
    ]
