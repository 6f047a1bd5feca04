"""Registers open from a snapshot: a start does not grow with the life of the house."""

from pathlib import Path

import pytest

from croupier.house import register
from croupier.house.audit import Audit
from croupier.house.floor import state as f
from croupier.house.journal import Journal
from croupier.house.journal.sealing import SealError
from croupier.house.people import People
from croupier.house.people.roster import people_register
from croupier.house.register import SNAPSHOT_EVERY
from croupier.table import SYSTEM
from high_card import CATALOGUE
from tests.house.helpers import MANAGER, QUICK, Floor, done, floor_at, registered, run


async def _busy(floor: Floor, events: int) -> None:
    """A table, then pausing and resuming until the floor's stream has so many events."""
    if floor.house.floor.version == 0:
        done(await floor.desk.open_table(MANAGER, "t1", "high-card@1"))
    while floor.house.floor.version < events:
        is_open = floor.house.card("t1").status == "open"
        event = f.TablePaused(table="t1", reason="a test") if is_open else f.TableResumed(table="t1")
        done(await floor.house.record(floor.house.floor, lambda _, it=event: [it], SYSTEM))  # type: ignore[misc]


def _snapshots(floor: Floor, stream: str = "floor") -> list[int]:
    sql = "SELECT version FROM snapshot WHERE stream = ?"
    return [version for (version,) in floor.house.journal.store.query(sql, (stream,))]


@pytest.mark.parametrize(
    ("events", "kept"),
    [
        (SNAPSHOT_EVERY - 1, []),
        (SNAPSHOT_EVERY, [SNAPSHOT_EVERY]),
        (2 * SNAPSHOT_EVERY + 1, [2 * SNAPSHOT_EVERY]),  # the one before is of no more use
    ],
)
def test_one_is_kept_every_so_often(sqlite_where: str, tmp_path: Path, events: int, kept: list[int]) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await _busy(floor, events)
        async with floor_at(sqlite_where, tmp_path) as floor:
            assert _snapshots(floor) == kept

    run(work())


def test_the_floor_opens_from_its_snapshot(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Journal.read
    counted: list[int] = []

    def count(journal: Journal, stream: str, after: int = 0, until: int | None = None) -> object:
        found = read(journal, stream, after, until)
        if stream == "floor":
            counted.append(len(found))
        return found

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await _busy(floor, SNAPSHOT_EVERY + 10)
            before = floor.house.floor.state
        monkeypatch.setattr(Journal, "read", count)
        async with floor_at(where, tmp_path) as floor:
            assert counted[0] == 10
            assert (floor.house.floor.state, floor.house.floor.version) == (before, SNAPSHOT_EVERY + 10)
            whole = f.floor_register(floor.house.journal)
            whole.catch_up()
            assert whole.state == before
            await _busy(floor, SNAPSHOT_EVERY + 11)  # and goes on from there

    run(work())


def test_people_open_from_their_snapshot(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register, "SNAPSHOT_EVERY", 3)
    monkeypatch.setattr(register, "_BYTES_PER_EVENT", 1_000_000)

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await registered(floor.people, "Ben", "a long password")  # a link, its use, the account
        async with floor_at(where, tmp_path) as floor:
            assert _snapshots(floor, "people") == [3]
            people = People(floor.house, QUICK)
            whole = people_register(floor.house.journal)
            whole.catch_up()
            assert people.roster == whole.state
            session = await people.sign_in("ben", "a long password")
            assert session.person == "ben"  # type: ignore[union-attr]

    run(work())


def test_a_large_state_is_kept_less_often(
    sqlite_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A byte of a snapshot to an event: after one of n bytes the next is n events away."""
    monkeypatch.setattr(register, "_BYTES_PER_EVENT", 1)

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await _busy(floor, SNAPSHOT_EVERY)
            size = floor.house.floor._size
            assert size > SNAPSHOT_EVERY
            await _busy(floor, SNAPSHOT_EVERY + size - 1)
            assert _snapshots(floor) == [SNAPSHOT_EVERY]
            await _busy(floor, SNAPSHOT_EVERY + size)
        async with floor_at(sqlite_where, tmp_path) as floor:
            assert _snapshots(floor) == [SNAPSHOT_EVERY + size]

    run(work())


def test_one_of_another_program_does_not_count(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await _busy(floor, SNAPSHOT_EVERY)
            before = floor.house.floor.state
            _change(floor, "UPDATE snapshot SET program = 'another', body = x'00'")
        async with floor_at(sqlite_where, tmp_path) as floor:
            assert floor.house.floor.state == before

    run(work())


def test_trust_21_an_altered_snapshot_is_noticed(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await _busy(floor, SNAPSHOT_EVERY)
            house = floor.house
            assert Audit(house.journal, CATALOGUE, house.sealer).run().is_good
            _change(
                floor,
                "UPDATE snapshot SET body = CAST(substr(body, 1, 20) || x'00' || substr(body, 22) AS BLOB)",
            )
            (finding,) = Audit(house.journal, CATALOGUE, house.sealer).run().findings
            assert finding.check == "snapshot"
        with pytest.raises(SealError, match="floor/256"):
            async with floor_at(sqlite_where, tmp_path):
                pass

    run(work())


def _change(floor: Floor, sql: str) -> None:
    """After the snapshot has been written: whoever writes, does one thing after the other."""
    floor.house.journal.errand(sql, ()).result()
