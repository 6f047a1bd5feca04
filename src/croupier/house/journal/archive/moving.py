"""Moving old months out of the live store.

For each month, in one transaction of the live store: the file is written under another name, read back and
compared, put on disk, and named; then the live store lets go of the rows and takes note of the file. Whoever
stops before the end has moved nothing, and the file is made again the next time. Nobody can write meanwhile.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import apsw
from msgspec import Struct
from msgspec.structs import astuple

from croupier.house.journal.archive.files import (
    INDEXES,
    LAYOUT,
    STORED,
    ArchiveFile,
    digest_of,
    encode_body,
    make_private,
    settle,
)
from croupier.house.journal.archive.months import COLUMNS, Month, begin_of, following, month_of
from croupier.house.journal.archive.packing import Packer, common_to
from croupier.house.journal.records import JournalError
from croupier.house.journal.sqlite import SqliteStore
from croupier.house.journal.store import Row, Store

_SAMPLES = 64
_CACHE_KB = 64_000
_MAPPED = 2**36  # nobody can cut the store short meanwhile
_FOR_EVER = 2**62

# Tables of the live store, as the archive gives them back, and by what a row is told apart from all others.
_MOVES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "entry": (
        ("position",),
        (
            "stream",
            "first",
            "last",
            "command_id",
            "who",
            "role",
            "at",
            "command",
            "events",
            "digests",
            "hash",
        ),
    ),
    "posting": (("account", "position", "line"), ("other", "cents", "at", "memo")),
    "round": (("stream", "number"), ("edition", "first", "last", "opened_at", "closed_at")),
    "round_mark": (("mark", "opened_at", "stream", "number"), ()),
    "notable": (("kind", "position", "line"), ("at", "stream", "cents", "person")),
    "snapshot": (("stream", "version"), ("program", "body")),
}
# How a row of the live store is written; in the order of its keys, which packs best.
_PACKED = {
    "entry": (
        "position, number_of(stream), first, last, command_id, who, role, at,"
        " packed(command, events), digests, hash"
    ),
    "posting": "number_of(account), position, line, number_of(other), cents, at, number_of(memo)",
    "round": "number_of(stream), number, number_of(edition), first, last, opened_at, closed_at",
    "round_mark": "number_of(mark), opened_at, number_of(stream), number",
    "notable": "kind, position, line, at, stream, cents, person",
    "snapshot": "stream, version, program, body",
}


class Moved(Struct, frozen=True):
    """A month that is in its archive now."""

    month: Month
    rounds: int
    path: Path
    size: int


class Refused(JournalError):  # noqa: N818 - a sentence for who asked
    """Why nothing is archived."""


def archive(
    store: Store, before: str, now: int, step: Callable[[str], None] = lambda words: None
) -> Iterator[Moved]:
    """Move every month before the one named. `step` hears what has just been done, month by month."""
    if not isinstance(store, SqliteStore):
        raise Refused(
            "only a SQLite store is archived into files; a PostgreSQL store keeps its months in partitions,"
            " as docs/scale.md tells"
        )
    end = _end(before, now)
    if not store.take_over(is_overdue=False):
        raise Refused("this house is being served: stop it first, archive it, and start it again")
    _refuse_unfinished(store, end, before)
    for month in _months(store, month_of(end)):
        if (moved := _move(store, month, step)) is not None:
            yield moved
    store.shrink()


def _end(before: str, now: int) -> int:
    try:
        end = begin_of(before)
    except ValueError:
        raise Refused(f"{before} is not a month: write it as 2026-08") from None
    if end > now:
        raise Refused(f"{before} has not begun yet: there may still be play before it")
    return end


def _refuse_unfinished(store: SqliteStore, end: int, before: str) -> None:
    """What is not over cannot be put away."""
    if found := store.query(
        "SELECT stream, number FROM round WHERE closed_at IS NULL AND opened_at < ?", (end,)
    ):
        names = ", ".join(f"{stream.removeprefix('table/')}.{number}" for stream, number in found[:5])
        raise Refused(f"a Round from before {before} is not over: {names}. Finish or void it first")


def _months(store: SqliteStore, before: str) -> Iterator[str]:
    """Those that may hold something, the earliest first."""
    done, first = store.archives(), store.query("SELECT at FROM entry ORDER BY position LIMIT 1")
    if not first:
        return
    month = max(month_of(first[0][0]), following(done[-1].name) if done else "")
    while month < before:
        yield month
        month = following(month)


def _upto(row: str) -> str:
    """Up to which version the stream of a row moves."""
    return f"coalesce((SELECT version FROM temp.cut c WHERE c.stream = {row}.stream), 0)"


class _Cut(Struct, frozen=True):
    """What moves: everything before a position, and the rest of the Rounds that were under way there.

    In `temp.cut` up to which version of each stream, and in `temp.late` the positions that belong to such
    Rounds.
    """

    before: int
    is_late: bool  # something is in `temp.late`
    last: int  # when the last Round that moves was opened
    stays: int  # and the first that does not

    def where(self, table: str, of: str) -> str:
        """Whether row `l` of a table moves; `of` is the live store."""
        match table:
            case "round":
                return f"l.first <= {_upto('l')}"
            case "round_mark":
                # Nearly all of them are told by their time alone.
                moves = f"r.stream = l.stream AND r.number = l.number AND r.first <= {_upto('r')}"
                return (
                    f"l.opened_at <= {self.last:d} AND (l.opened_at < {self.stays:d} OR EXISTS"
                    f" (SELECT 1 FROM {of}.round r WHERE {moves}))"
                )
            case "snapshot":  # of tables and links; the streams of the house itself keep theirs
                return f"l.version <= {_upto('l')} AND (l.stream LIKE 'table/%' OR l.stream LIKE 'link/%')"
        late = " OR l.position IN (SELECT position FROM temp.late)" if self.is_late else ""
        return f"(l.position < {self.before:d}{late})"


def _move(store: SqliteStore, name: str, step: Callable[[str], None]) -> Moved | None:
    path = store.shelf.path(name)
    with store.writing():
        cut = _cut(store, begin_of(following(name)))
        if cut is None:
            return None
        make_private(store.shelf.folder)
        made = path.with_name(f"{path.name}.new")
        made.unlink(missing_ok=True)
        month = _fill(store, made, name, cut)
        moving = _compare(store, made, cut)
        step("written")
        settle(made)
        made.rename(path)
        settle(path)
        step("named")
        _let_go(store, month, cut, moving)
        step("let go")
    step("done")
    return Moved(month, moving["round"], path, path.stat().st_size)


def _cut(store: SqliteStore, end: int) -> _Cut | None:
    """What moves of the time before `end`; None if nothing does."""
    run = store.run
    for table in ("cut", "late"):
        run(f"DROP TABLE IF EXISTS temp.{table}")
    run("CREATE TEMP TABLE cut (stream TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID")
    run("CREATE TEMP TABLE late (position INTEGER PRIMARY KEY)")
    found = run("SELECT position FROM entry WHERE at >= ? ORDER BY position LIMIT 1", (end,))
    before: int = found[0][0] if found else run("SELECT position + 1 FROM head")[0][0]
    run("INSERT INTO cut SELECT stream, max(last) FROM entry WHERE position < ? GROUP BY stream", (before,))
    if not run("SELECT 1 FROM cut LIMIT 1"):
        return None
    late = run(
        "SELECT c.stream, c.version, max(r.last) FROM cut c JOIN round r ON r.stream = c.stream"
        " AND r.first <= c.version GROUP BY c.stream, c.version HAVING max(r.last) > c.version"
    )
    for stream, version, last in late:
        run(
            "INSERT INTO late SELECT position FROM entry WHERE stream = ? AND first > ? AND first <= ?",
            (stream, version, last),
        )
        run("UPDATE cut SET version = ? WHERE stream = ?", (last, stream))
    moves = f"l.first <= {_upto('l')}"
    opened, stays = run(
        f"SELECT max(opened_at) FILTER (WHERE {moves}), min(opened_at) FILTER (WHERE NOT {moves})"
        " FROM round l"
    )[0]
    return _Cut(before, bool(late), opened or 0, _FOR_EVER if stays is None else stays)


def _fill(store: SqliteStore, path: Path, name: str, cut: _Cut) -> Month:
    """Write the file. Nobody knows of it yet, so it needs no journal of its own."""
    path.touch(mode=0o600, exist_ok=False)
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI
    target = apsw.Connection(f"file:{quote(str(path))}", flags=flags)
    try:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"):
            target.execute(f"PRAGMA main.{pragma}")
        target.execute(f"PRAGMA cache_size = -{_CACHE_KB:d}")
        _show(store, target)
        target.execute("BEGIN")
        for statement in LAYOUT:
            target.execute(statement)
        common = common_to(_samples(store, cut.before))
        target.execute("INSERT INTO common VALUES (?)", (common,))
        names, pack = _Names(target), Packer(common).pack
        target.create_scalar_function("number_of", names.__getitem__, 1)  # type: ignore[arg-type]  # of texts
        target.create_scalar_function("packed", lambda *body: pack(encode_body(body)), 2)
        for table, row in _PACKED.items():
            rows = f"SELECT {row} FROM live.{table} l WHERE {cut.where(table, 'live')}"
            target.execute(f"INSERT INTO main.{STORED[table]} {rows}")
        for statement in INDEXES:
            target.execute(statement)
        ends = "SELECT min(position), max(position), min(at), max(at), count(*) FROM packed_entry"
        found: Row = target.execute(ends).fetchall()[0]
        target.execute("COMMIT")
    finally:
        target.close()
    first, last, since, until, entries = found
    return Month(name, first, last, since, until, entries, digest_of(path))


def _show(store: SqliteStore, connection: apsw.Connection) -> None:
    """Let a connection read the live store, as `live`, and what moves of it. The writer has written nothing
    yet, and nobody else can, so that both see the same."""
    connection.execute("ATTACH ? AS live", (store.read_only,))
    connection.execute(f"PRAGMA live.mmap_size = {_MAPPED:d}")
    for table, columns in (
        ("cut", "stream TEXT PRIMARY KEY, version"),
        ("late", "position INTEGER PRIMARY KEY"),
    ):
        connection.execute(f"CREATE TEMP TABLE {table} ({columns})")
        rows = store.run(f"SELECT * FROM temp.{table}")
        marks = ", ".join("?" * (columns.count(",") + 1))
        connection.executemany(f"INSERT INTO temp.{table} VALUES ({marks})", rows)


class _Names(dict[str, int]):
    """A number for each text."""

    def __init__(self, target: apsw.Connection) -> None:
        super().__init__()
        self._target = target

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self) + 1
        self._target.execute("INSERT INTO name VALUES (?, ?)", (number, text))
        return number


def _samples(store: SqliteStore, before: int) -> Iterator[bytes]:
    """Some entries from all over the month; those of small streams too."""
    first = store.run("SELECT position FROM entry ORDER BY position LIMIT 1")[0][0]
    for number in range(_SAMPLES):
        position = first + (before - first) * number // _SAMPLES
        sql = "SELECT command, events FROM entry WHERE position >= ? ORDER BY position LIMIT 1"
        for command, events in store.run(sql, (position,)):
            yield bytes(command) + bytes(events)


def _compare(store: SqliteStore, path: Path, cut: _Cut) -> dict[str, int]:
    """The file gives back every row as it was, and no other; how many of each table.

    Each row is looked up by its key, which no two rows share: if as many are found with everything in them
    equal as there are on either side, both sides are the same.
    """
    file, counts = ArchiveFile(path), {}
    try:
        _show(store, file.connection)
        for table, (key, rest) in _MOVES.items():
            where = cut.where(table, "live")
            same = " AND ".join(
                [*(f"k.{each} = l.{each}" for each in key), *(f"k.{each} IS l.{each}" for each in rest)]
            )
            moving, kept, equal = (
                file.query(sql, ())[0][0]
                for sql in (
                    f"SELECT count(*) FROM live.{table} l WHERE {where}",
                    f"SELECT count(*) FROM main.{STORED[table]}",
                    f"SELECT count(*) FROM live.{table} l, {table} k WHERE {where} AND {same}",
                )
            )
            if not moving == kept == equal:
                raise JournalError(f"{path} does not give back what was put into it ({table})")
            counts[table] = moving
    finally:
        file.close()
    return counts


def _let_go(store: SqliteStore, month: Month, cut: _Cut, moving: dict[str, int]) -> None:
    """Take note of the file, and let go of what is in it; the newest snapshot of a stream stays."""
    marks = ", ".join("?" * len(Month.__struct_fields__))
    store.run(f"INSERT INTO archive ({COLUMNS}) VALUES ({marks})", astuple(month))
    store.run(
        "INSERT INTO archived SELECT stream, version FROM temp.cut WHERE true"
        " ON CONFLICT (stream) DO UPDATE SET last = excluded.last"
    )
    newest = "l.version = (SELECT max(version) FROM snapshot s WHERE s.stream = l.stream)"
    store.run(f"DELETE FROM main.snapshot AS l WHERE {cut.where('snapshot', 'main')} AND NOT {newest}")
    for table in ("round_mark", "round", "posting", "notable", "entry"):
        where = cut.where(table, "main")
        if store.run(f"SELECT count(*) FROM main.{table}")[0][0] > 2 * moving[table]:
            store.run(f"DELETE FROM main.{table} AS l WHERE {where}")
            continue
        # Little stays: to empty a table and put that back costs less than to take out row by row.
        store.run(f"CREATE TEMP TABLE stays AS SELECT * FROM main.{table} AS l WHERE NOT ({where})")
        store.run(f"DELETE FROM main.{table}")
        store.run(f"INSERT INTO main.{table} SELECT * FROM temp.stays")
        store.run("DROP TABLE temp.stays")
