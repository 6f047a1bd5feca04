"""How risky a bet is: from the exact distribution of one Round to many, without the normal formula.

The result of N Rounds is the N-fold convolution of one Round's distribution, taken on its lattice by a fast
Fourier transform: exact up to the rounding of 64-bit arithmetic. Ruin is followed Round by Round.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, lcm, log, log1p, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.figures import AnalysisError, BetFigures

BANDS = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)
_Z90 = 1.6448536269514722
_POINTS_MAX = 1 << 22
_STATES_MAX = 1 << 15
_STEPS_MAX = 2_000_000_000
_DEVIATIONS = 12
_DENOMINATOR_MAX = 1000


class Moments(Struct, frozen=True):
    """One Round of one bet, in units of its stake."""

    mean: float
    sd: float
    skewness: float
    kurtosis: float
    """Excess over the normal distribution's."""
    hit_frequency: float
    """How often the player wins anything."""
    push: float
    volatility_index: float
    """1.645 deviations, as makers of games quote it."""


class Bands(Struct, frozen=True):
    """The player's result after many Rounds, in units of the stake."""

    rounds: int
    mean: float
    sd: float
    quantiles: Mapping[str, float]
    """Chance of ending at or below -> result."""
    ahead: float
    even: float
    behind: float
    """The chance that the house has won."""


class Ruin(Struct, frozen=True):
    """Losing a bankroll with the same bet every Round."""

    bankroll: float
    rounds: int
    chance: float


class Hit(Struct, frozen=True):
    """How long a rare line lets one wait, in Rounds."""

    line: str
    chance: float
    mean: float
    half: int
    """Even chances to have seen it by then."""
    nine_in_ten: int


def outcomes_of(figures: BetFigures) -> list[tuple[float, float]]:
    """Probability and net result of every outcome; refused where the list is not the whole distribution."""
    if figures.exact is not True and figures.bet == "rake":
        raise AnalysisError("the rake is not a bet: it has no risk of its own")
    total = sum(each.probability for each in figures.outcomes)
    assert abs(total - 1) < 1e-9, f"{figures.bet}: probabilities sum to {total}"
    return [(each.probability / total, each.net) for each in figures.outcomes]


def moments(figures: BetFigures) -> Moments:
    """Mean to fourth moment of a Round, exact from its outcomes."""
    ways = outcomes_of(figures)
    mean = sum(chance * net for chance, net in ways)
    central = [sum(chance * (net - mean) ** power for chance, net in ways) for power in (2, 3, 4)]
    sd = sqrt(central[0])
    return Moments(
        mean=mean,
        sd=sd,
        skewness=central[1] / sd**3 if sd else 0.0,
        kurtosis=central[2] / sd**4 - 3 if sd else 0.0,
        hit_frequency=sum(chance for chance, net in ways if net > 0),
        push=sum(chance for chance, net in ways if net == 0),
        volatility_index=_Z90 * sd,
    )


def lattice(nets: Sequence[float]) -> Fraction:
    """The step of which every result is a multiple."""
    fractions = [Fraction(net).limit_denominator(_DENOMINATOR_MAX) for net in nets]
    worst = max(abs(float(each) - net) for each, net in zip(fractions, nets, strict=True))
    if worst > 1e-9:
        raise AnalysisError(
            "a result is not a multiple of 1/{denominator_max} of the stake", denominator_max=_DENOMINATOR_MAX
        )
    return Fraction(1, lcm(*(each.denominator for each in fractions)))


class Spread(Struct, frozen=True):
    """A distribution on a lattice: chance of `low + place * step`."""

    low: int
    step: Fraction
    chances: NDArray[np.float64]

    @property
    def results(self) -> NDArray[np.float64]:
        return np.arange(self.low, self.low + len(self.chances), dtype=np.float64) * float(self.step)

    def quantile(self, part: float) -> float:
        """The result that is not exceeded with this chance."""
        place = int(np.searchsorted(np.cumsum(self.chances), part))
        return float(self.results[min(place, len(self.chances) - 1)])


def after(figures: BetFigures, rounds: int, points_max: int = _POINTS_MAX) -> Spread:
    """The distribution of the result of so many Rounds, if it fits on so many points."""
    if rounds < 1:
        raise AnalysisError("{rounds} rounds bring nothing; give 1 or more", rounds=rounds)
    ways, found = outcomes_of(figures), moments(figures)
    step = lattice([net for _, net in ways])
    steps = [round(net / step) for _, net in ways]
    least, most = min(steps) * rounds, max(steps) * rounds
    # Far from the mean there is nothing but a rare big win; as many of them as can come are given room.
    rare = _largest_total(ways, rounds) / float(step)
    centre = round(found.mean * rounds / step)
    reach = ceil(_DEVIATIONS * found.sd * sqrt(rounds) / float(step)) + 2
    low, high = max(least, centre - reach), min(most, centre + max(reach, ceil(rare)))
    size = 1 << max(high - low, 1).bit_length()
    if size > points_max:
        raise AnalysisError(
            "{bet}: {rounds:count} rounds spread over {results:count} results, more than "
            "{points_max:count}; ask for fewer rounds",
            bet=figures.bet,
            rounds=rounds,
            results=high - low,
            points_max=points_max,
        )
    one = np.zeros(size)
    for (chance, _), place in zip(ways, steps, strict=True):
        one[place % size] += chance
    many = np.fft.irfft(np.fft.rfft(one) ** rounds, size)
    chances = np.maximum(np.roll(many, -(low % size)), 0.0)
    return Spread(low, step, chances / chances.sum())


