"""What waits to be sent to one socket: bounded, so that a slow reader never holds anybody up."""

import asyncio
from collections import deque
from collections.abc import Callable


class Outbox:
    """Messages in order. When it is full the reader is too slow: it is told once and cut off."""

    def __init__(self, length: int, on_overflow: Callable[[], None] = lambda: None) -> None:
        self._length = length
        self._messages: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._on_overflow = on_overflow
        self.overflowed = asyncio.Event()

    @property
    def has_overflowed(self) -> bool:
        return self.overflowed.is_set()

    def put(self, message: bytes) -> None:
        """Never waits. After an overflow nothing more is taken in."""
        if self.has_overflowed:
            return
        if len(self._messages) >= self._length:
            self.overflowed.set()
            self._messages.clear()
            self._ready.set()
            self._on_overflow()
            return
        self._messages.append(message)
        self._ready.set()

    async def get(self) -> bytes | None:
        """The next message; None once the reader was too slow."""
        while not self._messages:
            if self.has_overflowed:
                return None
            self._ready.clear()
            await self._ready.wait()
        return self._messages.popleft()

    def __len__(self) -> int:
        return len(self._messages)
