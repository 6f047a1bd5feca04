"""The network between visitors and the processes of the house: slow, forgetful, and cut at any moment."""

import asyncio
import contextvars
import re
from collections.abc import Callable
from types import TracebackType
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
import websockets
from websockets.frames import Close

from croupier.server.sockets.frames import EXTENSION
from croupier.simulator.process import Process, app
from croupier.simulator.world import World

_LATENCY_S = 0.02
_APART_S = 0.000_001  # what is sent later comes later
_BROKEN_S = (1.0, 25.0)  # how long it takes until a connection that carries nothing any more is given up
_NOBODY_S = 0.2
_TABLE = re.compile(r"/api/tables/([^/]+)/socket")

# What is told of every message that a process sends: to whom, at which table, in which role.
Witness = Callable[["Line", bytes], None]


class Network:
    """Everybody's way to the house."""

    def __init__(self, world: World, open_processes: Callable[[], list[Process]], witness: Witness) -> None:
        self.world, self._open, self.witness = world, open_processes, witness
        self.chance = world.chance("network")
        self.lines: dict[Line, None] = {}
        self.is_bad_until_s = self.is_slow_until_s = 0.0
        self.messages = 0

    def pick(self) -> Process | None:
        found = self._open()
        return self.chance.choice(found) if found else None

    @property
    def is_bad(self) -> bool:
        return self.world.now_s < self.is_bad_until_s

    def latency(self) -> float:
        mean = 1.5 if self.world.now_s < self.is_slow_until_s else _LATENCY_S
        return self.chance.expovariate(1 / mean)

    def connector(self, who: "Caller") -> Callable[..., "_Opening"]:
        def connect(url: str, **more: Any) -> _Opening:
            return _Opening(self, who, url, more.get("additional_headers") or {})

        return connect

    def http(self, who: "Caller") -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url="http://house", transport=_Transport(self))

    def cut(self, who: str = "") -> None:
        """Connections break, of one visitor or of all."""
        for line in [line for line in self.lines if who in ("", line.who.name)]:
            line.cut()

    def freeze(self, who: str) -> None:
        """A visitor's lines carry nothing any more, and nobody is told."""
        for line in self.lines:
            if line.who.name == who:
                line.is_deaf = dict.fromkeys(line.is_deaf, True)

    def gone(self, process: Process) -> None:
        for line in [line for line in self.lines if line.process is process]:
            line.cut()


class Caller:
    """Who connects: the name in the plan, and who the house takes them for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.person = ""


class _Opening:
    """`async with connect(...) as socket`, as the client's own library does it."""

    def __init__(self, network: Network, who: Caller, url: str, headers: dict[str, str]) -> None:
        self._network, self._who, self._url, self._headers = network, who, url, headers

    async def __aenter__(self) -> "Line":
        await asyncio.sleep(self._network.latency())
        process = self._network.pick()
        if process is None:
            await asyncio.sleep(_NOBODY_S)
            raise ConnectionRefusedError("nobody answers")
        self._line = Line(self._network, process, self._who, self._url, self._headers)
        return self._line

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.hang_up()


