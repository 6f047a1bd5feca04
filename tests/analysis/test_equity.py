"""Equity against counting one by one, and ranges as people write them."""

from itertools import combinations

import pytest

from croupier.analysis.figures import AnalysisError
from croupier.analysis.poker.equity import equity
from croupier.analysis.poker.ranges import parse_range
from croupier.cards import DECK, parse_cards, strength


def one_by_one(hands: list[str], board: str) -> list[float]:
    held = [parse_cards(hand) for hand in hands]
    fixed = parse_cards(board)
    left = [card for card in DECK if card not in {*fixed, *(card for two in held for card in two)}]
    shares, shown = [0.0] * len(hands), 0
    for rest in combinations(left, 5 - len(fixed)):
        ranked = [strength((*two, *fixed, *rest)) for two in held]
        winners = [at for at, value in enumerate(ranked) if value == max(ranked)]
        for at in winners:
            shares[at] += 1 / len(winners)
        shown += 1
    return [share / shown for share in shares]


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AsKs", "QhQd"], "2c7dJs"),
        (["AsKs", "QhQd", "7c7h"], "Ts9s8s"),
        (["AsKd", "AhKc"], "QdJs4h2c"),
        (["2c2d", "3c3d"], "AhAdAcKsKd"),
    ],
)
def test_equity_equals_counting_one_by_one(hands: list[str], board: str) -> None:
    found = equity(hands, parse_cards(board))
    assert found.is_exact
    assert [each.equity for each in found.hands] == pytest.approx(one_by_one(hands, board))


def test_two_hands_before_the_flop() -> None:
    found = equity(["AsAh", "KsKh"])
    # 48C5 boards
    assert found.showdowns == 1_712_304
    assert sum(each.equity for each in found.hands) == pytest.approx(1)
    # Any set of poker odds tables: aces against kings sharing their suits, 82.6%.
    assert found.hands[0].equity == pytest.approx(0.826, abs=0.0005)
    mirrored = equity(["KsKh", "AsAh"])
    assert [each.rational for each in mirrored.hands] == [each.rational for each in found.hands][::-1]


def test_a_range_is_the_average_of_its_hands() -> None:
    board = parse_cards("Qs9d4h")
    found = equity(["AKs", "JJ"], board)
    pairs = [
        (f"{a[0]}{a[1]}", f"{b[0]}{b[1]}")
        for a in (("A" + s, "K" + s) for s in "cdhs")
        for b in combinations(["J" + s for s in "cdhs"], 2)
    ]
    average = sum(equity(list(pair), board).hands[0].equity for pair in pairs) / len(pairs)
    assert found.is_exact
    assert found.hands[0].equity == pytest.approx(average)


def test_a_sample_is_within_its_error() -> None:
    counted = equity(["AsKs", "QhQd"]).hands[0]
    sampled = equity(["AsKs", "QhQd"], samples=400_000, seed=2).hands[0]
    assert isinstance(sampled.exact, float)
    assert 0 < sampled.exact < 0.001
    assert abs(sampled.equity - counted.equity) < 3 * sampled.exact
    assert equity(["AsKs", "QhQd"], samples=400_000, seed=2).hands[0] == sampled


def test_wide_ranges_are_sampled() -> None:
    found = equity(["AA", "random", "random"], samples=200_000)
    assert not found.is_exact
    # Aces against two random hands: 73.4% in the usual tables.
    assert abs(found.hands[0].equity - 0.734) < 3 * float(found.hands[0].exact) + 0.0005


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("QQ+", 18),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("ATs+", 16),
        ("KTo+", 36),
        ("99-66", 24),
        ("66-99", 24),
        ("A5s-A2s", 16),
        ("QQ+, AKs", 22),
        ("QQ+, KK", 18),
        ("AsKs", 1),
        ("random", 1326),
    ],
)
def test_ranges(text: str, count: int) -> None:
    assert len(parse_range(text)) == count


@pytest.mark.parametrize(
    ("hands", "board", "words"),
    [
        (["AsKs"], "", "between 2 and 10"),
        (["AsKs", "AsQd"], "", "A♠ is there twice"),
        (["AsKs", "QhQd"], "QhJc2d", "Q♥ is there twice"),
        (["AsKs", "QhQd"], "Jc2d", "0, 3, 4 or 5"),
        (["AsKs", "XX"], "", "is not a hand; write two cards"),
        (["AsKs", "QhQdQc"], "", "is 3 cards"),
        (["AsAs", "QQ"], "", "same card twice"),
        (["QQs", "AA"], "", "write QQ"),
        (["A5s-K2s", "AA"], "", "like 99-66"),
        (["AA", "AA", "AA"], "", "exclude each other"),
        (["AA", "KK"], "AsAhAd", "impossible here"),
    ],
)
def test_impossible_hands_are_refused(hands: list[str], board: str, words: str) -> None:
    with pytest.raises(AnalysisError, match=words):
        equity(hands, parse_cards(board))
