"""Walking through all hands by fixed decisions: downwards what they lead to, upwards what they are worth."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

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
