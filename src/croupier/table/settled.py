"""Which bets a Round settled, what lay on them and what the House made of each: read from its events.

A game says which of its events it takes and how they are read (`Game.settled_bets`). Only events that seal
nothing are needed, so nobody has to hold the key to read this.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from croupier.money import Cents
from croupier.table.messages import Event

RAKE = "rake"


class SettledBet(Struct, frozen=True, kw_only=True):
    """One bet that was decided. Bets of a Round on the same `fate` win and lose together."""

    name: str
    fate: str
    base: Cents  # what the mathematics counts by: the Ante, the original wager, the side bet itself
    staked: Cents  # all that was at risk on it
    net: Cents  # what the House won; below zero, lost
    meter: Cents | None = None  # what the jackpot display showed
    place: int = 0  # where its player sits; 0 where it is nobody's own


class BetReader(Struct, frozen=True):
    """How the bets of one game are read from a Round's events, in order."""

    kinds: tuple[type[Event], ...]
    read: Callable[[Sequence[Event]], list[SettledBet]]
    standing: tuple[type[Event], ...] = ()  # what was told before a Round and holds in it: a display
