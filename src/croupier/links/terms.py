"""How the House runs its jackpot link, as the edition's settings say it."""

from fractions import Fraction

from croupier.rulebook import Rules, Terms


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


def link_terms(rules: Rules) -> LinkTerms:
    return LinkTerms.of(rules)
