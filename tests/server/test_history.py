"""Rounds recalled, replayed, verified and exported; money and people over HTTP."""

from pathlib import Path
from typing import Any

import pytest

from croupier.house.history.programs import noted
from croupier.server.api.operations import program
from croupier.table import Role

from .conftest import PASSWORD, Floor, build, serving
from .sockets import connect, sit


@pytest.fixture
def played(floor: Floor) -> Floor:
    """Ann has played two Rounds; Mia manages, Aud audits, Ben watches."""
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    floor.token("Ben")
    floor.token("Mia", Role.PIT_MANAGER)
    floor.token("Boss", Role.SHIFT_MANAGER)
    floor.token("Aud", Role.AUDITOR)
    with connect(floor, table, "Ann") as ann:
        for _ in range(2):
            ann.offered("PlaceBet")
            ann.give("PlaceBet", amount=10_00)
            ann.offered("Stay")
            ann.give("Stay")
        ann.offered("PlaceBet")
    return floor


def test_trust_6_a_round_is_recalled_with_everything(played: Floor) -> None:
    found = played.call("GET", "/api/rounds", by="Ann").json()
    done = [each for each in found["rounds"] if each["status"] == "concluded"]
    assert [each["id"] for each in done] == ["t1.2", "t1.1"]
    assert done[0]["players"] == ["Ann"]
    page = played.call("GET", "/api/rounds/t1.1", by="Ann").json()
    kinds = [each["event"]["type"] for each in page["happenings"]]
    assert kinds[0] == "BettingOpened"
    assert kinds[-1] == "RoundConcluded"
    (balance,) = page["balances"]
    assert balance["before"] == 200_00
    assert balance["after"] in (190_00, 200_00, 210_00)
    assert balance["won"] == balance["after"] - 200_00
    assert (balance["bought"], balance["cashed"]) == (0, 0)
    assert (done[1]["own"], done[1]["won"]) == (balance["won"], [balance["won"]])
    being_played = found["rounds"][0]
    assert (being_played["status"], being_played["own"], being_played["won"]) == ("open", None, [])
    seen = played.call("GET", "/api/rounds", by="Mia").json()["rounds"][-1]
    assert (seen["own"], seen["won"]) == (None, [balance["won"]])  # she did not play
    assert len(page["commitment"]) == 64
    assert page["seed"] == ""  # the order goes on into the next Round
    own = next(each for each in page["happenings"] if each["event"].get("owner") == "ann")
    assert own["event"]["card"]
    house = next(each for each in page["happenings"] if each["event"].get("owner") == "")
    assert house["event"]["card"] == []


def test_others_rounds_are_not_for_players(played: Floor) -> None:
    assert played.call("GET", "/api/rounds", by="Ben").json()["rounds"] == []
    for more in ("", "/replay", "/verify", "/export"):
        answer = played.call("GET", f"/api/rounds/t1.1{more}", by="Ben")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), more
        assert played.call("GET", f"/api/rounds/t1.99{more}", by="Ann").status_code == 404
        assert played.call("GET", f"/api/rounds/nonsense{more}", by="Ann").status_code == 404


def test_trust_25_an_open_round_shows_nobody_more_than_the_table_does(played: Floor) -> None:
    with connect(played, "t1", "Ann") as ann:
        ann.offered("PlaceBet")
        ann.give("PlaceBet", amount=10_00)
        ann.offered("Stay")
        for who in ("Mia", "Aud"):
            page = played.call("GET", "/api/rounds/t1.3", by=who).json()
            dealt = [each["event"] for each in page["happenings"] if each["event"]["type"] == "CardDealt"]
            assert [each["card"] for each in dealt] == [[], []]
        assert played.call("GET", "/api/rounds/t1.3/verify", by="Aud").status_code == 409
        ann.give("Stay")
        ann.offered("PlaceBet")
    page = played.call("GET", "/api/rounds/t1.3", by="Aud").json()
    dealt = [each["event"] for each in page["happenings"] if each["event"]["type"] == "CardDealt"]
    assert all(each["card"] for each in dealt)  # once it is over, an auditor sees all of it


