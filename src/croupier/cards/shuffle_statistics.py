"""What certified shuffles must show, as p-values over many shuffles: an honest one spreads them evenly.

Every statistic takes shuffles of `range(n)` and is two-sided: too regular is as suspicious as too uneven.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import comb, perm, sqrt
from statistics import NormalDist, fmean

Shuffles = Sequence[Sequence[int]]
Statistic = Callable[[Shuffles], float]

_NORMAL = NormalDist()


def _p_of_z(z: float) -> float:
    return 2 * _NORMAL.cdf(-abs(z))


def _p_of_chi_square(statistic: float, freedom: int) -> float:
    """Wilson and Hilferty: the cube root of a chi-square is nearly normal."""
    spread = 2 / (9 * freedom)
    return _p_of_z(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def _p_of_mean(values: list[float], mean: float, variance: float) -> float:
    return _p_of_z((fmean(values) - mean) / sqrt(variance / len(values)))


def chi_square(shuffles: Shuffles) -> float:
    """Each card in each place equally often. Rows and columns are both fixed, hence (n-1)/n and (n-1)^2."""
    size = len(shuffles[0])
    expected = len(shuffles) / size
    total = 0.0
    for place in zip(*shuffles, strict=True):
        counts = Counter(place)
        total += sum((counts[card] - expected) ** 2 for card in range(size)) / expected
    return _p_of_chi_square(total * (size - 1) / size, (size - 1) ** 2)


def overlaps(shuffles: Shuffles) -> float:
    """Turning points in overlapping triples."""
    size = len(shuffles[0])
    turns = [
        sum((a < b) != (b < c) for a, b, c in zip(order, order[1:], order[2:], strict=False))
        for order in shuffles
    ]
    return _p_of_mean(list(map(float, turns)), 2 * (size - 2) / 3, (16 * size - 29) / 90)


def runs(shuffles: Shuffles) -> float:
    """Ascending runs."""
    size = len(shuffles[0])
    counted = [1.0 + sum(a > b for a, b in pairwise(order)) for order in shuffles]
    return _p_of_mean(counted, (size + 1) / 2, (size + 1) / 12)


def serial_correlation(shuffles: Shuffles) -> float:
    """A card says nothing about the next: the circular correlation of neighbours has mean -1/(n-1)."""
    size = len(shuffles[0])
    middle = (size - 1) / 2
    scale = sum((card - middle) ** 2 for card in range(size))
    values = [
        sum((a - middle) * (b - middle) for a, b in pairwise([*order, order[0]])) / scale
        for order in shuffles
    ]
    mean = -1 / (size - 1)
    variance = fmean((value - mean) ** 2 for value in values)
    return _p_of_mean(values, mean, variance)


def coupon(shuffles: Shuffles) -> float:
    """How many cards until each quarter of the pack has been seen, against the exact distribution."""
    size = len(shuffles[0])
    quarter = size // 4

    def seen_by(count: int) -> float:
        return sum(
            (-1 if j % 2 else 1) * comb(4, j) * comb(size - quarter * j, count) for j in range(5)
        ) / comb(size, count)

    waits = Counter(min(_wait(order, quarter), 16) for order in shuffles)
    chances = {count: seen_by(count) - seen_by(count - 1) for count in range(4, 16)} | {16: 1 - seen_by(15)}
    total = sum(
        (waits[count] - len(shuffles) * chance) ** 2 / (len(shuffles) * chance)
        for count, chance in chances.items()
    )
    return _p_of_chi_square(total, len(chances) - 1)


def _wait(order: Sequence[int], quarter: int) -> int:
    seen = set()
    for count, card in enumerate(order, start=1):
        seen.add(card // quarter)
        if len(seen) == 4:
            return count
    raise AssertionError("a whole pack shows every quarter")


def duplicates(shuffles: Shuffles) -> float:
    """Pairs of shuffles that begin with the same two cards, as often as birthdays coincide."""
    beginnings = Counter(tuple(order[:2]) for order in shuffles)
    pairs = sum(comb(count, 2) for count in beginnings.values())
    expected = comb(len(shuffles), 2) / perm(len(shuffles[0]), 2)
    return _p_of_z((pairs - expected) / sqrt(expected))


BATTERY: tuple[Statistic, ...] = (chi_square, overlaps, runs, serial_correlation, coupon, duplicates)


def failures(shuffles_by_pack: Sequence[Shuffles], confidence: float) -> list[str]:
    """The statistics that reject. All together they reject an honest shuffle with chance 1 - confidence."""
    each = (1 - confidence) / (len(BATTERY) * len(shuffles_by_pack))
    return [
        f"{statistic.__name__} of {len(shuffles[0])}"
        for shuffles in shuffles_by_pack
        for statistic in BATTERY
        if statistic(shuffles) < each
    ]
