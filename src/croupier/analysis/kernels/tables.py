"""The evaluator's tables, made from the house's own ranking so that both always say the same.

Every rank has a key such that the sum over five to seven cards tells which ranks there are. The sums are
spread over 16 million values; rows of 512 are shifted over each other until nothing collides, and then fit in
less than 300 KB.
"""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.cards.ranking_tables import ACE, CATEGORY_SHIFT, LOW, Category, by_ranks, by_suited_ranks

# The smallest keys, each chosen after the other, with which no two hands of five to seven cards (at most four
# of a rank) have the same sum.
RANK_KEYS: Final = (1, 4, 16, 67, 295, 1334, 5734, 23800, 60883, 208450, 509982, 1304151, 2967844)
ROW_BITS: Final = 9
SUM_BITS: Final = 32
SUM_MASK: Final = (1 << SUM_BITS) - 1
# As in the house's ranking: a suit's four bits start at three, so that its fifth card sets the highest.
START: Final = 0x3333 << SUM_BITS
FLUSH_BITS: Final = 0x8888 << SUM_BITS


def _ordered(ranks: dict[int, int], suited: dict[int, int]) -> list[int]:
    """The strengths that exist, weakest first: a hand's place among them is its value here."""
    return sorted(set(ranks.values()) | set(suited.values()))


def _sums_of(rank_keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Our sums for keys of the house's tables, which count each rank in three bits."""
    sums = np.zeros_like(rank_keys)
    for rank, key in enumerate(RANK_KEYS):
        sums += (rank_keys >> 3 * rank & 7) * key
    return sums


@njit(cache=True)
def _shifted(
    starts: NDArray[np.int64], columns: NDArray[np.int64], order: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """For each row a shift at which its columns fall on free places; fullest rows first.

    Rows of one size look on from where the last of them fitted: hardly larger than looking from the start
    each time, and forty times faster.
    """
    taken = np.zeros(size, np.bool_)
    shifts = np.zeros(len(starts) - 1, np.int64)
    shift, count = 0, 0
    for row in order:
        first, last = starts[row], starts[row + 1]
        if first == last:
            break
        if last - first != count:
            shift, count = 0, last - first
        fits = False
        while not fits:
            fits = True
            for at in range(first, last):
                if taken[shift + columns[at]]:
                    fits = False
                    shift += 1
                    break
        for at in range(first, last):
            taken[shift + columns[at]] = True
        shifts[row] = shift
    return shifts


def _packed(
    sums: NDArray[np.int64], values: NDArray[np.uint16]
) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Row shifts and the packed table: value of s = packed[shifts[s >> ROW_BITS] + (s & low bits)]."""
    order = np.argsort(sums)
    sums, values = sums[order], values[order]
    rows, columns = sums >> ROW_BITS, sums & ((1 << ROW_BITS) - 1)
    starts = np.searchsorted(rows, np.arange(int(rows[-1]) + 2))
    fullest_first = np.argsort(-np.diff(starts), kind="stable")
    shifts = _shifted(starts, columns, fullest_first, 4 * len(sums))
    places = shifts[rows] + columns
    packed = np.zeros(int(places.max()) + 1, np.uint16)
    packed[places] = values
    return shifts.astype(np.int32), packed


def _build() -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint16], NDArray[np.uint16]]:
    ranks, suited = by_ranks(), by_suited_ranks()
    strengths = _ordered(ranks, suited)
    place = {strength: value for value, strength in enumerate(strengths, start=1)}
    sums = _sums_of(np.array(list(ranks), np.int64))
    shifts, packed = _packed(sums, np.array([place[strength] for strength in ranks.values()], np.uint16))
    flushes = np.zeros(1 << 13, np.uint16)
    for held, strength in suited.items():
        flushes[held] = place[strength]
    return np.array([0, *strengths], np.int64), shifts, packed, flushes


STRENGTHS, ROW_SHIFT, BY_SUM, BY_SUITED = _build()
"""STRENGTHS[value] is the house's strength of a value; values run from 1 to 7,462."""

CARD_KEY: Final = np.array(
    [RANK_KEYS[card // 4] + (1 << SUM_BITS + 4 * (card % 4)) for card in range(52)], np.int64
)


def lowest_value(category: Category) -> int:
    """The smallest value that is of this category or better."""
    return int(np.searchsorted(STRENGTHS, int(category) << CATEGORY_SHIFT))


assert len(RANK_KEYS) == ACE - LOW + 1
