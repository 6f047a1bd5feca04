"""`croupier run`: play scenarios and hand histories, paragraph by paragraph."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.console import fail, out, readable_errors
from croupier.cli.history import COLLECTION, HAND_HISTORY, run_collection, run_history
from croupier.cli.transcript import show_transcript
from croupier.games import catalogue
from croupier.messages import reason_of
from croupier.table.scenario import SUFFIX, Performance, ScenarioError, play_all, read_script

EXAMPLES = (
    "Examples: [bold]croupier run scenarios/rws-poker[/] plays a folder; "
    "[bold]croupier run -q scenarios[/] prints only what fails; "
    "[bold]croupier run hand.phh --edition rws-poker@7[/] replays a hand history and compares the stacks."
)


def run(
    files: Annotated[
        list[Path], typer.Argument(help="Scenarios, folders of them, or hand histories (.phh, .phhs).")
    ],
    edition: Annotated[str, typer.Option(help="The edition a hand history is played under.")] = "rws-poker@7",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only say what fails, and a count.")] = False,
) -> None:
    """Play scenarios and print the transcript with the paragraph beside each line."""
    with readable_errors():
        failed = total = 0
        for path in _expand(files):
            if path.suffix == HAND_HISTORY:
                total += 1
                failed += not run_history(path, edition, quiet)
                continue
            if path.suffix == COLLECTION:
                played, wrong = run_collection(path, edition)
                total, failed = total + played, failed + wrong
                continue
            for performance in _performances(path):
                total += 1
                failed += not performance.passed
                if not quiet:
                    show(performance)
                show_failures(performance)
        out.print(f"{total - failed} passed, {failed} failed")
        if failed or not total:
            raise typer.Exit(1)


def _expand(files: list[Path]) -> list[Path]:
    """Folders stand for the scenarios in them."""
    found: list[Path] = []
    for path in files:
        if path.is_dir():
            found += sorted(path.rglob(f"*{SUFFIX}"))
        elif not path.exists():
            fail(f"there is no file or folder {path}")
        elif path.suffix in (SUFFIX, HAND_HISTORY, COLLECTION):
            found.append(path)
        else:
            fail(f"{path}: the name of a scenario ends in {SUFFIX}, of a hand history in {HAND_HISTORY}")
    return found


def _performances(path: Path) -> list[Performance]:
    shelf = catalogue()
    try:
        return list(play_all(read_script(path), shelf.game, shelf.rules))
    except ScenarioError as error:
        return fail(reason_of(error))


def show(performance: Performance) -> None:
    """The transcript: who did what, what followed, and the paragraph."""
    out.print()
    out.print(Text(f"{performance.script.title}  [{performance.rules.edition.id}]", style="bold"))
    for note in performance.script.notes:
        out.print(Text(note, style="dim"))
    show_transcript(performance.transcript)


def show_failures(performance: Performance) -> None:
    for failure in performance.failures:
        where = f"{performance.script.path}:{failure.line} [{performance.rules.edition.id}]"
        out.print(Text(f"{where}: {failure.text}", style="bold red"))
        out.print(Text(f"    {failure.problem}", style="red"))
