"""A strategy chart by totals: one part for hands with money on them, one for hands with a marker only."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.shoe.hands import HIGHEST
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.splits.splitting import Kind
from croupier.analysis.freebet.terms import VALUES

Cells = NDArray[np.uint8]

MONEY: Final = 0
MARKER_ONLY: Final = 1
PARTS: Final = 2
TOTALS: Final = HIGHEST + 1


def part_of(kind: Kind) -> int:
    """Which part of the chart a hand is played by."""
    return MARKER_ONLY if kind is Kind.MARKER else MONEY


@dataclass(frozen=True)
class Chart:
    """Decisions by [part, soft, total, dealer's first card]; pairs by [part, value, first card]."""

    hit: Cells
    """1: hit, 0: stand; on three cards or more, and on two where nothing else is said."""
    double: Cells
    """On two cards: Action.DOUBLE, Action.FREE_DOUBLE or 0."""
    surrender: Cells
    """By [soft, total, first card], on the two dealt cards."""
    split: Cells
    """Money part: split, and split again. Marker part: split a marker's hand again."""

    @classmethod
    def first_guess(cls, free_double_totals: tuple[int, ...]) -> "Chart":
        """Hit to 16 and soft 17, take what is free: where the search for the best chart starts."""
        chart = cls(
            hit=np.zeros((PARTS, 2, TOTALS, VALUES), np.uint8),
            double=np.zeros((PARTS, 2, TOTALS, VALUES), np.uint8),
            surrender=np.zeros((2, TOTALS, VALUES), np.uint8),
            split=np.zeros((PARTS, VALUES, VALUES), np.uint8),
        )
        chart.hit[:, 0, :17] = 1
        chart.hit[:, 1, :18] = 1
        for total in free_double_totals:
            chart.double[:, 0, total] = Action.FREE_DOUBLE
        chart.split[:, : VALUES - 1] = 1
        return chart

    def copy(self) -> "Chart":
        return Chart(self.hit.copy(), self.double.copy(), self.surrender.copy(), self.split.copy())

    def agrees_with(self, other: "Chart") -> bool:
        mine = (self.hit, self.double, self.surrender, self.split)
        theirs = (other.hit, other.double, other.surrender, other.split)
        return all(np.array_equal(a, b) for a, b in zip(mine, theirs, strict=True))
