"""A disk that forgets what was not synchronised, fails, fills up, and is there when the power goes.

Real SQLite writes real files, in a folder in memory. Each process has a layer of its own above them, through
which it can be stopped at any write.
"""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import apsw

if TYPE_CHECKING:
    from croupier.simulator.process import Process

_KEPT = 0.5  # how likely a write that was not synchronised outlives the power


class Disk:
    """What all processes of the house share."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self.folder = folder
        self.writes = 0
        self._chance = chance
        self._unsynced: dict[str, list[tuple[bytes, int, int]]] = {}
        self.listeners: list[Callable[[], None]] = []  # who wants to hear that something was committed

    def tell(self) -> None:
        for listener in list(self.listeners):
            listener()

    def wrote(self, path: str, old: bytes, offset: int, size: int) -> None:
        self.writes += 1
        self._unsynced.setdefault(path, []).append((old, offset, size))

    def synced(self, path: str) -> None:
        self._unsynced.pop(path, None)

    def copy(self, source: Path, target: Path) -> None:
        """One store over another, in one transaction."""
        from_, to = apsw.Connection(str(source)), apsw.Connection(str(target))
        with to.backup("main", from_, "main") as copying:
            copying.step(-1)
        from_.close()
        to.close()
        self._unsynced.clear()

    def lose_power(self) -> None:
        """Of what was not synchronised each write survives or not, by chance."""
        for path, writes in sorted(self._unsynced.items()):
            if not os.path.exists(path):
                continue
            handle = os.open(path, os.O_RDWR)
            for old, offset, size in reversed(writes):
                if self._chance.random() < _KEPT:
                    continue
                if old:
                    os.pwrite(handle, old, offset)
                elif os.fstat(handle).st_size > size:
                    os.ftruncate(handle, size)
            os.close(handle)
        self._unsynced.clear()


class Layer(apsw.VFS):
    """The files as one process sees them, until it is gone."""

    def __init__(self, name: str, disk: Disk, process: "Process") -> None:
        self.name, self.disk, self.process = name, disk, process
        super().__init__(name, "unix")

    def xOpen(self, name: Any, flags: Any) -> "File":  # noqa: N802 - SQLite's names
        return File(self, name, flags)

    def excepthook(self, kind: Any, error: Any, trace: Any) -> bool:
        """A file of a process that is gone cannot be closed tidily; nobody needs to read of it."""
        return True

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.process.check_alive()
        super().xDelete(filename, syncdir)


class File(apsw.VFSFile):
    """A file whose writes may be the last."""

    def excepthook(self, kind: Any, error: Any, trace: Any) -> bool:
        """As above."""
        return True

    def __init__(self, layer: Layer, name: Any, flags: Any) -> None:
        self._process, self._disk = layer.process, layer.disk
        self._path = name.filename() if isinstance(name, apsw.URIFilename) else str(name or "")
        super().__init__("unix", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        self._process.check_alive()
        self._process.check_disk()
        body = bytes(data)
        size = super().xFileSize()
        old = super().xRead(min(len(body), size - offset), offset) if offset < size else b""
        is_last = self._process.is_last_write()
        super().xWrite(body[: len(body) // 2] if is_last else body, offset)
        self._disk.wrote(self._path, old, offset, size)
        if is_last:
            self._process.dies("in a write")

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._process.check_alive()
        super().xTruncate(size)

    def xSync(self, flags: Any) -> None:  # noqa: N802
        self._process.check_alive()
        self._process.check_disk()
        self._disk.synced(self._path)
        if self._process.is_last_write():
            self._process.dies("right after a synchronisation")
