"""Trust 23: whoever idles signs in again; sockets end with the session, and only people keep it alive."""

import itertools
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from msgspec.structs import replace

from croupier.house.people.credentials import hash_token
from croupier.server.config import Config
from croupier.table import Role
from tests.house.helpers import Time

from .conftest import FAST, Floor
from .sockets import Seat, connect, sit

ONE_SECOND = replace(FAST, player_idle_seconds=1, staff_idle_seconds=1)
# A console looks ahead at what settling would pay, and devices ask what they may add to.
_BY_ITSELF = itertools.cycle(
    [
        {"type": "ping", "n": 1},
        {"type": "resume", "after": 10**9},
        {"type": "preview", "id": "ahead", "command": {"type": "PlaceBet", "amount": 1}},
    ]
)
LONG_STAFF = replace(FAST, player_idle_seconds=1, staff_idle_seconds=3600)


STEP_MS = 50


@pytest.fixture
def now() -> Time:
    """Time passes when a test says so: on a busy machine a second is over before anybody has done a thing."""
    return Time()


def closed_while_pinging(seat: Seat, now: Time) -> int:
    """Time passes and the page sends what pages send by themselves, until the server closes with a code."""
    try:
        while True:
            now.now += STEP_MS
            seat.send(next(_BY_ITSELF))
            seat.hear()
    except WebSocketDisconnect as end:
        return end.code


@pytest.mark.parametrize("config", [ONE_SECOND])
@pytest.mark.parametrize(
    ("who", "roles", "role"),
    [
        ("Ann", (Role.PLAYER,), "player"),
        ("Dan", (Role.DEALER,), "dealer"),
    ],
)
def test_an_idle_session_closes_its_socket_though_the_page_pings(
    floor: Floor, now: Time, who: str, roles: tuple[Role, ...], role: str
) -> None:
    table = floor.open_table()
    floor.token(who, *roles)
    with connect(floor, table, who, role) as seat:
        seat.until(lambda each: bool(each.scene))
        assert closed_while_pinging(seat, now) == 4401
    assert floor.call("GET", "/api/me", by=who).status_code == 401
    with connect(floor, table, who, "dealer") as again:
        assert again.closed() == 4401


@pytest.fixture(autouse=True)
def quick_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here people may send as fast as they like."""
    monkeypatch.setattr("croupier.house.allowance.Allowance.take", lambda self, cost=1.0: True)


@pytest.mark.parametrize("config", [ONE_SECOND])
def test_what_a_person_does_keeps_the_session(floor: Floor, now: Time) -> None:
    """Twice the time, doing something all along: even what is refused was done by somebody."""
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        for _ in range(2_000 // STEP_MS):
            now.now += STEP_MS
            assert ann.give("PlaceBet", amount=1)["code"] == "refused"
        assert closed_while_pinging(ann, now) == 4401


@pytest.mark.parametrize("config", [ONE_SECOND])
def test_what_a_page_asks_for_by_itself_keeps_nobody_signed_in(floor: Floor, now: Time) -> None:
    floor.token("Sue", Role.PIT_SUPERVISOR)

    def ask(**headers: str) -> int:
        now.now += STEP_MS
        return int(floor.call("GET", "/api/decisions", by="Sue", headers=headers).status_code)

    steps = 1_000 // STEP_MS
    assert {ask() for _ in range(2 * steps)} == {200}  # a person who looks
    answers = [ask(**{"X-Croupier-Quiet": "1"}) for _ in range(steps)]
    assert answers == [200] * (steps - 1) + [401]


@pytest.mark.parametrize("config", [LONG_STAFF])
def test_each_idles_by_the_time_of_their_own_role(floor: Floor, now: Time, config: Config) -> None:
    table = floor.open_table()
    floor.token("Dan", Role.DEALER)
    with connect(floor, table, "Dan", "dealer") as dealer, connect(floor, table, "Ann") as ann:
        dealer.until(lambda each: bool(each.scene))
        assert closed_while_pinging(ann, now) == 4401
        dealer.send({"type": "ping", "n": 7})
        dealer.until(lambda each: any(told.get("n") == 7 for told in each.answers))
    expires: Any = floor.call("GET", "/api/me", by="Dan").json()["expires_at"]
    assert expires > floor.context.house.clock.peek() + 3_000_000


def test_sessions_of_all_sockets_are_asked_for_at_once(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that only looks on ends with its session, though another page or process has ended it."""
    table, store = floor.open_table(), floor.context.house.journal.store
    asked: list[str] = []
    query = store.query

    def counted(sql: str, values: Any = ()) -> Any:
        asked.extend([sql] if "FROM session" in sql else [])
        return query(sql, values)

    with (
        connect(floor, table, "Ann") as ann,
        connect(floor, table, "Ann") as ann_too,
        connect(floor, table, "Ben") as ben,
        connect(floor, table, None) as rail,
    ):
        for each in (ann, ann_too, ben, rail):
            each.until(lambda seat: bool(seat.scene))
        monkeypatch.setattr(store, "query", counted)
        floor.run(floor.context.sessions.look(list(floor.context.sessions._sockets)))
        assert len(asked) == 1
        token = hash_token(floor.token("Ann"))
        gone = floor.context.house.journal.errand("DELETE FROM session WHERE token = ?", (token,))
        gone.result()
        floor.run(floor.context.sessions.look(list(floor.context.sessions._sockets)))
        assert [ann.closed(), ann_too.closed()] == [4401, 4401]
        for each in (ben, rail):
            each.send({"type": "ping", "n": 7})
            each.until(lambda seat: any(told.get("n") == 7 for told in seat.answers))
    assert len(asked) == 2
