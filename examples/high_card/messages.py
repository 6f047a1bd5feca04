"""What can be asked of a High Card table, and what can happen on it."""

from typing import Literal

from croupier.cards import Card
from croupier.money import CAGE, Cents, Transfer
from croupier.table import Actor, Command, Event, Purpose, blank


class SitDown(Command, frozen=True, kw_only=True):
    words = ("sit at {seat} with {chips}",)
    purpose = Purpose.SIT
    seat: int
    chips: Cents


class LeaveTable(Command, frozen=True, kw_only=True):
    words = ("leave",)
    purpose = Purpose.LEAVE
    seat: int


class OpenBetting(Command, frozen=True, kw_only=True):
    words = ("open the betting",)
    purpose = Purpose.ROUTINE


class PlaceBet(Command, frozen=True, kw_only=True):
    words = ("bet {amount}",)
    purpose = Purpose.BET
    seat: int
    amount: Cents


class DealCards(Command, frozen=True, kw_only=True):
    words = ("deal", "deal {cards}")
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()


class Stay(Command, frozen=True, kw_only=True):
    words = ("stay",)
    purpose = Purpose.CHECK
    seat: int


class Fold(Command, frozen=True, kw_only=True):
    words = ("fold",)
    purpose = Purpose.FOLD
    seat: int


class CallTime(Command, frozen=True, kw_only=True):
    words = ("call time on seat {seat}",)
    purpose = Purpose.TIME_OUT
    seat: int


class ReportExposedCard(Command, frozen=True, kw_only=True):
    words = ("report an exposed card",)
    purpose = Purpose.REPORT


class ReportInterruption(Command, frozen=True, kw_only=True):
    words = ("report an interruption",)
    purpose = Purpose.INTERRUPTION


class SatDown(Event, frozen=True, kw_only=True):
    words = "{player} takes seat {seat} with {chips}"
    seat: int
    player: str
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, f"stack/{self.seat}", self.chips),)


class SeatLeft(Event, frozen=True, kw_only=True):
    words = "Seat {seat} leaves with {chips}"
    seat: int
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(f"stack/{self.seat}", CAGE, self.chips),) if self.chips else ()


class BettingOpened(Event, frozen=True, kw_only=True):
    words = "Place your bets, please"


class BetPlaced(Event, frozen=True, kw_only=True):
    words = "Seat {seat} bets {amount}"
    seat: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(f"stack/{self.seat}", f"bet/{self.seat}", self.amount),)


class CardDealt(Event, frozen=True, kw_only=True):
    """Face down: only the owner may know it until the showdown. Seat 0 is the house."""

    words = "Seat {seat} gets a card"
    private = ("card",)
    seat: int
    owner: str
    card: tuple[Card, ...]

    def for_viewer(self, viewer: Actor) -> Event:
        return self if viewer.id == self.owner else blank(self, ("card",))


class Stayed(Event, frozen=True, kw_only=True):
    words = "Seat {seat} stays"
    seat: int


class BetSettled(Event, frozen=True, kw_only=True):
    """What becomes of one bet: the House takes part of it, pays winnings, and the rest goes home."""

    words = "Seat {seat}: {result}, {taken} taken, {winnings} paid"
    seat: int
    result: Literal["folded", "won", "lost", "stood_off"]
    bet: Cents
    taken: Cents
    winnings: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        moves = (
            Transfer(f"bet/{self.seat}", "bank", self.taken),
            Transfer(f"bet/{self.seat}", f"stack/{self.seat}", self.bet - self.taken),
            Transfer("bank", f"stack/{self.seat}", self.winnings),
        )
        return tuple(move for move in moves if move.cents)


class RoundInterrupted(Event, frozen=True, kw_only=True):
    words = "The Round was interrupted and goes on"


class RoundVoided(Event, frozen=True, kw_only=True):
    words = "The Round is void: all bets go back ({why})"
    voids_round = True
    why: str
    refunds: dict[int, Cents]

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(Transfer(f"bet/{seat}", f"stack/{seat}", cents) for seat, cents in self.refunds.items())


class RoundConcluded(Event, frozen=True, kw_only=True):
    words = "The Round is over"
    ends_round = True
