"""The dealer's hand and the player's showdown against naive recursion in fractions."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.analysis.freebet.shoe.dealer import (
    BLACKJACK,
    BUST,
    LOWEST_FINAL,
    RESULTS,
    STAND_OFF,
    dealer_tree,
)
from croupier.analysis.freebet.shoe.families import dealt
from croupier.analysis.freebet.shoe.hands import all_hands, total_of
from croupier.analysis.freebet.shoe.showdown import BREAK, BREAK_NATURAL, LOSE, MASS, NATURAL, WIN, fates
from croupier.analysis.freebet.terms import VALUES, Drawing
from tests.analysis.freebet.brute import dealer_ends, draws, total

HITS_SOFT_17 = Drawing(draws_to=16, draws_to_soft=17, stand_off_total=22)
NOTHING = np.zeros(VALUES, np.int64)


def test_hands_are_all_sets_of_cards_worth_at_most_21():
    hands = all_hands()
    # Ways to write each of 0 to 21 as a sum of ones to tens, in any order: counted by the usual recurrence.
    ways = [1] + [0] * 21
    for part in range(1, 11):
        for points in range(part, 22):
            ways[points] += ways[points - part]
    assert len(hands.sizes) == sum(ways)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((1, 0, 0, 0, 0, 0, 0, 0, 0, 1), (21, True)),
        ((1, 0, 0, 0, 0, 0, 0, 1, 0, 0), (19, True)),
        ((2, 0, 0, 0, 0, 0, 0, 0, 1, 0), (21, True)),
        ((2, 0, 0, 0, 0, 0, 0, 0, 0, 1), (12, False)),
        ((0, 0, 0, 0, 1, 1, 0, 0, 0, 0), (11, False)),
    ],
)
def test_totals_count_one_ace_high_while_that_fits(counts, expected):
    assert total_of(counts) == expected


@pytest.mark.parametrize("first", range(VALUES))
def test_the_list_of_dealer_hands_gives_the_naive_probabilities(first):
    shoe = (2, 1, 2, 1, 1, 2, 1, 2, 1, 5)
    tree = dealer_tree(HITS_SOFT_17, first)
    products = {0: Fraction(1)}  # of the latest set of each size
    ends = [Fraction(0)] * RESULTS
    cards = sum(shoe)
    for at in range(len(tree.size)):
        size = int(tree.size[at])
        products[size] = products[size - 1] * (shoe[tree.value[at]] - int(tree.held[at]))
        if tree.orders[at]:
            chance = products[size] * int(tree.orders[at])
            for drawn in range(size):
                chance /= max(cards - drawn, 1)
            ends[tree.result[at]] += chance
    naive = dealer_ends(shoe, (first,))
    assert ends[:BLACKJACK] == [naive.get(str(LOWEST_FINAL + at), 0) for at in range(BLACKJACK)]
    assert ends[BLACKJACK] == naive.get("blackjack", 0)
    assert ends[STAND_OFF] == naive.get("stand-off", 0)
    assert ends[BUST] == 0, "busts are what is left"
    assert 1 - sum(ends) == naive.get("bust", 0)


@pytest.mark.parametrize("first", [0, 1, 5, 9])
def test_the_kernel_knows_how_every_hand_fares(first):
    shoe = (2, 2, 1, 1, 1, 2, 2, 1, 1, 4)
    hands, family = all_hands(), dealt()
    found = fates(
        dealer_tree(HITS_SOFT_17, first), first, hands, family.members, np.array(shoe, np.int64), NOTHING
    )
    for held in [(9, 5), (0, 6), (1, 1, 7), (2, 3, 4, 6), (0, 0, 9), (4, 9, 5)]:
        row = found[family.place[hands.of(*held)]]
        mass, rest = Fraction(1), shoe
        for card in held:
            (drawn,) = [each for each in draws(rest) if each[0] == card]
            mass, rest = mass * drawn[1], drawn[2]  # type: ignore[assignment]
        ends = dealer_ends(rest, (first,))
        points = total(held)
        wins = sum(p for end, p in ends.items() if end == "bust" or (end.isdigit() and int(end) < points))
        loses = sum(p for end, p in ends.items() if end.isdigit() and int(end) > points)
        breaks = [each for each in draws(rest) if total((*held, each[0])) > 21]
        assert row[MASS] == pytest.approx(float(mass), rel=1e-12)
        assert row[WIN] == pytest.approx(float(mass * wins), rel=1e-12)
        assert row[LOSE] == pytest.approx(float(mass * loses), rel=1e-12)
        assert row[NATURAL] == pytest.approx(float(mass * ends.get("blackjack", 0)), rel=1e-12)
        assert row[BREAK] == pytest.approx(float(mass * sum(each[1] for each in breaks)), rel=1e-12)
        natural = sum(
            (chance * dealer_ends(left, (first,)).get("blackjack", 0) for _, chance, left in breaks),
            Fraction(0),
        )
        assert row[BREAK_NATURAL] == pytest.approx(float(mass * natural), rel=1e-12)


def test_a_hand_the_shoe_cannot_deal_has_no_chance():
    shoe = np.array((1, 1, 1, 1, 1, 1, 1, 1, 1, 4), np.int64)
    family = dealt()
    found = fates(dealer_tree(HITS_SOFT_17, 4), 4, all_hands(), family.members, shoe, NOTHING)
    assert found[family.pair(7, 7)].tolist() == [0.0] * 6
    assert found[family.pair(7, 9)][MASS] > 0
