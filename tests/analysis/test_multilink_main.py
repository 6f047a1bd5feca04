"""Multi-Link's main game: subtrees against counting one by one, totals against what must hold."""

from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.analysis.catalogue import adopt
from croupier.analysis.figures import AnalysisError
from croupier.analysis.kernels.cards import holding, numbers
from croupier.analysis.kernels.symmetry import CHOOSE, HOLDING_UNDER
from croupier.analysis.kernels.tables import lowest_value
from croupier.analysis.multilink.advice import advice
from croupier.analysis.multilink.enumeration import counts
from croupier.analysis.multilink.main_game import (
    DEALS,
    BestPlay,
    Result,
    best_play,
    hand_values,
    main_figures,
    simpler_plays,
    terms_of,
)
from croupier.analysis.multilink.play import (
    HANDS,
    LOSE,
    STAND_OFF,
    WIN,
    WIN_PAID,
    Ratios,
    best_streets,
    tallied,
)
from croupier.analysis.multilink.starting import counted, main_value, starting_values
from croupier.analysis.multilink.weaknesses import blind_value
from croupier.cards import Category, parse_cards
from croupier.rulebook import Rules
from tests.analysis.drafts import draft
from tests.analysis.hands import showdown_counts

FOLDED_ELSEWHERE = ("72o", "62o", "52o", "43o", "42o", "32o")


@pytest.fixture(scope="module")
def rules():
    return adopt("rws-multilink@3", {})


@pytest.fixture(scope="module")
def play(rules) -> BestPlay:
    return best_play(rules)


def place(cards) -> int:
    return sum(int(CHOOSE[card, at]) for at, card in enumerate(sorted(numbers(cards)), start=1))


@pytest.mark.parametrize(
    ("hole", "four"),
    [("AsKd", "2c7d9hJs"), ("9h8h", "7h6h2sKc"), ("7c2d", "7h7s2h9c"), ("QsQd", "AhKhJhTh")],
)
def test_after_the_turn_equals_counting_one_by_one(play: BestPlay, hole: str, four: str) -> None:
    own, board = parse_cards(hole), parse_cards(four)
    fours = play.counted.fours
    under = HOLDING_UNDER[fours.renaming[place(board)], holding(*numbers(own))]
    packed = int(play.counted.after_turn[fours.index[place(board)], under])
    found = packed & 0xFFFF, packed >> 16 & 0xFFFF, packed >> 32
    assert found == showdown_counts(own, board)


def test_after_the_flop_equals_counting_one_by_one(play: BestPlay) -> None:
    own, board = parse_cards("Jc9c"), parse_cards("Tc8d2h")
    flops = play.counted.flops
    under = HOLDING_UNDER[flops.renaming[place(board)], holding(*numbers(own))]
    found = tuple(int(n) for n in play.counted.after_flop[:, flops.index[place(board)], under])
    # One by one, turn and river are a pair; in the game either of them can come first.
    assert found == tuple(2 * number for number in showdown_counts(own, board))


def test_every_deal_is_counted_once(play: BestPlay) -> None:
    # 52C2 holdings * 50C3 flops * 47 turns * 46 rivers * 45C2 dealer hands
    assert DEALS == 1326 * 19_600 * 47 * 46 * 990
    assert int(play.result.deals.sum()) == DEALS


def test_player_and_dealer_are_alike(play: BestPlay) -> None:
    ends = play.result.deals.sum(axis=(0, 1, 2))
    assert ends[WIN_PAID] + ends[WIN] == ends[LOSE]
    assert ends[STAND_OFF] == DEALS - 2 * ends[LOSE]


def test_edge_agrees_with_published_analyses(rules) -> None:
    # The same rules are played elsewhere as Texas Hold'em Bonus, Las Vegas rules; see docs/mathematics.md.
    figures = main_figures(rules)
    assert figures.exact is True
    assert round(100 * figures.house_edge, 3) == 2.037
    assert round(float(figures.details["average_bet"]), 4) == 3.8181
    assert round(100 * float(figures.details["element_of_risk"]), 4) == 0.5335
    assert figures.details["fold_set"] == "72o 62o 52o 42o 32o"


def test_hands_agree_with_published_values(rules, play: BestPlay) -> None:
    values = {name: round(float(value), 6) for name, _, value in hand_values(play.result)}
    published = {"32o": -1.155927, "42o": -1.091604, "52o": -1.019987, "62o": -1.046723, "72o": -1.031301}
    published |= {"82o": -0.896002, "92o": -0.763132, "T2o": -0.613979, "J2o": -0.459414, "Q2o": -0.28969}
    assert {name: values[name] for name in published} == published


