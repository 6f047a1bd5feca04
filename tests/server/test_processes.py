"""Several processes on one PostgreSQL: any takes any command, events reach the clients of all."""

import asyncio
import contextlib
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.client import Client, play
from tests.house.conftest import fresh_schema, postgres

from .conftest import MANAGER, Served, build
from .test_real_server import simple

__all__ = ["postgres"]


@pytest.fixture
def processes(postgres: Any, tmp_path: Path) -> Iterator[list[Served]]:
    """Three servers that know of each other only by the store they share."""
    where = fresh_schema(postgres)
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Served(lambda: build(where, tmp_path))) for _ in range(3)]


def test_players_at_different_processes_share_a_table(processes: list[Served]) -> None:
    """Two play through two processes, one watches through the third: the same events in the same order."""
    processes[0].run(processes[0].context.desk.open_table(MANAGER, "t1", "high-card@1"))

    async def player(url: str, name: str, place: int) -> int:
        async with Client(url) as client:
            await client.demo(name)
            await _once_open(client)
            await client.post("/api/tables/t1/seat", {"place": place, "chips": 500_00})
            async with client.table("t1") as table:
                return await play(table, simple, rounds=6)

    async def watcher(url: str, seen: list[tuple[int, str]]) -> None:
        async with Client(url) as client:
            await _once_open(client)
            async with client.table("t1") as table:
                async for moment in table.moments():
                    seen += [(event["seq"], event["event"]["type"]) for event in moment.events]

    async def run() -> tuple[list[int], list[tuple[int, str]]]:
        seen: list[tuple[int, str]] = []
        watching = asyncio.create_task(watcher(processes[2].url, seen))
        played = await asyncio.gather(player(processes[0].url, "Ann", 1), player(processes[1].url, "Ben", 2))
        for _ in range(200):
            if sum(kind == "RoundConcluded" for _, kind in seen) >= 6:
                break
            await asyncio.sleep(0.02)
        watching.cancel()
        return list(played), seen

    played, seen = asyncio.run(run())
    assert min(played) >= 6
    numbers = [number for number, _ in seen]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    # Each bet once, each Round opened once: no process repeated what another had done.
    kinds = [kind for _, kind in seen]
    for before, after in itertools.pairwise(kinds):
        assert (before, after) != ("BettingOpened", "BettingOpened")
    assert processes[0].context.house.ledger.trial_balance() == 0


async def _once_open(client: Client) -> None:
    """A table opened at another process is there within a moment."""
    for _ in range(500):
        if any(table["id"] == "t1" for table in await client.tables()):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the table never came")


def test_a_repeated_command_reaches_two_processes_and_is_done_once(processes: list[Served]) -> None:
    """Trust 10, across processes: a client that lost its server asks the next one with the same id."""
    processes[0].run(processes[0].context.desk.open_table(MANAGER, "t1", "high-card@1"))

    async def run() -> tuple[dict[str, Any], dict[str, Any], int]:
        async with Client(processes[0].url) as client, Client(processes[1].url) as other:
            await client.demo("Ann")
            other.token = client.token
            await _once_open(other)
            await client.post("/api/tables/t1/seat", {"place": 1, "chips": 500_00})
            seq = 0
            for _ in range(500):
                scene = await client.get("/api/tables/t1/snapshot")
                if any(option["command"] == "PlaceBet" for option in scene["options"]):
                    seq = scene["seq"]
                    break
                await asyncio.sleep(0.01)
            body = {"id": "once", "expect": seq, "command": {"type": "PlaceBet", "amount": 500}}
            first = await client.post("/api/tables/t1/commands", body)
            again = await other.post("/api/tables/t1/commands", body)
            scene = await client.get("/api/tables/t1/snapshot")
            return first, again, scene["view"]["boxes"]["1"]["chips"]

    first, again, chips = asyncio.run(run())
    assert first == again
    assert chips == 495_00
