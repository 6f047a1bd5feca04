"""Our own bots as a ladder, from one that thinks nothing to one that begins by a solved table."""

from collections.abc import Callable, Mapping
from typing import Final

from croupier.arena.ranges import RangesBot
from croupier.arena.solved import SolvedBot
from croupier.players.poker import CallerBot, OddsBot, RandomPokerBot
from croupier.table.bots import Bot

LADDER: Final[Mapping[str, Callable[[int], Bot]]] = {
    "random": RandomPokerBot,
    "caller": lambda number: CallerBot(),
    "odds": OddsBot,
    "ranges": RangesBot,
    "solved": SolvedBot,
}
