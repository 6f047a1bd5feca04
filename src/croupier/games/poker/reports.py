"""What a dealer or pit role reports when something has gone wrong: each report states a fact."""

from typing import Literal

from croupier.cards import Card
from croupier.games.poker.state import Street
from croupier.money import Cents
from croupier.table import Command, Purpose

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
