"""What somebody has learned comes back wherever they sign in, and is nobody else's."""

from croupier.house.people.learning import WAITS_MS

from .conftest import Floor

DAY_MS = 86_400_000


def answer(floor: Floor, lesson: str, is_right: bool, by: str = "Ann") -> dict[str, int]:
    said = floor.call("PUT", f"/api/learning/{lesson}", {"is_right": is_right}, by=by)
    assert said.status_code == 200, said.text
    found: dict[str, int] = said.json()
    return found


def test_right_answers_wait_longer_and_a_wrong_one_begins_again(floor: Floor) -> None:
    boxes = [
        answer(floor, "abc", is_right)["box"] for is_right in (True, True, True, True, True, False, True)
    ]
    assert boxes == [1, 2, 3, 4, 4, 0, 1]
    assert WAITS_MS == (0, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 21 * DAY_MS)


def test_it_is_kept_with_the_person(floor: Floor) -> None:
    answer(floor, "abc", True)
    answer(floor, "drill-rws-multilink-3-progressive-four-of-a-kind", False)
    mine = floor.call("GET", "/api/learning", by="Ann").json()["lessons"]
    assert {name: box["box"] for name, box in mine.items()} == {
        "abc": 1,
        "drill-rws-multilink-3-progressive-four-of-a-kind": 0,
    }
    assert floor.call("GET", "/api/learning", by="Ben").json()["lessons"] == {}


def test_guests_keep_theirs_in_the_browser(floor: Floor) -> None:
    assert floor.call("GET", "/api/learning").status_code == 401
    assert floor.call("PUT", "/api/learning/abc", {"is_right": True}).status_code == 401


def test_names_that_no_lesson_has(floor: Floor) -> None:
    for name in ("ABC", "a" * 81, "a.b"):
        assert floor.call("PUT", f"/api/learning/{name}", {"is_right": True}, by="Ann").status_code == 400
