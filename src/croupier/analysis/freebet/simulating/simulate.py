"""Simulating rounds of an edition: the kernel dressed in its rules, results in cents."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.chart import Chart
from croupier.analysis.freebet.simulating import points, rounds
from croupier.analysis.freebet.terms import SUITS, Terms

RANKS: Final = 13


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
    takes_even_money: bool = False,
    traced: int = 0,
) -> Counts:
    """Play rounds by a chart; the first `traced` are kept card by card."""
    counts = Counts.empty(traced)
    more, two, surrender = points.decisions(chart)
    rounds.play_rounds(
        seed,
        number,
        full_shoe(terms.decks),
        points.steps(),
        points.totals(),
        points.finished(terms.dealer),
        more,
        two,
        surrender,
        chart.split,
        terms.dealer.stand_off_total or 0,
        terms.hands_max,
        terms.split_unlike_tens,
        pair_ten_face,
        terms.capped_at_original,
        terms.blackjack_paid_at_once_against_ten,
        takes_even_money,
        draws_for_busted,
        counts.main,
        counts.pairs,
        counts.markers,
        counts.busted,
        counts.insurance,
        counts.trace,
        counts.cards,
    )
    return counts
