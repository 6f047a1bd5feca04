"""Learn Free Bet Blackjack from nothing, on a batch of tables, and measure what was learned exactly.

    python examples/agents/freebet_learning.py --decisions 2e8 --curve curve.svg

`croupier.envs.tabular` learns with a table of values, in NumPy. The strategy is then judged not by more games
but by the exact mathematics of `croupier.analysis`: what it loses per unit wagered, beside the best there is.
"""

import argparse
from collections.abc import Iterator
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
from croupier.envs import tabular
from croupier.envs.freebet import FreeBetBatch
from croupier.envs.freebet import kernel as k
from croupier.envs.tabular import FREEBET, HANDS, KINDS, PAIRS, SOFT, UPS

STATES, ACTIONS, states = FREEBET.states, FREEBET.actions, FREEBET.numbers


class Learner(tabular.Learner):
    """The same for Free Bet, with the strategy learned as a chart."""

    def __init__(self, batch: FreeBetBatch, generator: np.random.Generator) -> None:
        super().__init__(batch, FREEBET, generator)

    def chart(self, terms: Terms) -> Chart:
        return chart_of(self.values(-np.inf), terms)


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
