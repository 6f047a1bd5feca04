"""A hand's points as one small number, what a further card makes of it, and how the simulator plays by it."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.chart import PARTS, Chart
from croupier.analysis.freebet.shoe.hands import HIGHEST, SOFT_GAIN
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.terms import ACE, VALUES, Terms

SOFT: Final = 32
"""A hard total is its own number; a soft one is SOFT + total - 11, so that a lone ace is SOFT."""
STATES: Final = SOFT + HIGHEST - 11 + 1

Bytes = NDArray[np.uint8]


# The columns of the table that a kernel plays by. A row is a state of a hand: by value of the next card the
# state then; points; whether the dealer draws no more; by dealer's first card what to do on more cards, on
# two, and whether to surrender. In the rows of the values: by first card, whether such a pair is split. Where
# there are two parts, hands with money come first.
TOTAL: Final = VALUES
FINISHED: Final = TOTAL + 1
MORE: Final = FINISHED + 1
TWO: Final = MORE + PARTS * VALUES
SURRENDER: Final = TWO + PARTS * VALUES
SPLIT: Final = SURRENDER + VALUES
COLUMNS: Final = SPLIT + PARTS * VALUES


class Book(NamedTuple):
    """What the rules say, in whole numbers: a kernel can take them all as one."""

    stand_off: int
    hands_max: int
    aces_max: int
    unlike_tens: int
    ten_face_pairs: int
    capped: int
    paid_at_once: int
    takes_even_money: int
    draws_for_busted: int


def book_of(terms: Terms, chart: Chart, *, pair_ten_face: bool, draws_for_busted: bool) -> Book:
    return Book(
        terms.dealer.stand_off_total or 0,
        terms.hands_max,
        terms.ace_hands_max,
        int(terms.split_unlike_tens),
        int(pair_ten_face),
        int(terms.capped_at_original),
        int(terms.blackjack_paid_at_once_against_ten),
        int(chart.even_money),
        int(draws_for_busted),
    )


def table_of(terms: Terms, chart: Chart) -> Bytes:
    """The chart and the dealer's rule, by [state, column]."""
    table = np.zeros((STATES, COLUMNS), np.uint8)
    for state, row in enumerate(table):
        total, soft = total_in(state)
        row[:TOTAL] = [_after(state, value) for value in range(VALUES)]
        row[TOTAL] = total
        row[FINISHED] = total > (terms.dealer.draws_to_soft if soft else terms.dealer.draws_to)
        if total < HIGHEST:
            hits, doubles = chart.hit[:, int(soft), total], chart.double[:, int(soft), total]
            row[MORE:TWO] = hits.ravel()
            row[TWO:SURRENDER] = np.where(doubles > 0, doubles, hits).ravel()
            row[SURRENDER:SPLIT] = chart.surrender[int(soft), total]
    table[:VALUES, SPLIT:] = chart.split.swapaxes(0, 1).reshape(VALUES, -1)
    assert (Action.STAND, Action.HIT) == (0, 1), "hit cells are actions"
    return table


def total_in(state: int) -> tuple[int, bool]:
    """The point total and whether it is soft."""
    return (state, False) if state < SOFT else (state - SOFT + 11, True)


def _after(state: int, value: int) -> int:
    total, soft = total_in(state)
    if value == ACE and not soft and total + 11 <= HIGHEST:
        return SOFT + total
    total += value + 1
    if soft and total <= HIGHEST:
        return SOFT + total - 11
    return total - SOFT_GAIN if soft else min(total, SOFT - 1)
