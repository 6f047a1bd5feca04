"""What OpenSpiel calls an observer: named parts of one tensor, and a string, for each player."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Shape = tuple[int, ...]


class Observer:
    """`parts` are names and shapes; `fill(parts, state, player)` writes them, `tell(state, player)` is the
    string.
    """

    def __init__(
        self,
        parts: Sequence[tuple[str, Shape]],
        fill: Callable[[dict[str, Any], Any, int], None],
        tell: Callable[[Any, int], str],
    ) -> None:
        sizes = [int(np.prod(shape)) for _, shape in parts]
        self.tensor = np.zeros(sum(sizes), np.float32)
        self.dict, at = {}, 0
        for (name, shape), size in zip(parts, sizes, strict=True):
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size
        self._fill, self._tell = fill, tell

    def set_from(self, state: Any, player: int) -> None:
        self.tensor.fill(0)
        self._fill(self.dict, state, player)

    def string_from(self, state: Any, player: int) -> str:
        return self._tell(state, player)
