"""What a High Card table knows."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, Device, physical
from croupier.table import Matter

Phase = Literal["idle", "betting", "deciding"]


class Box(Struct, frozen=True):
    """One player's place."""

    player: str
    chips: int
    bet: int = 0
    card: Card | None = None
    has_decided: bool = False


class State(Struct, frozen=True):
    phase: Phase = "idle"
    boxes: dict[int, Box] = {}
    device: Device = physical("card_shoe")
    house_card: Card | None = None
    open: tuple[Matter, ...] = ()  # what waits for a person's ruling

    def with_box(self, seat: int, **changes: object) -> "State":
        return replace(self, boxes=self.boxes | {seat: replace(self.boxes[seat], **changes)})

    @property
    def live(self) -> list[int]:
        """Seats with a bet on the table, clockwise from the dealer's left."""
        return [seat for seat, box in sorted(self.boxes.items()) if box.bet]

    @property
    def can_be_dealt(self) -> bool:
        """Whether there is a card for every bet and one for the House."""
        return len(self.live) < self.device.remaining
