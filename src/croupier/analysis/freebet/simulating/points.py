"""A hand's points as one small number, and what a further card makes of it: the simulator's steps."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.chart import MARKER_ONLY, MONEY, Chart
from croupier.analysis.freebet.shoe.hands import HIGHEST, SOFT_GAIN
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.terms import ACE, VALUES, Drawing

SOFT: Final = 32
"""A hard total is its own number; a soft one is SOFT + total - 11, so that a lone ace is SOFT."""
STATES: Final = SOFT + HIGHEST - 11 + 1

Bytes = NDArray[np.uint8]


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


def steps() -> Bytes:
    """[state, value] -> state with a card more."""
    return np.array([[_after(state, value) for value in range(VALUES)] for state in range(STATES)], np.uint8)


def totals() -> NDArray[np.int64]:
    """[state] -> points."""
    return np.array([total_in(state)[0] for state in range(STATES)], np.int64)


def finished(dealer: Drawing) -> Bytes:
    """[state] -> whether the dealer, having two cards, draws no more."""
    stops = []
    for state in range(STATES):
        total, soft = total_in(state)
        stops.append(total > (dealer.draws_to_soft if soft else dealer.draws_to))
    return np.array(stops, np.uint8)


def decisions(chart: Chart) -> tuple[Bytes, Bytes, Bytes]:
    """The chart by state: [part, state, first] on more cards, on two cards; [state, first] to surrender."""
    shape = (2, STATES, VALUES)
    more, two = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    surrender = np.zeros(shape[1:], np.uint8)
    for state in range(STATES):
        total, soft = total_in(state)
        if total >= HIGHEST:
            continue
        surrender[state] = chart.surrender[int(soft), total]
        for part in (MONEY, MARKER_ONLY):
            hits = chart.hit[part, int(soft), total]
            doubles = chart.double[part, int(soft), total]
            more[part, state] = hits
            two[part, state] = np.where(doubles > 0, doubles, hits)
    assert (Action.STAND, Action.HIT) == (0, 1), "hit cells are actions"
    return more, two, surrender
