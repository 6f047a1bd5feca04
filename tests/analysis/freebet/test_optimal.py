"""The best play: against naive maximisation, against figures others have published, by readings."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from croupier.analysis.freebet.charted import best_chart, chart_value
from croupier.analysis.freebet.endings import endings
from croupier.analysis.freebet.optimal import expectation, optimal
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.splits.splitting import Kind
from croupier.analysis.freebet.terms import ACE, TEN, Drawing
from tests.analysis.freebet.brute import Cards, Shoe, dealer_ends, draws, total
from tests.analysis.freebet.tables import las_vegas_free_bet, ordinary, terms_with


@cache
def best(terms):
    return optimal(terms)


def edge(terms) -> float:
    return -expectation(best(terms))


# Against naive maximisation


def naive_values(shoe: Shoe, first: int, cards: Cards) -> dict[Action, Fraction]:
    """Every action on two cards that are no pair, all further draws maximised in fractions."""

    def stand(shoe: Shoe, cards: Cards, extra: int = 0, added: int = 0) -> Fraction:
        """`extra` markers, `added` wagers; a blackjack takes the original wager only."""
        points, value = total(cards), Fraction(0)
        if points > 21:
            return Fraction(-1 - added)
        for end, chance in dealer_ends(shoe, (first,)).items():
            if end == "blackjack":
                value -= chance
            elif end == "bust" or (end.isdigit() and int(end) < points):
                value += chance * (1 + extra + added)
            elif end.isdigit() and int(end) > points:
                value -= chance * (1 + added)
        return value

    @cache
    def play_on(shoe: Shoe, cards: Cards) -> Fraction:
        if total(cards) >= 21:
            return stand(shoe, cards)
        return max(stand(shoe, cards), hit(shoe, cards))

    def hit(shoe: Shoe, cards: Cards) -> Fraction:
        return sum(
            (p * play_on(rest, tuple(sorted((*cards, card)))) for card, p, rest in draws(shoe)), Fraction(0)
        )

    def one_card(extra: int, added: int) -> Fraction:
        return sum(
            (p * stand(rest, (*cards, card), extra, added) for card, p, rest in draws(shoe)), Fraction(0)
        )

    found = {
        Action.STAND: stand(shoe, cards),
        Action.HIT: hit(shoe, cards),
        Action.DOUBLE: one_card(0, 1),
        Action.SURRENDER: Fraction(-1, 2),
    }
    if total(cards) in (9, 10, 11) and ACE not in cards:
        found[Action.FREE_DOUBLE] = one_card(1, 0)
    return found


@pytest.mark.parametrize(
    ("first", "low", "high"),
    [(TEN, 5, TEN), (TEN, 6, TEN), (TEN, 4, 5), (8, 6, 8), (7, 6, 9), (9, 8, 9), (6, 7, TEN)],
)
def test_two_cards_of_one_deck_are_worth_what_naive_maximisation_says(first, low, high):
    decision = best(terms_with(decks=1))[first, low, high]
    shoe = list(terms_with(decks=1).shoe)
    for card in (first, low, high):
        shoe[card] -= 1
    naive = naive_values(tuple(shoe), first, (low, high))
    for action, value in naive.items():
        assert decision.values[action] == pytest.approx(float(value), abs=1e-12), action
    assert decision.value == pytest.approx(float(max(naive.values())), abs=1e-12)


def test_every_deal_has_its_chance():
    decisions = best(terms_with(decks=6))
    assert sum(decision.chance for decision in decisions.values()) == pytest.approx(1, abs=1e-12)
    # 8-8 against a 6 from six decks: 24/312 * 24/311 * 23/310.
    assert decisions[5, 7, 7].chance == pytest.approx(24 / 312 * 24 / 311 * 23 / 310, rel=1e-12)


def test_a_blackjack_is_never_sold_for_even_money():
    """Eight decks, ace up, own ace and ten seen: 127 tens in 413 cards tie. 1.5 * 286/413 = 1.0387."""
    decision = best(terms_with(decks=8))[ACE, ACE, TEN]
    assert decision.value == pytest.approx(1.5 * 286 / 413, rel=1e-12)
    assert decision.value > 1


def test_endings_add_up_to_the_expectation():
    terms = terms_with(decks=8)
    found = endings(terms, best(terms))
    assert sum(chance for _, chance, _ in found) == pytest.approx(1, abs=1e-12)
    assert sum(chance * net for _, chance, net in found) == pytest.approx(expectation(best(terms)), abs=1e-12)


# Against figures that others have published, where the rules are the same


PUBLISHED = {
    # Wizard of Odds, Blackjack Appendix 9: (decks, soft 17, hole card) -> the game's expected return,
    # doubling after splits allowed and not. Composition-dependent, split to four hands, aces once; the splits
    # there know how many hands there are already, ours do not.
    (1, "stand", True): (0.001839, 0.000423),
    (2, "hit", True): (-0.003797, -0.005252),
    (6, "hit", False): (-0.0072705, -0.0086975),
    (8, "hit", False): (-0.007562, -0.0089865),
}


def as_published(decks: int, soft_17: str, hole_card: bool):
    terms = ordinary(decks, soft_17=soft_17)
    return terms if hole_card else replace(terms, capped_at_original=False, blackjack_takes_all=True)


@pytest.mark.parametrize("game", PUBLISHED)
def test_ordinary_blackjack_returns_what_is_published(game):
    terms = as_published(*game)
    for double_after_split, published in zip((True, False), PUBLISHED[game], strict=True):
        found = -edge(replace(terms, double_after_split=double_after_split))
        assert found == pytest.approx(published, abs=1e-5)


@pytest.mark.parametrize(
    ("low", "high", "stand", "hit", "double"),
    # The same source, six decks, no hole card, soft 17 hit, against an ace.
    [
        (0, 1, -0.722356, -0.379910, -1.024099),
        (1, 2, -0.721887, -0.529734, -1.443774),
        (3, 4, -0.721243, -0.396287, -0.932671),
        (4, 5, -0.720879, -0.235772, -0.535879),
        (0, 5, -0.665166, -0.463296, -0.999484),
    ],
)
def test_single_hands_return_what_is_published(low, high, stand, hit, double):
    values = best(as_published(6, "hit", False))[ACE, low, high].values
    found = [values[action] for action in (Action.STAND, Action.HIT, Action.DOUBLE)]
    assert found == pytest.approx([stand, hit, double], abs=6e-7)


def test_hitting_and_standing_agree_with_another_analyser():
    """thaolt/mybjev, one deck, 5-5 against a 6: stand -0.11166941, hit 0.36182255, double twice that."""
    values = best(ordinary(1, soft_17="stand"))[5, 4, 4].values
    assert values[Action.STAND] == pytest.approx(-0.11166941, abs=1e-6)
    assert values[Action.HIT] == pytest.approx(0.36182255, abs=1e-6)
    assert values[Action.DOUBLE] == pytest.approx(0.72364509, abs=1e-6)


def test_splitting_fours_is_worth_what_the_british_leaflet_says():
    """A casino's leaflet: 1.01% without splitting fours, 0.73% with it, a difference of 0.28%."""
    terms = replace(las_vegas_free_bet(8), dealer=Drawing(16, 16, 22))
    chart = best_chart(terms)
    unsplit = chart.copy()
    unsplit.split[:, 3] = 0
    assert chart_value(terms, chart) - chart_value(terms, unsplit) == pytest.approx(0.0028, abs=1e-4)


