"""Limits that players set for themselves: announced at the table; whoever has reached one goes home."""

from .conftest import Floor
from .sockets import connect, sit


def test_whoever_is_excluded_hears_it_and_goes_home(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        answer = floor.call("POST", "/api/me/exclusion", {"until": "2099-01-01"}, "Ann")
        assert answer.status_code == 200
        ann.until(lambda seat: "limit" in [each["code"] for each in seat.notices])
        (notice,) = [each for each in ann.notices if each["code"] == "limit"]
        assert notice["reason"].startswith("you have excluded yourself from play until 01 January 2099")
        ann.happened("SeatLeft")
    assert floor.call("GET", "/api/me", by="Ann").status_code == 200, "the account is still there to look at"


def test_a_stake_beyond_the_limit_is_refused_at_the_table(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        body = {"kind": "loss", "amount": 9_99, "until": "2099-01-01"}
        assert floor.call("PUT", "/api/me/limits", body, "Ann").status_code == 200
        ann.offered("PlaceBet")
        answer = ann.give("PlaceBet", amount=10_00)
        assert "your own limit of 9.99 a day is reached" in answer["reason"]
        assert "seq" not in answer, "nothing was done"
