"""Whole shoes dealt to a cutting card: several areas by one chart, and what the first wins by true count.

The same hands as `rounds` plays, one Round after the other from what is left. For every bet a count of its
own is kept of all cards that have been seen; Insurance is judged when it is offered, with the dealt cards on
the table. Pair and Insurance are not counted by how they came out but by their exact chance in the shoe.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.simulating.points import Book, Bytes
from croupier.analysis.freebet.simulating.rounds import ACE, TEN, Numbers, Whole, play_round
from croupier.analysis.kernels.chance import seed_words
from croupier.analysis.kernels.compiling import njit

MAIN, PAIR, BUSTED, POT_OF_GOLD, INSURANCE = range(5)
LIMIT: Final = 10
"""True counts beyond are counted with it."""
BINS: Final = 2 * LIMIT + 1
RANKS: Final = 13
_SUITS: Final = 4
SPARE: Final = 256
"""Room behind the shoe: a Round that would need more cards than there are is not counted."""

Sums = NDArray[np.float64]


@njit(cache=True, inline="always")
def _bin(running: Whole, left: Whole) -> int:
    """The count for each deck left, down to a whole number, as a place among the bins.

    Tags are thirteenfold and less their average, so that any count is 0 on the average.
    """
    true = int(np.floor(running * _SUITS / left))
    return max(-LIMIT, min(LIMIT, true)) + LIMIT


@njit(cache=True, nogil=True)
def play_shoes(
    seed: int,
    rounds: int,
    shoe: Bytes,
    cards: int,
    cut: int,
    areas: int,
    table: Bytes,
    book: Book,
    rooms: Numbers,
    tags: Numbers,
    main: Numbers,
    markers: Numbers,
    busted: Numbers,
    chances: Sums,
) -> int:
    """Play Rounds and count by true count how each bet ended; how many shoes it took.

    `shoe` holds ranks of `cards` cards and SPARE more; `tags` by [bet, rank]. Results by [bin, way];
    `chances` by [pair or insurance, bin, number, sum, sum of squares].
    """
    words = seed_words(seed)
    running, left_of = np.zeros(5, np.int64), np.zeros(RANKS, np.int64)
    shoes, start, played = 0, cards, 0
    while played < rounds:
        if start >= cut:
            start, shoes = 0, shoes + 1
            running[:], left_of[:] = 0, cards // RANKS
        dealt, way, used, bust_cards, _, words = play_round(
            shoe, cards, start, areas, words, table, book, rooms
        )
        if dealt > cards:
            start = cards
            continue
        left = cards - start
        main[_bin(running[MAIN], left), way] += 1
        markers[_bin(running[POT_OF_GOLD], left), used] += 1
        busted[_bin(running[BUSTED], left), bust_cards] += 1
        _count_pair(left_of, left, book.ten_face_pairs > 0, chances[0, _bin(running[PAIR], left)])
        if shoe[start + areas] == ACE:
            _count_insurance(left_of, left, running, tags, shoe[start : start + 2 * areas + 1], chances[1])
        for at in range(start, dealt):
            left_of[shoe[at]] -= 1
            for bet in range(5):
                running[bet] += tags[bet, shoe[at]]
        start = int(dealt)
        played += 1
    return shoes


@njit(cache=True, inline="always")
def _noted(chance: float, row: Sums) -> None:
    row[0] += 1.0
    row[1] += chance
    row[2] += chance * chance


@njit(cache=True, inline="always")
def _count_pair(left_of: Numbers, left: Whole, ten_face_pairs: bool, row: Sums) -> None:
    """The exact chance that two cards of the shoe as it is are a Pair."""
    ways = np.int64(0)
    for rank in range(RANKS):
        ways += left_of[rank] * (left_of[rank] - 1)
    if ten_face_pairs:
        ways += 2 * left_of[TEN] * (left_of[TEN + 1] + left_of[TEN + 2] + left_of[TEN + 3])
    _noted(ways / (left * (left - 1)), row)


@njit(cache=True)
def _count_insurance(
    left_of: Numbers, left: Whole, running: Numbers, tags: Numbers, open_cards: Bytes, rows: Sums
) -> None:
    """The exact chance of a ten-value card next to the ace, by the count with the dealt cards in it."""
    seen, tens = running[INSURANCE], np.int64(0)
    for rank in range(TEN, RANKS):
        tens += left_of[rank]
    for at in range(open_cards.shape[0]):
        seen += tags[INSURANCE, open_cards[at]]
        tens -= open_cards[at] >= TEN
    after = left - open_cards.shape[0]
    _noted(tens / after, rows[_bin(seen, after)])
