"""Multi-Link as an environment: one table, a batch, and what both are set up with."""

from typing import Any

import gymnasium as gym

from croupier.envs.multilink.batch import MultiLinkBatch, MultiLinkVectorEnv
from croupier.envs.multilink.env import MultiLinkEnv
from croupier.envs.multilink.setup import MultiLinkSetup
from croupier.envs.one import one_table

__all__ = ["MultiLinkBatch", "MultiLinkEnv", "MultiLinkSetup", "MultiLinkVectorEnv", "make"]


def make(**wanted: Any) -> gym.Env[Any, Any]:
    """One table for Gymnasium: a batch of one, or with `strict=True` the live table."""
    return one_table(MultiLinkEnv, MultiLinkBatch, wanted)
