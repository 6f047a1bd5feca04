"""A strategy as a card: one HTML page that needs nothing else and prints on one sheet of A4.

Colour helps the eye; every field says in letters what to do as well.
"""

from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import files

from msgspec import Struct

from croupier.analysis.figures import AnalysisError, Strategy, Table
from croupier.analysis.whatif import Change
from croupier.analysis.words import words
from croupier.rulebook import Rules


class Field(Struct, frozen=True):
    """One field of a chart: its letters, and the colour that goes with them."""

    text: str
    colour: str = ""


class Chart(Struct, frozen=True):
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Field, ...], ...]
    note: str = ""


class Part(Struct, frozen=True):
    """Charts that stand together on the card."""

    title: str
    charts: tuple[Chart, ...]


class Card(Struct, frozen=True):
    parts: tuple[Part, ...]
    legend: tuple[tuple[Field, str], ...]
    text: str
    is_wide: bool = False
    """Parts one under the other instead of side by side."""


_ACTIONS = {
    "S": "stand",
    "H": "hit",
    "P": "split",
    "F": "free double",
    "D": "paid double",
    "R": "surrender",
}

_EXCEPTIONS_MAX = 24  # what fits the sheet


def card(rules: Rules, strategy: Strategy, changes: Sequence[Change] = ()) -> str:
    """The card of an edition as HTML."""
    from jinja2 import Environment, StrictUndefined

    made = _card(rules.edition.game, strategy)
    source = files("croupier.analysis.reports").joinpath("card.html.j2").read_text("utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["words"] = words
    return environment.from_string(source).render(
        edition=rules.edition,
        chosen=rules.chosen,
        changes=changes,
        strategy=strategy,
        card=made,
        paragraphs=tuple(dict.fromkeys(each for chart in strategy.charts for each in chart.paragraphs)),
        program=f"Croupier {version('croupier')}",
    )


def _card(game: str, strategy: Strategy) -> Card:
    if game == "mbs-freebet":
        return _freebet(strategy)
    if game == "rws-multilink":
        return _multilink(strategy)
    raise AnalysisError(
        "{edition} has no chart to print; ask for mbs-freebet@3 or rws-multilink@3",
        edition=strategy.edition,
    )


def _freebet(strategy: Strategy) -> Card:
    """Hands with money on the left, hands with a marker only on the right."""
    parts: dict[str, list[Chart]] = {}
    text = strategy.text
    for chart in strategy.charts:
        kind, is_grid, on = chart.title.partition(" with ")
        if not is_grid:
            text += _exceptions(chart)
            continue
        rows = tuple((Field(row[0]), *(Field(cell, cell[:1]) for cell in row[1:])) for row in chart.rows)
        parts.setdefault(f"With {on}", []).append(Chart(kind, chart.columns, rows))
    legend = tuple((Field(letter, letter), name) for letter, name in _ACTIONS.items())
    return Card(tuple(Part(title, tuple(charts)) for title, charts in parts.items()), legend, text)


def _exceptions(chart: Table) -> str:
    """Hands that are played by their cards, the dearest first, in a sentence: a table would not fit."""
    dearest = sorted(chart.rows, key=lambda row: -float(row[4]))[:_EXCEPTIONS_MAX]
    said = "; ".join(f"{hand} against {dealer} {best}, not {by}" for hand, dealer, by, best, _ in dearest)
    return f" {chart.title}: {said}." if said else ""


def _multilink(strategy: Strategy) -> Card:
    """The starting hands as a grid; under it how often the later bets are right."""
    grid, *later = strategy.charts
    rows = tuple((Field(row[0]), *map(_start, row[1:])) for row in grid.rows)
    return Card(
        (
            Part("Before the flop", (Chart(grid.title, grid.columns, rows, grid.note),)),
            Part("After the flop", tuple(map(_plain, later))),
        ),
        (
            (Field("B", "F"), "bet the Flop: the hand gains"),
            (Field("b", "D"), "bet the Flop: it loses less than folding"),
            (Field("fold", "S"), "fold: the Ante is lost"),
        ),
        strategy.text.partition("; `")[0].rstrip(".") + ".",
        is_wide=True,
    )


def _start(cell: str) -> Field:
    """Folding costs one Ante; a hand below zero is bet because that costs less."""
    if cell == "fold":
        return Field(cell, "S")
    return Field(f"b {cell}", "D") if cell.startswith("-") else Field(f"B {cell}", "F")


def _plain(chart: Table) -> Chart:
    return Chart(chart.title, chart.columns, tuple(tuple(map(Field, row)) for row in chart.rows), chart.note)
