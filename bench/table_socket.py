"""Real sockets to a real server: from a client's command to its durable acknowledgement, few and many tables.

Two at every table play poker by checking and calling; the server's own dealer deals between them, as durably.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from statistics import quantiles
from typing import Any

import msgspec
import websockets
from msgspec import Struct

from bench import Bench
from bench.house import postgresql, sqlite
from croupier.client import Client

EDITION = "rws-poker@7"
COMMANDS = 600
OFFERED_PER_SECOND = 50  # for the latency: the same load whatever the number of tables
PACED = 500
SEATS = (1, 2)
WANTED = ("PostSmallBlind", "PostBigBlind", "PayToJoin", "Check", "Call", "ShowHand", "MuckHand", "Fold")
_AT_ONCE = 16  # how many come in at the same time while the floor is set up
_SETTINGS = {
    "PACE_MS": 0,
    "THINKING_MS": 0,
    "IS_DEMO": "yes",
    "DEMO_TABLES": "",
    "DEMO_CHIPS": 10**9,
    "SIGN_INS_PER_MINUTE": 10**6,
    "MESSAGES_PER_SECOND": 10_000,
    "REQUESTS_PER_SECOND": 10_000,
    "LOG_LEVEL": "error",
}


class _Option(Struct):
    command: str
    fixed: dict[str, Any] = {}
    asks: list[Any] = []


class _Message(Struct):
    """As much of what the server sends as a player of this kind needs."""

    type: str
    id: str = ""
    seq: int = 0
    options: list[_Option] | None = None
    awaited: list[int] = []


_read = msgspec.json.Decoder(_Message)


class Server:
    """`croupier serve` in a process of its own."""

    def __init__(self, where: str, folder: Path) -> None:
        named = {f"CROUPIER_{key}": str(value) for key, value in _SETTINGS.items()}
        named["CROUPIER_KEY_FILE"] = str(folder / "house.key")
        start = "from croupier.cli import app; app()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", start, "serve", "--store", where, "--port", "0"],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": "200"} | named,
        )
        atexit.register(self.stop)
        assert self._process.stdout is not None
        opened, manager = self._process.stdout.readline(), self._process.stdout.readline()
        found = re.search(r"http://\S+:\d+", opened)
        assert found is not None, opened
        self.url, self.invitation = found[0], manager.strip().rpartition("/")[2]

    @property
    def processor_s(self) -> float:
        """What the server has used so far, its threads included."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait(60)
            assert self._process.stdout is not None
            self._process.stdout.close()


