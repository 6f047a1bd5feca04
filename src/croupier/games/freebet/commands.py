"""What can be asked at a Free Bet Blackjack table while everything goes as it should.

An area of 0 means the one that is meant anyway: the hand in play, or the only area the player has.
"""

from typing import Literal

from croupier.cards import Card
from croupier.money import Cents
from croupier.table import Command, Purpose

from .state import Bet

MainOrSide = Literal["main", "pair", "busted", "pot_of_gold"]

# Taking places


class SitDown(Command, frozen=True, kw_only=True):
    """Places up to the number of areas are seats; higher ones are for players who stand behind."""

    words = ("sit at {seat} with {chips}",)
    purpose = Purpose.SIT
    seat: int
    chips: Cents


class BuyChips(Command, frozen=True, kw_only=True):
    words = ("buy {amount}",)
    purpose = Purpose.BUY
    amount: Cents


class LeaveTable(Command, frozen=True, kw_only=True):
    words = ("leave the table",)
    purpose = Purpose.LEAVE


class RestrictPlayer(Command, frozen=True, kw_only=True):
    words = ("restrict {player} to one area",)
    purpose = Purpose.MANAGE
    player: str


class LiftRestriction(Command, frozen=True, kw_only=True):
    words = ("let {player} wager on several areas",)
    purpose = Purpose.MANAGE
    player: str


class RestrictWagers(Command, frozen=True, kw_only=True):
    words = ("restrict areas to {wagers} wagers",)
    purpose = Purpose.MANAGE
    wagers: int


# Betting


class OpenBetting(Command, frozen=True, kw_only=True):
    words = ("place your bets, please", "place your bets")
    purpose = Purpose.ROUTINE


class PlaceWager(Command, frozen=True, kw_only=True):
    words = ("wager {amount} on area {area}",)
    purpose = Purpose.BET
    spot = "main"
    area: int
    amount: Cents


class PlaceSideWager(Command, frozen=True, kw_only=True):
    """On an own area it is placed at once; on another's it is a claim, settled at the closing call."""

    words = ("bet {amount} on the {bet} of area {area}",)
    purpose = Purpose.BET
    area: int
    bet: Bet
    amount: Cents


class PlaceForPlayer(Command, frozen=True, kw_only=True):
    """Staff put a player's chips down at his request."""

    words = ("place {amount} on the {bet} of area {area} for {player}",)
    purpose = Purpose.SERVE
    player: str
    area: int
    bet: MainOrSide
    amount: Cents


class WithdrawWager(Command, frozen=True, kw_only=True):
    words = ("take back the {bet} of area {area}",)
    purpose = Purpose.WITHDRAW
    area: int
    bet: MainOrSide


class Ready(Command, frozen=True, kw_only=True):
    words = ("no further bets from me",)
    purpose = Purpose.READY


class AnnounceControl(Command, frozen=True, kw_only=True):
    words = ("announce who controls area {area}",)
    purpose = Purpose.ROUTINE
    area: int


class CloseBetting(Command, frozen=True, kw_only=True):
    words = ("no more bets",)
    purpose = Purpose.ROUTINE


class GiveWay(Command, frozen=True, kw_only=True):
    """Leave a contested bet to the other claimants."""

    words = ("give way on area {area}",)
    purpose = Purpose.DECLINE
    area: int


# Dealing


class BurnCard(Command, frozen=True, kw_only=True):
    words = ("burn a card",)
    purpose = Purpose.ROUTINE


class DealInitial(Command, frozen=True, kw_only=True):
    words = ("deal the initial cards", "deal the initial cards {cards}")
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()


class DealCard(Command, frozen=True, kw_only=True):
    """The next card, to the hand that is due one."""

    words = ("deal a card", "deal a card {cards}")
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()


class SettleRound(Command, frozen=True, kw_only=True):
    words = ("settle the wagers",)
    purpose = Purpose.ROUTINE


# Surrender, Insurance, even money


class OfferSurrender(Command, frozen=True, kw_only=True):
    words = ("offer surrender",)
    purpose = Purpose.ROUTINE


class Surrender(Command, frozen=True, kw_only=True):
    words = ("surrender", "surrender area {area}")
    purpose = Purpose.SURRENDER
    area: int = 0


class PlayOn(Command, frozen=True, kw_only=True):
    words = ("play on", "play on area {area}")
    purpose = Purpose.DECLINE
    area: int = 0


class CloseSurrender(Command, frozen=True, kw_only=True):
    words = ("surrender is closed",)
    purpose = Purpose.ROUTINE


class OfferInsurance(Command, frozen=True, kw_only=True):
    words = ("offer insurance",)
    purpose = Purpose.ROUTINE


class Insure(Command, frozen=True, kw_only=True):
    words = ("insure for {amount}", "insure area {area} for {amount}")
    purpose = Purpose.INSURE
    amount: Cents
    area: int = 0


class InsureOther(Command, frozen=True, kw_only=True):
    """Claim the Insurance that another player has declined."""

    words = ("insure the wager of {player} on area {area} for {amount}",)
    purpose = Purpose.INSURE
    player: str
    area: int
    amount: Cents


class DeclineInsurance(Command, frozen=True, kw_only=True):
    words = ("no insurance", "no insurance on area {area}")
    purpose = Purpose.DECLINE
    area: int = 0


class TakeEvenMoney(Command, frozen=True, kw_only=True):
    words = ("even money", "even money on area {area}")
    purpose = Purpose.EVEN_MONEY
    area: int = 0


class CloseInsurance(Command, frozen=True, kw_only=True):
    words = ("insurance is closed",)
    purpose = Purpose.ROUTINE


# Decisions on a hand


class Hit(Command, frozen=True, kw_only=True):
    words = ("hit", "hit area {area}")
    purpose = Purpose.HIT
    area: int = 0


class Stand(Command, frozen=True, kw_only=True):
    words = ("stand", "stand on area {area}")
    purpose = Purpose.STAND
    area: int = 0


class Double(Command, frozen=True, kw_only=True):
    words = ("double for {amount}", "double area {area} for {amount}")
    purpose = Purpose.DOUBLE
    amount: Cents
    area: int = 0


class FreeDouble(Command, frozen=True, kw_only=True):
    words = ("free double", "free double area {area}")
    purpose = Purpose.DOUBLE
    area: int = 0


class Split(Command, frozen=True, kw_only=True):
    words = ("split", "split area {area}")
    purpose = Purpose.SPLIT
    area: int = 0


class FreeSplit(Command, frozen=True, kw_only=True):
    words = ("free split", "free split area {area}")
    purpose = Purpose.SPLIT
    area: int = 0


class KeepWager(Command, frozen=True, kw_only=True):
    """Not to follow the controller: no double, or the wager stays on the first hand of a split."""

    words = ("keep the wager", "keep the wager on area {area}")
    purpose = Purpose.DECLINE
    area: int = 0
