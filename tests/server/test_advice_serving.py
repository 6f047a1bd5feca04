"""A real house that gives advice: it stays quick meanwhile, and leaves no process behind however it ends."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.client import Client
from tests.server.houses import HouseProcess

EDITIONS = ("rws-poker@7", "rws-multilink@3", "mbs-freebet@3")
_PATIENCE_S = 60.0


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    found = HouseProcess(str(tmp_path / "house.db"), tmp_path, "house", is_demo=1).ready()
    yield found
    found.stop()


def children(process: int) -> list[int]:
    """Alive or not yet buried."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for each in threads for child in (each / "children").read_text().split()]


def until(is_so: Callable[[], object], what: str) -> None:
    end = time.monotonic() + _PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def is_gone(process: int) -> bool:
    """Whoever inherits an orphan may take a while to bury it: dead is enough."""
    try:
        return "\nState:\tZ" in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


async def practice(client: Client, edition: str) -> str:
    """A table of one's own, with a seat at it."""
    body = {"edition": edition, "is_practice": True}
    table = str((await client.post("/api/tables", body))["id"])
    await client.post(f"/api/tables/{table}/seat", {"place": 1, "chips": 500_00})
    return table


async def ask(house: HouseProcess, edition: str) -> None:
    """Somebody comes, sits down and wants to know at once."""
    async with Client(house.url) as client:
        await client.demo()
        table = await practice(client, edition)
        assert (await client.get(f"/api/tables/{table}/advice"))["words"]


async def sit(house: HouseProcess, edition: str) -> None:
    """The mathematics then gets ready, which takes a second or more."""
    async with Client(house.url) as client:
        await client.demo()
        await practice(client, edition)


def test_nothing_is_loaded_for_it_at_the_start() -> None:
    code = "import sys, croupier.server.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"croupier.server.advice.adviser", "croupier.analysis.answering"} <= set(done.stdout.split())
    assert not {"numpy", "numba", "llvmlite"} & set(done.stdout.split())


def test_the_house_answers_others_while_it_is_worked_out(house: HouseProcess) -> None:
    """Its own process never loads what could hold it up: that is the cause; the time is what it leads to."""
    longest, asked = 0.0, 0

    async def ping(client: Client) -> None:
        nonlocal longest, asked
        while True:
            began = time.monotonic()
            await client.get("/healthz")
            longest, asked = max(longest, time.monotonic() - began), asked + 1
            await asyncio.sleep(0.01)

    async def run() -> None:
        async with Client(house.url) as other:
            pinging = asyncio.create_task(ping(other))
            await asyncio.gather(*(ask(house, edition) for edition in EDITIONS))
            pinging.cancel()
            await asyncio.gather(pinging, return_exceptions=True)

    assert children(house.pid) == []
    asyncio.run(run())
    (worker,) = children(house.pid)
    assert "llvmlite" in Path(f"/proc/{worker}/maps").read_text()
    assert "llvmlite" not in Path(f"/proc/{house.pid}/maps").read_text()
    assert asked > 10
    assert longest < 5.0  # some 10 ms on an idle machine, 0.1 s if a bot ranks the house's first hand then


def test_one_that_is_killed_is_replaced(house: HouseProcess) -> None:
    """At work, as it loads, and idle, after an answer."""

    async def run() -> None:
        async with Client(house.url) as client:
            await client.demo("Ann")
            table = await practice(client, "rws-multilink@3")
            for _ in range(2):
                until(lambda: children(house.pid), "no process was started")
                (worker,) = children(house.pid)
                os.kill(worker, signal.SIGKILL)
                assert (await client.get(f"/api/tables/{table}/advice"))["words"]
                assert worker not in children(house.pid)

    asyncio.run(run())
    assert "the process that works advice out has died" in house.log


@pytest.mark.parametrize("come", [sit, ask], ids=["at work", "idle"])
@pytest.mark.parametrize("end", ["stop", "kill"])
def test_nothing_is_left_when_the_house_ends(
    house: HouseProcess, come: Callable[[HouseProcess, str], Coroutine[Any, Any, None]], end: str
) -> None:
    asyncio.run(come(house, "rws-multilink@3"))
    until(lambda: children(house.pid), "no process was started")
    (worker,) = children(house.pid)
    getattr(house, end)()
    until(lambda: is_gone(worker), "the process outlived the house")
    if end == "stop":
        assert '"the house has closed"' in house.log.splitlines()[-1]
        assert "has died" not in house.log
