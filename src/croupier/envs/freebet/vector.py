"""Free Bet tables by the thousand, for Gymnasium."""

from typing import Any

from croupier.envs.freebet.batch import FreeBetBatch
from croupier.envs.layout import Form
from croupier.envs.vector import BatchVectorEnv


class FreeBetVectorEnv(BatchVectorEnv):
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
        batch = FreeBetBatch(num_envs, threads=threads, **wanted)
        super().__init__(batch, batch.setup.layout, observation, rounds, render_mode, autoreset_mode)
