"""Multi-Link tables by the thousand."""

from typing import Any

import numpy as np

from croupier.envs.batch import Batch, Ints
from croupier.envs.layout import Form
from croupier.envs.multilink import kernel as k
from croupier.envs.multilink.setup import MultiLinkSetup
from croupier.envs.vector import BatchVectorEnv
from croupier.envs.wishes import made


class MultiLinkBatch(Batch):
    """Plain arrays: `observations` (columns as `setup.layout` names them), `mask`, `net` in cents, `done`."""

    _kernel = k

    def __init__(
        self, tables: int, setup: MultiLinkSetup | None = None, *, threads: int = 1, **wanted: Any
    ) -> None:
        self.setup = setup or made(MultiLinkSetup, wanted)
        super().__init__(tables, self.setup.actions, k.COLUMNS, 0, threads)
        self._terms = self.setup.terms
        self._rows: Ints = np.zeros((tables, self._terms[k.T_WIDTH]), np.int64)
        self._decks = np.tile(np.arange(52, dtype=np.uint8), (tables, 1))
        self._place()

    def _reset(self) -> None:
        self._decks[:] = np.arange(52, dtype=np.uint8)

    def _check_amounts(self, actions: Ints, amounts: Ints) -> None:
        if amounts.any():
            raise ValueError("every bet of Multi-Link has its one amount; leave amounts out")


class MultiLinkVectorEnv(BatchVectorEnv):
    """The same for Gymnasium."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        observation: Form = "array",
        rounds: int = 1,
        threads: int = 1,
        render_mode: str | None = None,
        autoreset_mode: str = "SameStep",
        **wanted: Any,
    ) -> None:
        batch = MultiLinkBatch(num_envs, threads=threads, **wanted)
        super().__init__(batch, batch.setup.layout, observation, rounds, render_mode, autoreset_mode)
