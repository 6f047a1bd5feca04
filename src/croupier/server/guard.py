"""At the door: requests of foreign pages, and of those who ask too often."""

import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection, Request

from croupier.server.errors import Rejected

HEADER = "x-croupier"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_KNOWN_MAX = 10_000


def _monotonic() -> float:
    """Looked up at every call: a simulation has a time of its own."""
    return time.monotonic()


def check_site(request: "Request[Any, Any, Any]") -> None:
    """A page of another site cannot send our header, and a browser tells where a request comes from."""
    check_origin(request.headers, request.app.state.config.origins)
    if changes_something(request) and request.headers.get(HEADER) != "1":
        raise Rejected("cross_site", "requests that change something carry the header X-Croupier: 1")


def check_address(request: "Request[Any, Any, Any]") -> None:
    """No id has a null character, and a store that is asked for one does not know what to say."""
    if "\0" in request.scope["path"] or b"%00" in request.scope["query_string"]:
        raise Rejected("malformed", "an address has no null characters")


def changes_something(request: "Request[Any, Any, Any]") -> bool:
    return request.method not in _SAFE


def check_origin(headers: Mapping[str, str], origins: tuple[str, ...]) -> None:
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return
    try:
        site = urlsplit(origin).netloc
    except ValueError:
        raise Rejected("cross_site", "the Origin of this request is not an address") from None
    if site != headers.get("host"):
        raise Rejected("cross_site", "this house answers its own pages only")


class Allowance:
    """A bucket of tokens: so many a second, with room for a burst."""

    __slots__ = ("_at", "_clock", "_left", "burst", "per_second")

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = _monotonic) -> None:
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
    """One allowance for each who asks: guessing is slow, and nobody can fill the journal."""

    def __init__(
        self, per_second: float, burst: float, reason: str, clock: Callable[[], float] = _monotonic
    ) -> None:
        self._new: Callable[[], Allowance] = lambda: Allowance(per_second, burst, clock)
        self._reason = reason
        self._known: dict[str, Allowance] = {}

    def admit(self, who: str) -> None:
        if len(self._known) > _KNOWN_MAX:
            self._known.clear()
        if who not in self._known:
            self._known[who] = self._new()
        if not self._known[who].take():
            raise Rejected("too_many", self._reason)


def address_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str:
    return connection.client.host if connection.client else ""
