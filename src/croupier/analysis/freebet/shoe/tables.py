"""The showdown tables of a shoe: made once per table's terms, then every strategy is judged from them."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.shoe.dealer import dealer_tree
from croupier.analysis.freebet.shoe.families import Family, dealt, grown_from
from croupier.analysis.freebet.shoe.hands import all_hands
from croupier.analysis.freebet.shoe.showdown import COLUMNS, fates, results
from croupier.analysis.freebet.terms import ACE, VALUES, Drawing

MISSING_MAX = 4
"""The most pair cards, beyond the first two, that inclusion and exclusion takes from the shoe."""


class Tables:
    """Fates of all hands for a shoe and a way of drawing."""

    def __init__(self, shoe: tuple[int, ...], dealer: Drawing) -> None:
        self.shoe = np.array(shoe, np.int64)
        self.cards = int(self.shoe.sum())
        self._dealer = dealer
        self._dealt: dict[int, NDArray[np.float64]] = {}
        self._split: dict[tuple[int, int], NDArray[np.float64]] = {}

    def chance_of_first(self, first: int) -> float:
        """How likely the dealer's first card is of this value."""
        return float(self.shoe[first]) / self.cards

    def rest(self, first: int, pair: int | None = None) -> NDArray[np.int64]:
        """The shoe without the dealer's first card and, if given, a pair."""
        rest = self.shoe.copy()
        rest[first] -= 1
        if pair is not None:
            rest[pair] -= 2
        return rest

    def dealt(self, first: int) -> NDArray[np.float64]:
        """Fates of hands dealt at the start."""
        if first not in self._dealt:
            self._dealt[first] = self._fates(dealt(), first, self.rest(first), np.zeros(VALUES, np.int64))
        return self._dealt[first]

    def split(self, pair: int, first: int) -> NDArray[np.float64]:
        """Fates of hands grown from a split pair, per number of further pair cards missing from the shoe."""
        if (pair, first) not in self._split:
            self._split[pair, first] = self._split_fates(pair, first)
        return self._split[pair, first]

    def _split_fates(self, pair: int, first: int) -> NDArray[np.float64]:
        family = family_of(pair)
        given = np.zeros(VALUES, np.int64)
        given[pair] = 1
        layers = []
        for missing in range(MISSING_MAX + 1):
            rest = self.rest(first, pair)
            rest[pair] -= missing
            possible = rest[pair] >= 0
            layers.append(
                self._fates(family, first, rest, given)
                if possible
                else np.zeros((len(family.members), COLUMNS))
            )
        return np.stack(layers)

    def split_results(self, pair: int, first: int, missing: int) -> NDArray[np.float64]:
        """Hands grown from a split pair together with each end of the dealer's hand, pair cards missing."""
        given = np.zeros(VALUES, np.int64)
        given[pair] = 1
        rest = self.rest(first, pair)
        rest[pair] -= missing
        tree = dealer_tree(self._dealer, first)
        return results(tree, first, all_hands(), family_of(pair).members, rest, given)

    def _fates(
        self, family: Family, first: int, shoe: NDArray[np.int64], given: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        tree = dealer_tree(self._dealer, first)
        return fates(tree, first, all_hands(), family.members, shoe, given)


def family_of(pair: int) -> Family:
    """Split aces receive one card only."""
    return grown_from(pair, pair == ACE)


@lru_cache(maxsize=4)
def tables_for(shoe: tuple[int, ...], dealer: Drawing) -> Tables:
    """The tables, kept for the last few shoes asked for."""
    return Tables(shoe, dealer)
