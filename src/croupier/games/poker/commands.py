"""What can be asked of a poker table, and what a dealer or pit role reports when something has gone wrong.

`amount` is always the player's total in the Betting Round, as a dealer says it: "raise to 80".
"""

from typing import Literal

from croupier.cards import Card
from croupier.games.poker.state import Street
from croupier.money import Cents
from croupier.table import Command, Purpose, Report, Routine
from croupier.table.dealing import Shuffle
from croupier.table.facts import AnyFact


class AtSeat(Command, frozen=True, kw_only=True):
    seat: int


# Sitting down


class SitDown(AtSeat, frozen=True, kw_only=True):
    """Join the table with a Table Stake."""

    words = ("sit at {seat} with {chips}",)
    purpose = Purpose.SIT
    chips: Cents


class TopUp(AtSeat, frozen=True, kw_only=True):
    """Add to the Table Stake."""

    words = ("add {chips} to the stake",)
    label = "Add chips"
    purpose = Purpose.BUY
    chips: Cents


class TakeOff(AtSeat, frozen=True, kw_only=True):
    """Take chips off the table and stay: never allowed, but people ask."""

    words = ("take {chips} off the table",)
    purpose = Purpose.CONDUCT
    chips: Cents


class LeaveGame(AtSeat, frozen=True, kw_only=True):
    words = ("leave the game",)
    purpose = Purpose.LEAVE


class LeaveSeat(AtSeat, frozen=True, kw_only=True):
    """Leave the seat for a while, saying so or not."""

    words = ("leave the seat", "leave the seat {intent}")
    purpose = Purpose.SIT_OUT
    intent: Literal["returning", "without_a_word"] = "returning"


class ReturnToSeat(AtSeat, frozen=True, kw_only=True):
    words = ("return to the seat",)
    label = "I am back"
    purpose = Purpose.RETURN


class RelocatePlayer(Command, frozen=True, kw_only=True):
    """Bring a player from another table."""

    words = ("relocate {player} to {seat} with {chips}",)
    purpose = Purpose.RELOCATE
    player: str
    seat: int
    chips: Cents


class DeemGone(AtSeat, frozen=True, kw_only=True):
    words = ("deem seat {seat} gone",)
    purpose = Purpose.SEATING


class ReportAbsent(AtSeat, frozen=True, kw_only=True):
    words = ("report seat {seat} absent",)
    purpose = Purpose.ABSENT


# The Round


class AnnounceBlinds(Routine, frozen=True, kw_only=True):
    """Begin a Round; the dealer may have forgotten to place the button."""

    words = ("announce the blinds", "announce the blinds, button {button}")
    button: Literal["placed", "forgotten"] | None = None


class PlaceButton(Routine, frozen=True, kw_only=True):
    words = ("place the button",)


class PostSmallBlind(AtSeat, frozen=True, kw_only=True):
    words = ("post the small blind",)
    purpose = Purpose.POST


class PostBigBlind(AtSeat, frozen=True, kw_only=True):
    words = ("post the big blind",)
    purpose = Purpose.POST


class PayToJoin(AtSeat, frozen=True, kw_only=True):
    words = ("pay to join",)
    purpose = Purpose.POST


class PayMissedBlinds(AtSeat, frozen=True, kw_only=True):
    words = ("pay the missed blinds",)
    purpose = Purpose.POST


class PostOnRequest(AtSeat, frozen=True, kw_only=True):
    """A Pit Employee posts what is due from a seat whose own player asked for it."""

    words = ("on request of seat {seat} post what is due",)
    purpose = Purpose.SERVE


class AskForBlind(AtSeat, frozen=True, kw_only=True):
    """Ask a player who is there for what is due."""

    words = ("ask seat {seat} for the blind",)
    purpose = Purpose.SEATING


class DealOut(AtSeat, frozen=True, kw_only=True):
    """Begin the Round without a player who is there and does not post."""

    words = ("deal out seat {seat}",)
    purpose = Purpose.TIME_OUT


class DealHoleCards(Routine, frozen=True, kw_only=True):
    """Deal two cards to everyone. What is to be seen and is not as planned is part of it, all at once."""

    words = (
        "deal the hole cards",
        "deal the hole cards as {cards}",
        "deal the hole cards: {facts}",
        "deal the hole cards: {facts} as {cards}",
    )
    cards: tuple[Card, ...] = ()
    facts: tuple[AnyFact, ...] = ()


class DealStreet(Routine, frozen=True, kw_only=True):
    """Burn and deal the flop, the turn or the river, and turn it up."""

    words = (
        "deal the {street}",
        "deal the {street} as {cards}",
        "deal the {street}: {facts}",
        "deal the {street}: {facts} as {cards}",
    )
    street: Street
    cards: tuple[Card, ...] = ()
    facts: tuple[AnyFact, ...] = ()


class TurnUpCards(Routine, frozen=True, kw_only=True):
    words = ("turn up the cards", "turn up the cards as {cards}")
    cards: tuple[Card, ...] = ()


class ShuffleStub(Shuffle, frozen=True, kw_only=True):
    """Shuffle the cards that are left, with what was taken back."""

    words = ("shuffle the stub", "shuffle the stub for {first_cards}", "shuffle the stub with seed {seed}")


# Betting


class Check(AtSeat, frozen=True, kw_only=True):
    words = ("check",)
    purpose = Purpose.CHECK


class Call(AtSeat, frozen=True, kw_only=True):
    words = ("call",)
    purpose = Purpose.CALL


class Bet(AtSeat, frozen=True, kw_only=True):
    words = ("bet {amount}",)
    purpose = Purpose.BET
    amount: Cents