class Line:
    """One connection. Both ends hold it: `send` and `recv` are the visitor's, the rest the server's."""

    def __init__(
        self, network: Network, process: Process, who: Caller, url: str, headers: dict[str, str]
    ) -> None:
        self.network, self.process, self.who = network, process, who
        parts = urlsplit(url)
        found = _TABLE.fullmatch(parts.path)
        self.table = found[1] if found else ""
        self.role = "player"
        for piece in parts.query.split("&"):
            name, _, value = piece.partition("=")
            if name == "as":
                self.role = value
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_visitor: asyncio.Queue[bytes | Close | None] = asyncio.Queue()
        self._last = {"up": 0.0, "down": 0.0}
        self.is_deaf = {"up": False, "down": False}
        self.is_cut = False
        self._to_server.put_nowait({"type": "websocket.connect"})
        network.lines[self] = None
        self._serve(parts.path, parts.query, headers)

    def _serve(self, path: str, query: str, headers: dict[str, str]) -> None:
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (b"host", b"house"),
                *((name.lower().encode(), value.encode()) for name, value in headers.items()),
            ],
            "client": ("visitor", 1),
            "server": ("house", 80),
            "subprotocols": ["croupier.1"],
            "state": {},
            "extensions": {EXTENSION: self},
        }
        work: Any = app()(scope, self.receive, self.app_sends)  # type: ignore[arg-type]
        asyncio.get_running_loop().create_task(work, context=self.process.context.copy())

    # The visitor's end

    async def send(self, text: str) -> None:
        if self.is_cut:
            raise websockets.ConnectionClosedError(None, None)
        self._carry("up", lambda: self._to_server.put_nowait({"type": "websocket.receive", "text": text}))

    async def recv(self) -> bytes:
        found = await self._to_visitor.get()
        if isinstance(found, bytes):
            return found
        raise websockets.ConnectionClosedError(found, None)

    def hang_up(self) -> None:
        """The visitor goes; the server hears of it unless the line is dead."""
        if not self.is_cut:
            self.is_cut = True
            self.network.lines.pop(self, None)
            if not self.is_deaf["up"]:
                delay, loop = self.network.latency(), asyncio.get_running_loop()
                loop.call_later(delay, self._disconnected, context=contextvars.Context())

    # The server's end

    async def receive(self) -> Any:
        return await self._to_server.get()

    async def app_sends(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.write_text(message["text"].encode())
        elif message["type"] == "websocket.close":
            close = Close(message.get("code") or 1000, message.get("reason") or "")
            self._carry("down", lambda: self._closed(close))

    def write_text(self, message: bytes) -> bool:
        """A process that is gone says nothing any more."""
        if not self.process.is_dead:
            self.network.witness(self, message)
            self._carry("down", lambda: self._to_visitor.put_nowait(message))
        return True

    # In between

    def _carry(self, way: str, deliver: Callable[[], None]) -> None:
        """A message on its way. What is lost takes everything behind it along, until the line is given up."""
        network = self.network
        network.messages += 1
        if self.is_cut or self.is_deaf[way]:
            return
        if network.is_bad and network.chance.random() < 0.02:
            self.is_deaf[way] = True
            self._later(network.chance.uniform(*_BROKEN_S), self.cut)
            return
        is_overtaking = network.is_bad and network.chance.random() < 0.05
        when = network.world.now_s + network.latency()
        if not is_overtaking:
            when = self._last[way] = max(when, self._last[way] + _APART_S)
        self._later(when - network.world.now_s, deliver)
        if network.is_bad and network.chance.random() < 0.05:
            self._later(when - network.world.now_s + network.latency(), deliver)

    def _later(self, delay: float, what: Callable[[], None]) -> None:
        """In nobody's name: what is on its way outlives its sender."""
        loop = asyncio.get_running_loop()
        loop.call_later(delay, lambda: None if self.is_cut else what(), context=contextvars.Context())

    def _disconnected(self) -> None:
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def _closed(self, close: Close) -> None:
        self.is_cut = True
        self.network.lines.pop(self, None)
        self._to_visitor.put_nowait(close)
        self._disconnected()

    def cut(self) -> None:
        if not self.is_cut:
            self.is_cut = True
            self.network.lines.pop(self, None)
            self._to_visitor.put_nowait(None)
            self._disconnected()


class _Transport(httpx.AsyncBaseTransport):
    """HTTP to whichever process is there. An answer may be lost on the way, and with it what became of it."""

    def __init__(self, network: Network) -> None:
        self._network = network

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        network = self._network
        await asyncio.sleep(network.latency())
        process = network.pick()
        if process is None:
            await asyncio.sleep(_NOBODY_S)
            raise httpx.ConnectError("nobody answers")
        if network.is_bad and network.chance.random() < 0.05:
            raise httpx.ConnectError("lost on the way")
        work = httpx.ASGITransport(cast(Any, app())).handle_async_request(request)
        answering = asyncio.get_running_loop().create_task(work, context=process.context.copy())
        await asyncio.wait({answering, process.gone}, return_when=asyncio.FIRST_COMPLETED)
        if process.is_dead or not answering.done():
            raise httpx.ReadError("the house has hung up")
        answer = await answering
        await asyncio.sleep(network.latency())
        if network.is_bad and network.chance.random() < 0.05:
            raise httpx.ReadError("the answer was lost on the way")
        return answer
