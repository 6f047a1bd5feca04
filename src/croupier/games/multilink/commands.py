"""What can be asked of a table: first the ordinary course of the game, then what has gone wrong."""

from typing import Literal

from croupier.cards import Card
from croupier.games.multilink.state import Bet
from croupier.money import Cents
from croupier.table import Command, Purpose, Report, Routine


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
    words = ("ante {amount} on box {box}", "bet {amount} on the ante of box {box}")
    spot = "ante"


class PlaceBonus(PlaceBet, frozen=True, kw_only=True):
    words = ("bonus {amount} on box {box}", "bet {amount} on the bonus of box {box}")
    spot = "bonus"


class PlaceProgressive(PlaceBet, frozen=True, kw_only=True):
    words = ("bet {amount} on the progressive of box {box}", "progressive {amount} on box {box}")
    spot = "progressive"


class WithdrawBets(AtBox, frozen=True, kw_only=True):
    words = ("withdraw the bets on box {box}",)
    purpose = Purpose.WITHDRAW


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
    bet: Bet
    amount: Cents


class CloseBetting(Routine, frozen=True, kw_only=True):
    words = ("no more bets",)


# Dealing. `mistake` is what the Dealer did wrong; nobody need have noticed.

CountMistake = Literal["one_card_too_many", "one_card_short", "two_cards_too_many", "two_cards_short"]
StreetMistake = Literal[
    "without_burning",
    "one_card_too_many",
    "one_card_short",
    "two_cards_too_many",
    "two_cards_short",
    "without_burning_and_one_card_too_many",
    "without_burning_and_one_card_short",
]
HoleMistake = Literal[
    "without_burning",
    "from_the_wrong_box",
    "two_at_a_time",
    "one_card_too_many",
    "one_card_short",
    "two_cards_too_many",
    "two_cards_short",
    "onto_an_empty_box",
    "with_an_extra_hand",
    "without_burning_and_one_card_too_many",
    "without_burning_and_one_card_short",
]


def _deal(what: str) -> tuple[str, ...]:
    return what, f"{what} {{mistake}}", f"{what} {{mistake}}: {{cards}}", f"{what} {{cards}}"


class DealCard(Routine, frozen=True, kw_only=True):
    """One card of the deal that is due, as a scanner sends it; `box` if it went to a hand it was not for.
    `mistake` is told with the first card."""

    words = (
        "deal the next card",
        "deal the next card {mistake}",
        "deal the next card {mistake}: {cards}",
        "deal the next card {cards}",
        "deal the next card to box {box}",
        "deal the next card to box {box}: {cards}",
    )
    cards: tuple[Card, ...] = ()
    box: int | None = None
    mistake: Literal["without_burning"] | None = None


class DealCommunityCards(Routine, frozen=True, kw_only=True):
    words = _deal("deal the community cards")
    cards: tuple[Card, ...] = ()
    mistake: CountMistake | None = None


class DealHoleCards(Routine, frozen=True, kw_only=True):
    """`box` is the hand that got too many or too few, or that was laid on an empty box instead of its own; or
    the box without a bet that got a hand like the others."""

    words = (
        "deal the hole cards",
        "deal the hole cards {mistake}",
        "deal the hole cards {mistake} to box {box}",
        "deal the hole cards {mistake}: {cards}",
        "deal the hole cards {mistake} to box {box}: {cards}",
        "deal the hole cards {cards}",
    )
    cards: tuple[Card, ...] = ()
    mistake: HoleMistake | None = None
    box: int | None = None


class DealStreet(Routine, frozen=True, kw_only=True):
    cards: tuple[Card, ...] = ()
    mistake: StreetMistake | None = None


class DealFlop(DealStreet, frozen=True, kw_only=True):
    words = _deal("deal the flop")


class DealTurn(DealStreet, frozen=True, kw_only=True):
    words = _deal("deal the turn")


class DealRiver(DealStreet, frozen=True, kw_only=True):
    words = _deal("deal the river")


class RevealFlop(Routine, frozen=True, kw_only=True):
    words = ("reveal the flop",)


class RevealTurn(Routine, frozen=True, kw_only=True):
    words = ("reveal the turn",)


class RevealRiver(Routine, frozen=True, kw_only=True):
    words = ("reveal the river",)


class OpenDealerHand(Routine, frozen=True, kw_only=True):
    """Card Shoe: the Dealer takes two cards. Electronic Card Shuffler: the packet is turned over."""

    words = (*_deal("open the dealer's hand"), "reveal the dealer's hand")
    cards: tuple[Card, ...] = ()
    mistake: CountMistake | None = None


# Decisions. An amount of nothing stands for the exact amount.


class LookAtHand(AtBox, frozen=True, kw_only=True):
    words = ("look at box {box}", "examine box {box}", "examine the hand of box {box}")
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
    )
    spot = "flop"


class PlaceTurn(PlaceStreetBet, frozen=True, kw_only=True):
    words = (
        "turn bet on box {box}",
        "turn bet {amount} on box {box}",
        "bet {amount} on the turn of box {box}",
    )
    spot = "turn"


