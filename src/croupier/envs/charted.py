"""What was learned at Free Bet, as a chart that the exact mathematics judges: no more games are needed."""

from collections.abc import Iterator
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


class Learner(tabular.Learner):
    """The same for Free Bet, with the strategy learned as a chart."""

    def __init__(self, batch: FreeBetBatch, generator: np.random.Generator) -> None:
        super().__init__(batch, FREEBET, generator)

    def chart(self, terms: Terms) -> Chart:
        return chart_of(self.values(-np.inf), terms)


def chart_of(values: NDArray[np.floating[Any]], terms: Terms) -> Chart:
    """What looks best in every state, as a chart that the exact mathematics can judge."""
    q = values.reshape(KINDS, HANDS, UPS, FREEBET.actions)[:, :, 1:]  # dealer's cards from the Ace on
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
