"""The jackpot over time: what goes in comes out, so contribution and reset value fix the long-run return.

From one jackpot bet to the next the value X that a winner would be paid becomes a * X + b, with a and b by
how the bet ended. Ends do not depend on X, so its mean and variance at a win follow exactly.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.figures import AnalysisError
from croupier.analysis.multilink.progressive import Terms, chance_of, terms_of
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.links.terms import LinkTerms
from croupier.rulebook import Rules

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


class Step(Struct, frozen=True):
    """With some chance per bet, X becomes keeps * X + adds (cents)."""

    chance: Fraction
    keeps: Fraction
    adds: Fraction
    is_full: bool = False


class LongRun(Struct, frozen=True):
    """A jackpot that runs for ever at one bet size."""

    terms: Terms
    growth: Fraction
    """What a bet adds to the meter, in cents."""
    reserve: Fraction
    reset: int
    steps: tuple[Step, ...]

    @property
    def mean(self) -> Fraction:
        """The average meter at a win, in cents."""
        kept = sum((step.chance * step.keeps for step in self.steps), Fraction(0))
        return sum((step.chance * step.adds for step in self.steps), Fraction(0)) / (1 - kept)

    @property
    def variance(self) -> Fraction:
        mean = self.mean
        kept = sum((step.chance * step.keeps**2 for step in self.steps), Fraction(0))
        rest = sum(
            (step.chance * (2 * step.keeps * step.adds * mean + step.adds**2) for step in self.steps),
            Fraction(0),
        )
        return rest / (1 - kept) - mean**2

    @property
    def payback(self) -> Fraction:
        """The share of all jackpot bets that players get back in the long run."""
        terms = self.terms
        return (terms.share_rate * self.mean + terms.minors + terms.back) / terms.bet

    def details(self) -> dict[str, float | str]:
        return {
            "growth_per_bet": float(self.growth) / 100,
            "reserve_per_bet": float(self.reserve) / 100,
            "long_run_return": float(self.payback),
            "long_run_return_rational": str(self.payback),
            "mean_meter_at_win": float(self.mean) / 100,
            "sd_meter_at_win": sqrt(self.variance) / 100,
        }


def long_run(rules: Rules, bet_size: int | None = None) -> LongRun:
    """The jackpot under the house's contribution, reserve, reset value and readings."""
    terms = terms_of(rules, bet_size)
    link = LinkTerms.of(rules)
    contribution = terms.bet * link.increment_rate / 100 + link.increment_amount
    reserve = contribution * link.reserve_share / 100
    reset = link.reset_value
    growth = contribution - reserve
    run = LongRun(terms, growth, reserve, reset, tuple(_steps(rules, terms, growth, reset)))
    if run.mean < 0:
        raise AnalysisError(
            "with {reset:money} at reset and {growth} a bet the meter cannot pay the minor prizes "
            "for ever; choose minor_paid_from = house, or a higher contribution or reset value",
            reset=reset,
            growth=f"{float(growth) / 100:.2f}",
        )
    return run


def _steps(rules: Rules, terms: Terms, growth: Fraction, reset: int) -> Iterator[Step]:
    grows_on_win = LinkTerms.of(rules).increment_timing == "at_acceptance"
    on_win = growth if grows_on_win else Fraction(0)
    effect = LinkTerms.of(rules).partial_win_effect
    is_meter_paying = MultiLinkTerms.of(rules).minor_paid_from == "meter"
    quiet = Fraction(1)
    for line, share in terms.shares.items():
        chance = chance_of(line)
        quiet -= chance
        if share == 1:
            yield Step(chance, Fraction(0), reset + on_win, is_full=True)
        elif effect == "reset":
            yield Step(chance, Fraction(0), reset + on_win)
        else:
            yield Step(chance, 1 - share if effect == "deduct" else Fraction(1), on_win)
    if is_meter_paying:
        for line, prize in terms.fixed.items():
            quiet -= chance_of(line)
            yield Step(chance_of(line), Fraction(1), growth - prize)
    yield Step(quiet, Fraction(1), growth)


class MeterDistribution(Struct, frozen=True):
    """How high the meter stands when the full prize is won: a grid of values in cents and their chances."""

    values: NDArray[np.float64]
    chances: NDArray[np.float64]

    def quantile(self, part: float) -> float:
        return float(np.interp(part, np.cumsum(self.chances), self.values))


def meter_at_win(run: LongRun, points: int = 8192) -> MeterDistribution | None:
    """The distribution of the meter at a full win; None where the meter does not grow.

    Growth between major wins is taken as continuous: the error is one contribution, cents on thousands.
    """
    events = [step for step in run.steps if step.keeps < 1]
    drift = sum((step.chance * step.adds for step in run.steps if step.keeps == 1), Fraction(0))
    if drift <= 0:
        return None
    rate = float(sum((step.chance for step in events), Fraction(0)))
    mean_growth = float(drift) / rate
    top = run.reset + 30 * mean_growth
    width = top / points
    values: NDArray[np.float64] = np.arange(points, dtype=np.float64) * width
    ratio = float(np.exp(-width / mean_growth))
    start = np.zeros(points)
    start[min(round(run.reset / width), points - 1)] = 1.0
    won, mass = np.zeros(points), start.copy()
    while mass.sum() > 1e-12:
        grown = _grown(mass, ratio)
        mass = np.zeros(points)
        for step in events:
            part = float(step.chance) / rate * grown
            if step.is_full:
                won += part
            elif step.keeps == 0:
                mass += part.sum() * start
            else:
                mass += _scaled(part, float(step.keeps))
    return MeterDistribution(values, won / won.sum())


def _grown(mass: NDArray[np.float64], ratio: float) -> NDArray[np.float64]:
    """Add an exponential amount, each place standing for half a width to either side of it."""
    own, passed = 1 - sqrt(ratio), (1 - ratio) / sqrt(ratio)
    summed, reach = mass.copy(), 1  # summed[n] = mass[n] + ratio * summed[n - 1], by doubling the reach
    while reach < len(mass):
        summed[reach:] = summed[reach:] + ratio**reach * summed[:-reach]
        reach *= 2
    carried = np.concatenate(([0.0], ratio * summed[:-1]))
    return mass * own + carried * passed


def _scaled(mass: NDArray[np.float64], keeps: float) -> NDArray[np.float64]:
    """Move every place to `keeps` times itself, split between the two places it falls between."""
    target = np.arange(len(mass)) * keeps
    low = target.astype(np.int64)
    part = target - low
    out = np.zeros_like(mass)
    np.add.at(out, low, mass * (1 - part))
    np.add.at(out, np.minimum(low + 1, len(mass) - 1), mass * part)
    return out
