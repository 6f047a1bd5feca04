"""The lobby: whole at first, then what has changed since."""

from typing import Any

from croupier.server.tables.changes import Changes

from .conftest import MANAGER, Floor
from .sockets import sit


def _ask(floor: Floor, after: str = "") -> Any:
    answer = floor.call("GET", "/api/lobby", params={"after": after} if after else {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_only_what_has_changed_is_sent_again(floor: Floor) -> None:
    for name in ("t1", "t2", "t3"):
        floor.open_table(name)
    whole = _ask(floor)
    assert whole["is_whole"]
    assert [table["id"] for table in whole["tables"]] == ["t1", "t2", "t3"]
    assert whole["editions"]
    same = _ask(floor, whole["mark"])
    assert (same["is_whole"], same["mark"]) == (False, whole["mark"])
    assert (same["tables"], same["felts"], same["jackpots"], same["editions"]) == ([], {}, [], [])
    sit(floor, "t2", "Ann", 1)
    sat = _ask(floor, whole["mark"])
    assert [table["id"] for table in sat["tables"]] == ["t2"]
    assert list(sat["felts"]) == ["t2"]
    assert _ask(floor, sat["mark"])["tables"] == []
    assert [table["id"] for table in _ask(floor, whole["mark"])["tables"]] == ["t2"]


def test_who_knows_a_table_that_has_gone_or_another_house_gets_everything(floor: Floor) -> None:
    for name in ("t1", "t2"):
        floor.open_table(name)
    mark = _ask(floor)["mark"]
    floor.run(floor.context.desk.close(MANAGER, "t1", "it is late"))
    after = _ask(floor, mark)
    assert after["is_whole"]
    assert [table["id"] for table in after["tables"]] == ["t2"]
    assert not _ask(floor, after["mark"])["is_whole"]
    for strange in ("nonsense", "-", f"{mark}x", "ffffffff-1", mark.partition("-")[0] + "-999", "²-²"):
        assert _ask(floor, strange)["is_whole"], strange


def test_the_lobby_is_compressed(floor: Floor) -> None:
    for number in range(5):
        floor.open_table(f"t{number}")
    answer = floor.call("GET", "/api/lobby", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) < len(answer.content) / 3


def test_changes_are_counted_by_looks() -> None:
    changes = Changes()
    first, new = changes.since("", {"a": 1, "b": 2})
    assert new is None
    second, new = changes.since(first, {"a": 1, "b": 3, "c": 4})
    assert new == {"b", "c"}
    assert changes.since(first, {"a": 1, "b": 3, "c": 4}) == (second, {"b", "c"})
    assert changes.since(second, {"a": 1, "b": 3, "c": 4}) == (second, set())
    third, new = changes.since(second, {"a": 1})
    assert new is None
    assert changes.since(third, {"a": 1}) == (third, set())
    assert Changes().since(third, {"a": 1})[1] is None


def test_two_hundred_tables_are_a_small_page(floor: Floor) -> None:
    for number in range(200):
        floor.run(
            floor.context.desk.open_table(MANAGER, f"t{number}", "high-card@1", title=f"Table {number}")
        )
    floor.run(floor.context.room.open_all())
    answer = floor.call("GET", "/api/lobby", headers={"Accept-Encoding": "gzip"})
    assert len(answer.json()["tables"]) == 200
    assert int(answer.headers["Content-Length"]) < 30_000
