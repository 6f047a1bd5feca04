"""What can be asked of a table: first the ordinary course of the game, then what has gone wrong."""

from typing import Literal

from croupier.cards import Card
from croupier.games.multilink.state import Bet
from croupier.games.multilink.terms import StreetBet
from croupier.money import Cents
from croupier.table import Command, Purpose, Report, Routine
from croupier.table.facts import AnyFact


class AtBox(Command, frozen=True, kw_only=True):
    box: int


# Taking part


class TakeSeat(Command, frozen=True, kw_only=True):
    words = ("sit at box {seat} with {chips}",)
    purpose = Purpose.SIT
    seat: int
    chips: Cents


class BuyChips(Command, frozen=True, kw_only=True):
    words = ("buy chips for {chips}",)
    label = "Add chips"
    purpose = Purpose.BUY
    chips: Cents


class LeaveSeat(Command, frozen=True, kw_only=True):
    words = ("leave the table",)
    purpose = Purpose.LEAVE


# Betting before the cards


class AnnounceBets(Routine, frozen=True, kw_only=True):
    words = ("place your bets", "place your bets, please")


class PlaceBet(AtBox, frozen=True, kw_only=True):
    purpose = Purpose.BET
    amount: Cents


class PlaceAnte(PlaceBet, frozen=True, kw_only=True):
    words = (
        "ante {amount} on box {box}",
        "bet {amount} on the ante of box {box}",
        "bet ante {amount} on box {box}",
    )
    spot = "ante"


class PlaceBonus(PlaceBet, frozen=True, kw_only=True):
    words = (
        "bonus {amount} on box {box}",
        "bet {amount} on the bonus of box {box}",
        "bet bonus {amount} on box {box}",
    )
    spot = "bonus"


class PlaceProgressive(PlaceBet, frozen=True, kw_only=True):
    words = (
        "bet {amount} on the progressive of box {box}",
        "progressive {amount} on box {box}",
        "bet progressive {amount} on box {box}",
    )
    spot = "progressive"


class WithdrawBets(AtBox, frozen=True, kw_only=True):
    """All bets on a box, or one that need not lie there: without an Ante nothing stays."""

    words = ("withdraw the bets on box {box}", "take back the {bet} of box {box}")
    purpose = Purpose.WITHDRAW
    bet: Literal["bonus", "progressive"] | None = None


class FinishBetting(Command, frozen=True, kw_only=True):
    """A player has no more to bet: the dealer need not wait for them."""

    words = ("ready", "no more bets from me")
    label = "Ready"
    purpose = Purpose.READY


class ReportPlacement(Report, frozen=True, kw_only=True):
    """A bet that a Pit Employee placed on request is not what was asked for."""

    words = ("report that the {bet} of box {box} was placed wrongly for {player}",)
    player: str
    box: int
    bet: Bet


class PlaceBetFor(Command, frozen=True, kw_only=True):
    """A Pit Employee places a bet at a player's request."""

    words = ("place {amount} on the {bet} of box {box} for {player}",)
    purpose = Purpose.SERVE
    player: str
    box: int
    bet: Bet
    amount: Cents


class CloseBetting(Routine, frozen=True, kw_only=True):
    words = ("no more bets",)


# Dealing. What is to be seen and is not as planned is said with the deal, all at once.


def _deal(what: str) -> tuple[str, ...]:
    return what, f"{what} as {{cards}}", f"{what}: {{facts}}", f"{what}: {{facts}} as {{cards}}"


class Deal(Routine, frozen=True, kw_only=True):
    cards: tuple[Card, ...] = ()
    facts: tuple[AnyFact, ...] = ()


class DealCommunityCards(Deal, frozen=True, kw_only=True):
    words = _deal("deal the community cards")


class DealHoleCards(Deal, frozen=True, kw_only=True):
    words = _deal("deal the hole cards")


class DealStreet(Deal, frozen=True, kw_only=True):
    """From a Card Shoe, face down beside its Burnt Card."""

    words = _deal("deal the {street}")
    street: StreetBet


class Reveal(Routine, frozen=True, kw_only=True):
    """Cards that lay there unknown are named now."""

    cards: tuple[Card, ...] = ()


