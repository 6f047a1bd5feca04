"""Sets of cards that differ only by the names of their suits.

A set is four masks of ranks, one a suit; with the masks sorted it stands for its class. 22,100 flops are
1,755 classes, 270,725 sets of four 16,432, 2,598,960 boards 134,459.
"""

from functools import cache
from itertools import permutations
from math import comb
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.kernels.cards import CARDS, HOLDINGS, holding
from croupier.analysis.kernels.compiling import njit

PERMUTATIONS: Final = tuple(permutations(range(4)))
"""Renamings of suits: PERMUTATIONS[p][old] is the new suit."""

# From the four suits in their new order, two bits each, to the renaming that brings them there.
_BY_ORDER: Final = np.zeros(256, np.uint8)
for _place, _renaming in enumerate(PERMUTATIONS):
    _order = sorted(range(4), key=_renaming.__getitem__)
    _BY_ORDER[_order[0] << 6 | _order[1] << 4 | _order[2] << 2 | _order[3]] = _place

# Where a holding goes under a renaming.
HOLDING_UNDER: Final = np.zeros((24, HOLDINGS), np.uint16)
for _place, _renaming in enumerate(PERMUTATIONS):
    _moved = [card // 4 * 4 + _renaming[card % 4] for card in range(CARDS)]
    for _high in range(CARDS):
        for _low in range(_high):
            HOLDING_UNDER[_place, holding(_low, _high)] = holding(_moved[_low], _moved[_high])

CHOOSE: Final = np.array([[comb(n, k) for k in range(6)] for n in range(CARDS + 1)], np.int64)


@njit(cache=True)
def canonical(masks: NDArray[np.int64]) -> tuple[int, int]:
    """The key of a set's class and the renaming that brings the set there. `masks` are spoiled."""
    for suit in range(4):
        masks[suit] = masks[suit] << 2 | suit
    for a, b in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):
        if masks[a] < masks[b]:
            masks[a], masks[b] = masks[b], masks[a]
    key, order = 0, 0
    for place in range(4):
        key = key << 13 | masks[place] >> 2
        order = order << 2 | masks[place] & 3
    return key, _BY_ORDER[order]


@njit(cache=True)
def _all_sets(size: int, keys: NDArray[np.int64], renamings: NDArray[np.uint8]) -> None:
    """Every set of `size` cards in the order of its number, with its class's key and renaming."""
    cards = np.arange(size)
    masks = np.zeros(4, np.int64)
    for number in range(len(keys)):
        masks[:] = 0
        for card in cards:
            masks[card & 3] |= 1 << (card >> 2)
        keys[number], renamings[number] = canonical(masks)
        at = 0  # the next set: raise the lowest card that has room, put those below it back
        while at + 1 < size and cards[at] + 1 == cards[at + 1]:
            cards[at] = at
            at += 1
        cards[at] += 1


@njit(cache=True)
def decode(key: int, cards: NDArray[np.int64]) -> None:
    """The cards of a key, lowest first, written into `cards`."""
    at = 0
    for rank in range(13):
        for suit in range(4):
            if key >> (13 * (3 - suit) + rank) & 1:
                cards[at] = 4 * rank + suit
                at += 1


class Classes(Struct, frozen=True):
    """The classes of all sets of one size."""

    keys: NDArray[np.int64]
    weights: NDArray[np.int64]
    """How many sets each class stands for."""
    index: NDArray[np.int32]
    """By the number of a set (lowest card first: sum of CHOOSE[card][place + 1]): its class."""
    renaming: NDArray[np.uint8]
    """By the number of a set: the renaming that brings it to its class."""


@cache
def classes(size: int) -> Classes:
    """The classes of sets of three or four cards."""
    keys = np.zeros(comb(CARDS, size), np.int64)
    renamings = np.zeros(len(keys), np.uint8)
    _all_sets(size, keys, renamings)
    unique, index, weights = np.unique(keys, return_inverse=True, return_counts=True)
    return Classes(unique, weights.astype(np.int64), index.astype(np.int32), renamings)
