"""What can be asked of a poker table, and what a dealer or pit role reports when something has gone wrong.

`amount` is always the player's total in the Betting Round, as a dealer says it: "raise to 80".
"""

from typing import Literal

from croupier.cards import Card, Entropy
from croupier.games.poker.state import Street
from croupier.money import Cents
from croupier.table import Command, Purpose

# Sitting down


class SitDown(Command, frozen=True, kw_only=True):
    """Join the table with a Table Stake."""

    words = ("sit at {seat} with {chips}",)
    purpose = Purpose.SIT
    seat: int
    chips: Cents


class TopUp(Command, frozen=True, kw_only=True):
    """Add to the Table Stake."""

    words = ("add {chips} to the stake",)
    purpose = Purpose.BUY
    seat: int
    chips: Cents


class TakeOff(Command, frozen=True, kw_only=True):
    """Take chips off the table and stay: never allowed, but people ask."""

    words = ("take {chips} off the table",)
    purpose = Purpose.CONDUCT
    seat: int
    chips: Cents


class LeaveGame(Command, frozen=True, kw_only=True):
    words = ("leave the game",)
    purpose = Purpose.LEAVE
    seat: int


class LeaveSeat(Command, frozen=True, kw_only=True):
    """Leave the seat for a while, saying so or not."""

    words = ("leave the seat", "leave the seat {intent}")
    purpose = Purpose.SIT_OUT
    seat: int
    intent: Literal["returning", "without_a_word"] = "returning"


class ReturnToSeat(Command, frozen=True, kw_only=True):
    words = ("return to the seat",)
    purpose = Purpose.RETURN
    seat: int


class RelocatePlayer(Command, frozen=True, kw_only=True):
    """Bring a player from another table."""

    words = ("relocate {player} to {seat} with {chips}",)
    purpose = Purpose.RELOCATE
    player: str
    seat: int
    chips: Cents


class DeemGone(Command, frozen=True, kw_only=True):
    words = ("deem seat {seat} gone",)
    purpose = Purpose.SEATING
    seat: int


class ReportAbsent(Command, frozen=True, kw_only=True):
    words = ("report seat {seat} absent",)
    purpose = Purpose.ABSENT
    seat: int


# The Round


class AnnounceBlinds(Command, frozen=True, kw_only=True):
    """Begin a Round; the dealer may have forgotten to place the button."""

    words = ("announce the blinds", "announce the blinds, button {button}")
    purpose = Purpose.ROUTINE
    button: Literal["placed", "forgotten"] | None = None


class PlaceButton(Command, frozen=True, kw_only=True):
    words = ("place the button",)
    purpose = Purpose.ROUTINE


class PostSmallBlind(Command, frozen=True, kw_only=True):
    words = ("post the small blind",)
    purpose = Purpose.POST
    seat: int


class PostBigBlind(Command, frozen=True, kw_only=True):
    words = ("post the big blind",)
    purpose = Purpose.POST
    seat: int


class PayToJoin(Command, frozen=True, kw_only=True):
    words = ("pay to join",)
    purpose = Purpose.POST
    seat: int


class PayMissedBlinds(Command, frozen=True, kw_only=True):
    words = ("pay the missed blinds",)
    purpose = Purpose.POST
    seat: int


DealMistake = Literal[
    "without_burning",
    "with_a_surplus_card_to",
    "one_card_short_at",
    "leaving_out",
    "with_an_extra_hand",
]


