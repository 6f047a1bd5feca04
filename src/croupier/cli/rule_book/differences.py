"""How the differences between two editions are shown."""

from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import fail, out
from croupier.messages import reason_of
from croupier.rulebook.compare import Comparison, Difference, RuleText


def show_comparison(comparison: Comparison) -> None:
    """Behaviour first: what players and staff will notice."""
    out.print(Text(f"{comparison.old} -> {comparison.new}", style="bold"))
    _differences("Behaviour changes", comparison.behaviour)
    _rules("New rules", comparison.new_rules)
    _rules("Removed rules", comparison.removed_rules)
    _differences("Reworded, same outcome", comparison.reworded)
    _moves(comparison)


def show_money(old: str, new: str, settings: list[str] | None = None) -> None:
    """Every bet's return under both editions: the defaults of the earlier, these settings of the later."""
    from croupier.analysis.catalogue import adopt
    from croupier.analysis.compared import money_diff
    from croupier.analysis.figures import AnalysisError, BetFigures
    from croupier.cli.mathematics.analysis import rules_of

    def edge(figures: BetFigures | None) -> str:
        return figures.priced if figures else "not offered"

    try:
        differences = money_diff(adopt(old, {}), rules_of(new, settings, None))
    except AnalysisError as error:
        fail(reason_of(error))
    grid = Grid(box=None, header_style="bold")
    for heading in ("bet", f"house edge {old}", " ".join([new, *(settings or ())]), "player gains"):
        grid.add_column(heading)
    for difference in differences:
        is_rake = bool(difference.after and difference.after.price)
        moved = f"{difference.change or 0:+.4f} Big Blinds" if is_rake else f"{difference.change or 0:+.4%}"
        change = moved if difference.significant and difference.change else "nothing"
        grid.add_row(difference.bet, edge(difference.before), edge(difference.after), change)
    out.print(grid)


def show_readings(name: str) -> None:
    """What each reading that bears on a figure is worth."""
    from croupier.analysis.catalogue import adopt
    from croupier.analysis.readings import readings_section

    section = readings_section(adopt(name, {}))
    (table,) = section.tables
    grid = Grid(box=None, header_style="bold")
    for column in table.columns:
        grid.add_column(column)
    for row in table.rows:
        grid.add_row(*map(Text, row))
    out.print(Text(section.text), grid, Text(table.note, style="dim"), sep="\n\n")


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
