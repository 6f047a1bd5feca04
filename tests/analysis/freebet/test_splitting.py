"""Splits up to four hands against rounds played out card by card: no exchange, no weights, fractions."""

from dataclasses import replace
from itertools import product

import pytest

from croupier.analysis.freebet.chart import MARKER_ONLY, MONEY, Chart
from croupier.analysis.freebet.charted import Judge, Worths, best_chart
from croupier.analysis.freebet.optimal import best_split
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.shoe.tables import Tables
from croupier.analysis.freebet.splits.splitting import Kind, final_hands, weights
from tests.analysis.freebet.brute import Cards, is_soft, split_value, total
from tests.analysis.freebet.tables import terms_with

BOTH = frozenset({Kind.STAKED, Kind.MARKER})
NAMES = {Action.DOUBLE: "double", Action.FREE_DOUBLE: "free double"}
SIX, SEVEN, EIGHT, NINE, TEN = 5, 6, 7, 8, 9


def shoe_of(**numbers: int) -> tuple[int, ...]:
    """shoe_of(c8=4, cT=6): four eights and six tens."""
    return tuple(numbers.get(f"c{name}", 0) for name in "A23456789T")


def without(shoe: tuple[int, ...], *cards: int) -> tuple[int, ...]:
    counts = list(shoe)
    for card in cards:
        counts[card] -= 1
    return tuple(counts)


def by_chart(chart: Chart, first: int):
    """The chart as the naive player reads it."""

    def policy(carries: str, cards: Cards, may_split: bool) -> str:
        part = MARKER_ONLY if carries == "marker" else MONEY
        if may_split and chart.split[part, cards[0], first]:
            return "split"
        soft, points = int(is_soft(cards)), total(cards)
        double = int(chart.double[part, soft, points, first]) if len(cards) == 2 else 0
        if double:
            return NAMES[Action(double)]
        return "hit" if chart.hit[part, soft, points, first] else "stand"

    return policy


def test_four_hands_come_of_two_pair_cards_and_never_five():
    hands = final_hands(Kind.MARKER, BOTH, 4)
    assert max(known.others_paired for known in hands) == 2
    assert sum(paths for known, paths in hands.items() if known.kind is Kind.STAKED) == 8, "one per path"


@pytest.mark.parametrize(("pair_cards", "cards"), [(30, 413), (2, 49), (1, 49), (0, 49), (6, 10)])
def test_weights_count_each_split_hand_once(pair_cards, cards):
    """The staked hand exists in every path: its chances over second cards sum to one."""
    hands = final_hands(Kind.MARKER, BOTH, 4)
    found = weights(hands, Kind.STAKED, pair_cards, cards)
    total_chance = 0.0
    for missing, (unpaired, paired) in enumerate(zip(found.unpaired, found.paired, strict=True)):
        if pair_cards >= missing:
            like = (pair_cards - missing) / (cards - missing)
            total_chance += unpaired * (1 - like) + paired * like
    assert total_chance == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize(
    ("pair", "first", "shoe", "capped"),
    [
        (EIGHT, SIX, shoe_of(c2=2, c3=3, c6=3, c8=6, cT=7), False),
        (SEVEN, EIGHT, shoe_of(c3=2, c4=3, c7=5, c8=3, cT=9), False),
        (NINE, TEN, shoe_of(cA=2, c9=5, c5=3, cT=9), False),
        (NINE, TEN, shoe_of(cA=2, c9=5, c5=3, cT=9), True),
        (SIX, 0, shoe_of(cA=2, c6=5, cT=8, c9=5), True),
    ],
)
def test_a_charted_split_is_worth_what_playing_it_out_gives(pair, first, shoe, capped):
    loss = "capped_at_original" if capped else "live_original_plus_busted"
    terms = terms_with(dealer_blackjack_loss=loss)
    chart = best_chart(terms_with())
    tables = Tables(shoe, terms.dealer)
    found = Judge(Worths(terms, tables, first), chart).split_value(pair, shoe[pair] - 2 - int(pair == first))
    rest = without(shoe, pair, pair, first)
    naive = split_value(rest, first, pair, by_chart(chart, first), capped=capped)
    assert found == pytest.approx(float(naive), abs=1e-12)


