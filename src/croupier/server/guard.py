"""At the door: requests of foreign pages, and of those who ask too often."""

import ipaddress
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection, Request

from croupier.house.allowance import Allowance, Allowances, Clock, monotonic
from croupier.server.errors import Rejected

HEADER = "x-croupier"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_NETWORK = 8  # times as much as one address


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


class Doorman:
    """Counts those who ask by their address and, more generously, by the network it is in. Whoever has one
    address of IPv6 has a whole /64 of them."""

    def __init__(self, per_second: float, burst: float, reason: str, clock: Clock = monotonic) -> None:
        self._reason = reason
        self._addresses = Allowances(lambda: Allowance(per_second, burst, clock))
        self._networks = Allowances(lambda: Allowance(_NETWORK * per_second, _NETWORK * burst, clock))

    def admit(self, address: str) -> None:
        near, wide = networks(address)
        if not (self._addresses.of(near).take() and self._networks.of(wide).take()):
            raise Rejected("too_many", self._reason)


def networks(address: str) -> tuple[str, str]:
    """Who asks, and the network around it; somebody without an address (a socket file) is by itself."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address, address
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    ip = mapped or ip
    near, wide = (32, 24) if ip.version == 4 else (64, 48)
    return str(ipaddress.ip_network((ip, near), strict=False)), str(
        ipaddress.ip_network((ip, wide), strict=False)
    )


def address_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str:
    return connection.client.host if connection.client else ""
