"""Whoever leaves the staff is out at that moment, and nothing they have begun goes on without them."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.house.people.second_factor import STEP_MS, code_at
from croupier.server.config import Config
from croupier.table import Role
from tests.house.helpers import Time

from .conftest import FAST, PASSWORD, Floor
from .sockets import connect

NEW = "quite another password"


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def now(time: Time) -> Callable[[], int]:
    return time


@pytest.fixture
def pit(floor: Floor) -> Floor:
    floor.token("Mona", Role.SHIFT_MANAGER)
    for name in ("Max", "Mia"):
        floor.token(name, Role.PIT_MANAGER)
    return floor


def _status(floor: Floor, name: str) -> int:
    return int(floor.call("GET", "/api/me", by=name).status_code)


def _enter(floor: Floor, name: str, password: str = PASSWORD, **more: str) -> Any:
    return floor.call("POST", "/api/session", {"name": name, "password": password} | more)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("sign-out", None),
        ("lock", {"reason": "dismissed"}),
        ("password", None),
        ("roles", {"roles": ["dealer"]}),
    ],
)
def test_a_manager_ends_sessions_and_their_sockets_at_that_moment(pit: Floor, path: str, body: Any) -> None:
    table = pit.open_table()
    with (
        connect(pit, table, "Max", "pit_manager") as socket,
        connect(pit, table, "Mia", "pit_manager") as other,
    ):
        for each in (socket, other):
            each.until(lambda seat: bool(seat.scene))
        method = "PUT" if path == "roles" else "POST"
        assert pit.call(method, f"/api/people/max/{path}", body, by="Mona").status_code == 200
        assert socket.closed() == 4401
        other.send({"type": "ping", "n": 7})
        other.until(lambda seat: any(told.get("n") == 7 for told in seat.answers))
    assert (_status(pit, "Max"), _status(pit, "Mia")) == (401, 200)


@pytest.mark.parametrize("path", ["sign-out", "lock", "unlock", "password", "second-factor/remove"])
def test_only_a_shift_manager_does_and_not_to_the_own_account(pit: Floor, path: str) -> None:
    body = {"reason": "a joke"} if path == "lock" else None
    assert pit.call("POST", f"/api/people/mona/{path}", body, by="Max").status_code == 403
    assert pit.call("POST", f"/api/people/nobody/{path}", body, by="Mona").status_code == 404
    is_harmless = path in ("sign-out", "unlock")
    own = pit.call("POST", f"/api/people/mona/{path}", body, by="Mona").status_code
    assert own == (200 if is_harmless else 409)


def test_a_locked_account_stays_so_until_it_is_unlocked(pit: Floor, time: Time) -> None:
    assert pit.call("POST", "/api/people/max/lock", {"reason": "dismissed"}, by="Mona").json()["is_locked"]
    time.now += 30 * 86_400_000
    assert _enter(pit, "Max").status_code == 401
    boss = {"Authorization": f"Bearer {_enter(pit, 'Mona').json()['token']}"}
    last = pit.call("GET", "/api/reports/significant", headers=boss).json()
    assert ("AccountLocked", "max", "dismissed") in [
        (each["kind"], each["person"], each["reason"]) for each in last
    ]
    assert not pit.call("POST", "/api/people/max/unlock", headers=boss).json()["is_locked"]
    assert _enter(pit, "Max").status_code == 201


def test_somebody_who_forgot_the_password_chooses_another_by_a_link(pit: Floor) -> None:
    link = pit.call("POST", "/api/people/max/password", by="Mona").json()["link"]
    path = f"/api/invitations/{link.rpartition('/')[2]}"
    assert _enter(pit, "Max").status_code == 401, "the old one opens nothing any more"
    assert pit.call("POST", path, {"name": "Mia", "password": NEW}).status_code == 409, "it is for Max alone"
    assert pit.call("POST", path, {"name": "Someone", "password": NEW}).status_code == 409
    came = pit.call("POST", path, {"name": "max", "password": NEW})
    assert (came.status_code, came.json()["roles"]) == (201, ["pit_manager"])
    assert pit.call("POST", path, {"name": "Max", "password": NEW}).status_code == 409, "once"
    assert (_enter(pit, "Max", NEW).status_code, _enter(pit, "Max").status_code) == (201, 401)


def _with_device(floor: Floor, time: Time, name: str) -> str:
    secret = floor.call("POST", "/api/me/second-factor", by=name).json()["secret"]
    body = {"password": PASSWORD, "secret": secret, "code": code_at(secret, time.now // STEP_MS)}
    assert floor.call("PUT", "/api/me/second-factor", body, by=name).status_code == 200
    time.now += STEP_MS
    return str(secret)


def test_a_new_password_does_not_go_round_the_second_factor(pit: Floor, time: Time) -> None:
    secret = _with_device(pit, time, "Max")
    link = pit.call("POST", "/api/people/max/password", by="Mona").json()["link"]
    who = {"name": "Max", "password": NEW}
    assert pit.call("POST", f"/api/invitations/{link.rpartition('/')[2]}", who).status_code == 409
    assert _enter(pit, "Max", NEW).status_code == 401
    assert _enter(pit, "Max", NEW, code=code_at(secret, time.now // STEP_MS)).status_code == 201


def test_somebody_who_lost_the_device_is_let_in_without(pit: Floor, time: Time) -> None:
    _with_device(pit, time, "Max")
    assert _enter(pit, "Max").status_code == 401
    line = pit.call("POST", "/api/people/max/second-factor/remove", by="Mona").json()
    assert not line["has_second_factor"]
    assert _enter(pit, "Max").status_code == 201


@pytest.mark.parametrize("is_locked", [False, True])
def test_what_somebody_asked_for_lapses_with_their_role(pit: Floor, is_locked: bool) -> None:
    pit.token("Ann")
    much = {"cents": 20_000_00, "reason": "a win elsewhere"}
    asked = [pit.call("POST", "/api/people/ann/deposit", much, by="Max").json() for _ in range(2)]
    if is_locked:
        pit.call("POST", "/api/people/max/lock", {"reason": "dismissed"}, by="Mona")
    else:
        pit.call("PUT", "/api/people/max/roles", {"roles": ["dealer"]}, by="Mona")
    refused = pit.call("POST", f"/api/approvals/{asked[0]['id']}/confirm", by="Mia")
    assert refused.status_code == 409
    pit.run(pit.context.approvals.look_after())
    lines = {each["id"]: each for each in pit.call("GET", "/api/approvals", by="Mia").json()}
    assert [lines[each["id"]]["status"] for each in asked] == ["refused", "refused"]
    assert "may not ask for it any more" in lines[asked[0]["id"]]["answer"]
    assert pit.context.house.ledger.balance("player/ann") == 1_000_00


AGED = msgspec.structs.replace(FAST, player_session_seconds=100, staff_session_seconds=50)


@pytest.mark.parametrize("config", [AGED])
@pytest.mark.parametrize(
    ("who", "role", "seconds"), [("Ann", Role.PLAYER, 100), ("Max", Role.PIT_MANAGER, 50)]
)
def test_a_session_has_a_greatest_age(floor: Floor, time: Time, who: str, role: Role, seconds: int) -> None:
    table = floor.open_table()
    floor.token(who, role)
    with connect(floor, table, who, role.value) as socket:
        socket.until(lambda seat: bool(seat.scene))
        for _ in range(seconds - 1):
            time.now += 1_000
            assert _status(floor, who) == 200, "whatever is done in it"
        time.now += 1_000
        assert _status(floor, who) == 401
        socket.send({"type": "ping", "n": 1})
        floor.run(floor.context.sessions.look([floor.token(who)]))
        assert socket.closed() == 4401


TWO_FACTORS = msgspec.structs.replace(FAST, second_factor_roles=("pit_manager", "shift_manager"))


@pytest.mark.parametrize("config", [TWO_FACTORS])
def test_a_role_that_needs_a_second_factor_counts_once_there_is_one(
    floor: Floor, time: Time, config: Config
) -> None:
    floor.token("Max", Role.PLAYER, Role.PIT_MANAGER)
    me = floor.call("GET", "/api/me", by="Max").json()
    assert (me["roles"], me["needs_second_factor"]) == (["player"], True)
    assert floor.call("GET", "/api/people", by="Max").status_code == 403
    table = floor.open_table()
    with connect(floor, table, "Max", "pit_manager") as refused:
        assert refused.closed() == 4403
    _with_device(floor, time, "Max")
    me = floor.call("GET", "/api/me", by="Max").json()
    assert (me["roles"], me["needs_second_factor"]) == (["player", "pit_manager"], False)
    assert floor.call("GET", "/api/people", by="Max").status_code == 200
