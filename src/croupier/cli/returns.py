"""`croupier returns`: what every bet brought at every table, against what the mathematics expects."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import out
from croupier.cli.house import Settings, gaming_day, opened, settled

if TYPE_CHECKING:
    from croupier.house.history.returns import Line, Theory

EXAMPLES = "croupier returns house.db --day 2024-04-13\n\ncroupier returns house.db --table t1 --json"

_COLUMNS = ("table", "edition", "bet", "bets", "base stakes", "staked", "net", "hold", "theory", "3 sd", "")


def returns(
    store: Annotated[
        str | None, typer.Argument(metavar="STORE", help="A SQLite file, or postgresql://...")
    ] = None,
    table: Annotated[str, typer.Option("--table", help="One table only.")] = "",
    day: Annotated[str, typer.Option("--day", help="Rounds that ended on this day, YYYY-MM-DD.")] = "",
    config: Settings = None,
    is_json: Annotated[bool, typer.Option("--json", help="As JSON, money in cents.")] = False,
) -> None:
    """Compare what each bet has brought the House with its exact expectation. Needs no key."""
    from msgspec import json

    from croupier.games import catalogue
    from croupier.house.history.returns import returns as compare

    since, until = gaming_day(day) if day else (0, None)
    where, _ = settled(store, None, config)
    with opened(where) as journal:
        lines = compare(journal, catalogue(), _theory, table=table, since=since, until=until)
    if is_json:
        typer.echo(json.encode(lines))
    elif lines:
        out.print(_grid(lines))
    else:
        out.print("no bets were settled")


def _theory(edition: str, settings: Mapping[str, Any], bet: str, meter: int | None) -> "Theory":
    return _figures(edition, tuple(sorted(settings.items())), bet, meter)


@cache
def _figures(edition: str, settings: tuple[tuple[str, Any], ...], bet: str, meter: int | None) -> "Theory":
    from croupier.analysis.catalogue import edge
    from croupier.analysis.figures import Asked
    from croupier.games import catalogue
    from croupier.house.history.returns import Theory
    from croupier.rulebook import Rules

    rules = Rules.accepted(catalogue().library.get(edition), dict(settings))
    (found,) = edge(rules, bet, Asked(meter=meter))
    return Theory(found.house_edge, found.sd, found.assumed)


def _grid(lines: "tuple[Line, ...]") -> Grid:
    from croupier.money import say_money

    grid = Grid(*_COLUMNS, box=None, padding=(0, 2, 0, 0))
    for line in lines:
        money = (say_money(cents) for cents in (line.base, line.staked, line.net))
        grid.add_row(line.table, line.edition, line.bet, str(line.bets), *money, *_compared(line))
    return grid


def _compared(line: "Line") -> tuple[str | Text, ...]:
    """Hold, theory and band as parts of the base stakes, and the verdict."""
    from croupier.house.history.returns import BAND

    hold = f"{line.hold:.2%}"
    if line.theory is None or line.sd is None:
        return hold, "none", "", Text(line.note, style="dim")
    verdict = Text("within", style="green") if line.is_within else Text("outside", style="bold red")
    return hold, f"{line.theory.house_edge:.2%}", f"{BAND * line.sd / line.base:.2%}", verdict
