"""`croupier rules history`: which paragraphs were given scenarios, or others than before, since a release."""

import subprocess
from pathlib import Path

from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import fail, out
from croupier.games import catalogue
from croupier.rulebook import Edition
from croupier.rulebook.numbers import in_document_order
from croupier.table.scenario import SUFFIX, read_script
from croupier.table.scenario.expectation import paragraphs


def show_history(edition: Edition, scenarios: Path, since: str | None) -> None:
    """Every scenario that came or changed, under the paragraphs it covers, in the document's order."""
    since = since or _last_release(scenarios)
    shelf, rows = catalogue(), []
    for path, (what, day) in _changed(scenarios, since).items():
        script = read_script(path)
        if edition.id not in script.editions:
            continue
        rules = shelf.rules(edition.id, {})
        written = shelf.library.get(script.editions[0])
        claims = [line.text for line in script.covers if line.applies_to(edition.version)]
        numbers = {each for text in claims for each in paragraphs(rules, text, written)}
        rows += [(in_document_order(each), each, script.title, what, day) for each in numbers]
    grid = Grid(box=None, header_style="bold")
    for heading in ("¶", "scenario", "", "last changed"):
        grid.add_column(heading, overflow="fold")
    for _, number, title, what, day in sorted(rows):
        grid.add_row(Text(number, style="cyan"), title, what, day)
    out.print(grid)
    count = len({row[1] for row in rows})
    of = f" since {since}" if since else ""
    out.print(f"{edition.id}: {count} paragraphs have new or changed scenarios{of}")


def _last_release(scenarios: Path) -> str | None:
    """The last tag before what is there now, or nothing: then everything is new."""
    earlier = _git(scenarios, "tag", "--sort=-creatordate", "--merged", "HEAD", "--no-contains", "HEAD")
    return next(iter(earlier), None)


def _changed(scenarios: Path, since: str | None) -> dict[Path, tuple[str, str]]:
    """Scenarios that are there -> whether they are new, and the day of their last change."""
    found: dict[Path, tuple[str, str]] = {}
    day, top = "", Path(_git(scenarios, "rev-parse", "--show-toplevel")[0])
    span = f"{since}..HEAD" if since else "HEAD"
    for line in _git(scenarios, "log", "--no-renames", "--name-status", "--format=day %as", span, "--", "."):
        status, _, rest = line.partition("\t")
        if not rest:
            day = line.removeprefix("day ")
        elif rest.endswith(SUFFIX) and (top / rest).is_file():
            before, last = found.get(top / rest, ("changed", day))  # the newest comes first
            found[top / rest] = ("new" if status == "A" else before, last)
    return found


def _git(folder: Path, *words: str) -> list[str]:
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=True)
    except FileNotFoundError:
        return fail("git is not installed; the history of scenarios is what git knows of them")
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip().splitlines()[-1]
        hint = "`git tag` lists the releases that are here, `git fetch --tags` brings those that are not"
        return fail(f"git does not know the history of {folder}: {said}; {hint}")
    return [line for line in done.stdout.splitlines() if line]
