"""A file layer that fails: at a chosen write the power goes, and what was not yet on the disk may be gone.

The write that fails is torn in half. Of everything written since the last synchronisation of its file, each
write survives or not, by chance. Then the process is gone at once.
"""

import os
import random
from collections.abc import Callable
from typing import Any

import apsw

DEAD = 137  # what a shell reports for kill -9

_Undo = Callable[[], None]


class PowerCut(apsw.VFS):
    """Counts the writes to all its files and fails at the chosen one. One per process, kept in `instance`."""

    instance: "PowerCut | None" = None  # SQLite does not hold on to its layers

    def __init__(self, name: str, fail_at: int, seed: int = 0) -> None:
        self.writes = 0
        self.fail_at = fail_at
        self._chance = random.Random(seed)
        self._unsynced: dict[str, list[_Undo]] = {}
        super().__init__(name, "unix")

    def xOpen(self, name: Any, flags: Any) -> "UnsafeFile":  # noqa: N802 - SQLite's names
        return UnsafeFile(self, name, flags)

    def wrote(self, path: str, undo: _Undo) -> None:
        self._unsynced.setdefault(path, []).append(undo)

    def synced(self, path: str) -> None:
        self._unsynced.pop(path, None)

    def is_due(self) -> bool:
        self.writes += 1
        return self.writes == self.fail_at

    def fail(self) -> None:
        for undos in self._unsynced.values():
            for undo in reversed(undos):
                if self._chance.random() < 0.5:
                    undo()
        os._exit(DEAD)


class UnsafeFile(apsw.VFSFile):
    """A file whose writes are remembered until they are synchronised."""

    def __init__(self, layer: PowerCut, name: Any, flags: Any) -> None:
        self._layer = layer
        self._path = name.filename() if isinstance(name, apsw.URIFilename) else str(name or "")
        super().__init__("unix", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        body = bytes(data)
        size = super().xFileSize()
        old = super().xRead(min(len(body), max(size - offset, 0)), offset) if offset < size else b""
        is_due = self._layer.is_due()
        super().xWrite(body[: len(body) // 2] if is_due else body, offset)
        self._layer.wrote(self._path, lambda: self._put_back(old, offset, size))
        if is_due:
            self._layer.fail()

    def _put_back(self, old: bytes, offset: int, size: int) -> None:
        if old:
            super().xWrite(old, offset)
        elif super().xFileSize() > size:
            super().xTruncate(size)

    def xSync(self, flags: Any) -> None:  # noqa: N802
        super().xSync(flags)
        self._layer.synced(self._path)
