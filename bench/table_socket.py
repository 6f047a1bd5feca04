"""How long a command takes from a client over the socket to its durable acknowledgement, with many tables.

python -m bench.table_socket [tables] [seconds] [store]
"""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

import uvicorn

from croupier.client import Client, Moment
from croupier.games import catalogue
from croupier.server.app import create_app
from croupier.server.config import Config
from croupier.server.context import Context, open_context
from croupier.table import SYSTEM, Actor, Role

EDITION = "rws-poker@7"


async def measure(tables: int, seconds: float, where: str, folder: Path) -> None:
    config = Config(
        store=where,
        key_file=str(folder / "house.key"),
        pace_ms=0,
        thinking_ms=0,
        betting_seconds=3600,
        is_demo=True,
        demo_tables=(),
        demo_chips=10**11,
        sign_ins_per_minute=10**6,
        messages_per_second=10_000,
    )
    context = open_context(config, catalogue())
    server = uvicorn.Server(
        uvicorn.Config(create_app(context), port=0, log_config=None, ws_per_message_deflate=False)
    )
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    names = [f"t{number}" for number in range(tables)]
    for name in names:
        await context.desk.open_table(Actor(SYSTEM.id, Role.SHIFT_MANAGER), name, EDITION)
    took: list[float] = []
    stop = asyncio.Event()
    players = [asyncio.create_task(_play(url, name, place, took, stop)) for name in names for place in (1, 2)]
    while sum(bool(stage.rounds) for stage in context.room.stages.values()) < tables:
        await asyncio.sleep(0.1)  # until every table has played a Round
    took.clear()
    before, started = _events(context), time.perf_counter()
    await asyncio.sleep(seconds)
    passed, count = time.perf_counter() - started, len(took)
    events = _events(context) - before
    stop.set()
    ordered = sorted(took[:count]) or [0.0]
    print(
        f"{tables} tables, {2 * tables} sockets: {count / passed:,.0f} client commands/s, "
        f"{events / passed:,.0f} events/s, ack p50 {1000 * ordered[len(ordered) // 2]:.1f} ms, "
        f"p99 {1000 * ordered[int(len(ordered) * 0.99)]:.1f} ms"
    )
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    server.should_exit = True
    await serving


def _events(context: Context) -> int:
    return sum(stage.look.version for stage in context.room.stages.values())


async def _play(url: str, name: str, place: int, took: list[float], stop: asyncio.Event) -> None:
    async with Client(url) as client:
        await client.demo(f"p{place} {name}")
        async with client.table(name) as table:
            await table.sit(place, 2_000_00)
            async for moment in table.moments():
                if stop.is_set():
                    return
                if table.now is not moment or moment.you["place"] not in moment.awaited:
                    continue
                await _act(table, moment, took)


async def _act(table: object, moment: Moment, took: list[float]) -> None:
    """Post, check, call or show: play that goes on for ever."""
    from croupier.client import Refused, RemoteTable

    assert isinstance(table, RemoteTable)
    wanted = ("PostSmallBlind", "PostBigBlind", "PayToJoin", "Check", "Call", "ShowHand", "MuckHand", "Fold")
    offered = {option["command"]: option for option in moment.options}
    for command in wanted:
        if command in offered:
            started = time.perf_counter()
            try:
                await table.use(offered[command], moment.seq)
            except Refused:
                return
            took.append(time.perf_counter() - started)
            return


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    with tempfile.TemporaryDirectory() as folder:
        where = sys.argv[3] if len(sys.argv) > 3 else os.path.join(folder, "house.db")
        asyncio.run(measure(tables, seconds, where, Path(folder)))


if __name__ == "__main__":
    main()
