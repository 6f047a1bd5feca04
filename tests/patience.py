"""How long a test waits for what must come.

Long enough for a machine with much else to do: only a failure ever takes so long, so less would save nothing.
"""

import time
from collections.abc import Callable

PATIENCE_S = 180.0
PATIENCE_MS = int(PATIENCE_S * 1000)


def until(is_so: Callable[[], object], words: Callable[[], object] = lambda: "it was never so") -> None:
    """Look again until it is so. For what nobody tells us of: a process, a file, another server's state."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, words()
        time.sleep(0.01)
