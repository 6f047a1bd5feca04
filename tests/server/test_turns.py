"""Who asks for much waits; who plays, or asks for little, does not."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.house import allowance
from croupier.server import turns
from croupier.server.turns import Turns
from tests.patience import PATIENCE_S


class Time:
    """Passes when somebody sleeps or works, and not otherwise."""

    def __init__(self) -> None:
        self.now = self.worked = 0.0

    def work(self, seconds: float) -> None:
        self.now += seconds
        self.worked += seconds

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr(allowance, "time", SimpleNamespace(monotonic=lambda: found.now))
    monkeypatch.setattr(turns, "thread_time", lambda: found.worked)
    return found


def _scope(address: str, token: str = "") -> dict[str, Any]:
    headers = [(b"authorization", token.encode())] if token else []
    return {"type": "http", "client": (address, 1), "headers": headers}


def test_trust_32_whoever_asks_without_end_takes_their_share_of_the_loop_and_no_more(
    clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred milliseconds a second for a session, twice that for an address, after what was saved up."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        clock.work(0.004)
        await asyncio.sleep(0)
        clock.work(0.004)

    async def ask(token: str, count: int) -> float:
        began, before = clock.now, clock.worked
        for _ in range(count):
            await door(_scope("somewhere", token), None, None)
        return (clock.worked - before) / (clock.now - began)

    monkeypatch.setattr(turns, "sleep", clock.sleep)
    door = Turns(app, 100)
    assert asyncio.run(ask("one", 40)) > 0.9, "a page or two at once"
    assert asyncio.run(ask("one", 400)) < 0.11, "one session"
    clock.now += 60
    asyncio.run(ask("two", 60))
    assert asyncio.run(ask("", 400)) < 0.25, "no session, the same address"


def test_trust_32_strangers_from_everywhere_leave_half_of_the_loop_to_those_who_play(
    clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight addresses held up every table: each had its share, and together they had all of it."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        scope["state"] = {turns.KNOWN: scope["headers"] == [(b"authorization", b"good")]}
        clock.work(0.005)

    async def ask(count: int, where: str = "203.{}.1.1", token: str = "") -> float:
        began, before = clock.now, clock.worked
        for number in range(count):
            await door(_scope(where.format(number % 50), token), None, None)
        return (clock.worked - before) / (clock.now - began)

    monkeypatch.setattr(turns, "sleep", clock.sleep)
    door = Turns(app, 100)
    asyncio.run(ask(1000))  # what was saved up
    assert asyncio.run(ask(400)) < 0.52
    assert asyncio.run(ask(400, token="a name that is none")) < 0.52
    clock.now += 60
    asyncio.run(ask(800, "203.0.113.{}"))
    assert asyncio.run(ask(400, "203.0.113.{}")) < 0.42, "one network"
    clock.now += 60
    asyncio.run(ask(1, token="good"))
    asyncio.run(ask(400))
    assert asyncio.run(ask(40, token="good")) > 0.99, "nobody's spending but their own"


def test_trust_32_others_are_answered_meanwhile_and_sockets_never_wait() -> None:
    served: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        served.append(scope["client"][0])
        until = time.thread_time() + scope.get("cost", 0.0)
        while time.thread_time() < until:
            pass

    async def play() -> None:
        door = Turns(app, 1)
        await door(_scope("greedy") | {"cost": 0.5}, None, None)
        waiting = [asyncio.create_task(door(_scope("greedy"), None, None)) for _ in range(3)]
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE_S):
            await door(_scope("modest"), None, None)
            await door(_scope("greedy") | {"type": "websocket"}, None, None)
        assert served == ["greedy", "modest", "greedy"]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(play())


def test_trust_32_only_so_many_wait() -> None:
    told: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        until = time.thread_time() + 0.2
        while time.thread_time() < until:
            pass

    async def send(message: Any) -> None:
        told.append(message)

    async def play() -> None:
        door = Turns(app, 1)
        await door(_scope("greedy"), None, send)
        waiting = [asyncio.create_task(door(_scope("greedy"), None, send)) for _ in range(70)]
        while sum(message["type"] == "http.response.start" for message in told) < 6:
            await asyncio.sleep(0)
        assert {message["status"] for message in told if "status" in message} == {429}
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(play())
    assert b'"code":"too_many"' in told[1]["body"]


def test_what_goes_wrong_goes_through() -> None:
    """Errors and cancellation reach the application as if nobody measured."""
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope.get("breaks"):
            raise ValueError("broken")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def play() -> None:
        door = Turns(app, 100)
        with pytest.raises(ValueError, match="broken"):
            await door(_scope("a") | {"breaks": True}, None, None)
        task = asyncio.create_task(door(_scope("a"), None, None))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(play())
    assert seen == ["cancelled"]
