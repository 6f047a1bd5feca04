"""Names that nobody has had before."""

import itertools
import os
import secrets

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
