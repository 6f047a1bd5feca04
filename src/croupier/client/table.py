"""A table over its socket: reconnects, resumes where it was, and never does a command twice."""

import asyncio
import json
import random
import secrets
from collections.abc import AsyncIterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

import msgspec
import websockets
from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from croupier.client.client import Client

SUBPROTOCOL = websockets.Subprotocol("croupier.1")
_FINAL = frozenset({4401, 4403, 4404})
_PING_SECONDS = 20
_AGAIN_S = 0.5
_SCENE = ("seq", "view", "options", "decisions", "clock", "awaited", "round", "at", "table", "you")


class TableNow(Struct, frozen=True):
    """The table as you know it after some events; `events` is empty right after (re)connecting."""

    seq: int
    view: dict[str, Any]
    options: list[dict[str, Any]]
    decisions: list[dict[str, Any]]
    clock: dict[str, Any] | None
    awaited: list[int]
    round: str | None
    at: int
    table: dict[str, Any]
    you: dict[str, Any]
    events: list[dict[str, Any]] = []


class Refused(Exception):  # noqa: N818 - the rules' answer
    """The table said no; nothing has changed."""

    def __init__(self, message: dict[str, Any]) -> None:
        super().__init__(message["reason"])
        self.code: str = message["code"]
        self.reason: str = message["reason"]
        self.citations: list[dict[str, Any]] = message["citations"]


class TableGone(Exception):  # noqa: N818 - an ending
    """The connection has ended for good: signed out, not allowed, no such table, or replaced."""


