"""Archive files: how one is laid out, and asked in the same words as the live store."""

import hashlib
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import apsw
import msgspec

from croupier.house.journal.archive.months import Month
from croupier.house.journal.archive.packing import Packer
from croupier.house.journal.records import JournalError, Unreadable
from croupier.house.journal.store import Row

# Streams, accounts, memos and keys are written once, and a number stands for each.
LAYOUT = (
    "CREATE TABLE common (body BLOB NOT NULL)",
    "CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
    """CREATE TABLE packed_entry (
        position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        command_id TEXT NOT NULL, who TEXT NOT NULL, role TEXT NOT NULL, at INTEGER NOT NULL,
        body BLOB NOT NULL, digests BLOB NOT NULL, hash BLOB NOT NULL)""",
    """CREATE TABLE packed_posting (
        account INTEGER NOT NULL, position INTEGER NOT NULL, line INTEGER NOT NULL, other INTEGER NOT NULL,
        cents INTEGER NOT NULL, at INTEGER NOT NULL, memo INTEGER NOT NULL,
        PRIMARY KEY (account, position, line)) WITHOUT ROWID""",
    """CREATE TABLE packed_round (
        stream INTEGER NOT NULL, number INTEGER NOT NULL, edition INTEGER NOT NULL, first INTEGER NOT NULL,
        last INTEGER NOT NULL, opened_at INTEGER NOT NULL, closed_at INTEGER NOT NULL,
        PRIMARY KEY (stream, number)) WITHOUT ROWID""",
    """CREATE TABLE packed_mark (
        mark INTEGER NOT NULL, opened_at INTEGER NOT NULL, stream INTEGER NOT NULL, number INTEGER NOT NULL,
        PRIMARY KEY (mark, opened_at, stream, number)) WITHOUT ROWID""",
    """CREATE TABLE notable (
        kind TEXT NOT NULL, position INTEGER NOT NULL, line INTEGER NOT NULL, at INTEGER NOT NULL,
        stream TEXT NOT NULL, cents INTEGER NOT NULL, person TEXT NOT NULL,
        PRIMARY KEY (kind, position, line)) WITHOUT ROWID""",
    """CREATE TABLE snapshot (
        stream TEXT NOT NULL, version INTEGER NOT NULL, program TEXT NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (stream, version)) WITHOUT ROWID""",
)
# Where the tables of the live store are.
STORED = {
    "entry": "packed_entry",
    "posting": "packed_posting",
    "round": "packed_round",
    "round_mark": "packed_mark",
    "notable": "notable",
    "snapshot": "snapshot",
}
# Once everything is in: an index that is made at the end is smaller.
INDEXES = (
    "CREATE UNIQUE INDEX entry_stream ON packed_entry (stream, first)",
    "CREATE UNIQUE INDEX entry_command ON packed_entry (stream, command_id) WHERE command_id <> ''",
    "CREATE INDEX round_time ON packed_round (opened_at)",
    "CREATE INDEX round_first ON packed_round (stream, first)",
    "CREATE INDEX notable_at ON notable (at)",
)
# The tables of the live store, as far as they move. Views of this connection alone: the file holds none.
_VIEWS = (
    """CREATE TEMP VIEW entry AS SELECT e.position, s.text AS stream, e.first, e.last, e.command_id, e.who,
        e.role, e.at, command_of(e.body) AS command, events_of(e.body) AS events, e.digests, e.hash
        FROM packed_entry e JOIN name s ON s.id = e.stream""",
    """CREATE TEMP VIEW posting AS SELECT a.text AS account, p.position, p.line, o.text AS other, p.cents,
        p.at, m.text AS memo FROM packed_posting p JOIN name a ON a.id = p.account
        JOIN name o ON o.id = p.other JOIN name m ON m.id = p.memo""",
    """CREATE TEMP VIEW round AS SELECT s.text AS stream, r.number, e.text AS edition, r.first, r.last,
        r.opened_at, r.closed_at
        FROM packed_round r JOIN name s ON s.id = r.stream JOIN name e ON e.id = r.edition""",
    """CREATE TEMP VIEW round_mark AS SELECT m.text AS mark, p.opened_at, s.text AS stream, p.number
        FROM packed_mark p JOIN name m ON m.id = p.mark JOIN name s ON s.id = p.stream""",
)

