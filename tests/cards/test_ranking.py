"""Hands rank as the documents rank them, for every hand there is."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations, combinations_with_replacement

import pytest
from referees import by_eval7, by_phevaluator

from croupier.cards import (
    DECK,
    Card,
    CardError,
    Category,
    best_five,
    category,
    parse_cards,
    ranks_that_count,
    strength,
)
from croupier.cards.ranking_tables import (
    by_ranks,
    by_suited_ranks,
    five_card_strength,
    rank_bit,
    rank_step,
)
from tests.effort import EFFORT

# The documents' ladder, one hand of ours for each step.
LADDER = {
    Category.ROYAL_FLUSH: "As Ks Qs Js Ts",
    Category.STRAIGHT_FLUSH: "9h 8h 7h 6h 5h",
    Category.FOUR_OF_A_KIND: "4c 4h 4d 4s Ah",
    Category.FULL_HOUSE: "2c 2h 2d As Ah",
    Category.FLUSH: "7d 5d 4d 3d 2d",
    Category.STRAIGHT: "Ah 2c 3d 4s 5h",
    Category.THREE_OF_A_KIND: "2s 2h 2c 4h 3d",
    Category.TWO_PAIRS: "3s 3h 2c 2h 4d",
    Category.ONE_PAIR: "2c 2h 5d 4h 3s",
    Category.FIVE_ODD_CARDS: "7c 5h 4d 3s 2h",
}

FIVE_CARD_HANDS = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIRS: 123_552,
    Category.ONE_PAIR: 1_098_240,
    Category.FIVE_ODD_CARDS: 1_302_540,
}


def rated(text: str) -> int:
    return strength(parse_cards(text))


@pytest.mark.volume
@pytest.mark.paragraphs(
    "rws-poker@6 3.1.2", "rws-poker@7 3.1.2", "rws-multilink@2 3.1.2", "rws-multilink@3 3.1.2"
)
def test_all_2598960_five_card_hands_fall_into_their_categories() -> None:
    strengths = Counter(map(strength, combinations(DECK, 5)))
    counts: Counter[Category] = Counter()
    for value, hands in strengths.items():
        counts[category(value)] += hands
    assert counts == FIVE_CARD_HANDS
    assert counts.total() == 2_598_960
    assert len(strengths) == 7_462  # as many rankings as there are hands that do not tie


@pytest.mark.paragraphs("rws-poker@6 3.1.2(table)", "rws-poker@7 3.1.2(table)")
def test_the_ladder_has_ten_steps_and_the_lowest_hand_of_a_step_beats_the_highest_below() -> None:
    assert [category(rated(text)) for text in LADDER.values()] == sorted(Category, reverse=True)
    tops = ["KsQsJsTs9s", "AsAhAdAcKs", "AsAhAdKsKh", "AsKsQsJs9s", "AsKsQsJsTh"]
    tops += ["AsAhAdKsQh", "AsAhKsKhQd", "AsAhKsQhJd", "AsKhQsJs9s"]
    lowest = ["AsKsQsJsTs", "5s4s3s2sAs", "2s2h2d2c3s", "2s2h2d3s3h", "7s5s4s3s2s"]
    lowest += ["5s4s3s2sAh", "2s2h2d4s3h", "3s3h2s2h4d", "2s2h5s4h3d"]
    for above, below in zip(lowest, tops, strict=True):
        assert category(rated(above)) == category(rated(below)) + 1
        assert rated(above) > rated(below)


@pytest.mark.paragraphs(
    "rws-poker@6 3.1.1", "rws-poker@7 3.1.1", "rws-multilink@2 3.1.1", "rws-multilink@3 3.1.1"
)
def test_suits_are_equal() -> None:
    for text in LADDER.values():
        turned = text.translate(str.maketrans("cdhs", "dhsc"))
        assert rated(turned) == rated(text)


@pytest.mark.paragraphs(
    "rws-poker@6 3.1.1", "rws-poker@7 3.1.1", "rws-multilink@2 3.1.1", "rws-multilink@3 3.1.1"
)
def test_the_ace_is_high_except_in_the_five_high_straight() -> None:
    assert rated("As 7h 4d 3c 2s") > rated("Ks Qh Jd Tc 8s")
    wheel = rated("As 5h 4d 3c 2s")
    assert category(wheel) is Category.STRAIGHT
    assert rated("6s 5h 4d 3c 2s") > wheel > rated("As Ah Ad Kc Qs")
    assert rated("As Ks Qs Js Td") > rated("Ks Qs Js Ts 9d")


@pytest.mark.paragraphs(
    "rws-poker@6 3.1.1", "rws-poker@7 3.1.1", "rws-multilink@2 3.1.1", "rws-multilink@3 3.1.1"
)
@pytest.mark.parametrize("ranks", ["KA234", "QKA23", "JQKA2"])
def test_a_straight_does_not_go_round_the_corner(ranks: str) -> None:
    mixed = parse_cards("".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True)))
    suited = parse_cards("".join(rank + "s" for rank in ranks))
    assert category(strength(mixed)) is Category.FIVE_ODD_CARDS
    assert category(strength(suited)) is Category.FLUSH


@pytest.mark.paragraphs(
    "rws-poker@6 3.1.3a", "rws-poker@7 3.1.3a", "rws-multilink@2 3.1.3.a", "rws-multilink@3 3.1.3.a"
)
def test_the_higher_straight_wins() -> None:
    assert rated("Ks Qh Jd Tc 9s") > rated("Jc Td 9h 8s 7c")
    assert rated("Ks Qs Js Ts 9s") > rated("Jc Tc 9c 8c 7c")


@pytest.mark.paragraphs(
    "rws-poker@6 3.1.3b", "rws-poker@7 3.1.3b", "rws-multilink@2 3.1.3.b", "rws-multilink@3 3.1.3.b"
)
def test_equal_pairs_are_decided_by_the_next_card() -> None:
    assert rated("5s 5h Kd Tc 2s") > rated("5c 5d Qh Js Td")


@pytest.mark.paragraphs(
    "rws-poker@6 3.1.3c", "rws-poker@7 3.1.3c", "rws-multilink@2 3.1.3.c", "rws-multilink@3 3.1.3.c"
)
def test_odd_cards_are_compared_downward() -> None:
    assert rated("As Kh Jd 5c 2s") > rated("Ac Kd Th 6s 4c")


@pytest.mark.paragraphs(
    "rws-poker@6 3.1.3", "rws-poker@7 3.1.3", "rws-multilink@2 3.1.3", "rws-multilink@3 3.1.3"
)
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3s3h3d3c2s", "2s2h2d2cAs"),
        ("7s7h7d7cKs", "7s7h7d7cQs"),
        ("3s3h3d2c2s", "2d2h2sAcAs"),
        ("3s3h3d4c4s", "3s3h3d2c2s"),
        ("AsKsQsJs9s", "AhKhQhTh9h"),
        ("7s7h7dAc2s", "7s7h7dKcQs"),
        ("7s7h7dAc3s", "7s7h7dAc2s"),
        ("AsAh3d3c2s", "KsKhQdQcAd"),
        ("AsAh3d3c2s", "AdAc2d2cKs"),
        ("AsAh3d3cQs", "AdAc3s3hJs"),
        ("5s5hKdTc3s", "5c5dKhTs2d"),
        ("5s5hKdJc2s", "5c5dKhTs9d"),
        ("AsKhJd5c3s", "AcKdJh5s2c"),
    ],
)
def test_every_card_that_counts_can_decide(better: str, worse: str) -> None:
    assert category(rated(better)) is category(rated(worse))
    assert rated(better) > rated(worse)


@pytest.mark.paragraphs(
    "rws-poker@6 3.1.3", "rws-poker@7 3.1.3", "rws-multilink@2 3.1.3", "rws-multilink@3 3.1.3"
)
def test_the_same_values_tie_and_cards_beyond_the_fifth_do_not_count() -> None:
    assert rated("AsAh3d3cQs") == rated("AdAc3s3hQh")
    assert rated("As Kh Jd 9c 7s 3d 2c") == rated("Ac Kd Jh 9s 7d 5h 4s")
    assert rated("As Ah Kd Kc Qs Qd 2c") == rated("As Ah Kd Kc Qs 3d 4c")
    assert rated("As Ah Ad Kc Ks Kd 2c") == rated("As Ah Ad Kc Ks")
    assert rated("As Ks Qs 9s 7s 4s 2s") == rated("Ah Kh Qh 9h 7h")


@pytest.mark.volume
def test_seven_card_tables_are_the_best_five_by_definition() -> None:
    """Every pattern of six and seven ranks, and of suited ranks, against all of its fives."""
    ranks_high_to_low = range(14, 1, -1)
    plain, suited = by_ranks(), by_suited_ranks()
    for count, patterns, sets in ((6, 18_395, 1_716), (7, 49_205, 1_716)):
        hands = [
            hand
            for hand in combinations_with_replacement(ranks_high_to_low, count)
            if all(hand[at] != hand[at + 4] for at in range(count - 4))
        ]
        assert len(hands) == patterns
        steps = {value: rank_step(value) for value in ranks_high_to_low}
        for hand in hands:
            keys = map(sum, combinations([steps[value] for value in hand], 5))
            assert plain[sum(steps[value] for value in hand)] == max(map(plain.__getitem__, keys))
        flushes = list(combinations(ranks_high_to_low, count))
        assert len(flushes) == sets
        for hand in flushes:
            best = max(five_card_strength(five, is_suited=True) for five in combinations(hand, 5))
            assert suited[sum(map(rank_bit, hand))] == best
    assert len(plain) == 6_175 + 18_395 + 49_205
    assert len(suited) == 1_287 + 1_716 + 1_716


@pytest.mark.parametrize(
    ("count", "hands", "referee"),
    [
        (7, 80_000 * EFFORT, by_eval7),
        (6, 40_000 * EFFORT, by_eval7),
        (7, 20_000, by_phevaluator),
        (6, 20_000, by_phevaluator),
    ],
)
def test_others_agree(count: int, hands: int, referee: Callable[[list[Card]], int]) -> None:
    """Pairs (ours, theirs) that rise together strictly: the same order and the same ties for any two."""
    chance = random.Random(52)
    pairs = set()
    for _ in range(hands):
        hand = chance.sample(DECK, count)
        pairs.add((strength(hand), referee(hand)))
    ours, theirs = zip(*sorted(pairs), strict=True)
    assert len(pairs) > 3_000
    assert len(set(ours)) == len(set(theirs)) == len(pairs)
    assert list(theirs) == sorted(theirs)


class TestBestFive:
    @pytest.mark.parametrize(
        ("cards", "best"),
        [
            ("2c As Kd Ah Kc Qs Qd", "As Ah Kd Kc Qs"),
            ("As 2c 3d 4h 5s Kd Kh", "5s 4h 3d 2c As"),
            ("As 2s 3s 4s 5s 6d 7h", "5s 4s 3s 2s As"),
            ("Ks Qd 9s 7s As 2s Kd", "As Ks 9s 7s 2s"),
            ("9s Ts Js Qs Ks As Ad", "As Ks Qs Js Ts"),
            ("7c 7d 7h 7s 8c 8d 8h", "7c 7d 7h 7s 8c"),
            ("7c 7d 7h 8s 8c 8d", "8s 8c 8d 7c 7d"),
            ("2c 3d 4h 5s 7c", "7c 5s 4h 3d 2c"),
        ],
    )
    def test_the_cards_that_play_the_important_ones_first(self, cards: str, best: str) -> None:
        assert best_five(parse_cards(cards)) == parse_cards(best)

    def test_they_are_worth_the_hand(self) -> None:
        chance = random.Random(7)
        for _ in range(5_000):
            hand = chance.sample(DECK, chance.choice((5, 6, 7)))
            five = best_five(hand)
            assert len(set(five) & set(hand)) == len(five) == 5
            assert strength(five) == strength(hand)


def test_a_strength_says_which_ranks_count() -> None:
    assert ranks_that_count(rated("As 5h 4d 3c 2s")) == (5, 4, 3, 2, 14)
    assert ranks_that_count(rated("Js Jh Kd Kc Ks")) == (13, 13, 13, 11, 11)


@pytest.mark.parametrize(
    "cards",
    [
        [],
        ["As", "Kd", "Qh", "Jc"],
        list(DECK[:8]),
        ["2c", "3c", "4c", "5c", "7c", "8d", "9d", "Td"],  # eight cards, a flush among them
        ["2c", "2d", "2h", "2s"] * 2 + ["Kd", "Qh", "Jc", "9s"],
        ["As", "Kd", "Qh", "Jc", "Joker"],
        ["As"] * 5,
        ["as", "Kd", "Qh", "Jc", "9s"],
    ],
)
def test_what_is_no_hand_is_refused(cards: list[Card]) -> None:
    with pytest.raises(CardError, match="a hand is 5 to 7 different cards of one deck; given: "):
        strength(cards)
