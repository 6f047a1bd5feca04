"""One board, all holdings at once: how many of the 990 other holdings each beats and loses to.

Holdings that differ only by suits that do not matter have the same value and the same number of holdings
above and below, so they are counted as one unit: two ranks and, where the board has three cards of a suit or
more, which of the two is of that suit. That leaves 91 units of most boards and at most 338 of the others.
Going up through the units in order of value with a count per card, the holdings below that share a card with
this one are taken off: no pair of hands is ever compared.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.evaluator import value_of_sum
from croupier.analysis.kernels.tables import BY_SUITED, CARD_KEY

OTHERS = 990
RANKS = 13
HOLDINGS = 52 * 51 // 2
RANK_PAIRS = RANKS * (RANKS + 1) // 2
UNITS = 4 * RANK_PAIRS
"""A unit is a pair of ranks plus RANK_PAIRS times: 0 neither card is of the board's suit, 1 the higher one,
2 the lower one, 3 both."""
NO_SUIT = 4
"""In place of a suit: the board has less than three cards of each."""


def _unit(high: int, low: int, suit: int) -> int:
    one, other = high >> 2, low >> 2
    is_high, is_low = high & 3 == suit, low & 3 == suit
    if one == other and is_low:
        is_high, is_low = True, False  # of two cards of one rank neither is the higher one
    return RANK_PAIRS * (is_high + 2 * is_low) + one * (one + 1) // 2 + other


UNIT: NDArray[np.uint16] = np.array(
    [[_unit(high, low, suit) for high in range(52) for low in range(high)] for suit in range(NO_SUIT + 1)],
    np.uint16,
)
"""[suit of the board or NO_SUIT, holding] -> unit; without a suit it is the pair of ranks."""

_HIGH_RANK: NDArray[np.uint8] = np.array([high for high in range(RANKS) for _ in range(high + 1)], np.uint8)
_LOW_RANK: NDArray[np.uint8] = np.array([low for high in range(RANKS) for low in range(high + 1)], np.uint8)
# Cards that cannot be told apart: rank * 2, plus 1 for the one of the board's suit.
_HIGH_SORT: NDArray[np.uint8] = np.array(
    [_HIGH_RANK[unit % RANK_PAIRS] * 2 + (unit // RANK_PAIRS & 1) for unit in range(UNITS)], np.uint8
)
_LOW_SORT: NDArray[np.uint8] = np.array(
    [_LOW_RANK[unit % RANK_PAIRS] * 2 + (unit // RANK_PAIRS >> 1) for unit in range(UNITS)], np.uint8
)

# What is put in order: pairs of ranks, then single cards of the board's suit, then pairs of them.
_ONE_OF_SUIT = RANK_PAIRS
_TWO_OF_SUIT = RANK_PAIRS + RANKS
_KEYS = _TWO_OF_SUIT + RANK_PAIRS
_VALUE_AT = 9
_INDEX = (1 << _VALUE_AT) - 1


@njit(cache=True)
def measure(
    board: NDArray[np.int64], wins: NDArray[np.int32], losses: NDArray[np.int32], values: NDArray[np.int32]
) -> int:
    """Fill wins, losses (of 990) and value by unit, zero where the board leaves none; answers its suit."""
    masks = np.zeros(4, np.int64)
    gone = np.zeros(RANKS, np.int64)
    base = 0
    for card in board:
        masks[card & 3] |= 1 << (card >> 2)
        gone[card >> 2] += 1
        base += CARD_KEY[card]
    suit, mask, held = NO_SUIT, np.int64(0), 0
    for each in range(4):
        bits, count = masks[each], 0
        while bits:
            bits &= bits - 1
            count += 1
        if count >= 3:
            suit, mask, held = each, masks[each], count
    keys = np.empty(_KEYS, np.uint32)
    size = _in_order(keys, base, gone, int(mask), held)
    left = np.zeros(2 * RANKS, np.int32)
    for rank in range(RANKS):
        of_suit = 0 if suit == NO_SUIT else 1 - (mask >> rank & 1)
        left[2 * rank] = 4 - gone[rank] - of_suit
        left[2 * rank + 1] = of_suit
    units = np.empty(UNITS, np.uint32)
    _count(units, _spread(keys, size, held, left, units), left, wins, losses, values)
    return suit


@njit(cache=True)
def _in_order(keys: NDArray[np.uint32], base: int, gone: NDArray[np.int64], mask: int, held: int) -> int:
    """Everything that has a value of its own, in order of value; how many there are."""
    size = 0
    for pair in range(RANK_PAIRS):
        high, low = _HIGH_RANK[pair], _LOW_RANK[pair]
        if gone[high] + (high == low) > 3 or gone[low] > 3:
            continue  # the board has the cards: there is no such holding, and no value for it
        if held == 5:
            value = int(BY_SUITED[mask])
        else:
            value = value_of_sum(base + CARD_KEY[high * 4] + CARD_KEY[low * 4])
        size = _put(keys, size, value << _VALUE_AT | pair)
    if held < 3:
        return size
    for high in range(RANKS):
        if mask >> high & 1:
            continue
        if held > 3:
            size = _put(keys, size, BY_SUITED[mask | 1 << high] << _VALUE_AT | (_ONE_OF_SUIT + high))
        for low in range(high):
            if not mask >> low & 1:
                value = BY_SUITED[mask | 1 << high | 1 << low]
                pair = high * (high + 1) // 2 + low
                size = _put(keys, size, value << _VALUE_AT | (_TWO_OF_SUIT + pair))
    return size


@njit(cache=True)
def _put(keys: NDArray[np.uint32], size: int, key: int) -> int:
    """Insert where it belongs; few have to move."""
    at = size
    while at > 0 and keys[at - 1] > key:
        keys[at] = keys[at - 1]
        at -= 1
    keys[at] = key
    return size + 1


@njit(cache=True)
def _spread(
    keys: NDArray[np.uint32], size: int, held: int, left: NDArray[np.int32], units: NDArray[np.uint32]
) -> int:
    """The units of each key, still in order, each with its value; how many there are."""
    at = 0
    for place in range(size):
        value, index = keys[place] >> _VALUE_AT << _VALUE_AT, int(keys[place] & _INDEX)
        if index >= _TWO_OF_SUIT:
            units[at] = value | (3 * RANK_PAIRS + index - _TWO_OF_SUIT)
            at += 1
        elif index >= _ONE_OF_SUIT:
            own = index - _ONE_OF_SUIT
            for rank in range(RANKS):
                if left[2 * rank]:
                    high, low = max(own, rank), min(own, rank)
                    pair = high * (high + 1) // 2 + low
                    units[at] = value | (pair + (RANK_PAIRS if own >= rank else 2 * RANK_PAIRS))
                    at += 1
        else:
            high, low = 2 * int(_HIGH_RANK[index]), 2 * int(_LOW_RANK[index])
            if left[high] and left[low] > (high == low):
                units[at] = value | index
                at += 1
            if held == 3:  # one card of the suit makes no flush
                if left[high + 1] and left[low]:
                    units[at] = value | (index + RANK_PAIRS)
                    at += 1
                if left[high] and left[low + 1] and high != low:
                    units[at] = value | (index + 2 * RANK_PAIRS)
                    at += 1
    return at


@njit(cache=True)
def _count(
    units: NDArray[np.uint32],
    size: int,
    left: NDArray[np.int32],
    wins: NDArray[np.int32],
    losses: NDArray[np.int32],
    values: NDArray[np.int32],
) -> None:
    """Up through the groups of equal value. `below` is in how many of the holdings below a card is."""
    wins[:] = 0
    losses[:] = 0
    values[:] = 0
    below = np.zeros(2 * RANKS, np.int32)
    lower, start = 0, 0
    while start < size:
        value = units[start] >> _VALUE_AT
        end, through = start, lower
        while end < size and units[end] >> _VALUE_AT == value:
            unit = units[end] & _INDEX
            high, low = _HIGH_SORT[unit], _LOW_SORT[unit]
            wins[unit] = lower - below[high] - below[low]
            values[unit] = value
            end += 1
        for at in range(start, end):
            unit = units[at] & _INDEX
            high, low = _HIGH_SORT[unit], _LOW_SORT[unit]
            if high == low:
                through += left[high] * (left[high] - 1) // 2
                below[high] += left[high] - 1
            else:
                through += left[high] * left[low]
                below[high] += left[low]
                below[low] += left[high]
        for at in range(start, end):
            unit = units[at] & _INDEX
            losses[unit] = OTHERS - (through - below[_HIGH_SORT[unit]] - below[_LOW_SORT[unit]] + 1)
        lower, start = through, end


@njit(cache=True)
def compare(
    board: NDArray[np.int64], wins: NDArray[np.int32], losses: NDArray[np.int32], values: NDArray[np.int32]
) -> None:
    """Fill wins, losses (of 990) and value by holding number; what the board blocks stays untouched."""
    by_unit = np.empty((3, UNITS), np.int32)
    suit = measure(board, by_unit[0], by_unit[1], by_unit[2])
    blocked = 0
    for card in board:
        blocked |= 1 << card
    number = 0
    for high in range(52):
        for low in range(high):
            if not (blocked >> high | blocked >> low) & 1:
                unit = UNIT[suit, number]
                wins[number], losses[number] = by_unit[0, unit], by_unit[1, unit]
                values[number] = by_unit[2, unit]
            number += 1
