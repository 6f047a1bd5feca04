"""The best five of five to seven cards as a value from 1 to 7,462; bigger is better.

The tables are module constants: handed over as arguments inside a hot loop they would be reference-counted
each time, which makes everything seven times slower.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.analysis.kernels.tables import (
    BY_SUITED,
    BY_SUM,
    CARD_KEY,
    FLUSH_BITS,
    ROW_BITS,
    ROW_SHIFT,
    START,
    SUM_BITS,
    SUM_MASK,
)

_LOW_BITS = (1 << ROW_BITS) - 1


@njit(cache=True, inline="always")
def value_of_sum(total: int) -> int:
    """The value of a sum of keys in which no suit has five cards."""
    ranks = total & SUM_MASK
    value: int = BY_SUM[ROW_SHIFT[ranks >> ROW_BITS] + (ranks & _LOW_BITS)]
    return value


@njit(cache=True, inline="always")
def flush_suit(total: int) -> int:
    """The suit that has five cards or more, of a sum in which one has."""
    bits = (total & FLUSH_BITS) >> (SUM_BITS + 3)
    return 0 if bits & 1 else 1 if bits & 0x10 else 2 if bits & 0x100 else 3


@njit(cache=True)
def _suited_value(hands: NDArray[np.uint8], row: int, suit: int) -> int:
    held = 0
    for place in range(hands.shape[1]):
        card = hands[row, place]
        if card & 3 == suit:
            held |= 1 << (card >> 2)
    value: int = BY_SUITED[held]
    return value


@njit(cache=True)
def values_of_seven(hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> None:
    """The values of many hands of seven cards, one hand a row."""
    for row in range(hands.shape[0]):
        total = (
            START
            + CARD_KEY[hands[row, 0]]
            + CARD_KEY[hands[row, 1]]
            + CARD_KEY[hands[row, 2]]
            + CARD_KEY[hands[row, 3]]
            + CARD_KEY[hands[row, 4]]
            + CARD_KEY[hands[row, 5]]
            + CARD_KEY[hands[row, 6]]
        )
        if total & FLUSH_BITS:
            out[row] = _suited_value(hands, row, flush_suit(total))
        else:
            out[row] = value_of_sum(total)


@njit(cache=True)
def values_of(hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> None:
    """The values of many hands of five, six or seven cards, one hand a row."""
    for row in range(hands.shape[0]):
        total = START
        for place in range(hands.shape[1]):
            total += CARD_KEY[hands[row, place]]
        if total & FLUSH_BITS:
            out[row] = _suited_value(hands, row, flush_suit(total))
        else:
            out[row] = value_of_sum(total)


@njit(cache=True)
def count_fives(counts: NDArray[np.int64]) -> None:
    """Count the values of all 2,598,960 hands of five cards."""
    for a in range(4, 52):
        for b in range(3, a):
            for c in range(2, b):
                for d in range(1, c):
                    four = START + CARD_KEY[a] + CARD_KEY[b] + CARD_KEY[c] + CARD_KEY[d]
                    ranks = 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2)
                    for e in range(d):
                        total = four + CARD_KEY[e]
                        if total & FLUSH_BITS:
                            counts[BY_SUITED[ranks | 1 << (e >> 2)]] += 1
                        else:
                            counts[value_of_sum(total)] += 1
