"""What can be asked at a Free Bet Blackjack table: first what goes as it should, then what can go wrong."""

from typing import Literal

from croupier.cards import Card
from croupier.games.freebet.state import Bet
from croupier.money import Cents
from croupier.table import Command, Purpose, Report, Routine, deals
from croupier.table.dealing import Shuffle
from croupier.table.facts import AnyFact

MainOrSide = Literal["main", "pair", "busted", "pot_of_gold"]
Requested = Literal["main", "pair", "busted", "pot_of_gold", "insurance"]


class AtArea(Command, frozen=True, kw_only=True):
    area: int


class OwnArea(Command, frozen=True, kw_only=True):
    """An area of 0 means the one that is meant anyway: the hand in play, or the only area the player has."""

    area: int = 0


class AboutPlayer(Command, frozen=True, kw_only=True):
    player: str


# Taking places


class SitDown(Command, frozen=True, kw_only=True):
    """Places up to the number of areas are seats; higher ones are for players who stand behind."""

    words = ("sit at {seat} with {chips}",)
    purpose = Purpose.SIT
    seat: int
    chips: Cents


class BuyChips(Command, frozen=True, kw_only=True):
    words = ("buy {amount}",)
    label = "Add chips"
    purpose = Purpose.BUY
    amount: Cents


class LeaveTable(Command, frozen=True, kw_only=True):
    words = ("leave the table",)
    purpose = Purpose.LEAVE


class RestrictPlayer(AboutPlayer, frozen=True, kw_only=True):
    words = ("restrict {player} to one area",)
    purpose = Purpose.MANAGE


class LiftRestriction(AboutPlayer, frozen=True, kw_only=True):
    words = ("let {player} wager on several areas",)
    purpose = Purpose.MANAGE


class RestrictWagers(Command, frozen=True, kw_only=True):
    words = ("restrict areas to {wagers} wagers",)
    purpose = Purpose.MANAGE
    wagers: int


# Betting


class OpenBetting(Routine, frozen=True, kw_only=True):
    words = ("place your bets, please", "place your bets")


class PlaceWager(AtArea, frozen=True, kw_only=True):
    words = (
        "wager {amount} on area {area}",
        "bet {amount} on area {area}",
        "bet {amount} on the main of area {area}",
    )
    purpose = Purpose.BET
    spot = "main"
    amount: Cents


class PlaceSideWager(AtArea, frozen=True, kw_only=True):
    """On an own area it is placed at once; on another's it is a claim, settled at the closing call."""

    words = ("bet {amount} on the {bet} of area {area}",)
    purpose = Purpose.BET
    bet: Bet
    amount: Cents


class PlaceForPlayer(AboutPlayer, frozen=True, kw_only=True):
    """Staff put a player's chips down at his request."""

    words = ("place {amount} on the {bet} of area {area} for {player}",)
    purpose = Purpose.SERVE
    area: int
    bet: Requested
    amount: Cents


class SeparateWager(AtArea, frozen=True, kw_only=True):
    """A second stack beside one's own wager: never allowed, but people try."""

    words = ("place a second wager of {amount} on area {area}",)
    purpose = Purpose.CONDUCT
    amount: Cents


class ReportPlacement(AboutPlayer, Report, frozen=True, kw_only=True):
    """A stake that staff placed on request is not what was asked for."""

    words = ("report that the {bet} of area {area} was placed wrongly for {player}",)
    area: int
    bet: Requested


class AnnounceTotal(AtArea, Report, frozen=True, kw_only=True):
    """The Dealer has announced a wrong total."""

    about = "hand"
    words = ("announce {said} for area {area}",)
    said: int


class WithdrawWager(AtArea, frozen=True, kw_only=True):
    words = ("take back the {bet} of area {area}",)
    purpose = Purpose.WITHDRAW
    bet: Requested


class Ready(Command, frozen=True, kw_only=True):
    words = ("no further bets from me",)
    purpose = Purpose.READY


