"""One board, all holdings at once: how many of the 990 other holdings each beats and loses to.

All 1,081 holdings are valued and sorted once. Going up through the groups of equal value with a count per
card, the holdings below that share a card with this one are taken off: no pair of hands is ever compared.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.analysis.kernels.evaluator import value_of_sum
from croupier.analysis.kernels.tables import BY_SUITED, CARD_KEY

LEFT = 47
PAIRS = LEFT * (LEFT - 1) // 2
OTHERS = 990
# A sorted item: value, then the places of its two cards among the 47 left, six bits each.
_VALUE_AT = 12
_PLACE = 63


@njit(cache=True)
def _valued(board: NDArray[np.int64], left: NDArray[np.int64], items: NDArray[np.uint32]) -> None:
    """Value every holding on this board."""
    masks = np.zeros(4, np.int64)
    base, at = 0, 0
    for card in board:
        masks[card & 3] |= 1 << (card >> 2)
        base += CARD_KEY[card]
    suit, held = -1, 0
    for each in range(4):
        bits, count = masks[each], 0
        while bits:
            bits &= bits - 1
            count += 1
        if count >= 3:
            suit, held = each, count
    keys = np.empty(LEFT, np.int64)
    suited = np.zeros(LEFT, np.int64)
    for place in range(LEFT):
        keys[place] = CARD_KEY[left[place]]
        if left[place] & 3 == suit:
            suited[place] = 1 << (left[place] >> 2)
    for high in range(1, LEFT):
        for low in range(high):
            value = value_of_sum(base + keys[high] + keys[low])
            items[at] = value << _VALUE_AT | high << 6 | low
            at += 1
    if suit < 0:
        return
    at = 0
    for high in range(1, LEFT):
        for low in range(high):
            if held + (suited[high] > 0) + (suited[low] > 0) >= 5:
                value = BY_SUITED[masks[suit] | suited[high] | suited[low]]
                items[at] = value << _VALUE_AT | high << 6 | low
            at += 1


@njit(cache=True)
def _sorted_by_value(items: NDArray[np.uint32], spare: NDArray[np.uint32]) -> None:
    """Two passes of seven and six bits leave `items` in order of value."""
    low = np.zeros(129, np.int32)
    high = np.zeros(65, np.int32)
    for item in items:
        low[(item >> _VALUE_AT & 127) + 1] += 1
        high[(item >> _VALUE_AT >> 7) + 1] += 1
    for bucket in range(128):
        low[bucket + 1] += low[bucket]
    for bucket in range(64):
        high[bucket + 1] += high[bucket]
    for item in items:
        bucket = item >> _VALUE_AT & 127
        spare[low[bucket]] = item
        low[bucket] += 1
    for item in spare:
        bucket = item >> _VALUE_AT >> 7
        items[high[bucket]] = item
        high[bucket] += 1


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

    `items` and `spare` are working space for 1,081 each.
    """
    left = np.empty(LEFT, np.int64)
    blocked = 0
    for card in board:
        blocked |= 1 << card
    at = 0
    for card in range(52):
        if not blocked >> card & 1:
            left[at] = card
            at += 1
    _valued(board, left, items)
    _sorted_by_value(items, spare)
    below = np.zeros(LEFT, np.int32)
    start = 0
    while start < PAIRS:
        value = items[start] >> _VALUE_AT
        end = start + 1
        while end < PAIRS and items[end] >> _VALUE_AT == value:
            end += 1
        for at in range(start, end):
            high, low = items[at] >> 6 & _PLACE, items[at] & _PLACE
            card = left[high]
            number = card * (card - 1) // 2 + left[low]
            wins[number] = start - below[high] - below[low]
            values[number] = value
        for at in range(start, end):
            below[items[at] >> 6 & _PLACE] += 1
            below[items[at] & _PLACE] += 1
        for at in range(start, end):
            high, low = items[at] >> 6 & _PLACE, items[at] & _PLACE
            card = left[high]
            number = card * (card - 1) // 2 + left[low]
            losses[number] = OTHERS - (end - below[high] - below[low] + 1)
        start = end