def test_las_vegas_free_bet_lies_where_published_figures_lie():
    """1.04% is commonly given for six decks; how aces are split again moves it across that figure."""
    four_aces = edge(las_vegas_free_bet())
    aces_once = edge(replace(las_vegas_free_bet(), ace_hands_max=2))
    assert 0.0101 < four_aces < 0.0104 < aces_once < 0.0110


def test_the_gap_to_las_vegas_is_surrender():
    """From the edition's rules to the American ones, one rule at a time, six decks."""
    here = terms_with(decks=6)
    peeking = replace(here, capped_at_original=True)
    without = replace(peeking, surrender="none")
    assert edge(peeking) == pytest.approx(edge(here), abs=1e-12), "nobody doubles for money against a ten"
    assert 0.003 < edge(without) - edge(here) < 0.005
    late = replace(peeking, surrender="late")
    assert edge(here) < edge(late) < edge(without)


# The readings


def test_best_play_never_meets_the_disputed_blackjack_rule():
    """Wagers are added only against cards that cannot become a blackjack, so FB-A03 costs nothing."""
    for (first, *_), decision in best(terms_with(decks=8)).items():
        if first in (ACE, TEN):
            assert decision.action is not Action.DOUBLE
            if decision.split:
                assert not [how for _, _, how in decision.split.doubled if how is Action.DOUBLE]
    assert edge(terms_with(dealer_blackjack_loss="capped_at_original")) == edge(terms_with())