class AnnounceControl(AtArea, Routine, frozen=True, kw_only=True):
    words = ("announce who controls area {area}",)


class CloseBetting(Routine, frozen=True, kw_only=True):
    words = ("no more bets",)


class GiveWay(AtArea, frozen=True, kw_only=True):
    """Leave a contested bet to the other claimants."""

    words = ("give way on area {area}", "give way on the {bet} of area {area}")
    purpose = Purpose.DECLINE
    bet: Literal["pair", "busted", "pot_of_gold", "insurance"] | None = None  # where several are claimed


# Dealing


class BurnCard(Routine, frozen=True, kw_only=True):
    words = ("burn a card",)


class DealInitial(Routine, frozen=True, kw_only=True):
    """The initial deal. What is to be seen and is not as planned is part of it, all at once."""

    words = (
        "deal the initial cards",
        "deal the initial cards as {cards}",
        "deal the initial cards: {facts}",
        "deal the initial cards: {facts} as {cards}",
    )
    cards: tuple[Card, ...] = ()
    facts: tuple[AnyFact, ...] = ()


class DealCard(deals.DealCard, frozen=True, kw_only=True):
    """The next card, to the hand that is due one; of the initial deal too, as a scanner sends it.

    Where it went is said if that was another hand, and that it is one too many if nobody asked for it.
    """

    words = ("deal a card", "deal a card {cards}", *deals.DealCard.words)


class SettleRound(Routine, frozen=True, kw_only=True):
    words = ("settle the wagers",)


# Surrender, Insurance, even money


class OfferSurrender(Routine, frozen=True, kw_only=True):
    words = ("offer surrender",)


class Surrender(OwnArea, frozen=True, kw_only=True):
    words = ("surrender", "surrender area {area}")
    purpose = Purpose.SURRENDER


class PlayOn(OwnArea, frozen=True, kw_only=True):
    words = ("play on", "play on area {area}")
    purpose = Purpose.DECLINE


class CloseSurrender(Routine, frozen=True, kw_only=True):
    words = ("surrender is closed",)


class OfferInsurance(Routine, frozen=True, kw_only=True):
    words = ("offer insurance",)


class Insure(Command, frozen=True, kw_only=True):
    words = ("insure for {amount}", "insure area {area} for {amount}")
    purpose = Purpose.INSURE
    amount: Cents
    area: int = 0


class InsureOther(AboutPlayer, frozen=True, kw_only=True):
    """Claim the Insurance that another player has declined."""

    words = ("insure the wager of {player} on area {area} for {amount}",)
    label = "Insure"
    purpose = Purpose.INSURE
    area: int
    amount: Cents


class DeclineInsurance(OwnArea, frozen=True, kw_only=True):
    words = ("no insurance", "no insurance on area {area}")
    purpose = Purpose.DECLINE


class TakeEvenMoney(OwnArea, frozen=True, kw_only=True):
    words = ("even money", "even money on area {area}")
    label = "Even money"
    purpose = Purpose.EVEN_MONEY


class CloseInsurance(Routine, frozen=True, kw_only=True):
    words = ("insurance is closed",)


# Decisions on a hand


class Hit(OwnArea, frozen=True, kw_only=True):
    words = ("hit", "hit area {area}")
    purpose = Purpose.HIT


class Stand(OwnArea, frozen=True, kw_only=True):
    words = ("stand", "stand on area {area}")
    purpose = Purpose.STAND


class Double(Command, frozen=True, kw_only=True):
    words = ("double for {amount}", "double area {area} for {amount}", "double {amount}")
    purpose = Purpose.DOUBLE
    amount: Cents
    area: int = 0


class FreeDouble(OwnArea, frozen=True, kw_only=True):
    words = ("free double", "free double area {area}")
    purpose = Purpose.DOUBLE


class Split(OwnArea, frozen=True, kw_only=True):
    words = ("split", "split area {area}")
    purpose = Purpose.SPLIT