_CACHE_KB = 512  # for each file, of which there may be many
encode_body = msgspec.msgpack.Encoder().encode
_decode_body = msgspec.msgpack.Decoder(tuple[bytes, bytes]).decode


class Shelf:
    """The archives beside one store. They never change, so they are read without locks."""

    def __init__(self, store: Path) -> None:
        self.folder = store.with_name(store.name + "-archive")
        self._opened: dict[str, ArchiveFile] = {}
        self._opening = threading.Lock()

    def path(self, month: str) -> Path:
        return self.folder / f"{month}.db"

    def check(self, months: Sequence[Month]) -> None:
        """Whether each file is where it should be; what is in it shows when it is read."""
        for month in months:
            if not self.path(month.name).exists():
                raise _missing(self.path(month.name))

    def query(self, month: str, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        with self._opening:
            if (file := self._opened.get(month)) is None:
                file = self._opened[month] = ArchiveFile(self.path(month))
        return file.query(sql, values)

    def close(self) -> None:
        with self._opening:
            for file in self._opened.values():
                file.close()
            self._opened.clear()


class ArchiveFile:
    """One archive, opened to be read."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise _missing(path)
        self._path = path
        self._reading = threading.Lock()
        self._last: tuple[bytes, tuple[bytes, bytes]] = (b"", (b"", b""))
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        try:
            self.connection = apsw.Connection(f"file:{quote(str(path))}?mode=ro&immutable=1", flags=flags)
            self.connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)  # as in the live store
            self.connection.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
            common: Row = self.connection.execute("SELECT body FROM common").fetchall()[0]
            self._packer = Packer(bytes(common[0]))
            self.connection.create_scalar_function("command_of", self._command, 1, deterministic=True)
            self.connection.create_scalar_function("events_of", self._events, 1, deterministic=True)
            for view in _VIEWS:
                self.connection.execute(view)
        except (apsw.Error, ValueError, IndexError) as error:
            raise self._altered(error) from None

    def query(self, sql: str, values: Sequence[Any]) -> list[Row]:
        try:
            with self._reading:
                return self.connection.execute(sql, tuple(values)).fetchall()
        except (apsw.Error, ValueError) as error:
            raise self._altered(error) from None

    def _command(self, *packed: Any) -> bytes:
        return self._body(*packed)[0]

    def _events(self, *packed: Any) -> bytes:
        return self._body(*packed)[1]

    def _body(self, packed: bytes) -> tuple[bytes, bytes]:
        """Command and events; both are asked for one after the other."""
        if self._last[0] != packed:
            self._last = packed, _decode_body(self._packer.unpack(packed))
        return self._last[1]

    def _altered(self, error: Exception) -> Unreadable:
        return Unreadable(f"{altered(self._path)} ({error})")

    def close(self) -> None:
        with self._reading:
            self.connection.close()


def digest_of(path: Path) -> bytes:
    """A hash over a whole file."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except FileNotFoundError:
        raise _missing(path) from None


def make_private(folder: Path) -> None:
    """A folder that its owner alone may look into."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)


def settle(path: Path) -> None:
    """On disk, with its name."""
    for each, flags in ((path, os.O_RDONLY), (path.parent, os.O_RDONLY | os.O_DIRECTORY)):
        handle = os.open(each, flags)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _missing(path: Path) -> JournalError:
    return JournalError(f"the archive {path} of this house is missing: put it back from a backup")


def altered(path: Path) -> str:
    return f"the archive {path} is not the file that was made: it was altered; put it back from a backup"
