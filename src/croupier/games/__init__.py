"""The games of the house, and the one place that says which of them are finished."""

from collections.abc import Callable
from typing import Any

from croupier.rulebook import library
from croupier.table import Catalogue, Game

GAMES: dict[str, Callable[[], Game[Any]]] = {}

# Games whose every executable paragraph must be exercised by a scenario or a test.
FINISHED: tuple[str, ...] = ()


def catalogue() -> Catalogue:
    """All games and editions that ship."""
    return Catalogue(library(), GAMES, FINISHED)
