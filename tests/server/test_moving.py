"""One moves to another place with all chips: one sits there, or still where one sat."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from tests.server.conftest import FAST, Floor, build, serving
from tests.server.test_advice import EDITIONS, practice, sit


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Floor]:
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with serving(context) as client:
        yield Floor(client, context)


def seats(hall: Floor, table: str) -> dict[int, str]:
    line: Any = hall.call("GET", f"/api/tables/{table}", by="Ann").json()
    return {each["place"]: each["name"] for each in line["seats"]}


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_chips_go_along(hall: Floor, edition: str) -> None:
    table = practice(hall, edition, "Ann")
    sit(hall, table, "Ann", edition)
    answer = hall.call("PUT", f"/api/tables/{table}/seat", {"place": 3}, by="Ann")
    assert answer.status_code == 200, answer.text
    assert (answer.json()["place"], answer.json()["chips"]) == (3, 500_00)
    assert seats(hall, table) == {3: "Ann"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_is_refused_the_other_place_still_sits(hall: Floor, edition: str) -> None:
    table = practice(hall, edition, "Ann")
    sit(hall, table, "Ann", edition)
    balance = hall.call("GET", "/api/me", by="Ann").json()["balance"]
    answer = hall.call("PUT", f"/api/tables/{table}/seat", {"place": 99}, by="Ann")
    assert answer.json()["code"] == "refused", answer.text
    assert seats(hall, table) == {1: "Ann"}
    assert hall.call("GET", "/api/me", by="Ann").json()["balance"] == balance


def test_who_does_not_sit_cannot_move(hall: Floor) -> None:
    table = practice(hall, "mbs-freebet@3", "Ann")
    answer = hall.call("PUT", f"/api/tables/{table}/seat", {"place": 2}, by="Ann")
    assert answer.json()["code"] == "refused"
