"""How the house listens: uvicorn, with its own frames, patience for requests, and proxies it was told of."""

import asyncio
import gc
import time
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from croupier.server.config import Config
from croupier.server.sockets.frames import FrameProtocol
from croupier.server.turns import Turns


class PatientProtocol(H11Protocol):
    """uvicorn waits for ever for the rest of a request. A client that sends it too slowly is let go here."""

    patience_s = 20.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since: float | None = time.monotonic()  # when the request that is not whole yet began
        self._look_again()

    def data_received(self, data: bytes) -> None:
        if self._since is None:
            self._since = time.monotonic()
        super().data_received(data)
        if self._is_whole():
            self._since = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._since is None and not self._is_whole():  # half of the next request had come with this one
            self._since = time.monotonic()

    def _is_whole(self) -> bool:
        """Nothing is half sent: a request's head, or the body that its head promised."""
        if self.conn.their_state is h11.IDLE:
            return self.cycle is not None and not self.conn.trailing_data[0]
        return self.conn.their_state is not h11.SEND_BODY

    def _look_again(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return  # it has gone, or has become a socket
        if self._since is not None and time.monotonic() - self._since >= self.patience_s:
            self.transport.close()
            return
        self.loop.call_later(self.patience_s / 4, self._look_again)


def settle_down() -> None:
    """The house is open. What was made on the way stays for good: nobody need look there for garbage again.

    Looking through all of it held everybody up for 70 ms, once in some hundred commands. Of what is new
    nearly all goes by itself, within the next few hundred commands: to look for it sooner finds nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def serving(app: Any, config: Config) -> uvicorn.Config:
    """Forwarded addresses are believed from the proxies that the house names, and from nobody else."""
    protocol = type("Protocol", (PatientProtocol,), {"patience_s": float(config.request_seconds)})
    return uvicorn.Config(
        Turns(app, config.requests_ms_per_second),
        log_config=None,
        http=protocol,
        ws=FrameProtocol,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,  # secrets and the words of others are never compressed together
        ws_ping_interval=20.0,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=75,  # longer than proxies do: a request loses a connection that closes under it
        server_header=False,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies),
    )
