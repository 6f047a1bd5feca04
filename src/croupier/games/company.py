"""Bots to sit with a person, by game."""

from collections.abc import Callable

from croupier.table.bots import Bot, RandomBot

_NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Fermat", "Gauss", "Huygens", "Ito")


def _multilink(number: int) -> Bot:
    from croupier.games.multilink.bots import SensibleBot

    return SensibleBot(number)


def _freebet(number: int) -> Bot:
    from croupier.games.freebet.bots import ChartBot

    return ChartBot()


def _poker(number: int) -> Bot:
    from croupier.games.poker.bots import CallerBot, OddsBot, RandomPokerBot

    # A table of one kind would teach little: most think, one calls everything, one does anything.
    kinds: tuple[Bot, ...] = (
        OddsBot(number),
        OddsBot(number),
        CallerBot(),
        OddsBot(number),
        RandomPokerBot(number),
    )
    return kinds[number % len(kinds)]


# How many bots keep a person company, and how each is made from a number; RandomBot where nothing is said.
_COMPANY: dict[str, tuple[int, Callable[[int], Bot]]] = {
    "rws-poker": (5, _poker),
    "rws-multilink": (2, _multilink),
    "mbs-freebet": (2, _freebet),
}


def bots_for(game: str, count: int | None = None) -> dict[str, Bot]:
    """Named bots for a game."""
    usual, make = _COMPANY.get(game, (2, RandomBot))
    return {name: make(number) for number, name in enumerate(_NAMES[: usual if count is None else count])}
