"""The bench of sockets sets its floor up and measures, in small: so it runs when it is needed."""

import pytest
from typer.testing import CliRunner

from bench import table_socket
from bench.house import sqlite
from croupier.cli import app

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release


@pytest.fixture
def floor(monkeypatch: pytest.MonkeyPatch) -> table_socket.Floor:
    monkeypatch.setattr(table_socket, "COMMANDS", 60)
    monkeypatch.setattr(table_socket, "PACED_S", 2.0)
    return table_socket.Floor(sqlite, "rws-poker@7", 24)  # more than one session may open in a second


def test_commands_are_acknowledged_and_timed(floor: table_socket.Floor) -> None:
    floor.play()
    words = floor.latency()
    assert words.startswith("p50 ")
    assert "p99" in words


def test_load_reports_what_it_measured_and_fails_where_a_limit_is_missed() -> None:
    asked = ["load", "--tables", "3", "--players", "2", "--watchers", "1", "--seconds", "3"]
    shown = CliRunner().invoke(app, [*asked, "--memory-mb", "1"])
    assert shown.exit_code != 0
    for words in ("commands of players", "acknowledged, 99%", "processor for a command", "is more than 1"):
        assert words in shown.output


def test_load_spreads_tables_over_the_processes_of_a_house() -> None:
    asked = [
        "load",
        "--tables",
        "2",
        "--players",
        "2",
        "--watchers",
        "1",
        "--seconds",
        "3",
        "--processes",
        "2",
    ]
    shown = CliRunner().invoke(app, asked, catch_exceptions=False)
    assert shown.exit_code == 0, shown.output
    assert "commands of players" in shown.output
