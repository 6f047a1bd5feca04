"""Free Bet Blackjack as an environment: one table, a batch, and what both are set up with."""

from typing import Any

import gymnasium as gym

from croupier.envs.freebet.batch import FreeBetBatch
from croupier.envs.freebet.env import FreeBetEnv
from croupier.envs.freebet.setup import FreeBetSetup
from croupier.envs.freebet.vector import FreeBetVectorEnv
from croupier.envs.one import one_table

__all__ = ["FreeBetBatch", "FreeBetEnv", "FreeBetSetup", "FreeBetVectorEnv", "make"]


def make(**wanted: Any) -> gym.Env[Any, Any]:
    """One table for Gymnasium: a batch of one, or with `strict=True` the live table."""
    return one_table(FreeBetEnv, FreeBetBatch, wanted)
