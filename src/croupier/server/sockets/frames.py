"""Messages straight onto the wire: no task, no queue and no framework between a message and its sockets.

Every message of a table goes to everybody there. Through the framework each copy costs a task switch, a timer
and six calls; written here it costs one call. A reader who is behind is left to the outbox.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "croupier.frames"
_TEXT = 0x81  # a whole message of text


class FrameProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own protocol, and a way past it for text."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def write_text(self, message: bytes) -> bool:
        """Put a message on the wire; False while the reader is behind, or once the connection is ending."""
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(framed(message))
        return True


def framed(message: bytes) -> bytes:
    size = len(message)
    if size < 126:
        return bytes((_TEXT, size)) + message
    if size < 1 << 16:
        return bytes((_TEXT, 126)) + size.to_bytes(2) + message
    return bytes((_TEXT, 127)) + size.to_bytes(8) + message


def never(message: bytes) -> bool:
    return False


def writer_of(scope: Any) -> Any:
    """How to write past the framework; without uvicorn, as in tests, there is no such way."""
    found = (scope.get("extensions") or {}).get(EXTENSION)
    return found.write_text if isinstance(found, FrameProtocol) else never
