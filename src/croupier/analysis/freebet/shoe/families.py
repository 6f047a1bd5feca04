"""Which hands there are at a stage of the round: dealt at the start, or grown from half a split pair."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.shoe.hands import HIGHEST, all_hands
from croupier.analysis.freebet.terms import VALUES


@dataclass(frozen=True)
class Family:
    """Hands of two cards or more, numbered anew; every hand comes before those that contain it."""

    members: NDArray[np.int64]
    child: NDArray[np.int64]
    """The member with one card of a value more, or -1 where that busts."""
    totals: NDArray[np.int64]
    soft: NDArray[np.bool_]
    sizes: NDArray[np.int64]
    may_draw: NDArray[np.bool_]
    two_cards: NDArray[np.int64]
    """The hands of two cards that may still draw."""
    place: dict[int, int]
    """From a hand's number among all hands to its place here."""
    pairs: tuple[tuple[int, ...], ...]
    """The places of two-card hands by both cards; -1 for a hand of another family."""

    def pair(self, one: int, other: int) -> int:
        """The place of a hand of two cards."""
        return self.pairs[one][other]


@cache
def dealt() -> Family:
    """All hands that two dealt cards can grow into."""
    return _family(np.nonzero(all_hands().sizes >= 2)[0])


@cache
def grown_from(value: int, one_card: bool) -> Family:
    """The hands that one card of a split pair can grow into; with `one_card`, only the two-card ones."""
    hands = all_hands()
    holds = (hands.cards[:, value] > 0) & (hands.sizes >= 2)
    return _family(np.nonzero(holds & ((hands.sizes == 2) | (not one_card)))[0])


def _family(members: NDArray[np.int64]) -> Family:
    hands = all_hands()
    place = {int(member): at for at, member in enumerate(members)}
    child = np.full((len(members), VALUES), -1, np.int64)
    for at, member in enumerate(members):
        for value in range(VALUES):
            child[at, value] = place.get(int(hands.child[member, value]), -1)
    totals, sizes = hands.totals[members], hands.sizes[members]
    may_draw = totals < HIGHEST
    return Family(
        members=members,
        child=child,
        totals=totals,
        soft=hands.soft[members],
        sizes=sizes,
        may_draw=may_draw,
        two_cards=np.nonzero((sizes == 2) & may_draw)[0],
        place=place,
        pairs=tuple(
            tuple(place.get(hands.of(one, other), -1) for other in range(VALUES)) for one in range(VALUES)
        ),
    )
