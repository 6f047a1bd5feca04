"""Each of the 169 starting hands against each other one, all cards dealt: counted over every board, exactly.

Boards that differ only by the names of suits are one: 134,459 stand for all 2,598,960. On each of them all
holdings are put in order of value once; no two hands are compared by themselves.
"""

from functools import cache
from math import comb
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.kernels.boards import compare
from croupier.analysis.kernels.cards import HOLDINGS, class_name, class_names
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.symmetry import classes, decode

CLASSES = 169
CLASS: NDArray[np.int64] = np.array(
    [class_names().index(class_name(low, high)) for high in range(52) for low in range(high)], np.int64
)
"""By the number of a holding: its starting hand, in the order of `class_names`."""
KEPT = Path(__file__).with_name("versus.npz")
_BOARDS = comb(48, 5)


class Versus(Struct, frozen=True):
    """Own starting hand down, the other's across."""

    deals: NDArray[np.float64]
    """How likely two players are dealt these two: all together 1."""
    equity: NDArray[np.float64]
    """What part of the pot the own hand wins."""


@cache
def versus() -> Versus:
    """From the counts that ship (`python -m croupier.analysis.poker.versus` writes them anew)."""
    with np.load(KEPT) as kept:
        wins = kept["wins"]
    pairs = _pairs(CLASS)
    shown = pairs * _BOARDS
    return Versus(pairs / pairs.sum(), (wins + (shown - wins - wins.T) / 2) / shown)


def counted() -> NDArray[np.int64]:
    """How often each starting hand beats each, over all boards: most of a minute."""
    found = classes(5)
    wins = np.zeros((CLASSES, CLASSES), np.int64)
    _count(found.keys, found.weights, CLASS, wins)
    return wins


@njit(cache=True)
def _pairs(of_class: NDArray[np.int64]) -> NDArray[np.int64]:
    """In how many ways one player holds this starting hand and another that one."""
    found = np.zeros((CLASSES, CLASSES), np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(52):
                for d in range(c):
                    if a != c and a != d and b != c and b != d:
                        found[of_class[a * (a - 1) // 2 + b], of_class[c * (c - 1) // 2 + d]] += 1
    return found


@njit(cache=True)
def _count(
    keys: NDArray[np.int64],
    weights: NDArray[np.int64],
    of_class: NDArray[np.int64],
    wins: NDArray[np.int64],
) -> None:
    """How often each starting hand beats each, over these boards."""
    board = np.zeros(5, np.int64)
    beats, losses = np.zeros(HOLDINGS, np.int32), np.zeros(HOLDINGS, np.int32)
    values = np.zeros(HOLDINGS, np.int32)
    for at in range(len(keys)):
        decode(keys[at], board)
        values[:] = -1
        compare(board, beats, losses, values)
        _add(values, weights[at], of_class, wins)


@njit(cache=True)
def _add(
    values: NDArray[np.int32], weight: int, of_class: NDArray[np.int64], wins: NDArray[np.int64]
) -> None:
    """One board: up through the holdings by value, with a count of those below by starting hand."""
    order = np.argsort(values)
    below = np.zeros(CLASSES, np.int64)
    start = 0
    while values[order[start]] < 0:  # blocked by the board
        start += 1
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            own = wins[of_class[order[end]]]
            for other in range(CLASSES):
                own[other] += weight * below[other]
            end += 1
        for place in range(start, end):
            below[of_class[order[place]]] += 1
        start = end
    for high in range(52):  # nobody holds a card of the other's hand
        for low in range(high):
            value = values[high * (high - 1) // 2 + low]
            if value < 0:
                continue
            own = wins[of_class[high * (high - 1) // 2 + low]]
            for held in (high, low):
                for card in range(52):
                    if card != held:
                        other = max(held, card) * (max(held, card) - 1) // 2 + min(held, card)
                        if 0 <= values[other] < value:
                            own[of_class[other]] -= weight


if __name__ == "__main__":
    np.savez_compressed(KEPT, wins=counted())
