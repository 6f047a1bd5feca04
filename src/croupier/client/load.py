"""A house under load: players who act by their options, watchers at the rail, and what each command took.

Players know no game: of what is offered in the ordinary course of play they take something, small amounts
rather than large ones, so that play goes on. Time counts from sending a command to its acknowledgement.
"""

import asyncio
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
import websockets
from msgspec import UNSET, Struct, UnsetType

from croupier.client.client import Client, HouseError

_AT_ONCE = 16  # how many come in at the same time while the floor is set up
_STAKE = 2_000_00
_CHEAP = 40  # how much likelier something is that costs little: who is broke plays no more
_SETTINGS = {
    "PACE_MS": 0,
    "THINKING_MS": 0,
    "BETTING_SECONDS": 1,
    "IS_DEMO": "yes",
    "DEMO_TABLES": "",
    "DEMO_CHIPS": 10**9,
    "SIGN_INS_PER_MINUTE": 10**6,
    "MESSAGES_PER_SECOND": 10_000,
    "REQUESTS_PER_SECOND": 10**6,
    "REQUESTS_MS_PER_SECOND": 10**6,
    "QUEUE_LENGTH": 4_096,
    "LOG_LEVEL": "error",
}
_THINKING_S = 0.02
_SETTLING_S = 1.0
_OPENING_S = 0.01  # for each table: the dealer opens them one after the other
SERVE = "from croupier.cli import app; app()"


class _Ask(Struct):
    field: str
    kind: str
    minimum: int = 0
    maximum: int = 0
    step: int = 1
    choices: list[str] = []


class _Option(Struct):
    command: str
    fixed: dict[str, Any] = {}
    asks: list[_Ask] = []
    group: str = "play"
    costs: int = 0

    @property
    def price(self) -> int:
        return self.costs + sum(ask.minimum for ask in self.asks if ask.kind == "money")


class _Message(Struct):
    """As much of what the house sends as a player of this kind needs."""

    type: str
    id: str = ""
    seq: int = 0
    options: list[_Option] | UnsetType = UNSET
    awaited: list[int] | UnsetType = UNSET


_read = msgspec.json.Decoder(_Message).decode


class LocalHouse:
    """`croupier serve` in a process of its own, with the pauses for human eyes taken out."""

    def __init__(self, where: str, folder: Path, start: str = SERVE, **settings: object) -> None:
        named = {f"CROUPIER_{key}": str(value) for key, value in (_SETTINGS | settings).items()}
        named["CROUPIER_KEY_FILE"] = str(folder / "house.key")
        self._process = subprocess.Popen(
            [sys.executable, "-c", start, "serve", "--store", where, "--port", "0"],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": "200"} | named,
        )
        assert self._process.stdout is not None
        opened, manager = self._process.stdout.readline(), self._process.stdout.readline()
        found = re.search(r"http://\S+:\d+", opened)
        assert found is not None, f"the house did not open: {opened!r}"
        self.url, self.invitation = found[0], manager.strip().rpartition("/")[2]

    @property
    def processor_s(self) -> float:
        """What the house has used so far, its threads included."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory_mb(self) -> float:
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)
        if self._process.stdout is not None:
            self._process.stdout.close()


class LocalHouses:
    """Several processes of one house on one store, added up. The first has the manager's invitation."""

    def __init__(self, where: str, folder: Path, processes: int = 1) -> None:
        self._processes: list[LocalHouse] = []
        try:
            for _ in range(processes):
                self._processes.append(LocalHouse(where, folder))
        except BaseException:
            self.stop()
            raise

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(each.url for each in self._processes)

    @property
    def invitation(self) -> str:
        return self._processes[0].invitation

    @property
    def processor_s(self) -> float:
        return sum(each.processor_s for each in self._processes)

    @property
    def memory_mb(self) -> float:
        return sum(each.memory_mb for each in self._processes)

    def stop(self) -> None:
        for each in self._processes:
            each.stop()


class Measured(Struct, frozen=True, kw_only=True):
    """What one run showed. `commands` were given by players; `moves` are all commands, the dealer's too."""

    seconds: float
    commands: int
    moves: int
    refused: int
    latencies_ms: tuple[float, ...]  # sorted
    message_bytes: tuple[int, ...]  # of each that came, sorted
    processor_s: float | None = None
    memory_mb: float | None = None

    @property
    def per_second(self) -> float:
        return self.commands / self.seconds

    @property
    def processor_ms(self) -> float | None:
        """Of processor for one command of a player, the dealing it leads to included."""
        return None if self.processor_s is None else self.processor_s * 1000 / max(self.commands, 1)

    @property
    def processor_ms_move(self) -> float | None:
        return None if self.processor_s is None else self.processor_s * 1000 / max(self.moves, 1)

    def percentile(self, part: float) -> float:
        """Milliseconds within which this part of the commands was acknowledged."""
        return _percentile(self.latencies_ms, part)

    def bytes_percentile(self, part: float) -> float:
        """This part of the messages has no more bytes."""
        return _percentile(self.message_bytes, part)