class FreeSplit(OwnArea, frozen=True, kw_only=True):
    words = ("free split", "free split area {area}")
    purpose = Purpose.SPLIT


class KeepWager(OwnArea, frozen=True, kw_only=True):
    """Not to follow the controller: no double, or the wager stays on the first hand of a split."""

    words = ("keep the wager", "keep the wager on area {area}")
    purpose = Purpose.DECLINE


# What can go wrong at the table, reported as facts, and what people then ask for (section 5)


class OverlookWager(AboutPlayer, Report, frozen=True, kw_only=True):
    """A wager outside the limits that nobody noticed before the deal."""

    words = ("overlook {amount} on the {bet} of area {area} by {player}",)
    area: int
    bet: MainOrSide
    amount: Cents


class ReportPulledWager(AboutPlayer, Report, frozen=True, kw_only=True):
    """A player has taken chips off the layout after the closing call."""

    words = ("report that {player} pulled the {bet} of area {area}",)
    area: int
    bet: Requested


class ReportCards(Report, frozen=True, kw_only=True):
    """The cards do not lie as they should: what is to be seen.

    What the table knows need not be said again.
    """

    words = (
        "report the cards",
        "report the cards: {facts}",
        "report the {deal}",
        "report the {deal}: {facts}",
    )
    deal: Literal["initial_cards"] | None = None
    facts: tuple[AnyFact, ...] = ()


class SkipOffer(Report, frozen=True, kw_only=True):
    """The Dealer goes on without offering Surrender or Insurance."""

    words = ("continue without an offer",)


class ApproveLateInsurance(Report, frozen=True, kw_only=True):
    words = ("approve late insurance",)


class RefuseCard(OwnArea, frozen=True, kw_only=True):
    words = ("refuse the card", "refuse the card on area {area}")
    purpose = Purpose.CHOOSE


class DrawTogether(Report, frozen=True, kw_only=True):
    """Several cards left the device at once. A person names the disclosed ones only."""

    about = "device"
    words = (
        "draw {count} cards together with {disclosed} disclosed",
        "draw {count} cards together with {disclosed} disclosed {cards}",
    )
    count: int
    disclosed: int
    cards: tuple[Card, ...] = ()


class PassOver(AtArea, Report, frozen=True, kw_only=True):
    """The Dealer goes past a player who should have been asked."""

    words = ("pass over area {area}",)


class ReportPassedOver(AtArea, Report, frozen=True, kw_only=True):
    words = ("report that area {area} was passed over",)


class ReportFaceUpCard(Report, frozen=True, kw_only=True):
    about = "device"
    words = ("report a face-up card",)


class RiffleDiscards(Shuffle, frozen=True, kw_only=True):
    """The cards have run out: a seed or first cards for a virtual device, neither for a physical one."""

    words = ("riffle the discards", "riffle the discards {first_cards}", "riffle the discards by seed {seed}")


class CutCards(Command, frozen=True, kw_only=True):
    words = ("cut at {position}",)
    purpose = Purpose.CHOOSE
    position: int


class ReportAbsent(AboutPlayer, frozen=True, kw_only=True):
    words = ("report that {player} is absent",)
    purpose = Purpose.ABSENT


class ReportReturn(AboutPlayer, frozen=True, kw_only=True):
    words = ("report that {player} is back",)
    purpose = Purpose.PRESENT


class CallTime(AtArea, frozen=True, kw_only=True):
    """Who is asked to decide on this area does not, and the time for it is over."""

    words = ("time for area {area}",)
    purpose = Purpose.TIME_OUT


class WithdrawFromArea(AtArea, frozen=True, kw_only=True):
    """Dissatisfied with how a mistake was handled: take back what is still undecided on the area."""

    words = ("withdraw from area {area}",)
    purpose = Purpose.WITHDRAW


class ReportPowerFailure(Command, frozen=True, kw_only=True):
    words = ("report a power failure",)
    purpose = Purpose.INTERRUPTION


class ResumePlay(Routine, frozen=True, kw_only=True):
    words = ("resume the game",)
