"""Why a player may not do something with a hand. Handlers refuse with it, options leave it out."""

from msgspec.structs import replace

from croupier.cards import RANKS, Card
from croupier.money import say_money
from croupier.rulebook import Rules

from .points import HIGHEST, count, has_equal_values, is_ace, is_ten, say_total, total
from .state import Area, Hand, Stake, State, Wager, stake_of

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


def split_problem(rules: Rules, area: Area, hand: Hand, stake: Stake | None) -> Problem | None:
    """What stands against any split, paid or free."""
    if stake is None:  # who plays on for an absent controller may have stayed on another hand
        return (
            "stay_on_first_hand",
            "no wager of yours lies on this hand, so it is not yours to split; hit or stand",
        )
    if not has_equal_values(hand.cards) or hand.has_late_card:
        return "split_meaning", "only two cards of equal point value may be split; hit, stand or double"
    most = rules.parameter("hands_per_area_max")
    if len(area.hands) >= most:
        return "hands_per_area", f"an area has at most {most} hands; hit, stand or double"
    first, second = hand.cards
    if is_ten(first) and first[0] != second[0] and not rules["split_unlike_tens"]:
        return "ten_value_split", "this house splits ten-value cards of one rank only; hit or stand"
    return None


def paid_split_problem(
    rules: Rules, area: Area, hand: Hand, stake: Stake | None, wager: Wager, chips: int
) -> Problem | None:
    if problem := split_problem(rules, area, hand, stake):
        return problem
    if not is_ten(hand.cards[0]):
        return "free_split", "these cards are split free: 'free split'"
    if chips < wager.value:
        return (
            "ten_value_split",
            f"splitting ten-value cards takes another {say_money(wager.value)}; you have {say_money(chips)}",
        )
    return None


def free_split_problem(rules: Rules, area: Area, hand: Hand, stake: Stake | None) -> Problem | None:
    if problem := split_problem(rules, area, hand, stake):
        return problem
    if is_ten(hand.cards[0]):
        return "ten_value_split", "ten-value cards are split for an equal wager only: 'split'"
    return None


def finished_problem(state: State, place: int, number: int) -> Problem | None:
    """Why the area that a player means takes nothing more; unsaid it is the one he has wagered on."""
    own = [n for n, area in state.areas.items() if any(wager.place == place for wager in area.wagers)]
    if number == 0 and len(own) == 1:
        number = own[0]
    area = state.areas[number] if number in own else None
    if area is None or not area.hands or any(hand.status == "open" for hand in area.hands):
        return None
    if area.takes_no_cards:
        return (
            "error_card_refused",
            "you have refused a card in this Round: no further one comes to your hand",
        )
    hand = area.hands[-1]
    if total(hand.cards) == HIGHEST:
        return "no_draw_on_21", "a Blackjack or a total of 21 is complete: it is neither doubled nor drawn to"
    if hand.is_doubled:
        return "doubled_hand_one_card", "a doubled hand gets one card only, and it has it"
    if hand.is_split and is_ace(hand.cards[0]):
        return "split_ace_one_card", "split Aces get one card each"
    return None


# Whether a Free Bet Marker may still come


def may_use_marker(rules: Rules, state: State, number: int, place: int) -> bool:
    """Whether a Pot of Gold wager can get a marker: the player's own, or any where he has no wager there."""
    area, following = state.areas[number], state.following
    is_bettor = any(wager.place == place for wager in area.wagers)
    if not area.hands:
        return True
    if following and following.area == number and place in following.asked:
        hand = area.hands[following.hand]
        return not is_ten(hand.cards[0]) if following.kind == "split" else _doubles_free(rules, hand)
    return not area.takes_no_cards and any(
        hand.status == "open"
        and (not is_bettor or stake_of(hand, place) is not None)
        and _takes_marker(rules, area, hand)
        for hand in area.hands
    )


def _takes_marker(rules: Rules, area: Area, hand: Hand) -> bool:
    if hand.has_late_card or (hand.is_split and is_ace(hand.cards[0])):
        return False
    if len(hand.cards) < 2:
        return any(_is_free(rules, area, second) for second in _with_any(hand))
    return not hand.wants_card and _is_free(rules, area, hand)


def _with_any(hand: Hand) -> list[Hand]:
    """The hand with each rank as its second card."""
    return [replace(hand, cards=(hand.cards[0], Card(f"{rank}s"))) for rank in RANKS]


def _is_free(rules: Rules, area: Area, hand: Hand) -> bool:
    """Whether a two-card hand may be doubled or split free, or paid for and then doubled free."""
    if _doubles_free(rules, hand) or free_split_problem(rules, area, hand, _ANY) is None:
        return True
    if split_problem(rules, area, hand, _ANY):
        return False
    return any(_doubles_free(rules, second) for second in _with_any(hand))


def _doubles_free(rules: Rules, hand: Hand) -> bool:
    return free_double_problem(rules, hand, _ANY) is None


_ANY = Stake(0, has_wager=True)
