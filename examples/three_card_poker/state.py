"""What a table knows besides what every table against the House does."""

from croupier.money import Cents
from croupier.table import against_house


class Seat(against_house.Seat, frozen=True, kw_only=True):
    ante: Cents = 0
    play: Cents = 0
    pair_plus: Cents = 0


class State(against_house.HouseState, frozen=True, kw_only=True):
    """Its phases: idle, betting, deciding."""

    seats: dict[int, Seat] = {}  # noqa: RUF012 - a Struct makes one for each

    @property
    def in_play(self) -> tuple[int, ...]:
        """Seats with an Ante on the table, clockwise from the Dealer's left."""
        return tuple(number for number, seat in sorted(self.seats.items()) if seat.ante)
