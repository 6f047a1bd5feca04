"""One's own Rounds, graded once they are over; nobody else's, and none that is still played."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.house.answers import Acknowledged
from croupier.table import Actor, Phrasebook, Role
from tests.server.conftest import FAST, Floor, build, serving
from tests.server.test_advice import EDITIONS, decision, practice, sit


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Floor]:
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with serving(context) as client:
        yield Floor(client, context)


def choose(hall: Floor, table: str, moment: Any, name: str, by: str) -> None:
    option = next(each for each in moment["options"] if each["command"] == name)
    asked = {ask["field"]: ask["minimum"] for ask in option["asks"]}
    body = {
        "id": f"{name}{moment['seq']}",
        "expect": moment["seq"],
        "command": {"type": name, **option["fixed"], **asked},
    }
    answer = hall.call("POST", f"/api/tables/{table}/commands", body, by=by)
    assert answer.json().get("ok", True), answer.text


def end(hall: Floor, table: str, by: str) -> str:
    """Decide whatever comes until the Round is over; its name."""
    moment = decision(hall, table, by)
    name = str(moment["round"])
    while moment["round"] == name:
        offered = [each["command"] for each in moment["options"]]
        liked = ("DeclineInsurance", "PlayOn", "Stand", "Fold", "Check")
        if command := next((each for each in liked if each in offered), ""):
            choose(hall, table, moment, command, by)
        moment = hall.call("GET", f"/api/tables/{table}/snapshot", by=by).json()
    return name


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_that_is_over_is_graded(hall: Floor, edition: str) -> None:
    table = practice(hall, edition, "Ann")
    sit(hall, table, "Ann", edition, bots=2 if edition == "rws-poker@7" else 0)
    moment = decision(hall, table, "Ann")
    early = hall.call("GET", f"/api/reviews/{moment['round']}", by="Ann")
    assert early.json()["code"] == "refused"
    assert "not over" in early.json()["reason"]
    name = end(hall, table, "Ann")
    answer = hall.call("GET", f"/api/reviews/{name}", by="Ann")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["decisions"] >= found["best"] >= 0
    assert found["decisions"] or edition == "rws-poker@7"
    assert found["result"] == found["price"] + found["mistakes"] + found["luck"]
    assert found["mistakes"] == pytest.approx(-sum(each["cost"] for each in found["worst"]), abs=2)
    assert len(found["lying"]["own"]) >= 2
    assert found["big_blind"] == (10_00 if edition == "rws-poker@7" else 0)  # twice a Small Blind of 5
    for each in found["worst"]:
        again = hall.call("POST", "/api/positions", {"position": each["position"], "plays_on": False})
        offered = {option["command"] for option in again.json()["snapshot"]["options"]}
        assert {option["command"] for option in each["options"]} <= offered
    assert hall.call("GET", f"/api/reviews/{name}", by="Ben").json()["code"] == "not_allowed"
    mine = hall.call("GET", "/api/reviews?practice=true", by="Ann").json()["rounds"]
    assert found in mine
    assert hall.call("GET", "/api/reviews?practice=false", by="Ann").json()["rounds"] == []
    assert hall.call("GET", "/api/reviews", by="Ben").json()["rounds"] == []


def test_a_void_round_is_not_graded(hall: Floor) -> None:
    table = practice(hall, "rws-multilink@3", "Ann")
    sit(hall, table, "Ann", "rws-multilink@3")
    name = decision(hall, table, "Ann")["round"]
    phrases = Phrasebook(catalogue().game("rws-multilink").commands)
    fault = phrases.read("report a technical interruption", Actor("pat", Role.SHIFT_MANAGER))
    assert isinstance(hall.run(hall.context.house.submit(table, fault)), Acknowledged)
    assert hall.call("GET", f"/api/reviews/{name}", by="Ann").json() is None
    assert hall.call("GET", f"/api/reviews/{name}", by="Ben").json()["code"] == "not_allowed"


def test_an_unknown_round_is_not_found(hall: Floor) -> None:
    assert hall.call("GET", "/api/reviews/nowhere.1", by="Ann").json()["code"] == "not_found"
