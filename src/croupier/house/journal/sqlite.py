"""The embedded store: one SQLite file, and beside it one for each month that has been archived."""

import os
import shutil
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

import apsw

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from croupier.house.journal.archive.files import Shelf, altered, digest_of, make_private
from croupier.house.journal.archive.months import COLUMNS, Month
from croupier.house.journal.records import JournalError, StoreUnavailable, Unreadable
from croupier.house.journal.schema import NEWEST
from croupier.house.journal.store import Row, Store

_POLL_S = 0.05
_BUSY_MS = 10_000
_ARCHIVES = f"SELECT {COLUMNS} FROM archive ORDER BY month"
_ARCHIVED = "SELECT last FROM archived WHERE stream = ?"


class SqliteStore(Store):
    """WAL, so that readers never wait; full synchronisation, so that a commit outlives a power cut."""

    dialect: Mapping[str, str] = {
        "int": "INTEGER",
        "blob": "BLOB",
        "zero": f"x'{'00' * 32}'",
        "clustered": " WITHOUT ROWID",
    }

    def __init__(
        self,
        path: Path,
        vfs: str | None = None,
        checkpoint_pages: int = 4000,  # a page that is written again and again is copied once
        synchronous: str = "FULL",  # anything less loses acknowledged commands; the fault harness shows it
    ) -> None:
        if fcntl is None:
            raise StoreUnavailable("this system has no file locks for a SQLite store; use postgresql://...")
        self.path = path
        self._vfs = vfs
        self._checkpoint_pages = checkpoint_pages
        self._synchronous = synchronous
        self._is_read_only = path.exists() and not os.access(path.parent, os.W_OK)
        if not self._is_read_only:
            path.parent.mkdir(parents=True, exist_ok=True)
            _keep_private(path)
        self._reading = threading.Lock()
        self._open()
        self._watcher, self._watched = self._connect(), self._opened
        self.shelf = Shelf(path)
        self._archives: tuple[list[Row], tuple[Month, ...]] = ([], ())
        self._presence: IO[str] | None = None
        self._is_present = False
        self._seen = self._data_version()
        try:
            self.migrate()
            self.shelf.check(self.archives())
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        self._opened = self._file()
        self._writer, self._reader = self._connect(), self._connect()

    def _file(self) -> tuple[int, int]:
        """Which file lies there."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            raise StoreUnavailable(f"{self.path} is gone: put it back") from None
        return found.st_dev, found.st_ino

    def is_replaced(self) -> bool:
        return self._file() != self._opened

    def _connect(self) -> apsw.Connection:
        try:
            flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
            connection = apsw.Connection(
                self._place_to_read if self._is_read_only else str(self.path), flags, self._vfs
            )
            connection.set_busy_timeout(_BUSY_MS)
            connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)  # else each question is planned anew
            if self._is_read_only:
                return connection
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {self._synchronous}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {self._checkpoint_pages:d}")
        except apsw.Error as error:
            raise _away(error) from error
        return connection

    @contextmanager
    def writing(self) -> Iterator[None]:
        if self.is_replaced():  # what is written to the file that lay there before would be lost
            with self._reading:
                self._writer.close()
                self._reader.close()
                self._open()
        try:
            self._writer.execute("BEGIN IMMEDIATE")
        except apsw.Error as error:
            raise _away(error) from error
        try:
            yield
            self._writer.execute("COMMIT")
        except BaseException as error:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            if isinstance(error, apsw.Error):
                raise _away(error) from error
            raise

    def run(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return self._writer.execute(sql, tuple(values)).fetchall()

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self._writer.executemany(sql, rows)

    @property
    def _place_to_read(self) -> str:
        """Where nothing can be written SQLite cannot look beside the store for what was written last: it need
        not, unless somebody has the store open elsewhere, or had it when the power went."""
        beside = (self.path.with_name(self.path.name + end) for end in ("-wal", "-shm"))
        return self.read_only if any(each.exists() for each in beside) else f"{self.read_only}&immutable=1"

    def migrate(self) -> None:
        if not self._is_read_only:
            super().migrate()
        elif (version := self.query("SELECT value FROM meta WHERE name = 'schema'")[0][0]) != NEWEST:
            raise JournalError(
                f"the store has schema {version}, this program knows {NEWEST}: copy the store to "
                "where it can be written and brought forward"
            )

    @property
    def read_only(self) -> str:
        """Its name for another connection that attaches it to read."""
        vfs = f"&vfs={self._vfs}" if self._vfs else ""
        return f"file:{quote(str(self.path.absolute()))}?mode=ro{vfs}"

    def shrink(self) -> None:
        """Give back the room of what was deleted. Nothing depends on it: where somebody reads, it is left."""
        with suppress(apsw.BusyError, apsw.LockedError):
            self._writer.execute("VACUUM")
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def lock_head(self) -> Row:
        return self.run("SELECT position, hash, lost FROM head WHERE id = 1")[0]

    def versions(self, streams: Sequence[str]) -> dict[str, int]:
        sql = "SELECT last FROM entry WHERE stream = ? ORDER BY first DESC LIMIT 1"
        found = {stream: self.run(sql, (stream,)) for stream in streams}
        return {
            stream: (rows or self.run(_ARCHIVED, (stream,)) or [(0,)])[0][0] for stream, rows in found.items()
        }

    def done(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], int]:
        rows = self.run(_done(len(commands)), [part for key in commands for part in key])
        found = {(stream, id): position for stream, id, position in rows}
        if months := self._known(self.run(_ARCHIVES)):
            sql = "SELECT position FROM entry WHERE stream = ? AND command_id = ? AND command_id <> ''"
            for key in [key for key in commands if key not in found and self.run(_ARCHIVED, key[:1])]:
                asked = (self.ask_archive(month, sql, key) for month in reversed(months))
                if rows := next(filter(None, asked), []):
                    found[key] = rows[0][0]
        return found

    def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        found = {name: self.run("SELECT cents FROM balance WHERE account = ?", (name,)) for name in accounts}
        return {name: rows[0][0] if rows else 0 for name, rows in found.items()}

    def announce(self) -> None:
        """Others see it by the file's data version."""

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        try:
            with self._reading:
                return self._reader.execute(sql, tuple(values)).fetchall()
        except apsw.Error as error:
            raise _away(error) from error
        except UnicodeDecodeError as error:
            raise Unreadable(f"the store holds text that nobody wrote: {error}; it was altered") from None

    def archives(self) -> tuple[Month, ...]:
        return self._known(self.query(_ARCHIVES))

    def _known(self, rows: list[Row]) -> tuple[Month, ...]:
        """Made once: they are asked for with every question, and change once a month."""
        known = self._archives
        if known[0] != rows:
            known = self._archives = rows, tuple(Month(*row) for row in rows)
        return known[1]

    def ask_archive(self, month: Month, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return self.shelf.query(month.name, sql, values)

    def altered_archives(self) -> Iterator[str]:
        for month in self.archives():
            if digest_of(self.shelf.path(month.name)) != month.digest:
                yield altered(self.shelf.path(month.name))

    @contextmanager
    def frozen(self) -> Iterator[None]:
        self.query("BEGIN")
        try:
            yield
        finally:
            self.query("ROLLBACK")

    def wait(self, timeout_s: float) -> bool:
        until = time.monotonic() + timeout_s
        if self._watched != (now := self._file()):  # only this thread looks through it
            self._watcher.close()
            self._watcher, self._watched = self._connect(), now
            return True
        try:
            while (seen := self._data_version()) == self._seen:
                if time.monotonic() >= until:
                    return False
                time.sleep(_POLL_S)
        except apsw.Error as error:
            raise _away(error) from error
        self._seen = seen
        return True

    def _data_version(self) -> int:
        row: Row = self._watcher.execute("PRAGMA data_version").fetchall()[0]
        return int(row[0])

    def free_bytes(self) -> float:
        return shutil.disk_usage(self.path.parent).free

    # The kernel frees this lock when a process is gone, so a free one is proof; its file's time is the sign.

    def signs_of_life(self) -> frozenset[object]:
        return frozenset({os.fstat(self._served().fileno()).st_mtime_ns})

    def is_being_decided(self) -> bool:
        if not _locked(self._served(), fcntl.LOCK_SH):
            return True
        fcntl.flock(self._served(), fcntl.LOCK_UN)
        return False

    def take_over(self, is_overdue: bool) -> bool:
        return _locked(self._served(), fcntl.LOCK_EX) or is_overdue

    def be_present(self) -> None:
        fcntl.flock(self._served(), fcntl.LOCK_SH)
        self._is_present = True
        self.show_life()

    def show_life(self) -> None:
        if self._is_present:
            now = time.time_ns()
            os.utime(self._served().fileno(), ns=(now, now))

    def _served(self) -> IO[str]:
        if self._presence is None:
            served = self.path.with_name(self.path.name + "-served")
            _keep_private(served)
            self._presence = served.open("a")
        return self._presence

    def copy_to(self, folder: Path, earlier: Path | None = None) -> None:
        """SQLite's own backup: page by page from a reader's snapshot, writers go on meanwhile. Then the
        archives that the copy knows of; those in `earlier` are linked from there if that is possible."""
        copied = folder / self.path.name
        source, target = self._connect(), apsw.Connection(str(copied))
        try:
            with target.backup("main", source, "main") as backup:
                while not backup.done:
                    backup.step(1000)
            months = [Month(*row) for row in target.execute(_ARCHIVES)]
        finally:
            target.close()
            source.close()
        shelf = Shelf(copied)
        before = Shelf(earlier / self.path.name) if earlier is not None else None
        for month in months:
            make_private(shelf.folder)
            _copy_archive(month, self.shelf, before, shelf.path(month.name))

    def again(self) -> "SqliteStore":
        return SqliteStore(self.path, self._vfs, self._checkpoint_pages, self._synchronous)

    def close(self) -> None:
        """Everything, and whoever still reads is told so: a lock left behind would say that this house is
        served."""
        with ExitStack() as stack:
            if self._presence is not None:
                stack.callback(self._presence.close)
            stack.callback(self.shelf.close)
            while not self._reading.acquire(timeout=_POLL_S):
                self._reader.interrupt()
            stack.callback(self._reading.release)
            for connection in (self._writer, self._reader, self._watcher):
                stack.callback(connection.close)


@cache
def _done(count: int) -> str:
    """So many commands asked for at once, each by the index."""
    asked = ", ".join(["(?, ?)"] * count)
    return (
        f"WITH asked (s, c) AS (VALUES {asked}) SELECT s, c, position FROM asked"
        " CROSS JOIN entry WHERE stream = s AND command_id = c AND command_id <> ''"
    )


def _keep_private(path: Path) -> None:
    """Readable by its owner alone, as are the files that SQLite puts beside it, which take after it."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    if path.stat().st_mode & 0o077:
        with suppress(PermissionError):  # somebody else's: they decide who reads it
            path.chmod(0o600)


def _copy_archive(month: Month, shelf: Shelf, before: Shelf | None, target: Path) -> None:
    """A link to the earlier copy, which was checked when it was made; a restore checks it again."""
    shelf.check([month])
    if before is not None:
        with suppress(OSError):  # not in it, or on another disk: copied then
            if before.path(month.name).stat().st_size == shelf.path(month.name).stat().st_size:
                os.link(before.path(month.name), target)
                return
    _keep_private(target)
    shutil.copyfile(shelf.path(month.name), target)
    if digest_of(target) != month.digest:
        raise JournalError(altered(shelf.path(month.name)))


def _away(error: apsw.Error) -> StoreUnavailable:
    """In a sentence that says what to do where that is known."""
    if isinstance(error, apsw.FullError | apsw.IOError):
        return StoreUnavailable(
            f"the disk is full or cannot be written to ({error}); make room and start again"
        )
    return StoreUnavailable(str(error))


def _locked(file: IO[str], kind: int) -> bool:
    """Whether the lock could be had at once."""
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
