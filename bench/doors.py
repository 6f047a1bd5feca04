"""A player's command while others ask costly questions: `python -m bench.doors`.

Two tables at an even pace, alone; then beside eight clients of each kind, who ask again as soon as they are
answered. They are processes of their own, as on other machines, so that only the house is measured.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import tempfile
from pathlib import Path

import httpx

from croupier.client.client import Client
from croupier.client.load import Load, LocalHouse

CLIENTS = 8
SECONDS = 8.0
PER_SECOND = 20.0
PASSWORD = "a long password"
# The limits as they ship: `croupier load` lifts some of them.
SETTINGS = {"SIGN_INS_PER_MINUTE": 30, "REQUESTS_PER_SECOND": 20, "REQUESTS_MS_PER_SECOND": 100}
KINDS = {
    "the description of the endpoints": ("GET", "/api/openapi.json", None),
    "the hashes of the program": ("GET", "/api/program", None),
    "a hundred Rounds": ("GET", "/api/rounds?limit=100", None),
    "the statement": ("GET", "/api/statement", None),
    "the lobby": ("GET", "/api/lobby", None),
    "a new password, the old one wrong": ("PUT", "/api/me/password", {"old": "wrong", "new": PASSWORD}),
    "signing in, wrongly": ("POST", "/api/session", {"name": "Nobody", "password": "wrong"}),
}


def ask(url: str, token: str, kind: str) -> None:
    """One client: as fast as it is answered, until it is ended."""
    method, path, body = KINDS[kind]
    headers = {"X-Croupier": "1", "Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=url, headers=headers, timeout=60) as http:
        while True:
            http.request(method, path, json=body)


async def measured(load: Load) -> str:
    found = await load.run(SECONDS, PER_SECOND)
    return f"p50 {found.percentile(0.5):6.1f} ms, p99 {found.percentile(0.99):6.1f} ms"


async def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        house = LocalHouse(str(Path(name) / "house.db"), Path(name), **SETTINGS)
        try:
            await _measure(house)
        finally:
            house.stop()


async def _measure(house: LocalHouse) -> None:
    async with Client(house.url) as somebody:
        token = (await somebody.demo("Somebody"))["token"]
    load = Load(house.url, invitation=house.invitation, tables=2, players=4, watchers=0)
    async with load:
        await load.run(5.0)  # some Rounds to ask for
        print(f"{'alone':36} {await measured(load)}", flush=True)
        for kind in KINDS:
            spawn = multiprocessing.get_context("spawn")
            clients = [spawn.Process(target=ask, args=(house.url, token, kind)) for _ in range(CLIENTS)]
            for client in clients:
                client.start()
            try:
                print(f"{kind:36} {await measured(load)}", flush=True)
            finally:
                for client in clients:
                    client.terminate()
                    client.join()
        print(f"{'alone again':36} {await measured(load)}", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
