"""The house in a simulator: a short run of what `make soak` does for longer."""

import os
import subprocess
import sys
from hashlib import sha256

import msgspec

from croupier.simulator.plan import Plan, draw
from croupier.simulator.run import Outcome, simulate
from tests.patience import PATIENCE_S

_PLAY = """
import sys, msgspec
from croupier.simulator.plan import Plan
from croupier.simulator.run import simulate
outcome = simulate(msgspec.json.decode(sys.stdin.read(), type=Plan))
print("\\n".join(outcome.history))
"""


def test_houses_in_which_everything_fails_lose_nothing() -> None:
    """Crashes at writes, power cuts, lost messages, clocks set, links that fail, people who vanish."""
    found = [simulate(draw(seed, seconds=150, tables=2, faults_per_hour=300)) for seed in (1, 2, 3)]
    for outcome in found:
        assert outcome.is_good, _told(outcome)
        assert outcome.rounds
    assert sum(outcome.deaths for outcome in found) >= 5
    assert sum(outcome.acknowledged for outcome in found) >= 50
    assert sum(outcome.looked_at for outcome in found) >= 300


def _told(outcome: Outcome) -> str:
    return f"seed {outcome.plan.seed}: {outcome.broken}\n" + "\n".join(outcome.history[-20:])


def test_a_plan_has_one_history_in_whatever_order_sets_are() -> None:
    """Written down and played elsewhere, byte for byte; its last line has the head of the journal."""
    first = simulate(draw(5, seconds=30, tables=2, faults_per_hour=600))
    second = subprocess.run(
        [sys.executable, "-c", _PLAY],
        input=msgspec.json.encode(first.plan).decode(),
        env={**os.environ, "PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    ).stdout
    told = "\n".join(first.history) + "\n"
    assert first.head in told
    assert sha256(told.encode()).hexdigest() == sha256(second.encode()).hexdigest()
    assert msgspec.json.decode(msgspec.json.encode(first.plan), type=Plan) == first.plan
