"""One process of the house: real journal, house, rooms, app on a simulated disk. It may die at any write."""

import asyncio
import contextlib
import contextvars
from collections.abc import Callable
from functools import cache
from typing import Any

import apsw
from argon2 import PasswordHasher
from litestar import Litestar

from croupier.games import catalogue
from croupier.house.answers import Answer, Happened
from croupier.house.house import House
from croupier.house.journal import Journal, StoreUnavailable
from croupier.house.journal.sealing import Sealer
from croupier.house.journal.sqlite import SqliteStore
from croupier.house.listeners import Listeners
from croupier.house.people import People
from croupier.server.app import create_app
from croupier.server.config import Config
from croupier.server.context import Context
from croupier.simulator.disk import Disk, Layer
from croupier.simulator.world import OWNER, World
from croupier.table import Catalogue

STORE = "house.db"
_CHECKPOINT_PAGES = 200  # so that checkpoints are hit too
_COMMIT_S = 0.002  # what a commit takes on a good day
_LOOK_S = 0.5
_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # nobody guesses here


@cache
def games() -> Catalogue:
    return catalogue()


class Process:
    """Runs from `start` until it stops or is killed; the next one in its place is another object."""

    def __init__(
        self,
        world: World,
        disk: Disk,
        name: str,
        config: Config,
        key: bytes,
        on_death: Callable[["Process", str], None],
        on_told: Callable[["Process", tuple[Happened, ...]], None],
    ) -> None:
        self.world, self.disk, self.name, self.config = world, disk, name, config
        self.on_death, self.on_told = on_death, on_told
        self._sealer = Sealer(key)
        self.open_since_s = 0.0
        self.is_dead = self.is_open = self.is_stopping = False
        self.server: Context
        self.journal: SimulatedJournal
        self._store: SimulatedStore | None = None
        self.gone = asyncio.get_running_loop().create_future()
        self.context = contextvars.copy_context()
        self.context.run(OWNER.set, self)
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self._chance = world.chance(f"process {name}")
        self._layer = Layer(f"disk of {name}", disk, self)
        # Faults
        self.writes_left: int | None = None  # until it dies
        self.is_power = False  # and everybody with it
        self.fails_until_s = self.slow_until_s = self.deaf_until_s = 0.0

    # Life

    async def start(self) -> None:
        """Open the store and let the tables run; raises what a start raises."""
        self._store = SimulatedStore(self.disk.folder / STORE, self._layer.name, _CHECKPOINT_PAGES)
        self.journal = SimulatedJournal(self._store, self)
        house = SimulatedHouse(self.journal, games(), self._sealer, self)
        people = People(house, _HASHER, self.config.session_terms)
        await house.check_store()
        self.server = Context(self.config, house, people=people)
        app()
        await self.server.start()
        self.is_open, self.open_since_s = True, self.world.now_s

    async def accept_loss(self) -> Answer:
        """Instead of serving: the operator's command."""
        self._store = SimulatedStore(self.disk.folder / STORE, self._layer.name, _CHECKPOINT_PAGES)
        house = SimulatedHouse(SimulatedJournal(self._store, self), games(), self._sealer, self)
        try:
            return await house.accept_loss("simulated")
        finally:
            await house.close()

    async def stop(self) -> None:
        """In good order."""
        self.is_open, self.is_stopping = False, True
        await self.server.stop()

    def began(self, task: "asyncio.Task[Any]") -> None:
        self._tasks[task] = None
        task.add_done_callback(lambda done: self._tasks.pop(done, None))

    def dies(self, how: str) -> None:
        """At this very moment. Nothing that its code does from here on reaches disk or network."""
        if not self.is_dead:
            self.on_death(self, how)
        raise apsw.IOError("the process is gone")

    def kill(self) -> None:
        """Called for each that dies; whatever is left of it is taken away a moment later."""
        self.is_dead, self.is_open = True, False
        asyncio.get_running_loop().call_soon(self._bury, context=contextvars.copy_context())

    def _bury(self) -> None:
        if not self.gone.done():
            self.gone.set_result(None)
        for task in list(self._tasks):
            task.cancel()
        self.close()

    def close(self) -> None:
        """Let go of the files, as the kernel does."""
        if self._store is not None:
            self._store.let_go()
        with contextlib.suppress(Exception):
            self._layer.unregister()

    # What the disk asks

    def check_alive(self) -> None:
        if self.is_dead:
            raise apsw.IOError("the process is gone")

    def check_disk(self) -> None:
        if self.world.now_s < self.fails_until_s:
            raise apsw.FullError("the disk is full")

    def is_last_write(self) -> bool:
        if self.writes_left is None:
            return False
        self.writes_left -= 1
        return self.writes_left <= 0

    # How long things take

    @property
    def is_deaf(self) -> bool:
        """Alive, but it hears nothing of what others do."""
        return self.world.now_s < self.deaf_until_s

    @property
    def is_hindered(self) -> bool:
        """By something that keeps it from noticing what others notice."""
        until = max(self.fails_until_s, self.slow_until_s)
        return self.is_deaf or self.is_stopping or self.world.now_s < until

    def commit_delay(self) -> float:
        if self.world.now_s < self.slow_until_s:
            return self._chance.uniform(0.1, 3.0)
        return self._chance.expovariate(1 / _COMMIT_S)

    def hearing_delay(self) -> float:
        """Until another process's news are read."""
        return self._chance.uniform(0.0, 0.08)


