"""How to play, all of it, by totals: hands with money on them, hands with a marker only, and against an ace.

Figures, charts, words, simulations and the live comparison read this one object.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from msgspec import Struct
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


class KeptChart(Struct, frozen=True):
    """A chart as an answer that is kept: its cells as bytes, in their order."""

    hit: bytes
    double: bytes
    surrender: bytes
    split: bytes
    even_money: bool
    insure: tuple[bool, ...]

    def chart(self) -> "Chart":
        like = Chart.first_guess(())
        cells = {
            name: np.frombuffer(getattr(self, name), np.uint8).reshape(getattr(like, name).shape)
            for name in _CELLS
        }
        return Chart(**cells, even_money=self.even_money, insure=self.insure)


_CELLS: Final = ("hit", "double", "surrender", "split")


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
    even_money: bool = False
    """Taken for a blackjack against an ace."""
    insure: tuple[bool, ...] = (False,) * 3
    """Against an ace, by how many ten-value cards the hand holds: none, one, two."""

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
        return replace(
            self,
            hit=self.hit.copy(),
            double=self.double.copy(),
            surrender=self.surrender.copy(),
            split=self.split.copy(),
        )

    def kept(self) -> KeptChart:
        cells = {name: getattr(self, name).tobytes() for name in _CELLS}
        return KeptChart(**cells, even_money=self.even_money, insure=self.insure)

    def agrees_with(self, other: "Chart") -> bool:
        mine = (self.hit, self.double, self.surrender, self.split)
        theirs = (other.hit, other.double, other.surrender, other.split)
        return all(np.array_equal(a, b) for a, b in zip(mine, theirs, strict=True))
