"""One table for Gymnasium at the speed of a batch: it is a batch of one."""

from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from croupier.envs.batch import Batch
from croupier.envs.layout import Form, Layout, check_form
from croupier.envs.possible import Possible
from croupier.envs.wishes import action_and_amount


class OneTableEnv(gym.Env[Any, Any]):
    """An episode is one Round, or as many as `rounds` says. The live table (`strict=True`) plays the same by
    the document, tells the paragraphs, and has pictures, exact amounts and stacked cards.
    """

    metadata = {"render_modes": []}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, batch: Batch, setup: Any, observation: Form = "array", rounds: int = 1) -> None:
        check_form(observation)
        if rounds < 1:
            raise ValueError(f"rounds={rounds}: an episode has 1 Round or more")
        self.batch, self.setup, self.actions = batch, setup, batch.actions
        self.layout: Layout = setup.layout
        self.observation_space = self.layout.space(observation)
        self.action_space: Possible = Possible(len(batch.actions), setup.first)
        self._form, self._rounds = observation, rounds
        self._wanted = np.zeros(1, np.int64)
        self._none = np.zeros(len(batch.actions), np.int8)
        self._is_over, self._is_between = True, False
        self._played = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """The next Round. A seed brings fresh cards that are the same every time; without one the shoe goes
        on."""
        super().reset(seed=seed)
        if options:
            raise ValueError(
                f"reset has no option {next(iter(options))!r} here; stacked cards need strict=True"
            )
        if seed is not None or not self._is_between:
            self.batch.reset(int(self.np_random.integers(2**62)))
        self._is_over, self._is_between, self._played = False, False, 0
        return self._observed(), self._info(0)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._is_over:
            raise gym.error.ResetNeeded(
                "the episode is over, or there is none yet: call reset() before step()"
            )
        self._wanted[0], _ = action_and_amount(action, self.actions, False)
        self.batch.step(self._wanted)
        net = int(self.batch.net[0])
        if self.batch.done[0]:
            self._played += 1
            self._is_over = self._is_between = self._played == self._rounds
        return self._observed(), net / self.layout.unit, self._is_over, False, self._info(net)

    def action_masks(self) -> NDArray[np.bool_]:
        """As sb3-contrib's MaskablePPO asks for them."""
        mask = self._none if self._is_over else self.batch.mask[0]
        return mask.astype(bool)

    def _observed(self) -> Any:
        return self.layout.shape(
            self.layout.nothing if self._is_over else self.batch.observations[0], self._form
        )

    def _info(self, net: int) -> dict[str, Any]:
        mask = self._none.copy() if self._is_over else self.batch.mask[0].copy()
        self.action_space.possible = mask
        return {"action_mask": mask, "net": net}


def one_table(live: type[Any], batch: type[Any], wanted: dict[str, Any]) -> gym.Env[Any, Any]:
    """A batch of one; the live table with `strict=True`, and where nothing else will do: pictures, exact
    amounts.
    """
    is_strict = wanted.pop("strict", False)
    if is_strict or wanted.get("exact") or wanted.get("render_mode") is not None:
        return live(**wanted)  # type: ignore[no-any-return]
    form = {name: wanted.pop(name) for name in ("observation", "rounds") if name in wanted}
    found = batch(1, **{name: each for name, each in wanted.items() if name not in ("exact", "render_mode")})
    return OneTableEnv(found, found.setup, **form)
