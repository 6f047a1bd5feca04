"""The evaluator's tables, made from the house's own ranking so that both always say the same.

Every card has a key, and the sum of the keys of five to seven cards tells which ranks there are: six ranks in
one part of the sum, which says where a stretch of the table begins, seven in another, which says the place in
it. The table has one value for each of the 73,775 sets of ranks and nothing else, so it stays in the
processor's cache: 270 KB with both ways into it. A third part counts suits.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards.ranking_tables import ACE, CATEGORY_SHIFT, LOW, Category, by_ranks, by_suited_ranks

# The smallest keys, each chosen after the other, with which no two sets of up to seven cards (at most four of
# a rank) have the same sum.
STEPS: Final = (1, 5, 24, 112, 521, 2247, 9244)
STRETCH_RANKS: Final = 6
"""Deuce to seven say where a stretch begins, eight to ace the place in it."""

# Where the parts of a sum begin. A suit's four bits start at three, so that its fifth card sets the highest.
STRETCH_AT: Final = 16
PLACE_AT: Final = 30
STRETCH_MASK: Final = (1 << PLACE_AT - STRETCH_AT) - 1
START: Final = 0x3333
FLUSH_BITS: Final = 0x8888
SUITS_AT: Final = 16
"""In a sum of suit masks every suit has so many bits."""

RANK_KEYS: Final = (
    *(step << STRETCH_AT for step in STEPS[:STRETCH_RANKS]),
    *(step << PLACE_AT for step in STEPS),
)
CARD_KEY: Final = np.array([RANK_KEYS[card // 4] + (1 << 4 * (card % 4)) for card in range(52)], np.int64)
SUIT_MASK: Final = np.array([1 << SUITS_AT * (card % 4) + card // 4 for card in range(52)], np.uint64)
"""A card's rank among those of its suit."""


def _ordered(ranks: dict[int, int], suited: dict[int, int]) -> list[int]:
    """The strengths that exist, weakest first: a hand's place among them is its value here."""
    return sorted(set(ranks.values()) | set(suited.values()))


def _sums(
    rank_keys: NDArray[np.int64], start: int, steps: tuple[int, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cards of the ranks from `start`, and the sum of their steps. A key has three bits a rank."""
    cards, sums = np.zeros_like(rank_keys), np.zeros_like(rank_keys)
    for rank, step in enumerate(steps, start=start):
        held = rank_keys >> 3 * rank & 7
        cards += held
        sums += held * step
    return cards, sums


def _minimal(
    rank_keys: NDArray[np.int64], values: NDArray[np.uint16]
) -> tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint16]]:
    """Stretches, places and the table: value of a hand = table[stretches[one sum] + places[other sum]].

    Places are numbered by how many cards they hold. A stretch with k cards needs those with 5 - k to 7 - k,
    which are neighbours, so it begins so much before the end of the last one. Those with most cards come
    first: they need places from 0, so no beginning is before the table's.
    """
    few, one = _sums(rank_keys, 0, STEPS[:STRETCH_RANKS])
    many, other = _sums(rank_keys, STRETCH_RANKS, STEPS)
    held = np.unique(many << 32 | other)
    places = np.zeros(int(other.max()) + 1, np.uint16)
    places[held & 0xFFFFFFFF] = np.arange(len(held))
    first = np.searchsorted(held >> 32, np.arange(9))
    stretches = np.zeros(int(one.max()) + 1, np.uint32)
    size = 0
    for stretch in np.unique(few << 32 | one)[::-1].tolist():
        cards = stretch >> 32
        begin, end = int(first[max(5 - cards, 0)]), int(first[8 - cards])
        stretches[stretch & 0xFFFFFFFF] = size - begin
        size += end - begin
    table = np.zeros(size, np.uint16)
    table[stretches[one] + places[other]] = values
    return stretches, places, table


def _build() -> tuple[
    NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]
]:
    ranks, suited = by_ranks(), by_suited_ranks()
    strengths = _ordered(ranks, suited)
    place = {strength: value for value, strength in enumerate(strengths, start=1)}
    values = np.array([place[strength] for strength in ranks.values()], np.uint16)
    flushes = np.zeros(1 << 13, np.uint16)
    for held, strength in suited.items():
        flushes[held] = place[strength]
    return np.array([0, *strengths], np.int64), *_minimal(np.array(list(ranks), np.int64), values), flushes


STRENGTHS, STRETCHES, PLACES, BY_RANKS, BY_SUITED = _build()
"""STRENGTHS[value] is the house's strength of a value; values run from 1 to 7,462. BY_SUITED is zero for less
than five cards."""


def lowest_value(category: Category) -> int:
    """The smallest value that is of this category or better."""
    return int(np.searchsorted(STRENGTHS, int(category) << CATEGORY_SHIFT))


assert len(RANK_KEYS) == ACE - LOW + 1
