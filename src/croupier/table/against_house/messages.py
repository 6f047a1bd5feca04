"""What can be asked of a table of a game against the House, and what can happen on it."""

from typing import Literal

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.money import CAGE, Cents, Transfer
from croupier.table.against_house.state import Came
from croupier.table.facts import AnyFact, Place
from croupier.table.messages import Command, Event, Report, Routine
from croupier.table.mistakes import Mistake
from croupier.table.purposes import Purpose
from croupier.table.roles import Actor

# What can be asked


class SitDown(Command, frozen=True, kw_only=True):
    words = ("sit at {seat} with {chips}",)
    purpose = Purpose.SIT
    seat: int
    chips: Cents


class BuyChips(Command, frozen=True, kw_only=True):
    words = ("buy {chips}",)
    purpose = Purpose.BUY
    seat: int
    chips: Cents


class LeaveTable(Command, frozen=True, kw_only=True):
    words = ("leave",)
    purpose = Purpose.LEAVE
    seat: int


class ReportInterruption(Command, frozen=True, kw_only=True):
    words = ("report an interruption",)
    purpose = Purpose.INTERRUPTION


class CallForBets(Routine, frozen=True, kw_only=True):
    words = ("place your bets",)


class NoMoreBets(Command, frozen=True, kw_only=True):
    words = ("no more bets",)
    purpose = Purpose.READY
    seat: int


class CallTime(Command, frozen=True, kw_only=True):
    words = ("call time on seat {seat}",)
    purpose = Purpose.TIME_OUT
    seat: int


class DealCards(Routine, frozen=True, kw_only=True):
    """The deal that is due, or what is left of it. What is not as planned is said with it, all at once."""

    words = (
        "deal",
        "deal {cards}",
        "deal the cards: {facts}",
        "deal the cards: {facts} as {cards}",
    )
    cards: tuple[Card, ...] = ()
    facts: tuple[AnyFact, ...] = ()


class DealCard(Routine, frozen=True, kw_only=True):
    """One card, as a scanner sends it; where it went is said if that is not where it is due."""

    words = (
        "deal the next card",
        "deal the next card {cards}",
        "deal the next card to {to}",
        "deal the next card to {to}: {cards}",
    )
    cards: tuple[Card, ...] = ()
    to: Place | None = None


class ReportCards(Report, frozen=True, kw_only=True):
    """The cards do not lie as they should. What the table knows need not be said again."""

    words = ("report the cards", "report the cards: {facts}")
    facts: tuple[AnyFact, ...] = ()


# What can happen


class SatDown(Event, frozen=True, kw_only=True):
    words = "{player} takes seat {seat} with {chips}"
    seat: int
    player: str
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, f"stack/{self.seat}", self.chips),)


class ChipsBought(Event, frozen=True, kw_only=True):
    words = "Seat {seat} buys {chips}"
    seat: int
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, f"stack/{self.seat}", self.chips),)


class SeatLeft(Event, frozen=True, kw_only=True):
    words = "Seat {seat} leaves with {chips}"
    seat: int
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(f"stack/{self.seat}", CAGE, self.chips),) if self.chips else ()


class BetsCalled(Event, frozen=True, kw_only=True):
    words = "Place your bets"


class BetsFinished(Event, frozen=True, kw_only=True):
    words = "Seat {seat} bets no more"
    seat: int


class CardsLaid(Event, frozen=True, kw_only=True):
    """Cards of a deal lie on the table. What lies face down is told to whose hand it is, to nobody else."""

    words = "Cards are dealt"
    private = ("came",)
    deal: str
    places: tuple[int, ...]  # who takes part, in the order of the deal
    came: tuple[Came, ...]
    owners: dict[int, str]
    is_open: bool = False
    is_complete: bool = False

    def for_viewer(self, viewer: Actor) -> Event:
        return self if self.is_open else replace(self, came=_masked(self.came, self.owners, viewer))


