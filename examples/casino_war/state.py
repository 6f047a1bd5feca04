"""What a Casino War table knows."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, Device, physical
from croupier.money import Cents
from croupier.table import Pending

Phase = Literal["idle", "betting", "choosing", "war"]


class Seat(Struct, frozen=True):
    """One player's place."""

    player: str
    chips: Cents
    wager: Cents = 0
    tie: Cents = 0
    second: Cents = 0  # the wager of a war
    card: Card | None = None


class State(Struct, frozen=True):
    phase: Phase = "idle"
    seats: dict[int, Seat] = {}
    device: Device = physical("card_shoe", 6)
    dealer: Card | None = None
    burnt: tuple[Card, ...] = ()
    pending: tuple[Pending, ...] = ()  # what waits for a person's ruling

    def with_seat(self, number: int, **changes: object) -> "State":
        return replace(self, seats=self.seats | {number: replace(self.seats[number], **changes)})

    @property
    def wagered(self) -> list[int]:
        """Seats with a wager on the table, clockwise from the Dealer's left."""
        return [number for number, seat in sorted(self.seats.items()) if seat.wager]

    @property
    def undecided(self) -> list[int]:
        """Seats that have tied and not chosen yet."""
        return [n for n in self.wagered if self.phase == "choosing" and not self.seats[n].second]
