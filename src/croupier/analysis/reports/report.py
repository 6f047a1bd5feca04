"""A par sheet: one HTML file that needs nothing else, every figure with its paragraph."""

import io
import re
from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import files

from msgspec import Struct

from croupier.analysis.catalogue import edge, sections_of, strategy_of
from croupier.analysis.concerns import concerns
from croupier.analysis.figures import Asked, BetFigures, Plot, Section, Strategy, Table
from croupier.analysis.readings import readings_section
from croupier.analysis.reports.paper import STYLE, cover
from croupier.analysis.risk.tables import return_bands, risk_tables
from croupier.analysis.whatif import Change
from croupier.analysis.words import bet_name, number, words
from croupier.rulebook import Rules

_ROUNDS = 240
"""Four hours at a Round a minute."""
_LONG, _NARROW = 20, 48  # characters: of a fraction that may break anywhere, of a row on half a page
_MANY = 60  # rows
_FRACTION = re.compile(r"-?\d+/\d+")
_COLOURS = ("#1b5e8c", "#c0392b", "#2e7d32", "#8e6c1f", "#6a3d9a")


class DrawnPlot(Struct, frozen=True):
    """A plot and its picture."""

    plot: Plot
    svg: str


class DrawnSection(Struct, frozen=True):
    section: Section
    plots: tuple[DrawnPlot, ...]


_METHOD = (
    "A figure with a fraction beside it was counted over every combination of cards; its outcomes are listed "
    "with their exact chances. Figures said to be exact without one are counted too, in 64-bit arithmetic. "
    "Where a figure is simulated, its standard error stands beside it. docs/mathematics.md says how each is "
    "worked out and checked."
)


def report(rules: Rules, asked: Asked | None = None, changes: Sequence[Change] = ()) -> str:
    """The whole report of an edition as HTML."""
    asked = asked or Asked()
    sections = (readings_section(rules, asked), *sections_of(rules, asked), *concerns(rules))
    return render(rules, edge(rules, None, asked), strategy_of(rules, asked), sections, changes)


def render(
    rules: Rules,
    bets: Sequence[BetFigures],
    strategy: Strategy,
    sections: Sequence[Section],
    changes: Sequence[Change] = (),
) -> str:
    """Put figures, charts and plots into the page."""
    from jinja2 import Environment, StrictUndefined

    source = files("croupier.analysis.reports").joinpath("report.html.j2").read_text("utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["percent"] = lambda value: f"{100 * value:.4f}%"
    environment.filters |= {"number": number, "bet_name": bet_name, "words": words}
    environment.filters |= {"colour": _colour, "kinds": _kinds, "is_many": _is_many}
    drawn = tuple(
        DrawnSection(each, tuple(DrawnPlot(plot, svg(plot)) for plot in each.plots)) for each in sections
    )
    return environment.from_string(source).render(
        style=STYLE,
        cover=_cover(rules, sections),
        edition=rules.edition,
        changes=changes,
        bets=bets,
        risk=() if rules.edition.game == "rws-poker" else (*risk_tables(bets, _ROUNDS), return_bands(bets)),
        strategy=strategy,
        sections=drawn,
    )


def _cover(rules: Rules, sections: Sequence[Section]) -> str:
    edition = rules.edition
    chosen = ", ".join(f"{words(name)} = {value}" for name, value in rules.chosen.items())
    lines = (
        "Par sheet",
        f"{edition.operator}, version {edition.version} ({edition.id}), in force from "
        f"{edition.effective.isoformat(' ', 'minutes')}. Paragraph numbers (¶) are those of this edition.",
        f"House settings other than the defaults: {chosen}."
        if chosen
        else "All house settings are at their defaults.",
        _METHOD,
        f"Made by Croupier {version('croupier')}. The same edition, settings and program give the same file, "
        "byte for byte.",
    )
    contents = [("bets", "Bets"), ("strategy", "Strategy")]
    contents += [(f"s{at}", each.title) for at, each in enumerate(sections, start=1)]
    return cover(edition.title, lines, contents)


def _colour(cell: str, in_chart: bool) -> str:
    """The colour of a cell, as a class."""
    if cell == "fold":
        return "fold"
    if in_chart and cell[:1] in ("S", "H", "P", "F", "D", "R"):
        return cell[0]
    if in_chart and cell[:1] in ("+", "-"):
        return "gains" if cell[0] == "+" else "costs"
    return ""


def _kinds(table: Table) -> tuple[str, ...]:
    """How each column stands: words and long fractions at the left, numbers at the right."""
    return tuple(map(_kind, zip(*table.rows, strict=True))) or ("",) * len(table.columns)


def _kind(column: Sequence[str]) -> str:
    said = [cell for cell in column if cell]
    if any(_FRACTION.fullmatch(cell) for cell in said):
        return "long" if max(map(len, said)) > _LONG else ""
    return "words" if 2 * sum(cell[0].isalpha() for cell in said) > len(said) else ""


def _is_many(table: Table) -> bool:
    """Whether it is long and narrow enough for two columns on a page."""
    return len(table.rows) > _MANY and sum(map(len, table.rows[0])) <= _NARROW


def svg(plot: Plot) -> str:
    """A plot as an SVG element. The same data gives the same bytes."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": plot.title, "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=(7.2, 3.4), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        for at, series in enumerate(plot.series):
            colour = _COLOURS[at % len(_COLOURS)]
            if plot.kind == "bar":
                axes.bar(series.xs, series.ys, color=colour, label=series.name)
            else:
                style = "steps-post" if plot.kind == "step" else "default"
                axes.plot(series.xs, series.ys, color=colour, label=series.name, drawstyle=style)
        axes.set_xlabel(plot.x_label)
        axes.set_ylabel(plot.y_label)
        axes.grid(visible=True, alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
        if plot.log_y:
            axes.set_yscale("log")
        if max(map(max, (series.xs for series in plot.series))) >= 10_000:
            axes.xaxis.set_major_formatter("{x:,.0f}")
        if len(plot.series) > 1:
            axes.legend(frameon=False)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    drawing = text.getvalue()
    return drawing[drawing.index("<svg") :]
