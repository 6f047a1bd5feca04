"""Races against peers, in one run on one machine: `python -m bench [names]`.

A topic is a module of this package with `benches() -> list[Bench]`; it is found by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Bench:
    """One race. `ours` and `peer` each do `operations` of the same work per call; set-up comes before."""

    name: str
    operations: int
    ours: Callable[[], object]
    peer: Callable[[], object] | None = None
    peer_name: str = ""
    target_ratio_min: float | None = None
    """How many times as fast as the peer we mean to be."""
    target_per_second_min: float | None = None
    repeats: int = 15
    """How often each side runs; fewer for work that takes seconds."""
    peer_operations: int | None = None
    """How many operations a call of the peer does, where it is too slow to do as many as we do."""
    note: Callable[[], str] = str
    """Asked after the race for more that was measured, such as latencies."""
