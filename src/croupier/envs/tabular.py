"""Learning with a table of values, on a batch of tables: what is simple, and strong where a game is small.

Every-visit Monte Carlo control in NumPy: try one thing a Round, give every decision from there on what the
Round won, play what has done best.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.envs.batch import Ints
from croupier.envs.freebet import FreeBetBatch
from croupier.envs.freebet import kernel as f
from croupier.envs.multilink import MultiLinkBatch
from croupier.envs.multilink import kernel as m

Tables = FreeBetBatch | MultiLinkBatch

ROUND_MAX: Final = 48  # decisions that a Round is remembered by


@dataclass(frozen=True)
class View:
    """What a decision depends on, as a number for each row; how many there are, and how many actions."""

    numbers: Callable[[NDArray[np.int32], NDArray[np.int8]], Ints]
    states: int
    actions: int


# Free Bet: what is asked, the hand (hard total, soft total or pair), the dealer's card.
HARD, SOFT, PAIRS, HANDS = 0, 32, 64, 75
KINDS, UPS = 4, 11  # surrender, money on the hand, a marker only, insurance


def _freebet(seen: NDArray[np.int32], mask: NDArray[np.int8]) -> Ints:
    phase = seen[:, f.O_PHASE]
    kind = np.where(phase == f.PLAYING, 2 - seen[:, f.O_MONEY], np.where(phase == f.INSURING, 3, 0))
    may_split = (mask[:, f.SPLIT] | mask[:, f.FREE_SPLIT]) > 0
    hand = np.where(may_split, PAIRS + seen[:, f.O_PAIR], seen[:, f.O_SOFT] * SOFT + seen[:, f.O_TOTAL])
    found: Ints = ((kind * HANDS + hand) * UPS + seen[:, f.O_UP]).astype(np.int64)
    return found


# Multi-Link: the starting hand before the Flop; then street, higher card, what is made, and whether an own
# card is paired.
_CLASSES, _RANKS, _MADE = m.UNKNOWN_CLASS + 1, 14, 11


def is_own_paired(seen: NDArray[np.int32]) -> NDArray[np.bool_]:
    ranks = seen[:, m.O_HOLE : m.O_HOLE + 7] // 4  # 13 for a card that is not out
    own, board = ranks[:, :2], ranks[:, 2:]
    met = (own[:, :, None] == board[:, None, :]) & (own < _RANKS - 1)[:, :, None]
    found: NDArray[np.bool_] = (own[:, 0] == own[:, 1]) | met.any(axis=(1, 2))
    return found


def _multilink(seen: NDArray[np.int32], _: NDArray[np.int8]) -> Ints:
    held = seen[:, m.O_HOLE : m.O_HOLE + 2].max(axis=1) // 4 * 2 + is_own_paired(seen)
    street = seen[:, m.O_PHASE] - m.SECOND
    later = _CLASSES + (street * _RANKS * 2 + held) * _MADE + seen[:, m.O_MADE]
    found: Ints = np.where(seen[:, m.O_PHASE] == m.FIRST, seen[:, m.O_CLASS], later).astype(np.int64)
    return found


FREEBET: Final = View(_freebet, KINDS * HANDS * UPS, f.PAIR)
MULTILINK: Final = View(_multilink, _CLASSES + 2 * _RANKS * 2 * _MADE, m.BONUS)


class Learner:
    """Sums and counts of what Rounds won after each action in each state."""

    def __init__(self, batch: Tables, view: View, generator: np.random.Generator) -> None:
        self.batch, self.view, self.generator = batch, view, generator
        tables = batch.tables
        self.sums = np.zeros(view.states * view.actions)
        self.counts = np.zeros(view.states * view.actions)
        self._rounds = np.zeros((tables, ROUND_MAX), np.int64)
        self._lengths = np.zeros(tables, np.int64)
        self._rows = np.arange(tables)
        self._has_explored = np.zeros(tables, np.bool_)
        batch.reset(int(generator.integers(2**62)))

    def values(self, untried: float = 1.0) -> NDArray[np.float64]:
        """What an action has brought on average; what was never tried looks good."""
        tried: NDArray[np.float64] = np.where(
            self.counts > 0, self.sums / np.maximum(self.counts, 1), untried
        )
        return tried.reshape(self.view.states, self.view.actions)

    def learn(self, decisions: int, exploring: float) -> None:
        batch, unit, actions = self.batch, self.batch.setup.unit, self.view.actions
        for step in range(-(-decisions // batch.tables)):
            if step % 16 == 0:
                values = self.values()
            at = self.view.numbers(batch.observations, batch.mask)
            allowed = batch.mask > 0
            best = np.argmax(np.where(allowed, values[at], -np.inf), axis=1)
            # One decision of a Round is tried out at most, and the Round is remembered from there on: what it
            # won is then what that action brings when everything after it is played as well as one knows.
            dice = self.generator.random((batch.tables, actions), np.float32) * allowed
            explores = (self.generator.random(batch.tables, np.float32) < exploring) & ~self._has_explored
            best = np.where(explores, np.argmax(dice, axis=1), best)
            self._has_explored |= explores
            self._lengths[explores] = 0
            self._rounds[self._rows, np.minimum(self._lengths, ROUND_MAX - 1)] = at * actions + best
            self._lengths += 1
            batch.step(best)
            self._note(np.flatnonzero(batch.done), batch.net / unit)

    def _note(self, over: Ints, won: NDArray[np.float64]) -> None:
        """Every decision of a Round that has ended gets what it won."""
        lengths, size = np.minimum(self._lengths[over], ROUND_MAX), len(self.sums)
        made = self._rounds[over][np.arange(ROUND_MAX) < lengths[:, None]]
        self.sums += np.bincount(made, np.repeat(won[over], lengths), size)
        self.counts += np.bincount(made, minlength=size)
        self._lengths[over] = 0
        self._has_explored[over] = False

    def forget(self, part: float) -> None:
        """Early Rounds were played badly after the decision: they count less."""
        self.sums *= 1 - part
        self.counts *= 1 - part


def learned(batch: Tables, view: View, decisions: int, seed: int) -> NDArray[np.uint8]:
    """For each state the actions, the best one first."""
    learner, parts = Learner(batch, view, np.random.default_rng(seed)), 12
    for part in range(parts):
        learner.learn(decisions // parts, exploring=0.4)
        if part < parts * 2 // 3:
            learner.forget(0.5)
    return np.argsort(-learner.values(-np.inf), axis=1, kind="stable").astype(np.uint8)
