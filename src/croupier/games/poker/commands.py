"""What can be asked of a poker table, and what a dealer or pit role reports when something has gone wrong.

`amount` is always the player's total in the Betting Round, as a dealer says it: "raise to 80".
"""

from typing import Literal

from croupier.cards import Card
from croupier.games.poker.state import Street
from croupier.money import Cents
from croupier.table import Command, Purpose, Report, Routine
from croupier.table.dealing import Shuffle


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


DealMistake = Literal[
    "without_burning",
    "with_a_surplus_card_to",
    "one_card_short_at",
    "leaving_out",
    "with_an_extra_hand",
]


class DealHoleCards(Routine, frozen=True, kw_only=True):
    """Deal two cards to everyone. What went wrong is part of it: a dealer cannot deal twice.

    A card of the deal that is exposed or found face up is counted from 1 in the order of the deal.
    """

    words = (
        "deal the hole cards",
        "deal the hole cards as {cards}",
        "deal the hole cards {mistake}",
        "deal the hole cards {mistake} as {cards}",
        "deal the hole cards {mistake} seat {seat}",
        "deal the hole cards {mistake} seat {seat} as {cards}",
        "deal the hole cards exposing card {exposed}",
        "deal the hole cards exposing card {exposed} as {cards}",
        "deal the hole cards {mistake}, exposing card {exposed}",
        "deal the hole cards {mistake}, exposing card {exposed} as {cards}",
        "deal the hole cards {mistake} seat {seat}, exposing card {exposed}",
        "deal the hole cards {mistake} seat {seat}, exposing card {exposed} as {cards}",
        "deal the hole cards exposing cards {exposed} and {exposed_too}",
        "deal the hole cards exposing cards {exposed} and {exposed_too} as {cards}",
    )
    cards: tuple[Card, ...] = ()
    mistake: DealMistake | None = None
    seat: int | None = None
    exposed: int | None = None
    exposed_too: int | None = None


class DealCard(Routine, frozen=True, kw_only=True):
    """One card of the deal that is due, as a scanner sends it; where it went if not to its own place."""

    words = (
        "deal the next card",
        "deal the next card {astray}",
        "deal the next card {cards}",
        "deal the next card {astray}: {cards}",
        "deal the next card to seat {seat}",
        "deal the next card to seat {seat}: {cards}",
    )
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


class DealStreet(Routine, frozen=True, kw_only=True):
    """Burn and deal the flop, the turn or the river, and turn it up."""

    words = (
        "deal the {street}",
        "deal the {street} {mistake}",
        "deal the {street} as {cards}",
        "deal the {street} {mistake} as {cards}",
        "deal the {street} with {surplus} surplus cards",
        "deal the {street} with {surplus} surplus cards as {cards}",
        "deal the {street} {mistake} and with {surplus} surplus cards",
        "deal the {street} {mistake} and with {surplus} surplus cards as {cards}",
    )
    street: Street
    cards: tuple[Card, ...] = ()
    mistake: StreetMistake | None = None
    surplus: int = 0  # cards too many, where they are counted


class TurnUpCards(Routine, frozen=True, kw_only=True):
    words = ("turn up the cards",)


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


class CallTime(AtSeat, frozen=True, kw_only=True):
    """This seat does not act and its time is over: by the House's clock, or because the player left."""

    words = ("call time on seat {seat}",)
    purpose = Purpose.TIME_OUT


# Showdown and settlement


class FlipMarker(Routine, frozen=True, kw_only=True):
    words = ("flip the marker",)


class ShowHand(AtSeat, frozen=True, kw_only=True):
    words = ("show the hand",)
    purpose = Purpose.SHOW


class MuckHand(AtSeat, frozen=True, kw_only=True):
    words = ("muck the hand",)
    purpose = Purpose.MUCK


class TurnUpHand(AtSeat, frozen=True, kw_only=True):
    """The Dealer turns up a hand that has to be shown."""

    words = ("turn up the hand of seat {seat}",)
    purpose = Purpose.TIME_OUT


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


Looked = Literal["nobody_has_looked", "somebody_has_looked"]
Fault = Literal["foreign_card", "shortage", "excess", "insufficient_cards", "unshuffled_cards"]


class ReportInterruption(Command, frozen=True, kw_only=True):
    words = ("report a technical interruption", "report a power failure")
    purpose = Purpose.INTERRUPTION


class ReportFault(Report, frozen=True, kw_only=True):
    """Something is wrong with the cards themselves."""

    words = ("report {fault}",)
    fault: Fault


class ReportWrongDeal(Report, frozen=True, kw_only=True):
    """Somebody has too many or too few cards, or a hand was left out or added."""

    words = ("report {problem}, {looked}", "report {problem} at seat {seat}, {looked}")
    problem: Literal["wrong_number_of_cards", "hand_left_out", "extra_hand"]
    looked: Looked
    seat: int = 0


class ReportMissedOpeningBurn(Report, frozen=True, kw_only=True):
    words = ("report the opening burn forgotten, {looked}",)
    looked: Looked


class ReportMissedBurn(Report, frozen=True, kw_only=True):
    words = ("report the burn forgotten",)


class ExposeEarly(Report, frozen=True, kw_only=True):
    """Cards of a street have been seen before the Betting Round that it ends was complete."""

    words = (
        "expose the {street} early",
        "expose the {street} early {burn}",
        "expose the {street} early as {cards}",
        "expose the {street} early {burn} as {cards}",
        "expose {count} of the {street} early",
        "expose {count} of the {street} early {burn}",
        "expose {count} of the {street} early as {cards}",
        "expose {count} of the {street} early {burn} as {cards}",
    )
    street: Street
    burn: Literal["after_burning", "without_burning"] = "after_burning"
    cards: tuple[Card, ...] = ()
    count: int | None = None  # all of them unless it says how many


# A fold is taken back, unless the dealer already has the cards.
PrematureAction = Literal["check", "call", "bet", "raise_to", "all_in", "fold", "fold_with_cards_collected"]


class ReportOutOfTurn(AtSeat, Report, frozen=True, kw_only=True):
    """A player has acted before the turn came, and others may have followed: "3 call, 4 raise to 80"."""

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

    words = ("report seat {seat} exposing {count} hole cards",)
    count: int = 2


class ReferMatter(Command, frozen=True, kw_only=True):
    """Ask the Table Game Shift Manager about what the rules do not provide for."""

    words = ("refer to the shift manager {matter}",)
    purpose = Purpose.REFER
    matter: str