class PlaceRiver(PlaceStreetBet, frozen=True, kw_only=True):
    words = (
        "river bet on box {box}",
        "river bet {amount} on box {box}",
        "bet {amount} on the river of box {box}",
    )
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
    purpose = Purpose.MUCK


class ProveHand(AtBox, frozen=True, kw_only=True):
    """A player who would not show establishes the hand for the side bets after all; so does one who has
    folded, where the House leaves it to players to announce a jackpot hand."""

    words = ("prove the hand of box {box}",)
    purpose = Purpose.SHOW


class ShowHands(Routine, frozen=True, kw_only=True):
    """The Dealer turns over what is compared or paid, so that everybody sees it before a chip moves."""

    words = ("show the hands",)


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


class ReportInterruption(Command, frozen=True, kw_only=True):
    words = ("report a technical interruption", "report a technical interruption: {cause}")
    purpose = Purpose.INTERRUPTION
    cause: str = ""


class ReportForeignCard(Report, frozen=True, kw_only=True):
    words = ("report a foreign card", "report a foreign card: {card}")
    card: str = ""


class ReportDeckCount(Report, frozen=True, kw_only=True):
    words = ("report {fault} of cards in the deck", "report {fault} of cards")
    fault: Literal["a_shortage", "an_excess"]


class ReportInsufficientCards(Report, frozen=True, kw_only=True):
    words = ("report that the cards do not suffice",)


class ReportUnshuffled(Report, frozen=True, kw_only=True):
    words = ("report that the cards were not shuffled",)


class ReportMisdeal(Report, frozen=True, kw_only=True):
    """The Hole Cards went to the wrong places."""

    words = ("report a misdeal",)


class ReportMissedBurn(Report, frozen=True, kw_only=True):
    words = ("report a missed burn", "report that no card was burnt")


class ReportWrongNumber(AtBox, Report, frozen=True, kw_only=True):
    """A player's hand has not two cards."""

    words = ("report a wrong number of cards in box {box}",)


class ReportWrongCount(Report, frozen=True, kw_only=True):
    """The Community Cards or the Dealer's Hand have a wrong number of cards."""

    words = ("report a wrong number of {where} cards",)
    where: Literal["community", "dealer"]


class ReportExposedCard(Report, frozen=True, kw_only=True):
    words = (
        "report an exposed card of box {box}",
        "report exposed cards of boxes {box} and {also}",
        "report an exposed {where} card",
        "report the {which} card of box {box} as exposed",
        "report the {which} {where} card as exposed",
    )
    where: Literal["box", "community", "dealer", "burnt"] = "box"
    box: int | None = None
    also: int | None = None
    which: Literal["first", "second", "third", "fourth", "fifth"] | None = None


class ReportFaceUpCard(Report, frozen=True, kw_only=True):
    """The next card, or one behind it, lies face up in the device. A physical device is told which it is."""

    words = (
        "report a face-up card",
        "report a face-up card {cards}",
        "report a face-up card after {behind} more",
        "report a face-up card {cards} after {behind} more",
    )
    cards: tuple[Card, ...] = ()
    behind: int | None = None


class ReportSimultaneousCards(AtBox, Report, frozen=True, kw_only=True):
    """Cards of two hands came out together: the first of each, or the second; or the last card of the first
    time around and the first of the second."""

    words = (
        "report that the cards of boxes {box} and {other} came out together",
        "report that the {which} cards of boxes {box} and {other} came out together",
        "report that the {which} card of box {box} and the {others} card of box {other} came out together",
    )
    other: int
    which: Literal["first", "second"] = "second"
    others: Literal["second"] | None = None  # which card of the other box, where it is not the same


class ReportSimultaneousStreet(Report, frozen=True, kw_only=True):
    """The Burnt Card and the card behind it came out together: a street that lies face down, or a hand."""

    words = ("report that the burnt card and the {street} came out together",)
    street: Literal["first_hole_card", "flop", "turn", "river"]


class ReportSimultaneousPlace(Report, frozen=True, kw_only=True):
    """Two or more cards for one place came out together."""

    words = ("report that cards of the {where} came out together",)
    where: Literal["hand", "flop", "dealer_hand"]  # the hand where only one has been dealt


class ReportPeek(AtBox, Report, frozen=True, kw_only=True):
    """A player has examined a hand besides the one they may look at."""

    words = ("report that box {box} was examined as well",)


class ReportDealingError(Report, frozen=True, kw_only=True):
    """Any other error in the deal after somebody has looked; box 0 or none concerns everyone."""

    words = (
        "report a dealing error",
        "report a dealing error on box {box}",
        "report that the {which} cards of boxes {box} and {other} were exchanged",
    )
    box: int | None = None
    other: int | None = None
    which: Literal["first", "second"] | None = None


class ReportLateError(Report, frozen=True, kw_only=True):
    """Something was wrong in a Round that is over."""

    words = ("report an error of an earlier round: {error}",)
    error: str


class ReportUnforeseenMatter(Command, frozen=True, kw_only=True):
    words = ("report a matter the rules do not settle: {matter}",)
    purpose = Purpose.REFER
    matter: str


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
