"""One board, all holdings at once: how many of the 990 other holdings each beats and loses to.

All 1,081 holdings are put in order of value once. Going up through the groups of equal value with a count per
card, the holdings below that share a card with this one are taken off: no pair of hands is ever compared.
Where no flush is near, a holding's value is that of its two ranks, so only the 91 pairs of ranks are sorted.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.analysis.kernels.evaluator import value_of_sum
from croupier.analysis.kernels.tables import BY_SUITED, CARD_KEY

LEFT = 47
PAIRS = LEFT * (LEFT - 1) // 2
OTHERS = 990
RANK_PAIRS = 91
SPACE = PAIRS + RANK_PAIRS
"""What each of the two arrays that `compare` works in must have room for."""
HOLDINGS = 52 * 51 // 2
# A sorted item: value, then the number of the holding; beyond the last one, that of a pair of ranks.
_VALUE_AT = 11
_NUMBER = (1 << _VALUE_AT) - 1
_HIGH: NDArray[np.uint8] = np.array([high for high in range(52) for _ in range(high)], np.uint8)
_LOW: NDArray[np.uint8] = np.array([low for high in range(52) for low in range(high)], np.uint8)
_HIGH_RANK: NDArray[np.uint8] = np.array([high for high in range(13) for _ in range(high + 1)], np.uint8)
_LOW_RANK: NDArray[np.uint8] = np.array([low for high in range(13) for low in range(high + 1)], np.uint8)


@njit(cache=True)
def _in_order(board: NDArray[np.int64], items: NDArray[np.uint32], units: NDArray[np.uint32]) -> None:
    """Every holding that this board leaves, in order of value. `units` is working space."""
    masks = np.zeros(4, np.int64)
    gone = np.zeros(13, np.int64)
    base, blocked = 0, 0
    for card in board:
        masks[card & 3] |= 1 << (card >> 2)
        gone[card >> 2] += 1
        base += CARD_KEY[card]
        blocked |= 1 << card
    suit, held = -1, 0
    for each in range(4):
        bits, count = masks[each], 0
        while bits:
            bits &= bits - 1
            count += 1
        if count >= 3:
            suit, held = each, count
    size = 0
    for pair in range(RANK_PAIRS):
        high, low = _HIGH_RANK[pair], _LOW_RANK[pair]
        if gone[high] + (high == low) > 3 or gone[low] > 3:
            continue  # the board has the cards: there is no such holding, and no value for it
        keys = CARD_KEY[high * 4] + CARD_KEY[low * 4]
        size = _put(units, size, value_of_sum(base + keys) << _VALUE_AT | (HOLDINGS + pair))
    if suit >= 0:
        size = _put_flushes(units, size, blocked, suit, held, masks[suit])
    at = 0
    for unit in range(size):
        number = units[unit] & _NUMBER
        if number < HOLDINGS:
            items[at] = units[unit]
            at += 1
            continue
        value = units[unit] >> _VALUE_AT << _VALUE_AT
        first, second = 4 * _HIGH_RANK[number - HOLDINGS], 4 * _LOW_RANK[number - HOLDINGS]
        for high in range(first, first + 4):
            if blocked >> high & 1:
                continue
            has = held + (high & 3 == suit)
            for low in range(second, min(second + 4, high)):
                if blocked >> low & 1 or has + (low & 3 == suit) >= 5:
                    continue
                items[at] = value | (high * (high - 1) // 2 + low)
                at += 1


@njit(cache=True)
def _put(units: NDArray[np.uint32], size: int, item: int) -> int:
    """Insert where it belongs; few have to move."""
    at = size
    while at > 0 and units[at - 1] > item:
        units[at] = units[at - 1]
        at -= 1
    units[at] = item
    return size + 1


@njit(cache=True)
def _put_flushes(units: NDArray[np.uint32], size: int, blocked: int, suit: int, held: int, mask: int) -> int:
    """Holdings that make a flush, each by itself."""
    for high in range(1, 52):
        if blocked >> high & 1:
            continue
        more = 1 << (high >> 2) if high & 3 == suit else 0
        if held + (more > 0) < 4:
            continue
        for low in range(high):
            if blocked >> low & 1:
                continue
            too = 1 << (low >> 2) if low & 3 == suit else 0
            if held + (more > 0) + (too > 0) >= 5:
                value = BY_SUITED[mask | more | too]
                size = _put(units, size, value << _VALUE_AT | (high * (high - 1) // 2 + low))
    return size


@njit(cache=True)
def compare(
    board: NDArray[np.int64],
    wins: NDArray[np.int32],
    losses: NDArray[np.int32],
    values: NDArray[np.int32],
    items: NDArray[np.uint32],
    spare: NDArray[np.uint32],
) -> None:
    """Fill wins, losses (of 990) and value by holding number; holdings that the board blocks stay untouched.

    `items` and `spare` are working space, `SPACE` each.
    """
    _in_order(board, items, spare)
    below = np.zeros(52, np.int32)
    start = 0
    while start < PAIRS:
        value = items[start] >> _VALUE_AT
        end = start + 1
        while end < PAIRS and items[end] >> _VALUE_AT == value:
            end += 1
        for at in range(start, end):
            number = items[at] & _NUMBER
            wins[number] = start - below[_HIGH[number]] - below[_LOW[number]]
            values[number] = value
        for at in range(start, end):
            number = items[at] & _NUMBER
            below[_HIGH[number]] += 1
            below[_LOW[number]] += 1
        for at in range(start, end):
            number = items[at] & _NUMBER
            losses[number] = OTHERS - (end - below[_HIGH[number]] - below[_LOW[number]] + 1)
        start = end
