"""PostgreSQL as an operator runs it: a standby, several hosts in the address, recovery to a point in time."""

import re
import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE_S


def run_failover(kind: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.house.failover", str(folder), kind],
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_synchronous_standby_takes_over_and_nothing_is_lost(tmp_path: Path) -> None:
    assert " 0 lost, 0 done twice" in run_failover("synchronous", tmp_path)


def test_what_an_asynchronous_standby_has_not_heard_is_missed_by_name(tmp_path: Path) -> None:
    told = run_failover("asynchronous", tmp_path)
    found = re.search(r"ends at (\d+); missed up to (\d+)", told)
    assert found is not None, told
    assert int(found[2]) > 0
    assert " 0 lost," not in told  # it was acknowledged; that is why nobody plays on


def test_a_store_recovered_to_a_point_in_time_is_whole(tmp_path: Path) -> None:
    assert " 0 done twice" in run_failover("recovered", tmp_path)
