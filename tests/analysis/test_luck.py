"""How unlikely a result is, against distributions that can be written down."""

from fractions import Fraction
from math import comb, sqrt

import pytest

from croupier.analysis.risk.luck import Risk, luck

EVEN = ((Fraction(5_00), 0.5), (Fraction(-5_00), 0.5))


def binomial(n: int, p: float, most: int) -> float:
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(most + 1))


@pytest.mark.parametrize("won", [0, 10, 40, 49, 50])
def test_even_bets_are_binomial(won: int) -> None:
    """A hundred bets of 5: the House wins `won` of them or fewer."""
    found = luck([Risk(100, EVEN)], (2 * won - 100) * 5_00)
    assert found.expected == 0
    assert found.sd == pytest.approx(50_00)
    assert found.is_exact
    assert found.chance == pytest.approx(binomial(100, 0.5, won), rel=1e-6, abs=1e-12)


def test_the_other_side_is_the_other_tail() -> None:
    assert luck([Risk(100, EVEN)], 20 * 5_00).chance == pytest.approx(binomial(100, 0.5, 40))
    assert luck([Risk(100, EVEN)], 0).chance == pytest.approx(binomial(100, 0.5, 50))


def test_bets_of_two_sizes_are_counted_out() -> None:
    """Two of 5 and one of 20: eight ways. The House loses 30 in one, 20 in two more, 10 in another."""
    twice = ((Fraction(20_00), 0.5), (Fraction(-20_00), 0.5))
    risks = [Risk(2, EVEN), Risk(1, twice)]
    assert luck(risks, -30_00).chance == pytest.approx(1 / 8)
    assert luck(risks, -20_00).chance == pytest.approx(3 / 8)
    assert luck(risks, -10_00).chance == pytest.approx(4 / 8)


def test_a_rare_jackpot_is_not_taken_for_normal() -> None:
    """One in 100,000 pays 50,000 for 5. After 1,000 bets, one hit is one in a hundred."""
    p = 1e-5
    ways = ((Fraction(5_00), 1 - p), (Fraction(5_00 - 50_000_00), p))
    found = luck([Risk(1_000, ways)], 1_000 * 5_00 - 50_000_00)
    assert found.chance == pytest.approx(1 - (1 - p) ** 1_000, rel=1e-3)
    assert found.error < 1e-6
    assert (found.expected - (1_000 * 5_00 - 50_000_00)) / found.sd > 9


def test_amounts_without_a_common_unit_keep_their_mean() -> None:
    ways = ((Fraction(1_00), 0.5), (Fraction(-99, 1) - Fraction(1, 997), 0.5))
    found = luck([Risk(100_000, ways)], 0)
    assert found.sd == pytest.approx(sqrt(100_000) * 99.5, rel=1e-2)
    assert found.expected == pytest.approx(100_000 * 0.5 * (1 - 1 / 997))
    assert 0 < found.chance < 0.5


def test_the_curve_rises_from_nothing_to_all() -> None:
    found = luck([Risk(100, EVEN)], -100_00)
    heights = [height for _, height in found.curve]
    assert heights == sorted(heights)
    assert heights[0] < 0.001
    assert heights[-1] == pytest.approx(1, abs=1e-3)
