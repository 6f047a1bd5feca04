"""Real sockets to a real server: from a client's command to its durable acknowledgement, few and many tables.

Six players and two watchers at every table; the server's own dealer deals between them, as durably.
"""

from __future__ import annotations

import asyncio
import atexit
import shutil
import tempfile
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from bench import Bench
from bench.house import postgresql, sqlite
from croupier.client.load import Load, LocalHouse, Measured

COMMANDS = 300
PACED_S = 10.0
OFFERED_PER_SECOND = 50  # for the latency: the same load whatever the number of tables
LONGEST_S = 600.0


class Floor:
    """A server with players at so many tables, kept over all runs of a bench."""

    def __init__(self, make_where: Callable[[Path], str], edition: str, tables: int) -> None:
        self._make_where = make_where
        self._edition = edition
        self._tables = tables
        self._house: LocalHouse | None = None
        self._load: Load | None = None
        self._measured: list[Measured] = []

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        """Opened by the first run, so that listing the benches opens nothing."""
        return asyncio.new_event_loop()

    def play(self) -> None:
        """All tables at once, as fast as they can."""
        if self._load is None:
            self._open()
        assert self._load is not None
        run = self._load.run(LONGEST_S, house=self._house, commands=COMMANDS, settling_s=0.0)
        self._measured.append(self._loop.run_until_complete(run))

    def latency(self) -> str:
        """The same tables at an even pace; then the server stops."""
        assert self._load is not None
        assert self._house is not None
        paced = self._loop.run_until_complete(self._load.run(PACED_S, OFFERED_PER_SECOND))
        self._loop.run_until_complete(self._load.__aexit__(None, None, None))
        self._loop.close()
        self._house.stop()
        processor_s = sum(each.processor_s or 0.0 for each in self._measured)
        commands = sum(each.commands for each in self._measured)
        latency = f"p50 {paced.percentile(0.5):.1f} ms, p99 {paced.percentile(0.99):.1f} ms"
        processor = f"{processor_s / commands * 1000:.2f} ms of the server's processor per command"
        return f"{latency} at {OFFERED_PER_SECOND}/s; {processor}, its own dealing included"

    def _open(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="croupier-bench-"))
        folder.chmod(0o755)
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        self._house = LocalHouse(self._make_where(folder), folder)
        atexit.register(self._house.stop)
        self._load = Load(
            self._house.url,
            invitation=self._house.invitation,
            editions=(self._edition,),
            tables=self._tables,
        )
        self._loop.run_until_complete(self._load.__aenter__())


def benches() -> list[Bench]:
    floors = [
        (f"sockets, SQLite, {edition.partition('@')[0]}, 20 tables", Floor(sqlite, edition, 20))
        for edition in ("rws-poker@7", "mbs-freebet@3", "rws-multilink@3")
    ]
    floors += [
        ("sockets, SQLite, rws-poker, 200 tables", Floor(sqlite, "rws-poker@7", 200)),
        ("sockets, PostgreSQL, rws-poker, 20 tables", Floor(postgresql, "rws-poker@7", 20)),
    ]
    return [Bench(name, COMMANDS, floor.play, repeats=5, note=floor.latency) for name, floor in floors]
