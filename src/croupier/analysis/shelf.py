"""Where this machine keeps what it has worked out: CROUPIER_CACHE, or else the user's cache folder."""

import os
import tempfile
from pathlib import Path

CACHE = "CROUPIER_CACHE"


def place(kind: str, name: str) -> Path:
    folder = os.environ.get(CACHE) or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(folder) / "croupier" / kind / name


def keep(file: Path, content: bytes) -> None:
    """Write beside and rename. A machine that cannot keep it works it out again another time."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as out:
            out.write(content)
        Path(out.name).replace(file)
    except OSError:
        pass
