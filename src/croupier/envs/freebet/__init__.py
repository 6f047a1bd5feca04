"""Free Bet Blackjack as an environment: one table, a batch, and what both are set up with."""

from croupier.envs.freebet.batch import FreeBetBatch
from croupier.envs.freebet.env import FreeBetEnv
from croupier.envs.freebet.setup import FreeBetSetup
from croupier.envs.freebet.vector import FreeBetVectorEnv

__all__ = ["FreeBetBatch", "FreeBetEnv", "FreeBetSetup", "FreeBetVectorEnv"]
