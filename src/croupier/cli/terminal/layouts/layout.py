"""What a layout answers. Everything it draws is in the view of the player."""

from abc import ABC, abstractmethod
from typing import Any

from msgspec import Struct

from croupier.cli.terminal.canvas import Canvas
from croupier.money import Cents
from croupier.table import Ask


class Picture(Struct, frozen=True):
    """What is to be drawn: a view, who is asked, where the next chip goes, and what the Round brought."""

    view: Any
    place: int | None
    awaited: tuple[int, ...] = ()
    target: tuple[int | None, str] | None = None
    nets: dict[int, Cents] = {}
    bets: dict[str, Cents] = {}  # what your own bets brought, by name
    is_over: bool = False

    def net(self, place: int) -> Cents | None:
        """What the Round brought to a place, once it is over."""
        return self.nets.get(place) if self.is_over else None


class Layout(ABC):
    felt = "#1d6547"
    edge = "#114531"

    @abstractmethod
    def draw(self, canvas: Canvas, picture: Picture) -> None: ...

    def lying(self, now: Any, last: Any) -> Any:
        """What is there now, with the cards that lay there at the end of the Round."""
        return last

    def title(self, view: Any) -> str:
        """What the sign at the table says, in a few words."""
        return ""

    def price(self, view: Any, place: int | None) -> str:
        """What it is about for the player who is asked: what a call costs, what the hand counts."""
        return ""

    def bets(self, view: Any, place: int) -> dict[str, Cents]:
        """What this place's player has on the spots of the own place."""
        return {}

    def sizes(self, view: Any, ask: Ask) -> list[tuple[str, Cents]]:
        """Names for some sizes of a bet; none where the least, half and the most will do."""
        return []

    def step(self, view: Any) -> Cents:
        """How much more or less an arrow key makes a bet; 0 for the least step there is."""
        return 0
