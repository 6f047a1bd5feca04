"""What a Casino War table knows."""

from croupier.money import Cents
from croupier.table import against_house


class Seat(against_house.Seat, frozen=True, kw_only=True):
    wager: Cents = 0
    tie: Cents = 0
    second: Cents = 0  # the wager of a war


class State(against_house.HouseState, frozen=True, kw_only=True):
    """Its phases: idle, betting, choosing, war."""

    seats: dict[int, Seat] = {}  # noqa: RUF012 - a Struct makes one for each

    @property
    def wagered(self) -> tuple[int, ...]:
        """Seats with a wager on the table, clockwise from the Dealer's left."""
        return tuple(number for number, seat in sorted(self.seats.items()) if seat.wager)
