"""A store that goes back: a copy put back under a house that serves, a standby that had not heard everything.

What was acknowledged is gone from it. Nobody decides on top of that until the operator says so.
"""

import asyncio
from pathlib import Path

import pytest

from croupier.house.answers import Declined
from croupier.house.audit.significant import significant
from croupier.house.journal import Journal, WentBack, Writing, open_journal
from high_card import messages as m
from tests.house.helpers import ANN, MANAGER, done, floor_at, going_back, run
from tests.house.test_audit import audited
from tests.patience import PATIENCE_S, until


def append(journal: Journal, *expected: int, by: str = "") -> int:
    """One more entry in stream a for each version; the last position."""
    batch = tuple(Writing(stream="a", expected=each, events=(b'{"n":1}',), by=by) for each in expected)
    return journal.append(batch).result(PATIENCE_S).entries[-1].position


def append_elsewhere(where: str, *expected: int, by: str = "another") -> int:
    """The same by a process that knows nothing of any other."""
    other = open_journal(where)
    position = append(other, *expected, by=by)
    other.close()
    return position


def test_what_was_acknowledged_and_is_gone_stops_who_acknowledged_it(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            await floor.until_deciding()
            with going_back(where, tmp_path / "copy"):
                done(await floor.give(m.Stay(by=ANN, seat=1)))
                lost = floor.house.journal.head()[0]
            with pytest.raises(WentBack, match=f"up to position {lost} .* croupier accept-loss"):
                await asyncio.wait_for(floor.round(), PATIENCE_S)
            with pytest.raises(WentBack):
                await floor.desk.deposit(MANAGER, "ann", 5_00, "cash")
            assert floor.house.journal.gone_back is not None
        async with floor_at(where, tmp_path) as later:  # who starts now remembers nothing, and is told
            with pytest.raises(WentBack, match=f"up to position {lost}"):
                await later.give(m.Stay(by=ANN, seat=1))

    run(work())
    assert audited(where, tmp_path).is_good


def test_the_operator_goes_on_without_what_is_lost_and_the_record_names_it(
    where: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            with going_back(where, tmp_path / "copy"):
                await floor.until_deciding()
            with pytest.raises(WentBack) as stopped:
                await floor.house.check_store()
            floor.house.follow()
            floor.house.journal.store.be_present()
            async with floor_at(where, tmp_path) as other:
                other.house.journal.store.silent_s = PATIENCE_S
                refused = await other.house.accept_loss("the disk failed")
                assert isinstance(refused, Declined)
                assert "stop every process first" in refused.reason
        async with floor_at(where, tmp_path) as later:
            later.house.journal.store.silent_s = 0.01
            done(await later.house.accept_loss("the disk failed"))
        async with floor_at(where, tmp_path) as later:
            await later.house.check_store()
            await later.round()
            (loss,) = significant(later.house.journal, head="loss")
            assert (loss.kind, loss.reason) == ("TailLost", "the disk failed")
            (kept,) = later.house.journal.read("floor")[-1].events
            assert f'"lost":{stopped.value.lost}'.encode() in kept
            refused = await later.house.accept_loss("again")
            assert isinstance(refused, Declined)

    run(work())
    assert audited(where, tmp_path).is_good


def test_who_has_not_seen_what_is_lost_is_told_by_who_has(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor, floor_at(where, tmp_path) as other:
            await floor.table()
            assert await other.house.knows("t1")
            with going_back(where, tmp_path / "copy"):
                await floor.until_deciding()
            floor.house.follow()
            other.house.follow()
            await asyncio.to_thread(until, lambda: other.house.journal.gone_back)
            with pytest.raises(WentBack):
                await other.round()

    run(work())


def test_another_file_in_the_place_of_the_store_is_noticed(sqlite_where: str, tmp_path: Path) -> None:
    """As an operator may do it: the store is moved away under a house that serves, and a copy put there."""

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            copy = tmp_path / "copy"
            copy.mkdir()
            floor.house.journal.store.copy_to(copy)
            await floor.until_deciding()
            for end in ("", "-wal", "-shm"):
                Path(sqlite_where + end).rename(tmp_path / f"away.db{end}")
            (copy / "house.db").rename(sqlite_where)
            floor.house.follow()
            await asyncio.to_thread(until, lambda: floor.house.journal.gone_back)
            with pytest.raises(WentBack):
                await floor.give(m.Stay(by=ANN, seat=1))

    run(work())
    assert audited(sqlite_where, tmp_path).is_good


def test_another_history_of_the_same_length_is_not_the_same(where: str, tmp_path: Path) -> None:
    """Versions and positions agree; hashes do not."""
    journal = open_journal(where)
    append(journal, 0)
    with going_back(where, tmp_path / "copy"):
        assert append(journal, 1) == 2
    assert append_elsewhere(where, 1) == 2
    for _ in range(2):
        with pytest.raises(WentBack):
            append(journal, 2)
    assert journal.version("a") == 2
    journal.close()


def test_what_was_only_read_counts_as_well(where: str, tmp_path: Path) -> None:
    journal = open_journal(where)
    append(journal, 0)
    with going_back(where, tmp_path / "copy"):
        append_elsewhere(where, 1)
        assert len(journal.read("a")) == 2
    append_elsewhere(where, 1, 2, by="a third")  # longer than before
    assert len(journal.read("a", after=2)) == 1
    with pytest.raises(WentBack):
        append(journal, 3)
    journal.close()
