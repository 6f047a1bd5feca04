"""What can be asked of a Casino War table, and what can happen on it."""

from typing import Literal

from croupier.cards import Card
from croupier.money import CAGE, Cents, Transfer
from croupier.table import Command, Event, Pending, Purpose


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


class CallForBets(Command, frozen=True, kw_only=True):
    words = ("place your bets",)
    purpose = Purpose.ROUTINE


class PlaceWager(Command, frozen=True, kw_only=True):
    words = ("wager {amount}",)
    purpose = Purpose.BET
    label = "Wager"
    seat: int
    amount: Cents


class BetOnTie(Command, frozen=True, kw_only=True):
    words = ("bet {amount} on a tie",)
    purpose = Purpose.BET
    label = "Tie"
    seat: int
    amount: Cents


class DealCards(Command, frozen=True, kw_only=True):
    words = ("deal", "deal {cards}")
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()


class GoToWar(Command, frozen=True, kw_only=True):
    words = ("go to war",)
    purpose = Purpose.RAISE
    seat: int


class Surrender(Command, frozen=True, kw_only=True):
    words = ("surrender",)
    purpose = Purpose.SURRENDER
    seat: int


class CallTime(Command, frozen=True, kw_only=True):
    words = ("call time on seat {seat}",)
    purpose = Purpose.TIME_OUT
    seat: int


class ReportExposedCard(Command, frozen=True, kw_only=True):
    words = ("report an exposed card", "report an exposed card {card}")
    purpose = Purpose.REPORT
    card: tuple[Card, ...] = ()


class ReportInterruption(Command, frozen=True, kw_only=True):
    words = ("report an interruption",)
    purpose = Purpose.INTERRUPTION


class ReferMatter(Command, frozen=True, kw_only=True):
    words = ("refer {matter}",)
    purpose = Purpose.REFER
    matter: str


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


Spot = Literal["wager", "tie", "second"]


class WagerPlaced(Event, frozen=True, kw_only=True):
    words = "Seat {seat}: {amount} on the {spot}"
    seat: int
    spot: Spot
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(f"stack/{self.seat}", f"{self.spot}/{self.seat}", self.amount),)


class CardDealt(Event, frozen=True, kw_only=True):
    """Face up. Seat 0 is the Dealer."""

    words = "Seat {seat} gets {card}"
    seat: int
    card: Card

    def phrase(self) -> str:
        return self.words if self.seat else "The Dealer gets {card}"


class CardsBurnt(Event, frozen=True, kw_only=True):
    words = "Burnt: {cards}"
    cards: tuple[Card, ...]


class WagerSettled(Event, frozen=True, kw_only=True):
    """What becomes of one wager: the House takes part of it, pays winnings, and the rest goes home."""

    words = "Seat {seat}, {spot}: {result}, {taken} taken, {winnings} paid"
    seat: int
    spot: Spot
    result: Literal["won", "lost", "returned", "surrendered"]
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


class WarDeclared(Event, frozen=True, kw_only=True):
    words = "Ties to be decided"


class RulingAsked(Event, frozen=True, kw_only=True):
    words = "{question}"
    question: str
    pending: Pending


class PlayResumed(Event, frozen=True, kw_only=True):
    words = "The Round goes on"


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
