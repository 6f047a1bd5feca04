"""A guest game is a package: installed beside Croupier, every command knows it, and nothing was edited."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_installed import ROOT, _call, _uv


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as an installer lays it out: no clone, no example folder on the path."""
    source, place = tmp_path_factory.mktemp("source") / "guest", tmp_path_factory.mktemp("installed")
    shutil.copytree(
        ROOT / "examples" / "three_card_poker", source, ignore=shutil.ignore_patterns("__pycache__")
    )
    if uv := _uv():
        _call(
            uv,
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--python",
            sys.executable,
            "--target",
            str(place),
            str(source),
        )
    else:
        _call(
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--target",
            str(place),
            str(source),
        )
    return place


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("edge three-card-poker@1", "3.3730%"),  # of the Ante, by the usual pay tables
        ("edge three-card-poker@1", "2.3167%"),  # of Pair Plus
        ("rules show three-card-poker@1 5.6", "voids the Round"),
        ("rules list", "three-card-poker@1"),
    ],
)
def test_every_command_knows_an_installed_guest(
    installed: Path, tmp_path: Path, line: str, shown: str
) -> None:
    path = os.pathsep.join((str(installed), str(ROOT / "src")))
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *line.split()],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown in done.stdout, done.stdout + done.stderr
