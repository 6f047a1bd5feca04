"""Requests on a budget: what each costs the event loop is measured, and who has asked for much waits.

Tables are played over sockets in the same loop. Whoever asks again and again, for whatever it may be, is
answered more slowly, one at a time, and takes no more than a share of the loop from those who play. So do all
strangers together, from however many addresses they ask.
"""

import asyncio
from asyncio import sleep
from collections.abc import Awaitable, Generator
from time import thread_time
from typing import Any

import msgspec

from croupier.house.allowance import Allowance, Allowances
from croupier.server.errors import STATUS, Problem
from croupier.server.guard import networks

BODY_BYTES_MAX = 64 * 1024  # of a request
_BURST_S = 4  # seconds of the budget that are saved up: enough for some whole pages
_ADDRESS, _NETWORK = 2, 4  # times as much as one session: they may serve several people
_STRANGERS = 5  # all of them: at what ships, half of the loop
_AROUND_S = 0.000_5  # reading a request and its connection, which is not measured
_SOON_S = 0.001
KNOWN = "is_known"  # set in the state of a request of somebody who has signed in
_WAITING_MAX = 64  # of one who asks; a browser has six connections


class Purse(Allowance):
    """Time of the loop that one who asks has left."""

    __slots__ = ("is_known", "turn", "waiting")

    def __init__(self, per_second: float) -> None:
        super().__init__(per_second, per_second * _BURST_S)
        self.turn = asyncio.Lock()
        self.waiting = 0
        self.is_known = False  # whose session it is

    @property
    def is_full(self) -> bool:
        return not self.waiting and super().is_full

    def wait_s(self) -> float:
        """How long until there is something to spend; 0 if there is, or all but is."""
        wait_s = -self.left / self.per_second
        return wait_s if wait_s > _SOON_S else 0.0


class Turns:
    """An application in which nobody's requests take more than their share of the time."""

    def __init__(self, app: Any, ms_per_second: int) -> None:
        self._app, per_second = app, ms_per_second / 1000
        self._sessions = Allowances(lambda: Purse(per_second))
        self._addresses = Allowances(lambda: Purse(per_second * _ADDRESS))
        self._networks = Allowances(lambda: Purse(per_second * _NETWORK))
        self._strangers = Purse(per_second * _STRANGERS)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if 0 < _length(scope) <= BODY_BYTES_MAX:
            receive = await _heard(receive)
        sessions = self._named(scope)
        purses = [*sessions, *self._around(scope)]
        if not any(purse.is_known for purse in sessions):
            purses.append(self._strangers)
        if any(purse.waiting >= _WAITING_MAX for purse in purses):
            await _refuse(send)
            return
        for purse in purses:
            await _wait_for(purse)
            purse.spend(_AROUND_S)
        try:
            await Metered(self._app(scope, receive, send), purses)
        finally:
            if scope.get("state", {}).get(KNOWN):
                for purse in sessions:
                    purse.is_known = True

    def _named(self, scope: Any) -> list[Purse]:
        """Of the session, if there is one; who asks under a name that is none stays a stranger."""
        return [
            self._sessions.of(value)
            for name, value in scope["headers"]
            if name in (b"authorization", b"cookie")
        ]

    def _around(self, scope: Any) -> list[Purse]:
        """Of the address and its network."""
        client = scope.get("client")
        near, wide = networks(client[0] if client else "")
        return [self._addresses.of(near), self._networks.of(wide)]


def _length(scope: Any) -> int:
    """Of the body that the head promises; 0 where it does not say."""
    said = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(said) if said.isdigit() else 0


async def _heard(receive: Any) -> Any:
    """The whole request, to be read again. A refusal that comes while a proxy still sends can be lost there:
    Caddy drops the connection, and with it the answer."""
    heard = []
    while True:
        message = await receive()
        heard.append(message)
        if message["type"] != "http.request" or not message.get("more_body"):
            break
    waiting = iter(heard)

    async def again() -> Any:
        return next(waiting, None) or await receive()

    return again


async def _wait_for(purse: Purse) -> None:
    """Those who share a purse go on one after the other, as it fills."""
    if not purse.waiting and not purse.wait_s():
        return
    purse.waiting += 1
    try:
        async with purse.turn:
            while seconds := purse.wait_s():
                await sleep(seconds)
    finally:
        purse.waiting -= 1


class Metered:
    """Some work that pays for every step it takes in the loop, not for what it waits for."""

    def __init__(self, work: Awaitable[Any], purses: list[Purse]) -> None:
        self._work, self._purses = work, purses

    def __await__(self) -> Generator[Any, Any, Any]:
        steps: Any = self._work.__await__()
        error: BaseException | None = None
        while True:
            before = thread_time()
            try:
                waited_for = steps.send(None) if error is None else steps.throw(error)
            except StopIteration as done:
                return done.value
            finally:
                cost = thread_time() - before
                for purse in self._purses:
                    purse.spend(cost)
            error = None
            try:
                yield waited_for
            except BaseException as raised:
                error = raised


async def _refuse(send: Any) -> None:
    body = msgspec.json.encode(Problem("too_many", "too many requests are waiting; be slower"))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"5"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": STATUS["too_many"], "headers": headers})
    await send({"type": "http.response.body", "body": body})
