"""A player's command while others ask at the door: `python -m bench.doors [--seconds N] [PATH ...]`.

Two tables at an even pace, alone; then beside eight clients at each door of the house, who ask again as soon
as they are answered. They are processes of their own and give way to the house, as if from elsewhere. The
doors are those of the house's own description, so that none is left out: every question, and of the requests
that change something those that cost more than writing it down.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import re
import tempfile
from collections.abc import Iterator
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import httpx

from croupier.client.client import Client
from croupier.client.load import Load, LocalHouse

CLIENTS = 8
PER_SECOND = 20.0
PASSWORD = "a long password"
ROLES = ["player", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "auditor"]
# The limits as they ship: `croupier load` lifts some of them.
SETTINGS = {"SIGN_INS_PER_MINUTE": 30, "REQUESTS_PER_SECOND": 20, "REQUESTS_MS_PER_SECOND": 100}
POSITION = (
    "rws-poker@7 phase=betting street=1 to_act=1 pot=15 current_bet=10 floor=10 order=[1 2] round=1"
    " positions=(button=1 orbit=1 is_button_placed=yes small_blind_position=1"
    " small_blind_seat=1 big_blind_seat=2)"
    " seats=[(player=Ann chips=195 is_new=no hand=(cards=AsKs bet=5 total=5))"
    " (player=Ben chips=190 is_new=no hand=(cards=???? bet=10 total=10)) - - - - - - - -]"
    " device=(kind=card_shoe source=physical decks=1 out=AsKs)"
)
COSTLY = {
    ("POST", "/api/session"): {"name": "Nobody", "password": "wrong"},
    ("PUT", "/api/me/password"): {"old": "wrong", "new": PASSWORD},
    ("POST", "/api/positions"): {"position": POSITION, "command": {"type": "Fold", "seat": 1}},
    ("POST", "/api/reports/audit"): None,
}
UNDESCRIBED = (
    "/",
    "/core/draw.js",
    "/nothing.js.map",
    "/guests/{game}/layout.js",
    "/healthz",
    "/metrics",
    "/api/openapi.json",
    "/par/{edition}.html",
)
_QUERIES = {"/api/cashier/quote": "?person={person}&cents=100", "/api/rounds": "?limit=100"}

Door = tuple[str, str, Any]


def doors(described: dict[str, Any], blanks: dict[str, str]) -> Iterator[Door]:
    """Method, address and body of every door; an event stream is answered for ever, so it is none."""
    for path, operations in sorted(described["paths"].items()):
        for method in sorted(operations):
            key = (method.upper(), path)
            if (method == "get" and not path.endswith("/stream")) or key in COSTLY:
                yield method.upper(), _filled(path + _QUERIES.get(path, ""), blanks), COSTLY.get(key)
    yield from (("GET", _filled(path, blanks), None) for path in UNDESCRIBED)


def _filled(path: str, blanks: dict[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda blank: blanks.get(blank[1], "1"), path)


def ask(url: str, token: str, door: Door, ready: Barrier) -> None:
    """One client: as fast as it is answered, until it is ended. To start it costs more than to ask."""
    os.nice(19)
    method, path, body = door
    headers = {"X-Croupier": "1", "Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=url, headers=headers, timeout=60) as http:
        http.get("/healthz")
        ready.wait()
        while True:
            http.request(method, path, json=body)


async def measured(load: Load, seconds: float) -> str:
    found = await load.run(seconds, PER_SECOND)
    return f"p50 {found.percentile(0.5):6.1f} ms, p99 {found.percentile(0.99):6.1f} ms"


async def main(seconds: float, wanted: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        house = LocalHouse(str(Path(name) / "house.db"), Path(name), **SETTINGS)
        try:
            await _measure(house, seconds, wanted)
        finally:
            house.stop()


async def _everything(url: str) -> tuple[str, str]:
    """Somebody in every role, for whom all doors open."""
    async with Client(url) as manager, Client(url) as somebody:
        await manager.sign_in("Manager", PASSWORD)
        link = (await manager.post("/api/people", {"roles": ROLES}))["link"]
        me = await somebody.accept(link.rpartition("/")[2], "Somebody", PASSWORD)
        return somebody.token, str(me["id"])


async def _measure(house: LocalHouse, seconds: float, wanted: list[str]) -> None:
    load = Load(house.url, invitation=house.invitation, tables=2, players=4, watchers=0)
    async with load:
        await load.run(5.0)  # some Rounds to ask for
        token, person = await _everything(house.url)
        async with Client(house.url) as anybody:
            table = (await anybody.tables())[0]
            described = await anybody.get("/api/openapi.json")
            links = await anybody.get("/api/jackpots")
        blanks = {
            "table": table["id"],
            "round": f"{table['id']}.1",
            "person": person,
            "edition": table["edition"],
        }
        blanks |= {"other": table["edition"], "link": links[0]["id"] if links else "main", "number": "1"}
        print(f"{'alone':44} {await measured(load, seconds)}", flush=True)
        for door in doors(described, blanks):
            if wanted and not any(word in door[1] for word in wanted):
                continue
            spawn = multiprocessing.get_context("spawn")
            ready = spawn.Barrier(CLIENTS + 1)
            clients = [
                spawn.Process(target=ask, args=(house.url, token, door, ready)) for _ in range(CLIENTS)
            ]
            for client in clients:
                client.start()
            await asyncio.to_thread(ready.wait)
            try:
                print(f"{door[0]:5} {door[1]:38} {await measured(load, seconds)}", flush=True)
            finally:
                for client in clients:
                    client.terminate()
                    client.join()
        print(f"{'alone again':44} {await measured(load, seconds)}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="at each door")
    parser.add_argument("words", nargs="*", help="only doors with one of these in their path")
    given = parser.parse_args()
    asyncio.run(main(given.seconds, given.words))
