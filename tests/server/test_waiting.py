"""The list for a seat, as the one who waits sees it."""

from .conftest import Floor


def _waiting(floor: Floor, table: str, name: str) -> int | None:
    found: int | None = floor.call("GET", f"/api/tables/{table}/snapshot", by=name).json()["you"]["waiting"]
    return found


def test_everybody_knows_their_own_place_on_the_list(floor: Floor) -> None:
    table = floor.open_table()
    for name in ("Ann", "Ben"):
        assert _waiting(floor, table, name) is None
        floor.call("POST", f"/api/tables/{table}/waiting", by=name)
    assert [_waiting(floor, table, name) for name in ("Ann", "Ben", "Cat")] == [1, 2, None]
    floor.call("DELETE", f"/api/tables/{table}/waiting", by="Ann")
    assert [_waiting(floor, table, name) for name in ("Ann", "Ben")] == [None, 1]


def test_whoever_sits_down_is_off_the_list(floor: Floor) -> None:
    table = floor.open_table()
    floor.call("POST", f"/api/tables/{table}/waiting", by="Ann")
    answer = floor.call("POST", f"/api/tables/{table}/seat", {"place": 1, "chips": 100_00}, by="Ann")
    assert answer.status_code == 201, answer.text
    assert floor.call("GET", f"/api/tables/{table}").json()["waiting"] == []
    assert _waiting(floor, table, "Ann") is None
