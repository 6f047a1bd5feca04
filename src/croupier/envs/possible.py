"""Action spaces that know what is possible now, so that `action_space.sample()` never draws a refused
action.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray


class Possible(spaces.Discrete):
    """The actions of one decision; the environment keeps `possible` up to date.

    Before a Round, and once it is seeded, it draws from `first`: what is possible at first whatever the
    cards.
    """

    def __init__(self, actions: int, first: Sequence[int]) -> None:
        super().__init__(actions)
        self.first: NDArray[np.int8] = np.zeros(actions, np.int8)
        self.first[list(first)] = 1
        self.possible = self.first

    def seed(self, seed: int | None = None) -> Any:
        self.possible = self.first
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        is_free = mask is None and probability is None
        return super().sample(self._usable() if is_free else mask, probability)

    def _usable(self) -> NDArray[np.int8]:
        return self.possible if self.possible.any() else self.first


class PossibleWithAmount(spaces.Dict):
    """An action and an amount in cents; what is sampled has the usual amount, written 0."""

    def __init__(self, actions: int, first: Sequence[int]) -> None:
        amount = spaces.Box(0, 2**31 - 1, (), np.int64)
        super().__init__({"action": Possible(actions, first), "amount": amount})

    def sample(self, mask: Any = None, probability: Any = None) -> dict[str, Any]:
        return {"action": self["action"].sample(), "amount": np.array(0, np.int64)}


class AllPossible(spaces.MultiDiscrete):
    """The actions of all tables of a batch; `possible` is the batch's own mask."""

    possible: NDArray[np.int8] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[Any]:
        if mask is not None or probability is not None or self.possible is None:
            return super().sample(mask, probability)
        chances = self.np_random.random(self.possible.shape, np.float32)
        drawn: NDArray[Any] = np.argmax(chances * self.possible, axis=1).astype(self.dtype)
        return drawn
