"""`croupier serve` as real processes on one PostgreSQL, each of which can be killed."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

from croupier.client import Client
from tests.patience import PATIENCE_S

START = "from croupier.cli import app; app()"
PASSWORD = "a long password"


class HouseProcess:
    """One process of the server, started as an operator starts it."""

    def __init__(self, where: str, folder: Path, name: str, **settings: object) -> None:
        self._log = folder / f"{name}.log"
        named = {f"CROUPIER_{key.upper()}": str(value) for key, value in settings.items()}
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", START, "serve", "--store", where, "--port", "0"],
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": "200"} | named,
            )

    def ready(self) -> "HouseProcess":
        """Once it serves. The first of a house also says how its manager comes in."""
        assert self._process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", self._process.stdout.readline())
        assert found is not None, self.log
        self.url = found[0]
        return self

    def first_manager(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip().rpartition("/")[2]

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def log(self) -> str:
        return self._log.read_text()

    def kill(self) -> None:
        """No goodbye to anybody."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE_S)

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(PATIENCE_S)
        finally:
            if self._process.stdout is not None:
                self._process.stdout.close()


async def until(
    look: Callable[[], Awaitable[Any]], is_so: Callable[[Any], object], patience_s: float = PATIENCE_S
) -> Any:
    """Look again until it is so; what was seen then."""
    seen = None
    try:
        async with asyncio.timeout(patience_s):
            while not is_so(seen := await look()):
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"never so; last {seen}") from None
    return seen


def seats(line: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The seats of a table's line by the name of whoever sits there."""
    return {seat["name"]: seat for seat in line["seats"]}


def patient(url: str, token: str = "") -> Client:
    """The client that ships, with a test's patience."""
    return Client(url, token=token, http=httpx.AsyncClient(base_url=url, timeout=PATIENCE_S))


async def manager(process: HouseProcess, invitation: str) -> Client:
    client = patient(process.url)
    await client.accept(invitation, "Mona", PASSWORD)
    return client
