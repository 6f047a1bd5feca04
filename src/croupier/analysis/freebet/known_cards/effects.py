"""What one card fewer in the shoe does to each bet, and the counts that follow it best.

An effect of removal is exact: the bet's expectation from a full shoe without one card, less that from the
full shoe.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.freebet.optimal import expectation, optimal
from croupier.analysis.freebet.pot_of_gold import best_markers, marker_ways
from croupier.analysis.freebet.sides import busted_ways, pays_to_one
from croupier.analysis.freebet.terms import ACE, TEN, TEN_RANKS, VALUES, Terms
from croupier.rulebook import Rules

BETS: Final = ("main", "pair", "busted", "pot_of_gold", "insurance")
RANK_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10 to K")


class Effects(Struct, frozen=True):
    """One bet from one shoe: its expectation, and what the removal of one card of each value adds."""

    bet: str
    base: float
    effects: tuple[float, ...]


class Count(Struct, frozen=True):
    """A way to count: a tag for each value, and how well it follows the effects (1 is the best possible)."""

    bet: str
    tags: tuple[int, ...]
    correlation: float


def without(terms: Terms, value: int | None) -> Terms:
    """The same table with a card of a value missing from the shoe."""
    gone = tuple(int(place == value) for place in range(VALUES))
    return replace(terms, gone=gone)


@lru_cache(maxsize=256)
def _main(terms: Terms) -> float:
    return expectation(optimal(terms))


def value_of(rules: Rules, terms: Terms, bet: str) -> float:
    """The expectation of a bet from the shoe of these terms."""
    shoe = terms.shoe
    cards = sum(shoe)
    if bet == "main":
        return _main(terms)
    if bet == "pair":
        pays = pays_to_one(rules, "main", "pair")
        return float(_pair_chance(shoe) * (pays + 1) - 1)
    if bet == "insurance":
        if not shoe[ACE]:
            raise AnalysisError("without an ace there is nothing to insure against")
        pays = pays_to_one(rules, "main", "insurance")
        return float(Fraction(shoe[TEN], cards - 1) * (pays + 1) - 1)
    ways = busted_ways(rules, terms) if bet == "busted" else marker_ways(rules, best_markers(terms))
    return float(sum((chance * net for _, chance, net in ways), Fraction(0)))


def _pair_chance(shoe: Sequence[int]) -> Fraction:
    """Two cards of one rank; the four ranks worth ten have as many cards each as can be even."""
    cards = sum(shoe)
    each, more = divmod(shoe[TEN], TEN_RANKS)
    ranks = [*shoe[:TEN], *((each + 1,) * more), *((each,) * (TEN_RANKS - more))]
    return Fraction(sum(number * (number - 1) for number in ranks), cards * (cards - 1))


def effects_of(rules: Rules, bet: str, asked: Asked | None = None) -> Effects:
    """The exact effect of removing one card of each value."""
    terms = Terms.of(rules, asked)
    base = value_of(rules, terms, bet)
    return Effects(
        bet, base, tuple(value_of(rules, without(terms, value), bet) - base for value in range(VALUES))
    )


def shares() -> NDArray[np.float64]:
    """How much of a deck each value is."""
    found: NDArray[np.float64] = np.array([*(1.0,) * (VALUES - 1), float(TEN_RANKS)]) / 13.0
    return found


def simple_count(effects: Effects) -> Count:
    """The best count with tags of -1, 0 and +1, counted from its average."""
    weights = shares()
    wanted = np.array(effects.effects)
    best = Count(effects.bet, (0,) * VALUES, 0.0)
    order = np.argsort(-wanted)
    for plus in range(1, VALUES):
        for minus in range(1, VALUES - plus + 1):
            tags = np.zeros(VALUES)
            tags[order[:plus]], tags[order[VALUES - minus :]] = 1.0, -1.0
            found = _correlation(tags, wanted, weights)
            if found > best.correlation:
                best = Count(effects.bet, tuple(int(tag) for tag in tags), found)
    return best


def _correlation(
    tags: NDArray[np.float64], wanted: NDArray[np.float64], weights: NDArray[np.float64]
) -> float:
    one, two = tags - (tags * weights).sum(), wanted - (wanted * weights).sum()
    spread = sqrt(float((weights * one * one).sum() * (weights * two * two).sum()))
    return float((weights * one * two).sum()) / spread if spread else 0.0


def all_effects(rules: Rules, asked: Asked | None = None) -> Mapping[str, Effects]:
    return {bet: effects_of(rules, bet, asked) for bet in BETS}
