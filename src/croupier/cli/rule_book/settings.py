"""`croupier rules settings`: what an edition fixes, what it leaves open, and within which bounds."""

import sys
from collections.abc import Iterable, Mapping

import msgspec
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import out
from croupier.rulebook import Edition, Parameter, allowed, write_value
from croupier.rulebook.compare import parameter_text
from croupier.rulebook.terms import bounds_of


def show_settings(edition: Edition) -> None:
    """Parameters, pay lines, settings and readings, each with its paragraph."""
    bounds = _bounds(edition)
    _show(
        "Parameters: fixed by the document; a draft changes them",
        ("name", "value", "bounds", "¶"),
        (
            (name, parameter_text(each), _within(bounds, each), each.paragraph)
            for name, each in edition.parameters.items()
        ),
    )
    _show(
        "Pay lines: fixed by the document",
        ("name", "pays", "¶"),
        (
            (f"{name}.{line.key}", str(line.pays), table.paragraph)
            for name, table in edition.paytables.items()
            for line in table.lines
        ),
    )
    _show(
        "Settings: left to the House, --set NAME=VALUE",
        ("name", "default", "allowed", "¶", "reading"),
        (
            (
                name,
                write_value(each.type, each.default),
                allowed(each),
                ", ".join(each.paragraphs),
                ", ".join(reading.id for reading in edition.readings_of(name)),
            )
            for name, each in edition.settings.items()
        ),
    )
    _show(
        "Readings that can be switched, --set ID=VALUE",
        ("id", "settings", "taken", "¶"),
        (
            (each.id, ", ".join(each.settings), each.taken, ", ".join(each.paragraphs))
            for each in edition.readings.values()
            if each.settings
        ),
    )


def _within(bounds: Mapping[str, tuple[int, int]], parameter: Parameter) -> str:
    if parameter.name in bounds:
        return "{} to {}".format(*bounds[parameter.name])
    return "told only" if parameter.informative else ""


def print_settings(edition: Edition) -> None:
    """The same as JSON, values as text that --set and --with read."""
    bounds = _bounds(edition)
    told = {
        "edition": edition.id,
        "parameters": {
            name: {
                "value": parameter_text(each),
                "bounds": bounds.get(name),
                "paragraph": each.paragraph,
                "informative": each.informative,
            }
            for name, each in edition.parameters.items()
        },
        "paytables": {
            f"{name}.{line.key}": {"pays": str(line.pays), "words": line.words, "paragraph": table.paragraph}
            for name, table in edition.paytables.items()
            for line in table.lines
        },
        "settings": {
            name: {
                "default": write_value(each.type, each.default),
                "allowed": allowed(each),
                "words": each.words,
                "paragraphs": each.paragraphs,
                "reading": each.reading,
                "readings": [reading.id for reading in edition.readings_of(name)],
            }
            for name, each in edition.settings.items()
        },
        "readings": {
            name: {"taken": each.taken, "settings": each.settings, "paragraphs": each.paragraphs}
            for name, each in edition.readings.items()
        },
    }
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(told, enc_hook=str), indent=2).decode() + "\n")


def _bounds(edition: Edition) -> Mapping[str, tuple[int, int]]:
    from croupier.games import find

    game = find(edition.game)
    terms = game.policies.terms if game else None
    return {} if terms is None else bounds_of(terms)


def _show(title: str, headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    out.print(Text(f"\n{title}", style="bold"))
    grid = Grid(box=None, header_style="dim", padding=(0, 1, 0, 0))
    for at, heading in enumerate(headings):
        grid.add_column(heading, overflow="fold", no_wrap=at == 0)  # a name is copied, so it stays whole
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    out.print(grid)
