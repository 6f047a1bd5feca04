"""Which seeds are still secret, and when each may be told."""

from msgspec import Struct

from croupier.table import Event


class Seed(Struct, frozen=True):
    """A seed that made an order, and where in the table's stream it was used."""

    version: int
    commitment: str
    seed: str


class Shoes(Struct, frozen=True):
    """The seeds of a table not yet told.

    An order stays secret until another between two Rounds has replaced it: before that, its undealt cards may
    still be dealt. `spent` are those that may be told.
    """

    secret: tuple[Seed, ...] = ()

    def after(self, event: Event, version: int) -> "Shoes":
        seed = getattr(event, "seed", "") if event.sealed else ""
        if not seed:
            return self
        return Shoes((*self.secret, Seed(version, getattr(event, "commitment", ""), seed)))

    def told(self) -> "Shoes":
        """All but the last one have been told."""
        return Shoes(self.secret[-1:])


class SeedRevealed(Struct, frozen=True, tag=True):
    """The order that this seed made is used up. Anyone can now recompute it and compare the commitment."""

    table: str
    version: int
    commitment: str
    seed: str
