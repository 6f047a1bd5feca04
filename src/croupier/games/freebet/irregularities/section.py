"""Section 5 on the cards: what lies wrong, when it is noticed, and what follows. One row for each mistake.

Early means that nothing has been paid or taken yet and no card was asked for; late, that one of them has
happened.
"""

from collections.abc import Callable

from msgspec import Struct

from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.irregularities.courses import is_restorable, is_unplayed
from croupier.games.freebet.plan import INITIAL
from croupier.games.freebet.state import State, is_early
from croupier.games.freebet.terms import Terms
from croupier.rulebook import Rules
from croupier.table import Role
from croupier.table.courses import (
    DISCARD,
    DRAW_NOW,
    END_HAND,
    OFFER,
    PUT_IN_ORDER,
    RETURN_BET,
    STANDS,
    VOID,
    Course,
    Row,
    always,
)
from croupier.table.facts import DEALER_PLACE
from croupier.table.mistakes import Kind, Mistake

HANDS: tuple[Kind, ...] = ("left_out", "short")
ORDER: tuple[Kind, ...] = ("wrong_start", "exchanged")
EVERY: tuple[Kind, ...] = (
    *HANDS, *ORDER, "missed_burn", "extra_burn", "extra_hand", "surplus", "together",
)  # fmt: skip
EARLY_VOID = "early_misdeal_void"
_DEAL = (INITIAL,)
_DISSATISFIED = "withdrawal_when_dissatisfied"


class Case(Struct, frozen=True):
    """What the rows ask about: the table and all that lies wrong."""

    rules: Rules
    state: State


When = Callable[[Case, Mistake], bool]


def early(case: Case, mistake: Mistake) -> bool:
    return is_early(case.state)


def incomplete(case: Case, mistake: Mistake) -> bool:
    """Cards are missing, and the deal may still be completed: in some houses until both have happened."""
    if Terms.of(case.rules).too_late_to_complete == "either":
        return is_early(case.state)
    return not (case.state.has_interim and case.state.has_begun)


def incomplete_of_dealer(case: Case, mistake: Mistake) -> bool:
    return mistake.place == DEALER_PLACE and incomplete(case, mistake)


def incomplete_and_played(case: Case, mistake: Mistake) -> bool:
    return incomplete(case, mistake) and not is_unplayed(case.state)


def of_dealer(case: Case, mistake: Mistake) -> bool:
    return mistake.place == DEALER_PLACE


def restorable(case: Case, mistake: Mistake) -> bool:
    return is_restorable(case.state)


def void_by_then(case: Case, mistake: Mistake) -> bool:
    return Terms.of(case.rules).late_unrestorable == "void"


def _early(kinds: tuple[Kind, ...], rule: str, when: When = early) -> Row[Case]:
    """Put in order, or void if that cannot be done: a Pit Supervisor judges it."""
    return Row(
        kinds=kinds,
        deals=_DEAL,
        when=when,
        rules=(rule,),
        judge=Role.PIT_SUPERVISOR,
        question="Can the cards be reconstructed, or is the Round void?",
        choices=(PUT_IN_ORDER, VOID),
        voids=(EARLY_VOID,),
        reading="FB-A55",
    )


def _then(
    kinds: tuple[Kind, ...], course: Course, *rules: str, when: When = always, reading: str | None = None
) -> Row[Case]:
    """What the document says follows: nobody is asked."""
    return Row(kinds=kinds, deals=_DEAL, when=when, rules=rules, course=course, reading=reading)


# Whatever is referred can be ruled so, where it can be carried out: on any hand, bet or card.
NOT_PROVIDED_FOR: Row[Case] = Row(
    kinds=EVERY,
    deals=_DEAL,
    rules=("matters_not_provided_for",),
    judge=Role.SHIFT_MANAGER,
    question="The cards lie otherwise than they should, and no paragraph says what follows.",
    choices=(STANDS, VOID, PUT_IN_ORDER, DISCARD, END_HAND, RETURN_BET),
)
ROWS: tuple[Row[Case], ...] = (
    _early(("missed_burn",), "missed_burn_early"),
    _then(
        HANDS, VOID, EARLY_VOID, "player_short_of_cards_early", when=incomplete_and_played, reading="FB-A69"
    ),
    _early(("left_out",), "dealer_first_card_missed_early", incomplete_of_dealer),
    _early(HANDS, "player_short_of_cards_early", incomplete),
    _early(EVERY, "incorrect_dealing_early"),
    _then(("missed_burn",), STANDS, "missed_burn_late"),
    _then(
        ("left_out",),
        DRAW_NOW,
        "dealer_first_card_missed_late",
        "finish_hand_before_dealer_card",
        _DISSATISFIED,
        when=of_dealer,
    ),
    _then(("left_out",), RETURN_BET, "wager_without_cards_late", reading="FB-A37"),
    _then(("extra_hand",), DISCARD, "cards_without_wager_late", _DISSATISFIED),
    _then(("short",), OFFER, "one_card_hand_late", _DISSATISFIED, reading="FB-A19"),
    _then(ORDER, PUT_IN_ORDER, "incorrect_dealing_late", when=restorable, reading="FB-A17"),
    _then((*ORDER, "surplus", "together"), VOID, EARLY_VOID, when=void_by_then, reading="FB-A72"),
    NOT_PROVIDED_FOR,
)
FREEBET.section = lambda rules: ROWS
