"""A house is audited where nothing can be written: from a disk that an auditor has mounted to read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.games import catalogue

from .helpers import floor_at, run

_MOUNT = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'


@pytest.mark.parametrize("is_open", [False, True])
def test_a_store_that_cannot_be_written_is_audited(tmp_path: Path, is_open: bool) -> None:
    """At rest, and while somebody serves it."""
    folder = tmp_path / "house"
    folder.mkdir()

    async def play() -> None:
        async with floor_at(str(folder / "house.db"), folder, catalogue()) as floor:
            await floor.play("t1", "rws-poker@7", 60)
            if is_open:
                _audits(folder)

    run(play())
    _audits(folder)


def _audits(folder: Path) -> None:
    program = Path(sys.executable).with_name("croupier")
    command = [str(program), "audit", "--store", str(folder / "house.db")]
    before = sorted(each.name for each in folder.iterdir())
    if os.geteuid() == 0:  # to whom no mode of a file says no
        command = ["unshare", "-m", "sh", "-c", _MOUNT, "sh", str(folder), *command]
    else:
        folder.chmod(0o500)
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder.parent)
    finally:
        folder.chmod(0o700)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The chain holds" in done.stdout
    assert sorted(each.name for each in folder.iterdir()) == before