def test_tens_are_never_split_so_unlike_tens_do_not_matter():
    for unlike in (True, False):
        decisions = best(terms_with(decks=8, split_unlike_tens=unlike))
        for first in range(10):
            pair = decisions[first, TEN, TEN]
            assert pair.action is Action.STAND
            assert pair.values[Action.SPLIT] < pair.values[Action.STAND]
    assert edge(terms_with(split_unlike_tens=False)) == pytest.approx(edge(terms_with()), abs=1e-14)


def test_paid_doubles_on_free_hands_are_worth_a_little():
    gain = edge(terms_with(paid_double_on_free_hand=False)) - edge(terms_with())
    assert 0 < gain < 0.0001


def test_paying_blackjacks_at_once_costs_the_ties_against_tens():
    """Eight decks: P(ten, ace, ten in some order) * P(dealer's ace) * 1.5, summed by hand.

    Dealer ten 128/416; player ace and ten 2 * 32 * 127 / (415 * 414); dealer's ace 31/413; each worth 1.5.
    """
    gain = edge(terms_with(decks=8)) - edge(terms_with(decks=8, pay_blackjack_immediately_vs_ten=True))
    by_hand = 128 / 416 * (2 * 32 * 127) / (415 * 414) * 31 / 413 * 1.5
    assert gain == pytest.approx(by_hand, abs=1e-14)


def test_rounding_bites_only_where_the_stake_leaves_a_remainder():
    from croupier.analysis.figures import Asked
    from croupier.analysis.freebet.terms import Terms
    from tests.analysis.freebet.tables import rules_with

    rules = rules_with(
        blackjack_rounding="down", surrender_rounding="up", lowest_chip="5.00", main_min="25.00"
    )
    even, odd = Terms.of(rules, Asked(bet_size=30_00)), Terms.of(rules, Asked(bet_size=25_00))
    # 3 to 2 on 30 is 45, nine chips of 5; on 25 it is 37.50, paid 35. Half of 25 is 12.50, 15 kept.
    assert even.blackjack_pays == Fraction(3, 2)
    assert odd.blackjack_pays == Fraction(35, 25)
    assert even.surrender_kept == Fraction(15, 30)
    assert odd.surrender_kept == Fraction(15, 25)


def test_more_freedom_is_never_worth_less():
    """Splitting again is optional, so four hands are worth at least three, and three at least two."""
    values = [edge(replace(terms_with(decks=6), hands_max=most)) for most in (4, 3, 2)]
    assert values == sorted(values)
    split = best(terms_with(decks=6))[5, 7, 7].split
    assert split is not None
    assert split.again == {Kind.STAKED, Kind.MARKER}
