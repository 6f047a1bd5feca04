"""How unlikely a result is: the exact distribution of what many bets bring, and where the result lies in it.

A bet that ends in one of finitely many ways has a distribution on a lattice. The distribution of a sum of
independent bets is the product of their transforms: each bet's is raised to the number of such bets, the
products are multiplied and transformed back (fast Fourier transform, double precision). Nothing is taken to
be normal. What lies outside the lattice that was reckoned on wraps around into it; its probability is bounded
from the moment generating function (Chernoff) and stands beside the answer as its error. Where amounts share
no unit that fits, they are spread over the two neighbouring points so that the mean stays exact.

Hands of one Round are taken as independent of each other, as are the bets on one hand.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import ceil, exp, gcd, log2, sqrt

import numpy as np
from msgspec import Struct

_POINTS_MIN, _POINTS_MAX = 1 << 12, 1 << 20
_ERROR = 1e-7
_CURVE = 160
_Array = np.ndarray[tuple[int], np.dtype[np.float64]]


class Risk(Struct, frozen=True):
    """`count` bets of the same size: what the House may win of one of them, in cents, with its chance."""

    count: int
    ways: tuple[tuple[Fraction, float], ...]

    @property
    def mean(self) -> float:
        return self.count * sum(float(cents) * chance for cents, chance in self.ways)

    @property
    def variance(self) -> float:
        one = sum(float(cents) * chance for cents, chance in self.ways)
        return self.count * sum((float(cents) - one) ** 2 * chance for cents, chance in self.ways)


class Luck(Struct, frozen=True):
    """Where a result lies among all that could have come. Money in cents."""

    expected: float
    sd: float
    chance: float
    """Of a result as far from what was expected as this one or farther, on its side."""
    error: float
    """By how much `chance` may be wrong."""
    is_exact: bool
    """Whether all amounts lie on the lattice."""
    curve: tuple[tuple[float, float], ...]
    """Results and how likely it is to come out at or below them."""


def luck(risks: Sequence[Risk], result: int) -> Luck:
    """The chance of a result like this one, from the exact distribution of every bet."""
    mean, sd = sum(risk.mean for risk in risks), sqrt(sum(risk.variance for risk in risks))
    if not risks or not sd:
        return Luck(mean, sd, 1.0, 0.0, True, ())
    unit, is_exact = _unit(risks, sd)
    low, points, error = _window(risks, mean, sd, unit, result)
    mass = _mass(risks, unit, low, points)
    below = np.cumsum(mass)
    place = (result / unit) - low
    if result <= mean:
        index = int(np.floor(place + 1e-6))
        chance = float(below[index]) if 0 <= index < points else 0.0
    else:
        index = int(np.ceil(place - 1e-6)) - 1
        chance = 1.0 - float(below[index]) if 0 <= index < points else 0.0
    chance = min(1.0, max(0.0, chance))
    return Luck(mean, sd, chance, error, is_exact, _curve(below, unit, low, mean, sd, result))


def _unit(risks: Sequence[Risk], sd: float) -> tuple[float, bool]:
    """The largest amount of which all others are multiples, if a lattice of it is small enough."""
    amounts = [cents for risk in risks for cents, _ in risk.ways if cents]
    shared = reduce(lambda a, b: a * b // gcd(a, b), {each.denominator for each in amounts}, 1)
    unit = Fraction(reduce(gcd, (abs(int(each * shared)) for each in amounts)), shared)
    coarsest = 40 * sd / _POINTS_MAX
    largest = max(abs(float(each)) for each in amounts)
    needed = max(coarsest, 4 * largest / _POINTS_MAX)
    return (float(unit), True) if float(unit) >= needed else (needed, False)


def _window(
    risks: Sequence[Risk], mean: float, sd: float, unit: float, result: int
) -> tuple[int, int, float]:
    """Where the lattice begins, how many points it has, and the chance that is left outside of it."""
    reach = max(12 * sd, 1.5 * abs(result - mean), *(2 * abs(float(c)) for r in risks for c, _ in r.ways))
    while True:
        points = 1 << max(_POINTS_MIN.bit_length() - 1, ceil(log2(2 * reach / unit + 2)))
        points = min(points, _POINTS_MAX)
        half = (points // 2 - 1) * unit
        error = sum(_outside(risks, mean, half, sign) for sign in (1, -1))
        if error <= _ERROR or points == _POINTS_MAX:
            return round(mean / unit) - points // 2, points, min(1.0, error)
        reach *= 2


def _outside(risks: Sequence[Risk], mean: float, reach: float, sign: int) -> float:
    """Chernoff's bound for the sum to lie `reach` beyond its mean on one side."""
    best = 1.0
    largest = max(abs(float(cents)) for risk in risks for cents, _ in risk.ways)
    for step in np.geomspace(0.05, 300.0, 60):
        t = step / max(largest, reach / 50)
        total = -t * (reach + sign * mean)
        for risk in risks:
            amounts = np.array([sign * float(cents) for cents, _ in risk.ways])
            chances = np.array([chance for _, chance in risk.ways])
            top = float(amounts.max())
            total += risk.count * (t * top + float(np.log(np.sum(chances * np.exp(t * (amounts - top))))))
        if total < 0:
            best = min(best, exp(max(total, -700)))
    return best


def _mass(risks: Sequence[Risk], unit: float, low: int, points: int) -> _Array:
    product = np.ones(points // 2 + 1, np.complex128)
    for risk in risks:
        one = np.zeros(points)
        for cents, chance in risk.ways:
            place = float(cents) / unit
            floor = int(np.floor(place + 1e-9))
            part = max(0.0, place - floor)
            part = 0.0 if part < 1e-9 else part
            one[floor % points] += chance * (1 - part)
            one[(floor + 1) % points] += chance * part
        product *= np.fft.rfft(one) ** risk.count
    mass = np.fft.irfft(product, points)
    return np.maximum(np.roll(mass, -low), 0.0)


def _curve(
    below: _Array,
    unit: float,
    low: int,
    mean: float,
    sd: float,
    result: int,
) -> tuple[tuple[float, float], ...]:
    """For a picture: four deviations to both sides, and as far as the result."""
    start, end = min(mean - 4 * sd, result), max(mean + 4 * sd, result)
    found = []
    for cents in np.linspace(start, end, _CURVE):
        index = int(np.floor(cents / unit)) - low
        found.append((float(cents), float(below[min(max(index, 0), len(below) - 1)])))
    return tuple(found)
