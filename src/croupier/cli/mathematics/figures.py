"""How figures, charts, equities and simulations are shown in the terminal."""

from typing import TYPE_CHECKING

from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import out

if TYPE_CHECKING:
    from croupier.analysis.figures import BetFigures, Table
    from croupier.analysis.poker.equity import Equity
    from croupier.analysis.simulation import Checkpoint, Estimate


def show_bet(figures: "BetFigures", *, with_outcomes: bool) -> None:
    """One bet: edge, what it holds for, and on request every outcome."""
    from croupier.analysis.words import bet_name, number, words

    heading = Text(bet_name(figures.bet), style="bold")
    error = 1 if figures.price else 100
    heading.append(
        f"  {figures.price}, {figures.unit}"
        if figures.price
        else f"  house edge {figures.priced} of {figures.unit}"
    )
    heading.append(
        "  exact"
        if figures.exact is True
        else f"  ± {error * float(figures.exact):.4f}{'' if figures.price else '%'}",
        style="dim",
    )
    heading.append(f"  sd {figures.deviates}")
    heading.append(f"  ¶{', '.join(figures.paragraphs)}", style="cyan")
    out.print(heading)
    if figures.rational:
        out.print(Text(f"  expectation {figures.rational}", style="dim"))
    for name, value in {**figures.assumed, **figures.details}.items():
        out.print(Text(f"  {words(name)}: {number(name, value)}"))
    if with_outcomes:
        grid = Grid("outcome", "probability", "exact", "net", box=None)
        for way in figures.outcomes:
            grid.add_row(
                way.name.replace("_", " "), f"{way.probability:.8f}", way.rational or "", f"{way.net:+g}"
            )
        out.print(grid)
    out.print()


def show_table(table: "Table") -> None:
    """A chart with its paragraphs."""
    out.print()
    cited = f"¶{', '.join(table.paragraphs)}" if table.paragraphs else ""
    out.print(Text(table.title, style="bold"), Text(cited, style="cyan"))
    grid = Grid(box=None, padding=(0, 1, 0, 0))
    for column in table.columns:
        grid.add_column(column, overflow="fold")
    for row in table.rows:
        grid.add_row(*(Text(cell, style="red" if cell == "fold" else "") for cell in row))
    out.print(grid)
    if table.note:
        out.print(Text(table.note, style="dim"))


def show_equity(found: "Equity") -> None:
    """What part of the pot each hand wins."""
    grid = Grid("hand", "equity", "wins", "ties", "exact", box=None)
    for each in found.hands:
        exact = each.rational if each.rational else f"± {100 * float(each.exact):.4f}%"
        grid.add_row(
            each.hand, f"{100 * each.equity:.4f}%", f"{100 * each.win:.4f}%", f"{100 * each.tie:.4f}%", exact
        )
    out.print(grid)
    out.print(Text(f"{'all' if found.is_exact else 'a sample of'} {found.showdowns:,} deals", style="dim"))


def show_run(run: "Checkpoint", found: "tuple[Estimate, ...]") -> None:
    """A simulation's estimates and how fast they came; hands of Poker in big blinds."""
    unit = "" if "rake" in run.tally.sums else "%"
    grid = Grid("bet", "expectation", "standard error", "sd", box=None)
    for each in found:
        grid.add_row(
            each.bet,
            f"{100 * each.ev:+.5f}{unit}",
            f"{100 * each.standard_error:.5f}{unit}",
            f"{each.sd:.5f}",
        )
    out.print(grid)
    if not unit:
        out.print(Text("in Big Blinds per 100 hands; sd of one hand", style="dim"))
    speed = f", {run.tally.rounds / run.seconds:,.0f} a second" if run.seconds else ""
    out.print(Text(f"{run.tally.rounds:,} rounds, seed {run.seed}{speed}", style="dim"))
