"""Batches for Gymnasium: `gymnasium.make_vec("croupier/FreeBet-v0", num_envs=4096)`; and the plain ones by
name.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier.envs.batch import Batch, random_actions
from croupier.envs.layout import Form, Layout, check_form
from croupier.envs.possible import AllPossible

__all__ = ["Batch", "BatchVectorEnv", "random_actions"]

B = TypeVar("B", bound=Batch)


class BatchVectorEnv(gym.vector.VectorEnv[Any, Any, Any]):
    """Thousands of tables as one vector environment.

    A Round that ends is followed by the next in the same step: the reward is that of the Round that ended,
    the observation the first of the next. `infos["action_mask"]` says what is possible where;
    `infos["net"]` has cents.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self, batch: Batch, layout: Layout, observation: Form, rounds: int, render_mode: str | None
    ) -> None:
        check_form(observation)
        if render_mode is not None:
            raise ValueError(
                "a batch of tables is not drawn: render one table, gymnasium.make(id, render_mode=...)"
            )
        if rounds < 1:
            raise ValueError(f"rounds={rounds}: an episode has 1 Round or more")
        self.batch, self.layout = batch, layout
        self.render_mode = None
        self.num_envs = batch.tables
        self.single_observation_space = layout.space(observation)
        self.observation_space = batch_space(self.single_observation_space, batch.tables)
        self.single_action_space = spaces.Discrete(len(batch.actions))
        self.action_space = AllPossible([len(batch.actions)] * batch.tables)
        self.action_space.possible = batch.mask
        self._form, self._rounds = observation, rounds
        self._played = np.zeros(batch.tables, np.int64)
        self._never = np.zeros(batch.tables, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        self.batch.reset(seed)
        self._played[:] = 0
        return self._observed(), {"action_mask": self.batch.mask.copy()}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        batch = self.batch
        batch.step(actions)
        over = batch.done.copy()
        if self._rounds > 1:
            self._played += over
            over &= self._played == self._rounds
            self._played[over] = 0
        seen = self._observed()
        infos: dict[str, Any] = {"action_mask": batch.mask.copy(), "net": batch.net.copy()}
        return seen, batch.net / self.layout.unit, over, self._never.copy(), infos

    def _observed(self) -> Any:
        return self.layout.shape(self.batch.observations, self._form)

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()
