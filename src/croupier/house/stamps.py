"""What the house stamps a command with: the time by its one clock, and an id that nobody has had before."""

import itertools
import os
import secrets
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


_numbers = itertools.count()
_owner: tuple[int, str] = (0, "")


def new_id() -> str:
    """Unique over all processes: 64 random bits for this one, then a number.

    Fresh randomness for every name would hand the interpreter to another thread each time.
    """
    global _owner
    if _owner[0] != os.getpid():
        _owner = (os.getpid(), secrets.token_hex(8))
    return f"{_owner[1]}-{next(_numbers):x}"