def test_a_round_is_verified_and_replayed(played: Floor) -> None:
    verdict = played.call("GET", "/api/rounds/t1.1/verify", by="Ann").json()
    assert verdict["is_verified"]
    assert {check["name"] for check in verdict["checks"]} >= {"chain", "shuffle", "replay", "money"}
    page = played.call("GET", "/api/rounds/t1.1", by="Ann").json()
    bet = next(each for each in page["happenings"] if each["event"]["type"] == "BetPlaced")
    step = played.call("GET", f"/api/rounds/t1.1/replay?to={bet['seq']}", by="Ann").json()
    assert (step["seq"], step["view"]["boxes"]["1"]["bet"]) == (bet["seq"], 10_00)
    export = played.call("GET", "/api/rounds/t1.1/export", by="Ann")
    assert export.headers["content-disposition"] == 'attachment; filename="t1.1.json"'
    assert export.json()["id"] == "t1.1"
    assert played.call("GET", "/api/rounds/t1.1/export?format=phh", by="Ann").status_code == 409


def test_trust_7_rounds_are_found_by_table_player_paragraph_and_time(played: Floor) -> None:
    def ids(query: str) -> list[str]:
        found = played.call("GET", f"/api/rounds?{query}", by="Aud").json()["rounds"]
        return [each["id"] for each in found if each["status"] == "concluded"]

    assert ids("table=t1") == ["t1.2", "t1.1"]
    assert ids("table=other") == []
    assert ids("player=Ann") == ["t1.2", "t1.1"]
    assert ids("player=ben") == []
    assert ids("paragraph=3.4") == ["t1.2", "t1.1"]
    assert ids("paragraph=5.1") == []
    page = played.call("GET", "/api/rounds?limit=1", by="Aud").json()
    assert len(page["rounds"]) == 1
    first = played.call("GET", "/api/rounds/t1.1", by="Aud").json()
    assert ids(f"to={first['opened_at'] + 1}")[-1:] == ["t1.1"]


def test_statements_and_the_cashier(played: Floor) -> None:
    statement = played.call("GET", "/api/statement", by="Ann").json()
    assert [line["cents"] for line in statement["lines"]] == [1_000_00, -200_00]
    assert statement["closing"] == statement["balance"] == 800_00
    assert statement["lines"][1]["table"] == "t1"
    assert statement["lines"][1]["citations"][0]["edition"] == "high-card@1"
    paid = played.call("POST", "/api/people/ann/deposit", {"cents": 50_00, "reason": "cash"}, "Mia")
    assert paid.json()["balance"] == 850_00
    out = played.call("POST", "/api/people/ann/deposit", {"cents": -850_01, "reason": "too much"}, "Mia")
    assert out.status_code == 409
    assert played.call("GET", "/api/people/ann/statement", by="Aud").json()["balance"] == 850_00
    total = played.call("GET", "/api/reports/trial-balance", by="Aud").json()
    assert total["total"] == 0
    assert {"account": "player/ann", "cents": 850_00, "words": "Ann's account"} in total["accounts"]


def test_trust_20_significant_events_say_who_why_before_and_after(played: Floor) -> None:
    played.call("PUT", "/api/people/ben/roles", {"roles": ["dealer"]}, "Boss")
    played.call("POST", "/api/session", {"name": "Ann", "password": "wrong password"})
    played.call("POST", "/api/tables/t1/pause", {"reason": "spilt drink"}, "Mia")
    found = played.call("GET", "/api/reports/significant", by="Aud").json()
    by_kind = {each["kind"]: each for each in reversed(found)}
    granted = by_kind["RolesGranted"]
    assert (granted["by"], granted["person"], granted["before"], granted["after"]) == (
        "boss",
        "ben",
        '["player"]',
        '["dealer"]',
    )
    assert by_kind["SignInFailed"]["person"] == "ann"
    assert by_kind["TablePaused"]["reason"] == "spilt drink"
    assert by_kind["TablePaused"]["by"] == "mia"
    assert "token_hash" not in str(found)


