"""How one process of a house asks another: a question, an answer, over a connection that is kept.

Both ends prove that they hold the house's key and run the same program by being able to read each other: all
that is said is sealed with a key that follows from the house's, the program and some chance from both ends.
Whoever knows none of it learns nothing and is not answered.
"""

import asyncio
import contextlib
import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, cast

import structlog
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

log = structlog.get_logger("croupier.peers")

DEADLINE_S = 1.0  # who has not answered by then is done without
_AGAIN_S = 2.0  # and not asked again for so long
_CHANCE = 16
_HEAD = 4
_LONGEST = 1 << 20
_FIRST = 64  # as long as a stranger is heard
_HOUSE = b"croupier peers"

Answering = Callable[[bytes], Awaitable[bytes]]


class Unreachable(Exception):  # noqa: N818 - it is nobody's error
    """No answer, and nobody knows whether the question arrived."""


class Peers(ABC):
    """Asks other processes, and has their questions answered."""

    address = ""  # where others reach this process

    @abstractmethod
    async def start(self, answering: Answering) -> None: ...

    @abstractmethod
    async def stop(self) -> None: ...

    @abstractmethod
    async def ask(self, address: str, body: bytes) -> bytes:
        """The answer of the process at an address; Unreachable if there is none in time."""


class Sockets(Peers):
    """TCP: on one machine, or between machines that reach each other by the address they name."""

    def __init__(self, host: str, secret: bytes) -> None:
        self._host, self._secret = host, secret
        self._server: asyncio.Server | None = None
        self._answering: Answering
        self._lines: dict[str, _Line] = {}
        self._opening: dict[str, asyncio.Task[_Line]] = {}
        self._guests: dict[_Line, None] = {}
        self._not_before: dict[str, float] = {}

    async def start(self, answering: Answering) -> None:
        self._answering = answering
        try:
            self._server = await asyncio.get_running_loop().create_server(self._guest, self._host, 0)
        except OSError as error:
            log.warning("other processes cannot reach this one", host=self._host, reason=str(error))
            return
        self.address = f"{self._host}:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._opening.values():
            task.cancel()
        for line in [*self._lines.values(), *self._guests]:
            line.close()
        self._lines.clear()

    async def ask(self, address: str, body: bytes) -> bytes:
        now = asyncio.get_running_loop().time()
        if not address or now < self._not_before.get(address, 0.0):
            raise Unreachable(address)
        try:
            async with asyncio.timeout(DEADLINE_S):
                line = self._lines.get(address) or await self._open(address)
                return await line.ask(body)
        except (TimeoutError, OSError, Unreachable) as error:
            self._not_before[address] = asyncio.get_running_loop().time() + _AGAIN_S
            raise Unreachable(address) from error

    async def _open(self, address: str) -> "_Line":
        """One connection, however many want it at the same moment."""
        task = self._opening.get(address)
        if task is None:
            task = self._opening[address] = asyncio.create_task(self._connect(address))
            task.add_done_callback(lambda done: self._opened(address, done))
        return await asyncio.shield(task)

    def _opened(self, address: str, task: "asyncio.Task[_Line]") -> None:
        self._opening.pop(address, None)
        if not task.cancelled():
            task.exception()  # whoever waited for it has heard; it may be that nobody does any more

    async def _connect(self, address: str) -> "_Line":
        host, _, port = address.rpartition(":")

        def gone(line: _Line) -> None:
            if self._lines.get(address) is line:
                del self._lines[address]

        async with asyncio.timeout(DEADLINE_S):
            _, line = await asyncio.get_running_loop().create_connection(
                lambda: _Line(self._secret, b"caller", None, gone), host, int(port)
            )
            await line.is_known
        self._lines[address] = line
        return line

    def _guest(self) -> "_Line":
        line = _Line(self._secret, b"called", self._answer, lambda line: self._guests.pop(line, None))
        self._guests[line] = None
        return line

    async def _answer(self, body: bytes) -> bytes:
        return await self._answering(body)


