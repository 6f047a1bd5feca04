"""What anybody may ask at the door costs little, and an account is safe from who found it open."""

from typing import Any, NoReturn

import pytest

from croupier.house.people.people import FAILURES_MAX
from croupier.table import SYSTEM, Role

from .conftest import MANAGER, PASSWORD, Floor
from .sockets import sit

NEW = "quite another password"


def test_trust_32_the_description_of_the_endpoints_is_made_once(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = floor.call("GET", "/api/openapi.json")
    assert first.json()["openapi"].startswith("3.")

    def again(app: Any) -> NoReturn:
        raise AssertionError("it is made again for every client that asks")

    monkeypatch.setattr("croupier.server.app.described", again)
    assert floor.call("GET", "/api/openapi.json").content == first.content


@pytest.mark.parametrize("origin", ["http://[", "http://]/", "null", "http://elsewhere.example"])
def test_a_malformed_origin_is_refused_and_is_no_fault(floor: Floor, origin: str) -> None:
    answer = floor.call("GET", "/api/lobby", headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")


@pytest.mark.parametrize("name", ["Auto-dealer", "auto dealer", "System", "The House"])
def test_nobody_passes_for_the_house(floor: Floor, name: str) -> None:
    token = floor.run(floor.context.people._invite(SYSTEM, (Role.PLAYER,)))
    answer = floor.call("POST", f"/api/invitations/{token}", {"name": name, "password": PASSWORD})
    assert answer.status_code == 409
    assert "the house's own" in answer.json()["reason"]


def test_changing_a_password_ends_all_other_sessions(floor: Floor) -> None:
    floor.token("Ann")
    other = floor.call("POST", "/api/session", {"name": "Ann", "password": PASSWORD}).json()["token"]
    elsewhere = {"Authorization": f"Bearer {other}"}
    assert floor.call("GET", "/api/me", headers=elsewhere).status_code == 200
    assert floor.call("PUT", "/api/me/password", {"old": PASSWORD, "new": NEW}, by="Ann").status_code == 204
    assert floor.call("GET", "/api/me", by="Ann").status_code == 200, "the session that asked goes on"
    assert floor.call("GET", "/api/me", headers=elsewhere).status_code == 401


def test_trust_22_guessing_the_old_password_locks_the_account_and_ends_its_sessions(floor: Floor) -> None:
    floor.token("Ann")
    for _ in range(FAILURES_MAX):
        wrong = floor.call("PUT", "/api/me/password", {"old": "a wrong password", "new": NEW}, by="Ann")
        assert wrong.status_code == 409
    assert floor.call("GET", "/api/me", by="Ann").status_code == 401
    assert floor.call("POST", "/api/session", {"name": "Ann", "password": PASSWORD}).status_code in (401, 409)


def test_trust_30_whoever_plays_at_a_table_does_not_manage_it(floor: Floor) -> None:
    floor.run(floor.context.desk.open_table(MANAGER, "t1", "high-card@1"))
    floor.run(floor.context.desk.open_table(MANAGER, "t2", "high-card@1"))
    floor.token("Max", Role.PLAYER, Role.SHIFT_MANAGER)
    sit(floor, "t1", "Max", 1)
    paused = {"t1": 403, "t2": 200}
    for table, status in paused.items():
        answer = floor.call("POST", f"/api/tables/{table}/pause", {"reason": "a break"}, by="Max")
        assert answer.status_code == status, (table, answer.content)
        looked = floor.call("GET", f"/api/tables/{table}/snapshot?as=shift_manager", by="Max")
        assert looked.status_code == status, (table, looked.content)
    assert floor.call("GET", "/api/tables/t1/snapshot", by="Max").status_code == 200
