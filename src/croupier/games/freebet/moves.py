"""Why a player may not do something with a hand. Handlers refuse with it, options leave it out."""

from croupier.money import say_money
from croupier.rulebook import Rules

from .points import count, has_equal_values, is_ten, say_total
from .state import Area, Hand, Stake, Wager

# The rule that stands against it, and what may be done instead.
Problem = tuple[str, str]


def double_problem(rules: Rules, hand: Hand, stake: Stake | None) -> Problem | None:
    """What stands against any double, paid or free."""
    if stake is None:
        return "doubling", "you have nothing on this hand to double; hit or stand"
    if len(hand.cards) != 2 or hand.has_late_card:
        rule = "double_after_split" if hand.is_split else "double_first_two_cards"
        return rule, f"only the first two cards may be doubled, this hand has {len(hand.cards)}; hit or stand"
    return None


def paid_double_problem(
    rules: Rules, hand: Hand, stake: Stake | None, wager: Wager, chips: int
) -> Problem | None:
    if problem := double_problem(rules, hand, stake):
        return problem
    assert stake is not None
    if not stake.has_wager and not stake.added and not rules["paid_double_on_free_hand"]:
        return "double", "this hand carries a marker and no wager; only a Free Double is possible on it"
    least, most = rules["main_min"], min(wager.value, chips)
    if least > most:
        return (
            "double",
            f"a double adds at least {say_money(least)} and at most {say_money(most)} "
            "(the original wager and your chips), so there is none; hit or stand",
        )
    return None


def free_double_problem(rules: Rules, hand: Hand, stake: Stake | None) -> Problem | None:
    if problem := double_problem(rules, hand, stake):
        return problem
    points, is_soft = count(hand.cards)
    if is_soft or points not in rules.parameter("free_double_totals"):
        return (
            "free_double",
            f"a Free Double needs a two-card hard 9, 10 or 11; this is {say_total(hand.cards)}: "
            "hit, stand or double for chips",
        )
    return None


def split_problem(rules: Rules, area: Area, hand: Hand) -> Problem | None:
    """What stands against any split, paid or free."""
    if not has_equal_values(hand.cards) or hand.has_late_card:
        return "split_meaning", "only two cards of equal point value may be split; hit, stand or double"
    most = rules.parameter("hands_per_area_max")
    if len(area.hands) >= most:
        return "hands_per_area", f"an area has at most {most} hands; hit, stand or double"
    first, second = hand.cards
    if is_ten(first) and first[0] != second[0] and not rules["split_unlike_tens"]:
        return "ten_value_split", "this house splits ten-value cards of one rank only; hit or stand"
    return None


def paid_split_problem(rules: Rules, area: Area, hand: Hand, wager: Wager, chips: int) -> Problem | None:
    if problem := split_problem(rules, area, hand):
        return problem
    if not is_ten(hand.cards[0]):
        return "free_split", "these cards are split free: 'free split'"
    if chips < wager.value:
        return (
            "ten_value_split",
            f"splitting ten-value cards takes another {say_money(wager.value)}; you have {say_money(chips)}",
        )
    return None


def free_split_problem(rules: Rules, area: Area, hand: Hand) -> Problem | None:
    if problem := split_problem(rules, area, hand):
        return problem
    if is_ten(hand.cards[0]):
        return "ten_value_split", "ten-value cards are split for an equal wager only: 'split'"
    return None
