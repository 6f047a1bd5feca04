"""Risk from exact distributions, held against fractions, play Round by Round, and simulation."""

from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest

from croupier.analysis.catalogue import adopt, edge_of
from croupier.analysis.figures import AnalysisError, Asked, BetFigures, exact_figures
from croupier.analysis.freebet import bets
from croupier.analysis.freebet.charted import best_chart
from croupier.analysis.freebet.simulating.simulate import simulate
from croupier.analysis.freebet.terms import Terms
from croupier.analysis.risk.rounds import after, bands, bankroll_for, hits, moments, ruin

RULES = adopt("mbs-freebet@3", {})
# An invented bet whose arithmetic fits in the head: two wins, a push, a loss.
WAYS = (
    ("big", Fraction(1, 20), Fraction(7, 2)),
    ("small", Fraction(3, 10), Fraction(1)),
    ("push", Fraction(3, 20), Fraction(0)),
    ("lost", Fraction(1, 2), Fraction(-1)),
)
BET: BetFigures = exact_figures(RULES, "coin", "the coin", WAYS, RULES.cite("main_pays"))


def every_sequence(length: int) -> dict[Fraction, Fraction]:
    """The distribution of the sum, by writing every sequence out."""
    found: dict[Fraction, Fraction] = {}
    for sequence in product(WAYS, repeat=length):
        chance, total = Fraction(1), Fraction(0)
        for _, part, net in sequence:
            chance, total = chance * part, total + net
        found[total] = found.get(total, Fraction(0)) + chance
    return found


def test_moments_are_those_of_the_fractions() -> None:
    found = moments(BET)
    mean = Fraction(7, 40) + Fraction(3, 10) - Fraction(1, 2)
    third = sum((chance * (net - mean) ** 3 for _, chance, net in WAYS), Fraction(0))
    second = sum((chance * (net - mean) ** 2 for _, chance, net in WAYS), Fraction(0))
    assert found.mean == pytest.approx(float(mean))
    assert found.sd == pytest.approx(sqrt(second))
    assert found.skewness == pytest.approx(float(third) / sqrt(second) ** 3)
    assert (found.hit_frequency, found.push) == (pytest.approx(0.35), pytest.approx(0.15))


def test_many_rounds_are_every_sequence_of_them() -> None:
    expected = every_sequence(6)
    spread = after(BET, 6)
    got = {
        Fraction(result).limit_denominator(2): chance
        for result, chance in zip(spread.results, spread.chances, strict=True)
    }
    for total, chance in expected.items():
        assert got[total] == pytest.approx(float(chance), abs=1e-14)
    found = bands(BET, 6)
    assert found.ahead == pytest.approx(float(sum(c for t, c in expected.items() if t > 0)))
    assert found.behind == pytest.approx(float(sum(c for t, c in expected.items() if t < 0)))


def ruined(have: Fraction, left: int) -> Fraction:
    if have < 1:
        return Fraction(1)
    if left == 0:
        return Fraction(0)
    return sum((chance * ruined(have + net, left - 1) for _, chance, net in WAYS), Fraction(0))


@pytest.mark.parametrize(("bankroll", "played"), [(1, 1), (1, 7), (3, 7), (8, 7), (2, 9)])
def test_ruin_is_that_of_every_way_to_go_broke(bankroll: int, played: int) -> None:
    assert ruin(BET, bankroll, played).chance == pytest.approx(float(ruined(Fraction(bankroll), played)))


def test_a_bankroll_is_the_smallest_that_lasts() -> None:
    found = bankroll_for(BET, 50, 0.95)
    assert found.chance <= 0.05 < ruin(BET, found.bankroll - 1, 50).chance


def test_a_jackpot_is_in_the_tail() -> None:
    """A royal flush in 649,740 flops: in 1,000 Rounds one in 650, far beyond any deviation."""
    figures = edge_of(adopt("rws-multilink@3", {}), "progressive", Asked())
    spread = after(figures, 1000)
    royal = max(each.net for each in figures.outcomes)
    tail = float(spread.chances[spread.results > royal / 2].sum())
    assert tail == pytest.approx(1 - (1 - 1 / 649_740) ** 1000, rel=1e-3)
    assert float((spread.chances * spread.results).sum()) == pytest.approx(1000 * figures.ev, abs=1e-4)


def test_rare_lines_wait_as_long_as_their_chance_says() -> None:
    figures = edge_of(adopt("rws-multilink@3", {}), "progressive", Asked())
    royal = max(hits(figures), key=lambda each: each.mean)
    assert royal.mean == pytest.approx(649_740)
    assert (1 - royal.chance) ** royal.half <= 0.5 < (1 - royal.chance) ** (royal.half - 1)


def test_free_bets_distribution_against_rounds_that_were_simulated() -> None:
    """Four million rounds by the chart, which with eight decks plays almost as the best play does."""
    terms = Terms.of(adopt("mbs-freebet@3", {"decks": 8}))
    played = 4_000_000
    counts = simulate(terms, best_chart(terms), played, 11).main
    seen: dict[float, int] = {}
    for way, net in bets.main_nets(terms).items():
        seen[float(net)] = seen.get(float(net), 0) + int(counts[way])
    expected: dict[float, float] = {}
    for _, chance, won in bets.endings_of(terms):
        expected[won] = expected.get(won, 0.0) + chance
    assert sum(expected.values()) == pytest.approx(1, abs=1e-12)
    for won in (-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0):
        error = sqrt(expected[won] * (1 - expected[won]) / played)
        assert abs(seen[won] / played - expected[won]) < 5 * error + 0.0002


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_free_bets_distribution_has_the_exact_mean(decks: int) -> None:
    figures = edge_of(adopt("mbs-freebet@3", {"decks": decks}), "main", Asked())
    assert moments(figures).mean == pytest.approx(figures.ev, abs=1e-5)
    assert figures.sd == pytest.approx(moments(figures).sd)


def test_what_cannot_be_followed_is_refused_with_words() -> None:
    with pytest.raises(AnalysisError, match="give 1 or more"):
        after(BET, 0)
    with pytest.raises(AnalysisError, match="at least one stake"):
        ruin(BET, 0.5, 10)
    with pytest.raises(AnalysisError, match="ask for fewer"):
        ruin(BET, 1_000, 1_000_000)
    assert np.isfinite(bands(BET, 100_000).mean)
