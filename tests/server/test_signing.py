"""Coming in: who may, and what everyone else is told."""

from pathlib import Path

import pytest

from croupier.house.house import House
from croupier.house.people import People
from croupier.server.config import Config
from croupier.server.context import Context
from croupier.table import Role
from high_card import CATALOGUE

from .conftest import FAST, PASSWORD, QUICK, SITE, Floor, build, serving


def test_sign_in_out_and_me(floor: Floor) -> None:
    floor.token("Ann")
    answer = floor.call("POST", "/api/session", {"name": "Ann", "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert answer.json()["balance"] == 1_000_00
    me = floor.http.get("/api/me")  # the client keeps the cookie
    assert (me.status_code, me.json()["name"], me.json()["roles"]) == (200, "Ann", ["player"])
    assert floor.http.delete("/api/session", headers=SITE).status_code == 204
    assert floor.http.get("/api/me").status_code == 401


MINUTE = 60_000


@pytest.mark.parametrize(("role", "minutes"), [(Role.PLAYER, 30), (Role.DEALER, 5)])
def test_trust_23_sessions_end_after_idling(tmp_path: Path, role: Role, minutes: int) -> None:
    """A player's after 30 minutes, a console's after 5; what one does in between starts the time anew."""
    now = [1_000_000_000_000]
    house = House.open(str(tmp_path / "house.db"), CATALOGUE, tmp_path / "house.key", lambda: now[0])
    context = Context(FAST, house, people=People(house, QUICK))
    with serving(context) as client:
        floor = Floor(client, context)
        floor.token("Who", role)
        now[0] += minutes * MINUTE - 1
        assert floor.call("GET", "/api/me", by="Who").status_code == 200
        now[0] += minutes * MINUTE - 1
        assert floor.call("GET", "/api/me", by="Who").status_code == 200
        now[0] += minutes * MINUTE
        answer = floor.call("GET", "/api/me", by="Who")
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")


def test_demo_players_are_for_demonstrations_only(tmp_path: Path) -> None:
    context = build(str(tmp_path / "house.db"), tmp_path, Config())
    with serving(context) as client:
        assert client.post("/api/demo", json={}, headers=SITE).status_code == 404


def test_two_guests_are_two_people(floor: Floor) -> None:
    guests = [floor.call("POST", "/api/demo", {}).json() for _ in range(9)]
    assert len({guest["id"] for guest in guests}) == 9
    assert [guest["name"] for guest in guests] == ["Guest", *(f"Guest {number}" for number in range(2, 10))]
    assert guests[0]["balance"] == FAST.demo_chips
    assert guests[0]["is_demo"]
