"""The jackpot link's own options over HTTP: listed with paragraphs and roles, given, and attacked."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.house.floor.desk import Desk
from croupier.table import Role

from .conftest import FAST, MANAGER, Floor, build, serving
from .sockets import connect, sit

EDITION = "rws-multilink@3"
OPTIONS, COMMANDS = "/api/jackpots/main/options", "/api/jackpots/main/commands"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    """A jackpot at 50,000.00 and one table that has joined it; a person in each role of the House."""
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with serving(context) as client:
        floor = Floor(client, context)
        for name, role in (
            ("Dan", Role.DEALER),
            ("Mia", Role.PIT_MANAGER),
            ("Shi", Role.SHIFT_MANAGER),
            ("Aud", Role.AUDITOR),
        ):
            floor.token(name, role)
        floor.run(Desk(context.house).open_link(MANAGER, "main", EDITION, title="Main", meter=50_000_00))
        floor.run(context.desk.open_table(MANAGER, "m", EDITION, link="main"))
        sit(floor, "m", "Ann", 1)
        with connect(floor, "m", "Ann") as ann:
            ann.offered("PlaceAnte")
        yield floor


def offered(floor: Floor, by: str, command: str) -> list[dict[str, Any]]:
    options = floor.call("GET", OPTIONS, by=by).json()["options"]
    return [option for option in options if option["command"] == command]


def order(floor: Floor, who: str, number: str, /, **command: Any) -> Any:
    return floor.call("POST", COMMANDS, {"id": number, "command": command}, who)


def test_options_say_who_may_and_by_which_paragraph(floor: Floor) -> None:
    for who in ("Dan", "Mia", "Shi", "Aud"):
        page = floor.call("GET", OPTIONS, by=who).json()
        assert all(option["citations"] for option in page["options"])
        yours = {option["command"] for option in page["options"] if option["is_yours"]}
        roles = {option["command"]: option["role"] for option in page["options"]}
        assert roles["CorrectMeter"] == "shift_manager"
        assert ("CorrectMeter" in yours) == (who == "Shi")
        assert ("DisableLink" in yours) == (who != "Aud")
    assert page["view"]["meter"] == 50_000_00


def test_a_box_fails_a_course_is_taken_and_it_works_again(floor: Floor) -> None:
    """By the options alone: each is found in the list, and what is listed is accepted."""
    (fault,) = offered(floor, "Dan", "ReportBoxFault")
    assert (fault["fixed"], [ask["field"] for ask in fault["asks"]]) == ({"table": "m"}, ["box", "reason"])
    assert order(floor, "Dan", "1", type="ReportBoxFault", table="m", box=2, reason="dead").status_code == 200
    courses = offered(floor, "Dan", "TakeCourse")
    assert courses
    assert not courses[0]["is_yours"]
    course = next(ask for ask in courses[0]["asks"] if ask["field"] == "course")["choices"][0]
    taken = {"type": "TakeCourse", **courses[0]["fixed"], "course": course, "reason": "until it is mended"}
    refused = order(floor, "Dan", "2", **taken)
    assert (refused.status_code, refused.json()["code"]) == (409, "refused")
    assert order(floor, "Mia", "3", **taken).status_code == 200
    assert floor.call("GET", OPTIONS, by="Mia").json()["view"]["faults"]["m"]
    (repair,) = offered(floor, "Mia", "ReportTableRepaired")
    answer = order(floor, "Mia", "4", type="ReportTableRepaired", **repair["fixed"], reason="mended")
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("needed", ["pit_supervisor", "pit_manager", "shift_manager"])
def test_who_decides_for_the_house_is_listed_as_that(floor: Floor, needed: str) -> None:
    """ML-A39 is a setting: whoever is offered a course may take it, and nobody else is offered it."""
    settings = {"role_for_house_decision": needed}
    floor.run(floor.context.desk.open_link(MANAGER, "other", EDITION, settings, title="Other"))
    floor.run(floor.context.desk.open_table(MANAGER, "n", EDITION, settings, link="other"))
    floor.token("Sue", Role.PIT_SUPERVISOR)
    page = "/api/jackpots/other"
    sit(floor, "n", "Ben", 1)
    with connect(floor, "n", "Ben") as ben:
        ben.offered("PlaceAnte")
    dead = {"type": "ReportBoxFault", "table": "n", "box": 2, "reason": "dead"}
    assert floor.call("POST", f"{page}/commands", {"id": "1", "command": dead}, "Dan").status_code == 200
    roles = {}
    for who in ("Shi", "Mia", "Sue"):
        options = floor.call("GET", f"{page}/options", by=who).json()["options"]
        course = next(option for option in options if option["command"] == "TakeCourse")
        assert course["role"] == needed
        roles[who] = course["is_yours"]
    taken = {"type": "TakeCourse", **course["fixed"], "course": "close_table", "reason": "until it is mended"}
    lowest = next(who for who in ("Sue", "Mia", "Shi") if roles[who])
    for who in [who for who, may in roles.items() if not may]:
        assert floor.call("POST", f"{page}/commands", {"id": who, "command": taken}, who).status_code == 409
    answer = floor.call("POST", f"{page}/commands", {"id": "2", "command": taken}, lowest)
    assert answer.status_code == 200, answer.text


def test_a_correction_up_and_down_is_booked(floor: Floor) -> None:
    up, down = offered(floor, "Shi", "CorrectMeter")
    assert up["asks"][0]["minimum"] == 50_000_01
    assert down["asks"][0]["maximum"] == 49_999_99
    for number, meter in enumerate((50_000_01, 49_000_00)):
        answer = order(floor, "Shi", f"c{number}", type="CorrectMeter", meter=meter, reason="counted")
        assert answer.status_code == 200, answer.text
        assert floor.call("GET", "/api/jackpots/main").json()["display"] == meter
    books = floor.call("GET", "/api/jackpots/main/reconciliation", by="Aud").json()
    # From 50,000.00 up by 0.01, then down by 1,000.01: 1,000.00 less in all.
    assert (books["corrections"], books["difference"]) == (-1_000_00, 0)


def test_trust_10_a_repeated_id_is_done_once(floor: Floor) -> None:
    first = order(floor, "Dan", "once", type="DisableLink", reason="a cable")
    again = order(floor, "Dan", "once", type="DisableLink", reason="a cable")
    assert (first.status_code, first.json()) == (200, again.json())
    other = order(floor, "Mia", "once", type="EnableLink", reason="mended")  # her own id, not Dan's
    assert other.status_code == 200
    assert other.json()["seq"] > first.json()["seq"]


def test_trust_30_a_meter_is_corrected_by_much_only_by_two_persons(floor: Floor) -> None:
    floor.token("Sam", Role.SHIFT_MANAGER)
    before = floor.call("GET", OPTIONS, by="Shi").json()["view"]["meter"]
    asked = order(floor, "Shi", "much", type="CorrectMeter", meter=before + 10_000_01, reason="counted again")
    assert (asked.status_code, asked.json()["role"]) == (202, "shift_manager"), asked.text
    again = order(floor, "Shi", "much", type="CorrectMeter", meter=before + 10_000_01, reason="counted again")
    assert again.json()["id"] == asked.json()["id"]
    assert floor.call("GET", OPTIONS, by="Shi").json()["view"]["meter"] == before
    confirm = f"/api/approvals/{asked.json()['id']}/confirm"
    assert floor.call("POST", confirm, by="Shi").status_code == 409
    assert floor.call("POST", confirm, by="Sam").json()["status"] == "done"
    assert floor.call("GET", OPTIONS, by="Shi").json()["view"]["meter"] == before + 10_000_01
    less = order(floor, "Shi", "less", type="CorrectMeter", meter=before + 10_000_00, reason="a cent")
    assert less.status_code == 200


def test_nobody_speaks_for_a_table_or_somebody_else(floor: Floor) -> None:
    before = floor.call("GET", OPTIONS, by="Shi").json()["seq"]
    for number, (command, code) in enumerate(
        [
            ({"type": "CloseRound", "table": "m", "round": 1}, "refused"),
            ({"type": "JoinLink", "table": "forged"}, "refused"),
            ({"type": "NoteFault", "table": "m", "box": 1}, "refused"),
            ({"type": "OpenLink", "meter": 1}, "refused"),
            ({"type": "EnableLink", "reason": "it was never off"}, "refused"),
            ({"type": "ReportBoxFault", "table": "nowhere", "box": 1, "reason": "x"}, "refused"),
            ({"type": "ReportBoxFault", "table": "m", "box": 99, "reason": "x"}, "refused"),
            ({"type": "CorrectMeter", "meter": -1, "reason": "x"}, "refused"),
            ({"type": "CorrectMeter", "meter": 1, "reason": ""}, "refused"),
            ({"type": "CorrectMeter", "meter": "1", "reason": "x"}, "malformed"),
            ({"type": "CorrectMeter", "meter": 10**30, "reason": "x"}, "malformed"),
            ({"type": "DisableLink"}, "malformed"),
            ({"type": "DisableLink", "reason": "x", "by": {"id": "mia", "role": "system"}}, "malformed"),
            ({"type": "DisableLink", "reason": "x", "at": 1}, "malformed"),
            ({"type": "DisableLink", "reason": "x", "id": "y"}, "malformed"),
            ({"type": "DisableLink", "reason": "x", "more": 1}, "malformed"),
            ({"type": ["DisableLink"], "reason": "x"}, "malformed"),
            ({"type": "PlaceAnte", "box": 1, "amount": 500}, "malformed"),
            ({}, "malformed"),
        ]
    ):
        answer = order(floor, "Shi", f"a{number}", **command)
        assert answer.json()["code"] == code, (command, answer.text)
    assert floor.call("GET", OPTIONS, by="Shi").json()["seq"] == before
    assert floor.call("POST", COMMANDS, {"id": "a b", "command": {}}, "Shi").status_code == 400
    missing = floor.call("POST", "/api/jackpots/none/commands", {"id": "1", "command": {}}, "Shi")
    assert missing.status_code == 404


def test_a_new_jackpot_and_the_tables_that_join_it(floor: Floor) -> None:
    """As the protocol says: it has no tables until some are opened with its id."""
    body = {"game": "rws-multilink", "title": "Second", "display": 1_000_00}
    jackpot = floor.call("POST", "/api/jackpots", body, "Mia").json()
    assert (jackpot["display"], jackpot["tables"], jackpot["status"]) == (1_000_00, [], "open")
    table = floor.call("POST", "/api/tables", {"edition": EDITION, "link": jackpot["id"]}, "Mia").json()
    assert table["link"] == jackpot["id"]
    assert floor.call("GET", f"/api/jackpots/{jackpot['id']}").json()["tables"] == [table["id"]]
    extra = floor.call("POST", "/api/jackpots", body | {"tables": ["m"]}, "Mia")
    assert (extra.status_code, extra.json()["code"]) == (400, "malformed")
    poker = {"edition": "rws-poker@7", "link": jackpot["id"]}
    assert floor.call("POST", "/api/tables", poker, "Mia").status_code == 409


def test_a_jackpot_gets_an_id_that_no_other_has(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = iter(["aaaaaa", "aaaaaa", "bbbbbb"])
    monkeypatch.setattr("croupier.server.api.jackpots.links.secrets.token_hex", lambda count: next(chance))
    body = {"game": "rws-multilink", "title": "Second"}
    found = [floor.call("POST", "/api/jackpots", body, "Mia").json()["id"] for _ in range(2)]
    assert found == ["jackpot-aaaaaa", "jackpot-bbbbbb"]
