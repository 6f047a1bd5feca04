"""`croupier rules check`: what is wrong with drafts, and what is missing from them."""

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from croupier.cli.console import fail, out
from croupier.rulebook import Edition, Library, RulebookError
from croupier.rulebook.findings import findings
from croupier.rulebook.sources import Words, words_of

if TYPE_CHECKING:
    from croupier.table import Catalogue


def check_folder(folder: Path) -> bool:
    """Check every draft as a table would load it; whether all can be played."""
    from croupier.games import catalogue

    books = Library(folder)
    names = sorted(file.stem for file in folder.glob("*@*.toml"))
    if not names:
        return fail(f"{folder} has no editions; their files are called like rws-poker@8.toml")
    shelf = catalogue(books)
    well = [_is_well(shelf, name) for name in names]
    return all(well)


def _is_well(shelf: "Catalogue", name: str) -> bool:
    try:
        draft = shelf.library.get(name)
        shelf.rules(name, {})
    except RulebookError as error:
        out.print(Text(f"{name}: {error}", style="red"))
        return False
    out.print(Text(f"{name}: can be played", style="green"))
    for each in findings(draft, _predecessor(shelf.library, draft), _code(type(shelf.game(draft.game)))):
        out.print(Text(f"  {each}", style="yellow"))
    return True


def _predecessor(books: Library, draft: Edition) -> Edition | None:
    return None if draft.based_on is None else books.get(draft.based_on)


def _code(game: type) -> Words:
    """What the package of a game names, and what it shares with the others."""
    import inspect

    import croupier

    core = Path(croupier.__file__).parent
    return words_of((Path(inspect.getfile(game)).parent, core / "table", core / "links"))
