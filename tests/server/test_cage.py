"""The cage over HTTP: words before money, receipts and reversals, and chips that three people sign."""

from typing import Any

import msgspec
import pytest

from croupier.server.config import Config
from croupier.table import Role

from .conftest import FAST, MANAGER, Floor
from .sockets import sit


@pytest.fixture
def config() -> Config:
    return msgspec.structs.replace(FAST, cash_limit_pit_manager=500_00, cash_limit_player_day=2_000_00)


@pytest.fixture
def pit(floor: Floor) -> Floor:
    floor.token("Ann")
    floor.token("Dee", Role.DEALER)
    floor.token("Sue", Role.PIT_SUPERVISOR)
    floor.token("Mia", Role.PIT_MANAGER)
    floor.token("Ned", Role.PIT_MANAGER)
    floor.token("Max", Role.SHIFT_MANAGER)
    floor.token("Aud", Role.AUDITOR)
    return floor


def good(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def key(name: str) -> dict[str, dict[str, str]]:
    return {"headers": {"Idempotency-Key": name}}


def pay(pit: Floor, cents: int, name: str, by: str = "Mia") -> Any:
    return pit.call("POST", "/api/people/ann/deposit", {"cents": cents, "reason": "cash"}, by, **key(name))


def test_an_amount_is_said_in_words_before_it_is_paid(pit: Floor) -> None:
    quote = good(pit.call("GET", "/api/cashier/quote?person=ann&cents=-50050", by="Mia"))
    assert quote["english"] == "five hundred dollars and fifty cents"
    assert quote["chinese"] == "伍佰元伍角"
    assert quote["why_two"] == "a pit manager alone moves up to 500"
    assert (quote["balance"], quote["balance_after"]) == (1_000_00, 499_50)
    assert good(pit.call("GET", "/api/cashier/quote?person=ann&cents=50050", by="Max"))["why_two"] == ""
    assert pit.call("GET", "/api/cashier/quote?person=nobody&cents=1", by="Mia").status_code == 404


def test_a_receipt_is_found_printed_and_taken_back_once(pit: Floor) -> None:
    number = good(pay(pit, 120_00, "k1"))["entry"]
    assert good(pay(pit, 120_00, "k1"))["entry"] == number, "a second click books nothing"
    found = good(pit.call("GET", "/api/receipts?person=ann&text=CASH", by="Aud"))
    assert [(each["number"], each["cents"], each["by_name"]) for each in found] == [(number, 120_00, "Mia")]
    slip = good(pit.call("GET", f"/api/slips/{number}", by="Ann"))
    assert (slip["kind"], slip["person_name"], slip["english"]) == (
        "receipt",
        "Ann",
        "one hundred and twenty dollars",
    )
    assert pit.call("GET", f"/api/slips/{number}", by="Dee").status_code == 404, "none of the dealer's"
    assert pit.call("GET", "/api/slips/1", by="Aud").status_code == 404, "an entry that is no slip"
    body = {"reason": "paid twice"}
    back = good(pit.call("POST", f"/api/receipts/{number}/reverse", body, "Ned", **key("k2")))
    assert back["balance"] == 1_000_00
    assert good(pit.call("POST", f"/api/receipts/{number}/reverse", body, "Ned", **key("k2")))["is_repeat"]
    again = pit.call("POST", f"/api/receipts/{number}/reverse", body, "Ned", **key("k3"))
    assert (again.status_code, "taken back already" in again.text) == (409, True)
    assert good(pit.call("GET", f"/api/slips/{number}", by="Aud"))["reversed_by"] == back["entry"]


def test_above_a_limit_money_and_its_reversal_wait_for_a_second_person(pit: Floor) -> None:
    """500.00 is a pit manager's own; 500.01 waits. Confirmed, the receipt names both."""
    good(pay(pit, 500_00, "k1"))
    asked = good(pay(pit, 500_01, "k2"), 202)
    assert asked["status"] == "waiting"
    good(pit.call("POST", f"/api/approvals/{asked['id']}/confirm", by="Ned"))
    receipt = good(pit.call("GET", "/api/receipts", by="Mia"))[0]
    assert (receipt["by_name"], receipt["second_name"], receipt["cents"]) == ("Mia", "Ned", 500_01)
    path = f"/api/receipts/{receipt['number']}/reverse"
    waits = good(pit.call("POST", path, {"reason": "a wrong player"}, "Mia", **key("k3")), 202)
    assert "taken back" in waits["words"]
    assert pit.call("POST", f"/api/approvals/{waits['id']}/confirm", by="Mia").status_code == 409
    good(pit.call("POST", f"/api/approvals/{waits['id']}/confirm", by="Ned"))
    assert good(pit.call("GET", "/api/receipts", by="Mia"))[0]["reverses"] == receipt["number"]


def test_a_payment_sent_again_after_it_filled_the_day_is_no_new_one(pit: Floor) -> None:
    for number in range(4):
        good(pay(pit, 500_00, f"k{number}"))
    assert good(pay(pit, 500_00, "k3"))["is_repeat"], "booked, so no second person is asked for it"
    assert good(pay(pit, 1, "k4"), 202)["status"] == "waiting"
    assert pit.context.house.ledger.balance("player/ann") == 3_000_00


def test_a_statement_names_tables_and_comes_as_a_file(pit: Floor) -> None:
    pit.open_table("t1", title="=Table 7")
    sit(pit, "t1", "Ann", 1, 200_00)
    lines = good(pit.call("GET", "/api/statement", by="Ann"))["lines"]
    assert (lines[-1]["title"], lines[-1]["words"]) == (
        "=Table 7",
        "Sat down: Ann's chips at seat 1, =Table 7",
    )
    for path, by in (("/api/statement.csv", "Ann"), ("/api/people/ann/statement.csv", "Mia")):
        answer = pit.call("GET", path, by=by)
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        rows = answer.text.splitlines()
        assert rows[0] == "\ufefftime,what,table,round,amount,balance"
        assert rows[1] == ",opening balance,,,,0.00"
        assert rows[-1].endswith(",'=Table 7,,-200.00,800.00"), "no formula for a spreadsheet"
    later = pit.call("GET", f"/api/statement.csv?from={lines[-1]['at'] + 1}", by="Ann").text.splitlines()
    assert later[1:] == [",opening balance,,,,800.00"]


def chips(**counts: int) -> list[dict[str, int]]:
    return [{"cents": int(name[1:]) * 100, "count": count} for name, count in counts.items()]


def test_a_float_a_fill_and_counts_with_their_slips(pit: Floor) -> None:
    """100 x 25 in the cage; 40 to the table, 10 more; 1,250 counted as 1,225: one chip is missing."""
    pit.run(pit.context.desk.open_table(MANAGER, "t1", "high-card@1", title="Table 1", cards="physical"))
    pit.http.get("/api/tables/t1")
    made = {"id": "value", "title": "Value chips", "denominations": [25_00, 100_00]}
    good(pit.call("POST", "/api/cage/sets", made, "Max"), 201)
    stock = {"counts": chips(c25=100), "reason": "bought"}
    for _ in range(2):
        page = good(pit.call("POST", "/api/cage/sets/value/stock", stock, "Max", **key("s1")))
    assert page["sets"][0]["cents"] == 2_500_00
    opened = {"chips": "value", "counts": chips(c25=40)}
    good(pit.call("POST", "/api/tables/t1/float", opened, "Sue", **key("f1")))
    assert good(pit.call("POST", "/api/tables/t1/float", opened, "Sue", **key("f1")))["is_repeat"]
    wanted = {"way": "fill", "counts": chips(c25=10)}
    good(pit.call("POST", "/api/tables/t1/chips", wanted, "Dee", **key("w1")))
    waiting = good(pit.call("GET", "/api/cage", by="Dee"))["transfers"]
    assert [(each["asked_by_name"], each["cents"]) for each in waiting] == [("Dee", 250_00)]
    slip = waiting[0]["slip"]
    early = pit.call("POST", f"/api/cage/transfers/{slip}/hand-over", by="Mia")
    assert early.status_code == 409
    good(pit.call("POST", f"/api/cage/transfers/{slip}/approve", by="Sue"))
    number = good(pit.call("POST", f"/api/cage/transfers/{slip}/hand-over", by="Mia"))["number"]
    fill = good(pit.call("GET", f"/api/slips/{number}", by="Sue"))
    assert [fill[name] for name in ("kind", "asked_by_name", "approved_by_name", "by_name")] == [
        "fill",
        "Dee",
        "Sue",
        "Mia",
    ]
    assert fill["chips"] == [{"cents": 25_00, "count": 10}]
    rack = good(pit.call("GET", "/api/cage", by="Aud"))["racks"][0]
    assert (rack["title"], rack["rack"], rack["difference"]) == ("Table 1", 1_250_00, 0)
    counted = {"counts": chips(c25=49)}
    no = pit.call("POST", "/api/tables/t1/count", counted, "Sue")
    assert (no.status_code, "1,225 counted, 1,250 due" in no.text) == (409, True)
    good(pit.call("POST", "/api/tables/t1/count", counted | {"reason": "counted twice"}, "Sue"))
    told = good(pit.call("GET", "/api/cage/slips?table=t1", by="Aud"))
    assert [(each["kind"], each["difference"]) for each in told] == [
        ("count", -25_00),
        ("fill", None),
        ("float", None),
    ]
    assert good(pit.call("GET", "/api/cage", by="Aud"))["racks"][0]["difference"] == -25_00
    good(pit.call("POST", "/api/tables/t1/count", counted | {"is_closing": True}, "Sue"))
    assert good(pit.call("GET", "/api/cage", by="Aud"))["racks"] == []


def test_whoever_plays_at_a_table_does_not_count_its_chips(pit: Floor) -> None:
    pit.open_table("t1")
    pit.token("Pam", Role.PLAYER, Role.SHIFT_MANAGER)
    sit(pit, "t1", "Pam", 1)
    answer = pit.call("POST", "/api/tables/t1/count", {}, "Pam")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
