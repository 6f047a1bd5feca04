"""What happens to a table besides its play reaches every open socket at once, without another event."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from croupier.table import Role

from .conftest import FAST, Floor, build, serving
from .sockets import Seat, connect, sit

LINKED = "rws-multilink@3"


@contextlib.contextmanager
def everybody(floor: Floor, table: str) -> Iterator[list[Seat]]:
    """A player, the dealer, the pit and the rail, each with a socket that has its snapshot."""
    floor.token("Ann")
    floor.token("Dan", Role.DEALER)
    floor.token("Sue", Role.PIT_SUPERVISOR)
    floor.token("Mia", Role.PIT_MANAGER)
    with contextlib.ExitStack() as stack:
        sockets = [
            stack.enter_context(connect(floor, table, who, role))
            for who, role in (
                ("Ann", "player"),
                ("Dan", "dealer"),
                ("Sue", "pit_supervisor"),
                ("Mia", "pit_manager"),
                (None, "player"),
            )
        ]
        for seat in sockets:
            seat.until(lambda each: bool(each.scene))
        yield sockets


def all_hear(sockets: list[Seat], is_so: Callable[[dict[str, Any]], object], code: str | None = None) -> None:
    for seat in sockets:
        seat.until(lambda each: is_so(each.scene["table"]))  # type: ignore[return-value]
        if code is not None:
            seat.until(lambda each: code in [notice["code"] for notice in each.notices])
        # The auto-dealer shuffles for a table that has just opened, whoever has connected by then.
        told = [event for event in seat.events if event["command"] != "ShuffleCards"]
        assert told == [], "it came with an event"


def said(sockets: list[Seat], code: str) -> set[str]:
    return {notice["reason"] for seat in sockets for notice in seat.notices if notice["code"] == code}


def test_pausing_and_resuming(floor: Floor) -> None:
    table = floor.open_table()
    with everybody(floor, table) as sockets:
        floor.call("POST", f"/api/tables/{table}/pause", {"reason": "a spilt drink"}, "Sue")
        all_hear(sockets, lambda line: line["status"] == "paused", "paused")
        assert said(sockets, "paused") == {"the table pauses once its Round is over: a spilt drink"}
        floor.call("POST", f"/api/tables/{table}/resume", by="Sue")
        all_hear(sockets, lambda line: line["status"] == "open", "resumed")


def test_another_dealer(floor: Floor) -> None:
    table = floor.open_table()
    with everybody(floor, table) as sockets:
        floor.call("PUT", f"/api/tables/{table}/dealer", {"mode": "person"}, "Dan")
        all_hear(sockets, lambda line: line["dealer_name"] == "Dan", "dealer")
        floor.call("PUT", f"/api/tables/{table}/dealer", {"mode": "auto"}, "Dan")
        all_hear(sockets, lambda line: line["dealer"] == "auto")
        assert said(sockets, "dealer") == {"Dan deals now", "the auto-dealer deals now"}


def test_rules_for_the_next_round(floor: Floor) -> None:
    """The table still shows what holds now, and beside it what will."""
    table = floor.open_table()
    with everybody(floor, table) as sockets:
        body = {"edition": "high-card@1", "settings": {"minimum_bet": "10.00"}}
        line = floor.call("PUT", f"/api/tables/{table}/rules", body, "Mia").json()
        wanted = {
            "edition": "high-card@1",
            "settings": {"minimum_bet": "10.00"},
            "signage": [
                {"name": "minimum_bet", "title": "Minimum bet", "words": "Smallest bet", "value": "10.00"}
                | {"paragraphs": ["3.1"]}
            ],
        }
        assert line["next_rules"] == wanted
        all_hear(sockets, lambda line: line["next_rules"] == wanted, "rules")
        assert said(sockets, "rules") == {"from the next Round: Minimum bet"}
        assert "5.00" in [sign["value"] for sign in sockets[0].scene["table"]["signage"]]
        sit(floor, table, "Ann", 1)
        for seat in sockets:  # the next Round begins, and with it the rules
            seat.until(lambda each: each.scene["table"]["next_rules"] is None)
            seat.until(lambda each: "10.00" in [sign["value"] for sign in each.scene["table"]["signage"]])


def test_bots(floor: Floor) -> None:
    """How many are wanted is told before they have sat down."""
    table = floor.open_table()
    with everybody(floor, table) as sockets:
        floor.call("PUT", f"/api/tables/{table}/bots", {"count": 2}, "Mia")
        for seat in sockets:
            seat.until(lambda each: each.scene["table"]["bots"] == 2)
            seat.until(lambda each: len(each.scene["table"]["seats"]) == 2)


def test_closing(floor: Floor) -> None:
    table = floor.open_table()
    with everybody(floor, table) as sockets:
        floor.call("POST", f"/api/tables/{table}/close", {"reason": "the night is over"}, "Mia")
        all_hear(sockets, lambda line: line["status"] == "closed", "closed")


def test_an_interrupted_round_and_its_ruling(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    config = replace(FAST, interruption_seconds=3600)
    context = build(where, tmp_path, config)
    with serving(context) as client:
        floor = Floor(client, context)
        table = floor.open_table()
        sit(floor, table, "Ann", 1)
        with connect(floor, table, "Ann") as ann:
            ann.offered("PlaceBet")
            ann.give("PlaceBet", amount=5_00)
            ann.offered("Stay")
        tokens = floor._tokens
    context = build(where, tmp_path, config)
    with serving(context) as client:
        floor = Floor(client, context)
        floor._tokens = tokens
        with everybody(floor, table) as sockets:
            assert {seat.scene["table"]["status"] for seat in sockets} == {"interrupted"}
            floor.call("POST", f"/api/interruptions/{table}", {}, "Sue")
            for seat in sockets:
                seat.until(lambda each: each.scene["table"]["status"] == "open")
                seat.until(lambda each: "recovered" in [notice["code"] for notice in each.notices])
