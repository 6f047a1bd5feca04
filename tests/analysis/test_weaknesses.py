"""What a known card and a dealer's mistake are worth: each by a second way."""

from fractions import Fraction
from itertools import combinations as sets

import numpy as np
import pytest

from croupier.analysis.catalogue import adopt
from croupier.analysis.freebet.known_cards.effects import without
from croupier.analysis.freebet.known_cards.remembering import Memory, insurance_gain
from croupier.analysis.freebet.optimal import expectation, optimal
from croupier.analysis.freebet.terms import Terms
from croupier.analysis.freebet.weaknesses import mistakes as freebet_mistakes
from croupier.analysis.freebet.weaknesses import unnoticed
from croupier.analysis.kernels.cards import CARD, numbers
from croupier.analysis.multilink.exposure import gains, summed_up
from croupier.analysis.multilink.main_game import terms_of
from croupier.analysis.multilink.starting import main_value, starting_values
from croupier.analysis.multilink.weaknesses import first_card_values, mistakes
from croupier.cards import parse_cards, strength

OWN, FOUR = parse_cards("9h8h"), parse_cards("7h6c2sKd")


def _left() -> list[int]:
    held = numbers((*OWN, *FOUR))
    return [card for card in range(52) if card not in held]


def _one_by_one(rivers: list[int], dealers: list[tuple[int, int]]) -> int:
    """Wins less losses, each river and each hand of the dealer ranked by the house itself."""
    total = 0
    for river in rivers:
        board = (*FOUR, CARD[river])
        mine = strength((*OWN, *board))
        for pair in dealers:
            if river not in pair:
                theirs = strength((CARD[pair[0]], CARD[pair[1]], *board))
                total += (mine > theirs) - (mine < theirs)
    return total


def test_sums_taken_apart_are_those_of_the_cards_that_are_left() -> None:
    left = _left()
    n = len(left)
    sums, pairs, dealers = np.zeros((3, n), np.int64), np.zeros((n, n), np.int64), np.zeros((n, n), np.int64)
    own, seen = np.array(numbers(OWN)), np.array(numbers(FOUR))
    total = summed_up(own, seen, np.array(left), 1, 1, sums, pairs, dealers)
    x, y = 40, 7  # places of two cards that somebody has seen in another box
    rest = [card for card in left if card not in (left[x], left[y])]
    found = total - sums[0, x] - sums[0, y] + pairs[x, y]
    assert found == _one_by_one(rest, list(sets(rest, 2)))
    others = [card for card in left if card != left[x]]
    assert sums[1, x] == _one_by_one(others, [(left[x], card) for card in others])
    assert sums[2, x] == _one_by_one([left[x]], list(sets(others, 2)))
    assert dealers[x, y] == _one_by_one(rest, [(left[x], left[y])])


def test_knowing_more_is_never_worth_less() -> None:
    without, informed = gains(np.array(numbers(OWN)), np.array(numbers(FOUR)), 1, 1)
    one, two, dealers_one, dealers_both, following = informed
    assert without <= one <= two
    assert without <= dealers_one <= dealers_both
    assert without <= following


def test_one_own_card_seen_averages_to_the_whole_game() -> None:
    """An ace is worth playing, a deuce is not; over all thirteen ranks it is the main game again."""
    rules = adopt("rws-multilink@3", {})
    by_rank = first_card_values(starting_values(rules))
    assert sum(by_rank.values(), Fraction(0)) / 13 == main_value(rules)
    assert by_rank["A"] > 0 > by_rank["2"]


def test_mistakes_at_multilink_by_what_is_known_of_the_game() -> None:
    rules = adopt("rws-multilink@3", {})
    found = {name: (chance, each) for name, chance, each, _ in mistakes(rules, terms_of(rules))}
    assert float(found["Stand Off collected"][0]) == pytest.approx(0.03794, abs=1e-5)
    assert found["Ante not paid on a win that earns it"][1] == -1
    # 13 * 6 - 4 * 6 = 54 of 1,326 holdings are pairs of tens and below, paid 3 where 10 would be wrong.
    assert found["Bonus: low pair paid as a high one"] == (Fraction(54, 1326), 7)
    assert found["Round voided (5.8, 5.9)"][1] == -main_value(rules)


def test_a_blackjack_paid_even_by_hand() -> None:
    """Six decks. Half a wager of each that is paid; against an ace the right chart waits."""
    terms = Terms.of(adopt("mbs-freebet@3", {}))
    wrong = {name: rules for name, rules, _ in freebet_mistakes(terms)}["blackjack paid 1 to 1"]
    natural = Fraction(2 * 24 * 96, 312 * 311)
    ace, ten = Fraction(23, 310), Fraction(95, 310)
    by_ace, by_ten = 1 - Fraction(95, 309), 1 - Fraction(23, 309)
    lost = natural * (ace * by_ace + ten * by_ten + (1 - ace - ten)) / 2
    assert unnoticed(terms, wrong) == pytest.approx(-float(lost), abs=1e-9)


def test_insurance_with_the_hand_of_another_area_in_mind_by_hand() -> None:
    """One deck, an ace shown: with four other cards and no ten among them 16 of 47 are tens, else too few."""
    shoe = Terms.of(adopt("mbs-freebet@3", {"decks": "1"})).shoe
    two, half = Fraction(2), Fraction(1, 2)
    assert insurance_gain(shoe, two, half, 0) == insurance_gain(shoe, two, half, 1) == 0
    no_ten = Fraction(35 * 34 * 33 * 32, 51 * 50 * 49 * 48)
    assert insurance_gain(shoe, two, half, 2) == no_ten * (3 * Fraction(16, 47) - 1) / 2 * Fraction(4, 52)


@pytest.mark.soak
def test_remembering_one_card_is_worth_what_ten_shoes_solved_say() -> None:
    """A card is one of ten values: the gain is the mean of ten exact expectations less that of none gone."""
    terms = Terms.of(adopt("mbs-freebet@3", {"decks": "1"}))
    one_gone = [expectation(optimal(without(terms, value))) for value in range(10)]
    exact = np.average(one_gone, weights=terms.shoe) - expectation(optimal(terms))
    found = Memory(terms).gain(1, solved=12)
    assert exact == pytest.approx(0.000185, abs=1e-6)
    assert abs(found.main - exact) < 4 * found.error
