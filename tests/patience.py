"""How long a test waits for what must come.

Long enough for a machine with much else to do: only a failure ever takes so long, so less would save nothing.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE_S = 180.0
PATIENCE_MS = int(PATIENCE_S * 1000)


def until(is_so: Callable[[], object], words: Callable[[], object] = lambda: "it was never so") -> None:
    """Look again until it is so. For what nobody tells us of: a process, a file, another server's state."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, words()
        time.sleep(0.01)


def finish(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end; what never ends fails and says where it stood instead of holding up the suite."""

    async def within() -> T:
        async with asyncio.timeout(PATIENCE_S):
            return await work

    return asyncio.run(within())
