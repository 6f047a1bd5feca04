"""`croupier rules check`: what is wrong with drafts, and what is missing from them."""

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from croupier.cli.console import fail, out
from croupier.rulebook import Edition, Library, RulebookError
from croupier.rulebook.drafting import still_missing

if TYPE_CHECKING:
    from croupier.table import Catalogue


def check_folder(folder: Path) -> bool:
    """Check every draft as a table would load it; whether all can be played."""
    from croupier.games import GAMES
    from croupier.table import Catalogue

    books = Library(folder)
    names = sorted(file.stem for file in folder.glob("*@*.toml"))
    if not names:
        return fail(f"{folder} has no editions; their files are called like rws-poker@8.toml")
    shelf = Catalogue(books, GAMES)
    well = [_is_well(shelf, name) for name in names]
    return all(well)


def _is_well(shelf: "Catalogue", name: str) -> bool:
    try:
        draft = shelf.library.get(name)
        shelf.rules(name, {})
    except RulebookError as error:
        out.print(Text(f"{name}: {error}", style="red"))
        return False
    missing = still_missing(draft, _predecessor(shelf.library, draft))
    out.print(Text(f"{name}: can be played", style="green"))
    for each in missing:
        out.print(Text(f"  {each}", style="yellow"))
    return True


def _predecessor(books: Library, draft: Edition) -> Edition | None:
    return None if draft.based_on is None else books.get(draft.based_on)
