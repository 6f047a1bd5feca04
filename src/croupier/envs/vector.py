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

    An episode that ends is followed by the next in the same step: the reward is that of the Round that ended,
    the observation the first of the next; `infos["final_obs"]` and `infos["final_info"]` have what belongs to
    the end. With `autoreset_mode="NextStep"` the end is its own step, and the next begins in the one after,
    whatever the action. `infos["action_mask"]` says what is possible where; `infos["net"]` has cents.
    """

    def __init__(
        self,
        batch: Batch,
        layout: Layout,
        observation: Form,
        rounds: int,
        render_mode: str | None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ) -> None:
        self._mode = AutoresetMode(autoreset_mode)
        if self._mode == AutoresetMode.DISABLED:
            raise ValueError("tables of a batch go on by themselves: autoreset_mode is SameStep or NextStep")
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
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
        self.actions = batch.actions
        self._form, self._rounds = observation, rounds
        self._ended = np.zeros(batch.tables, np.bool_)
        self._played = np.zeros(batch.tables, np.int64)
        self._never = np.zeros(batch.tables, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        self.batch.reset(seed)
        self._played[:], self._ended[:] = 0, False
        return self._observed(), {"action_mask": self.batch.mask.copy()}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        batch = self.batch
        if self._ended.any():
            batch.step_but(self._ended, actions)
        else:
            batch.step(actions)
        over = batch.done.copy()
        if self._rounds > 1:
            self._played += over
            over &= self._played == self._rounds
            self._played[over] = 0
        infos: dict[str, Any] = {"action_mask": batch.mask.copy(), "net": batch.net.copy()}
        if self._mode == AutoresetMode.NEXT_STEP:
            self._ended = over
            infos["action_mask"][over] = 1  # whatever is chosen begins the next
            seen = self.layout.shape(
                np.where(over[:, None], self.layout.nothing, batch.observations), self._form
            )
        else:
            seen = self._observed()
            if over.any():
                infos |= self._final(over)
        return seen, batch.net / self.layout.unit, over, self._never.copy(), infos

    def _final(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """What belongs to the episodes that ended in this step."""
        nothing = np.broadcast_to(self.layout.nothing, self.batch.observations.shape)
        net = np.where(over, self.batch.net, 0)
        return {
            "final_obs": self.layout.shape(nothing, self._form),
            "_final_obs": over.copy(),
            "final_info": {"action_mask": np.zeros_like(self.batch.mask), "net": net, "_net": over.copy()},
            "_final_info": over.copy(),
        }

    def _observed(self) -> Any:
        return self.layout.shape(self.batch.observations, self._form)

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()
