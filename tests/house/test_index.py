"""Rounds are found by an index that was written as they were played, not by reading them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.house.audit import Audit
from croupier.house.backup import backup, restore
from croupier.house.history.rounds import Rounds
from croupier.house.house import House
from tests.house.conftest import fresh_schema
from tests.house.helpers import Floor, floor_at, run, with_another_step


def _play(where: str, folder: Path, steps: int = 80) -> None:
    async def work() -> None:
        async with floor_at(where, folder, catalogue()) as floor:
            await floor.play("t1", "rws-poker@7", steps)
            await floor.play("t2", "mbs-freebet@3", steps)

    run(work())


@pytest.fixture
def played(where: str, tmp_path: Path) -> Iterator[Floor]:
    """Two tables of bots, some Rounds on; the last Round of each is probably open."""
    _play(where, tmp_path)
    house = House.open(where, catalogue(), tmp_path / "house.key")
    yield Floor(house)
    run(house.close())


def _read(rounds: Rounds, house: House) -> dict[str, set[str]]:
    """What every Round is about, read from its events: the slow way."""
    found = {}
    for row in house.journal.rounds(limit=1000):
        recall = rounds.recall(row.id)
        found[row.id] = {*recall.paragraphs, *(f"player/{name}" for name in recall.players.values())}
    return found


def _compare(floor: Floor, most: int = 1000) -> None:
    """Every player and every paragraph finds exactly the Rounds that a reader would."""
    expected = _read(floor.rounds, floor.house)
    assert len(expected) > 3
    for mark in sorted({each for about in expected.values() for each in about}, reverse=True)[:most]:
        what = {"player": mark.removeprefix("player/")} if "/" in mark else {"paragraph": mark}
        found = [row.id for row in floor.rounds.search(limit=1000, **what)]  # type: ignore[arg-type]
        assert set(found) == {name for name, about in expected.items() if mark in about}, mark
        assert len(found) == len(set(found))


def _audit(floor: Floor) -> list[str]:
    house = floor.house
    return [each.words for each in Audit(house.journal, house.catalogue, house.sealer).run().findings]


def test_trust_7_marks_find_exactly_the_rounds_a_reader_would(played: Floor) -> None:
    _compare(played)
    assert _audit(played) == []


def test_all_that_is_asked_for_must_fit(played: Floor) -> None:
    last = played.house.journal.rounds("stream = 'table/t1'", limit=1)[0]
    about = _read(played.rounds, played.house)
    player = next(mark for mark in sorted(about[last.id]) if "/" in mark).removeprefix("player/")
    paragraph = next(mark for mark in sorted(about[last.id]) if "/" not in mark)
    wanted = {name for name, keys in about.items() if {f"player/{player}", paragraph} <= keys}

    def found(**more: Any) -> set[str]:
        rows = played.rounds.search(player=player, paragraph=paragraph, limit=1000, **more)
        return {row.id for row in rows}

    assert found() == wanted
    assert found(table="t2") == {name for name in wanted if name.startswith("t2.")}
    # A Round opened at that very millisecond is in, one millisecond later it is out.
    assert last.id in found(since=last.opened_at)
    assert last.id not in found(since=last.opened_at + 1)
    assert last.id not in found(until=last.opened_at)
    assert last.id in found(until=last.opened_at + 1)


def test_a_search_reads_no_rounds(played: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object) -> None:
        raise AssertionError("an entry was read")

    monkeypatch.setattr(type(played.house.journal), "read", read)
    assert list(played.rounds.search(player="a-t1"))


def test_the_audit_finds_a_mark_that_is_missing(played: Floor) -> None:
    _tamper(
        played, "DELETE FROM round_mark WHERE stream = 'table/t1' AND number = 1 AND mark = 'player/a-t1'"
    )
    assert _audit(played) == ["table/t1 1 cannot be found by all that happened in it"]


def test_the_audit_finds_a_mark_too_many(played: Floor) -> None:
    _tamper(
        played,
        "INSERT INTO round_mark SELECT 'player/zoe', opened_at, stream, number FROM round"
        " WHERE stream = 'table/t2' AND number = 1",
    )
    assert _audit(played) == ["table/t2: Rounds are found by what did not happen in them"]


def _tamper(floor: Floor, sql: str) -> None:
    store = floor.house.journal.store.again()
    with store.writing():
        store.run(sql)
    store.close()


def test_trust_11_a_backup_of_an_earlier_schema_is_restored(
    postgres: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL's copies hold columns without their names; those that came later are filled in."""
    where, again = fresh_schema(postgres), fresh_schema(postgres)
    _play(where, tmp_path, steps=60)
    backup(where, tmp_path / "house.key", tmp_path / "copy")
    with_another_step(monkeypatch, "ALTER TABLE round ADD COLUMN later {int} NOT NULL DEFAULT 7")
    restore(tmp_path / "copy", again, tmp_path / "new" / "house.key")
    house = House.open(again, catalogue(), tmp_path / "new" / "house.key")
    assert house.journal.store.query("SELECT DISTINCT later FROM round") == [(7,)]
    assert _audit(Floor(house)) == []
    run(house.close())
