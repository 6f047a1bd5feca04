"""Corrections of money and high settings: asked by one person, confirmed by another."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.house.audit import Audit
from croupier.server.config import Config
from croupier.table import Role
from tests.house.helpers import Time

from .conftest import FAST, Floor

MUCH = {"cents": 20_000_00, "reason": "a win elsewhere"}


@pytest.fixture
def config() -> Config:
    return msgspec.structs.replace(FAST, two_persons_setting_cents=50_00, approval_seconds=60)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def now(time: Time) -> Callable[[], int]:
    return time


@pytest.fixture
def pit(floor: Floor) -> Floor:
    for name in ("Mia", "Max"):
        floor.token(name, Role.PIT_MANAGER)
    floor.token("Ann")
    floor.token("Pam", Role.PLAYER, Role.PIT_MANAGER)
    floor.token("Dee", Role.DEALER)
    return floor


def _balance(floor: Floor, person: str = "ann") -> int:
    return int(floor.context.house.ledger.balance(f"player/{person}"))


def _confirm(floor: Floor, id: str, by: str) -> Any:
    return floor.call("POST", f"/api/approvals/{id}/confirm", by=by)


def test_trust_30_money_above_the_limit_needs_two_persons(pit: Floor) -> None:
    key = {"Idempotency-Key": "slip-1"}
    asked = pit.call("POST", "/api/people/ann/deposit", MUCH, "Mia", headers=key)
    assert (asked.status_code, asked.json()["status"]) == (202, "waiting"), asked.text
    assert asked.json()["words"] == "20,000 onto the account of Ann"
    assert _balance(pit) == 1_000_00, "nothing is done yet"
    again = pit.call("POST", "/api/people/ann/deposit", MUCH, "Mia", headers=key)
    assert again.json()["id"] == asked.json()["id"], "the same slip asks once"
    id = asked.json()["id"]
    assert [each["id"] for each in pit.call("GET", "/api/approvals", by="Max").json()] == [id]
    assert _confirm(pit, id, "Dee").status_code == 403
    own = _confirm(pit, id, "Mia")
    assert (own.status_code, own.json()["code"]) == (409, "refused")
    assert "another person" in own.json()["reason"]
    assert _balance(pit) == 1_000_00
    confirmed = _confirm(pit, id, "Max")
    assert (confirmed.status_code, confirmed.json()["status"]) == (200, "done"), confirmed.text
    assert (confirmed.json()["by_name"], confirmed.json()["second_name"]) == ("Mia", "Max")
    assert _balance(pit) == 21_000_00
    assert _confirm(pit, id, "Max").status_code == 409
    assert pit.call("POST", "/api/people/ann/deposit", MUCH, "Mia", headers=key).json()["is_repeat"]
    assert _balance(pit) == 21_000_00
    house = pit.context.house
    report = Audit(house.journal, house.catalogue, house.sealer).run()
    assert report.is_good, report.findings


def test_trust_30_who_gains_by_it_does_not_confirm_it(pit: Floor) -> None:
    asked = pit.call("POST", "/api/people/pam/deposit", MUCH, "Mia")
    assert _confirm(pit, asked.json()["id"], "Pam").status_code == 409
    assert _balance(pit, "pam") == 1_000_00


def test_what_is_refused_withdrawn_or_late_is_not_done(pit: Floor, time: Time) -> None:
    ids = [pit.call("POST", "/api/people/ann/deposit", MUCH, "Mia").json()["id"] for _ in range(3)]
    for id, by, status in zip(ids, ("Max", "Mia"), ("refused", "withdrawn"), strict=False):
        answer = pit.call("POST", f"/api/approvals/{id}/refuse", {"reason": "no slip"}, by)
        assert (answer.status_code, answer.json()["status"]) == (200, status)
    time.now += 60_000
    for id in ids:
        answer = _confirm(pit, id, "Max")
        assert answer.status_code in (401, 409)
    pit.run(pit.context.approvals.look_after())
    assert sorted(each.status for each in pit.context.approvals.listed()) == [
        "expired",
        "refused",
        "withdrawn",
    ]
    assert _balance(pit) == 1_000_00


def test_what_can_no_longer_be_done_says_why(pit: Floor) -> None:
    out = {"cents": -20_000_00, "reason": "cash out"}
    id = pit.call("POST", "/api/people/ann/deposit", out, "Mia").json()["id"]
    answer = _confirm(pit, id, "Max")
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")
    assert pit.call("GET", "/api/approvals", by="Max").json()[0]["status"] == "failed"
    assert _balance(pit) == 1_000_00


def test_trust_30_settings_above_the_limit_need_two_persons(pit: Floor) -> None:
    pit.open_table()
    high = {"edition": "high-card@1", "settings": {"maximum_bet": "75"}}
    low = {"edition": "high-card@1", "settings": {"maximum_bet": "40"}}
    assert pit.call("PUT", "/api/tables/t1/rules", low, "Mia").status_code == 200
    asked = pit.call("PUT", "/api/tables/t1/rules", high, "Mia")
    assert (asked.status_code, asked.json()["kind"]) == (202, "rules"), asked.text
    assert pit.context.house.card("t1").ordered == ("high-card@1", {"maximum_bet": "40.00"})
    assert _confirm(pit, asked.json()["id"], "Max").json()["status"] == "done"
    assert pit.context.house.card("t1").ordered == ("high-card@1", {"maximum_bet": "75.00"})
    tables = len(pit.context.house.floor.state.tables)
    opened = pit.call("POST", "/api/tables", high | {"title": "High"}, "Mia")
    assert opened.status_code == 202, opened.text
    assert len(pit.context.house.floor.state.tables) == tables
    assert _confirm(pit, opened.json()["id"], "Max").json()["status"] == "done"
    assert len(pit.context.house.floor.state.tables) == tables + 1


def test_trust_30_a_sum_that_needs_two_persons_is_not_paid_in_parts_by_one(pit: Floor) -> None:
    """By default what one may move at once is also all of one day, for one player and one way."""
    part = {"cents": 4_000_00, "reason": "a part of a win elsewhere"}
    answers = [
        pit.call("POST", "/api/people/ann/deposit", part, by).status_code for by in ("Mia", "Max", "Mia")
    ]
    assert answers == [200, 200, 202], "12,000 together"
    out = {"cents": -4_000_00, "reason": "home"}
    assert pit.call("POST", "/api/people/ann/deposit", out, "Mia").status_code == 200, "the other way"
