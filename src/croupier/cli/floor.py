"""`croupier floor`: where a person starts: tables in the terminal, and the rule book played."""

import sys
from pathlib import Path

from rich.text import Text

from croupier.cli.console import out
from croupier.games import catalogue
from croupier.table.scenario import SUFFIX, play_all, read_script

_BOOK = Path("scenarios")


def floor() -> None:
    """Open the floor: choose a table to sit at, or read the executable rule book."""
    shelf = catalogue()
    editions = [edition for edition in shelf.library.editions() if edition.game in shelf.games]
    out.print(Text("Croupier: casino table games, by the book", style="bold"))
    for number, edition in enumerate(editions, start=1):
        out.print(f"  {number}  sit down at {edition.title} ({edition.id})")
    out.print("  b  play the scenario book, paragraph by paragraph")
    out.print("  q  leave")
    if not sys.stdin.isatty():
        out.print(Text("Nobody is at the keyboard: here is one page of the book.", style="dim"))
        _book(pages=1)
        return
    while (answer := input("your choice> ").strip()) not in ("q", ""):
        if answer == "b":
            _book()
        elif answer.isdigit() and 1 <= int(answer) <= len(editions):
            from croupier.cli.play import play

            play(editions[int(answer) - 1].id, None, "1,000", None, 0)
        else:
            out.print(f"type a number from 1 to {len(editions)}, b or q")


def _book(pages: int = 0) -> None:
    """Scenarios one after the other; Enter turns the page."""
    from croupier.cli.run import show, show_failures

    shelf = catalogue()
    for turned, path in enumerate(sorted(_BOOK.rglob(f"*{SUFFIX}")), start=1):
        for performance in play_all(read_script(path), shelf.game, shelf.rules):
            show(performance)
            show_failures(performance)
        if turned == pages or (not pages and input("Enter for the next page, q to stop> ").strip() == "q"):
            return
