"""Practice tables: one's own, with as many bots as one likes and a place for oneself."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from croupier.games import catalogue
from croupier.server.app import create_app
from tests.server.conftest import FAST, Floor, build


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Floor]:
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with TestClient(create_app(context)) as client:
        yield Floor(client, context)


def _bots(hall: Floor, table: str) -> int:
    return len(hall.call("GET", f"/api/tables/{table}").json()["seats"])


def _wait_for_bots(hall: Floor, table: str, count: int) -> None:
    until = time.monotonic() + 20
    while _bots(hall, table) != count:
        assert time.monotonic() < until, _bots(hall, table)
        time.sleep(0.02)


@pytest.mark.parametrize(("edition", "places"), [("rws-multilink@3", 6), ("rws-poker@7", 10)])
def test_bots_leave_a_place_to_the_owner(hall: Floor, edition: str, places: int) -> None:
    body = {"edition": edition, "is_practice": True, "bots": 9}
    line = hall.call("POST", "/api/tables", body, by="Ann").json()
    assert line["places"] == places
    _wait_for_bots(hall, line["id"], places - 1)
    time.sleep(0.1)
    assert _bots(hall, line["id"]) == places - 1
    taken = {seat["place"] for seat in hall.call("GET", f"/api/tables/{line['id']}").json()["seats"]}
    (free,) = set(range(1, places + 1)) - taken
    seat = {"place": free, "chips": 500_00}
    assert hall.call("POST", f"/api/tables/{line['id']}/seat", seat, by="Ann").status_code == 201