class RemoteTable:
    """Use with `async with`; then `moments()` tells what happens and `give` acts."""

    def __init__(self, client: "Client", name: str, url: str) -> None:
        self.client, self.name, self.url = client, name, url
        self.now: TableNow | None = None
        self.done = 0  # the last event of our own commands: what was known before it is out of date
        self.notices: list[dict[str, Any]] = []
        self._socket: websockets.ClientConnection | None = None
        self._waiting: dict[str, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        self._moments: asyncio.Queue[TableNow | None] = asyncio.Queue()
        self._prefix = secrets.token_hex(6)
        self._count = 0
        self._task: asyncio.Task[None] | None = None
        self._ended: str = ""

    async def __aenter__(self) -> "RemoteTable":
        self._task = asyncio.create_task(self._stay_connected())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._end("the client has left")

    @property
    def is_connected(self) -> bool:
        return self._socket is not None

    def give_up(self, reason: str) -> None:
        """Wait no longer for a house that does not answer: whoever waits for it hears TableGone."""
        self._end(reason)

    # What a person does

    async def sit(self, place: int, chips: int) -> dict[str, Any]:
        return dict(await self.client.post(f"/api/tables/{self.name}/seat", {"place": place, "chips": chips}))

    async def leave(self) -> dict[str, Any]:
        return dict(await self.client.request("DELETE", f"/api/tables/{self.name}/seat"))

    async def stay(self) -> dict[str, Any]:
        """Take back that one leaves as soon as the rules allow it."""
        return dict(await self.client.request("DELETE", f"/api/tables/{self.name}/leaving"))

    async def use(self, option: dict[str, Any], expect: int | None = None, **values: Any) -> int:
        """Do what an option offers, its blanks filled in, for whoever decides if it is written down."""
        place = {"recorded": {"place": option["recorded"]}} if "recorded" in option else {}
        return await self.give({"type": option["command"], **option["fixed"], **place, **values}, expect)

    async def give(self, command: dict[str, Any], expect: int | None = None) -> int:
        """Give a command and wait until it is durable: the number of its last event. Refused if not."""
        if expect is None:
            expect = self.now.seq if self.now else 0
        answer = await self._ask({"type": "command", "expect": expect, "command": command})
        self.done = max(self.done, int(answer["seq"]))
        return int(answer["seq"])

    async def preview(self, command: dict[str, Any]) -> dict[str, Any]:
        return await self._ask({"type": "preview", "command": command})

    async def contribute(self) -> dict[str, Any]:
        """Add random bytes to the next shuffle; the answer says to which commitment, once it is recorded."""
        asked = await self._ask({"type": "next_shuffle"})
        added = {"type": "contribute", "commitment": asked["commitment"], "bytes": secrets.token_hex(32)}
        return await self._ask(added)

    async def moments(self) -> AsyncIterator[TableNow]:
        """Every change, from the snapshot on."""
        while (moment := await self._moments.get()) is not None:
            yield moment
        raise TableGone(self._ended)

    # The connection

    async def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        self._count += 1
        name = f"{self._prefix}-{self._count}"
        text = json.dumps({**message, "id": name})
        found = await self._once(name, text)
        while found.get("code") == "unavailable":  # nobody knows whether it was done: the same id again
            await asyncio.sleep(_AGAIN_S)
            found = await self._once(name, text)
        if found["type"] == "refused":
            raise Refused(found)
        return found

    async def _once(self, name: str, text: str) -> dict[str, Any]:
        if self._ended:
            raise TableGone(self._ended)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[name] = (text, answer)
        try:
            await self._send(text)
            return await answer
        finally:
            del self._waiting[name]

    async def _send(self, text: str) -> None:
        """A lost connection is no failure: what waits for an answer is sent again on the next one."""
        if self._socket is not None:
            try:
                await self._socket.send(text)
            except websockets.ConnectionClosed:
                return

    async def _stay_connected(self) -> None:
        pause = 0.5
        while True:
            after = f"&after={self.now.seq}" if self.now else ""
            headers = {"Authorization": f"Bearer {self.client.token}"} if self.client.token else {}
            try:
                async with self.client.connect(
                    self.url + after,
                    additional_headers=headers,
                    subprotocols=[SUBPROTOCOL],
                    max_size=4 * 1024 * 1024,
                    ping_interval=None,
                ) as socket:
                    pause = 0.5
                    await self._talk(socket)
            except (OSError, websockets.InvalidHandshake, websockets.InvalidMessage, TimeoutError):
                pass
            except websockets.ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in _FINAL:
                    self._end(closed.rcvd.reason or f"closed with {closed.rcvd.code}")
                    return
            self._socket = None
            await asyncio.sleep(pause * (0.5 + random.random()))
            pause = min(pause * 2, 15)

    async def _talk(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket
        for text, _ in list(self._waiting.values()):
            await socket.send(text)
        pinging = asyncio.create_task(_ping(socket))
        try:
            while True:  # not `async for`: it would swallow the code the server closed with
                await self._hear(msgspec.json.decode(await socket.recv()))
        finally:
            pinging.cancel()

    async def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self._put(TableNow(**{name: message[name] for name in _SCENE}))
        elif kind == "events" and self.now is not None:
            if message["first"] > self.now.seq + 1:
                await self._send(json.dumps({"type": "resume", "after": self.now.seq}))
                return
            fresh = [event for event in message["events"] if event["seq"] > self.now.seq]
            changed = {name: message[name] for name in _SCENE if name in message}
            if "changes" in message:
                changed["view"] = changed_view(self.now.view, message["changes"])
            self._put(replace(self.now, **changed, events=fresh))
        elif kind == "notice":
            self.notices.append(message)
        elif message.get("id") in self._waiting:
            answer = self._waiting[message["id"]][1]
            if not answer.done():
                answer.set_result(message)

    def _put(self, moment: TableNow) -> None:
        self.now = moment
        self._moments.put_nowait(moment)

    def _end(self, reason: str) -> None:
        self._ended = self._ended or reason
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(TableGone(reason))
        self._moments.put_nowait(None)


def changed_view(view: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The view after what has changed in it: whole fields, or those of single places ("seats/3")."""
    found = dict(view)
    for path, value in changes.items():
        name, _, place = path.partition("/")
        found[name] = {**found[name], place: value} if place else value
    return found


async def _ping(socket: websockets.ClientConnection) -> None:
    count = 0
    while True:
        await asyncio.sleep(_PING_SECONDS)
        count += 1
        try:
            await socket.send(json.dumps({"type": "ping", "n": count}))
        except websockets.ConnectionClosed:
            return
