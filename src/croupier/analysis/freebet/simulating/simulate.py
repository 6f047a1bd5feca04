"""Simulating rounds of an edition: the kernel dressed in its rules, results in cents."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.chart import Chart
from croupier.analysis.freebet.simulating import points, rounds
from croupier.analysis.freebet.terms import SUITS, Terms
from croupier.analysis.kernels.kept import Kept

RANKS: Final = 13
play_rounds: Final = Kept(rounds.play_rounds)


@dataclass
class Counts:
    """How often each bet ended each way."""

    main: NDArray[np.int64]
    pairs: NDArray[np.int64]
    markers: NDArray[np.int64]
    busted: NDArray[np.int64]
    insurance: NDArray[np.int64]
    trace: NDArray[np.int64]
    cards: NDArray[np.uint8]

    @classmethod
    def empty(cls, traced: int) -> "Counts":
        return cls(
            main=np.zeros(rounds.MAIN_WAYS, np.int64),
            pairs=np.zeros(2, np.int64),
            markers=np.zeros(rounds.MARKERS_MOST + 1, np.int64),
            busted=np.zeros(rounds.BUST_CARDS_MOST, np.int64),
            insurance=np.zeros(3, np.int64),
            trace=np.zeros((traced, rounds.TRACED), np.int64),
            cards=np.zeros((traced, rounds.CARDS_TRACED), np.uint8),
        )


def full_shoe(decks: int) -> NDArray[np.uint8]:
    """Ranks of all cards, ace 0 to king 12."""
    return np.repeat(np.arange(RANKS, dtype=np.uint8), SUITS * decks)


def simulate(
    terms: Terms,
    chart: Chart,
    number: int,
    seed: int,
    *,
    pair_ten_face: bool = False,
    draws_for_busted: bool = True,
    traced: int = 0,
) -> Counts:
    """Play rounds by a chart; the first `traced` are kept card by card."""
    counts = Counts.empty(traced)
    book = points.book_of(terms, chart, pair_ten_face=pair_ten_face, draws_for_busted=draws_for_busted)
    rooms = np.zeros((1, *rounds.ROOM), np.int64)
    play_rounds(
        seed, number, full_shoe(terms.decks), points.table_of(terms, chart), book, rooms, counts.main,
        counts.pairs, counts.markers, counts.busted, counts.insurance, counts.trace, counts.cards,
    )  # fmt: skip
    return counts
