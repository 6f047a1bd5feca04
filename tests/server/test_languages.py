"""A no of the house is said in the language of who asked."""

import pytest

from .conftest import Floor


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("zh-SG,zh;q=0.9,en;q=0.8", "没有牌桌 nowhere；请从大厅选一张"),
        ("ms", "tiada meja nowhere; pilih satu dari lobi"),
        ("fr", "there is no table nowhere; choose one from the lobby"),
    ],
)
def test_a_no_is_said_in_the_readers_language(floor: Floor, language: str, reason: str) -> None:
    answer = floor.http.get("/api/tables/nowhere", headers={"Accept-Language": language})
    assert (answer.status_code, answer.json()["reason"]) == (404, reason)
