"""One hand against one card of the dealer, at any moment of its play: what each action is worth."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.against_ace import takes_even_money
from croupier.analysis.freebet.optimal import best_split, natural_value, surrender_value, value_of_hands
from croupier.analysis.freebet.shoe.families import Family, dealt
from croupier.analysis.freebet.shoe.hands import all_hands
from croupier.analysis.freebet.shoe.play import NEVER, Action, draw_or_stand, worth
from croupier.analysis.freebet.shoe.showdown import BREAK, LOSE, MASS, NATURAL, WIN
from croupier.analysis.freebet.shoe.tables import Tables, family_of, tables_for
from croupier.analysis.freebet.splits.splitting import Kind
from croupier.analysis.freebet.terms import ACE, TEN, TEN_RANKS, VALUE_NAMES, Terms
from croupier.cards import Card


def value_place(card: Card) -> int:
    """Where a card's point value is counted."""
    return VALUE_NAMES.index(card[0]) if card[0] in VALUE_NAMES else TEN


@dataclass(frozen=True)
class Spot:
    """A hand that is in play. `cards` and `first` are places of point values."""

    terms: Terms
    first: int
    cards: tuple[int, ...]
    kind: Kind = Kind.STAKED
    is_split: bool = False
    hands: int = 1
    """Hands on the area now: each split but the first has taken one more card of the pair."""
    pair_with_dealer: int = 0
    """Cards of the pair's very rank that the dealer has."""

    @property
    def tables(self) -> Tables:
        return tables_for(self.terms.shoe, self.terms.dealer)

    @property
    def is_natural(self) -> bool:
        return not self.is_split and sorted(self.cards) == [ACE, TEN]

    @property
    def natural(self) -> float:
        return natural_value(
            self.terms, self.first, self._dealer_natural, even_money=takes_even_money(self.terms)
        )

    @property
    def surrender(self) -> float:
        return surrender_value(self.terms, self.first, self._dealer_natural)

    @property
    def best(self) -> float:
        return max(self.values().values())

    @cached_property
    def _dealer_natural(self) -> float:
        fates, at = self.tables.dealt(self.first), dealt().place[all_hands().of(*self.cards)]
        return float(fates[at, NATURAL] / fates[at, MASS])

    @property
    def total(self) -> int:
        return int(all_hands().totals[all_hands().of(*self.cards)])

    @property
    def standing(self) -> tuple[float, float, float]:
        """The chances that the hand as it is wins, that it loses, and that a card more busts it."""
        _, fates, at = self._fates()
        won, lost, natural, busted = (fates[at, column] for column in (WIN, LOSE, NATURAL, BREAK))
        mass = float(fates[at, MASS])
        return float(won) / mass, float(lost + natural) / mass, float(busted) / mass

    def _fates(self) -> tuple[Family, NDArray[np.float64], int]:
        """The hands that this one can grow into, how they fare, and where it stands among them."""
        if self.is_split:
            family = family_of(self.cards[0])
            fates = self.tables.split(self.cards[0], self.first)[self._missing]
        else:
            family, fates = dealt(), self.tables.dealt(self.first)
        return family, fates, int(family.place[all_hands().of(*self.cards)])

    def values(self) -> dict[Action, float]:
        """Per action, in original wagers; what the rules do not allow is left out."""
        family, fates, at = self._fates()
        worths = worth(family, fates, self.kind, self.terms, after_split=self.is_split)
        _, hits = draw_or_stand(family, worths)
        mass = float(fates[at, MASS])
        found = {
            Action.STAND: float(worths.stand[at]) / mass,
            Action.HIT: float(hits[at]) / mass,
            Action.DOUBLE: float(worths.double[at]) / mass,
            Action.FREE_DOUBLE: float(worths.free_double[at]) / mass,
            Action.SPLIT: self._split(),
        }
        return {action: value for action, value in found.items() if value > NEVER}

    @property
    def _missing(self) -> int:
        return max(0, self.hands - 2)

    def _split(self) -> float:
        """Splitting with all that follows; splitting again as if nothing were split after that."""
        if len(self.cards) != 2 or self.cards[0] != self.cards[1]:
            return NEVER
        pair, terms = self.cards[0], self.terms
        if not self.is_split:
            return best_split(terms, self.tables, self.first, pair, self._pair_cards()).value
        new = Kind.MARKER if terms.free_splits and pair != TEN else Kind.ADDED
        return sum(
            value_of_hands(terms, self.tables, self.first, pair, kind, self._missing + 1)
            for kind in (self.kind, new)
        )

    def _pair_cards(self) -> int:
        """Cards left that pair one of these again; unlike tens may count or not."""
        pair = self.cards[0]
        if pair != TEN or self.terms.split_unlike_tens:
            return int(self.tables.rest(self.first, pair)[pair])
        return int(self.tables.shoe[TEN]) // TEN_RANKS - 2 - self.pair_with_dealer