@pytest.mark.parametrize(
    ("hands_max", "first", "takes_all"), [(2, SIX, False), (3, TEN, False), (3, TEN, True), (4, 0, False)]
)
def test_a_paid_split_of_tens_is_worth_what_playing_it_out_gives(hands_max, first, takes_all):
    """Added wagers come back against a blackjack unless their hand has busted; elsewhere all are lost."""
    terms = replace(terms_with(), hands_max=hands_max, blackjack_takes_all=takes_all)
    chart = best_chart(terms_with()).copy()
    chart.split[MONEY, TEN] = 1
    shoe = shoe_of(cA=3, c2=3, c6=4, cT=10)
    tables = Tables(shoe, terms.dealer)
    found = Judge(Worths(terms, tables, first), chart).split_value(TEN, shoe[TEN] - 2 - int(first == TEN))
    rest = without(shoe, TEN, TEN, first)
    policy = by_chart(chart, first)
    naive = split_value(rest, first, TEN, policy, new="added", hands_max=hands_max, takes_all=takes_all)
    assert found == pytest.approx(float(naive), abs=1e-12)


@pytest.mark.parametrize("first", [SIX, pytest.param(TEN, marks=pytest.mark.soak)])
def test_no_play_by_own_cards_beats_the_best_split(first):
    """Every policy of a tiny shoe is tried. Hands' results add up, so each kind is tried by itself."""
    terms = replace(terms_with(), hands_max=3)
    shoe = shoe_of(c3=3, c6=1, c8=4, cT=6)
    rest = without(shoe, EIGHT, EIGHT, first)
    best = best_split(terms, Tables(shoe, terms.dealer), first, EIGHT, shoe[EIGHT] - 2)
    # Absurd choices are left out: standing on 11, doubling a stiff against a ten, hitting 17 against a six.
    stiff = ("hit", "stand", "double") if first == SIX else ("hit", "stand")
    pat = ("stand",) if first == SIX else ("hit", "stand")
    spots: list[tuple[Cards, tuple[str, ...]]] = [
        ((2, EIGHT), ("hit", "free double")),
        ((EIGHT, EIGHT), stiff),
        ((SIX, EIGHT), stiff),
        ((2, 2, EIGHT), ("hit", "stand")),
        ((2, SIX, EIGHT), pat),
        ((2, 2, 2, EIGHT), pat),
        ((EIGHT, TEN), pat),
    ]
    choices = [
        {cards: action for (cards, _), action in zip(spots, actions, strict=True)}
        for actions in product(*(actions for _, actions in spots))
    ]

    def policy(staked: dict[Cards, str], marker: dict[Cards, str]):
        def decide(carries: str, cards: Cards, may_split: bool) -> str:
            chosen = staked if carries == "staked" else marker
            return "split" if may_split else chosen.get(tuple(sorted(cards)), "stand")

        return decide

    def value(staked: dict[Cards, str], marker: dict[Cards, str]) -> float:
        return float(split_value(rest, first, EIGHT, policy(staked, marker), hands_max=3))

    assert best.again == BOTH
    staked = max(choices, key=lambda each: value(each, choices[0]))
    marker = max(choices, key=lambda each: value(staked, each))
    assert value(staked, marker) == pytest.approx(best.value, abs=1e-12)


def test_split_aces_get_one_card_each():
    terms = terms_with()
    shoe = shoe_of(cA=4, c4=3, c7=4, cT=6)
    tables = Tables(shoe, terms.dealer)
    found = best_split(terms, tables, SEVEN, 0, shoe[0] - 2)
    rest = without(shoe, 0, 0, SEVEN)
    naive = split_value(rest, SEVEN, 0, lambda *_: "stand", hands_max=2)
    assert found.value == pytest.approx(float(naive), abs=1e-12)
