"""Irregularities as facts: what somebody has seen happen, in the words of a pit."""

from typing import Literal

from croupier.cards import Card
from croupier.games.multilink.state import Bet
from croupier.money import Cents
from croupier.table import Command, Purpose


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
