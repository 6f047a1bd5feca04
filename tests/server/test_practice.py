"""Practice tables: one's own, with as many bots as one likes and a place for oneself."""

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.games import catalogue
from tests.patience import until
from tests.server.conftest import FAST, MANAGER, Floor, build, serving
from tests.server.sockets import connect


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


def test_a_practice_table_rests_when_its_owner_has_gone(hall: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though others are about in the house, and its bots have chips left."""
    monkeypatch.setattr("croupier.server.tables.dealer._OWNER_S", 0)
    body = {"edition": "mbs-freebet@3", "is_practice": True, "bots": 3}
    table = hall.call("POST", "/api/tables", body, by="Ann").json()["id"]
    stage = hall.context.room.stages[table]
    with connect(hall, table, "Ann") as ann:
        ann.until(lambda _: stage.rounds > 2)
    until(lambda: not stage.viewers and not stage.look.round)
    hall.context.room.keep_awake()
    ended = stage.rounds
    time.sleep(0.3)  # at this pace, many Rounds
    assert stage.rounds <= ended + 1  # one may have begun before she had gone


def test_bots_hurry_while_somebody_waits_to_be_dealt_in(tmp_path: Path) -> None:
    """At the usual pace a newcomer waits a quarter of a minute for a Round of bots to end."""
    paced = replace(FAST, pace_ms=60_000, thinking_ms=60_000)
    context = build(str(tmp_path / "house.db"), tmp_path, paced, catalogue())
    with serving(context) as client:
        hall = Floor(client, context)
        hall.run(context.desk.open_table(MANAGER, "t1", "mbs-freebet@3"))
        hall.run(context.desk.set_bots(MANAGER, "t1", 3))
        _wait_for_bots(hall, "t1", 3)
        stage, dealer = context.room.stages["t1"], context.room.dealers["t1"]
        with connect(hall, "t1", "Ann"):
            until(lambda: stage.look.round)
            assert dealer._still(60_000) > 50
            assert _sits_down(hall, "t1", 7)
            until(lambda: dealer._still(60_000) < 13)
        until(lambda: dealer._still(60_000) > 13)  # she has gone again


def _happened(hall: Floor, table: str) -> list[str]:
    bodies = [body for entry in hall.context.house.journal.read(f"table/{table}") for body in entry.events]
    return [msgspec.json.decode(body)["type"] for body in bodies]
