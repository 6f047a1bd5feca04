"""Other programs of the operator's: accounts without a password, keys that open what they were made for."""

from collections.abc import Callable
from typing import Any

import pytest

from croupier.table import Role
from tests.house.helpers import Time

from .conftest import PASSWORD, Floor
from .sockets import connect


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def now(time: Time) -> Callable[[], int]:
    return time


@pytest.fixture
def house(floor: Floor) -> Floor:
    floor.token("Mona", Role.SHIFT_MANAGER)
    body = {"name": "Collector", "roles": ["auditor"]}
    assert floor.call("POST", "/api/services", body, by="Mona").status_code == 201
    return floor


def _key(floor: Floor, service: str = "collector", **body: Any) -> str:
    answer = floor.call("POST", f"/api/services/{service}/keys", {"scopes": ["reports"]} | body, by="Mona")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["key"])


def _status(floor: Floor, key: str, path: str = "/api/reports/significant", method: str = "GET") -> int:
    headers = {"Authorization": f"Bearer {key}"}
    return int(floor.call(method, path, {} if method != "GET" else None, headers=headers).status_code)


def test_a_key_opens_what_it_was_made_for_in_the_roles_of_its_account(house: Floor) -> None:
    key = _key(house, scopes=["reports", "rounds", "approvals"])
    assert key not in str(house.context.house.journal.read("people")[-1].events)
    assert (_status(house, key), _status(house, key, "/api/rounds")) == (200, 200)
    for path in ("/api/people", "/api/me", "/api/staff", "/api/services"):
        assert _status(house, key, path) == 403, path
    assert _status(house, key, "/api/approvals/x/confirm", "POST") == 403, "it is for looking only"
    acting = _key(house, scopes=["approvals"], may_act=True)
    assert _status(house, acting, "/api/approvals/x/confirm", "POST") == 403, "an auditor confirms nothing"


def test_a_key_ends_when_it_expires_when_it_is_ended_and_when_its_account_is_locked(
    house: Floor, time: Time
) -> None:
    first, second = _key(house, days=1), _key(house, days=2)
    lines = house.call("GET", "/api/services", by="Mona").json()
    assert [len(line["keys"]) for line in lines] == [2]
    gone = lines[0]["keys"][1]["id"]
    assert house.call("DELETE", f"/api/services/collector/keys/{gone}", by="Mona").status_code == 204
    assert (_status(house, first), _status(house, second)) == (200, 401)
    house.call("POST", "/api/people/collector/lock", {"reason": "a key was lost"}, by="Mona")
    assert _status(house, first) == 401
    house.call("POST", "/api/people/collector/unlock", by="Mona")
    assert _status(house, first) == 200
    time.now += 86_400_000
    assert _status(house, first) == 401


def test_a_program_at_a_table_is_gone_with_its_key(house: Floor) -> None:
    table = house.open_table()
    body = {"name": "Shuffler", "roles": ["dealer"]}
    assert house.call("POST", "/api/services", body, by="Mona").status_code == 201
    house._tokens["Shuffler"] = _key(house, "shuffler", scopes=["tables"], may_act=True)
    house._tokens["Looker"] = _key(house, "shuffler", scopes=["tables"])
    with connect(house, table, "Looker", "dealer") as refused:
        assert refused.closed() == 4403
    with connect(house, table, "Shuffler", "dealer") as socket:
        socket.until(lambda seat: bool(seat.scene))
        keys = house.call("GET", "/api/services", by="Mona").json()[1]["keys"]
        for key in keys:
            house.call("DELETE", f"/api/services/shuffler/keys/{key['id']}", by="Mona")
        assert socket.closed() == 4401


@pytest.mark.parametrize(
    ("body", "status"),
    [({"scopes": []}, 400), ({"scopes": ["people"]}, 400), ({"scopes": ["reports"], "days": 401}, 400)],
)
def test_a_key_for_nothing_for_accounts_or_for_ever_is_refused(house: Floor, body: Any, status: int) -> None:
    assert house.call("POST", "/api/services/collector/keys", body, by="Mona").status_code == status


def test_people_have_no_keys_and_programs_no_password(house: Floor) -> None:
    assert (
        house.call("POST", "/api/services/mona/keys", {"scopes": ["reports"]}, by="Mona").status_code == 409
    )
    assert (
        house.call("POST", "/api/services", {"name": "P", "roles": ["player"]}, by="Mona").status_code == 400
    )
    assert house.call("POST", "/api/people/collector/password", by="Mona").status_code == 409
    entered = house.call("POST", "/api/session", {"name": "Collector", "password": PASSWORD})
    assert entered.status_code == 401
