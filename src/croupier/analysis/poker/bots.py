"""Players for the rake simulation: simple, quick, different in how loose and how aggressive they are.

They do not play well. They make pots of all sizes, which is what a rake is taken from.
"""

from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.figures import AnalysisError
from croupier.analysis.kernels.cards import CARDS, HOLDINGS, holding
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.tables import lowest_value
from croupier.cards import Category
from croupier.rulebook.errors import suggest

FOLD, CHECK, CALL, RAISE = range(4)
RAISES_MAX: Final = 4  # on one street; then only calls and folds


class Style(Struct, frozen=True):
    """How a bot decides, all from 0 to 1."""

    name: str
    needs: float
    """The strength it wants before it puts chips in."""
    aggression: float
    """How much weaker a hand it still raises with."""


STYLES: Final = {
    style.name: style
    for style in (Style("tight", 0.80, 0.3), Style("loose", 0.62, 0.2), Style("aggressive", 0.72, 0.9))
}


def styles_of(names: tuple[str, ...], seats: int) -> tuple[Style, ...]:
    """One style a seat, repeating the names."""
    for name in names:
        if name not in STYLES:
            raise AnalysisError(
                "there is no bot called '{name}'; {styles}", name=name, styles=suggest(name, STYLES)
            )
    return tuple(STYLES[names[seat % len(names)]] for seat in range(seats))


def _points(low: int, high: int) -> int:
    """A rough worth of two cards, good enough to put starting hands in an order."""
    r, s = high // 4, low // 4
    if r == s:
        return 40 + 5 * r
    return 3 * r + s + 5 * (low % 4 == high % 4) + max(0, 4 - (r - s)) + 8 * (r == 12)


def _percentiles() -> NDArray[np.float64]:
    points = np.zeros(HOLDINGS)
    for high in range(CARDS):
        for low in range(high):
            points[holding(low, high)] = _points(low, high)
    order = np.argsort(points, kind="stable")
    ranked = np.zeros(HOLDINGS)
    ranked[order] = (np.arange(HOLDINGS) + 0.5) / HOLDINGS
    return ranked


PREFLOP: Final = _percentiles()
_STARTS: Final = np.array([lowest_value(each) for each in Category], np.int64)
# The strength of each category after the flop, if an own card takes part, and if it lies on the board.
_OWN: Final = np.array([0.45, 0.74, 0.90, 0.95, 0.98, 1.0, 1.05, 1.1, 1.2, 1.2])
_BOARD: Final = np.array([0.45, 0.47, 0.50, 0.55, 0.70, 0.75, 0.60, 0.60, 1.2, 1.2])


@njit(cache=True)
def strength_after_flop(value: int, low: int, high: int, board_ranks: int) -> float:
    """A hand's strength from its value and whether an own card is paired."""
    category = 0
    while category < 9 and value >= _STARTS[category + 1]:
        category += 1
    is_own = low >> 2 == high >> 2 or board_ranks >> (low >> 2) & 1 or board_ranks >> (high >> 2) & 1
    if is_own or category == 4 or category == 5:
        found: float = _OWN[category]
    else:
        found = _BOARD[category]
    return found


@njit(cache=True)
def decide(
    strength: float,
    luck: float,
    needs: float,
    aggression: float,
    to_call: int,
    pot: int,
    raises: int,
    can_raise: bool,
) -> int:
    """What a bot does; `luck` from 0 to 1 blurs what it thinks of its hand, raises make it think twice."""
    seen = strength + 0.16 * (luck - 0.5)
    pressure = 0.07 * raises
    raises_from = 0.97 - 0.08 * aggression + pressure
    if to_call == 0:
        return RAISE if can_raise and seen > raises_from - 0.05 else CHECK
    if can_raise and seen > raises_from:
        return RAISE
    price = to_call / (pot + to_call)
    return CALL if seen > needs + pressure + 0.35 * (price - 0.3) else FOLD
