"""What a supervisor such as systemd is told: that the house is open, and every second that its loop runs."""

import asyncio
import contextlib
import os
import socket

_EVERY_S = 1.0


def is_open() -> None:
    """Call it from within the loop. Nothing where nobody asked for it."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        _tell(address, "READY=1")
        _beat(address)


def _beat(address: str) -> None:
    _tell(address, "WATCHDOG=1")
    asyncio.get_running_loop().call_later(_EVERY_S, _beat, address)


def _tell(address: str, state: str) -> None:
    """By sd_notify(3); a supervisor that is gone, or does not listen, holds nobody up."""
    kind = socket.SOCK_DGRAM | socket.SOCK_NONBLOCK
    with socket.socket(socket.AF_UNIX, kind) as line, contextlib.suppress(OSError):
        line.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)