class RevealFlop(Reveal, frozen=True, kw_only=True):
    words = ("reveal the flop", "reveal the flop as {cards}")


class RevealTurn(Reveal, frozen=True, kw_only=True):
    words = ("reveal the turn", "reveal the turn as {cards}")


class RevealRiver(Reveal, frozen=True, kw_only=True):
    words = ("reveal the river", "reveal the river as {cards}")


class OpenDealerHand(Deal, frozen=True, kw_only=True):
    """Card Shoe: the Dealer takes two cards. Electronic Card Shuffler: the packet is turned over."""

    words = (*_deal("open the dealer's hand"), "reveal the dealer's hand")


# Decisions. An amount of nothing stands for the exact amount.


class LookAtHand(AtBox, frozen=True, kw_only=True):
    words = ("look at box {box}", "examine box {box}", "examine the hand of box {box}")
    label = "Look at cards"
    purpose = Purpose.LOOK


class Fold(AtBox, frozen=True, kw_only=True):
    words = ("fold box {box}",)
    purpose = Purpose.FOLD


class PlaceStreetBet(AtBox, frozen=True, kw_only=True):
    purpose = Purpose.BET
    amount: Cents | None = None


class PlaceFlop(PlaceStreetBet, frozen=True, kw_only=True):
    words = (
        "flop bet on box {box}",
        "flop bet {amount} on box {box}",
        "bet {amount} on the flop of box {box}",
        "bet flop on box {box}",
        "bet flop {amount} on box {box}",
    )
    label = "Bet flop"
    spot = "flop"


class PlaceTurn(PlaceStreetBet, frozen=True, kw_only=True):
    words = (
        "turn bet on box {box}",
        "turn bet {amount} on box {box}",
        "bet {amount} on the turn of box {box}",
        "bet turn on box {box}",
        "bet turn {amount} on box {box}",
    )
    label = "Bet turn"
    spot = "turn"


class PlaceRiver(PlaceStreetBet, frozen=True, kw_only=True):
    words = (
        "river bet on box {box}",
        "river bet {amount} on box {box}",
        "bet {amount} on the river of box {box}",
        "bet river on box {box}",
        "bet river {amount} on box {box}",
    )
    label = "Bet river"
    spot = "river"


class Check(AtBox, frozen=True, kw_only=True):
    words = ("check box {box}",)
    purpose = Purpose.CHECK


class CallTime(AtBox, frozen=True, kw_only=True):
    """The time a player had to decide or to choose is over."""

    words = ("time for box {box}",)
    purpose = Purpose.TIME_OUT


# Settlement


class RefuseToShow(AtBox, frozen=True, kw_only=True):
    words = ("refuse to show box {box}",)
    label = "Muck"
    purpose = Purpose.MUCK


class ProveHand(AtBox, frozen=True, kw_only=True):
    """A player who would not show establishes the hand for the side bets after all; so does one who has
    folded, where the House leaves it to players to announce a jackpot hand."""

    words = ("prove the hand of box {box}", "prove the hand of box {box} as {cards}")
    label = "Show"
    purpose = Purpose.SHOW
    cards: tuple[Card, ...] = ()


class ShowHands(Routine, frozen=True, kw_only=True):
    """The Dealer turns over what is compared or paid, so that everybody sees it before a chip moves."""

    words = ("show the hands",)


class TurnOverHand(AtBox, Routine, frozen=True, kw_only=True):
    """A hand of real cards is named as it is turned over."""

    words = ("turn over the hand of box {box} as {cards}",)
    cards: tuple[Card, ...] = ()


class Settle(Routine, frozen=True, kw_only=True):
    """Hands that are still face down are turned over first."""

    words = ("settle",)


# From the link


class ShowMeter(Command, frozen=True, kw_only=True):
    """The link tells the table what the display shows and whether jackpot bets can be taken."""

    words = ("show {meter} on the display, link open {is_open}",)
    purpose = Purpose.EQUIPMENT
    meter: Cents
    is_open: bool = True


