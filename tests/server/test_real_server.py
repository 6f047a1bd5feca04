"""A real server on a real port: slow readers, floods, restarts, and the client that ships."""

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from croupier.client import Client, HouseError, Refused, TableGone, TableNow, act, play
from croupier.house.journal import StoreUnavailable
from croupier.server.config import Config
from croupier.server.context import Context
from tests.patience import PATIENCE_S, finish, until

from .conftest import FAST, MANAGER, Served, build
from .houses import patient
from .test_running import EDITIONS


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(lambda: build(str(tmp_path / "house.db"), tmp_path)) as server:
        server.run(server.context.desk.open_table(MANAGER, "t1", "high-card@1"))
        yield server


async def sat(client: Client, name: str, place: int) -> Any:
    await client.demo(name)
    await client.post("/api/tables/t1/seat", {"place": place, "chips": 100_00})


def simple(moment: TableNow) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Bet the least, then stay."""
    option = next((each for each in moment.options if each["purpose"] in ("bet", "check")), None)
    if option is None:
        return None
    return option, {ask["field"]: ask["minimum"] for ask in option["asks"]}


def test_the_client_plays_rounds(served: Served) -> None:
    async def run() -> int:
        async with patient(served.url) as client:
            await sat(client, "Ann", 1)
            async with client.table("t1") as table:
                return await play(table, simple, rounds=5)

    assert finish(run()) == 5


def test_the_client_does_not_act_on_what_it_knew_before_its_own_command(served: Served) -> None:
    """Somebody connects while a bet is on its way: the table is told anew, but as it was before the bet."""

    asked: list[int] = []

    def choose(moment: TableNow) -> Any:
        asked.append(moment.seq)
        return simple(moment)

    async def run() -> None:
        async with patient(served.url) as client:
            await sat(client, "Ann", 1)
            async with client.table("t1") as table:
                async for moment in table.moments():
                    if any(option["command"] == "PlaceBet" for option in moment.options):
                        break
                assert await act(table, choose, moment)
                table.now = moment
                assert not await act(table, choose, moment)

    finish(run())
    assert len(asked) == 1


def test_the_client_sends_again_what_met_a_store_that_was_away(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    whose, away = served.context.people.whose, [StoreUnavailable("gone")]

    async def sometimes(token: str, *, is_active: bool = True) -> Any:
        if is_active and away:
            raise away.pop()
        return await whose(token, is_active=is_active)

    async def run() -> None:
        async with patient(served.url) as client:
            await sat(client, "Ann", 1)
            async with client.table("t1") as table:
                async for moment in table.moments():
                    if any(option["command"] == "PlaceBet" for option in moment.options):
                        break
                monkeypatch.setattr(served.context.people, "whose", sometimes)
                await table.give({"type": "PlaceBet", "amount": 5_00})
                async for moment in table.moments():
                    if moment.view["boxes"]["1"]["bet"]:
                        break

    finish(run())
    assert away == []


def test_the_client_says_what_the_house_says(served: Served) -> None:
    async def run() -> tuple[HouseError, Refused, TableGone]:
        async with patient(served.url) as client:
            await sat(client, "Ann", 1)
            with pytest.raises(HouseError) as taken:
                await client.post("/api/tables/t1/seat", {"place": 2, "chips": 100})
            async with client.table("t1") as table:
                async for moment in table.moments():
                    if any(option["command"] == "PlaceBet" for option in moment.options):
                        break
                with pytest.raises(Refused) as refused:
                    await table.give({"type": "PlaceBet", "amount": 1})
            async with client.table("t1", "dealer") as other:
                with pytest.raises(TableGone) as gone:
                    async for _ in other.moments():
                        pass
            return taken.value, refused.value, gone.value

    taken, refused, gone = finish(run())
    assert (taken.status, taken.code) == (409, "refused")
    assert refused.citations[0]["paragraph"] == "3.1"
    assert "do not act as a dealer" in str(gone)


def test_a_client_that_vanishes_while_it_is_written_to_is_no_fault_of_ours(served: Served) -> None:
    """Whoever watches the metric of faults is not woken because phones lose their network."""

    async def come_and_vanish() -> None:
        url = f"{served.url.replace('http', 'ws')}/api/tables/t1/socket"
        for _ in range(10):
            socket = await websockets.connect(url, open_timeout=PATIENCE_S)
            await socket.recv()
            socket.transport.abort()

    async def run() -> int:
        async with patient(served.url) as client:
            await sat(client, "Ann", 1)
            async with client.table("t1") as table:
                crowd = [asyncio.create_task(come_and_vanish()) for _ in range(10)]
                played = await play(table, simple, rounds=40)
                await asyncio.gather(*crowd)
                return played

    assert finish(run()) == 40
    registry = served.context.metrics.registry
    assert registry.get_sample_value("croupier_faults_total", {"where": "socket"}) in (None, 0)


def test_a_slow_reader_is_cut_off_and_the_table_goes_on(tmp_path: Path) -> None:
    """It stops reading; the others play on; its connection ends and its memory is given back."""
    config = Config(**{**_fields(FAST), "queue_length": 8})

    def closed(context: Context) -> float | None:
        return context.metrics.registry.get_sample_value("croupier_sockets_closed_total", {"code": "4503"})

    async def run(url: str, port: int, context: Context) -> int:
        stuck = _open_raw(port)
        async with patient(url) as client:
            await sat(client, "Ann", 1)
            async with client.table("t1") as table:
                played = await play(table, simple, rounds=40)
        until(lambda: closed(context) == 1)
        stuck.close()
        return played

    with Served(lambda: build(str(tmp_path / "house.db"), tmp_path, config)) as server:
        server.run(server.context.desk.open_table(MANAGER, "t1", "high-card@1"))
        assert finish(run(server.url, server.port, server.context)) == 40


def _fields(config: Config) -> dict[str, Any]:
    return {name: getattr(config, name) for name in Config.__struct_fields__}


def _open_raw(port: int) -> socket.socket:
    """A WebSocket by hand that asks for the table and then never reads, with the smallest of buffers."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    raw.connect(("127.0.0.1", port))
    raw.sendall(
        b"GET /api/tables/t1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        b"Sec-WebSocket-Version: 13\r\n\r\n"
    )
    return raw


