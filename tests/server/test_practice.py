"""Practice tables: one's own, with as many bots as one likes and a place for oneself."""

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from croupier.games import catalogue
from tests.patience import until
from tests.server.conftest import FAST, Floor, build, serving


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Floor]:
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with serving(context) as client:
        yield Floor(client, context)


def _bots(hall: Floor, table: str) -> int:
    return len(hall.call("GET", f"/api/tables/{table}").json()["seats"])


def _wait_for_bots(hall: Floor, table: str, count: int) -> None:
    until(lambda: _bots(hall, table) == count, lambda: _bots(hall, table))


def _sits_down(hall: Floor, table: str, places: int) -> bool:
    taken = {seat["place"] for seat in hall.call("GET", f"/api/tables/{table}").json()["seats"]}
    seat = {"place": min(set(range(1, places + 1)) - taken), "chips": 500_00}
    return bool(hall.call("POST", f"/api/tables/{table}/seat", seat, by="Ann").status_code == 201)


@pytest.mark.parametrize(("edition", "places"), [("rws-multilink@3", 6), ("rws-poker@7", 10)])
def test_bots_leave_a_place_to_the_owner(hall: Floor, edition: str, places: int) -> None:
    body = {"edition": edition, "is_practice": True, "bots": 9}
    line = hall.call("POST", "/api/tables", body, by="Ann").json()
    assert line["places"] == places
    _wait_for_bots(hall, line["id"], places - 1)
    for _ in range(5):  # some may have lost everything and gone; nobody takes the last place
        time.sleep(0.02)
        assert _bots(hall, line["id"]) < places
    until(lambda: _sits_down(hall, line["id"], places))  # a bot that came back may have been first


def test_the_first_round_waits_for_the_owner(hall: Floor) -> None:
    """Who opens a table of fast bots is in its first Round, and does not wait for the end of theirs."""
    body = {"edition": "mbs-freebet@3", "is_practice": True, "bots": 3}
    table = hall.call("POST", "/api/tables", body, by="Ann").json()["id"]
    _wait_for_bots(hall, table, 3)
    assert "BettingOpened" not in _happened(hall, table)
    assert _sits_down(hall, table, 7)
    until(lambda: "BettingOpened" in _happened(hall, table))
    assert _happened(hall, table)[:6].count("SatDown") == 4  # after the table was opened, before the shuffle


def _happened(hall: Floor, table: str) -> list[str]:
    bodies = [body for entry in hall.context.house.journal.read(f"table/{table}") for body in entry.events]
    return [msgspec.json.decode(body)["type"] for body in bodies]
