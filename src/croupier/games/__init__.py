"""The games of the house, and the one place that says which of them are finished."""

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from croupier import languages
from croupier.rulebook import Library, RulebookError, library
from croupier.table import Catalogue, Game

# Names the modules of further games in the environment, separated by commas; each has a GAME and EDITIONS.
GUESTS = "CROUPIER_GAMES"
GROUP = "croupier.games"


def _game(room: str, name: str) -> Callable[[], Game[Any]]:
    """A game is imported when it is first asked for."""
    return lambda: getattr(import_module(f"croupier.games.{room}"), name)


GAMES: dict[str, Callable[[], Game[Any]]] = {
    "rws-poker": _game("poker", "POKER"),
    "rws-multilink": _game("multilink", "MULTILINK"),
    "mbs-freebet": _game("freebet", "FREEBET"),
}

# Games whose every executable paragraph must be exercised by a scenario or a test.
FINISHED: tuple[str, ...] = ("mbs-freebet", "rws-multilink", "rws-poker")


def catalogue(books: Library | None = None) -> Catalogue:
    """All games and editions that ship, those of installed packages, and those that the environment names."""
    books, games = books or library(), dict(GAMES)
    for game, editions in (*_installed(), *_guests(os.environ.get(GUESTS, ""))):
        games[game.name] = lambda game=game: game  # type: ignore[misc]
        if editions not in books.folders:
            books.add(editions)
        if game.languages:
            languages.bring(game.languages)
    return Catalogue(books, games, FINISHED)


def books() -> Library:
    """All editions there are, those of guests among them."""
    return catalogue().library


def find(name: str) -> Game[Any] | None:
    """A game of the house or a guest, None if nothing plays a game of that name."""
    shelf = catalogue()
    return shelf.game(name) if name in shelf.games else None


@cache
def _installed() -> tuple[tuple[Game[Any], Path], ...]:
    """Games that packages bring: an entry point of the group names a module with GAME and EDITIONS."""
    return tuple(
        (module.GAME, module.EDITIONS) for module in (each.load() for each in entry_points(group=GROUP))
    )


@cache
def _guests(names: str) -> tuple[tuple[Game[Any], Path], ...]:
    """Games of other people's, with the folder of their editions."""
    found = []
    for name in filter(None, (each.strip() for each in names.split(","))):
        try:
            module = import_module(name)
            found.append((module.GAME, module.EDITIONS))
        except (ImportError, AttributeError) as error:
            hint = "" if isinstance(error, AttributeError) else "; put the folder it is in into PYTHONPATH"
            said = "{variable} names {name}, which is not a module of a game: {error}{hint}"
            raise RulebookError(said, variable=GUESTS, name=name, error=str(error), hint=hint) from None
    return tuple(found)