class RaiseTo(AtSeat, frozen=True, kw_only=True):
    words = ("raise to {amount}",)
    purpose = Purpose.RAISE
    amount: Cents


class PutInChip(AtSeat, frozen=True, kw_only=True):
    """A single chip over the line and nothing else: it is what the House takes such a chip for."""

    words = ("put in one chip of {amount}",)
    purpose = Purpose.CONDUCT

    amount: Cents


class AllIn(AtSeat, frozen=True, kw_only=True):
    words = ("all in", "go all in")
    purpose = Purpose.ALL_IN


class Fold(AtSeat, frozen=True, kw_only=True):
    words = ("fold",)
    purpose = Purpose.FOLD


class Declare(AtSeat, frozen=True, kw_only=True):
    """Say what one means to do. Words do not bind; chips and gestures do."""

    words = ("say {text}",)
    purpose = Purpose.CONDUCT
    text: str


class DecideFor(AtSeat, frozen=True, kw_only=True):
    """Act for somebody else's seat: never allowed, but people try."""

    words = ("decide to {action} for seat {seat}",)
    purpose = Purpose.CONDUCT
    action: Literal["check", "bet", "call", "raise", "fold"]


class ProposeDeal(AtSeat, frozen=True, kw_only=True):
    """Ask to divide the Pot or to deal the rest twice: never allowed, but people ask."""

    words = ("propose to {deal}",)
    purpose = Purpose.CONDUCT
    deal: Literal["split_the_pot", "run_it_twice"]


class PlaceOnRequest(AtSeat, frozen=True, kw_only=True):
    """A Pit Employee puts in chips that the seat's own player asked for."""

    words = ("on request of seat {seat} {action}", "on request of seat {seat} {action} {amount}")
    purpose = Purpose.SERVE
    action: Literal["call", "bet", "raise_to", "all_in"]
    amount: Cents = 0


class ReportPlacement(AtSeat, Report, frozen=True, kw_only=True):
    """What was put in at a player's request is not what was asked for."""

    about = "chips"
    words = ("report that the bet of seat {seat} was placed wrongly",)


class CallTime(AtSeat, frozen=True, kw_only=True):
    """This seat does not act and its time is over: by the House's clock, or because the player left."""

    words = ("call time on seat {seat}",)
    purpose = Purpose.TIME_OUT


# Showdown and settlement


class FlipMarker(Routine, frozen=True, kw_only=True):
    words = ("flip the marker",)


class ShowHand(AtSeat, frozen=True, kw_only=True):
    """With real cards nobody has known the hand before: it is named as it is shown."""

    words = ("show the hand", "show", "show {cards}", "show the hand as {cards}")
    label = "Show"
    purpose = Purpose.SHOW
    cards: tuple[Card, ...] = ()


class MuckHand(AtSeat, frozen=True, kw_only=True):
    words = ("muck the hand", "muck")
    label = "Muck"
    purpose = Purpose.MUCK


class TurnUpHand(AtSeat, frozen=True, kw_only=True):
    """The Dealer turns up a hand that has to be shown."""

    words = ("turn up the hand of seat {seat}", "turn up the hand of seat {seat} as {cards}")
    purpose = Purpose.TIME_OUT
    cards: tuple[Card, ...] = ()


class CollectHand(AtSeat, frozen=True, kw_only=True):
    """The Dealer takes in a hand that need not be shown."""

    words = ("collect the hand of seat {seat}",)
    purpose = Purpose.TIME_OUT


class SeeToHand(AtSeat, frozen=True, kw_only=True):
    """The Dealer sees to the hand of a player who does nothing: turned up or taken in, as the rule says.

    Which of the two is not known before: who sees only backs of cards is not told whether a hand is beaten.
    """

    words = ("see to the hand of seat {seat}",)
    purpose = Purpose.TIME_OUT


class Settle(Routine, frozen=True, kw_only=True):
    words = ("settle the pots",)


class ReportInterruption(Command, frozen=True, kw_only=True):
    words = ("report a technical interruption", "report a power failure")
    purpose = Purpose.INTERRUPTION


class ReportCards(Report, frozen=True, kw_only=True):
    """The cards do not lie as they should: what is to be seen, of one deal or of all.

    What the table knows need not be said again.
    """

    words = (
        "report the cards",
        "report the cards: {facts}",
        "report the {deal}",
        "report the {deal}: {facts}",
    )
    deal: Literal["hole_cards", "flop", "turn", "river"] | None = None
    facts: tuple[AnyFact, ...] = ()


class ReportLostHand(AtSeat, Report, frozen=True, kw_only=True):
    """A live hand lies among cards that were thrown away and cannot be told from them any more."""

    about = "hand"
    words = ("the hand of seat {seat} is lost in the muck",)


# A fold is taken back, unless the dealer already has the cards.
PrematureAction = Literal["check", "call", "bet", "raise_to", "all_in", "fold", "fold_with_cards_collected"]


class ReportOutOfTurn(AtSeat, Report, frozen=True, kw_only=True):
    """A player has acted before the turn came, and others may have followed: "3 call, 4 raise to 80"."""

    about = "player"
    words = (
        "report seat {seat} out of turn {action}",
        "report seat {seat} out of turn {action} {amount}",
        "report seat {seat} out of turn {action}, then {then}",
        "report seat {seat} out of turn {action} {amount}, then {then}",
    )
    action: PrematureAction
    amount: Cents = 0
    then: str = ""


class ReportHandExposed(AtSeat, Report, frozen=True, kw_only=True):
    """A player has let others see Hole Cards while the betting goes on."""

    about = "hand"
    words = (
        "report seat {seat} exposing {count} hole cards",
        "report seat {seat} exposing {cards}",
    )
    count: int = 2
    cards: tuple[Card, ...] = ()
