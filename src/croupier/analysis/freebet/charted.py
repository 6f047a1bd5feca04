"""What a chart is worth, exactly, and the best chart there is.

The search changes every cell to what brings more, summed over all hands the cell decides, until none changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.against_ace import insures, takes_even_money
from croupier.analysis.freebet.chart import MARKER_ONLY, MONEY, PARTS, TOTALS, Chart, part_of
from croupier.analysis.freebet.optimal import blended, natural_value, surrender_value
from croupier.analysis.freebet.shoe.families import Family, dealt
from croupier.analysis.freebet.shoe.play import Action, Worth, worth
from croupier.analysis.freebet.shoe.reach import by_chart
from croupier.analysis.freebet.shoe.showdown import MASS, NATURAL
from croupier.analysis.freebet.shoe.tables import Tables, family_of, tables_for
from croupier.analysis.freebet.splits.splitting import Kind, final_hands, weights
from croupier.analysis.freebet.splits.tens import ten_pairs
from croupier.analysis.freebet.terms import ACE, TEN, VALUES, Terms

PASSES_MAX: Final = 50
NATURAL_CARDS: Final = (ACE, TEN)
Sums = NDArray[np.float64]


@dataclass
class Ledger:
    """What each action brings in total, per cell of one first card; [part, soft, total]."""

    stand: Sums = field(default_factory=lambda: np.zeros((PARTS, 2, TOTALS)))
    hit: Sums = field(default_factory=lambda: np.zeros((PARTS, 2, TOTALS)))
    plain: Sums = field(default_factory=lambda: np.zeros((PARTS, 2, TOTALS)))
    double: Sums = field(default_factory=lambda: np.zeros((PARTS, 2, TOTALS)))
    free_double: Sums = field(default_factory=lambda: np.zeros((PARTS, 2, TOTALS)))
    kept: Sums = field(default_factory=lambda: np.zeros((2, TOTALS)))
    """Playing on with two dealt cards, against giving them up."""
    given_up: Sums = field(default_factory=lambda: np.zeros((2, TOTALS)))


@dataclass(frozen=True)
class Dealt:
    """Two dealt cards against one first card of the dealer."""

    cards: tuple[int, int]
    at: int
    orders: int
    mass: float
    """The chance of the cards in one order."""
    natural: float
    """How likely the dealer then has a blackjack."""

    @classmethod
    def of(cls, family: Family, fates: Sums, low: int, high: int) -> "Dealt":
        at = family.pair(low, high)
        mass = float(fates[at, MASS])
        natural = float(fates[at, NATURAL]) / mass if mass else 0.0
        return cls((low, high), at, 1 if low == high else 2, mass, natural)

    @property
    def chance(self) -> float:
        return self.orders * self.mass


class Worths:
    """What the hands against one first card are worth: no chart changes it, so it is worked out once."""

    def __init__(self, terms: Terms, tables: Tables, first: int) -> None:
        self.terms, self.tables, self.first = terms, tables, first
        self._split: dict[tuple[int, int, frozenset[Kind], Kind], tuple[Worth, Worth]] = {}

    @cached_property
    def dealt(self) -> Worth:
        return worth(dealt(), self.tables.dealt(self.first), Kind.STAKED, self.terms, after_split=False)

    def split(
        self, pair: int, pair_cards: int, again: frozenset[Kind], kind: Kind, new: Kind
    ) -> tuple[Worth, Worth]:
        """Hands of one kind grown from a split pair: unlike second cards, and like ones."""
        key = pair, pair_cards, again, kind
        if key not in self._split:
            terms, tables = self.terms, self.tables
            hands = final_hands(new, again, terms.ace_hands_max if pair == ACE else terms.hands_max)
            weighted = weights(hands, kind, pair_cards, int(tables.rest(self.first, pair).sum()))
            unlike, like = (
                worth(family_of(pair), fates, kind, terms, after_split=True)
                for fates in blended(tables, self.first, pair, pair_cards, weighted)
            )
            self._split[key] = unlike, like
        return self._split[key]


class Judge:
    """One chart against one first card of the dealer."""

    def __init__(self, worths: Worths, chart: Chart) -> None:
        self.worths, self.chart = worths, chart
        self.terms, self.tables, self.first = worths.terms, worths.tables, worths.first
        self.ledger = Ledger()

    def play(
        self, family: Family, worths: Worth, part: int, hands: NDArray[np.int64], orders: Sums
    ) -> NDArray[np.float64]:
        """What each of these two-card hands brings by the chart; what its cells decide enters the ledger.

        `orders` says in how many orders of its two cards each comes.
        """
        ledger, chart, first = self.ledger, self.chart, self.first
        return by_chart(
            family.child,
            family.soft,
            family.totals,
            family.may_draw,
            chart.hit[part, :, :, first],
            chart.double[part, :, :, first],
            worths.stand,
            worths.break_,
            worths.double,
            worths.free_double,
            hands,
            orders,
            ledger.stand[part],
            ledger.hit[part],
            ledger.plain[part],
            ledger.double[part],
            ledger.free_double[part],
        )

    def split_value(self, pair: int, pair_cards: int, again: frozenset[Kind] | None = None) -> float:
        """What a split pair brings by the chart."""
        new = Kind.MARKER if self.terms.free_splits and pair != TEN else Kind.ADDED
        if again is None:
            again = self.again(pair, new)
        others = [value for value in range(VALUES) if value != pair]
        total = 0.0
        for kind in (Kind.STAKED, new):
            unlike, like = self.worths.split(pair, pair_cards, again, kind, new)
            total += self._kind(pair, kind, unlike, others) + self._kind(pair, kind, like, [pair])
        return total

    def again(self, pair: int, new: Kind) -> frozenset[Kind]:
        """Which hands of a split pair the chart splits again."""
        if pair == ACE and self.terms.ace_hands_max == 2:
            return frozenset()
        goes_on = self.chart.split[part_of(new), pair, self.first] == 1
        return frozenset({Kind.STAKED, new} if goes_on else {Kind.STAKED})

    def _kind(self, pair: int, kind: Kind, worths: Worth, seconds: list[int]) -> float:
        family = family_of(pair)
        places = np.array([family.pair(pair, second) for second in seconds])
        if pair == ACE:
            return float(worths.stand[places].sum())
        return float(self.play(family, worths, part_of(kind), places, np.ones(len(places))).sum())

    def initial(self) -> Iterator[tuple[tuple[int, int], float, float]]:
        """Two dealt cards, their chance given the first card, and what the chart makes of them."""
        family, fates = dealt(), self.tables.dealt(self.first)
        worths = self.worths.dealt
        hands = [Dealt.of(family, fates, low, high) for low in range(VALUES) for high in range(low, VALUES)]
        hands = [hand for hand in hands if hand.mass > 0]
        divided = {hand.at: self._divided(hand) for hand in hands if hand.cards != NATURAL_CARDS}
        unsplit = {hand.at: hand.orders * divided[hand.at][1] for hand in hands if hand.at in divided}
        unsplit = {at: orders for at, orders in unsplit.items() if orders}
        given_up = {at for at in unsplit if self._surrenders(family, at)}
        played = self._played(worths, {at: unsplit[at] for at in unsplit if at not in given_up})
        # Hands given up are also judged as if played, so that the cells can be compared.
        kept = Judge(self.worths, self.chart)._played(worths, unsplit) if given_up else played
        for hand in hands:
            if hand.cards == NATURAL_CARDS:
                value = natural_value(self.terms, self.first, hand.natural, even_money=self.chart.even_money)
                yield hand.cards, hand.chance, hand.chance * value
                continue
            lost = hand.mass * surrender_value(self.terms, self.first, hand.natural)
            if hand.at in unsplit:
                cell = (int(family.soft[hand.at]), int(family.totals[hand.at]))
                self.ledger.kept[cell] += unsplit[hand.at] * kept[hand.at]
                self.ledger.given_up[cell] += unsplit[hand.at] * lost
            split_value, share = divided[hand.at]
            plain = lost if hand.at in given_up else played.get(hand.at, 0.0)
            yield hand.cards, hand.chance, hand.chance * split_value + hand.orders * share * plain

    def _played(self, worths: Worth, unsplit: dict[int, float]) -> dict[int, float]:
        """Dealt hands (place -> orders) -> what each brings."""
        places, orders = np.array(list(unsplit), np.int64), np.array(list(unsplit.values()))
        values = self.play(dealt(), worths, MONEY, places, orders)
        return dict(zip(unsplit, values.tolist(), strict=True))

    def _surrenders(self, family: Family, at: int) -> bool:
        return bool(self.chart.surrender[int(family.soft[at]), int(family.totals[at]), self.first])

    def _divided(self, hand: Dealt) -> tuple[float, float]:
        """What splitting brings per such hand dealt, and the share of such hands that are not split."""
        low, high = hand.cards
        if low != high or not self.chart.split[MONEY, low, self.first]:
            return 0.0, 1.0
        value, unsplit = 0.0, 0.0
        for share, pair_cards in ten_pairs(self.terms, self.tables, self.first, low):
            if pair_cards is None:
                unsplit += share
            else:
                value += share * self.split_value(low, pair_cards)
        return value, unsplit


def chart_value(terms: Terms, chart: Chart) -> float:
    """The player's expectation per unit wagered when every decision is the chart's."""
    tables = tables_for(terms.shoe, terms.dealer)
    return sum(
        tables.chance_of_first(first)
        * sum(value for _, _, value in Judge(Worths(terms, tables, first), chart).initial())
        for first in range(VALUES)
    )


@dataclass(frozen=True)
class Settled:
    """A chart in which no cell can be changed for the better, and what it is worth."""

    chart: Chart
    value: float


def best_chart(terms: Terms) -> Chart:
    """The chart in which no cell can be changed for the better."""
    return settled(terms).chart


def best_chart_value(terms: Terms) -> float:
    """The player's expectation by the best chart, which the search for it has found already."""
    return settled(terms).value


