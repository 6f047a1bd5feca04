"""The jackpot as the House sees it: when it is hit, how the meter lives, who pays for what, what may be lost.

Hits of a line come with the same chance at every bet, so waiting is geometric and exact. The House's result
is reckoned as an accountant does: the meter is owed from the moment it is displayed, so a bet brings its
stake, less what is paid, less what the meter rose by. A full win then costs the reset value, not the meter.
"""

from fractions import Fraction
from math import ceil, exp, log, log1p, sqrt

import numpy as np
from msgspec import Struct

from croupier.analysis.figures import AnalysisError
from croupier.analysis.multilink.long_run import LongRun, Step
from croupier.analysis.multilink.progressive import chance_of
from croupier.rulebook import Rules

PARTS = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


class Wait(Struct, frozen=True):
    """How many bets a line lets the House wait for it."""

    line: str
    chance: Fraction
    quantiles: tuple[int, ...]
    """By PARTS: it has come by then with this chance."""

    @property
    def mean(self) -> float:
        return float(1 / self.chance)


class Stand(Struct, frozen=True):
    """The meter so many bets after a reset, if the full prize has not been won. In cents."""

    bets: int
    chance: float
    """That it has not been won."""
    mean: float
    sd: float


class Funding(Struct, frozen=True):
    """Where a jackpot bet goes in the long run, in cents."""

    bet: Fraction
    to_meter: Fraction
    to_reserve: Fraction
    resets: Fraction
    """What putting the reset value up again costs, per bet."""
    minors: Fraction
    """Minor prizes that the House pays itself, and stakes that go back."""
    others: Fraction
    """Shares of the meter that are paid without being taken from it."""

    @property
    def left(self) -> Fraction:
        """What the House keeps, the reserve counted as its own."""
        return self.bet - self.to_meter - self.resets - self.minors - self.others

    @property
    def reserve_covers(self) -> Fraction | None:
        """The part of the resets that the reserve pays for; None where resets cost nothing."""
        return self.to_reserve / self.resets if self.resets else None


class Way(Struct, frozen=True):
    """What one bet may bring the House, in cents."""

    name: str
    chance: Fraction
    result: Fraction


def wait_for(line: str) -> Wait:
    chance = chance_of(line)
    return Wait(line, chance, tuple(ceil(log1p(-part) / log1p(-float(chance))) for part in PARTS))


def stand_after(run: LongRun, bets: int) -> Stand:
    """Mean and deviation of the meter after `bets` bets without a full win: moments taken step by step."""
    if bets < 0:
        raise AnalysisError("{bets} bets have not been made; give 0 or more", bets=bets)
    full = float(sum((step.chance for step in run.steps if step.is_full), Fraction(0)))
    others = [step for step in run.steps if not step.is_full]
    one = np.zeros((3, 3))  # from (1, mean, mean square) to the same after one more bet
    for step in others:
        part = float(step.chance) / (1 - full)
        keeps, adds = float(step.keeps), float(step.adds)
        one += part * np.array([[1, 0, 0], [adds, keeps, 0], [adds * adds, 2 * keeps * adds, keeps * keeps]])
    start = np.array([1.0, float(run.reset), float(run.reset) ** 2])
    _, mean, square = np.linalg.matrix_power(one, bets) @ start
    return Stand(bets, exp(bets * log1p(-full)), float(mean), sqrt(max(float(square - mean * mean), 0.0)))


def house_ways(run: LongRun) -> tuple[Way, ...]:
    """What a bet brings the House, way by way; where a share is not taken from the meter, at its average."""
    terms = run.terms
    lines: list[tuple[str, Fraction | None, Fraction]] = [
        *((line, share, Fraction(0)) for line, share in terms.shares.items()),
        *((line, None, prize) for line, prize in terms.fixed.items()),
    ]
    left = 1 - sum((chance_of(line) for line, _, _ in lines), Fraction(0))
    steps = _steps_by_line(run)
    ways = []
    for line, share, prize in lines:
        paid = prize if share is None else share * run.mean
        result = terms.bet - terms.returned[line] - paid - _rise(steps[line], run.mean)
        ways.append(Way(line, chance_of(line), result))
    return (*ways, Way("lost", left, terms.bet - run.growth))


def _rise(step: Step, meter: Fraction) -> Fraction:
    return step.keeps * meter + step.adds - meter


def _steps_by_line(run: LongRun) -> dict[str, Step]:
    """The step of each line: shares come first, then minor prizes where the meter pays them."""
    named = dict(zip(run.terms.shares, run.steps, strict=False))
    rest = run.steps[len(run.terms.shares) : -1]
    grows = Step(Fraction(0), Fraction(1), run.growth)
    named |= dict(zip(run.terms.fixed, rest or (grows,) * len(run.terms.fixed), strict=True))
    return named


def funding(run: LongRun) -> Funding:
    """Where the money of a bet goes, in the long run."""
    terms = run.terms
    resets = others = minors = to_meter = Fraction(0)
    steps = _steps_by_line(run)
    for line, share in terms.shares.items():
        chance, step = chance_of(line), steps[line]
        is_reset = step.keeps == 0
        to_meter += chance * (step.adds - (run.reset if is_reset else 0))
        resets += chance * run.reset if is_reset else 0
        others += chance * (share * run.mean - (1 - step.keeps) * run.mean)
    for line, prize in terms.fixed.items():
        chance, step = chance_of(line), steps[line]
        is_of_meter = step.adds != run.growth
        to_meter += chance * run.growth
        minors += 0 if is_of_meter else chance * prize
    quiet = 1 - sum((chance_of(line) for line in steps), Fraction(0))
    to_meter += quiet * run.growth
    return Funding(Fraction(terms.bet), to_meter, run.reserve, resets, minors + terms.back, others)


def adjustment(ways: tuple[Way, ...]) -> float:
    """Lundberg's coefficient per cent: the chance ever to be u cents behind is at most exp(-it * u)."""
    chances = np.array([float(way.chance) for way in ways])
    results = np.array([float(way.result) for way in ways])
    if float(chances @ results) <= 0:
        raise AnalysisError(
            "at these terms the jackpot costs the House more than it brings: no bankroll lasts"
        )
    worst = -float(results.min())

    def excess(at: float) -> float:
        return float(chances @ np.expm1(-at * results))

    low, high = 0.0, 1.0 / worst
    while excess(high) < 0:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return low


def bankroll_for(ways: tuple[Way, ...], confidence: float) -> float:
    """Cents that are never used up with at least this chance, however long the jackpot runs."""
    if not 0 < confidence < 1:
        raise AnalysisError(
            "a confidence of {confidence} is none; give one between 0 and 1", confidence=f"{confidence:g}"
        )
    return -log(1 - confidence) / adjustment(ways)


def reset_line(rules: Rules, run: LongRun) -> str:
    """The line that wins the whole meter."""
    found = next((line for line, share in run.terms.shares.items() if share == 1), None)
    if found is None:
        raise AnalysisError("{edition}: no line wins the whole meter", edition=rules.edition.id)
    return found
