"""What can be asked at a Free Bet Blackjack table: first what goes as it should, then what can go wrong.

An area of 0 means the one that is meant anyway: the hand in play, or the only area the player has.
"""

from typing import Literal

from croupier.cards import Card, Entropy
from croupier.money import Cents
from croupier.table import Command, Purpose

from .state import Bet

MainOrSide = Literal["main", "pair", "busted", "pot_of_gold"]
Fault = Literal["extra", "missing", "foreign", "unshuffled"]
Mistake = Literal[
    "without_dealer", "without_burning", "past_area", "one_card_to_area", "to_unbet_area", "exchanging_area"
]

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
    """The next card, to the hand that is due one; of the initial deal too, as a scanner sends it."""

    words = ("deal a card", "deal a card {cards}", "deal the next card", "deal the next card {cards}")
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


# What can go wrong at the table, reported as facts, and what people then ask for (section 5)


class OverlookWager(Command, frozen=True, kw_only=True):
    """A wager outside the limits that nobody noticed before the deal."""

    words = ("overlook {amount} on the {bet} of area {area} by {player}",)
    purpose = Purpose.REPORT
    player: str
    area: int
    bet: MainOrSide
    amount: Cents


class ReportPulledWager(Command, frozen=True, kw_only=True):
    """A player has taken chips off the layout after the closing call."""

    words = ("report that {player} pulled the {bet} of area {area}",)
    purpose = Purpose.REPORT
    player: str
    area: int
    bet: MainOrSide


class Misdeal(Command, frozen=True, kw_only=True):
    """The initial deal as it happened, with one mistake in it. Exchanging an area means with the next one."""

    words = (
        "misdeal {mistake}",
        "misdeal {mistake} {area}",
        "misdeal {mistake} with {cards}",
        "misdeal {mistake} {area} with {cards}",
    )
    purpose = Purpose.REPORT
    mistake: Mistake
    area: int = 0
    cards: tuple[Card, ...] = ()


class ReportMisdeal(Command, frozen=True, kw_only=True):
    words = ("report the misdeal",)
    purpose = Purpose.REPORT


class Reconstruct(Command, frozen=True, kw_only=True):
    words = ("reconstruct the cards", "reconstruct the cards with {cards}")
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()


class SkipOffer(Command, frozen=True, kw_only=True):
    """The Dealer goes on without offering Surrender or Insurance."""

    words = ("continue without an offer",)
    purpose = Purpose.REPORT


class ApproveLateInsurance(Command, frozen=True, kw_only=True):
    words = ("approve late insurance",)
    purpose = Purpose.REPORT


class DealToWrongArea(Command, frozen=True, kw_only=True):
    """A card that was due elsewhere; without an area it lies on the Dealer's hand."""

    words = (
        "deal the card to area {area} by mistake",
        "deal the card to area {area} by mistake {cards}",
        "deal the card to the dealer by mistake",
        "deal the card to the dealer by mistake {cards}",
    )
    purpose = Purpose.REPORT
    area: int = 0
    cards: tuple[Card, ...] = ()


class DrawInError(Command, frozen=True, kw_only=True):
    """A card that nobody asked for."""

    words = ("draw a card in error", "draw a card in error {cards}")
    purpose = Purpose.REPORT
    cards: tuple[Card, ...] = ()


class RefuseCard(Command, frozen=True, kw_only=True):
    words = ("refuse the card", "refuse the card on area {area}")
    purpose = Purpose.CHOOSE
    area: int = 0


class DrawTogether(Command, frozen=True, kw_only=True):
    """Several cards left the device at once. A person names the disclosed ones only."""

    words = (
        "draw {count} cards together with {disclosed} disclosed",
        "draw {count} cards together with {disclosed} disclosed {cards}",
    )
    purpose = Purpose.REPORT
    count: int
    disclosed: int
    cards: tuple[Card, ...] = ()


class PassOver(Command, frozen=True, kw_only=True):
    """The Dealer goes past a player who should have been asked."""

    words = ("pass over area {area}",)
    purpose = Purpose.REPORT
    area: int


class ReportPassedOver(Command, frozen=True, kw_only=True):
    words = ("report that area {area} was passed over",)
    purpose = Purpose.REPORT
    area: int


class ReportFaceUpCard(Command, frozen=True, kw_only=True):
    words = ("report a card face upwards in the device",)
    purpose = Purpose.REPORT


class ReportWrongCards(Command, frozen=True, kw_only=True):
    words = ("report {fault} cards",)
    purpose = Purpose.REPORT
    fault: Fault


class RiffleDiscards(Command, frozen=True, kw_only=True):
    """The cards have run out: a seed or first cards for a virtual device, neither for a physical one."""

    words = ("riffle the discards", "riffle the discards {first_cards}", "riffle the discards by seed {seed}")
    purpose = Purpose.ROUTINE
    seed: str = ""
    first_cards: tuple[Card, ...] = ()
    entropy: Entropy | None = None


class CutCards(Command, frozen=True, kw_only=True):
    words = ("cut at {position}",)
    purpose = Purpose.CHOOSE
    position: int


class ReportAbsent(Command, frozen=True, kw_only=True):
    words = ("report that {player} is absent",)
    purpose = Purpose.ABSENT
    player: str


class ReportReturn(Command, frozen=True, kw_only=True):
    words = ("report that {player} is back",)
    purpose = Purpose.PRESENT
    player: str


class WithdrawFromArea(Command, frozen=True, kw_only=True):
    """Dissatisfied with how a mistake was handled: take back what is still undecided on the area."""

    words = ("withdraw from area {area}",)
    purpose = Purpose.WITHDRAW
    area: int


class ReportPowerFailure(Command, frozen=True, kw_only=True):
    words = ("report a power failure",)
    purpose = Purpose.INTERRUPTION


class ResumePlay(Command, frozen=True, kw_only=True):
    words = ("resume the game",)
    purpose = Purpose.ROUTINE


class ReferIrregularity(Command, frozen=True, kw_only=True):
    words = ("refer to the shift manager: {matter}",)
    purpose = Purpose.REFER
    matter: str