@pytest.mark.soak
def test_other_rules_agree_with_published_analyses(rules) -> None:
    # Where nobody folds ("Colorado"): 2.3496%. Where the Ante pays from a flush ("Atlantic City"): 5.5935%.
    never_fold = next(each for each in simpler_plays(rules) if each.name == "never fold")
    assert round(100 * float(-never_fold.ev), 4) == 2.3496
    terms = replace(terms_of(rules), ante_from=lowest_value(Category.FLUSH))
    counted = counts(terms.ante_from)
    deals = tallied(counted, best_streets(counted, Ratios((1, 1), (1, 1)))[0])
    folded = frozenset(hand for hand, name in enumerate(HANDS) if name in FOLDED_ELSEWHERE)
    elsewhere = Result("flush", "", terms, deals, folded)
    assert round(100 * float(-elsewhere.ev), 4) == 5.5935
    assert round(float(elsewhere.value_of(HANDS.index("32o"))), 6) == -1.195592


def test_figures_fit_together(rules) -> None:
    figures = main_figures(rules)
    ways = [(Fraction(way.rational), Fraction(way.net)) for way in figures.outcomes]
    assert sum(p for p, _ in ways) == 1
    ev = sum(p * net for p, net in ways)
    assert Fraction(figures.rational) == ev
    assert figures.sd == pytest.approx(float(sum(p * net * net for p, net in ways) - ev * ev) ** 0.5)
    # Five hands of twelve combinations each are folded: 60 of 1,326.
    assert figures.details["fold"] == pytest.approx(60 / 1326)
    assert {"1.11", "1.29", "1.23", "3.13", "3.14", "3.15", "4.1"} <= set(figures.paragraphs)


def test_hand_values_add_up_to_the_edge(rules, play: BestPlay) -> None:
    values = hand_values(play.result)
    assert len(values) == 169
    assert values[0][0] == "AA"
    total = sum((n * max(value, Fraction(-1)) for _, n, value in values), Fraction(0)) / 1326
    assert total == play.result.ev


def test_no_simpler_play_is_better(rules, play: BestPlay) -> None:
    plays = {each.name: each for each in simpler_plays(rules)}
    assert set(plays) == {"never fold", "pair or better", "flop only", "always bet", "always fold"}
    assert all(each.ev < play.result.ev for each in plays.values())
    # Every bet on every hand: wins and losses cancel on five units, except that the Ante is paid only from a
    # straight up. So the loss is the chance to win with less than a straight.
    deals = plays["always bet"].deals.sum(axis=(0, 1, 2))
    assert plays["always bet"].ev == -Fraction(int(deals[WIN]), DEALS)
    # Bets on a hand that nobody looks at are even, so playing it unseen is worth the same.
    assert blind_value(plays["always bet"]) == plays["always bet"].ev
    assert plays["always fold"].ev == -1


def test_an_even_decision_is_checked(play: BestPlay) -> None:
    assert play.even["river"] > 0
    gain = (play.counted.after_turn & 0xFFFF) - (play.counted.after_turn >> 16 & 0xFFFF)
    assert np.array_equal(play.streets.river == 1, gain > 0)


def test_both_editions_have_the_same_main_game(play: BestPlay) -> None:
    assert best_play(adopt("rws-multilink@2", {})) is play


def test_advice_is_what_the_counts_say(rules) -> None:
    wins, losses, _ = showdown_counts(parse_cards("AsKd"), parse_cards("2c7d9hJs"))
    river = advice(rules, parse_cards("AsKd"), parse_cards("2c7d9hJs"))
    assert river.rows[0][2] == str(Fraction(wins - losses, 46 * 990))
    assert [row[3] for row in advice(rules, parse_cards("7c2d"), ()).rows] == ["", "best"]


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        ("As", "", "two cards"),
        ("AsKd", "2c", "none, the flop or flop and turn"),
        ("AsKd", "As2c3d", "A♠ is there twice"),
        ("AsAs", "", "A♠ is there twice"),
    ],
)
def test_impossible_cards_are_refused(rules, hole: str, board: str, words: str) -> None:
    with pytest.raises(AnalysisError, match=words):
        advice(rules, parse_cards(hole), parse_cards(board))


@pytest.mark.parametrize("edition", ["rws-multilink@2", "rws-multilink@3"])
def test_the_starting_values_kept_as_data_are_those_counted(edition: str) -> None:
    rules = adopt(edition, {})
    assert dict(starting_values(rules)) == counted(rules)
    assert str(main_value(rules)) == main_figures(rules).rational


@pytest.mark.parametrize("name", ["main.flop", "main.turn", "main.river", "main.ante"])
def test_the_exact_figure_moves_with_every_pay_line(name: str, play: BestPlay) -> None:
    assert best_play(Rules.adopt(draft("rws-multilink@2", lines={name: "2 to 1"}))).result.ev > play.result.ev


@pytest.mark.parametrize("name", ["flop_multiple", "turn_multiple", "river_multiple"])
def test_the_exact_figure_moves_with_every_multiple(name: str, play: BestPlay) -> None:
    assert best_play(Rules.adopt(draft("rws-multilink@3", {name: 3}))).result.ev != play.result.ev
