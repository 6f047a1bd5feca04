"""What a request may cost, and where it is worked out: beside the tables, on a budget by kind and network.

Every route says its cost (`@get(..., cost="read")`). What the loop does for it is paid for by its session and
its address (`turns.py`); whatever takes a thread is asked for here.
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from croupier.house.allowance import Allowance, Allowances
from croupier.house.lanes import Lanes
from croupier.server.errors import Rejected
from croupier.server.guard import networks

T = TypeVar("T")

# By what is done for a request, besides a moment of the loop.
COSTS = {
    "look": "some rows of the store, by their key",
    "act": "something that is written down; a session has a pace for it",
    "sign_in": "a password that is hashed, or a provider that is asked; an address has a pace for it",
    "page": "a file that is kept in memory",
    "socket": "a connection; its messages have a pace",
    "away": "a question to another process, where few may wait",
    "read": "pages of what happened",
    "report": "sums over days and tables",
    "book": "pages of the rule book",
    "play": "Rounds from a position",
    "audit": "everything from the journal up",
}
BESIDE = ("read", "report", "play", "book")  # one at a time, in turn
_BURST_S = 20  # seconds of the budget that can be used at once
_REST = 2.0  # after a question nobody is answered for this many times as long: tables have that time
_REST_MAX_S = 1.0
_STEP_S = 0.02  # of an audit, between which it rests
_WAITING_MAX = 16  # of one kind
_ADDRESS, _NETWORK = 2, 8  # times as much as one session
_ELSEWHERE = 5  # seconds of another process cost as much as one beside the tables


class Reading:
    """Python runs one thread at a time, so that what is worked out here is taken from the tables: at most a
    third of the time, whoever asks. Of each kind every session, address and network has a share."""

    def __init__(self, ms_per_second: int) -> None:
        per_second = ms_per_second / 1000
        self._sessions, self._addresses, self._networks = (
            Allowances(lambda share=share: Allowance(share * per_second, share * per_second * _BURST_S))  # type: ignore[misc]
            for share in (1, _ADDRESS, _NETWORK)
        )
        self._hand, self._auditor = ThreadPoolExecutor(1, "reading"), ThreadPoolExecutor(1, "audit")
        self._lanes = Lanes(BESIDE, _WAITING_MAX)
        self._audits = Lanes(("audit",), 1)

    async def ask(self, cost: str, purses: Sequence[Allowance], work: Callable[[], T]) -> T:
        """The answer to a costly question. Busy if many ask for the same."""
        await self._lanes.enter(cost)
        spent, loop = 0.0, asyncio.get_running_loop()
        try:
            answer, spent = await loop.run_in_executor(self._hand, copy_context().run, _timed, work)
        finally:
            loop.call_later(min(spent * _REST, _REST_MAX_S), self._lanes.leave)
        return _paid(answer, spent, purses)

    async def audit(self, work: Callable[[Callable[[], None]], T]) -> T:
        """Something that takes minutes: one at a time, and it rests whenever it calls what it is given."""
        await self._audits.enter("audit")
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._auditor, copy_context().run, work, _Breath())
        finally:
            self._audits.leave()

    def purses(self, cost: str, session: str, address: str) -> list[Allowance]:
        near, wide = networks(address)
        found = [self._addresses.of((cost, near)), self._networks.of((cost, wide))]
        return [*found, self._sessions.of((cost, session))] if session else found

    def close(self) -> None:
        for hand in (self._hand, self._auditor):
            hand.shutdown(wait=False, cancel_futures=True)


class Budget:
    """What one request may ask for, by what its route says it costs."""

    def __init__(self, reading: Reading, cost: str, session: str, address: str) -> None:
        self._reading, self._cost, self._who = reading, cost, (session, address)

    async def beside(self, work: Callable[[], T]) -> T:
        """Something costly, when it is its turn."""
        assert self._cost in BESIDE, f"a route that costs {self._cost!r} asks for more"
        return await self._reading.ask(self._cost, self._purses(), work)

    async def look_up(self, work: Callable[[], T]) -> T:
        """Some rows of the store: no queue, but whoever looks again and again waits all the same.
        What has been done is answered in any case."""
        purses = self._purses(is_done=self._cost == "act")
        return _paid(*await asyncio.to_thread(_timed, work), purses)

    async def elsewhere(self, work: Awaitable[tuple[T, float]]) -> T:
        """Something that another process works out, and the seconds it took there. Waiting costs nothing."""
        seconds = None
        try:
            purses, before = self._purses(), time.monotonic()
        except Rejected:
            if inspect.iscoroutine(work):
                work.close()
            raise
        try:
            answer, seconds = await work
        finally:  # where there is no answer, nobody says what it took
            spent = time.monotonic() - before if seconds is None else seconds
            _paid(None, spent / _ELSEWHERE, purses)
        return answer

    def _purses(self, *, is_done: bool = False) -> list[Allowance]:
        found = self._reading.purses(self._cost, *self._who)
        wait_s = max(-purse.left / purse.per_second for purse in found)
        if wait_s >= 0 and not is_done:
            raise Rejected(
                "too_many", "you have asked for much; wait {count} seconds", count=round(wait_s + 1)
            )
        return found


class _Breath:
    def __init__(self) -> None:
        self._until = time.thread_time() + _STEP_S

    def __call__(self) -> None:
        if time.thread_time() > self._until:
            time.sleep(_STEP_S * _REST)
            self._until = time.thread_time() + _STEP_S


def _timed(work: Callable[[], T]) -> tuple[T | Exception, float]:
    """What came of it and what it cost; a question that fails costs as much."""
    before = time.thread_time()
    try:
        answer: T | Exception = work()
    except Exception as error:
        answer = error
    return answer, time.thread_time() - before


def _paid(answer: T | Exception, spent: float, purses: Sequence[Allowance]) -> T:
    for purse in purses:
        purse.spend(spent)
    if isinstance(answer, Exception):
        raise answer
    return answer
