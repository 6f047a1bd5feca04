"""Which seeds are still secret, and when each is told."""

import msgspec
from msgspec import Struct

from croupier.house.journal import Writing
from croupier.house.register import HouseEvent
from croupier.table import SYSTEM, Event


class Seed(Struct, frozen=True):
    """A seed that made an order, and where in the table's stream it was used."""

    version: int
    commitment: str
    seed: str


class SeedRevealed(HouseEvent, frozen=True, kw_only=True):
    """The order that this seed made is used up. Anyone can now recompute it and compare the commitment."""

    words = "The seed behind {commitment} was {seed}"
    table: str
    version: int
    commitment: str
    seed: str


class Shoes(Struct, frozen=True):
    """The seeds of a table.

    An order stays secret until another, shuffled between two Rounds, has replaced it: until then its undealt
    cards may still be dealt. Then its seed is told, in the same transaction as the new shuffle.
    """

    secret: tuple[Seed, ...] = ()
    told: int = 0  # how many have been told: the version of the stream that tells them

    def after(self, event: Event, version: int, is_between_rounds: bool) -> tuple["Shoes", tuple[Seed, ...]]:
        """The seeds after an event, and those it lets out."""
        seed = getattr(event, "seed", "") if event.sealed else ""
        if not seed:
            return self, ()
        fresh = Seed(version, getattr(event, "commitment", ""), seed)
        if not is_between_rounds:
            return Shoes((*self.secret, fresh), self.told), ()
        return Shoes((fresh,), self.told + len(self.secret)), self.secret


def shoe_stream(table: str) -> str:
    return f"shoe/{table}"


def telling(table: str, told_before: int, seeds: tuple[Seed, ...], at: int) -> Writing:
    """The entry that reveals seeds."""
    events = tuple(
        SeedRevealed(table=table, version=each.version, commitment=each.commitment, seed=each.seed)
        for each in seeds
    )
    return Writing(
        stream=shoe_stream(table),
        expected=told_before,
        events=tuple(map(msgspec.json.encode, events)),
        by=SYSTEM.id,
        role=SYSTEM.role.value,
        at=at,
    )
