"""What the house stamps a command with: the time by its one clock, and an id that nobody has had before."""

import itertools
import os
import secrets
import time
from collections.abc import Callable
from datetime import timedelta, timezone

HOUSE_ZONE = "SGT"  # what its time is called
HOUSE_TIME = timezone(timedelta(hours=8), HOUSE_ZONE)  # where the documents' houses stand
FOR_EVER = 2**62  # later than any time of the clock, and behind any position of the journal
STEP_MS = 1_000  # by how much the machine's clock has to jump to be told


class Clock:
    """Milliseconds since 1970 that never go back and never stand still, whatever the machine's clock does.

    It is the machine's clock, as long as that runs on. When it is set back, the house's time runs on from
    where it was, by the clock that nobody can set, until the other has caught up; so no pause gets longer.
    """

    def __init__(
        self, now: Callable[[], int] | None = None, steady: Callable[[], int] | None = None, since: int = 0
    ) -> None:
        """`now` can be set by people, `steady` cannot; with `now` alone (a test's) time passes by it only.
        `since` is the last time that is in the record: it begins after that."""
        self._now = now or (lambda: time.time_ns() // 1_000_000)
        if steady is None and now is None:
            steady = lambda: time.monotonic_ns() // 1_000_000  # noqa: E731
        self._can_step = steady is not None
        self._steady = steady or (lambda: 0)
        self._last = since
        self._ahead = max(since, self._now()) - self._steady()  # of the house's time, of the steady clock
        self._wall = self._now() - self._steady()
        self._stepped = 0

    def stamp(self) -> int:
        self._last = self.peek()
        return self._last

    def peek(self) -> int:
        steady = self._steady()
        wall = self._now() - steady
        if wall > self._ahead:
            self._ahead = wall
        if self._can_step and not -STEP_MS < (step := wall - self._wall) < STEP_MS:
            self._stepped += step
            self._wall = wall
        now = steady + self._ahead
        return now if now > self._last else self._last

    def witness(self, at: int) -> None:
        """What is in the record already, by another process, is not later than now."""
        self._last = max(self._last, at)
        self._ahead = max(self._ahead, at - self._steady())

    def step(self) -> int:
        """By how much the machine's clock was set since this was last asked; 0 if it was not."""
        self.peek()
        stepped, self._stepped = self._stepped, 0
        return stepped


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
