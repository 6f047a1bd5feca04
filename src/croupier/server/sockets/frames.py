"""Messages straight onto the wire and off it: no task and no framework between a message and its sockets.

Every message of a table goes to everybody there. Through the framework each copy costs a task switch, a timer
and six calls; written here it costs one call. A reader who is behind is left to the outbox.

This rests on the inside of uvicorn's protocol and of websockets', which may change with any version: both are
bounded in pyproject.toml, and `make bounds` plays with the lowest and the highest that are allowed.
"""

import asyncio
from typing import Any

from litestar.types import Empty
from litestar.utils.scope.state import ScopeState
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import Protocol, State
from websockets.utils import apply_mask

EXTENSION = "croupier.frames"
_TEXT = 0x81  # a whole message of text
_MASKED = 0x80
_WAITING_MAX = 8  # messages of one client that wait; until they are read no more is taken in


class Inbox:
    """Messages that came and were not read yet: an `asyncio.Queue` in a tenth of its room, for one reader."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._messages.pop(0)

    def qsize(self) -> int:
        return len(self._messages)

    def empty(self) -> bool:
        return not self._messages


class Gate:
    """Whether more may be written: an `asyncio.Event` that has room for those who wait once there are any."""

    __slots__ = ("_is_open", "_opened")

    def __init__(self) -> None:
        self._is_open = True
        self._opened: asyncio.Event | None = None

    def is_set(self) -> bool:
        return self._is_open

    def set(self) -> None:
        self._is_open = True
        if self._opened is not None:
            self._opened.set()
            self._opened = None

    def clear(self) -> None:
        self._is_open = False

    async def wait(self) -> bool:
        while not self._is_open:
            self._opened = self._opened or asyncio.Event()
            await self._opened.wait()
        return True


class FrameProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own protocol, and a way past it for text. Most sockets are idle: they hold little."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue, self.writable = Inbox(), Gate()  # type: ignore[assignment]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def start_keepalive(self) -> None:
        """The handshake is over: what it needed is let go."""
        del self.request, self.response
        conn = self.conn
        if not conn.reader.buffer:  # the parser of the handshake holds the request; frames need none
            conn.parser = Protocol.parse(conn)
            next(conn.parser)
        super().start_keepalive()

    def data_received(self, data: bytes) -> None:
        """A whole short message of text, which is nearly everything that comes, needs no parser."""
        if (text := self._whole_text(data)) is None:
            super().data_received(data)
        elif not self.close_sent:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if self.queue.qsize() > _WAITING_MAX and not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()

    def _whole_text(self, data: bytes) -> str | None:
        """The message, if these bytes are one, with nothing of another before or after it."""
        conn = self.conn
        if len(data) < 6 or data[0] != _TEXT or not data[1] & _MASKED or not self.handshake_complete:
            return None
        size, start = data[1] & 0x7F, 2
        if size == 126:
            size, start = int.from_bytes(data[2:4]), 4
        if size == 127 or len(data) != start + 4 + size or self.frames:
            return None
        if conn.state is not State.OPEN or conn.reader.buffer:
            return None
        try:
            return apply_mask(data[start + 4 :], data[start : start + 4]).decode()
        except UnicodeDecodeError:
            return None

    def write_text(self, message: bytes) -> bool:
        """Put a message on the wire; False while the reader is behind, or once the connection is ending."""
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(framed(message))
        return True


def framed(message: bytes) -> bytes:
    size = len(message)
    if size < 126:
        return bytes((_TEXT, size)) + message
    if size < 1 << 16:
        return bytes((_TEXT, 126)) + size.to_bytes(2) + message
    return bytes((_TEXT, 127)) + size.to_bytes(8) + message


def forget_request(scope: Any) -> None:
    """Who it is has been found out: the headers are read no more."""
    scope["headers"] = []
    ScopeState.from_scope(scope).headers = Empty


def never(message: bytes) -> bool:
    return False


def writer_of(scope: Any) -> Any:
    """How to write past the framework; a server that does not offer it, as in tests, has no such way."""
    found = (scope.get("extensions") or {}).get(EXTENSION)
    return never if found is None else found.write_text


def reader_of(socket: Any) -> Any:
    """What comes, in the same way."""
    found = (socket.scope.get("extensions") or {}).get(EXTENSION)
    return socket.receive if found is None else found.receive
