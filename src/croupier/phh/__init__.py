"""Poker Hand History, the open format: a settled Round goes out, a file comes back through the engine."""

from croupier.phh.history import Phh, PhhError, read_phh, read_phhs
from croupier.phh.recording import export
from croupier.phh.replaying import Difference, Replay, replay, run, run_all

__all__ = [
    "Difference",
    "Phh",
    "PhhError",
    "Replay",
    "export",
    "read_phh",
    "read_phhs",
    "replay",
    "run",
    "run_all",
]