def _percentile(found: Sequence[float], part: float) -> float:
    return found[min(int(part * len(found)), len(found) - 1)] if found else 0.0


class Load:
    """Players and watchers at tables of one house. Use it with `async with`, then `run` it once or more.

    With several addresses each table is always asked for at the same one, as a proxy in front would see to;
    or, with `is_spread`, by each of its players and watchers at another.
    """

    def __init__(
        self,
        *urls: str,
        invitation: str = "",
        editions: Sequence[str] = ("rws-poker@7",),
        tables: int = 1,
        players: int = 6,
        watchers: int = 2,
        seed: int = 1,
        subprotocol: str = "croupier.1",
        is_spread: bool = False,
    ) -> None:
        self._urls, self._invitation, self._is_spread = urls, invitation, is_spread
        self._places: dict[str, int] = {}  # the number of each table
        self._editions = editions
        self._tables, self._players, self._watchers = tables, players, watchers
        self._random = random.Random(seed)
        self._subprotocol = websockets.Subprotocol(subprotocol)
        self._tasks: list[asyncio.Task[None]] = []
        self._links: dict[str, str] = {}
        self._door = asyncio.Semaphore(_AT_ONCE)
        self._coming = asyncio.Semaphore(0)  # one more for everybody who is at their table
        self._taken: list[float] = []
        self._since = self._slot = 0.0
        self._every_s = 0.0
        self._goal, self._is_reached = 0, asyncio.Event()
        self._moves = self._refused = 0
        self._sizes: list[int] = []

    # Coming and going

    async def __aenter__(self) -> "Load":
        names = await self._open_tables() if self._invitation else await self._find_tables()
        self._places = {name: place for place, name in enumerate(names)}
        spots = [(table, number) for table in names for number in range(1, self._players + 1)]
        seated = await asyncio.gather(*(self._come_in(table, number) for table, number in spots))
        for (table, place), token in zip(spots, seated, strict=True):
            self._tasks.append(asyncio.create_task(self._play(table, place, token)))
        for table in names:
            for number in range(self._watchers):
                self._tasks.append(asyncio.create_task(self._watch(table, number)))
        for _ in self._tasks:
            await self._coming.acquire()
        return self

    def _url(self, table: str, number: int) -> str:
        """Where somebody of a table comes in."""
        return self._urls[(self._places[table] + number * self._is_spread) % len(self._urls)]

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _open_tables(self) -> list[str]:
        async with Client(self._urls[0]) as manager:
            await manager.accept(self._invitation, "Manager", "a long password")
            names = []
            for number in range(self._tables):
                edition = self._editions[number % len(self._editions)]
                link = await self._jackpot(manager, edition)
                table = await manager.post("/api/tables", {"edition": edition, "link": link})
                names.append(str(table["id"]))
            return names

    async def _jackpot(self, manager: Client, edition: str) -> str:
        """One for all tables of a game that can have one."""
        game = edition.partition("@")[0]
        if game not in self._links:
            try:
                opened = await manager.post("/api/jackpots", {"game": game, "title": "Load"})
                self._links[game] = str(opened["id"])
            except HouseError:  # a game without
                self._links[game] = ""
        return self._links[game]

    async def _find_tables(self) -> list[str]:
        async with Client(self._urls[0]) as guest:
            return [str(line["id"]) for line in await guest.tables()][: self._tables]

    async def _come_in(self, table: str, place: int) -> str:
        async with self._door, Client(self._url(table, place)) as client:
            await client.demo(f"p{place} {table}")
            await self._known(client, table)
            await client.post(f"/api/tables/{table}/seat", {"place": place, "chips": _STAKE})
            return client.token

    async def _known(self, client: Client, table: str) -> None:
        """A table that was opened by another process of the house is known here a moment later."""
        while len(self._urls) > 1 and table not in [line["id"] for line in await client.tables()]:
            await asyncio.sleep(_THINKING_S)

    # Measuring

    async def run(
        self,
        seconds: float,
        per_second: float = 0.0,
        house: LocalHouse | LocalHouses | None = None,
        *,
        commands: int = 0,
        settling_s: float | None = None,
    ) -> Measured:
        """Everybody acts as soon as they can, or all together `per_second` times a second.

        It ends when the time is up or, if `commands` is not 0, when so many have been acknowledged.
        """
        self._every_s = 1 / per_second if per_second else 0.0
        # What was under way at another pace comes to rest; at first every table opens its first Round.
        await asyncio.sleep(_SETTLING_S + self._tables * _OPENING_S if settling_s is None else settling_s)
        self._taken.clear()
        self._sizes.clear()
        self._moves = self._refused = 0
        started = self._since = self._slot = time.perf_counter()
        used = house.processor_s if house is not None else 0.0
        self._goal = commands
        self._is_reached.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._is_reached.wait(), seconds)
        taken = tuple(sorted(each * 1000 for each in self._taken))
        return Measured(
            seconds=time.perf_counter() - started,
            commands=len(taken),
            moves=self._moves,
            refused=self._refused,
            latencies_ms=taken,
            message_bytes=tuple(sorted(self._sizes)),
            processor_s=house.processor_s - used if house is not None else None,
            memory_mb=house.memory_mb if house is not None else None,
        )

    # At the table

    @contextlib.asynccontextmanager
    async def _connected(
        self, table: str, number: int, headers: Mapping[str, str]
    ) -> AsyncIterator[websockets.ClientConnection]:
        try:
            async with self._door:
                socket = await websockets.connect(
                    f"{self._url(table, number).replace('http', 'ws', 1)}/api/tables/{table}/socket",
                    additional_headers=headers,
                    subprotocols=[self._subprotocol],
                    compression=None,
                    max_queue=None,
                )
        finally:
            self._coming.release()
        async with socket:
            yield socket

    async def _watch(self, table: str, number: int) -> None:
        async with self._connected(table, number, {}) as socket:
            async for text in socket:
                self._sizes.append(len(text))

    async def _play(self, table: str, place: int, token: str) -> None:
        async with self._connected(table, place, {"Authorization": f"Bearer {token}"}) as socket:
            seat = _Seat(socket, place)
            acting = asyncio.create_task(self._act(seat))
            try:
                async for text in socket:
                    self._sizes.append(len(text))
                    message = _read(text)
                    if message.type in ("ack", "refused"):
                        self._answered(message, seat)
                    elif message.type in ("snapshot", "events"):
                        seat.hear(message)
                        self._moves += place == 1 and message.type == "events"
                    if seat.is_asked:
                        seat.asked.set()
            finally:
                acting.cancel()

    async def _act(self, seat: "_Seat") -> None:
        """Think, or wait for one's turn in an even load; then choose by what is known by then."""
        while True:
            await seat.asked.wait()
            await self._turn()
            seat.asked.clear()
            if not seat.is_asked or (command := self._choice(seat.options)) is None:
                continue
            seat.number, seat.acted, seat.sent = seat.number + 1, seat.seq, time.perf_counter()
            body = {"type": "command", "id": f"b{seat.number}", "expect": seat.seq, "command": command}
            await seat.socket.send(msgspec.json.encode(body), text=True)

    def _choice(self, options: list[_Option]) -> dict[str, Any] | None:
        """Something of the ordinary play, mostly what costs little."""
        offered = [option for option in options if option.group == "play"]
        if not offered:
            return None
        weights = [_CHEAP if option.price < _STAKE // 50 else 1 for option in offered]
        (option,) = self._random.choices(offered, weights)
        return {
            "type": option.command,
            **option.fixed,
            **{ask.field: self._fill(ask) for ask in option.asks},
        }

    def _fill(self, ask: _Ask) -> Any:
        if ask.kind in ("money", "integer"):
            return ask.minimum
        return self._random.choice(ask.choices) if ask.choices else ""

    async def _turn(self) -> None:
        """The next of evenly spaced moments; or, as fast as people can, after a short thought."""
        if not self._every_s:
            await asyncio.sleep(self._random.uniform(0.0, 2 * _THINKING_S))
            return
        self._slot = max(self._slot + self._every_s, time.perf_counter())
        await asyncio.sleep(self._slot - time.perf_counter())

    def _answered(self, message: _Message, seat: "_Seat") -> None:
        sent, seat.sent = seat.sent, 0.0
        if message.type == "refused":
            self._refused += 1
        elif sent >= self._since:
            self._taken.append(time.perf_counter() - sent)
            if len(self._taken) == self._goal:
                self._is_reached.set()


class _Seat:
    """What one player knows and has said."""

    def __init__(self, socket: websockets.ClientConnection, place: int) -> None:
        self.socket, self.place = socket, place
        self.seq = -1
        self.options: list[_Option] = []
        self.awaited: list[int] = []
        self.acted = -1  # the moment of the table for which something was said
        self.sent = 0.0  # when, while there is no answer yet
        self.number = 0
        self.asked = asyncio.Event()

    def hear(self, message: _Message) -> None:
        """What a message does not have is as it was."""
        self.seq = message.seq
        self.options = self.options if message.options is UNSET else message.options
        self.awaited = self.awaited if message.awaited is UNSET else message.awaited

    @property
    def is_asked(self) -> bool:
        return not self.sent and self.seq != self.acted and self.place in self.awaited
