"""Commands of the mathematics that answer with tables: what all of them take and how they print."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.console import editions_like, out
from croupier.cli.mathematics.analysis import (
    AsJson,
    Decks,
    Edition,
    Settings,
    With,
    print_json,
    reckoning,
    rules_of,
)
from croupier.cli.mathematics.figures import show_table
from croupier.cli.mathematics.writing import AsCsv, AsXlsx, write_tables

if TYPE_CHECKING:
    from croupier.analysis.figures import Table


def tabled(*, decks: bool = False, edition: str | None = None) -> Callable[..., Callable[..., None]]:
    """Make a command of a function from rules and options of its own to tables.

    The command takes an edition (`edition` if none is given), settings and what-ifs (and `decks`) for the
    rules, and says whether the tables come as JSON, CSV or a workbook.
    """

    def command(work: Callable[..., "tuple[Table, ...]"]) -> Callable[..., None]:
        def run(**given: Any) -> None:
            as_json, csv, xlsx = (given.pop(name) for name in ("as_json", "csv", "xlsx"))
            about = [given.pop(name, None) for name in ("edition", "settings", "decks", "changes")]
            with reckoning():
                tables = work(rules_of(*about), **given)
            show_tables(tables, as_json, csv, xlsx)

        options = _options(work, decks, edition)
        run.__doc__ = work.__doc__
        run.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]  # what Typer reads
        run.__annotations__ = {each.name: each.annotation for each in options}
        return run

    return command


def _options(work: Callable[..., Any], decks: bool, edition: str | None) -> list[inspect.Parameter]:
    """What the command takes, in the order that its help shows."""

    def option(name: str, kind: Any, default: Any) -> inspect.Parameter:
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)

    own = [each for name, each in inspect.signature(work).parameters.items() if name != "rules"]
    return [
        option("edition", Edition, inspect.Parameter.empty)
        if edition is None
        else option(
            "edition",
            Annotated[str, typer.Argument(help=f"Such as {edition}.", autocompletion=editions_like)],
            edition,
        ),
        *(option(each.name, each.annotation, each.default) for each in own),
        *([option("decks", Decks, None)] if decks else []),
        option("settings", Settings, None),
        option("changes", With, None),
        option("as_json", AsJson, False),
        option("csv", AsCsv, None),
        option("xlsx", AsXlsx, None),
    ]


def show_tables(tables: "tuple[Table, ...]", as_json: bool, csv: Path | None, xlsx: Path | None) -> None:
    """Tables in the form that was asked for."""
    if as_json:
        print_json(tables)
    elif csv or xlsx:
        write_tables(tables, csv, xlsx)
    else:
        for table in tables:
            show_table(table)
        out.print()
