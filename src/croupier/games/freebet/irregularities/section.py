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
    OFFER,
    PUT_IN_ORDER,
    RETURN_BET,
    STANDS,
    VOID,
    Row,
)
from croupier.table.facts import DEALER_PLACE
from croupier.table.mistakes import Kind, Mistake

HANDS: tuple[Kind, ...] = ("left_out", "short")

ORDER: tuple[Kind, ...] = ("wrong_start", "exchanged")

EVERY: tuple[Kind, ...] = (
    *HANDS, *ORDER, "missed_burn", "extra_burn", "extra_hand", "surplus", "together",
)  # fmt: skip

_DEAL = (INITIAL,)

EARLY_VOID = "early_misdeal_void"


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


ROWS: tuple[Row[Case], ...] = (
    _early(("missed_burn",), "missed_burn_early"),
    Row(
        kinds=HANDS,
        deals=_DEAL,
        when=incomplete_and_played,
        rules=(EARLY_VOID, "player_short_of_cards_early"),
        course=VOID,
        reading="FB-A69",
    ),
    _early(("left_out",), "dealer_first_card_missed_early", incomplete_of_dealer),
    _early(HANDS, "player_short_of_cards_early", incomplete),
    _early(EVERY, "incorrect_dealing_early"),
    Row(kinds=("missed_burn",), deals=_DEAL, rules=("missed_burn_late",), course=STANDS),
    Row(
        kinds=("left_out",),
        deals=_DEAL,
        when=of_dealer,
        rules=(
            "dealer_first_card_missed_late",
            "finish_hand_before_dealer_card",
            "withdrawal_when_dissatisfied",
        ),
        course=DRAW_NOW,
    ),
    Row(
        kinds=("left_out",),
        deals=_DEAL,
        rules=("wager_without_cards_late",),
        course=RETURN_BET,
        reading="FB-A37",
    ),
    Row(
        kinds=("extra_hand",),
        deals=_DEAL,
        rules=("cards_without_wager_late", "withdrawal_when_dissatisfied"),
        course=DISCARD,
    ),
    Row(
        kinds=("short",),
        deals=_DEAL,
        rules=("one_card_hand_late", "withdrawal_when_dissatisfied"),
        course=OFFER,
        reading="FB-A19",
    ),
    Row(
        kinds=ORDER,
        deals=_DEAL,
        when=restorable,
        rules=("incorrect_dealing_late",),
        course=PUT_IN_ORDER,
        reading="FB-A17",
    ),
    Row(
        kinds=(*ORDER, "surplus", "together"),
        deals=_DEAL,
        when=void_by_then,
        rules=(EARLY_VOID,),
        course=VOID,
        reading="FB-A72",
    ),
    Row(
        kinds=EVERY,
        deals=_DEAL,
        rules=("matters_not_provided_for",),
        judge=Role.SHIFT_MANAGER,
        question="The cards lie otherwise than they should, and no paragraph says what follows.",
        choices=(STANDS,),
    ),
)

FREEBET.section = lambda rules: ROWS