class _Line(asyncio.Protocol):
    """One connection: frames of a length and that many sealed bytes, numbered in the order they are sent."""

    def __init__(
        self, secret: bytes, end: bytes, answering: Answering | None, gone: Callable[["_Line"], object]
    ) -> None:
        self._secret, self._end, self._answering, self._gone = secret, end, answering, gone
        self._chance = os.urandom(_CHANCE)
        self._unread = bytearray()
        self._sealed: ChaCha20Poly1305 | None = None
        self._sent = self._read = self._asked = 0
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self._answers: set[asyncio.Task[None]] = set()
        self._transport: asyncio.Transport
        self.is_known: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's own is one in all but name
        self._transport.write(self._chance)
        asyncio.get_running_loop().call_later(DEADLINE_S, self._look_whether_known)

    def _look_whether_known(self) -> None:
        if not self.is_known.done():
            self.close()

    def connection_lost(self, error: Exception | None) -> None:
        self._gone(self)
        futures: list[asyncio.Future[Any]] = [self.is_known, *self._waiting.values()]
        for future in futures:
            if not future.done():
                future.set_exception(Unreachable("the connection has ended"))
                future.exception()  # heard of, whether or not anybody still waits
        for task in self._answers:
            task.cancel()

    def close(self) -> None:
        self._transport.abort()

    # What comes

    def data_received(self, data: bytes) -> None:
        self._unread += data
        try:
            while (body := self._next()) is not None:
                self._heard(body)
        except (InvalidTag, ValueError):
            self.close()  # a stranger, another program's process, or garbage

    def _next(self) -> bytes | None:
        if self._sealed is None:
            if len(self._unread) < _CHANCE:
                return None
            self._meet(bytes(self._unread[:_CHANCE]))
            del self._unread[:_CHANCE]
        if len(self._unread) < _HEAD:
            return None
        length = int.from_bytes(self._unread[:_HEAD], "big")
        if length > (_LONGEST if self.is_known.done() else _FIRST):
            raise ValueError("longer than anything that is said here")
        if len(self._unread) < _HEAD + length:
            return None
        body = bytes(self._unread[_HEAD : _HEAD + length])
        del self._unread[: _HEAD + length]
        return body

    def _meet(self, chance: bytes) -> None:
        """The same for both, whoever called; then each says its own end's name, to be known by it."""
        both = self._chance + chance if self._end == b"caller" else chance + self._chance
        self._sealed = ChaCha20Poly1305(hashlib.sha256(_HOUSE + self._secret + both).digest())
        self._send(0, b"")

    def _heard(self, sealed: bytes) -> None:
        assert self._sealed is not None
        other = b"called" if self._end == b"caller" else b"caller"
        plain = self._sealed.decrypt(_nonce(other, self._read), sealed, other)
        self._read += 1
        number, body = int.from_bytes(plain[:8], "big"), plain[8:]
        if not self.is_known.done():
            self.is_known.set_result(None)
        elif self._answering is not None:
            task = asyncio.get_running_loop().create_task(self._reply(number, body, self._answering))
            self._answers.add(task)
            task.add_done_callback(self._answers.discard)
        elif (future := self._waiting.pop(number, None)) is not None and not future.done():
            future.set_result(body)

    async def _reply(self, number: int, body: bytes, answering: Answering) -> None:
        answer = await answering(body)
        with contextlib.suppress(Unreachable):
            self._send(number, answer)

    # What goes

    async def ask(self, body: bytes) -> bytes:
        self._asked += 1
        future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        number = self._asked
        self._waiting[number] = future
        try:
            self._send(number, body)
            return await future
        finally:
            self._waiting.pop(number, None)

    def _send(self, number: int, body: bytes) -> None:
        if self._transport.is_closing():
            raise Unreachable("the connection has ended")
        assert self._sealed is not None
        sealed = self._sealed.encrypt(
            _nonce(self._end, self._sent), number.to_bytes(8, "big") + body, self._end
        )
        self._sent += 1
        self._transport.write(len(sealed).to_bytes(_HEAD, "big") + sealed)


def _nonce(end: bytes, count: int) -> bytes:
    """Never the same twice under one key: both ends count their own frames."""
    return (b"\0" if end == b"caller" else b"\1") + count.to_bytes(11, "big")
