"""The one clock that stamps everything."""

import time
from collections.abc import Callable


class Clock:
    """Milliseconds since 1970 that never go backwards, whatever the machine's clock does."""

    def __init__(self, now: Callable[[], int] | None = None) -> None:
        self._now = now or (lambda: time.time_ns() // 1_000_000)
        self._last = 0

    def stamp(self) -> int:
        self._last = max(self._last, self._now())
        return self._last

    def peek(self) -> int:
        return max(self._last, self._now())