def test_a_flood_of_messages_ends_the_connection(served: Served) -> None:
    async def run() -> int:
        url = served.url.replace("http", "ws") + "/api/tables/t1/socket"
        async with websockets.connect(url, open_timeout=PATIENCE_S) as flood:
            try:
                for number in range(500):
                    await flood.send(json.dumps({"type": "ping", "n": number}))
                while True:
                    await flood.recv()
            except websockets.ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 0

    assert finish(run()) == 4429


def test_a_restart_loses_nothing_and_the_client_comes_back(tmp_path: Path) -> None:
    """Trust 10: the same command sent before and after the restart is done once."""
    where, port = str(tmp_path / "house.db"), _free_port()

    async def run() -> None:
        async with patient(f"http://127.0.0.1:{port}") as client:
            await sat(client, "Ann", 1)
            async with client.table("t1") as table:
                played = await play(table, simple, rounds=2)
                assert played == 2
                before = await client.me()
                await asyncio.to_thread(restart)
                assert await client.me() == before | {"expires_at": (await client.me())["expires_at"]}
                assert await play(table, simple, rounds=2) == 2

    servers: list[Served] = []

    def start() -> None:
        served = Served(lambda: build(where, tmp_path, _patient()), port)
        served.__enter__()
        servers.append(served)

    def restart() -> None:
        servers[-1].__exit__()
        start()

    start()
    servers[-1].run(servers[-1].context.desk.open_table(MANAGER, "t1", "high-card@1"))
    try:
        finish(run())
    finally:
        servers[-1].__exit__()


def _patient() -> Config:
    return Config(**{**_fields(FAST), "interruption_seconds": 0})


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def test_the_jackpot_display_moves_with_every_bet(tmp_path: Path) -> None:
    """Trust 13: within a second of an increment, without signing in."""
    from croupier.games import catalogue

    config = Config(**{**_fields(FAST), "betting_seconds": 1})
    with Served(lambda: build(str(tmp_path / "house.db"), tmp_path, config, catalogue())) as server:
        desk = server.context.desk
        edition = next(name for name in EDITIONS if name.startswith("rws-multilink@3"))
        server.run(desk.open_link(MANAGER, "main", edition, title="Main"))
        server.run(desk.open_table(MANAGER, "m", edition, link="main"))
        server.run(desk.set_bots(MANAGER, "m", 3))
        meters = finish(_meters(server.url, 3))
        assert meters == sorted(meters)
        assert meters[0] < meters[-1]


async def _meters(url: str, count: int) -> list[int]:
    async with (
        patient(url) as client,
        client._http.stream("GET", "/api/jackpots/main/stream", timeout=PATIENCE_S) as stream,
    ):
        assert stream.headers["content-type"].startswith("text/event-stream")
        found: list[int] = []
        async for line in stream.aiter_lines():
            if line.startswith("data:") and "display" in line:
                meter = json.loads(line.removeprefix("data:"))
                if "status" in meter and meter["display"] not in found:
                    found.append(meter["display"])
            if len(found) == count:
                return found
    return found
