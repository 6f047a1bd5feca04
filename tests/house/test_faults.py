"""The short version of `croupier faults`: kills at random, at writes, and under the database."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

# In a process of its own: it forks, and a process with threads (such as a test worker's) must not.
_RUN = """
import sys
from pathlib import Path
from croupier.faults import kill_at_random, kill_at_writes
from croupier.faults.database import restart_in_the_middle
folder = Path(sys.argv[1])
tally = {
    "random": lambda: kill_at_random(folder, kills=12, seed=7),
    "writes": lambda: kill_at_writes(folder, writes=240, stride=12, seed=7),
    "careless": lambda: kill_at_writes(folder, writes=300, stride=25, seed=7, synchronous="NORMAL"),
    "database": lambda: restart_in_the_middle(folder, kills=2, seed=7, crashes=1),
}[sys.argv[2]]()
print(tally)
sys.exit(0 if tally.is_good else 1)
"""


def run_faults(kind: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _RUN, str(folder), kind],
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize(
    "kind", ["writes", *(pytest.param(kind, marks=pytest.mark.soak) for kind in ("random", "database"))]
)
def test_trust_10_no_kill_loses_or_repeats_an_acknowledged_command(kind: str, tmp_path: Path) -> None:
    done = run_faults(kind, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 lost, 0 done twice" in done.stdout


def test_a_store_that_acknowledges_before_the_disk_has_it_is_caught(tmp_path: Path) -> None:
    """The same power cuts on a store that synchronises less: the harness must find what it loses."""
    done = run_faults("careless", tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "WRONG" in done.stdout
    assert " 0 lost," not in done.stdout
