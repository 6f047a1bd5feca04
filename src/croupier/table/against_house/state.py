"""What every table of a game against the House knows."""

from collections.abc import Iterable
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, Device, physical
from croupier.money import Cents
from croupier.table.facts import DEALER, Due, Laid, Spot
from croupier.table.matters import Matter
from croupier.table.mistakes import Mistake


class Seat(Struct, frozen=True, kw_only=True):
    """One player's place. A game adds a field for each spot, with 0 as its default."""

    player: str
    chips: Cents


class Came(Laid, frozen=True):
    """A card of a deal where it lies, and what was to be seen when it came."""

    is_seen: bool = False

    @property
    def due(self) -> Due:
        return Due(self.spot, is_seen=self.is_seen, is_tied=self.is_tied)


class Dealt(Struct, frozen=True):
    """A deal of the Round: its name, who takes part in which order, and every card in the order it came."""

    deal: str
    places: tuple[int, ...]
    came: tuple[Came, ...] = ()
    is_complete: bool = False


class HouseState(Struct, frozen=True, kw_only=True):
    phase: str = "idle"
    seats: dict[int, Any] = {}
    device: Device = physical("card_shoe", 1)
    is_shuffled: bool = False
    ready: tuple[int, ...] = ()  # who has bet and bets no more
    deals: tuple[Dealt, ...] = ()
    burnt: tuple[Card, ...] = ()  # besides those of a deal
    turned_up: tuple[Spot, ...] = ()  # whose cards everybody may see
    has_looked: bool = False  # a player has looked at cards of their own, as staff say
    stands: tuple[Mistake, ...] = ()  # ruled to lie right
    open: tuple[Matter, ...] = ()  # what waits for a person's ruling

    def with_seat(self, number: int, **changes: object) -> Self:
        return replace(self, seats=self.seats | {number: replace(self.seats[number], **changes)})

    def to(self, phase: str) -> Self:
        return replace(self, phase=phase)

    @property
    def is_dealing(self) -> bool:
        """Whether a deal is under way, card by card, or lacks cards that are to come."""
        return bool(self.deals) and not self.deals[-1].is_complete

    def cards_at(self, spot: Spot, *deals: str) -> tuple[Card, ...]:
        """The cards that lie there, of some deals or of all."""
        return tuple([each.card for each in self.all_cards(*deals) if each.spot == spot])

    def hand(self, number: int, *deals: str) -> tuple[Card, ...]:
        return self.cards_at(Spot("hand", number), *deals)

    def dealer_hand(self, *deals: str) -> tuple[Card, ...]:
        return self.cards_at(DEALER, *deals)

    def all_cards(self, *deals: str) -> Iterable[Came]:
        for dealt in self.deals:
            if not deals or dealt.deal in deals:
                yield from dealt.came
