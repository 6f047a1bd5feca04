"""Multi-Link as an environment: one table, a batch, and what both are set up with."""

from croupier.envs.multilink.batch import MultiLinkBatch, MultiLinkVectorEnv
from croupier.envs.multilink.env import MultiLinkEnv
from croupier.envs.multilink.setup import MultiLinkSetup

__all__ = ["MultiLinkBatch", "MultiLinkEnv", "MultiLinkSetup", "MultiLinkVectorEnv"]
