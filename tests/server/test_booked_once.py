"""Money at the window and at the table: the same request twice is booked once."""

import multiprocessing
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.table import Role
from tests.patience import PATIENCE_S

from .conftest import MANAGER, SITE, Floor, Served, build

CASH = {"cents": 50_00, "reason": "cash"}


def _key(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key}


def _balance(floor: Floor) -> int:
    return int(floor.context.house.ledger.balance("player/ann"))


@pytest.fixture
def window(floor: Floor) -> Floor:
    floor.token("Ann")
    floor.token("Mia", Role.PIT_MANAGER)
    floor.token("Max", Role.PIT_MANAGER)
    return floor


def test_trust_31_money_sent_twice_under_one_key_is_booked_once(window: Floor) -> None:
    before = _balance(window)
    first, again = (
        window.call("POST", "/api/people/ann/deposit", CASH, "Mia", headers=_key("slip-17")) for _ in range(2)
    )
    assert (first.status_code, again.status_code) == (200, 200)
    assert _balance(window) == before + 50_00
    assert (first.json()["is_repeat"], again.json()["is_repeat"]) == (False, True)
    for same in ("entry", "at", "balance"):
        assert first.json()[same] == again.json()[same]
    other = window.call("POST", "/api/people/ann/deposit", CASH, "Mia", headers=_key("slip-18"))
    assert other.json()["balance"] == before + 100_00


@pytest.mark.parametrize("other", [{"cents": 60_00}, {"cents": -50_00}, {"reason": "a gift"}])
def test_trust_31_a_key_stands_for_one_booking_only(window: Floor, other: dict[str, Any]) -> None:
    window.call("POST", "/api/people/ann/deposit", CASH, "Mia", headers=_key("slip-17"))
    before = _balance(window)
    answer = window.call("POST", "/api/people/ann/deposit", CASH | other, "Mia", headers=_key("slip-17"))
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")
    assert "another booking" in answer.json()["reason"]
    taken = window.call("POST", "/api/people/ann/deposit", CASH, "Max", headers=_key("slip-17"))
    assert taken.status_code == 409
    assert _balance(window) == before


@pytest.mark.parametrize("key", ["", "a b", "x" * 65, "é"])
def test_a_key_is_what_its_pattern_says(window: Floor, key: str) -> None:
    headers = {"Idempotency-Key": key.encode("latin-1")}
    answer = window.call("POST", "/api/people/ann/deposit", CASH, "Mia", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_trust_31_taking_a_seat_twice_under_one_key_buys_in_once(window: Floor) -> None:
    table = window.open_table()
    body = {"place": 1, "chips": 100_00}
    first, again = (
        window.call("POST", f"/api/tables/{table}/seat", body, "Ann", headers=_key("seat-1"))
        for _ in range(2)
    )
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert _balance(window) == 900_00
    assert window.call("POST", f"/api/tables/{table}/seat", body, "Ann").status_code == 409


def test_trust_31_one_key_at_two_processes_at_once(tmp_path: Path) -> None:
    """Two servers on one store, the same slip at both, many times over."""
    where = str(tmp_path / "house.db")
    with (
        Served(lambda: build(where, tmp_path)) as one,
        Served(lambda: build(where, tmp_path)) as two,
    ):
        desk = one.context.desk
        one.run(desk.deposit(MANAGER, "ann", 1_00, "first"))
        token = one.run(_manager(one.context))
        one.run(_player(one.context))
        headers = SITE | {"Authorization": f"Bearer {token}"}

        def send(number: int) -> int:
            url = (one, two)[number % 2].url
            answer = httpx.post(
                f"{url}/api/people/ann/deposit",
                json=CASH,
                headers=headers | _key(f"slip-{number // 4}"),
                timeout=PATIENCE_S,
            )
            return answer.status_code

        with ThreadPoolExecutor(4) as hands:
            assert set(hands.map(send, range(40))) == {200}
        assert one.context.house.ledger.balance("player/ann") == 1_00 + 10 * 50_00
        assert two.context.house.ledger.trial_balance() == 0


async def _manager(context: Any) -> str:
    token = await context.people._invite(MANAGER, (Role.PIT_MANAGER,))
    return str((await context.people.accept(token, "Mia", "a long password")).token)


async def _player(context: Any) -> None:
    token = await context.people._invite(MANAGER, (Role.PLAYER,))
    await context.people.accept(token, "Ann", "a long password")


def _book_and_die(where: str, folder: Path) -> None:
    """Dead right after the booking is durable, before anybody is answered."""
    import asyncio

    async def work() -> None:
        context = build(where, folder)
        await context.desk.deposit(MANAGER, "ann", 50_00, "cash", command_id="key:slip-17")
        os._exit(9)

    asyncio.run(work())


def test_trust_31_a_booking_that_was_never_answered_is_not_booked_again(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    dying = multiprocessing.get_context("spawn").Process(target=_book_and_die, args=(where, tmp_path))
    dying.start()
    dying.join()
    assert dying.exitcode == 9
    with Served(lambda: build(where, tmp_path)) as served:
        answer = served.run(
            served.context.desk.deposit(MANAGER, "ann", 50_00, "cash", command_id="key:slip-17")
        )
        assert answer.is_repeat
        assert served.context.house.ledger.balance("player/ann") == 50_00
