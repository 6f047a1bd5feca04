"""The games of the house, and the one place that says which of them are finished."""

from collections.abc import Callable
from typing import Any

from croupier.rulebook import library
from croupier.table import Catalogue, Game


def _poker() -> Game[Any]:
    from croupier.games.poker import POKER

    return POKER


def _freebet() -> Game[Any]:
    from croupier.games.freebet import FREEBET

    return FREEBET


def _multilink() -> Game[Any]:
    from croupier.games.multilink import MULTILINK

    return MULTILINK


GAMES: dict[str, Callable[[], Game[Any]]] = {
    "rws-poker": _poker,
    "mbs-freebet": _freebet,
    "rws-multilink": _multilink,
}

# Games whose every executable paragraph must be exercised by a scenario or a test.
FINISHED: tuple[str, ...] = ("mbs-freebet", "rws-multilink", "rws-poker")


def catalogue() -> Catalogue:
    """All games and editions that ship."""
    return Catalogue(library(), GAMES, FINISHED)
