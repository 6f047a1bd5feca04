"""What a journal is asked for."""

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from croupier.house.journal.archive.months import EVERYTHING, Month, Span
from croupier.house.journal.chain import START
from croupier.house.journal.program import program_hash
from croupier.house.journal.records import Entry, RoundRow, Snapshot, StoreUnavailable
from croupier.house.journal.rows import ENTRY, ROUND, read_entry, read_round
from croupier.house.journal.store import Row, Store

_PAGE = 1000
_LATEST_FIRST = "opened_at DESC, number DESC"
_FIRST = 2  # where an entry's row has its first version

_Ask = Callable[[str, Sequence[Any]], list[Row]]


class Reading:
    """The journal in a store, read by any thread."""

    store: Store

    def _saw(self, position: int, digest: bytes) -> None:
        """Somebody goes by an entry from now on."""

    def read(self, stream: str, after: int = 0, until: int | None = None) -> list[Entry]:
        """The entries of a stream that hold versions beyond `after`."""
        limit = "" if until is None else f" AND first <= {until:d}"
        sql = f"SELECT {ENTRY} FROM entry WHERE stream = ? AND first > ?{limit} ORDER BY first"
        rows = self.store.query(sql, (stream, after))
        is_whole = bool(rows) and rows[0][_FIRST] == after + 1
        if not is_whole and after < self._archived(stream):
            rows = self.store.everywhere(sql, (stream, after))
        entries = [read_entry(row) for row in rows]
        if entries:
            self._saw(entries[-1].position, entries[-1].hash)
        return entries

    def holding(self, stream: str, version: int) -> Entry | None:
        """The entry that holds a version of a stream, or the last one before it."""
        sql = f"SELECT {ENTRY} FROM entry WHERE stream = ? AND first <= ? ORDER BY first DESC LIMIT 1"
        rows = self.store.everywhere(sql, (stream, version), newest_first=True, limit=1)
        return read_entry(rows[0]) if rows else None

    def everything(self, after: int = 0) -> Iterator[Entry]:
        """All entries beyond a position in their one order, a page at a time, archived ones and live ones.

        Months overlap a little, because Rounds are not cut in two; none is opened before its turn.
        """
        months = self.store.archives()
        lowest = self.store.query("SELECT position FROM entry ORDER BY position LIMIT 1")
        waiting = [
            (month.first, self._pages(functools.partial(self.store.ask_archive, month), after))
            for month in filter(Span(first=after + 1).meets, months)
        ]
        waiting.append((lowest[0][0] if lowest else 0, self._pages(self._unmoved(months), after)))
        waiting.sort(key=lambda part: -part[0])
        reading: list[tuple[Entry, Iterator[Entry]]] = []
        while waiting or reading:
            reading.sort(key=lambda part: -part[0].position)
            if waiting and (not reading or waiting[-1][0] <= reading[-1][0].position):
                _, entries = waiting.pop()
            else:
                entry, entries = reading.pop()
                yield entry
            if (following := next(entries, None)) is not None:
                reading.append((following, entries))

    def _unmoved(self, months: Sequence[Month]) -> _Ask:
        def ask(sql: str, values: Sequence[Any]) -> list[Row]:
            rows = self.store.query(sql, values)
            if self.store.archives() != months:
                raise StoreUnavailable("this house is being archived: ask again when that is done")
            return rows

        return ask

    def _pages(self, ask: _Ask, after: int) -> Iterator[Entry]:
        sql = f"SELECT {ENTRY} FROM entry WHERE position > ? ORDER BY position LIMIT {_PAGE}"
        while rows := ask(sql, (after,)):
            yield from map(read_entry, rows)
            after = rows[-1][0]

    def at(self, position: int) -> Entry | None:
        """The entry at a position."""
        sql = f"SELECT {ENTRY} FROM entry WHERE position = ?"
        rows = self.store.everywhere(sql, (position,), Span(position, position), newest_first=True, limit=1)
        return read_entry(rows[0]) if rows else None

    def time_from(self, position: int) -> int | None:
        """When the first entry at or after a position was made; None if there is none."""
        sql = "SELECT position, at FROM entry WHERE position >= ? ORDER BY position LIMIT 1"
        rows = self.store.everywhere(sql, (position,), Span(first=position))
        return int(min(rows)[1]) if rows else None

    def find(self, stream: str, command_id: str) -> Entry | None:
        """What a command led to, if it was carried out."""
        sql = f"SELECT {ENTRY} FROM entry WHERE stream = ? AND command_id = ? AND command_id <> ''"
        rows = self.store.everywhere(sql, (stream, command_id), newest_first=True, limit=1)
        return read_entry(rows[0]) if rows else None

    def last_by(self, stream: str, who: str, after: int, unlike: str) -> int | None:
        """When somebody last acted in a stream, beyond a version; ids that begin `unlike` do not count."""
        ask = self.store.everywhere if after < self._archived(stream) else self.store.query
        rows = ask(
            "SELECT at FROM entry WHERE stream = ? AND first > ? AND who = ?"
            " AND substr(command_id, 1, ?) <> ? ORDER BY first DESC LIMIT 1",
            (stream, after, who, len(unlike), unlike),
        )
        return max((int(at) for (at,) in rows), default=None)

    def version(self, stream: str) -> int:
        rows = self.store.query(
            "SELECT last FROM entry WHERE stream = ? ORDER BY first DESC LIMIT 1", (stream,)
        )
        return int(rows[0][0]) if rows else self._archived(stream)

    def _archived(self, stream: str) -> int:
        """Up to which version a stream is in archives."""
        rows = self.store.query("SELECT last FROM archived WHERE stream = ?", (stream,))
        return int(rows[0][0]) if rows else 0

    def head(self) -> tuple[int, bytes]:
        """Position and hash of the last entry: the one line that vouches for the whole journal."""
        rows = self.store.query("SELECT position, hash FROM head WHERE id = 1")
        return (rows[0][0], bytes(rows[0][1])) if rows else (0, START)

    def _hashes_of(self, ask: _Ask) -> Callable[[list[int]], dict[int, bytes]]:
        """The hashes of entries at some positions, found by asking so; archived ones, where they are now."""

        def hashes(positions: list[int]) -> dict[int, bytes]:
            marks = ", ".join("?" * len(positions))
            rows = ask(f"SELECT position, hash FROM entry WHERE position IN ({marks})", positions)
            found = {position: bytes(digest) for position, digest in rows}
            for month in self.store.archives() if len(found) < len(positions) else ():
                for position in positions:
                    if month.first <= position <= month.last and (entry := self.at(position)) is not None:
                        found.setdefault(position, entry.hash)
            return found

        return hashes

    def last_at(self) -> int:
        """The time of the last entry; 0 before there is one."""
        rows = self.store.query("SELECT at FROM entry ORDER BY position DESC LIMIT 1")
        return int(rows[0][0]) if rows else max((month.until for month in self.store.archives()), default=0)

    def streams(self, prefix: str = "") -> list[str]:
        rows = self.store.query(
            "SELECT stream FROM entry WHERE substr(stream, 1, ?) = ?"
            " UNION SELECT stream FROM archived WHERE substr(stream, 1, ?) = ? ORDER BY stream",
            (len(prefix), prefix) * 2,
        )
        return [row[0] for row in rows]

    def changed(self, after: int) -> tuple[int, dict[str, int]]:
        """The streams written to beyond a position with the version they are at, and the position now."""
        sql = "SELECT position, stream, last, hash FROM entry WHERE position > ? ORDER BY position"
        rows = self.store.query(sql, (after,))
        if rows:
            self._saw(rows[-1][0], bytes(rows[-1][3]))
        return (rows[-1][0] if rows else after), {stream: last for _, stream, last, _ in rows}

    def snapshot(self, stream: str, until: int | None = None) -> Snapshot | None:
        """The latest state of a stream that this very program has kept."""
        limit = "" if until is None else f" AND version <= {until:d}"
        entry = "FROM entry e WHERE e.stream = s.stream AND first <= version ORDER BY first DESC LIMIT 1"
        rows = self.store.everywhere(
            f"SELECT stream, version, program, body, (SELECT position {entry}), (SELECT hash {entry})"
            f" FROM snapshot s WHERE stream = ? AND program = ?{limit} ORDER BY version DESC LIMIT 1",
            (stream, program_hash()),
            newest_first=True,
            limit=1,
        )
        if not rows:
            return None
        name, version, program, body, position, digest = rows[0]
        if position is not None:  # else it is in an archive
            self._saw(position, bytes(digest))
        return Snapshot(name, version, program, bytes(body))

    def rounds(
        self, where: str = "", values: Sequence[object] = (), limit: int = 100, span: Span = EVERYTHING
    ) -> list[RoundRow]:
        """Rounds of play, the latest first; `span` as far as it is known spares looking into other months."""
        condition = f"WHERE {where} " if where else ""
        sql = f"SELECT {ROUND} FROM round {condition}ORDER BY {_LATEST_FIRST} LIMIT {limit:d}"
        rows = self.store.everywhere(sql, tuple(values), span, newest_first=True, limit=limit)
        return [read_round(row) for row in rows]

    def live_rounds(
        self, where: str, values: Sequence[object] = (), limit: int = 100_000, order: str = _LATEST_FIRST
    ) -> list[RoundRow]:
        """Rounds that no archive can hold: those under way, and those that are not in the index yet."""
        sql = f"SELECT {ROUND} FROM round WHERE {where} ORDER BY {order} LIMIT {limit:d}"
        return [read_round(row) for row in self.store.query(sql, tuple(values))]

    def rounds_indexed(
        self, keys: Sequence[str], since: int, until: int, stream: str, limit: int
    ) -> list[RoundRow]:
        """Rounds that have all of these keys in the index, the latest first; `stream` may be "" for any.

        The join says where to begin, because SQLite keeps no statistics to find out by.
        """
        first, *others = keys
        sql = (
            f"SELECT {', '.join(f'r.{name}' for name in ROUND.split(', '))} FROM round_mark m"
            " CROSS JOIN round r WHERE r.stream = m.stream AND r.number = m.number"
            " AND m.mark = ? AND m.opened_at >= ? AND m.opened_at < ?"
        )
        values: list[object] = [first, since, until]
        if stream:
            sql += " AND m.stream = ?"
            values.append(stream)
        for key in others:
            sql += (
                " AND EXISTS (SELECT 1 FROM round_mark o WHERE o.mark = ? AND o.opened_at = m.opened_at"
                " AND o.stream = m.stream AND o.number = m.number)"
            )
            values.append(key)
        sql += f" ORDER BY m.opened_at DESC, m.stream DESC, m.number DESC LIMIT {limit:d}"
        span = Span(since=since, until=until)
        rows = self.store.everywhere(sql, tuple(values), span, newest_first=True, limit=limit)
        return [read_round(row) for row in rows]

    def last_round(self, stream: str) -> RoundRow | None:
        sql = f"SELECT {ROUND} FROM round WHERE stream = ? ORDER BY number DESC LIMIT 1"
        rows = self.store.everywhere(sql, (stream,), newest_first=True, limit=1)
        return next(map(read_round, rows), None)
