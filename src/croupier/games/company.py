"""Bots to sit with a person, by game."""

from collections.abc import Callable
from importlib import import_module

from croupier.table.bots import Bot, RandomBot

_NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Fermat", "Gauss", "Huygens", "Ito")


def _bot(room: str, name: str) -> Callable[..., Bot]:
    """A kind of bot; its game is imported when somebody asks for company."""
    return getattr(import_module(f"croupier.games.{room}"), name)  # type: ignore[no-any-return]


def _poker(number: int) -> Bot:
    """A table of one kind would teach little: most think, one calls everything, one does anything."""
    from croupier.games.poker.bots import CallerBot, OddsBot, RandomPokerBot

    if number % 5 == 2:
        return CallerBot()
    return RandomPokerBot(number) if number % 5 == 4 else OddsBot(number)


# How many bots keep a person company, and how each is made from a number; RandomBot where nothing is said.
_COMPANY: dict[str, tuple[int, Callable[[int], Bot]]] = {
    "rws-poker": (5, _poker),
    "rws-multilink": (2, lambda number: _bot("multilink.bots", "SensibleBot")(number)),
    "mbs-freebet": (2, lambda number: _bot("freebet.bots", "ChartBot")()),
}


def bots_for(game: str, count: int | None = None) -> dict[str, Bot]:
    """Named bots for a game."""
    usual, make = _COMPANY.get(game, (2, RandomBot))
    return {name: make(number) for number, name in enumerate(_NAMES[: usual if count is None else count])}