@lru_cache(maxsize=16)
def settled(terms: Terms) -> Settled:
    """The search: each first card by itself, until a pass over its cells changes none."""
    tables = tables_for(terms.shoe, terms.dealer)
    chart = replace(
        Chart.first_guess(terms.free_double_totals),
        even_money=takes_even_money(terms),
        insure=insures(terms),
    )
    total = 0.0
    for first in range(VALUES):
        worths = Worths(terms, tables, first)
        for _ in range(PASSES_MAX):
            before = chart.copy()
            value = improve(worths, chart)
            if chart.agrees_with(before):
                total += tables.chance_of_first(first) * value
                break
        else:
            raise AssertionError(f"the chart against {first} has not settled in {PASSES_MAX} passes")
    return Settled(chart, total)


def improve(worths: Worths, chart: Chart) -> float:
    """Change each cell of one first card to what brings more; answers what the chart brought before."""
    judge, first = Judge(worths, chart), worths.first
    dealt_hands = {cards: (chance, value) for cards, chance, value in judge.initial()}
    ledger = judge.ledger
    seen = (ledger.hit != 0) | (ledger.stand != 0)
    chart.hit[..., first] = np.where(seen, ledger.hit > ledger.stand, chart.hit[..., first])
    best = np.maximum(ledger.double, ledger.free_double)
    how = np.where(ledger.free_double >= ledger.double, Action.FREE_DOUBLE, Action.DOUBLE)
    dealt_cells = (ledger.plain != 0) | (ledger.double != 0)
    chart.double[..., first] = np.where(
        dealt_cells, np.where(best > ledger.plain, how, 0), chart.double[..., first]
    )
    chart.surrender[..., first] = ledger.given_up > ledger.kept
    _improve_pairs(judge, dealt_hands)
    return sum(value for _, value in dealt_hands.values())


def _improve_pairs(judge: Judge, dealt_hands: dict[tuple[int, int], tuple[float, float]]) -> None:
    """Split where it brings more than the best other play of the same total."""
    terms, chart, first = judge.terms, judge.chart, judge.first
    plain = chart.copy()
    plain.split[MONEY, :, first] = 0
    unsplit = {
        cards: value / chance for cards, chance, value in Judge(judge.worths, plain).initial() if chance
    }
    for pair in range(VALUES):
        if (pair, pair) not in dealt_hands:
            continue
        cards = [number for _, number in ten_pairs(terms, judge.tables, first, pair) if number is not None]
        aside = Judge(judge.worths, chart)
        if pair not in (ACE, TEN) and terms.free_splits:
            values = {
                goes_on: aside.split_value(
                    pair, cards[0], frozenset({Kind.STAKED, Kind.MARKER} if goes_on else {Kind.STAKED})
                )
                for goes_on in (False, True)
            }
            chart.split[MARKER_ONLY, pair, first] = values[True] >= values[False]
        value = aside.split_value(pair, cards[0])
        chart.split[MONEY, pair, first] = value > unsplit[pair, pair]
