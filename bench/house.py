"""The house under play: commands per second, and from command to acknowledged, with few tables and many."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench import Bench
from croupier.faults.autoplay import Autoplay, seat_bots
from croupier.faults.database import start_server
from croupier.games import catalogue
from croupier.house.answers import Answer
from croupier.house.floor.desk import Desk
from croupier.house.house import House
from croupier.table import Actor, Command, Role
from croupier.table.bots import RandomBot

EDITIONS = ("rws-poker@7", "mbs-freebet@3", "rws-multilink@3")
COMMANDS = 600
OFFERED_PER_SECOND = 100  # for the latency: the same load whatever the number of tables
PACED = 200

MANAGER = Actor("manager", Role.SHIFT_MANAGER)


class Floor:
    """A house with bots at so many tables of all three games, kept over all runs of a bench."""

    def __init__(self, make_where: Callable[[Path], str], tables: int) -> None:
        self._make_where = make_where
        self._count = tables
        self._games: list[Autoplay] = []
        self._taken: list[float] = []
        self._cpu_s, self._commands = 0.0, 0

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        """Opened by the first run, so that listing the benches opens nothing."""
        return asyncio.new_event_loop()

    def play(self) -> None:
        """All tables at once, as fast as they can."""
        if not self._games:
            self._loop.run_until_complete(self._open())
        start, before = time.process_time(), len(self._taken)
        self._loop.run_until_complete(self._play(COMMANDS // self._count, 0.0))
        self._cpu_s += time.process_time() - start
        self._commands += len(self._taken) - before

    def latency(self) -> str:
        """The same tables at an even pace: half, and 99 of 100 commands, are acknowledged within this."""
        self._taken.clear()
        self._loop.run_until_complete(
            self._play(max(PACED // self._count, 1), self._count / OFFERED_PER_SECOND)
        )
        cuts = quantiles(self._taken, n=100)
        latency = f"p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms at {OFFERED_PER_SECOND}/s"
        return (
            f"{latency}; {self._cpu_s / self._commands * 1000:.2f} ms of processor per command, bots included"
        )

    async def _open(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="croupier-bench-"))
        folder.chmod(0o755)
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        house = House.open(self._make_where(folder), catalogue(), folder / "house.key")
        submit = house.submit

        async def timed(
            table: str, command: Command | Sequence[Command], expect: int | None = None
        ) -> Answer:
            start = time.perf_counter()
            answer = await submit(table, command, expect)
            self._taken.append(time.perf_counter() - start)
            return answer

        house.submit = timed  # type: ignore[method-assign]
        desk = Desk(house)
        await desk.open_link(MANAGER, "main", "rws-multilink@3")
        seating = []
        for number in range(self._count):
            table, edition = f"t{number}", EDITIONS[number % len(EDITIONS)]
            bots = {f"{name}-{table}": RandomBot(number) for name in ("ann", "ben", "cat")}
            link = "main" if edition.startswith("rws-multilink") else ""
            await desk.open_table(MANAGER, table, edition, link=link)
            self._games.append(Autoplay(house, table, bots))
            seating.append(seat_bots(house, table, bots, 1_500_00, 10_000_000_00))
        await asyncio.gather(*seating)

    async def _play(self, steps: int, every_s: float) -> None:
        async def table(number: int, game: Autoplay) -> None:
            start = time.perf_counter() + every_s * number / self._count
            for step in range(steps):
                if every_s:
                    await asyncio.sleep(start + step * every_s - time.perf_counter())
                await game.step()

        await asyncio.gather(*(table(number, game) for number, game in enumerate(self._games)))


_servers: dict[str, Any] = {}


def sqlite(folder: Path) -> str:
    return str(folder / "house.db")


def postgresql(folder: Path) -> str:
    """A database of our own; the second house gets a schema of its own in it."""
    import psycopg

    if "server" not in _servers:
        _servers["server"] = start_server()
    where = _servers["server"].get_uri()
    with psycopg.connect(where, autocommit=True) as connection:
        connection.execute(f'CREATE SCHEMA "{folder.name}"')
    return f"{where}&options=-csearch_path%3D{folder.name}"


def benches() -> list[Bench]:
    found = []
    for engine, make in (("SQLite", sqlite), ("PostgreSQL", postgresql)):
        for tables in (20, 200):
            floor = Floor(make, tables)
            name = f"house, {engine}, {tables} tables"
            found.append(Bench(name, COMMANDS, floor.play, repeats=5, note=floor.latency))
    return found
