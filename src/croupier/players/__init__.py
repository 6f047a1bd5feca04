"""Bots to sit with a person: for each game those that play it with some sense, and under which names."""

from croupier.games import find
from croupier.table.bots import Bot, RandomBot

_NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Fermat", "Gauss", "Huygens", "Ito")


def bots_for(game: str, count: int | None = None) -> dict[str, Bot]:
    """Named bots for a game; those of one that the catalogue does not know do anything that is allowed."""
    found = find(game)
    usual = found.company if found else 2
    make = found.bot if found else RandomBot
    return {name: make(number) for number, name in enumerate(_NAMES[: usual if count is None else count])}
