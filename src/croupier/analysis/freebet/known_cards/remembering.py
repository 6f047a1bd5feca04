"""What it is worth to remember the open hands of other areas while playing one's own, from a full shoe.

Cards that lie on the table are missing from the shoe; who keeps them in mind may play a close hand the other
way, and insure where few tens were seen. A player who does not look at them has the expectation of the full
shoe on the average, so what is gained is the better play alone. It is reckoned by effects of removal for many
random sets of cards: each action's worth on two cards is taken as the sum of what each missing card moves it
by. For a few of these sets the shoe without them is solved exactly, and the mean difference is added: that
brings in decisions on more cards, and leaves an error but no bias.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb, sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.freebet.bets import decisions_for
from croupier.analysis.freebet.charted import best_chart, best_chart_value, chart_value
from croupier.analysis.freebet.optimal import Decision, expectation, optimal
from croupier.analysis.freebet.shoe.play import NEVER, Action
from croupier.analysis.freebet.terms import ACE, TEN, VALUES, Terms

CARDS_OF_AN_AREA: Final = 2
OWN_CARDS: Final = 2
SHOES: Final = 4_000
SOLVED: Final = 6
_AT_ONCE: Final = 500
SEED: Final = 11


class Gain(Struct, frozen=True):
    """What the better play brings, in wagers a Round, with its standard error."""

    main: float
    error: float


class Memory:
    """All decisions on two cards, and how the worth of each action moves with a card that is gone."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        decisions = decisions_for(terms)
        self.deals = list(decisions)
        self.chances = np.array([decisions[deal].chance for deal in self.deals])
        self.taken = np.array([int(decisions[deal].action) for deal in self.deals])
        self.values = self._listed(decisions)
        self.moves = np.stack([self._moved(value) for value in range(VALUES)])

    def _listed(self, decisions: Mapping[tuple[int, int, int], Decision]) -> NDArray[np.float64]:
        """[deal, action] -> worth; what is not allowed is worth NEVER."""
        values = np.full((len(self.deals), len(Action)), NEVER)
        for at, deal in enumerate(self.deals):
            if deal in decisions:
                for action, value in decisions[deal].values.items():
                    values[at, action] = value
        return values

    def _moved(self, value: int) -> NDArray[np.float64]:
        """What a card of this value that is gone adds to the worth of each action."""
        if not self.terms.shoe[value]:
            return np.zeros_like(self.values)
        gone = tuple(had + (at == value) for at, had in enumerate(self.terms.gone))
        after = self._listed(optimal(replace(self.terms, gone=gone)))
        known = (self.values > NEVER) & (after > NEVER)
        return np.where(known, after, 0.0) - np.where(known, self.values, 0.0)

    def gains(self, gone: NDArray[np.int64]) -> NDArray[np.float64]:
        """Per row of cards gone: what changing one's mind brings."""
        cards = sum(self.terms.shoe)
        scale = (cards - 1) / (cards - gone.sum(axis=1))
        values = self.values + np.tensordot(gone * scale[:, None], self.moves, axes=1)
        kept = np.take_along_axis(values, self.taken[None, :, None], axis=2)[:, :, 0]
        found: NDArray[np.float64] = (values.max(axis=2) - kept) @ self.chances
        return found

    def gain(self, cards: int, shoes: int = SHOES, solved: int = SOLVED) -> Gain:
        """Over so many random sets of so many cards, `solved` of them corrected by the exact gain."""
        random = np.random.default_rng(SEED)
        sets = random.multivariate_hypergeometric(np.array(self.terms.shoe), cards, size=shoes)
        found = np.concatenate([self.gains(sets[at : at + _AT_ONCE]) for at in range(0, shoes, _AT_ONCE)])
        missed = np.array([solved_gain(self.terms, gone) for gone in sets[:solved].tolist()]) - found[:solved]
        variance = float(found.var()) / shoes + float(missed.var(ddof=1)) / solved
        return Gain(float(found.mean() + missed.mean()), sqrt(variance))


def solved_gain(terms: Terms, gone: Sequence[int]) -> float:
    """The same for one set of cards, exact but for its own luck, which is none on the average.

    Best play from the shoe without them, less what the chart of the full shoe brings there, less what that
    chart gives away in the full shoe.
    """
    seen = replace(terms, gone=tuple(gone))
    given_away = expectation(dict(decisions_for(terms))) - best_chart_value(terms)
    return expectation(optimal(seen)) - chart_value(seen, best_chart(terms)) - given_away


def insurance_gain(shoe: Sequence[int], pays: Fraction, part: Fraction, cards: int) -> Fraction:
    """Insuring where it is good, by the own cards and so many others, in wagers a Round; exact.

    `part` is the largest Insurance as a part of the wager. The chance of an ace is that of any dealer's card.
    """
    whole = sum(shoe)
    tens, left, seen = shoe[TEN], whole - 1, OWN_CARDS + cards
    total = Fraction(0)
    for had in range(min(tens, seen) + 1):
        worth = Fraction(tens - had, left - seen) * (pays + 1) - 1
        if worth > 0 and seen - had <= left - tens:
            total += Fraction(comb(tens, had) * comb(left - tens, seen - had), comb(left, seen)) * worth
    return total * part * Fraction(shoe[ACE], whole)
