"""Who deals where, the plan, the log book, and a shift on one page; limits and sessions over HTTP."""

from pathlib import Path

from croupier.table import Role

from .conftest import Floor, build, serving
from .test_history import played

__all__ = ("played",)


def test_the_log_book_and_the_hand_over(played: Floor) -> None:
    played.token("Dee", Role.DEALER)
    body = {"kind": "incident", "table": "t1", "text": "A card fell off the table", "rounds": ["t1.2"]}
    page = played.call("POST", "/api/staff/logbook", body, "Dee").json()
    (entry,) = page["entries"]
    assert (entry["name"], entry["kind"], entry["rounds"]) == ("Dee", "incident", ["t1.2"])
    wrong = body | {"rounds": ["t1.99"]}
    assert (
        played.call("POST", "/api/staff/logbook", wrong, "Dee").json()["reason"] == "there is no Round t1.99"
    )
    assert played.call("POST", "/api/staff/logbook", body, "Ann").status_code == 403
    shift = page["shift"]
    handover = played.call(
        "GET", f"/api/staff/handover?date={shift['date']}&shift={shift['name']}", by="Mia"
    ).json()
    assert handover["shift"] == shift
    assert handover["total"]["rounds"] == 2
    assert [line["key"] for line in handover["tables"]] == [{"table": "t1"}]
    assert [each["text"] for each in handover["entries"]] == ["A card fell off the table"]
    assert handover["significant"]
    assert not any(each["head"] == "logbook" for each in handover["significant"])


def test_rotations_with_a_break(played: Floor) -> None:
    played.token("Dee", Role.DEALER)
    now = played.call("GET", "/api/staff", by="Dee").json()["shift"]["since"]
    hour = 3_600_000
    plan = [("t1", 0, 1), ("", 1, 2)]  # an hour at the table, an hour's break
    for table, begins, ends in plan:
        body = {"person": "dee", "table": table, "since": now + begins * hour, "until": now + ends * hour}
        assert played.call("POST", "/api/staff/duties", body, "Mia").status_code == 201
    again = {"person": "dee", "table": "t1", "since": now + hour, "until": now + 2 * hour}
    answer = played.call("POST", "/api/staff/duties", again, "Mia")
    assert (answer.status_code, answer.json()["reason"]) == (409, "Dee has another duty then; drop it first")
    page = played.call("POST", "/api/staff/duties/drop", {"person": "dee", "since": now + hour}, "Mia").json()
    assert [(each["name"], each["table"]) for each in page["duties"]] == [("Dee", "t1")]
    nobody = again | {"person": "ann"}
    assert (
        played.call("POST", "/api/staff/duties", nobody, "Mia").json()["reason"] == "duties are for the staff"
    )


def test_who_deals_since_when(played: Floor) -> None:
    played.token("Dee", Role.DEALER)
    (line,) = played.call("GET", "/api/staff", by="Dee").json()["dealing"]
    assert (line["table"], line["dealer"]) == ("t1", "")
    before = line["since"]
    assert played.call("PUT", "/api/tables/t1/dealer", {"mode": "person"}, "Dee").status_code == 200
    (line,) = played.call("GET", "/api/staff", by="Dee").json()["dealing"]
    assert (line["name"], line["since"] >= before) == ("Dee", True)


def test_own_limits_and_sessions(played: Floor) -> None:
    limit = {"kind": "loss", "amount": 1, "until": "2099-01-01"}
    found = played.call("PUT", "/api/me/limits", limit, "Ann").json()
    assert found["loss"]["amount"] == 1
    again = played.call("PUT", "/api/me/limits", limit | {"amount": None}, "Ann")
    assert (again.status_code, "cannot be undone before 01 January 2099" in again.json()["reason"]) == (
        409,
        True,
    )
    (session,) = played.call("GET", "/api/me/sessions", by="Ann").json()
    (stay,) = session["stays"]
    assert (stay["rounds"], stay["average_bet"], stay["won"]) == (2, 10_00, session["won"])
    seen = played.call("GET", "/api/people/ann/sessions", by="Mia").json()
    assert seen == [session]
    assert played.call("GET", "/api/people/ann/limits", by="Mia").json()["loss"]["amount"] == 1
    excluded = played.call("POST", "/api/me/exclusion", {"until": "2099-01-01"}, "Ben").json()
    assert "you have excluded yourself" in excluded["reached"]
    seat = played.call("POST", "/api/tables/t1/seat", {"place": 2, "chips": 100_00}, "Ben")
    assert (seat.status_code, "2099" in seat.json()["reason"]) == (409, True)


def test_people_are_called_by_the_names_of_the_house_that_answers(tmp_path: Path) -> None:
    """Also where the same application has answered for another house before."""
    for name in ("Dee", "Zoe"):
        (folder := tmp_path / name).mkdir()
        context = build(str(folder / "house.db"), folder)
        with serving(context) as client:
            floor = Floor(client, context)
            floor.token("Mia", Role.PIT_MANAGER)
            floor.token(name, Role.DEALER)
            table = floor.open_table()
            since = floor.call("GET", "/api/staff", by=name).json()["shift"]["since"]
            duty = {"person": name.lower(), "table": table, "since": since, "until": since + 3_600_000}
            assert floor.call("POST", "/api/staff/duties", duty, "Mia").status_code == 201
            answer = floor.call("POST", "/api/staff/duties", duty, "Mia")
            assert answer.json()["reason"] == f"{name} has another duty then; drop it first"