def _largest_total(ways: Sequence[tuple[float, float]], rounds: int) -> float:
    """Room for as many of each outcome, beyond its average, as come but once in a million million."""
    room = 0.0
    for chance, net in ways:
        average = chance * rounds
        if net > 0:
            room += net * (average + 8 * sqrt(average) + 12 if average > 1e-9 else 1)
    return room


def bands(figures: BetFigures, rounds: int) -> Bands:
    """Where the player stands after so many Rounds."""
    spread = after(figures, rounds)
    results, found = spread.results, moments(figures)
    return Bands(
        rounds=rounds,
        mean=found.mean * rounds,
        sd=found.sd * sqrt(rounds),
        quantiles={f"{each:.1%}": spread.quantile(each) for each in BANDS},
        ahead=float(spread.chances[results > 1e-9].sum()),
        even=float(spread.chances[np.abs(results) <= 1e-9].sum()),
        behind=float(spread.chances[results < -1e-9].sum()),
    )


def ruin(figures: BetFigures, bankroll: float, rounds: int) -> Ruin:
    """The chance that a bankroll, in stakes, does not last so many Rounds of the same bet.

    A player is ruined when what is left does not cover one stake. Who could not lose it all any more is safe.
    """
    if bankroll < 1:
        raise AnalysisError("a bankroll is at least one stake")
    ways = outcomes_of(figures)
    step = lattice([net for _, net in ways])
    stake, start = round(1 / step), int(bankroll / step)
    steps = [round(net / step) for _, net in ways]
    top = max(start + 1, min(_STATES_MAX, rounds * -min(steps) + start + 1))
    if rounds * top * len(ways) > _STEPS_MAX:
        raise AnalysisError(
            "{rounds:count} rounds with a bankroll of {bankroll} stakes are too many to follow; ask "
            "for fewer",
            rounds=rounds,
            bankroll=f"{bankroll:g}",
        )
    have = np.zeros(top)
    have[min(start, top - 1)] = 1.0
    lost = safe = 0.0
    for left in range(rounds, 0, -1):
        have, out, up = _one_round(have, ways, steps, stake)
        lost, safe = lost + out, safe + up
        if safe + lost > 1 - 1e-12 or left == 1:
            break
    return Ruin(bankroll, rounds, lost)


def _one_round(
    have: NDArray[np.float64], ways: Sequence[tuple[float, float]], steps: Sequence[int], stake: int
) -> tuple[NDArray[np.float64], float, float]:
    """Everybody who can bets once: what they have then, who is ruined, and who is past all danger."""
    after_, up, size = np.zeros_like(have), 0.0, len(have)
    for (chance, _), move in zip(ways, steps, strict=True):
        moved = chance * have
        if move == 0:
            after_ += moved
        elif move > 0:
            kept = max(size - move, 0)
            after_[size - kept :] += moved[:kept]
            up += float(moved[kept:].sum())
        elif -move < size:
            after_[:move] += moved[-move:]
    out = float(have.sum()) - up - float(after_.sum())  # below nothing: a round that cost more than was there
    out += float(after_[:stake].sum())
    after_[:stake] = 0.0
    return after_, out, up


def bankroll_for(figures: BetFigures, rounds: int, confidence: float) -> Ruin:
    """The smallest bankroll, in stakes, that lasts so many Rounds with this confidence."""
    if not 0 < confidence < 1:
        raise AnalysisError(
            "a confidence of {confidence} is none; give one between 0 and 1", confidence=f"{confidence:g}"
        )
    low, high = 1, 2
    while ruin(figures, high, rounds).chance > 1 - confidence:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if ruin(figures, middle, rounds).chance > 1 - confidence:
            low = middle
        else:
            high = middle
    return ruin(figures, high, rounds)


def hits(figures: BetFigures, rarer_than: float = 0.01) -> tuple[Hit, ...]:
    """How long each rare winning line lets one wait: geometric, so exact."""
    return tuple(
        Hit(
            line=each.name,
            chance=each.probability,
            mean=1 / each.probability,
            half=ceil(log(0.5) / log1p(-each.probability)),
            nine_in_ten=ceil(log(0.1) / log1p(-each.probability)),
        )
        for each in figures.outcomes
        if each.net > 0 and 0 < each.probability < rarer_than
    )
