"""Walking through all hands by fixed decisions: downwards what they lead to, upwards what they are worth."""

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.kernels.compiling import njit

_DOUBLE, _FREE_DOUBLE = int(Action.DOUBLE), int(Action.FREE_DOUBLE)
Sums = NDArray[np.float64]


@njit(cache=True)
def follow(child: NDArray[np.int64], hits: NDArray[np.bool_], stand: Sums, break_: Sums) -> tuple[Sums, Sums]:
    """Per hand the worth of playing on by the chart, and of hitting once and then playing by it."""
    plain = stand.copy()
    hit = np.full(stand.shape[0], -np.inf)
    for hand in range(stand.shape[0] - 1, -1, -1):
        worth_ = break_[hand]
        for value in range(child.shape[1]):
            if child[hand, value] >= 0:
                worth_ += plain[child[hand, value]]
        hit[hand] = worth_
        if hits[hand]:
            plain[hand] = worth_
    return plain, hit


@njit(cache=True)
def reach(child: NDArray[np.int64], hits: NDArray[np.bool_], orders: Sums) -> None:
    """From the orders in which two-card hands come, those of all hands that the chart leads to."""
    for hand in range(child.shape[0]):
        if orders[hand] != 0.0 and hits[hand]:
            for value in range(child.shape[1]):
                if child[hand, value] >= 0:
                    orders[child[hand, value]] += orders[hand]


@njit(cache=True)
def by_chart(
    child: NDArray[np.int64],
    soft: NDArray[np.bool_],
    totals: NDArray[np.int64],
    may_draw: NDArray[np.bool_],
    hit_cells: NDArray[np.uint8],
    double_cells: NDArray[np.uint8],
    stand: Sums,
    break_: Sums,
    double: Sums,
    free_double: Sums,
    roots: NDArray[np.int64],
    numbers: Sums,
    sum_stand: Sums,
    sum_hit: Sums,
    sum_plain: Sums,
    sum_double: Sums,
    sum_free_double: Sums,
) -> Sums:
    """What each two-card hand in `roots` brings by cells of [soft, total]; the sums of each cell grow.

    `numbers` says in how many orders of its cards each root comes.
    """
    hits = np.zeros(child.shape[0], np.bool_)
    for hand in range(child.shape[0]):
        hits[hand] = may_draw[hand] and hit_cells[int(soft[hand]), totals[hand]] == 1
    plain, hit = follow(child, hits, stand, break_)
    orders = np.zeros(child.shape[0])
    found = np.zeros(roots.shape[0])
    for at in range(roots.shape[0]):
        hand, number = roots[at], numbers[at]
        cell = (int(soft[hand]), totals[hand])
        sum_plain[cell] += number * plain[hand]
        sum_double[cell] += number * double[hand]
        sum_free_double[cell] += number * free_double[hand]
        value = -np.inf
        if double_cells[cell] == _DOUBLE:
            value = double[hand]
        elif double_cells[cell] == _FREE_DOUBLE:
            value = free_double[hand]
        if value == -np.inf:  # not doubled, or not allowed
            value = plain[hand]
            orders[hand] = number
        found[at] = value
    reach(child, hits, orders)
    for hand in range(child.shape[0]):
        if orders[hand] != 0.0 and may_draw[hand]:
            cell = (int(soft[hand]), totals[hand])
            sum_stand[cell] += orders[hand] * stand[hand]
            sum_hit[cell] += orders[hand] * hit[hand]
    return found
