"""The bench of sockets sets its floor up and measures, in small: so it runs when it is needed."""

import pytest

from bench import table_socket
from bench.house import sqlite


@pytest.fixture
def floor(monkeypatch: pytest.MonkeyPatch) -> table_socket.Floor:
    monkeypatch.setattr(table_socket, "COMMANDS", 60)
    monkeypatch.setattr(table_socket, "PACED", 30)
    return table_socket.Floor(sqlite, 24)  # more tables than one session may open in a second


def test_commands_are_acknowledged_and_timed(floor: table_socket.Floor) -> None:
    floor.play()
    words = floor.latency()
    assert words.startswith("p50 ")
    assert "p99" in words
