"""Without the extra the reader is told what to install."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(("room", "missing"), [("envs", "gymnasium"), ("envs.poker_v0", "pettingzoo")])
def test_a_missing_extra_says_what_to_install(room: str, missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import croupier.{room}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'croupier[agents]'" in done.stderr
