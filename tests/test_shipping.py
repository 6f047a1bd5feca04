"""A new version that ships breaks no test of the rule book: tried in a copy, with one of every game."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from croupier.rulebook import Library

ROOT = Path(__file__).parents[1]
SHIPPED = Library()  # not library(): that one has the drafts and guests of whoever asked first
SUCCESSOR = """\
[edition]
id = "{name}"
based_on = "{base}"
effective = {year}-01-01T08:00:00+08:00

[renumbered]
"5+" = "6"
"""


def test_a_shipped_successor_of_every_game_breaks_nothing(tmp_path: Path) -> None:
    """It inherits its policies and shifts a section: numbers in scenarios, marks and translations follow."""
    away = shutil.ignore_patterns("__pycache__", "web", "server", "test_shipping.py")
    for folder in ("src", "scenarios", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=away)
    for file in ("pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / file, tmp_path)
    for folder in ("docs", "examples"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    names = []
    shelf = tmp_path / "src" / "croupier" / "rulebook" / "editions"
    for game in SHIPPED.games:
        base = SHIPPED.editions(game)[-1]
        name, year = f"{game}@{base.version + 1}", base.effective.year + 1
        names.append(name)
        text = SUCCESSOR.format(name=name, base=base.id, year=year)
        (shelf / f"{name}.toml").write_text(text, encoding="utf-8")
    suite = ("tests/rulebook", "tests/test_rule_book.py", "scenarios")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-vv", "-n", "0", "-p", "no:cacheprovider", *suite],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src"), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-40000:] + run.stderr[-2000:]
    assert [name for name in names if f"[{name}]" not in run.stdout] == []


def test_no_test_takes_the_name_of_a_version_that_may_ship() -> None:
    """Drafts in tests have versions from 900; test_library refuses to ship one of those."""
    names = re.compile(rf"\b(?:{'|'.join(SHIPPED.games)})@(\d+)\b")
    taken = {
        found.group()
        for file in (ROOT / "tests").rglob("*.py")
        for found in names.finditer(file.read_text(encoding="utf-8"))
        if found.group() not in SHIPPED.ids and int(found[1]) < 900
    }
    assert taken == set()
