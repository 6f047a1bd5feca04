"""What a journal is asked for."""

from collections.abc import Iterator, Sequence

from croupier.house.journal.chain import START
from croupier.house.journal.program import program_hash
from croupier.house.journal.records import Entry, RoundRow, Snapshot
from croupier.house.journal.rows import ENTRY, ROUND, read_entry, read_round
from croupier.house.journal.store import Store

_PAGE = 1000


class Reading:
    """The journal in a store, read by any thread."""

    store: Store

    def read(self, stream: str, after: int = 0, until: int | None = None) -> list[Entry]:
        """The entries of a stream that hold versions beyond `after`."""
        sql = f"SELECT {ENTRY} FROM entry WHERE stream = ? AND first > ?"
        limit = "" if until is None else f" AND first <= {until:d}"
        return [read_entry(row) for row in self.store.query(f"{sql}{limit} ORDER BY first", (stream, after))]

    def holding(self, stream: str, version: int) -> Entry | None:
        """The entry that holds a version of a stream, or the last one before it."""
        sql = f"SELECT {ENTRY} FROM entry WHERE stream = ? AND first <= ? ORDER BY first DESC LIMIT 1"
        rows = self.store.query(sql, (stream, version))
        return read_entry(rows[0]) if rows else None

    def everything(self, after: int = 0) -> Iterator[Entry]:
        """All entries beyond a position in their one order, a page at a time."""
        sql = f"SELECT {ENTRY} FROM entry WHERE position > ? ORDER BY position LIMIT {_PAGE}"
        while rows := self.store.query(sql, (after,)):
            yield from map(read_entry, rows)
            after = rows[-1][0]

    def at(self, position: int) -> Entry | None:
        """The entry at a position."""
        rows = self.store.query(f"SELECT {ENTRY} FROM entry WHERE position = ?", (position,))
        return read_entry(rows[0]) if rows else None

    def find(self, stream: str, command_id: str) -> Entry | None:
        """What a command led to, if it was carried out."""
        sql = f"SELECT {ENTRY} FROM entry WHERE stream = ? AND command_id = ? AND command_id <> ''"
        rows = self.store.query(sql, (stream, command_id))
        return read_entry(rows[0]) if rows else None

    def last_by(self, stream: str, who: str, after: int, unlike: str) -> int | None:
        """When somebody last acted in a stream, beyond a version; ids that begin `unlike` do not count."""
        rows = self.store.query(
            "SELECT at FROM entry WHERE stream = ? AND first > ? AND who = ?"
            " AND substr(command_id, 1, ?) <> ? ORDER BY first DESC LIMIT 1",
            (stream, after, who, len(unlike), unlike),
        )
        return int(rows[0][0]) if rows else None

    def version(self, stream: str) -> int:
        rows = self.store.query(
            "SELECT last FROM entry WHERE stream = ? ORDER BY first DESC LIMIT 1", (stream,)
        )
        return int(rows[0][0]) if rows else 0

    def head(self) -> tuple[int, bytes]:
        """Position and hash of the last entry: the one line that vouches for the whole journal."""
        rows = self.store.query("SELECT position, hash FROM head WHERE id = 1")
        return (rows[0][0], bytes(rows[0][1])) if rows else (0, START)

    def last_at(self) -> int:
        """The time of the last entry; 0 before there is one."""
        rows = self.store.query("SELECT at FROM entry ORDER BY position DESC LIMIT 1")
        return int(rows[0][0]) if rows else 0

    def streams(self, prefix: str = "") -> list[str]:
        rows = self.store.query(
            "SELECT DISTINCT stream FROM entry WHERE substr(stream, 1, ?) = ? ORDER BY stream",
            (len(prefix), prefix),
        )
        return [row[0] for row in rows]

    def changed(self, after: int) -> tuple[int, dict[str, int]]:
        """The streams written to beyond a position with the version they are at, and the position now."""
        sql = "SELECT position, stream, last FROM entry WHERE position > ? ORDER BY position"
        rows = self.store.query(sql, (after,))
        return (rows[-1][0] if rows else after), {stream: last for _, stream, last in rows}

    def snapshot(self, stream: str, until: int | None = None) -> Snapshot | None:
        """The latest state of a stream that this very program has kept."""
        limit = "" if until is None else f" AND version <= {until:d}"
        rows = self.store.query(
            "SELECT stream, version, program, body FROM snapshot WHERE stream = ? AND program = ?"
            f"{limit} ORDER BY version DESC LIMIT 1",
            (stream, program_hash()),
        )
        return Snapshot(rows[0][0], rows[0][1], rows[0][2], bytes(rows[0][3])) if rows else None

    def rounds(
        self,
        where: str = "",
        values: Sequence[object] = (),
        limit: int = 100,
        order: str = "opened_at DESC, number DESC",
    ) -> list[RoundRow]:
        """Rounds of play, the latest first."""
        condition = f"WHERE {where} " if where else ""
        sql = f"SELECT {ROUND} FROM round {condition}ORDER BY {order} LIMIT {limit:d}"
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
            " CROSS JOIN round r WHERE r.stream = m.stream AND r.number = m.number AND r.is_marked = 1"
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
        return [read_round(row) for row in self.store.query(sql, tuple(values))]

    def has_rounds(self, where: str) -> bool:
        return bool(self.store.query(f"SELECT 1 FROM round WHERE {where} LIMIT 1"))

    def last_round(self, stream: str) -> RoundRow | None:
        sql = f"SELECT {ROUND} FROM round WHERE stream = ? ORDER BY number DESC LIMIT 1"
        return next(map(read_round, self.store.query(sql, (stream,))), None)
