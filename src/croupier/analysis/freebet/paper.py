"""The chart as tables a person can follow, and where the best play departs from it."""

from collections.abc import Callable, Mapping
from typing import Final

from croupier.analysis.figures import Table
from croupier.analysis.freebet.chart import MARKER_ONLY, MONEY, Chart
from croupier.analysis.freebet.optimal import Decision
from croupier.analysis.freebet.pot_of_gold import two_card_total
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.terms import ACE, TEN, VALUE_NAMES, VALUES

FIRSTS: Final = (*range(1, VALUES), ACE)
"""Dealer's first cards in the order charts show them: two to ten, then the ace."""
COLUMNS: Final = ("Hand", *(VALUE_NAMES[first] for first in FIRSTS))
LETTERS: Final = {
    Action.STAND: "S",
    Action.HIT: "H",
    Action.DOUBLE: "D",
    Action.FREE_DOUBLE: "F",
    Action.SURRENDER: "R",
    Action.SPLIT: "P",
}
KEY: Final = (
    "S stand, H hit, P split, F free double, D paid double, R surrender. A small letter says what to do "
    "where the first is not allowed: Dh double or else hit, Rs surrender or else stand."
)
_PARTS: Final = {MONEY: "with money on the hand", MARKER_ONLY: "with a marker only"}
_HARD: Final = {MONEY: range(20, 4, -1), MARKER_ONLY: range(20, 4, -1)}


def cell(chart: Chart, part: int, soft: bool, total: int, first: int) -> str:
    """What to do with a total."""
    plain = Action.HIT if chart.hit[part, int(soft), total, first] else Action.STAND
    double = int(chart.double[part, int(soft), total, first])
    if part == MONEY and chart.surrender[int(soft), total, first]:
        return LETTERS[Action.SURRENDER] + LETTERS[plain].lower()
    if double:
        return LETTERS[Action(double)] + LETTERS[plain].lower()
    return LETTERS[plain]


def chart_tables(chart: Chart, paragraphs: tuple[str, ...]) -> tuple[Table, ...]:
    """Hard totals, soft totals and pairs, for each part of the chart."""
    tables = []
    for part, words in _PARTS.items():
        hard = [(str(total), _totals(chart, part, soft=False, total=total)) for total in _HARD[part]]
        soft = [
            (f"A,{total - 11}", _totals(chart, part, soft=True, total=total)) for total in range(20, 12, -1)
        ]
        tables.append(_table(f"Hard totals {words}", hard, paragraphs))
        tables.append(_table(f"Soft totals {words}", soft, paragraphs))
        tables.append(_table(f"Pairs {words}", _pairs(chart, part), paragraphs))
    return tuple(tables)


def _totals(chart: Chart, part: int, *, soft: bool, total: int) -> Callable[[int], str]:
    return lambda first: cell(chart, part, soft, total, first)


def _pairs(chart: Chart, part: int) -> list[tuple[str, Callable[[int], str]]]:
    def says(pair: int) -> Callable[[int], str]:
        total, soft = two_card_total(pair, pair)

        def word(first: int) -> str:
            return "P" if chart.split[part, pair, first] else cell(chart, part, soft, total, first)

        return word

    # Split aces stand on one card each and are never split again.
    shown = [pair for pair in (ACE, *range(TEN, 0, -1)) if part == MONEY or pair not in (ACE, TEN)]
    return [(f"{VALUE_NAMES[pair]},{VALUE_NAMES[pair]}", says(pair)) for pair in shown]


def _table(title: str, rows: list[tuple[str, Callable[[int], str]]], paragraphs: tuple[str, ...]) -> Table:
    return Table(
        title=title,
        columns=COLUMNS,
        rows=tuple((name, *(says(first) for first in FIRSTS)) for name, says in rows),
        note=KEY,
        paragraphs=paragraphs,
    )


def departures(chart: Chart, decisions: Mapping[tuple[int, int, int], Decision]) -> Table:
    """Two-card hands that the best play treats unlike the chart, and what the chart gives away on them."""
    rows = []
    for (first, low, high), decision in decisions.items():
        if (low, high) == (ACE, TEN):
            continue
        says = _two_cards(chart, first, low, high)
        if says is decision.action or says not in decision.values:
            continue
        lost = decision.value - decision.values[says]
        cards = f"{VALUE_NAMES[high]},{VALUE_NAMES[low]}"
        rows.append((cards, VALUE_NAMES[first], LETTERS[says], LETTERS[decision.action], f"{lost:.5f}"))
    return Table(
        title="Two-card hands played better by their cards than by their total",
        columns=("Hand", "Dealer", "Chart", "Best", "Lost per wager"),
        rows=tuple(rows),
        note="What is lost is for this hand alone; most of these hands are rare.",
    )


def _two_cards(chart: Chart, first: int, low: int, high: int) -> Action:
    """The chart's action on two dealt cards."""
    if low == high and chart.split[MONEY, low, first]:
        return Action.SPLIT
    total, soft = two_card_total(low, high)
    if chart.surrender[int(soft), total, first]:
        return Action.SURRENDER
    double = int(chart.double[MONEY, int(soft), total, first])
    if double:
        return Action(double)
    return Action.HIT if chart.hit[MONEY, int(soft), total, first] else Action.STAND
