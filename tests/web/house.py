"""A real house for the browser: `croupier serve` in its own process, which can be killed and opened again."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from croupier.games import catalogue
from croupier.server.config import read_config
from croupier.server.context import open_context
from croupier.server.demo import open_demo_tables
from croupier.table import SYSTEM, Actor, Role
from tests.patience import PATIENCE_S

_SETTINGS = """
is_demo = true
store = "{store}"
port = {port}
pace_ms = {pace}
thinking_ms = {pace}
betting_seconds = 120
sign_ins_per_minute = 1000
requests_ms_per_second = 1000000
interruption_seconds = 2
log_level = "warning"
{tables}
"""


class HouseProcess:
    """The house on one port with one store, through as many lives as a test wants."""

    def __init__(self, folder: Path, *, all_editions: bool = False, pace_ms: int = 25) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.config = folder / "house.toml"
        self.config.write_text(
            _SETTINGS.format(
                store=folder / "house.db",
                port=self.port,
                pace=pace_ms,
                # Tables that nobody looks at cost time: most tests open their own.
                tables="" if all_editions else 'demo_tables = ["rws-multilink@3"]',
            )
        )
        self.output = folder / "house.log"
        self.process: subprocess.Popen[bytes] | None = None
        if not all_editions:
            with ThreadPoolExecutor(1) as aside:  # the browser has an event loop in this thread
                aside.submit(asyncio.run, self._send_the_bots_home()).result(PATIENCE_S)

    async def _send_the_bots_home(self) -> None:
        """The table of the demonstration is there, and nobody plays: bots would do so all the time, for every
        page of every test, and take much of the processor time."""
        config = read_config(self.config, {})
        context = open_context(config, catalogue())
        await open_demo_tables(config, context.house, context.desk)
        await context.desk.set_bots(Actor(SYSTEM.id, Role.SHIFT_MANAGER), "multilink-3", 0)
        await context.house.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> "HouseProcess":
        command = [
            sys.executable,
            "-c",
            "from croupier.cli import app; app()",
            "serve",
            "--config",
            str(self.config),
        ]
        with self.output.open("ab") as output:
            environment = os.environ | {"COLUMNS": "400"}
            self.process = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            assert self.process.poll() is None, self.output.read_text()
            with contextlib.suppress(OSError):
                urllib.request.urlopen(self.address + "/healthz", timeout=PATIENCE_S).close()
                return self
            time.sleep(0.05)
        raise AssertionError("the house did not open: " + self.output.read_text())

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.kill()

    def manager_link(self) -> str:
        """The one-time link that the first start prints."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            if found := re.search(r"(http\S+/#/invitation/\S+)", self.output.read_text()):
                return found[1]
            time.sleep(0.05)
        raise AssertionError("no link for the first manager was printed")
