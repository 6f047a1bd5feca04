"""Learn Free Bet Blackjack with MaskablePPO of sb3-contrib, on a batch of tables, and measure it exactly.

    pip install 'croupier[agents,math]' sb3-contrib
    python examples/agents/freebet_ppo.py --curve curve.svg --csv curve.csv

The batch is put behind the vector interface of Stable-Baselines3; the network sees what a strategy chart goes
by (what is asked, the hand, the dealer's card). What it would do is read as a chart, which the exact
mathematics judges, as in `freebet_learning.py`.
"""

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from freebet_learning import draw
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from croupier.analysis.freebet.charted import chart_value
from croupier.analysis.freebet.terms import Terms
from croupier.envs.charted import chart_of, optimum
from croupier.envs.freebet import FreeBetBatch
from croupier.envs.tabular import FREEBET, HANDS, KINDS, UPS

STATES, ACTIONS, states = FREEBET.states, FREEBET.actions, FREEBET.numbers

# Every state as a network sees it: what is asked, the hand and the dealer's card, each one of several.
_at = np.arange(STATES)
SEEN = np.concatenate(
    [np.eye(KINDS)[_at // (HANDS * UPS)], np.eye(HANDS)[_at // UPS % HANDS], np.eye(UPS)[_at % UPS]], axis=1
).astype(np.float32)


class Tables(VecEnv):  # type: ignore[misc]  # the library need not be installed where types are checked
    """A batch of Free Bet tables as Stable-Baselines3 wants it; an episode is a Round."""

    def __init__(self, tables: int, seed: int) -> None:
        self.batch = FreeBetBatch(tables, shoe="fresh")
        self.asked = np.zeros((STATES, ACTIONS), np.bool_)
        """Which actions have been possible in which state."""
        self._seed = seed
        self._nothing: list[dict[str, Any]] = [{} for _ in range(tables)]
        seen = spaces.Box(0, 1, (SEEN.shape[1],), np.float32)
        super().__init__(tables, seen, spaces.Discrete(ACTIONS))

    def reset(self) -> NDArray[np.float32]:
        self.batch.reset(self._seed)
        return self._look()

    def _look(self) -> NDArray[np.float32]:
        at = states(self.batch.observations, self.batch.mask)
        self._masks = self.batch.mask > 0
        np.logical_or.at(self.asked, at, self._masks)
        found: NDArray[np.float32] = SEEN[at]
        return found

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self.batch.step(actions)

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        won = (self.batch.net / self.batch.setup.unit).astype(np.float32)
        return self._look(), won, self.batch.done.copy(), self._nothing

    def env_method(self, method_name: str, *args: Any, **kwargs: Any) -> list[NDArray[np.bool_]]:
        if method_name != "action_masks":
            raise AttributeError(f"these tables have action_masks, not {method_name}")
        return list(self._masks)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs  # tables of a batch are not drawn

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError("tables of a batch have no attributes of their own")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> Sequence[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.batch.close()


class Judge(BaseCallback):  # type: ignore[misc]
    """Every so often, the exact value of what the network would do; curiosity fades on the way."""

    def __init__(self, decisions: float, points: int, best: float) -> None:
        super().__init__()
        self.curve: list[tuple[int, float]] = []
        self._decisions, self._every, self._best = decisions, decisions / points, best
        self._curiosity = 0.02

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self.model.ent_coef = self._curiosity * max(0.0, 1 - self.num_timesteps / (0.8 * self._decisions))
        if self.num_timesteps >= self._every * (len(self.curve) + 1):
            self.judge()

    def judge(self) -> None:
        tables: Tables = self.training_env
        with torch.no_grad():
            logits = self.model.policy.get_distribution(torch.as_tensor(SEEN)).distribution.logits.numpy()
        terms = Terms.of(tables.batch.setup.rules)
        value = chart_value(terms, chart_of(np.where(tables.asked, logits, -np.inf), terms))
        self.curve.append((self.num_timesteps, value))
        print(
            f"{self.num_timesteps:>13,} decisions: {value:+.4%}, {self._best - value:.4%} from the optimum",
            flush=True,
        )


def train(decisions: float, seed: int = 1, tables: int = 4096, points: int = 20) -> list[tuple[int, float]]:
    """Decisions so far, and the exact value of what has been learned by then, per unit wagered."""
    model = MaskablePPO(
        "MlpPolicy",
        Tables(tables, seed),
        learning_rate=lambda left: 2e-3 * left,
        n_steps=16,
        batch_size=tables * 2,
        n_epochs=2,
        gamma=1.0,
        gae_lambda=1.0,
        policy_kwargs={"net_arch": [64, 64], "activation_fn": torch.nn.ReLU},
        seed=seed,
        device="cpu",
    )
    judge = Judge(decisions, points, optimum())
    model.learn(int(decisions), callback=judge)
    if judge.curve[-1][0] < model.num_timesteps:
        judge.judge()
    return judge.curve


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=float, default=1e7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--csv", type=Path)
    asked = parser.parse_args()
    torch.set_num_threads(1)  # the network is small: threads would wait for each other
    found = train(asked.decisions, asked.seed)
    if asked.csv:
        with asked.csv.open("w", newline="") as file:
            csv.writer(file).writerows([("decisions", "value"), *found])
    if asked.curve:
        draw(found, optimum(), asked.curve)


if __name__ == "__main__":
    main()
