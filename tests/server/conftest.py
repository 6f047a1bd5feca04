"""A whole server in memory on an empty store, with the example game; and a real one on a port of its own."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
import uvicorn
from argon2 import PasswordHasher
from litestar import Litestar
from litestar.testing import TestClient

from croupier.house.house import House
from croupier.house.people import People
from croupier.house.people.sessions import Session
from croupier.server.app import create_app
from croupier.server.config import Config
from croupier.server.context import Context
from croupier.table import SYSTEM, Actor, Role
from high_card import CATALOGUE
from tests.patience import PATIENCE_S

# Where nobody has said how to log, structlog draws every value around an error: a second each time.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)
# Hashing as cheap as it gets: what is tested is not how slow it is.
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
MANAGER = Actor("system", Role.SHIFT_MANAGER)
PASSWORD = "a long password"
SITE = {"X-Croupier": "1"}
FAST = Config(
    pace_ms=0,
    thinking_ms=0,
    entropy_wait_ms=0,
    betting_seconds=3600,
    is_demo=True,
    demo_tables=(),
    sign_ins_per_minute=1_000_000,
    requests_per_second=1_000_000,
    reading_ms_per_second=1_000_000,
)


def build(
    where: str,
    folder: Path,
    config: Config = FAST,
    catalogue: Any = CATALOGUE,
    now: Callable[[], int] | None = None,
) -> Context:
    house = House.open(where, catalogue, folder / "house.key", now)
    return Context(config, house, people=People(house, QUICK, config.session_terms))


class _Whoever(Context):
    """The part of a house that an application serves at the moment."""

    def __init__(self, context: Context) -> None:
        object.__setattr__(self, "_context", context)

    def __getattribute__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "_context"), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(object.__getattribute__(self, "_context"), name, value)


_idle: list[tuple[_Whoever, Litestar]] = []


@contextlib.contextmanager
def application(context: Context) -> Iterator[Litestar]:
    """The application around this context, until one leaves. An application takes ten times as long to make
    as everything else that a test's house needs, so one serves house after house."""
    if _idle:
        whoever, app = _idle.pop()
        object.__setattr__(whoever, "_context", context)
        app.state.config, app.state.metrics = context.config, context.metrics
    else:
        whoever = _Whoever(context)
        app = create_app(whoever)
    yield app
    _idle.append((whoever, app))


@contextlib.contextmanager
def serving(context: Context, **more: Any) -> "Iterator[TestClient[Any]]":
    """A client of a house that is open until one leaves."""
    with application(context) as app, TestClient(app, **more) as client:
        yield client


class Floor:
    """A server under test, and people in every role."""

    def __init__(self, client: "TestClient[Any]", context: Context) -> None:
        self.http, self.context = client, context
        self._tokens: dict[str, str] = {}

    def run(self, work: Any) -> Any:
        """Do something in the server's own event loop."""

        async def call() -> Any:
            return await work

        return self.http.blocking_portal.call(call)

    def token(self, name: str, *roles: Role) -> str:
        """Somebody with these roles, signed in; the same person for the same name."""
        if name not in self._tokens:
            self._tokens[name] = self.run(self._enter(name, roles or (Role.PLAYER,)))
        return self._tokens[name]

    async def _enter(self, name: str, roles: tuple[Role, ...]) -> str:
        people = self.context.people
        token = await people._invite(SYSTEM, roles)
        session = await people.accept(token, name, PASSWORD)
        assert isinstance(session, Session)
        if Role.PLAYER in roles:
            await self.context.desk.deposit(SYSTEM, session.person, 1_000_00, "test", from_house=True)
        return session.token

    def headers(self, name: str | None, *roles: Role) -> dict[str, str]:
        return SITE if name is None else SITE | {"Authorization": f"Bearer {self.token(name, *roles)}"}

    def open_table(self, name: str = "t1", **more: Any) -> str:
        self.run(self.context.desk.open_table(MANAGER, name, "high-card@1", more.pop("settings", {}), **more))
        self.http.get(f"/api/tables/{name}")
        return name

    def call(self, method: str, path: str, body: Any = None, by: str | None = None, **more: Any) -> Any:
        headers = self.headers(by) | more.pop("headers", {})
        if body is not None:
            more["json"] = body
        return self.http.request(method, path, headers=headers, **more)


@pytest.fixture
def config() -> Config:
    return FAST


@pytest.fixture
def now() -> Callable[[], int] | None:
    """The house's clock: the machine's, unless a test makes time pass by itself."""
    return None


@pytest.fixture
def floor(tmp_path: Path, config: Config, now: Callable[[], int] | None) -> Iterator[Floor]:
    context = build(str(tmp_path / "house.db"), tmp_path, config, now=now)
    with serving(context) as client:
        yield Floor(client, context)


class Served:
    """A real server on a port that the system chose."""

    def __init__(self, make: Callable[[], Context], port: int = 0) -> None:
        self._make = make
        self._port = port
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Served":
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self.context = self._make()
        with application(self.context) as app:
            await self._listen(app)

    async def _listen(self, app: Litestar) -> None:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, 8192
        )  # so that slow readers are noticed soon
        listening.bind(("127.0.0.1", self._port))
        self.port = listening.getsockname()[1]
        self.server = uvicorn.Server(uvicorn.Config(app, log_config=None, ws_max_size=64 * 1024))
        task = asyncio.create_task(self.server.serve([listening]))
        while not self.server.started and not task.done():
            await asyncio.sleep(0.005)
        if not task.done():
            self.loop = asyncio.get_running_loop()
            self.url = f"http://127.0.0.1:{self.port}"
        self._ready.set()
        await task

    def run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_S)
