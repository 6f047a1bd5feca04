"""Killing the house on purpose: at random, at every write, and under its database."""

from croupier.faults.harness import Tally, kill_at_random, kill_at_writes, run_all

__all__ = ["Tally", "kill_at_random", "kill_at_writes", "run_all"]
