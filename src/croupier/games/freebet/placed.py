"""Where chips lie, and how what a player does on an area is said."""

from typing import ClassVar

from croupier.money import Account, Cents, Transfer
from croupier.table import Event

BANK: Account = "bank"


def stack(place: int) -> Account:
    return f"stack/{place}"


def bets(area: int, place: int) -> Account:
    """All that a player has on one area."""
    return f"bet/{area}/{place}"


def moves(*transfers: Transfer) -> tuple[Transfer, ...]:
    return tuple(transfer for transfer in transfers if transfer.cents)


def free_or_paid(phrase: str, is_free: bool) -> str:
    """With a Free Bet Marker there is no amount to say."""
    return phrase.replace("for {amount}", "with a marker") if is_free else phrase


class AtArea(Event, frozen=True, kw_only=True):
    """What a player does on an area. Who sits there is called by the area, everybody else by the place."""

    own_words: ClassVar[str] = ""
    area: int
    place: int

    def phrase(self) -> str:
        return self.own_words if self.place == self.area else self.words


class Placed(AtArea, frozen=True, kw_only=True):
    """Chips that a player puts on an area."""

    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return moves(Transfer(stack(self.place), bets(self.area, self.place), self.amount))