class SimulatedStore(SqliteStore):
    """The embedded store; its process may be gone in the middle of anything."""

    def let_go(self) -> None:
        """Of every file and lock, in whatever state."""
        for connection in (self._watcher, self._reader, self._writer):
            with contextlib.suppress(apsw.Error):
                connection.close(force=True)
        if self._presence is not None:
            self._presence.close()


class SimulatedJournal(Journal):
    """The journal with its writer in the event loop, a moment after something was asked for."""

    def __init__(self, store: SqliteStore, process: Process) -> None:
        self._process = process
        self._is_due = False
        super().__init__(store)

    def _begin(self) -> None:
        pass

    def _end(self) -> None:
        self._write_waiting()

    def _put(self, waiting: Any) -> None:
        super()._put(waiting)
        self._soon()

    def _soon(self) -> None:
        if not self._is_due and not self._process.is_dead:
            self._is_due = True
            asyncio.get_running_loop().call_later(self._process.commit_delay(), self._write_waiting)

    def _write_waiting(self) -> None:
        self._is_due = False
        while not self._waiting.empty() and not self._process.is_dead:
            group: list[Any] = []
            self._gather(group)
            self._commit(group)
        self._process.disk.tell()


class SimulatedHouse(House):
    """The house with its follower in the event loop. What it tells is also told to the check on secrets."""

    def __init__(self, journal: Journal, games: Catalogue, sealer: Sealer, process: Process) -> None:
        super().__init__(journal, games, sealer)
        self._process = process
        self.listeners = _Overheard(process, self.clock.witness)

    def follow(self) -> None:
        asyncio.get_running_loop().create_task(self._listen(), name="follower")

    async def _listen(self) -> None:
        process, news = self._process, asyncio.Event()
        process.disk.listeners.append(news.set)
        try:
            position = self.journal.head()[0]
            while not self._stop.is_set():
                try:
                    self.journal.store.show_life()
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(_LOOK_S):
                            await news.wait()
                    news.clear()
                    if process.is_deaf:
                        continue
                    await asyncio.sleep(process.hearing_delay())
                    position, streams = self.journal.look(position)
                except StoreUnavailable:
                    await asyncio.sleep(_LOOK_S)
                    continue
                if streams:
                    asyncio.get_running_loop().create_task(self._heard(streams))
        finally:
            process.disk.listeners.remove(news.set)


class _Overheard(Listeners):
    def __init__(self, process: Process, witness: Callable[[int], None]) -> None:
        super().__init__(witness)
        self._process = process

    def tell(self, happened: tuple[Happened, ...]) -> None:
        self._process.on_told(self._process, happened)
        super().tell(happened)


class _Here(Context):
    """The server whose code is running: one app serves for all processes, because it is dear to make."""

    def __init__(self) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        owner = OWNER.get()
        assert owner is not None, "only a process of the house answers requests"
        return getattr(owner.server, name)


@cache
def app() -> Litestar:
    return create_app(_Here())
