"""Costly questions: one at a time beside the tables, resting in between, on a budget by what they cost."""

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from croupier.server.errors import Rejected

T = TypeVar("T")

_BURST_S = 20  # seconds of the budget that can be used at once
_REST = 2.0  # after a question nobody is answered for this many times as long: tables have that time
_REST_MAX_S = 1.0
_WAITING_MAX = 32
_KNOWN_MAX = 10_000


class Spending:
    """Processor time that one who asks has left: so much a second, some of it saved up."""

    __slots__ = ("_at", "_per_second", "left")

    def __init__(self, per_second: float) -> None:
        self._per_second = per_second
        self.left, self._at = per_second * _BURST_S, time.monotonic()

    def refilled(self) -> float:
        now = time.monotonic()
        self.left = min(self._per_second * _BURST_S, self.left + (now - self._at) * self._per_second)
        self._at = now
        return self.left


class Reading:
    """Python runs one thread at a time, so that what is worked out here is taken from the tables: at most a
    third of the time, whoever asks, and of that each client and each address has a share."""

    def __init__(self, ms_per_second: int) -> None:
        self._per_second = ms_per_second / 1000
        self._hand = ThreadPoolExecutor(1, "reading")
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0
        self._known: dict[str, Spending] = {}

    async def ask(self, who: Iterable[str], work: Callable[[], T]) -> T:
        """The answer to a question of somebody, known by session and address."""
        purses = [self._purse(each) for each in who if each]
        if any(purse.refilled() <= 0 for purse in purses):
            raise Rejected("too_many", "you have asked for much; wait a little")
        if self._waiting >= _WAITING_MAX:
            raise Rejected("unavailable", "many are asking; try again in a moment")
        self._waiting += 1
        cost, loop = 0.0, asyncio.get_running_loop()
        try:
            await self._turn.acquire()
            try:
                answer, cost = await loop.run_in_executor(self._hand, _timed, work)
            finally:
                loop.call_later(min(cost * _REST, _REST_MAX_S), self._turn.release)
        finally:
            self._waiting -= 1
        for purse in purses:
            purse.left -= cost
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _purse(self, who: str) -> Spending:
        if len(self._known) > _KNOWN_MAX:
            self._known.clear()
        if (found := self._known.get(who)) is None:
            found = self._known[who] = Spending(self._per_second)
        return found

    def close(self) -> None:
        self._hand.shutdown(wait=False, cancel_futures=True)


def _timed(work: Callable[[], T]) -> tuple[T | Exception, float]:
    """What came of it and what it cost; a question that fails costs as much."""
    before = time.thread_time()
    try:
        answer: T | Exception = work()
    except Exception as error:
        answer = error
    return answer, time.thread_time() - before
