"""How far random play looks: `make test` a little everywhere, `make soak` (EFFORT=20) twenty times as far.

And how many cores there are to do it."""

import os

EFFORT = int(os.environ.get("EFFORT", "1"))


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
