"""Machine code that is kept: called again without Numba, and made anew when damaged."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.kept import Kept

SIMULATED = """
import sys
from croupier.cli import app
try:
    app(["simulate", "mbs-freebet@3", "--rounds", "1000", "--json"])
finally:
    print("numba" in sys.modules, file=sys.stderr)
"""


@njit(cache=False)
def add(by: int, more: tuple[int, int], to: np.ndarray) -> None:  # type: ignore[type-arg]
    for row in range(to.shape[0]):
        for column in range(to.shape[1]):
            to[row, column] += by * more[0] + more[1] + row


@njit(cache=False)
def allocate(to: np.ndarray) -> None:  # type: ignore[type-arg]
    to[0] = np.zeros(to.shape[0] + 1).sum()


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    return tmp_path / "croupier" / "kernels"


def test_a_simulation_needs_numba_once(shelf: Path) -> None:
    def simulated() -> tuple[str, str]:
        run = [sys.executable, "-c", SIMULATED]
        done = subprocess.run(run, env=dict(os.environ), capture_output=True, text=True, check=True)
        return done.stdout.partition('"estimates"')[2], done.stderr.split()[-1]

    first, loaded = simulated()
    assert loaded == "True"
    assert simulated() == (first, "False")


def test_what_is_damaged_is_made_anew(shelf: Path) -> None:
    def added() -> list[list[int]]:
        to = np.zeros((2, 2), np.int64)
        Kept(add)(3, (10, 1), to)
        return to.tolist()  # type: ignore[no-any-return]

    assert added() == [[31, 31], [32, 32]]
    (file,) = shelf.glob("add-*.o")
    damaged = file.read_bytes()[:-1] + b"?"
    file.write_bytes(damaged)
    assert added() == [[31, 31], [32, 32]]
    assert file.read_bytes() != damaged


def test_what_allocates_is_refused(shelf: Path) -> None:
    with pytest.raises(Exception, match="zeros"):
        Kept(allocate)(np.zeros(3))
    assert not list(shelf.glob("*"))