def test_the_audit_finds_the_house_in_order(played: Floor) -> None:
    report = played.call("POST", "/api/reports/audit", by="Aud").json()
    assert (report["is_good"], report["findings"]) == (True, [])
    assert report["events"] > 10


def test_roles_and_invitations(played: Floor) -> None:
    link = played.call("POST", "/api/people", {"roles": ["dealer"]}, "Boss").json()["link"]
    body = {"name": "New", "password": PASSWORD}
    assert played.call("POST", f"/api/invitations/{link.rpartition('/')[2]}", body).json()["roles"] == [
        "dealer"
    ]
    people = played.call("GET", "/api/people", by="Mia").json()
    assert {each["name"] for each in people} >= {"Ann", "Mia", "New"}
    assert "password" not in str(people)
    assert played.call("POST", "/api/people", {"roles": ["system"]}, "Boss").status_code == 400


def test_trust_27_the_program_shows_its_hash(floor: Floor) -> None:
    shown = floor.http.get("/api/program").json()
    assert shown["program"] == program().program  # computed anew
    assert floor.http.get("/healthz").json()["program"] == floor.context.program  # as it was at the start
    assert "server/app.py" in shown["files"]
    assert [each.program for each in noted(floor.context.house.journal)] == [floor.context.program]


def test_metrics_are_not_for_everyone(floor: Floor) -> None:
    assert "croupier_sockets" in floor.http.get("/metrics").text  # from this machine
    object.__setattr__(floor.context, "config", _with_token(floor))
    assert floor.http.get("/metrics").status_code == 401
    assert floor.http.get("/metrics", headers={"Authorization": "Bearer secret"}).status_code == 200
    floor.token("Ann")
    assert floor.call("GET", "/metrics", by="Ann").status_code == 403


def _with_token(floor: Floor) -> Any:
    from msgspec.structs import replace

    return replace(floor.context.config, metrics_token="secret")


def test_trust_8_an_interrupted_round_waits_for_the_pit(tmp_path: Path) -> None:
    """The server stops in the middle of a Round; after the restart the pit confirms what becomes of it."""
    where = str(tmp_path / "house.db")
    context = build(where, tmp_path)
    with serving(context) as client:
        floor = Floor(client, context)
        floor.open_table()
        sit(floor, "t1", "Ann", 1)
        floor.token("Sue", Role.PIT_SUPERVISOR)
        with connect(floor, "t1", "Ann") as ann:
            ann.offered("PlaceBet")
            ann.give("PlaceBet", amount=10_00)
            ann.offered("Stay")
        tokens = floor._tokens
    again = build(where, tmp_path)
    with serving(again) as client:
        floor = Floor(client, again)
        floor._tokens = tokens
        (waiting,) = floor.call("GET", "/api/interruptions", by="Sue").json()
        assert (waiting["table"], waiting["round"], waiting["course"]) == ("t1", "t1.1", "continue")
        course, other = waiting["courses"]  # what is foreseen, and what a shift manager may rule instead
        assert (other["course"], other["role"], other["is_foreseen"]) == ("void", "shift_manager", False)
        assert (course["course"], course["role"], course["is_foreseen"]) == (
            "continue",
            "pit_supervisor",
            True,
        )
        assert floor.call("POST", "/api/interruptions/t1", {"course": "void"}, "Sue").status_code in (
            403,
            409,
        )
        with connect(floor, "t1", "Ann") as ann:
            ann.until(lambda seat: bool(seat.scene))
            assert ann.scene["table"]["status"] == "interrupted"
            assert ann.scene["view"]["boxes"]["1"]["bet"] == 10_00
            assert ann.give("Stay")["type"] == "refused"
            answer = floor.call("POST", "/api/interruptions/t1", {"course": "continue"}, "Sue")
            assert answer.status_code == 204, answer.text
            ann.until(lambda seat: any(each["code"] == "recovered" for each in seat.notices))
            ann.until(lambda seat: seat.scene["table"]["status"] == "open")
            assert ann.give("Stay")["type"] == "ack"