class CardBurnt(Event, frozen=True, kw_only=True):
    words = "Burnt: {cards}"
    cards: tuple[Card, ...]


class DealEnded(Event, frozen=True, kw_only=True):
    """It is over as it is."""

    words = "The deal is over"


class CardsReported(Event, frozen=True, kw_only=True):
    """The cards of the deal lie otherwise than they should, as somebody has seen."""

    words = "The cards are looked at"
    private = ("came",)
    came: tuple[Came, ...]
    owners: dict[int, str]
    is_open: bool = False
    has_looked: bool = False

    def for_viewer(self, viewer: Actor) -> Event:
        return self if self.is_open else replace(self, came=_masked(self.came, self.owners, viewer))


class CardsPutInOrder(Event, frozen=True, kw_only=True):
    """The n-th card that came goes where the plan has its n-th; what is left over goes back on top."""

    words = "The cards are put in order"
    private = ("came",)
    sealed = ("back",)
    came: tuple[Came, ...]
    back: tuple[Card, ...] = ()
    owners: dict[int, str]
    is_open: bool = False
    is_complete: bool = True

    def for_viewer(self, viewer: Actor) -> Event:
        if self.is_open:
            return replace(self, back=())
        return replace(self, came=_masked(self.came, self.owners, viewer), back=())


class HandDiscarded(Event, frozen=True, kw_only=True):
    """The cards that lie at a place are out of the Round."""

    words = "The cards at seat {seat} are discarded"
    seat: int


class DealReopened(Event, frozen=True, kw_only=True):
    words = "The cards that are missing are dealt now"


class CardsStand(Event, frozen=True, kw_only=True):
    words = "The cards stand as they lie"
    stands: tuple[Mistake, ...]


class HandsTurnedUp(Event, frozen=True, kw_only=True):
    """From here on everybody may see them. Seat 0 is the Dealer."""

    words = "The hands are turned up"
    hands: dict[int, tuple[Card, ...]]


class WagerPlaced(Event, frozen=True, kw_only=True):
    words = "Seat {seat}: {amount} on the {spot}"
    seat: int
    spot: str
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(f"stack/{self.seat}", f"{self.spot}/{self.seat}", self.amount),)


class WagerSettled(Event, frozen=True, kw_only=True):
    """What becomes of one wager: the House takes part of it, pays winnings, and the rest goes home."""

    words = "Seat {seat}, {spot}: {result}, {taken} taken, {winnings} paid"
    seat: int
    spot: str
    result: Literal["won", "lost", "returned", "surrendered", "cancelled"]
    stake: Cents
    taken: Cents = 0
    winnings: Cents = 0

    def transfers(self) -> tuple[Transfer, ...]:
        moves = (
            Transfer(f"{self.spot}/{self.seat}", "bank", self.taken),
            Transfer(f"{self.spot}/{self.seat}", f"stack/{self.seat}", self.stake - self.taken),
            Transfer("bank", f"stack/{self.seat}", self.winnings),
        )
        return tuple(move for move in moves if move.cents)


class InterruptionSurvived(Event, frozen=True, kw_only=True):
    words = "The Round goes on after the interruption"


class RoundVoided(Event, frozen=True, kw_only=True):
    words = "The Round is void: all wagers go back ({why})"
    voids_round = True
    why: str
    refunds: dict[str, Cents]

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(account, f"stack/{account.partition('/')[2]}", cents)
            for account, cents in self.refunds.items()
        )


class RoundConcluded(Event, frozen=True, kw_only=True):
    words = "The Round is over"
    ends_round = True


def _masked(came: tuple[Came, ...], owners: dict[int, str], viewer: Actor) -> tuple[Came, ...]:
    """What lies face down, as this viewer may know it."""
    return tuple(
        [
            each
            if each.spot.kind == "hand" and owners.get(each.spot.place) == viewer.id
            else replace(each, card=UNKNOWN)
            for each in came
        ]
    )
