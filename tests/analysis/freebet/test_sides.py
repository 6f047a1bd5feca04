"""Side bets worked out by hand or by naive counting, and what is refused."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from croupier.analysis.figures import Asked
from croupier.analysis.freebet import bets, pot_of_gold
from croupier.analysis.freebet.against_ace import ten_next
from croupier.analysis.freebet.charted import best_chart
from croupier.analysis.freebet.sides import bust_chances, pair_chance
from croupier.analysis.freebet.terms import Terms
from tests.analysis.freebet.brute import dealer_ends, draws, is_soft, total
from tests.analysis.freebet.tables import rules_with, terms_with

ASKED = Asked()


def test_pair_of_eight_decks_by_hand():
    """The second card matches the first: 31 of 415. 31/415 * 12 - 1 = -43/415."""
    figures = bets.pair_figures(rules_with(decks=8), ASKED)
    assert figures.rational == "-43/415"
    assert figures.exact is True


def test_a_ten_with_a_face_card_would_make_the_pair_a_gift():
    """Six decks, ten with J, Q, K in either order: 2 * 24 * 72 / (312 * 311) more chances."""
    more = pair_chance(6, True) - pair_chance(6, False)
    assert more == Fraction(2 * 24 * 72, 312 * 311)
    assert bets.pair_figures(rules_with(pair_ten_face=True), ASKED).ev > 0.3


def test_insurance_by_hand():
    """One deck, ace gone: 16 tens in 51. Holding two of them 14 in 49, holding none 16 in 49."""
    assert ten_next(terms_with(decks=1)) == Fraction(16, 51)
    figures = bets.insurance_figures(rules_with(decks=1), ASKED)
    assert figures.rational == str(Fraction(48, 51) - 1)
    assert figures.details["ev_holding_two_tens_rational"] == str(Fraction(42, 49) - 1)
    assert figures.details["ev_holding_no_ten_rational"] == str(Fraction(48, 49) - 1)


def test_busts_are_counted_as_a_naive_dealer_draws():
    """The whole single deck, one card after the other."""
    terms = terms_with(decks=1)
    found = bust_chances(terms)

    def naive(shoe, cards):
        points = total(cards)
        if len(cards) >= 2 and (points > 17 or (points == 17 and not is_soft(cards))):
            return {len(cards): Fraction(1)} if points > 21 else {}
        ends: dict[int, Fraction] = {}
        for card, chance, rest in draws(shoe):
            for size, share in known(rest, tuple(sorted((*cards, card)))).items():
                ends[size] = ends.get(size, Fraction(0)) + chance * share
        return ends

    memory: dict = {}

    def known(shoe, cards):
        if (shoe, cards) not in memory:
            memory[shoe, cards] = naive(shoe, cards)
        return memory[shoe, cards]

    assert found == known(terms.shoe, ())


def test_twenty_two_counts_as_a_bust_for_busted():
    terms = terms_with(decks=6)
    ends: dict[Any, Any] = {}
    for card, chance, rest in draws(terms.shoe):
        for end, share in dealer_ends(rest, (card,)).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * share
    assert sum(bust_chances(terms).values()) == ends["bust"] + ends["stand-off"]


def test_busted_on_the_other_reading_is_simulated_and_says_so():
    taken = bets.busted_figures(rules_with(decks=6), ASKED)
    other = bets.busted_figures(rules_with(decks=6, dealer_draws_for_busted=False), ASKED)
    assert taken.exact is True
    assert isinstance(other.exact, float)
    assert 0 < other.exact < 0.005
    assert other.ev < taken.ev - 0.1, "the dealer often stops when every hand is gone"


# Pot of Gold


def naive_markers(terms: Terms) -> dict[int, Fraction]:
    """Best play for the side bet by dealing every order of a tiny shoe, eights and threes and kings."""
    cards = [value for value, number in enumerate(terms.shoe) for _ in range(number)]
    found: dict[int, int] = {}
    orders = list(permutations(cards))
    for order in orders:
        used = _markers_of(order)
        found[used] = found.get(used, 0) + 1
    return {used: Fraction(number, len(orders)) for used, number in found.items()}


def _markers_of(order: tuple[int, ...]) -> int:
    one, other, *rest = order
    if one != other or one == 9:
        return int(one + other + 2 in (9, 10, 11))
    used, formed, waiting = 1, 2, 2
    cards = iter(rest)
    while waiting:
        second = next(cards)
        if second == one and formed < 4:
            used, formed, waiting = used + 1, formed + 1, waiting + 1
        else:
            used += one + second + 2 in (9, 10, 11)
            waiting -= 1
    return used


class TinyShoe:
    """Three kinds of cards, few enough to deal in every order."""

    shoe = (0, 0, 3, 0, 0, 0, 0, 4, 0, 2)
    hands_max = 4
    ace_hands_max = 2
    free_double_totals = (9, 10, 11)


def test_markers_of_a_tiny_shoe_are_counted_one_order_at_a_time():
    """A free double's own card does not matter for later second cards: any card is as good as the next."""
    tiny = TinyShoe()
    assert pot_of_gold.best_markers(tiny) == naive_markers(tiny)  # type: ignore[arg-type]


def test_no_marker_by_hand():
    """Six decks: no marker if the cards are no pair but tens and do not make a hard 9, 10 or 11.

    Pairs that can be split: 9 * 24 * 23. Unlike cards for nine: 2-7, 3-6, 4-5; ten: 2-8, 3-7, 4-6; eleven:
    2-9, 3-8, 4-7, 5-6; ten pairs of ranks, each 2 * 24 * 24.
    """
    used = Fraction(9 * 24 * 23 + 10 * 2 * 24 * 24, 312 * 311)
    assert pot_of_gold.best_markers(terms_with(decks=6))[0] == 1 - used


def test_the_chart_uses_fewer_markers_than_the_best_play():
    rules = rules_with(decks=8)
    figures = bets.pot_of_gold_figures(rules, ASKED)
    assert figures.exact is True
    assert figures.details["best_play_ev"] > figures.ev  # type: ignore[operator]
    terms = Terms.of(rules)
    for markers in (pot_of_gold.best_markers(terms), pot_of_gold.chart_markers(terms, best_chart(terms))):
        assert sum(markers.values()) == 1
        assert max(markers) == 7, "three splits and four doubles"


# Refusals


@pytest.mark.parametrize("decks", [0, 9, -1])
def test_decks_out_of_range_are_refused_with_the_range(decks):
    from croupier.rulebook import SettingError

    with pytest.raises(SettingError, match="1 to 8"):
        rules_with(decks=decks)


@pytest.mark.parametrize("stake", [24_99, 1_000_01, 0, -1])
def test_wagers_outside_the_limits_are_refused_with_the_limits(stake):
    from croupier.analysis.figures import AnalysisError

    with pytest.raises(AnalysisError, match=r"25.*to.*1,000"):
        bets.main_figures(rules_with(), Asked(bet_size=stake))
