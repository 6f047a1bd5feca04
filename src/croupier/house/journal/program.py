"""Which program is running: one hash over all of its files."""

import hashlib
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parent.parent.parent
_SUFFIXES = {".py", ".toml"}


@cache
def program_hash() -> str:
    """SHA-256 over the names and contents of the package's code and editions, in hex."""
    whole = hashlib.sha256()
    for file in sorted(_ROOT.rglob("*")):
        if file.suffix in _SUFFIXES:
            body = file.read_bytes()
            whole.update(f"{file.relative_to(_ROOT).as_posix()}\0{len(body)}\0".encode())
            whole.update(body)
    return whole.hexdigest()
