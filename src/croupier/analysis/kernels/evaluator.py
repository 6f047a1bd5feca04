"""The best five of five to seven cards as a value from 1 to 7,462; bigger is better.

The tables are module constants: handed over as arguments inside a hot loop they would be reference-counted
each time, which makes everything seven times slower.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.tables import (
    BY_RANKS,
    BY_SUITED,
    CARD_KEY,
    FLUSH_BITS,
    PLACE_AT,
    PLACES,
    START,
    STRETCH_AT,
    STRETCH_MASK,
    STRETCHES,
    SUIT_MASK,
    SUITS_AT,
)

# Unsigned: with a signed index every look-up would first be asked whether it counts from the end.
_KEY, _START, _FLUSH = CARD_KEY.astype(np.uint64), np.uint64(START), np.uint64(FLUSH_BITS)
_STRETCH_AT, _STRETCH_MASK, _PLACE_AT = np.uint64(STRETCH_AT), np.uint64(STRETCH_MASK), np.uint64(PLACE_AT)
_SUIT = np.uint64(len(BY_SUITED) - 1)
_SECOND, _THIRD, _FOURTH = np.uint64(SUITS_AT), np.uint64(2 * SUITS_AT), np.uint64(3 * SUITS_AT)


@njit(cache=True, inline="always")
def value_of_sum(total: int | np.uint64) -> int:
    """The value of a sum of keys in which no suit has five cards."""
    bits = np.uint64(total)
    stretch = np.uint64(STRETCHES[bits >> _STRETCH_AT & _STRETCH_MASK])
    value: int = BY_RANKS[stretch + np.uint64(PLACES[bits >> _PLACE_AT])]
    return value


@njit(cache=True, inline="always")
def flush_suit(total: int) -> int:
    """The suit that has five cards or more, of a sum in which one has."""
    bits = (total & FLUSH_BITS) >> 3
    return 0 if bits & 1 else 1 if bits & 0x10 else 2 if bits & 0x100 else 3


@njit(cache=True, inline="always")
def value_of_masks(masks: np.uint64) -> int:
    """The value of a sum of suit masks in which one suit has five cards or more; the others count nothing."""
    value: int = (
        BY_SUITED[masks & _SUIT]
        | BY_SUITED[masks >> _SECOND & _SUIT]
        | BY_SUITED[masks >> _THIRD & _SUIT]
        | BY_SUITED[masks >> _FOURTH]
    )
    return value


@njit(cache=True)
def values_of_seven(hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> None:
    """The values of many hands of seven cards, one hand a row."""
    for row in range(hands.shape[0]):
        total = (
            _START
            + _KEY[hands[row, 0]]
            + _KEY[hands[row, 1]]
            + _KEY[hands[row, 2]]
            + _KEY[hands[row, 3]]
            + _KEY[hands[row, 4]]
            + _KEY[hands[row, 5]]
            + _KEY[hands[row, 6]]
        )
        if total & _FLUSH:
            out[row] = value_of_masks(
                SUIT_MASK[hands[row, 0]]
                | SUIT_MASK[hands[row, 1]]
                | SUIT_MASK[hands[row, 2]]
                | SUIT_MASK[hands[row, 3]]
                | SUIT_MASK[hands[row, 4]]
                | SUIT_MASK[hands[row, 5]]
                | SUIT_MASK[hands[row, 6]]
            )
        else:
            out[row] = value_of_sum(total)


@njit(cache=True)
def values_of(hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> None:
    """The values of many hands of five, six or seven cards, one hand a row."""
    for row in range(hands.shape[0]):
        total, masks = START, np.uint64(0)
        for place in range(hands.shape[1]):
            total += CARD_KEY[hands[row, place]]
            masks |= SUIT_MASK[hands[row, place]]
        if total & FLUSH_BITS:
            out[row] = value_of_masks(masks)
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
