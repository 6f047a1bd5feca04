"""What can be asked of a Casino War table and happen on it, besides what every game against the House has."""

from croupier.cards import Card
from croupier.money import Cents
from croupier.table import Command, Event, Purpose


class PlaceWager(Command, frozen=True, kw_only=True):
    words = ("wager {amount}",)
    purpose = Purpose.BET
    label = "Wager"
    spot = "wager"
    seat: int
    amount: Cents


class BetOnTie(Command, frozen=True, kw_only=True):
    words = ("bet {amount} on a tie",)
    purpose = Purpose.BET
    label = "Tie"
    spot = "tie"
    seat: int
    amount: Cents


class GoToWar(Command, frozen=True, kw_only=True):
    words = ("go to war",)
    purpose = Purpose.RAISE
    seat: int


class Surrender(Command, frozen=True, kw_only=True):
    words = ("surrender",)
    purpose = Purpose.SURRENDER
    seat: int


class ReportExposedCard(Command, frozen=True, kw_only=True):
    words = ("report an exposed card", "report an exposed card {card}")
    purpose = Purpose.REPORT
    card: tuple[Card, ...] = ()


class WarDeclared(Event, frozen=True, kw_only=True):
    words = "Ties to be decided"
