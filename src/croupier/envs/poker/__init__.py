"""Poker as an environment: one table, a batch, and what both are set up with."""

from croupier.envs.poker.batch import PokerBatch
from croupier.envs.poker.live import PokerTable
from croupier.envs.poker.setup import PokerSetup

__all__ = ["PokerBatch", "PokerSetup", "PokerTable"]
