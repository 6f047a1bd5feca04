"""How many Free Bet Markers a round uses: by the main game's chart, and by the best play for Pot of Gold.

The best play for the side bet alone takes every marker there is: it splits every pair it may and doubles
every hand it may. A split uses a marker just as a double does, and what is left of the hand afterwards can
only add more, so a pair that could be doubled (two fives) is split as long as there is room.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from croupier.analysis.figures import Way
from croupier.analysis.freebet.chart import MARKER_ONLY, MONEY, Chart
from croupier.analysis.freebet.shoe.hands import total_of
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.sides import ways_by_number
from croupier.analysis.freebet.terms import ACE, TEN, VALUES, Terms
from croupier.rulebook import Rules

Markers: TypeAlias = dict[int, Fraction]
"""Number of markers used -> probability."""


def two_card_total(one: int, other: int) -> tuple[int, bool]:
    counts = [0] * VALUES
    counts[one] += 1
    counts[other] += 1
    return total_of(tuple(counts))


def is_free_double(terms: Terms, one: int, other: int) -> bool:
    """Whether two cards may be doubled free."""
    total, soft = two_card_total(one, other)
    return not soft and total in terms.free_double_totals


class _Player:
    """Decides about markers: splits pairs dealt, splits again by part, doubles by part and second card."""

    def __init__(
        self,
        terms: Terms,
        again: Callable[[int, int], bool],
        doubles: Callable[[int, int, int], bool],
    ) -> None:
        self.terms, self.again, self.doubles = terms, again, doubles

    def after_split(self, pair: int, rest: tuple[int, ...]) -> Markers:
        """Markers of a pair that is split free, dealt from `rest`."""
        classes = [0] * 5
        for value, number in enumerate(rest):
            classes[self._class(pair, value)] += number
        doubles = tuple(pair != ACE and self.doubles(part, pair, pair) for part in (MONEY, MARKER_ONLY))
        again = tuple(self.again(part, pair) for part in (MONEY, MARKER_ONLY))
        most = self.terms.ace_hands_max if pair == ACE else self.terms.hands_max

        @cache
        def deal(left: tuple[int, ...], waiting: tuple[int, ...], formed: int) -> tuple[Fraction, ...]:
            """Chances of 0, 1, 2, ... further markers."""
            if not waiting:
                return (Fraction(1),)
            *others, part = waiting
            total: list[Fraction] = []
            cards = sum(left)
            for kind, number in enumerate(left):
                if not number:
                    continue
                fewer = (*left[:kind], number - 1, *left[kind + 1 :])
                if kind == 4 and again[part] and formed < most:
                    further, gained = deal(fewer, (*others, MARKER_ONLY, part), formed + 1), 1
                else:
                    gained = int(doubles[part] if kind == 4 else bool(kind >> part & 1))
                    further = deal(fewer, tuple(others), formed)
                _add(total, further, gained, Fraction(number, cards))
            return tuple(total)

        chances = deal(tuple(classes), (MARKER_ONLY, MONEY), 2)
        return {markers: chance for markers, chance in enumerate(chances, start=1) if chance}

    def _class(self, pair: int, value: int) -> int:
        """4 for a pair card; otherwise bit 0 if doubled with money on it, bit 1 if with a marker.

        Split aces stand on one card each.
        """
        if value == pair:
            return 4
        if pair == ACE:
            return 0
        return sum(self.doubles(part, pair, value) << part for part in (MONEY, MARKER_ONLY))


def _add(total: list[Fraction], further: tuple[Fraction, ...], gained: int, share: Fraction) -> None:
    for markers, chance in enumerate(further, start=gained):
        while len(total) <= markers:
            total.append(Fraction(0))
        total[markers] += share * chance


def best_markers(terms: Terms) -> Markers:
    """Markers used by a player who cares for Pot of Gold alone. The dealer's first card does not matter."""
    player = _Player(
        terms, lambda _part, _pair: True, lambda _part, one, other: is_free_double(terms, one, other)
    )
    found: Markers = {}
    for low in range(VALUES):
        for high in range(low, VALUES):
            chance, rest = _dealt(terms.shoe, low, high)
            if low == high and low != TEN:
                _mix(found, player.after_split(low, rest), chance)
            else:
                _mix(found, {int(is_free_double(terms, low, high)): Fraction(1)}, chance)
    return found


def chart_markers(terms: Terms, chart: Chart) -> Markers:
    """Markers used by a player who follows the chart."""
    found: Markers = {}
    cards = sum(terms.shoe)
    for first in range(VALUES):
        shoe = _less(terms.shoe, first)
        player = _charted(terms, chart, first)
        for low in range(VALUES):
            for high in range(low, VALUES):
                chance, rest = _dealt(shoe, low, high)
                chance *= Fraction(terms.shoe[first], cards)
                if low == high and chart.split[MONEY, low, first]:
                    _mix(found, player.after_split(low, rest) if low != TEN else {0: Fraction(1)}, chance)
                else:
                    _mix(found, {_plain(terms, chart, first, low, high): Fraction(1)}, chance)
    return found


def _charted(terms: Terms, chart: Chart, first: int) -> _Player:
    def again(part: int, pair: int) -> bool:
        return bool(chart.split[part, pair, first])

    def doubles(part: int, one: int, other: int) -> bool:
        total, soft = two_card_total(one, other)
        says = chart.double[part, int(soft), total, first] == Action.FREE_DOUBLE
        return bool(says) and is_free_double(terms, one, other)

    return _Player(terms, again, doubles)


def _plain(terms: Terms, chart: Chart, first: int, low: int, high: int) -> int:
    """Markers on two cards that are not split."""
    total, soft = two_card_total(low, high)
    if chart.surrender[int(soft), total, first]:
        return 0
    return int(_charted(terms, chart, first).doubles(MONEY, low, high))


def _dealt(shoe: tuple[int, ...], low: int, high: int) -> tuple[Fraction, tuple[int, ...]]:
    """The chance of two cards in either order, and the shoe without them."""
    cards = sum(shoe)
    without = _less(shoe, low)
    ways = shoe[low] * without[high] * (1 if low == high else 2)
    return Fraction(ways, cards * (cards - 1)), _less(without, high)


def _less(shoe: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*shoe[:value], shoe[value] - 1, *shoe[value + 1 :])


def _mix(found: Markers, more: Markers, share: Fraction) -> None:
    if share:
        for markers, chance in more.items():
            found[markers] = found.get(markers, Fraction(0)) + share * chance


def marker_ways(rules: Rules, markers: Markers) -> tuple[Way, ...]:
    """What Pot of Gold pays for a distribution of markers."""
    return ways_by_number(rules, "pot_of_gold", markers, "No marker")
