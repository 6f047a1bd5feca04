"""Compiled code is made anew when something that was compiled into it has changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from croupier.analysis import notice
from croupier.analysis.kernels import compiling

SOURCES = Path(compiling.__file__).parents[2]
CALLER = """
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.callee import answer

@njit(cache=True)
def asked():
    return answer()

print(asked())
"""
CALLEE = """
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.table import NUMBER

@njit(cache=True)
def answer():
    return NUMBER
"""


def test_a_changed_callee_or_table_is_compiled_again(tmp_path: Path) -> None:
    """A package as small as can be around the real module; its caller is never touched."""
    kernels = tmp_path / "croupier" / "analysis" / "kernels"
    kernels.mkdir(parents=True)
    for folder in (kernels, kernels.parent, kernels.parent.parent):
        (folder / "__init__.py").touch()
    shutil.copy(compiling.__file__, kernels)
    shutil.copy(notice.__file__, kernels.parent)
    (kernels.parent / "caller.py").write_text(CALLER)
    (kernels.parent / "callee.py").write_text(CALLEE)

    def asked() -> str:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("NUMBA_CACHE_DIR", None)
        run = [sys.executable, "-c", "import croupier.analysis.caller"]
        return subprocess.run(run, env=environment, check=True, capture_output=True, text=True).stdout.strip()

    (kernels.parent / "table.py").write_text("NUMBER = 1\n")
    assert asked() == "1"
    (kernels.parent / "table.py").write_text("NUMBER = 2\n")
    assert asked() == "2"
    kept = {path: path.stat().st_mtime_ns for path in kernels.parent.rglob("caller.asked*.nbc")}
    assert kept
    assert asked() == "2"
    assert kept == {path: path.stat().st_mtime_ns for path in kernels.parent.rglob("caller.asked*.nbc")}


def test_every_kernel_is_compiled_this_way() -> None:
    own = Path(compiling.__file__)
    plain = [
        path for path in SOURCES.rglob("*.py") if path != own and "from numba import njit" in path.read_text()
    ]
    assert not plain, "take njit from croupier.analysis.kernels.compiling"
