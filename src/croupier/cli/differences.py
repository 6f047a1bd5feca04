"""How the differences between two editions are shown."""

from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import out
from croupier.rulebook.compare import Comparison, Difference, RuleText


def show_comparison(comparison: Comparison) -> None:
    """Behaviour first: what players and staff will notice."""
    out.print(Text(f"{comparison.old} -> {comparison.new}", style="bold"))
    _differences("Behaviour changes", comparison.behaviour)
    _rules("New rules", comparison.new_rules)
    _rules("Removed rules", comparison.removed_rules)
    _differences("Reworded, same outcome", comparison.reworded)
    _moves(comparison)


def _heading(title: str, count: int) -> None:
    out.print()
    out.print(Text(f"{title} ({count})", style="bold underline"))


def _differences(title: str, differences: tuple[Difference, ...]) -> None:
    _heading(title, len(differences))
    for difference in differences:
        out.print(Text(f"{difference.name}", style="bold"), Text(f" {difference.kind}", style="dim"))
        out.print(Text(f"  before: {difference.before}", style="red"))
        out.print(Text(f"  after:  {difference.after}", style="green"))


def _rules(title: str, rules: tuple[RuleText, ...]) -> None:
    _heading(title, len(rules))
    grid = Grid(box=None, show_header=False)
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column(style="bold")
    grid.add_column()
    for rule in rules:
        grid.add_row(", ".join(rule.paragraphs), rule.key, rule.gist)
    out.print(grid)


def _moves(comparison: Comparison) -> None:
    _heading("Moved", len(comparison.moved))
    traps = [move for move in comparison.moved if move.is_trap]
    if traps:
        out.print(Text(f"{len(traps)} old numbers now mean something else (marked !)", style="yellow"))
    grid = Grid(box=None, show_header=False)
    for move in comparison.moved:
        grid.add_row(move.old, "->", move.new, "!" if move.is_trap else "", Text(move.key, style="dim"))
    out.print(grid)