class DealHoleCards(Command, frozen=True, kw_only=True):
    """Deal two cards to everyone. What went wrong is part of it: a dealer cannot deal twice.

    A card of the deal that is exposed or found face up is counted from 1 in the order of the deal.
    """

    words = (
        "deal the hole cards",
        "deal the hole cards as {cards}",
        "deal the hole cards {mistake}",
        "deal the hole cards {mistake} as {cards}",
        "deal the hole cards {mistake} seat {seat}",
        "deal the hole cards exposing card {exposed}",
        "deal the hole cards {mistake}, exposing card {exposed}",
        "deal the hole cards exposing cards {exposed} and {exposed_too}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    mistake: DealMistake | None = None
    seat: int | None = None
    exposed: int | None = None
    exposed_too: int | None = None


class DealCard(Command, frozen=True, kw_only=True):
    """One card of the deal that is due, as a scanner sends it; where it went if not to its own place."""

    words = (
        "deal the next card",
        "deal the next card {astray}",
        "deal the next card {cards}",
        "deal the next card {astray}: {cards}",
        "deal the next card to seat {seat}",
        "deal the next card to seat {seat}: {cards}",
    )
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()
    seat: int | None = None
    astray: Literal["exposed", "without_burning", "to_an_extra_hand", "as_a_surplus_card"] | None = None


StreetMistake = Literal[
    "without_burning",
    "face_down_without_burning",
    "face_down",
    "with_a_surplus_card",
    "finding_a_card_face_up",
]


class DealStreet(Command, frozen=True, kw_only=True):
    """Burn and deal the flop, the turn or the river, and turn it up."""

    words = (
        "deal the {street}",
        "deal the {street} {mistake}",
        "deal the {street} as {cards}",
        "deal the {street} {mistake} as {cards}",
    )
    purpose = Purpose.ROUTINE
    street: Street
    cards: tuple[Card, ...] = ()
    mistake: StreetMistake | None = None


class TurnUpCards(Command, frozen=True, kw_only=True):
    words = ("turn up the cards",)
    purpose = Purpose.ROUTINE


class ShuffleStub(Command, frozen=True, kw_only=True):
    """Shuffle the cards that are left, with what was taken back."""

    words = ("shuffle the stub", "shuffle the stub for {first_cards}", "shuffle the stub with seed {seed}")
    purpose = Purpose.ROUTINE
    seed: str = ""
    first_cards: tuple[Card, ...] = ()
    entropy: Entropy | None = None


# Betting


class Check(Command, frozen=True, kw_only=True):
    words = ("check",)
    purpose = Purpose.CHECK
    seat: int


class Call(Command, frozen=True, kw_only=True):
    words = ("call",)
    purpose = Purpose.CALL
    seat: int


class Bet(Command, frozen=True, kw_only=True):
    words = ("bet {amount}",)
    purpose = Purpose.BET
    seat: int
    amount: Cents


class RaiseTo(Command, frozen=True, kw_only=True):
    words = ("raise to {amount}",)
    purpose = Purpose.RAISE
    seat: int
    amount: Cents


class AllIn(Command, frozen=True, kw_only=True):
    words = ("all in", "go all in")
    purpose = Purpose.ALL_IN
    seat: int


class Fold(Command, frozen=True, kw_only=True):
    words = ("fold",)
    purpose = Purpose.FOLD
    seat: int


class Declare(Command, frozen=True, kw_only=True):
    """Say what one means to do. Words do not bind; chips and gestures do."""

    words = ("say {text}",)
    purpose = Purpose.CONDUCT
    seat: int
    text: str


class DecideFor(Command, frozen=True, kw_only=True):
    """Act for somebody else's seat: never allowed, but people try."""

    words = ("decide to {action} for seat {seat}",)
    purpose = Purpose.CONDUCT
    seat: int
    action: Literal["check", "bet", "call", "raise", "fold"]


class ProposeDeal(Command, frozen=True, kw_only=True):
    """Ask to divide the Pot or to deal the rest twice: never allowed, but people ask."""

    words = ("propose to {deal}",)
    purpose = Purpose.CONDUCT
    seat: int
    deal: Literal["split_the_pot", "run_it_twice"]


class PlaceOnRequest(Command, frozen=True, kw_only=True):
    """A Pit Employee puts in chips that the seat's own player asked for."""

    words = ("on request of seat {seat} {action}", "on request of seat {seat} {action} {amount}")
    purpose = Purpose.SERVE
    seat: int
    action: Literal["call", "bet", "raise_to", "all_in"]
    amount: Cents = 0


class CallTime(Command, frozen=True, kw_only=True):
    """This seat does not act and its time is over: by the House's clock, or because the player left."""

    words = ("call time on seat {seat}",)
    purpose = Purpose.TIME_OUT
    seat: int


# Showdown and settlement


class FlipMarker(Command, frozen=True, kw_only=True):
    words = ("flip the marker",)
    purpose = Purpose.ROUTINE


class ShowHand(Command, frozen=True, kw_only=True):
    words = ("show the hand",)
    purpose = Purpose.SHOW
    seat: int


class MuckHand(Command, frozen=True, kw_only=True):
    words = ("muck the hand",)
    purpose = Purpose.MUCK
    seat: int


class TurnUpHand(Command, frozen=True, kw_only=True):
    """The Dealer turns up a hand that has to be shown."""

    words = ("turn up the hand of seat {seat}",)
    purpose = Purpose.TIME_OUT
    seat: int


class CollectHand(Command, frozen=True, kw_only=True):
    """The Dealer takes in a hand that need not be shown."""

    words = ("collect the hand of seat {seat}",)
    purpose = Purpose.TIME_OUT
    seat: int


class SeeToHand(Command, frozen=True, kw_only=True):
    """The Dealer sees to the hand of a player who does nothing: turned up or taken in, as the rule says.

    Which of the two is not known before: who sees only backs of cards is not told whether a hand is beaten.
    """

    words = ("see to the hand of seat {seat}",)
    purpose = Purpose.TIME_OUT
    seat: int


class Settle(Command, frozen=True, kw_only=True):
    words = ("settle the pots",)
    purpose = Purpose.ROUTINE


Looked = Literal["nobody_has_looked", "somebody_has_looked"]
Fault = Literal["foreign_card", "shortage", "excess", "insufficient_cards", "unshuffled_cards"]


class ReportInterruption(Command, frozen=True, kw_only=True):
    words = ("report a technical interruption",)
    purpose = Purpose.INTERRUPTION


class ReportFault(Command, frozen=True, kw_only=True):
    """Something is wrong with the cards themselves."""

    words = ("report {fault}",)
    purpose = Purpose.REPORT
    fault: Fault


class ReportWrongDeal(Command, frozen=True, kw_only=True):
    """Somebody has too many or too few cards, or a hand was left out or added."""

    words = ("report {problem}, {looked}", "report {problem} at seat {seat}, {looked}")
    purpose = Purpose.REPORT
    problem: Literal["wrong_number_of_cards", "hand_left_out", "extra_hand"]
    looked: Looked
    seat: int = 0


class ReportMissedOpeningBurn(Command, frozen=True, kw_only=True):
    words = ("report the opening burn forgotten, {looked}",)
    purpose = Purpose.REPORT
    looked: Looked


class ReportMissedBurn(Command, frozen=True, kw_only=True):
    words = ("report the burn forgotten",)
    purpose = Purpose.REPORT


class ExposeEarly(Command, frozen=True, kw_only=True):
    """Cards of a street have been seen before the Betting Round that it ends was complete."""

    words = (
        "expose the {street} early",
        "expose the {street} early {burn}",
        "expose the {street} early as {cards}",
        "expose {count} of the {street} early",
        "expose {count} of the {street} early {burn}",
        "expose {count} of the {street} early as {cards}",
    )
    purpose = Purpose.REPORT
    street: Street
    burn: Literal["after_burning", "without_burning"] = "after_burning"
    cards: tuple[Card, ...] = ()
    count: int | None = None  # all of them unless it says how many


# A fold is taken back, unless the dealer already has the cards.
PrematureAction = Literal["check", "call", "bet", "raise_to", "all_in", "fold", "fold_with_cards_collected"]


class ReportOutOfTurn(Command, frozen=True, kw_only=True):
    """A player has acted before the turn came, and others may have followed: "3 call, 4 raise to 80"."""

    words = (
        "report seat {seat} out of turn {action}",
        "report seat {seat} out of turn {action} {amount}",
        "report seat {seat} out of turn {action}, then {then}",
        "report seat {seat} out of turn {action} {amount}, then {then}",
    )
    purpose = Purpose.REPORT
    seat: int
    action: PrematureAction
    amount: Cents = 0
    then: str = ""


class ReportHandExposed(Command, frozen=True, kw_only=True):
    """A player has let others see Hole Cards while the betting goes on."""

    words = ("report seat {seat} exposing {count} hole cards",)
    purpose = Purpose.REPORT
    seat: int
    count: int = 2


class ReferMatter(Command, frozen=True, kw_only=True):
    """Ask the Table Game Shift Manager about what the rules do not provide for."""

    words = ("refer to the shift manager {matter}",)
    purpose = Purpose.REFER
    matter: str
