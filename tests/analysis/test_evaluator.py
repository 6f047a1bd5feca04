"""The compiled evaluator against the house's ranking and two evaluators from outside."""

import numpy as np
import pytest

from croupier.analysis.kernels.evaluator import values_of, values_of_seven
from croupier.analysis.kernels.tables import STRENGTHS, lowest_value
from croupier.analysis.multilink.progressive import five_card_counts
from croupier.cards import Category, category, strength
from tests.analysis.hands import named, random_hands
from tests.cards.referees import by_eval7, by_phevaluator


def valued(hands: np.ndarray) -> np.ndarray:
    values = np.zeros(len(hands), np.uint16)
    values_of(hands, values)
    return values


@pytest.mark.parametrize("size", [5, 6, 7])
def test_values_are_the_houses_strengths(size: int) -> None:
    hands = random_hands(20_000, size, seed=size)
    for hand, value in zip(hands, valued(hands), strict=True):
        assert STRENGTHS[value] == strength(named(hand))


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("referee", [by_eval7, by_phevaluator])
def test_order_is_that_of_other_evaluators(size: int, referee) -> None:
    hands = random_hands(10_000, size, seed=10 + size)
    ours = valued(hands).astype(np.int64)
    theirs = np.array([referee(named(hand)) for hand in hands])
    assert np.array_equal(np.sign(np.diff(ours)), np.sign(np.diff(theirs)))
    # One value of theirs for each of ours and the other way round: ties agree everywhere.
    pairs = set(zip(ours.tolist(), theirs.tolist(), strict=True))
    assert len(pairs) == len(set(ours.tolist())) == len(set(theirs.tolist()))


def test_seven_card_kernel_equals_the_general_one() -> None:
    hands = random_hands(50_000, 7, seed=3)
    special = np.zeros(len(hands), np.uint16)
    values_of_seven(hands, special)
    assert np.array_equal(special, valued(hands))


def test_all_five_card_hands_by_category() -> None:
    # 4 suits * 1; 4 * 9 other sequences; 13 * 48; 13 * C(4,3) * 12 * C(4,2); 4 * (C(13,5) - 10);
    # 10 * (4^5 - 4); 13 * C(4,3) * C(12,2) * 4^2; C(13,2) * C(4,2)^2 * 44; 13 * C(4,2) * C(12,3) * 4^3; rest.
    assert five_card_counts() == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pairs": 123_552,
        "one_pair": 1_098_240,
        "five_odd_cards": 1_302_540,
    }


def test_there_are_7462_values() -> None:
    assert len(STRENGTHS) - 1 == 7_462


@pytest.mark.parametrize("each", list(Category))
def test_lowest_value_starts_its_category(each: Category) -> None:
    value = lowest_value(each)
    assert category(int(STRENGTHS[value])) is each
    assert value == 1 or category(int(STRENGTHS[value - 1])) == each - 1
