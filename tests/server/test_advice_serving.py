"""A real house that gives advice: it stays quick meanwhile, and leaves no process behind however it ends."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.client import Client
from tests.patience import finish, until
from tests.server.houses import HouseProcess, patient

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release

EDITIONS = ("rws-poker@7", "rws-multilink@3", "mbs-freebet@3")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    found = HouseProcess(str(tmp_path / "house.db"), tmp_path, "house", is_demo=1).ready()
    yield found
    found.stop()


def children(process: int) -> list[int]:
    """Alive or not yet buried."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for each in threads for child in (each / "children").read_text().split()]


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
    async with patient(house.url) as client:
        await client.demo()
        table = await practice(client, edition)
        assert (await client.get(f"/api/tables/{table}/advice"))["words"]


async def sit(house: HouseProcess, edition: str) -> None:
    """The mathematics then gets ready, which takes a second or more."""
    async with patient(house.url) as client:
        await client.demo()
        await practice(client, edition)


def test_nothing_is_loaded_for_it_at_the_start() -> None:
    code = "import sys, croupier.server.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"croupier.analysis.advice.adviser", "croupier.analysis.advice.answering"} <= set(
        done.stdout.split()
    )
    assert not {"numpy", "numba", "llvmlite"} & set(done.stdout.split())


def test_the_house_answers_others_while_it_is_worked_out(house: HouseProcess) -> None:
    """Its own process never loads what could hold it up, and waits for nobody who works something out."""

    async def run() -> None:
        async with patient(house.url) as client, patient(house.url) as other:
            await client.demo("Ann")
            table = await practice(client, "rws-multilink@3")
            assert (await client.get(f"/api/tables/{table}/advice"))["words"]
            (worker,) = children(house.pid)
            assert "llvmlite" in Path(f"/proc/{worker}/maps").read_text()
            os.kill(worker, signal.SIGSTOP)  # an answer that takes for ever
            advice = asyncio.create_task(client.get(f"/api/tables/{table}/advice"))
            for _ in range(20):
                await other.get("/healthz")
                await other.get("/api/lobby")
            assert not advice.done()
            os.kill(worker, signal.SIGCONT)
            assert (await advice)["words"]

    assert children(house.pid) == []
    finish(run())
    assert "llvmlite" not in Path(f"/proc/{house.pid}/maps").read_text()


def test_one_that_is_killed_is_replaced(house: HouseProcess) -> None:
    """At work, as it loads, and idle, after an answer."""

    async def run() -> None:
        async with patient(house.url) as client:
            await client.demo("Ann")
            table = await practice(client, "rws-multilink@3")
            for _ in range(2):
                until(lambda: children(house.pid), lambda: "no process was started")
                (worker,) = children(house.pid)
                os.kill(worker, signal.SIGKILL)
                assert (await client.get(f"/api/tables/{table}/advice"))["words"]
                assert worker not in children(house.pid)

    finish(run())
    assert "the process that works advice out has died" in house.log


@pytest.mark.parametrize("come", [sit, ask], ids=["at work", "idle"])
@pytest.mark.parametrize("end", ["kill", pytest.param("stop", marks=pytest.mark.soak)])
def test_nothing_is_left_when_the_house_ends(
    house: HouseProcess, come: Callable[[HouseProcess, str], Coroutine[Any, Any, None]], end: str
) -> None:
    finish(come(house, "rws-multilink@3"))
    until(lambda: children(house.pid), lambda: "no process was started")
    (worker,) = children(house.pid)
    getattr(house, end)()
    until(lambda: is_gone(worker), lambda: "the process outlived the house")
    if end == "stop":
        assert '"the house has closed"' in house.log.splitlines()[-1]
        assert "has died" not in house.log
