"""Moving old months out of the live store.

For each month, in one transaction of the live store: the file is written under another name, read back and
compared, put on disk, and named; then the live store lets go of the rows and takes note of the file. Whoever
stops before the end has moved nothing, and the file is made again the next time. Nobody can write meanwhile.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import apsw
from msgspec import Struct
from msgspec.structs import astuple

from croupier.house.journal.archive.files import (
    INDEXES,
    LAYOUT,
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

# What moves: everything before a position, and the rest of the Rounds that were under way there.
_ENTRIES = "(position < {before:d} OR position IN (SELECT position FROM temp.late))"
_ROUNDS = "first <= coalesce((SELECT version FROM temp.cut c WHERE c.stream = round.stream), 0)"
_MARKS = (
    "opened_at <= (SELECT max(opened_at) FROM round WHERE first <= (SELECT version FROM temp.cut c"
    " WHERE c.stream = round.stream)) AND EXISTS (SELECT 1 FROM round WHERE round.stream = round_mark.stream"
    f" AND round.number = round_mark.number AND {_ROUNDS})"
)
# Of tables and links; the streams of the house itself keep one, and need it to start.
_SNAPSHOTS = (
    "version <= coalesce((SELECT version FROM temp.cut c WHERE c.stream = snapshot.stream), 0)"
    " AND (stream LIKE 'table/%' OR stream LIKE 'link/%')"
)
_NEWEST = "version = (SELECT max(version) FROM snapshot s WHERE s.stream = snapshot.stream)"

_ENTRY = "position, stream, first, last, command_id, who, role, at, command, events, digests, hash"
# Tables of the live store, as the archive gives them back; in the order of their keys, which packs best.
_MOVES: tuple[tuple[str, str, str], ...] = (
    ("entry", _ENTRY, _ENTRIES),
    ("posting", "account, position, line, other, cents, at, memo", _ENTRIES),
    ("round", "stream, number, edition, first, last, opened_at, closed_at", _ROUNDS),
    ("round_mark", "mark, opened_at, stream, number", _MARKS),
    ("notable", "kind, position, line, at, stream, cents, person", _ENTRIES),
    ("snapshot", "stream, version, program, body", _SNAPSHOTS),
)


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
    if store.query("SELECT 1 FROM round WHERE is_marked = 0 AND opened_at < ? LIMIT 1", (end,)):
        raise Refused(
            "earlier Rounds are not in the index yet: serve this house until it has said that they are"
        )
    if store.query("SELECT 1 FROM uncounted LIMIT 1"):
        raise Refused("earlier play is not in the totals yet: serve this house until it has said that it is")


def _months(store: SqliteStore, before: str) -> Iterator[str]:
    """Those that may hold something, the earliest first."""
    done, first = store.archives(), store.query("SELECT at FROM entry ORDER BY position LIMIT 1")
    if not first:
        return
    month = max(month_of(first[0][0]), following(done[-1].name) if done else "")
    while month < before:
        yield month
        month = following(month)


def _move(store: SqliteStore, name: str, step: Callable[[str], None]) -> Moved | None:
    path = store.shelf.path(name)
    with store.writing():
        before = _cut(store, begin_of(following(name)))
        if not before:
            return None
        make_private(store.shelf.folder)
        made = path.with_name(f"{path.name}.new")
        made.unlink(missing_ok=True)
        month = _fill(store, made, name, before)
        _compare(store, made, before)
        step("written")
        settle(made)
        made.rename(path)
        settle(path)
        step("named")
        rounds = store.run(f"SELECT count(*) FROM round WHERE {_ROUNDS}")[0][0]
        _let_go(store, month, before)
        step("let go")
    step("done")
    return Moved(month, rounds, path, path.stat().st_size)


def _cut(store: SqliteStore, end: int) -> int:
    """The position everything before which moves, or 0 if nothing does; in `temp.cut` up to which version of
    each stream, and in `temp.late` the positions that belong to Rounds that were under way."""
    run = store.run
    for table in ("cut", "late"):
        run(f"DROP TABLE IF EXISTS temp.{table}")
    run("CREATE TEMP TABLE cut (stream TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID")
    run("CREATE TEMP TABLE late (position INTEGER PRIMARY KEY)")
    found = run("SELECT position FROM entry WHERE at >= ? ORDER BY position LIMIT 1", (end,))
    before: int = found[0][0] if found else run("SELECT position + 1 FROM head")[0][0]
    run("INSERT INTO cut SELECT stream, max(last) FROM entry WHERE position < ? GROUP BY stream", (before,))
    if not run("SELECT 1 FROM cut LIMIT 1"):
        return 0
    for stream, version, last in run(
        "SELECT c.stream, c.version, max(r.last) FROM cut c JOIN round r ON r.stream = c.stream"
        " AND r.first <= c.version GROUP BY c.stream, c.version HAVING max(r.last) > c.version"
    ):
        run(
            "INSERT INTO late SELECT position FROM entry WHERE stream = ? AND first > ? AND first <= ?",
            (stream, version, last),
        )
        run("UPDATE cut SET version = ? WHERE stream = ?", (last, stream))
    return before


def _fill(store: SqliteStore, path: Path, name: str, before: int) -> Month:
    """Write the file. Nobody knows of it yet, so it needs no journal of its own."""
    path.touch(mode=0o600, exist_ok=False)
    target = apsw.Connection(str(path))
    try:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"):
            target.execute(f"PRAGMA {pragma}")
        target.execute("BEGIN")
        for statement in LAYOUT:
            target.execute(statement)
        common = common_to(_samples(store, before))
        target.execute("INSERT INTO common VALUES (?)", (common,))
        names = _Names(target)
        pack = Packer(common).pack

        def entry(row: Row) -> Row:
            position, stream, first, last, command_id, who, role, at, command, events, *proof = row
            body = pack(encode_body((bytes(command), bytes(events))))
            return position, names[stream], first, last, command_id, who, role, at, body, *proof

        packed: dict[str, tuple[str, Callable[[Row], Row]]] = {
            "entry": ("packed_entry", entry),
            "posting": (
                "packed_posting",
                lambda r: (names[r[0]], r[1], r[2], names[r[3]], *r[4:6], names[r[6]]),
            ),
            "round": ("packed_round", lambda r: (names[r[0]], r[1], names[r[2]], *r[3:])),
            "round_mark": ("packed_mark", lambda r: (names[r[0]], r[1], names[r[2]], r[3])),
            "notable": ("notable", lambda r: r),
            "snapshot": ("snapshot", lambda r: r),
        }
        for table, columns, _ in _MOVES:
            into, pack_row = packed[table]
            marks = ", ".join("?" * (columns.count(",") + 1 - (table == "entry")))
            rows = _moving(store, table, before)
            target.executemany(f"INSERT INTO {into} VALUES ({marks})", map(pack_row, rows))
        for statement in INDEXES:
            target.execute(statement)
        ends = "SELECT min(position), max(position), min(at), max(at), count(*) FROM packed_entry"
        found: Row = target.execute(ends).fetchall()[0]
        target.execute("COMMIT")
    finally:
        target.close()
    first, last, since, until, entries = found
    return Month(name, first, last, since, until, entries, digest_of(path))


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


def _moving(store: SqliteStore, table: str, before: int) -> Iterator[Row]:
    """The rows of a table that move, as they lie in it."""
    columns, where = next(rest for name, *rest in _MOVES if name == table)
    return store.stream(f"SELECT {columns} FROM {table} WHERE {where.format(before=before)}")


def _compare(store: SqliteStore, path: Path, before: int) -> None:
    """The file gives back every row as it was, and no other: in whatever order, their hashes have one sum."""
    file = ArchiveFile(path)
    try:
        for table, columns, _ in _MOVES:
            if _sum(_moving(store, table, before)) != _sum(file.stream(f"SELECT {columns} FROM {table}")):
                raise JournalError(f"{path} does not give back what was put into it ({table})")
    finally:
        file.close()


def _sum(rows: Iterable[Row]) -> tuple[int, int]:
    """Against slips, not against people: what proves that nobody altered anything is the chain."""
    count = total = 0
    for row in rows:
        count += 1
        total += hash(row)
    return count, total


def _let_go(store: SqliteStore, month: Month, before: int) -> None:
    """Take note of the file, and let go of what is in it; the newest snapshot of a stream stays."""
    marks = ", ".join("?" * len(Month.__struct_fields__))
    store.run(f"INSERT INTO archive ({COLUMNS}) VALUES ({marks})", astuple(month))
    store.run(
        "INSERT INTO archived SELECT stream, version FROM temp.cut WHERE true"
        " ON CONFLICT (stream) DO UPDATE SET last = excluded.last"
    )
    store.run(f"DELETE FROM snapshot WHERE {_SNAPSHOTS} AND NOT {_NEWEST}")
    store.run(f"DELETE FROM round_mark WHERE {_MARKS}")
    store.run(f"DELETE FROM round WHERE {_ROUNDS}")
    for table in ("posting", "notable", "entry"):
        store.run(f"DELETE FROM {table} WHERE {_ENTRIES.format(before=before)}")
