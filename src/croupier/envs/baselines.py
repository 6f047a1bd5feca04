"""Baselines: what chance, simple rules, learning and the exact mathematics win, to compare an agent with.

Poker's are players of the arena (`croupier arena random caller odds ranges solved`).
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from math import sqrt
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.freebet.chart import MARKER_ONLY, MONEY, Chart
from croupier.analysis.freebet.charted import best_chart
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.terms import Terms
from croupier.analysis.kernels.cards import class_names
from croupier.analysis.multilink.starting import starting_values
from croupier.envs.batch import Ints, random_actions
from croupier.envs.freebet import FreeBetBatch
from croupier.envs.freebet import kernel as f
from croupier.envs.multilink import MultiLinkBatch
from croupier.envs.multilink import kernel as m
from croupier.envs.tabular import FREEBET, MULTILINK, Tables, View, is_own_paired, learned

KEPT: Final = Path(__file__).with_name("baselines.npz")
_LEARNED: Final = {"mbs-freebet@3": 120_000_000, "rws-multilink@3": 100_000_000}  # from so many decisions
_TABLES: Final = 4096
_STRAIGHT: Final = 5  # what is made, from 1: a straight or better
Policy = Callable[[Tables], Ints]


class Result(Struct, frozen=True):
    """What a Round brought on average, in wagers or Antes, and half of the 95% interval around it."""

    rounds: int
    mean: float
    error: float


def measured(batch: Tables, policy: Policy, rounds: int, seed: int) -> Result:
    """Every table plays as many Rounds as any other: short ones count no more than long ones."""
    batch.reset(seed)
    unit = batch.setup.unit
    left = np.full(batch.tables, -(-rounds // batch.tables))
    played, total, squares = 0, 0.0, 0.0
    while left.any():
        batch.step(policy(batch))
        counts = batch.done & (left > 0)
        won = batch.net[counts] / unit
        played, total, squares = played + len(won), total + won.sum(), squares + (won * won).sum()
        left[counts] -= 1
    mean = total / played
    return Result(played, mean, 1.96 * sqrt((squares / played - mean * mean) / played))


# Free Bet


def charted(chart: Chart) -> Policy:
    """Play by a chart, whatever it says, without Insurance."""

    def play(batch: Tables) -> Ints:
        seen, may = batch.observations, batch.mask > 0
        phase, first = seen[:, f.O_PHASE], np.maximum(seen[:, f.O_UP] - 1, 0)
        part = np.where(seen[:, f.O_MONEY] > 0, MONEY, MARKER_ONLY)
        soft, total, pair = seen[:, f.O_SOFT], seen[:, f.O_TOTAL], seen[:, f.O_PAIR]
        splits = (pair > 0) & (chart.split[part, np.maximum(pair - 1, 0), first] > 0)
        doubles = np.where(seen[:, f.O_CARDS] == 2, chart.double[part, soft, total, first], 0)
        found = np.where(chart.hit[part, soft, total, first] > 0, f.HIT, f.STAND)
        for code, action in ((Action.DOUBLE, f.DOUBLE), (Action.FREE_DOUBLE, f.FREE_DOUBLE)):
            found = np.where((doubles == int(code)) & may[:, action], action, found)
        for action in (f.SPLIT, f.FREE_SPLIT):
            found = np.where(splits & may[:, action], action, found)
        gives_up = (chart.surrender[soft, total, first] > 0) & ~splits & may[:, f.SURRENDER]
        asked = np.where((phase == f.SURRENDERING) & gives_up, f.SURRENDER, f.PLAY_ON)
        if chart.even_money:
            asked = np.where((phase == f.INSURING) & may[:, f.EVEN_MONEY], f.EVEN_MONEY, asked)
        return np.where(phase == f.PLAYING, found, asked).astype(np.int64)

    return play


def _best_chart(batch: Tables) -> Chart:
    return best_chart(Terms.of(batch.setup.rules))


def _first_guess(batch: Tables) -> Chart:
    return Chart.first_guess(Terms.of(batch.setup.rules).free_double_totals)


# Multi-Link


def paired(batch: Tables) -> Policy:
    """The Flop where the exact mathematics plays it, Turn and River with an own card paired or a straight."""
    values = starting_values(batch.setup.rules)
    plays = np.array([*(values[name] > -1 for name in class_names()), True])

    def play(batch: Tables) -> Ints:
        seen = batch.observations
        bets = is_own_paired(seen) | (seen[:, m.O_MADE] >= _STRAIGHT)
        first = np.where(plays[seen[:, m.O_CLASS]], m.FLOP, m.FOLD)
        later = np.where(bets & (batch.mask[:, m.BET] > 0), m.BET, m.CHECK)
        return np.where(seen[:, m.O_PHASE] == m.FIRST, first, later).astype(np.int64)

    return play


# What was learned


@cache
def _kept(game: str) -> NDArray[np.uint8]:
    with np.load(KEPT) as kept:
        found: NDArray[np.uint8] = kept[game]
    return found


def by_table(game: str) -> Policy:
    """The first possible action in the order that was learned for a state."""
    view, orders = VIEWS[game], _kept(game)

    def play(batch: Tables) -> Ints:
        order = orders[view.numbers(batch.observations, batch.mask)].astype(np.int64)
        at = np.argmax(np.take_along_axis(batch.mask, order, axis=1) > 0, axis=1)
        return np.take_along_axis(order, at[:, None], axis=1)[:, 0]

    return play


def _by_chance(batch: Tables) -> Policy:
    return partial(_random, np.random.default_rng(1))


def _random(chance: np.random.Generator, batch: Tables) -> Ints:
    return random_actions(batch.mask, chance)


VIEWS: Final[Mapping[str, View]] = {"mbs-freebet": FREEBET, "rws-multilink": MULTILINK}
BASELINES: Final[Mapping[str, Mapping[str, Callable[[Tables], Policy]]]] = {
    "mbs-freebet": {
        "random": _by_chance,
        "hit to 16": lambda batch: charted(_first_guess(batch)),
        "learned": lambda batch: by_table("mbs-freebet"),
        "best chart": lambda batch: charted(_best_chart(batch)),
    },
    "rws-multilink": {
        "random": _by_chance,
        "learned": lambda batch: by_table("rws-multilink"),
        "own pair": paired,
    },
}
"""By game and name."""


def tables(edition: str, count: int = _TABLES) -> Tables:
    """What baselines are measured at: the smallest wager, no side bets, fresh cards each Round."""
    if edition.startswith("mbs-freebet@"):
        return FreeBetBatch(count, edition=edition, shoe="fresh")
    return MultiLinkBatch(count, edition=edition)


def main() -> None:
    """Learn the kept tables again: five minutes."""
    orders = {}
    for edition, decisions in _LEARNED.items():
        game = edition.partition("@")[0]
        orders[game] = learned(tables(edition), VIEWS[game], decisions, seed=1)
    np.savez_compressed(KEPT, allow_pickle=False, **orders)


if __name__ == "__main__":
    main()
