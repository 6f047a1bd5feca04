"""Who sits where at a table in the terminal: a person, and bots at the other places."""

import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from croupier.messages import Message
from croupier.money import Cents
from croupier.players import bots_for
from croupier.table import Actor, Role, Table
from croupier.table.bots import Bot
from croupier.table.driver import Driver, Listener

YOU = "Guest"
CANNOT_GO_ON = Message("The table cannot go on: it needs more players (--bots) or more chips (--chips).")


class Sitting(Struct):
    """One table, one person, some bots; `chips` is what each brings to a table that is still empty."""

    table: Table[Any]
    you: Actor
    company: dict[str, Bot]
    chips: Cents = 0
    seeds: Callable[[], str] | None = None  # of the shuffles; by chance where nothing is said

    @classmethod
    def down(cls, table: Table[Any], bots: int | None, chips: Cents) -> "Sitting":
        """You sit down first, then the bots."""
        return cls(table, Actor(YOU, Role.PLAYER, 1), bots_for(table.rules.edition.game, bots), chips)

    @classmethod
    def at(cls, table: Table[Any]) -> "Sitting":
        """In a position whoever is asked is you, and bots play for the others."""
        game, rules, state = table.game, table.rules, table.state
        places = range(1, game.furniture(rules).places + 1)
        here = {place: name for place in places if (name := game.player_at(state, place)) is not None}
        asked = next(iter(game.awaited(rules, state)), next(iter(here), 0))
        others = [name for place, name in here.items() if place != asked]
        bots = bots_for(rules.edition.game, len(others)).values()
        you = Actor(here.get(asked, YOU), Role.PLAYER, asked)
        return cls(table, you, dict(zip(others, bots, strict=False)))

    def driver(self, seat: Bot, listener: Listener) -> Driver[Any]:
        """The table run with `seat` choosing for you."""
        players = {self.you.id: seat} | self.company
        found = Driver(self.table, players, seeds=self.seeds, clock=now, listener=listener)
        if self.chips:
            for place, name in enumerate(players, start=1):
                for command in self.table.game.seat(Actor(name, Role.PLAYER, place), place, self.chips):
                    found.give(command)
        return found


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
