"""What can be asked of a table: first the ordinary course of the game, then what has gone wrong."""

from typing import Literal

from croupier.cards import Card
from croupier.games.multilink.state import Bet
from croupier.money import Cents
from croupier.table import Command, Purpose

# Taking part


class TakeSeat(Command, frozen=True, kw_only=True):
    words = ("sit at box {seat} with {chips}",)
    purpose = Purpose.SIT
    seat: int
    chips: Cents


class BuyChips(Command, frozen=True, kw_only=True):
    words = ("buy chips for {chips}",)
    purpose = Purpose.BUY
    chips: Cents


class LeaveSeat(Command, frozen=True, kw_only=True):
    words = ("leave the table",)
    purpose = Purpose.LEAVE


# Betting before the cards


class AnnounceBets(Command, frozen=True, kw_only=True):
    words = ("place your bets", "place your bets, please")
    purpose = Purpose.ROUTINE


class PlaceAnte(Command, frozen=True, kw_only=True):
    words = ("ante {amount} on box {box}",)
    purpose = Purpose.BET
    spot = "ante"
    box: int
    amount: Cents


class PlaceBonus(Command, frozen=True, kw_only=True):
    words = ("bonus {amount} on box {box}",)
    purpose = Purpose.BET
    spot = "bonus"
    box: int
    amount: Cents


class PlaceProgressive(Command, frozen=True, kw_only=True):
    words = ("bet {amount} on the progressive of box {box}",)
    purpose = Purpose.BET
    spot = "progressive"
    box: int
    amount: Cents


class WithdrawBets(Command, frozen=True, kw_only=True):
    words = ("withdraw the bets on box {box}",)
    purpose = Purpose.WITHDRAW
    box: int


class FinishBetting(Command, frozen=True, kw_only=True):
    """A player has no more to bet: the dealer need not wait for them."""

    words = ("ready", "no more bets from me")
    purpose = Purpose.READY


class PlaceBetFor(Command, frozen=True, kw_only=True):
    """A Pit Employee places a bet at a player's request."""

    words = ("place {amount} on the {bet} of box {box} for {player}",)
    purpose = Purpose.SERVE
    player: str
    box: int
    bet: Literal["ante", "bonus", "progressive"]
    amount: Cents


class CloseBetting(Command, frozen=True, kw_only=True):
    words = ("no more bets",)
    purpose = Purpose.ROUTINE


# Dealing. `mistake` is what the Dealer did wrong; nobody need have noticed.

StreetMistake = Literal["without_burning", "one_card_too_many", "one_card_short"]
CountMistake = Literal["one_card_too_many", "one_card_short"]
HoleMistake = Literal[
    "without_burning",
    "from_the_wrong_box",
    "two_at_a_time",
    "one_card_too_many",
    "one_card_short",
    "onto_an_empty_box",
]