class Floor:
    """A server with two players at each of so many tables, kept over all runs of a bench."""

    def __init__(self, make_where: Callable[[Path], str], tables: int) -> None:
        self._make_where = make_where
        self._count = tables
        self._server: Server | None = None
        self._players: list[asyncio.Task[None]] = []
        self._taken: list[float] = []
        self._goal, self._is_reached = 0, asyncio.Event()
        self._since = self._slot = 0.0
        self._every_s = 0.0
        self._processor_s, self._commands = 0.0, 0

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        """Opened by the first run, so that listing the benches opens nothing."""
        return asyncio.new_event_loop()

    # Runs

    def play(self) -> None:
        """All tables at once, as fast as they can."""
        if self._server is None:
            self._loop.run_until_complete(self._open())
        assert self._server is not None
        start = self._server.processor_s
        self._loop.run_until_complete(self._until(COMMANDS))
        self._processor_s += self._server.processor_s - start
        self._commands += COMMANDS

    def latency(self) -> str:
        """The same tables at an even pace; then the server stops."""
        assert self._server is not None
        self._every_s = 1 / OFFERED_PER_SECOND
        self._loop.run_until_complete(self._until(OFFERED_PER_SECOND))  # what was under way comes to rest
        self._loop.run_until_complete(self._until(PACED))
        cuts = quantiles(self._taken, n=100)
        self._loop.run_until_complete(self._close())
        self._loop.close()
        self._server.stop()
        return (
            f"p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms at {OFFERED_PER_SECOND}/s; "
            f"{self._processor_s / self._commands * 1000:.2f} ms of the server's processor per command, "
            "its own dealing included"
        )

    async def _until(self, commands: int) -> None:
        """Until so many commands that were sent from now on are acknowledged."""
        self._taken.clear()
        self._since = self._slot = time.perf_counter()
        self._goal = commands
        self._is_reached.clear()
        await self._is_reached.wait()

    # Setting up

    async def _open(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="croupier-bench-"))
        folder.chmod(0o755)
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        self._server = Server(self._make_where(folder), folder)
        async with Client(self._server.url) as manager:
            await manager.accept(self._server.invitation, "Manager", "a long password")
            tables = [
                (await manager.post("/api/tables", {"edition": EDITION}))["id"] for _ in range(self._count)
            ]
        door = asyncio.Semaphore(_AT_ONCE)
        tokens = await asyncio.gather(
            *(self._come_in(door, table, place) for table in tables for place in SEATS)
        )
        self._players = [
            asyncio.create_task(self._player(token, table, place))
            for (table, place), token in zip(
                ((table, place) for table in tables for place in SEATS), tokens, strict=True
            )
        ]

    async def _come_in(self, door: asyncio.Semaphore, table: str, place: int) -> str:
        assert self._server is not None
        async with door, Client(self._server.url) as client:
            await client.demo(f"p{place} {table}")
            await client.post(f"/api/tables/{table}/seat", {"place": place, "chips": 2_000_00})
            return client.token

    async def _close(self) -> None:
        for player in self._players:
            player.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)

    # Playing

    async def _player(self, token: str, table: str, place: int) -> None:
        assert self._server is not None
        url = f"{self._server.url.replace('http', 'ws')}/api/tables/{table}/socket"
        headers = {"Authorization": f"Bearer {token}"}
        async with websockets.connect(url, additional_headers=headers, compression=None) as socket:
            scene, acted, number, sent = None, -1, 0, 0.0
            async for text in socket:
                message = _read.decode(text)
                if message.type in ("ack", "refused"):
                    self._answered(message, sent)
                    sent = 0.0
                elif message.options is not None:
                    scene = message
                option = _choice(scene, place) if scene is not None and not sent else None
                if option is not None and scene is not None and scene.seq != acted:
                    await self._turn()
                    number, acted, sent = number + 1, scene.seq, time.perf_counter()
                    await socket.send(_command(number, scene.seq, option))

    async def _turn(self) -> None:
        """When paced: the next of evenly spaced moments."""
        if self._every_s:
            self._slot = max(self._slot + self._every_s, time.perf_counter())
            await asyncio.sleep(self._slot - time.perf_counter())

    def _answered(self, message: _Message, sent: float) -> None:
        if message.type == "ack" and sent >= self._since:
            self._taken.append(time.perf_counter() - sent)
            if len(self._taken) >= self._goal:
                self._is_reached.set()


def _choice(scene: _Message, place: int) -> _Option | None:
    """Post, check, call or show: play that goes on for ever."""
    if place not in scene.awaited:
        return None
    offered = {option.command: option for option in scene.options or ()}
    return next((offered[command] for command in WANTED if command in offered), None)


def _command(number: int, seq: int, option: _Option) -> str:
    body = {"type": option.command, **option.fixed}
    message = {"type": "command", "id": f"b{number}", "expect": seq, "command": body}
    return msgspec.json.encode(message).decode()


def benches() -> list[Bench]:
    found = []
    for engine, make in (("SQLite", sqlite), ("PostgreSQL", postgresql)):
        for tables in (20, 200):
            floor = Floor(make, tables)
            name = f"sockets, {engine}, {tables} tables"
            found.append(Bench(name, COMMANDS, floor.play, repeats=5, note=floor.latency))
    return found
