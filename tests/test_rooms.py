"""The map of rooms says what the docstrings say, and every room has one."""

import pytest

from tests import rooms


def test_the_map_of_rooms_is_fresh() -> None:
    assert rooms.PAGE.read_text(encoding="utf-8") == rooms.drawn(), "stale: run `python -m tests.rooms`"


def test_every_room_says_what_is_in_it() -> None:
    silent = [
        str(each.relative_to(rooms.SOURCE))
        for each in rooms.SOURCE.rglob("*.py")
        if each.stat().st_size and not rooms.said(each)
    ]
    assert silent == []


@pytest.mark.parametrize("room", ["house/totals", "house/limits.py", "house/logbook.py", "server/reports"])
def test_a_room_is_on_the_map(room: str) -> None:
    name = room.partition("/")[2].removesuffix(".py")
    assert f"| `{name}" in rooms.drawn()
