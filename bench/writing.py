"""Deciding and writing alone, `python -m bench.writing`: from a command to its durable acknowledgement.

Bots play at twenty tables of each game in one process, all at once, with the same cards every time; what
they think with is left out. So there is nothing in it of sockets and of telling viewers, and two programs can
be compared: run them in turn, with PYTHONPATH naming the one that is meant. Milliseconds of processor for one
command, the event loop and the other threads apart: the middle of pieces of a hundred commands.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

from croupier.faults.autoplay import Autoplay, seat_bots
from croupier.games import catalogue
from croupier.house.answers import Acknowledged
from croupier.house.floor.desk import Desk
from croupier.house.house import House, Look
from croupier.server.serving import settle_down
from croupier.table import Actor, Option, Role
from croupier.table.bots import RandomBot

GAMES = ("rws-poker@7", "mbs-freebet@3", "rws-multilink@3")
NAMES = ("ann", "ben", "cat", "dan", "eve", "fay")
TABLES, WARMING, PIECES, STEPS = 20, 8, 20, 5
MANAGER = Actor("manager", Role.SHIFT_MANAGER)


class Watched(Autoplay):
    """Counts what was acknowledged, and the time that bots take to choose."""

    def __init__(self, house: House, table: str, bots: Mapping[str, RandomBot]) -> None:
        super().__init__(house, table, bots)
        self.done, self.thought_s = 0, 0.0

    def _choose(self, look: Look, place: int) -> tuple[Option, Actor, Mapping[str, Any]] | None:
        began = time.thread_time()
        try:
            return super()._choose(look, place)
        finally:
            self.thought_s += time.thread_time() - began

    async def steps(self, count: int) -> None:
        for _ in range(count):
            self.done += isinstance(await self.step(), Acknowledged)


def with_known_seeds(house: House) -> None:
    """The seed of a shuffle follows from its table and number, whichever table comes first."""
    shuffles, committed, place = house.shuffles, house.shuffles._committed, [""]

    def of_table(table: str, number: int, length: int) -> Any:
        place[0] = f"{table}/{number}"
        return committed(table, number, length)

    def drawn(nbytes: int | None = None) -> bytes:
        return random.Random(place[0]).randbytes(nbytes or 0)

    shuffles._committed = of_table  # type: ignore[method-assign]
    shuffles.random = drawn


async def floor(house: House, edition: str) -> list[Watched]:
    desk, link = Desk(house), "main" if edition.startswith("rws-multilink") else ""
    if link:
        await desk.open_link(MANAGER, link, edition)
    games = []
    for number in range(TABLES):
        table = f"t{number}"
        bots = {f"{name}-{table}": RandomBot(number * 10 + seat) for seat, name in enumerate(NAMES)}
        await desk.open_table(MANAGER, table, edition, link=link)
        await seat_bots(house, table, bots, 2_000_00, 10_000_000_00)
        games.append(Watched(house, table, bots))
    return games


async def measure(edition: str, folder: Path) -> str:
    house = House.open(str(folder / "house.db"), catalogue(), folder / "house.key")
    with_known_seeds(house)
    games = await floor(house, edition)
    for _ in range(WARMING):
        await asyncio.gather(*(game.steps(STEPS) for game in games))
    settle_down()
    journal, loop_ms, other_ms = house.journal, [], []
    commits, appends = journal.commits, journal.appends
    for _ in range(PIECES):
        for game in games:
            game.done, game.thought_s = 0, 0.0
        thread_s, process_s = time.thread_time(), time.process_time()
        await asyncio.gather(*(game.steps(STEPS) for game in games))
        thread_s, process_s = time.thread_time() - thread_s, time.process_time() - process_s
        done = max(sum(game.done for game in games), 1)
        loop_ms.append((thread_s - sum(game.thought_s for game in games)) * 1000 / done)
        other_ms.append((process_s - thread_s) * 1000 / done)
    shared = (journal.appends - appends) / (journal.commits - commits)
    await house.close()
    return f"loop {median(loop_ms):.3f}, other threads {median(other_ms):.3f} ms; {shared:.1f} share a commit"


def main() -> None:
    try:
        from uvloop import run  # as the server does
    except ImportError:
        run = asyncio.run  # type: ignore[assignment]
    for edition in sys.argv[1:] or GAMES:
        with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
            print(f"{edition}: {run(measure(edition, Path(folder)))}")


if __name__ == "__main__":
    main()