class DealCard(Command, frozen=True, kw_only=True):
    """One card of the deal that is due, as a scanner sends it; `box` if it went to a hand it was not for."""

    words = (
        "deal the next card",
        "deal the next card {cards}",
        "deal the next card to box {box}",
        "deal the next card to box {box}: {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    box: int | None = None


class DealCommunityCards(Command, frozen=True, kw_only=True):
    words = (
        "deal the community cards",
        "deal the community cards {mistake}",
        "deal the community cards {mistake}: {cards}",
        "deal the community cards {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: CountMistake | None = None


class DealHoleCards(Command, frozen=True, kw_only=True):
    """`box` is the hand that got too many or too few, or that was laid on an empty box instead of its own."""

    words = (
        "deal the hole cards",
        "deal the hole cards {mistake}",
        "deal the hole cards {mistake} to box {box}",
        "deal the hole cards {mistake}: {cards}",
        "deal the hole cards {mistake} to box {box}: {cards}",
        "deal the hole cards {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: HoleMistake | None = None
    box: int | None = None


class DealFlop(Command, frozen=True, kw_only=True):
    words = (
        "deal the flop",
        "deal the flop {mistake}",
        "deal the flop {mistake}: {cards}",
        "deal the flop {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: StreetMistake | None = None


class DealTurn(Command, frozen=True, kw_only=True):
    words = (
        "deal the turn",
        "deal the turn {mistake}",
        "deal the turn {mistake}: {cards}",
        "deal the turn {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: StreetMistake | None = None


class DealRiver(Command, frozen=True, kw_only=True):
    words = (
        "deal the river",
        "deal the river {mistake}",
        "deal the river {mistake}: {cards}",
        "deal the river {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: StreetMistake | None = None


class RevealFlop(Command, frozen=True, kw_only=True):
    words = ("reveal the flop",)
    purpose = Purpose.ROUTINE


class RevealTurn(Command, frozen=True, kw_only=True):
    words = ("reveal the turn",)
    purpose = Purpose.ROUTINE


class RevealRiver(Command, frozen=True, kw_only=True):
    words = ("reveal the river",)
    purpose = Purpose.ROUTINE


class OpenDealerHand(Command, frozen=True, kw_only=True):
    """Card Shoe: the Dealer takes two cards. Electronic Card Shuffler: the packet is turned over."""

    words = (
        "open the dealer's hand",
        "open the dealer's hand {mistake}",
        "open the dealer's hand {mistake}: {cards}",
        "open the dealer's hand {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: CountMistake | None = None


# Decisions. An amount of nothing stands for the exact amount.


class LookAtHand(Command, frozen=True, kw_only=True):
    words = ("look at box {box}",)
    purpose = Purpose.LOOK
    box: int


class Fold(Command, frozen=True, kw_only=True):
    words = ("fold box {box}",)
    purpose = Purpose.FOLD
    box: int


class PlaceFlop(Command, frozen=True, kw_only=True):
    words = ("flop bet on box {box}", "flop bet {amount} on box {box}")
    purpose = Purpose.BET
    spot = "flop"
    box: int
    amount: Cents | None = None


class PlaceTurn(Command, frozen=True, kw_only=True):
    words = ("turn bet on box {box}", "turn bet {amount} on box {box}")
    purpose = Purpose.BET
    spot = "turn"
    box: int
    amount: Cents | None = None


class PlaceRiver(Command, frozen=True, kw_only=True):
    words = ("river bet on box {box}", "river bet {amount} on box {box}")
    purpose = Purpose.BET
    spot = "river"
    box: int
    amount: Cents | None = None


class Check(Command, frozen=True, kw_only=True):
    words = ("check box {box}",)
    purpose = Purpose.CHECK
    box: int


class CallTime(Command, frozen=True, kw_only=True):
    """The time a player had to decide or to choose is over."""

    words = ("time for box {box}",)
    purpose = Purpose.TIME_OUT
    box: int


# Settlement


class RefuseToShow(Command, frozen=True, kw_only=True):
    words = ("refuse to show box {box}",)
    purpose = Purpose.MUCK
    box: int


class ProveHand(Command, frozen=True, kw_only=True):
    """A player who would not show establishes the hand for the side bets after all."""

    words = ("prove the hand of box {box}",)
    purpose = Purpose.SHOW
    box: int


class Settle(Command, frozen=True, kw_only=True):
    words = ("settle",)
    purpose = Purpose.ROUTINE


# From the link


class ShowMeter(Command, frozen=True, kw_only=True):
    """The link tells the table what the display shows and whether jackpot bets can be taken."""

    words = ("show {meter} on the display, link open {is_open}",)
    purpose = Purpose.EQUIPMENT
    meter: Cents
    is_open: bool = True


class PayJackpot(Command, frozen=True, kw_only=True):
    """The link has decided what a claim is worth."""

    words = ("pay {amount} from the jackpot to box {box}",)
    purpose = Purpose.EQUIPMENT
    box: int
    amount: Cents
    meter: Cents
    round: int = 0  # the Round it was won in, where the link says so


# Irregularities as facts: what somebody has seen happen, in the words of a pit.


class RecordUnnoticedBet(Command, frozen=True, kw_only=True):
    """Chips lay there and nobody objected in time: too many, too few, or without an Ante."""

    words = ("record that {player} placed {amount} unnoticed on the {bet} of box {box}",)
    purpose = Purpose.REPORT
    player: str
    box: int
    bet: Bet
    amount: Cents


class CheckBets(Command, frozen=True, kw_only=True):
    """The Dealer looks at a box and notices what is wrong with its bets."""

    words = ("check the bets on box {box}",)
    purpose = Purpose.REPORT
    box: int


class ReportWalkAway(Command, frozen=True, kw_only=True):
    words = ("report that {player} has walked away",)
    purpose = Purpose.ABSENT
    player: str


class ReportInterruption(Command, frozen=True, kw_only=True):
    words = ("report a technical interruption", "report a technical interruption: {cause}")
    purpose = Purpose.INTERRUPTION
    cause: str = ""


class ReportForeignCard(Command, frozen=True, kw_only=True):
    words = ("report a foreign card", "report a foreign card: {card}")
    purpose = Purpose.REPORT
    card: str = ""


class ReportDeckCount(Command, frozen=True, kw_only=True):
    words = ("report {fault} of cards in the deck",)
    purpose = Purpose.REPORT
    fault: Literal["a_shortage", "an_excess"]


class ReportInsufficientCards(Command, frozen=True, kw_only=True):
    words = ("report that the cards do not suffice",)
    purpose = Purpose.REPORT


class ReportUnshuffled(Command, frozen=True, kw_only=True):
    words = ("report that the cards were not shuffled",)
    purpose = Purpose.REPORT


class ReportMisdeal(Command, frozen=True, kw_only=True):
    """The Hole Cards went to the wrong places."""

    words = ("report a misdeal",)
    purpose = Purpose.REPORT


class ReportMissedBurn(Command, frozen=True, kw_only=True):
    words = ("report a missed burn",)
    purpose = Purpose.REPORT


class ReportWrongNumber(Command, frozen=True, kw_only=True):
    """A player's hand has not two cards."""

    words = ("report a wrong number of cards in box {box}",)
    purpose = Purpose.REPORT
    box: int


class ReportWrongCount(Command, frozen=True, kw_only=True):
    """The Community Cards or the Dealer's Hand have a wrong number of cards."""

    words = ("report a wrong number of {where} cards",)
    purpose = Purpose.REPORT
    where: Literal["community", "dealer"]


class ReportExposedCard(Command, frozen=True, kw_only=True):
    words = (
        "report an exposed card of box {box}",
        "report exposed cards of boxes {box} and {also}",
        "report an exposed {where} card",
        "report the {which} card of box {box} as exposed",
        "report the {which} {where} card as exposed",
    )
    purpose = Purpose.REPORT
    where: Literal["box", "community", "dealer", "burnt"] = "box"
    box: int | None = None
    also: int | None = None
    which: Literal["first", "second", "third", "fourth", "fifth"] | None = None


class ReportFaceUpCard(Command, frozen=True, kw_only=True):
    """The next card, or one behind it, lies face up in the device. A physical device is told which it is."""

    words = (
        "report a face-up card",
        "report a face-up card {cards}",
        "report a face-up card after {behind} more",
        "report a face-up card {cards} after {behind} more",
    )
    purpose = Purpose.REPORT
    cards: tuple[Card, ...] = ()
    behind: int | None = None


class ReportSimultaneousCards(Command, frozen=True, kw_only=True):
    """Cards of two hands came out together: the first of each, or the second."""

    words = (
        "report that the cards of boxes {box} and {other} came out together",
        "report that the {which} cards of boxes {box} and {other} came out together",
    )
    purpose = Purpose.REPORT
    box: int
    other: int
    which: Literal["first", "second"] = "second"


class ReportSimultaneousStreet(Command, frozen=True, kw_only=True):
    """The Burnt Card and the first card of the street that lies face down came out together."""

    words = ("report that the burnt card and the {street} came out together",)
    purpose = Purpose.REPORT
    street: Literal["flop", "turn", "river"]


class ReportPeek(Command, frozen=True, kw_only=True):
    """A player has examined a hand besides the one they may look at."""

    words = ("report that box {box} was examined as well",)
    purpose = Purpose.REPORT
    box: int


class ReportDealingError(Command, frozen=True, kw_only=True):
    """Any other error in the deal after somebody has looked; box 0 or none concerns everyone."""

    words = (
        "report a dealing error",
        "report a dealing error on box {box}",
        "report that the {which} cards of boxes {box} and {other} were exchanged",
    )
    purpose = Purpose.REPORT
    box: int | None = None
    other: int | None = None
    which: Literal["first", "second"] | None = None


class ReportLateError(Command, frozen=True, kw_only=True):
    """Something was wrong in a Round that is over."""

    words = ("report an error of an earlier round: {error}",)
    purpose = Purpose.REPORT
    error: str


class ReportUnforeseenMatter(Command, frozen=True, kw_only=True):
    words = ("report a matter the rules do not settle: {matter}",)
    purpose = Purpose.REFER
    matter: str


class ReportProgressiveFault(Command, frozen=True, kw_only=True):
    """The coin spot of a box, or without a box the whole jackpot system, does not work."""

    words = ("report a fault of the progressive system", "report a fault of the coin spot of box {box}")
    purpose = Purpose.REPORT
    box: int | None = None
    meter: Cents | None = None  # what the link had registered, where it says so


class RecordRegistered(Command, frozen=True, kw_only=True):
    """The link says what it had registered before a fault, where the table's display was behind."""

    words = ("record that {meter} was registered before the fault",)
    purpose = Purpose.EQUIPMENT
    meter: Cents


class ReportProgressiveRepaired(Command, frozen=True, kw_only=True):
    """Everything works again; or with a box its coin spot alone, with box 0 the system alone."""

    words = (
        "report that the progressive system works again",
        "report that the equipment of box {box} works again",
    )
    purpose = Purpose.REPORT
    box: int | None = None


class ChooseOption(Command, frozen=True, kw_only=True):
    """A player's choice after a dealing error."""

    words = ("choose {choice} on box {box}",)
    purpose = Purpose.CHOOSE
    box: int
    choice: Literal["continue", "continue_reconstructed", "refund"]
