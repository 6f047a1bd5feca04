"""How the House runs its jackpot link, as the edition's settings say it."""

from fractions import Fraction
from typing import Annotated

from croupier.rulebook import Names, Rules, Terms
from croupier.table.roles import Role


class LinkTerms(Terms, frozen=True):
    boxes: int
    increment_rate: Fraction
    increment_amount: int
    increment_timing: str
    reserve_share: Fraction
    reset_value: int
    opening_value: int
    reverse_increment_on_return: bool
    partial_win_effect: str
    freeze_increments_during_payment: bool
    simultaneity_window: int
    money_rounding: str
    role_for_house_decision: Annotated[str, Names(("pit_supervisor", "pit_manager", "shift_manager"))]


def house_role(rules: Rules) -> Role:
    """Who decides for the House, which has no position in the document."""
    return Role(LinkTerms.of(rules).role_for_house_decision)


def link_terms(rules: Rules) -> LinkTerms:
    return LinkTerms.of(rules)
