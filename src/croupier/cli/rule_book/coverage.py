"""How rule coverage is shown."""

from importlib import metadata
from pathlib import Path

from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import fail, out
from croupier.games import catalogue
from croupier.rulebook import Edition
from croupier.table.coverage import Row, coverage, marked_test_witnesses, scenario_witnesses


def folder_of(name: str, given: Path | None) -> Path:
    """Scenarios or tests: where somebody said, what was installed with the program, or the clone's own."""
    found = given or _shipped(name) or Path(name)
    if not found.is_dir():
        fail(f"{found} is not a folder here; run this in the repository, or say where it is")
    return found


def _shipped(name: str) -> Path | None:
    place = f"share/croupier/{name}"
    for file in metadata.files("croupier") or ():
        before, found, _ = file.as_posix().partition(f"{place}/")
        if found:
            return Path(str(file.locate())).parents[len(file.parts) - len(Path(before, place).parts) - 1]
    return None


def rows_of(edition: Edition, scenarios: Path, tests: Path) -> list[Row]:
    """The edition's paragraphs and who exercises them; a game that cannot be played yet has only tests."""
    shelf = catalogue()
    witnesses = list(marked_test_witnesses(tests))
    if edition.game in shelf.games:
        witnesses += scenario_witnesses(scenarios, shelf, edition.game)
    return coverage(edition, witnesses)


def show_summary(scenarios: Path, tests: Path) -> None:
    grid = Grid(box=None, header_style="bold")
    for heading in ("edition", "executable", "exercised", "missing", "game"):
        grid.add_column(heading)
    shelf = catalogue()
    for edition in shelf.library.editions():
        rows = [row for row in rows_of(edition, scenarios, tests) if row.is_executable]
        missing = sum(row.is_missing for row in rows)
        finished = "finished" if edition.game in shelf.finished else "in the making"
        grid.add_row(edition.id, str(len(rows)), str(len(rows) - missing), str(missing), finished)
    out.print(grid)


def show_edition(edition: Edition, scenarios: Path, tests: Path, only_missing: bool) -> None:
    rows = rows_of(edition, scenarios, tests)
    grid = Grid(box=None, header_style="bold")
    grid.add_column("paragraph", style="cyan", no_wrap=True)
    grid.add_column("gist", ratio=2)
    grid.add_column("exercised by", ratio=3)
    for row in rows:
        if not only_missing or row.is_missing:
            grid.add_row(row.paragraph.number, row.paragraph.gist, _witnesses(row))
    out.print(grid)
    executable = [row for row in rows if row.is_executable]
    missing = sum(row.is_missing for row in executable)
    exercised = f"{len(executable) - missing} of {len(executable)}"
    out.print(f"{edition.id}: {exercised} executable paragraphs exercised")


def _witnesses(row: Row) -> Text:
    if row.is_missing:
        return Text("nobody", style="bold red")
    if not row.witnesses:
        return Text("not executable", style="dim")
    return Text("\n".join(row.witnesses))
