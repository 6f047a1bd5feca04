"""`croupier serve` as a person starts it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from croupier.rulebook import Library
from tests.patience import PATIENCE_S, until

START = "from croupier.cli import app; app()"


def start(folder: Path, *more: str) -> "subprocess.Popen[str]":
    with (folder / "log").open("w") as log:
        return subprocess.Popen(
            [sys.executable, "-c", START, "serve", "--port", "0", *more],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": "200"},
        )


def test_it_says_where_it_is_and_makes_the_first_manager_once(tmp_path: Path) -> None:
    process = start(tmp_path, "--demo")
    try:
        assert process.stdout is not None
        opened, link = process.stdout.readline(), process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", opened)
        assert found is not None, opened
        assert re.search(rf"{found[0]}/#/invitation/\S{{20,}}$", link.strip())
        with urllib.request.urlopen(f"{found[0]}/healthz", timeout=PATIENCE_S) as answer:
            health = json.loads(answer.read())
        assert (health["status"], health["store"]) == ("ok", "sqlite")
        assert health["tables"] == len(Library().ids), "one of each edition"
        key = tmp_path / "data" / "house.key"
        assert key.stat().st_mode & 0o777 == 0o600
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)
        if process.stdout is not None:
            process.stdout.close()
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [line["event"] for line in lines][:2] == ["this program decides from here on", "the house is open"]
    assert lines[0]["program"] == health["program"]  # trust 27: at the start
    assert lines[-1]["event"] == "the house has closed"
    assert {line["level"] for line in lines} == {"info"}


def test_behind_a_proxy_the_first_link_is_one_that_a_browser_can_open(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('origins = ["https://floor.example"]\nis_behind_tls = true\n')
    process = start(tmp_path, "--config", str(file))
    try:
        assert process.stdout is not None
        opened, link = process.stdout.readline(), process.stdout.readline()
        assert re.search(r"http://127\.0\.0\.1:\d+, for browsers https://floor\.example$", opened.strip())
        assert re.search(r"https://floor\.example/#/invitation/\S{20,}$", link.strip())
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)
        if process.stdout is not None:
            process.stdout.close()


def test_a_port_that_is_taken_is_said_plainly(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-c", START, "serve", "--port", str(port)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    assert done.returncode == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_port_is_taken_from_the_very_start(tmp_path: Path) -> None:
    """A second process must not find it free while the first is still opening the house."""
    from croupier.cli.serve import _listen

    with _listen("127.0.0.1", 0) as taken, socket.socket() as second:
        second.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with pytest.raises(OSError, match="in use"):
            second.bind(taken.getsockname())


def test_a_mistake_in_the_settings_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("prot = 1\n")
    done = subprocess.run(
        [sys.executable, "-c", START, "serve", "--config", "house.toml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 2
    assert "there is no setting 'prot'" in done.stderr


DRAFT = """
[edition]
id = "mbs-freebet@904"
based_on = "mbs-freebet@3"
effective = 2030-01-01T09:00:00+08:00

[parameters]
surrender_percent = { value = 25 }
"""


def test_a_house_with_a_draft_opens_again_only_with_it(tmp_path: Path) -> None:
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts" / "mbs-freebet@904.toml").write_text(DRAFT)
    (tmp_path / "house.toml").write_text(
        'demo_tables = ["mbs-freebet@904"]\npace_ms = 0\nthinking_ms = 0\nbetting_seconds = 0\n'
    )
    process = start(tmp_path, "--demo", "--config", "house.toml", "--editions", "drafts")
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", opened := process.stdout.readline())
        assert found is not None, opened

        def tables() -> list[dict[str, Any]]:
            with urllib.request.urlopen(f"{found[0]}/api/lobby", timeout=PATIENCE_S) as answer:
                return list(json.loads(answer.read())["tables"])

        assert [table["edition"] for table in tables()] == ["mbs-freebet@904"]
        until(lambda: tables()[0]["rounds"], tables)  # a Round by the draft is in the journal
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)
        if process.stdout is not None:
            process.stdout.close()
    again = start(tmp_path, "--demo", "--config", "house.toml")
    assert again.wait(PATIENCE_S) == 2
    assert again.stdout is not None
    again.stdout.close()
    told = (tmp_path / "log").read_text()
    assert "there is no edition 'mbs-freebet@904'" in told
    assert "--editions" in told
    assert "Traceback" not in told
