"""Learn Free Bet Blackjack from nothing, on a batch of tables, and measure what was learned exactly.

    python examples/agents/freebet_learning.py --decisions 2e8 --curve curve.svg

Every-visit Monte Carlo control with a table of values, in NumPy: try one thing a Round, give every decision
from there on what the Round won, play what has done best. The strategy is then judged not by more games but
by the exact mathematics of `croupier.analysis`: what it loses per unit wagered, beside the best there is.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.bets import decisions_for
from croupier.analysis.freebet.chart import MARKER_ONLY, MONEY, Chart
from croupier.analysis.freebet.charted import chart_value
from croupier.analysis.freebet.optimal import expectation
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.terms import Terms
from croupier.envs.freebet import FreeBetBatch
from croupier.envs.freebet import kernel as k

# What a decision depends on: what is asked, the hand (hard total, soft total or pair), the dealer's card.
HARD, SOFT, PAIRS, HANDS = 0, 32, 64, 75
KINDS, UPS = 4, 11  # surrender, money on the hand, a marker only, insurance
STATES = KINDS * HANDS * UPS
ACTIONS = k.PAIR
ROUND_MAX = 48  # decisions that a Round is remembered by


def states(seen: NDArray[np.int32], mask: NDArray[np.int8]) -> NDArray[np.int64]:
    """The state of every table as a number."""
    phase = seen[:, k.O_PHASE]
    is_playing = phase == k.PLAYING
    kind = np.where(is_playing, 2 - seen[:, k.O_MONEY], np.where(phase == k.INSURING, 3, 0))
    may_split = (mask[:, k.SPLIT] | mask[:, k.FREE_SPLIT]) > 0
    hand = np.where(may_split, PAIRS + seen[:, k.O_PAIR], seen[:, k.O_SOFT] * SOFT + seen[:, k.O_TOTAL])
    found: NDArray[np.int64] = ((kind * HANDS + hand) * UPS + seen[:, k.O_UP]).astype(np.int64)
    return found


@dataclass
class Learner:
    """Sums and counts of what Rounds won after each action in each state."""

    batch: FreeBetBatch
    generator: np.random.Generator

    def __post_init__(self) -> None:
        tables = self.batch.tables
        self.sums = np.zeros(STATES * ACTIONS)
        self.counts = np.zeros(STATES * ACTIONS)
        self._rounds = np.zeros((tables, ROUND_MAX), np.int64)
        self._lengths = np.zeros(tables, np.int64)
        self._rows = np.arange(tables)
        self._has_explored = np.zeros(tables, np.bool_)
        self.batch.reset(int(self.generator.integers(2**62)))

    @property
    def values(self) -> NDArray[np.float64]:
        """What an action has brought on average; what was never tried looks good."""
        tried: NDArray[np.float64] = np.where(self.counts > 0, self.sums / np.maximum(self.counts, 1), 1.0)
        return tried.reshape(STATES, ACTIONS)

    def learn(self, decisions: int, exploring: float) -> None:
        batch, unit = self.batch, self.batch.setup.unit
        for step in range(-(-decisions // batch.tables)):
            if step % 16 == 0:
                values = self.values
            at = states(batch.observations, batch.mask)
            allowed = batch.mask > 0
            best = np.argmax(np.where(allowed, values[at], -np.inf), axis=1)
            # One decision of a Round is tried out at most, and the Round is remembered from there on: what it
            # won is then what that action brings when everything after it is played as well as one knows.
            dice = self.generator.random((batch.tables, ACTIONS), np.float32) * allowed
            explores = (self.generator.random(batch.tables, np.float32) < exploring) & ~self._has_explored
            best = np.where(explores, np.argmax(dice, axis=1), best)
            self._has_explored |= explores
            self._lengths[explores] = 0
            self._rounds[self._rows, np.minimum(self._lengths, ROUND_MAX - 1)] = at * ACTIONS + best
            self._lengths += 1
            batch.step(best)
            self._note(np.flatnonzero(batch.done), batch.net / unit)

    def _note(self, over: NDArray[np.int64], won: NDArray[np.float64]) -> None:
        """Every decision of a Round that has ended gets what it won."""
        lengths = np.minimum(self._lengths[over], ROUND_MAX)
        made = self._rounds[over][np.arange(ROUND_MAX) < lengths[:, None]]
        self.sums += np.bincount(made, np.repeat(won[over], lengths), STATES * ACTIONS)
        self.counts += np.bincount(made, minlength=STATES * ACTIONS)
        self._lengths[over] = 0
        self._has_explored[over] = False

    def forget(self, part: float) -> None:
        """Early Rounds were played badly after the decision: they count less."""
        self.sums *= 1 - part
        self.counts *= 1 - part

    def chart(self, terms: Terms) -> Chart:
        """The strategy learned."""
        values = np.where(self.counts > 0, self.sums / np.maximum(self.counts, 1), -np.inf)
        return chart_of(values.reshape(STATES, ACTIONS), terms)


def chart_of(values: NDArray[np.floating[Any]], terms: Terms) -> Chart:
    """What looks best in every state, as a chart that the exact mathematics can judge."""
    q = values.reshape(KINDS, HANDS, UPS, ACTIONS)[:, :, 1:]  # dealer's cards from the Ace on
    chart = Chart.first_guess(terms.free_double_totals)
    for part, kind in ((MONEY, 1), (MARKER_ONLY, 2)):
        for soft in (0, 1):
            hands = q[kind, soft * SOFT : soft * SOFT + chart.hit.shape[2]]
            plain = np.maximum(hands[..., k.HIT], hands[..., k.STAND])
            paid, free = hands[..., k.DOUBLE], hands[..., k.FREE_DOUBLE]
            chart.hit[part, soft] = hands[..., k.HIT] > hands[..., k.STAND]
            how = np.where(free >= paid, int(Action.FREE_DOUBLE), int(Action.DOUBLE))
            chart.double[part, soft] = np.where(np.maximum(free, paid) > plain, how, 0)
        pairs = q[kind, PAIRS + 1 : PAIRS + 11]
        splits = np.maximum(pairs[..., k.SPLIT], pairs[..., k.FREE_SPLIT])
        others = np.max(pairs[..., [k.HIT, k.STAND, k.DOUBLE, k.FREE_DOUBLE]], axis=-1)
        chart.split[part] = splits > others
    chart.hit[:, :, 21] = 0
    for soft in (0, 1):
        offered = q[0, soft * SOFT : soft * SOFT + chart.hit.shape[2]]
        chart.surrender[soft] = offered[..., k.SURRENDER] > offered[..., k.PLAY_ON]
    return chart


def curve(
    decisions: float, seed: int = 1, tables: int = 4096, points: int = 12
) -> Iterator[tuple[int, float]]:
    """Decisions so far, and the exact value of what has been learned by then, per unit wagered."""
    learner = Learner(FreeBetBatch(tables, shoe="fresh"), np.random.default_rng(seed))
    terms = Terms.of(learner.batch.setup.rules)
    part = int(decisions / points)
    for point in range(points):
        learner.learn(part, exploring=0.4)
        yield (point + 1) * part, chart_value(terms, learner.chart(terms))
        if point < points * 2 // 3:
            learner.forget(0.5)


def optimum() -> float:
    """The exact value of the best play, card by card."""
    terms = Terms.of(FreeBetBatch(1).setup.rules)
    return float(expectation(dict(decisions_for(terms))))


def draw(found: list[tuple[int, float]], best: float, path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    axes.plot([at for at, _ in found], [100 * (best - value) for _, value in found], marker="o")
    axes.axhline(0.1, color="#888", linewidth=0.8, linestyle="--", label="0.1%")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("decisions")
    axes.set_ylabel("percent of the wager lost to the exact optimum")
    axes.legend(frameon=False)
    figure.savefig(path, bbox_inches="tight")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=float, default=2e8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path)
    asked = parser.parse_args()
    best = optimum()
    print(f"exact optimum {best:+.4%} of the wager")
    found = []
    for at, value in curve(asked.decisions, asked.seed):
        found.append((at, value))
        print(f"{at:>13,} decisions: {value:+.4%}, {best - value:.4%} from the optimum", flush=True)
    if asked.curve:
        draw(found, best, asked.curve)


if __name__ == "__main__":
    main()
