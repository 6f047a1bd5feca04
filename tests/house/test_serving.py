"""Who else serves the store: the difference between going on and a technical interruption."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from croupier.faults.database import Database
from croupier.house.journal import Store, open_store
from croupier.house.recovery import Recovery
from tests.house.conftest import fresh_schema
from tests.house.helpers import Floor, floor_at, run
from tests.patience import PATIENCE_S

_SILENT_S = 0.6  # shorter than in life: nobody is there to be heard
_PATIENT_S = 60.0  # longer than in life: whoever is there is heard, however busy the machine


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "silent_s", _SILENT_S)


def _is_patient(floor: Floor, seconds: float = _PATIENT_S) -> None:
    floor.house.journal.store.silent_s = seconds


async def _leave_a_round_open(where: str, folder: Path) -> None:
    async with floor_at(where, folder) as floor:
        await floor.table()
        await floor.until_deciding()


def test_a_process_that_dies_of_its_start_does_not_hide_the_interruption(where: str, tmp_path: Path) -> None:
    """It was asking itself whether it is alone when the next one started: that one must ask again."""

    async def work() -> None:
        await _leave_a_round_open(where, tmp_path)
        dying = open_store(where)
        assert await dying.is_alone()
        async with floor_at(where, tmp_path) as floor:
            starting = asyncio.create_task(Recovery(floor.house).start())
            await asyncio.sleep(_SILENT_S * 2)
            assert not starting.done()  # one at a time
            dying.close()
            assert await starting == ("t1.1",)

    run(work())


def test_a_process_that_is_dead_in_all_but_name_is_not_waited_for(where: str, tmp_path: Path) -> None:
    """It still holds its lock, because the kernel or the database has not noticed, but shows no life."""

    async def work() -> None:
        await _leave_a_round_open(where, tmp_path)
        silent = open_store(where)
        silent.be_present()
        await asyncio.sleep(_SILENT_S)
        async with floor_at(where, tmp_path) as floor:
            assert await Recovery(floor.house).start() == ("t1.1",)
        silent.close()

    run(work())


def test_one_that_lives_is_heard_and_nothing_is_interrupted(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        await _leave_a_round_open(where, tmp_path)
        async with floor_at(where, tmp_path) as one:
            one.house.follow()
            assert await Recovery(one.house).start() == ("t1.1",)
            async with floor_at(where, tmp_path) as two:
                _is_patient(two)
                two.house.follow()
                assert await Recovery(two.house).start() == ()

    run(work())


def test_two_that_start_together_mark_a_round_once(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        await _leave_a_round_open(where, tmp_path)
        async with floor_at(where, tmp_path) as one, floor_at(where, tmp_path) as two:
            for each in (one, two):
                _is_patient(each, 5.0)  # one of them waits for all of it: nobody else is there yet
                each.house.follow()
            found = await asyncio.gather(Recovery(one.house).start(), Recovery(two.house).start())
            assert sorted(found) == [(), ("t1.1",)]

    run(work())


def test_without_open_rounds_a_start_waits_for_nobody(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        silent = open_store(where)
        silent.be_present()
        async with floor_at(where, tmp_path) as floor:
            _is_patient(floor)
            await asyncio.wait_for(Recovery(floor.house).start(), _PATIENT_S / 2)
        silent.close()

    run(work())


def test_a_connection_that_is_lost_is_made_again_before_anybody_takes_over(
    postgres: Any, tmp_path: Path
) -> None:
    """What a crash of the database does: for a moment nobody who serves can be seen."""
    where = fresh_schema(postgres)

    async def work() -> None:
        await _leave_a_round_open(where, tmp_path)
        async with floor_at(where, tmp_path) as one, floor_at(where, tmp_path) as two:
            one.house.follow()
            assert await Recovery(one.house).start() == ("t1.1",)
            await asyncio.sleep(0.1)
            _is_patient(two)
            with psycopg.connect(where, autocommit=True) as admin:
                admin.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE classid = 2027")
            assert await Recovery(two.house).start() == ()

    run(work())


def test_the_database_crashes_and_a_new_process_starts_at_once(tmp_path: Path) -> None:
    database = Database()

    async def work() -> None:
        await _leave_a_round_open(database.where, tmp_path)
        async with floor_at(database.where, tmp_path) as one:
            one.house.follow()
            assert await Recovery(one.house).start() == ("t1.1",)
            await asyncio.to_thread(database.crash)
            async with floor_at(database.where, tmp_path) as two:
                _is_patient(two)
                assert await Recovery(two.house).start() == ()

    try:
        run(work())
    finally:
        database.stop()


def test_two_houses_in_one_database_know_nothing_of_each_other(postgres: Any, tmp_path: Path) -> None:
    async def work() -> None:
        await _leave_a_round_open(where := fresh_schema(postgres), tmp_path)
        async with floor_at(fresh_schema(postgres), tmp_path) as other, floor_at(where, tmp_path) as floor:
            other.house.follow()
            await Recovery(other.house).start()
            assert await Recovery(floor.house).start() == ("t1.1",)

    run(work())


# Real processes, killed with -9

_SERVE = "from croupier.cli import app; app()"


@contextmanager
def _serving(folder: Path, store: str, log: str) -> Iterator["subprocess.Popen[str]"]:
    """`croupier serve` with one table of bots, quick; ready when it says where it is."""
    (folder / "house.toml").write_text('demo_tables = ["mbs-freebet@3"]\npace_ms = 20\nthinking_ms = 10\n')
    command = ["serve", "--demo", "--config", "house.toml", "--store", store, "--port", "0"]
    with (folder / log).open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, *command],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": "200"},
        )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_S)
        assert process.stdout is not None
        process.stdout.close()


def _wait_until_open(process: "subprocess.Popen[str]") -> None:
    assert process.stdout is not None
    opened = process.stdout.readline()
    assert "The house is open" in opened, opened
    url = opened.rpartition(" ")[2].strip()
    with urllib.request.urlopen(
        f"{url}/api/lobby", timeout=PATIENCE_S
    ) as answer:  # bots play while somebody looks
        assert answer.status == 200


def _interrupted(folder: Path, log: str) -> int:
    lines = [json.loads(line) for line in (folder / log).read_text().splitlines()]
    return next(int(line["interrupted"]) for line in lines if line["event"] == "the house is open")


def _until(store: Store, sql: str, is_enough: Any) -> int:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if is_enough(found := int(store.query(sql)[0][0])):
            return found
        time.sleep(0.05)
    raise AssertionError(f"never so: {sql}")


_OPEN = "SELECT count(*) FROM round WHERE closed_at IS NULL"
_PLAYED = "SELECT count(*) FROM round WHERE closed_at IS NOT NULL"


@pytest.mark.soak
def test_trust_8_a_round_left_open_by_one_is_finished_by_the_other(postgres: Any, tmp_path: Path) -> None:
    """Two processes serve; one is killed. The other was there all the time: nothing was interrupted."""
    where = fresh_schema(postgres)
    with _serving(tmp_path, where, "one") as one:
        _wait_until_open(one)
        with _serving(tmp_path, where, "two") as two:
            _wait_until_open(two)
            store = open_store(where)
            try:
                _until(store, _OPEN, lambda count: count == 1)
                one.send_signal(signal.SIGKILL)
                one.wait(PATIENCE_S)
                played = int(store.query(_PLAYED)[0][0])
                _until(store, _PLAYED, lambda count: count >= played + 2)
                floor = store.query("SELECT events FROM entry WHERE stream = 'floor'")
                assert not any(b"RoundInterrupted" in bytes(row[0]) for row in floor)
            finally:
                store.close()
    assert _interrupted(tmp_path, "two") == 0


@pytest.mark.soak
def test_trust_8_killed_while_starting_then_started_again(tmp_path: Path) -> None:
    """One kill in the middle of play, one in the middle of the next start, while a third is starting."""
    where = str(tmp_path / "house.db")
    with _serving(tmp_path, where, "one") as one:
        _wait_until_open(one)
        store = open_store(where)
        _until(store, _OPEN, lambda count: count == 1)
        one.send_signal(signal.SIGKILL)
        one.wait(PATIENCE_S)
        open_rounds = store.query("SELECT number FROM round WHERE closed_at IS NULL")
        store.close()
    with _serving(tmp_path, where, "two") as two:
        time.sleep(0.5)
        with _serving(tmp_path, where, "three") as three:
            time.sleep(0.7)
            two.send_signal(signal.SIGKILL)
            _wait_until_open(three)
    store = open_store(where)
    told = b"".join(bytes(row[0]) for row in store.query("SELECT events FROM entry WHERE stream = 'floor'"))
    store.close()
    # Once, by whichever of the two got so far.
    marks = [told.count(f'"round":"freebet-3.{number}","course"'.encode()) for (number,) in open_rounds]
    assert marks == [1] * len(open_rounds)
