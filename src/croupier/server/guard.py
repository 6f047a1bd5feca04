"""At the door: requests of foreign pages, and of those who ask too often."""

import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection, Request

from croupier.server.errors import Rejected

HEADER = "x-croupier"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def check_site(request: "Request[Any, Any, Any]") -> None:
    """A page of another site cannot send our header, and a browser tells where a request comes from."""
    check_origin(request.headers, request.app.state.config.origins)
    if request.method not in _SAFE and request.headers.get(HEADER) != "1":
        raise Rejected("cross_site", "requests that change something carry the header X-Croupier: 1")


def check_origin(headers: Mapping[str, str], origins: tuple[str, ...]) -> None:
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return
    if urlsplit(origin).netloc != headers.get("host"):
        raise Rejected("cross_site", "this house answers its own pages only")


class Allowance:
    """A bucket of tokens: so many a second, with room for a burst."""

    __slots__ = ("_at", "_clock", "_left", "burst", "per_second")

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_second, self.burst = per_second, burst
        self._clock = clock
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Doorman:
    """Sign-ins per address: guessing is slow even before an account locks."""

    def __init__(self, per_minute: int = 30, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._known: dict[str, Allowance] = {}

    def admit(self, connection: "ASGIConnection[Any, Any, Any, Any]") -> None:
        address = connection.client.host if connection.client else ""
        if len(self._known) > 10_000:
            self._known.clear()
        known = self._known.setdefault(
            address, Allowance(self._per_minute / 60, self._per_minute, self._clock)
        )
        if not known.take():
            raise Rejected("too_many", "too many attempts from this address; wait a minute")


__all__ = ["HEADER", "Allowance", "Doorman", "check_origin", "check_site"]