class PayJackpot(AtBox, frozen=True, kw_only=True):
    """The link has decided what a claim is worth."""

    words = ("pay {amount} from the jackpot to box {box}",)
    purpose = Purpose.EQUIPMENT
    amount: Cents
    meter: Cents
    round: int = 0  # the Round it was won in, where the link says so


# Irregularities as facts: what somebody has seen happen, in the words of a pit.


class RecordUnnoticedBet(Report, frozen=True, kw_only=True):
    """Chips lay there and nobody objected in time: too many, too few, or without an Ante."""

    words = ("record that {player} placed {amount} unnoticed on the {bet} of box {box}",)
    player: str
    box: int
    bet: Bet
    amount: Cents


class CheckBets(AtBox, Report, frozen=True, kw_only=True):
    """The Dealer looks at a box and notices what is wrong with its bets."""

    words = ("check the bets on box {box}",)


class ReportWalkAway(Command, frozen=True, kw_only=True):
    words = ("report that {player} has walked away",)
    purpose = Purpose.ABSENT
    player: str


class ReportReturn(Command, frozen=True, kw_only=True):
    words = ("report that {player} is back",)
    purpose = Purpose.PRESENT
    player: str


class ReportInterruption(Command, frozen=True, kw_only=True):
    words = ("report a technical interruption", "report a technical interruption: {cause}")
    purpose = Purpose.INTERRUPTION
    cause: str = ""


class ReportCards(Report, frozen=True, kw_only=True):
    """The cards do not lie as they should: what is to be seen, of one deal or of all.

    What the table knows need not be said again.
    """

    words = (
        "report the cards",
        "report the cards: {facts}",
        "report the cards: {facts} as {cards}",
        "report the {deal}",
        "report the {deal}: {facts}",
        "report the {deal}: {facts} as {cards}",
    )
    deal: Literal["community_cards", "hole_cards", "flop", "turn", "river", "dealer_hand"] | None = None
    facts: tuple[AnyFact, ...] = ()
    cards: tuple[Card, ...] = ()  # those that were seen and had been unknown


class ReportFaceUpCard(Report, frozen=True, kw_only=True):
    """The next card, or one behind it, lies face up in the device. A physical device is told which it is."""

    about = "device"
    words = (
        "report a face-up card",
        "report a face-up card {cards}",
        "report a face-up card after {behind} more",
        "report a face-up card {cards} after {behind} more",
    )
    cards: tuple[Card, ...] = ()
    behind: int | None = None


class ReportPeek(AtBox, Report, frozen=True, kw_only=True):
    """A player has examined a hand besides the one they may look at."""

    words = ("report that box {box} was examined as well",)


class ReportLateError(Report, frozen=True, kw_only=True):
    """Something was wrong in a Round that is over."""

    words = ("report an error of an earlier round: {error}",)
    error: str


class ReportProgressiveFault(Report, frozen=True, kw_only=True):
    """The coin spot of a box, or without a box the whole jackpot system, does not work."""

    words = ("report a fault of the progressive system", "report a fault of the coin spot of box {box}")
    box: int | None = None
    meter: Cents | None = None  # what the link had registered, where it says so
    is_seen: bool = False  # somebody has looked at another table of the link, where that counts


class RecordRegistered(Command, frozen=True, kw_only=True):
    """The link says what it had registered before a fault, where the table's display was behind."""

    words = ("record that {meter} was registered before the fault",)
    purpose = Purpose.EQUIPMENT
    meter: Cents


class ReportProgressiveRepaired(Report, frozen=True, kw_only=True):
    """Everything works again; or with a box its coin spot alone, with box 0 the system alone."""

    words = (
        "report that the progressive system works again",
        "report that the equipment of box {box} works again",
    )
    box: int | None = None


class AskCourseAnew(Command, frozen=True, kw_only=True):
    """The House may think better of how it goes on until the equipment is repaired."""

    words = ("ask anew how to go on after the fault",)
    purpose = Purpose.MANAGE


class ChooseOption(AtBox, frozen=True, kw_only=True):
    """A player's choice after a dealing error."""

    words = ("choose {choice} on box {box}",)
    purpose = Purpose.CHOOSE
    choice: Literal["continue", "continue_reconstructed", "refund"]
