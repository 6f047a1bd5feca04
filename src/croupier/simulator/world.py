"""A world of its own: time that passes when nobody has anything to do, and chance that follows from a seed.

Everything in it runs in one thread and one event loop. While it is entered, the standard library's clocks and
random bytes are the world's: no code of the house, and none that it uses, can look past them.
"""

import asyncio
import contextlib
import itertools
import os
import random
import selectors
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from croupier.house import stamps

if TYPE_CHECKING:
    from croupier.simulator.process import Process

OWNER: ContextVar["Process | None"] = ContextVar("owner", default=None)  # whose code is running

START_MS = 1_800_000_000_000  # a day in January 2027
_THREAD_S = 0.000_3  # what a thread's work takes on the average
_LATE = 0.02  # how often its answer comes late
_STEP_S = 0.000_001  # what anything takes: whoever waits for less than time can be told apart gets there, too
_SPINS_MAX = 300_000  # steps in a row in which nobody waits for anything


class Broken(Exception):  # noqa: N818 - what a simulation looks for
    """Something that must never happen has happened."""

    def __init__(self, check: str, words: str) -> None:
        super().__init__(f"{check}: {words}")
        self.check, self.words = check, words


class World:
    """Time and chance of one simulation."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.now_s = 0.0
        self.clock_off_ms = 0  # how far the clock on the wall is from the truth
        self.history: list[str] = []
        self.broken: Broken | None = None
        self._bytes = self.chance("bytes")
        self._threads = self.chance("threads")

    def chance(self, name: str) -> random.Random:
        """Each who needs chance has a stream of their own: leaving one out does not disturb the others."""
        return random.Random(f"{self.seed}/{name}")

    # Time

    def wall_ms(self) -> int:
        return START_MS + self.clock_off_ms + int(self.now_s * 1000)

    def note(self, words: str) -> None:
        """A line of the history."""
        self.history.append(f"{self.now_s:12.6f} {words}")

    def breaks(self, check: str, words: str) -> None:
        """Note what broke; the first is what counts."""
        if self.broken is None:
            self.broken = Broken(check, words)
            self.note(f"BROKEN {check}: {words}")

    # Chance

    def random_bytes(self, count: int) -> bytes:
        return self._bytes.randbytes(count)

    def thread_delay(self) -> tuple[float, float]:
        """How long it takes until a thread has done its work, and until its answer is heard of."""
        late = self._threads.random() * 0.05 if self._threads.random() < _LATE else 0.0
        return self._threads.random() * 2 * _THREAD_S, late

    # Being in it

    @contextlib.contextmanager
    def entered(self) -> Iterator["VirtualLoop"]:
        """Nothing else may run in this process meanwhile."""
        before = random.getstate()
        random.seed(self.seed)
        loop = VirtualLoop(self)
        with contextlib.ExitStack() as stack:
            for where, name, ours in self._replaced():
                stack.callback(setattr, where, name, getattr(where, name))
                setattr(where, name, ours)
            asyncio.set_event_loop(loop)
            try:
                yield loop
            finally:
                _end_tasks(loop)
                asyncio.set_event_loop(None)
                loop.close()
                random.setstate(before)

    def _replaced(self) -> list[tuple[Any, str, Any]]:
        return [
            (time, "time", lambda: self.wall_ms() / 1000),
            (time, "time_ns", lambda: self.wall_ms() * 1_000_000),
            (time, "monotonic", lambda: self.now_s),
            (time, "monotonic_ns", lambda: int(self.now_s * 1e9)),
            (time, "sleep", _nobody_sleeps),
            (os, "urandom", self.random_bytes),
            (random, "_urandom", self.random_bytes),
            (stamps, "_owner", (0, "")),
            (stamps, "_numbers", itertools.count()),
        ]


def _nobody_sleeps(seconds: float) -> None:
    raise AssertionError("a thread that sleeps would stop the simulated house")


def _end_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Everybody who still waits for something is sent home."""
    for _ in range(5):
        waiting = [task for task in asyncio.all_tasks(loop) if not task.done()]
        if not waiting:
            return
        for task in waiting:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*waiting, return_exceptions=True))


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in which waiting takes no time, and threads are no threads."""

    def __init__(self, world: World) -> None:
        self._world = world
        super().__init__(_Leap(world))
        self.set_task_factory(_owned_task)

    def time(self) -> float:
        return self._world.now_s

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """What a thread would do is done at one moment, a little later; the answer may be later still."""
        answer = self.create_future()
        delay, late = self._world.thread_delay()

        def work() -> None:
            if answer.done():
                return
            try:
                found = func(*args)
            except Exception as error:
                _tell(answer.set_exception, error)
            else:
                _tell(answer.set_result, found)

        def _tell(how: Callable[[Any], None], what: Any) -> None:
            if late:
                self.call_later(late, lambda: None if answer.done() else how(what))
            else:
                how(what)

        self.call_later(delay, work)
        return answer


class _Leap(selectors.SelectSelector):
    """Instead of waiting, the clock leaps ahead to whatever comes next."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world
        self._spins = 0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Broken("standstill", "nobody waits for anything any more")
        self._world.now_s += max(timeout, _STEP_S)
        self._spins = 0 if timeout > _STEP_S else self._spins + 1
        if self._spins > _SPINS_MAX:
            raise Broken("spinning", "somebody goes round and round without waiting for anything")
        return []


class OwnedTask(asyncio.Task[Any]):
    """A task that knows whose code it runs."""

    owner: "Process | None" = None


def _owned_task(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> OwnedTask:
    task = OwnedTask(work, loop=loop, **more)
    context = more.get("context")
    task.owner = context.get(OWNER) if context is not None else OWNER.get()
    if task.owner is not None:
        task.owner.began(task)
    return task
