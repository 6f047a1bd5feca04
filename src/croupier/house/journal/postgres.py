"""The scaled store: PostgreSQL, for any number of processes."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql as names
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from croupier.house.journal.counts import RELATIONS
from croupier.house.journal.records import StoreUnavailable
from croupier.house.journal.store import Row, Store, StoreState

_CHANNEL = "croupier_journal"
_TABLES = (
    *("meta", "head", "entry", "snapshot", "posting", "balance", "round", "round_mark", "session"),
    *(*RELATIONS, "notable"),
)
COPY_FOLDER = "postgresql"
_HEAD = "HEAD"
_COPY_HEADER = 19  # bytes; then, in each row, the number of its columns
_BLOCK = 1 << 20

# The lock of those who serve: one for each house in the database. Others that hold it, and when they spoke.
_SERVED = "(2027::bigint << 32) | 'head'::regclass::oid::bigint"
_SERVING = (
    "FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE l.locktype = 'advisory' AND l.granted"
    " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND l.classid = 2027 AND l.objid = 'head'::regclass::oid AND l.objsubid = 1"
    " AND l.pid <> pg_backend_pid()"
)
# What the head of the journal is decided from: what kind of line it is, two names, a number.
_VERSIONS = (
    "SELECT 0, s.name, '', coalesce("
    "(SELECT last FROM entry WHERE stream = s.name ORDER BY first DESC LIMIT 1), 0)"
    " FROM unnest(?::text[]) AS s (name)"
)
_DONE = (
    "SELECT 1, e.stream, e.command_id, e.position FROM unnest(?::text[], ?::text[]) AS c (stream, id)"
    " JOIN entry e ON e.stream = c.stream AND e.command_id = c.id AND e.command_id <> ''"
)
_BALANCES = "SELECT 2, account, '', cents FROM balance WHERE account = ANY(?::text[])"
_STANDING = " UNION ALL ".join((_VERSIONS, _DONE, _BALANCES))

# Of several hosts in an address the one that takes writes; and a machine that has vanished is given up soon,
# in the middle of a question too.
_CONNECT: Mapping[str, str | int] = {
    "target_session_attrs": "read-write",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
# The database soon notices that the machine behind a connection has vanished, and frees its lock.
_KEEPALIVE = (
    "SET tcp_keepalives_idle = 5",
    "SET tcp_keepalives_interval = 2",
    "SET tcp_keepalives_count = 3",
)


class PostgresStore(Store):
    """Each use has its own connection, opened again when the database has been away.

    All writers take the row of the head first. So positions are given out in the order of commits: a reader
    who has seen position n can never find a smaller one later.
    """

    dialect: Mapping[str, str] = {
        "int": "BIGINT",
        "blob": "BYTEA",
        "zero": f"'\\x{'00' * 32}'::bytea",
        "clustered": "",
    }

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn
        self._connections: dict[str, psycopg.Connection[Row]] = {}
        self._reading = threading.Lock()
        self._is_present = False
        try:
            with self.writing():  # two processes that start together must not both create the schema
                self.run("SELECT pg_advisory_xact_lock(2026)")
                self.migrate()
        except BaseException:
            self.close()
            raise

    def _connection(self, use: str) -> "psycopg.Connection[Row]":
        known = self._connections.get(use)
        if known is None or known.closed or known.broken:
            known = self._connections[use] = self._connect()
            try:
                known.autocommit = True
                if use == "watcher":
                    known.execute(names.SQL("LISTEN {}").format(names.Identifier(_CHANNEL)))
                if use == "presence":
                    for setting in _KEEPALIVE:
                        known.execute(setting)
            except BaseException:
                known.close()  # the next one who asks tries again
                raise
        return known

    def _connect(self) -> "psycopg.Connection[Row]":
        return psycopg.connect(make_conninfo("", **{**_CONNECT, **conninfo_to_dict(self.dsn)}))

    @contextmanager
    def writing(self) -> Iterator[None]:
        try:
            with self._connection("writer").transaction():
                yield
        except psycopg.Error as error:
            raise StoreUnavailable(str(error)) from error

    def run(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return _rows(self._connections["writer"].execute(_placeholders(sql), tuple(values)))

    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        with self._connections["writer"].cursor() as cursor:
            cursor.executemany(_placeholders(sql), [tuple(row) for row in rows])

    def together(self) -> AbstractContextManager[object]:
        return self._connections["writer"].pipeline()

    def lock_head(self) -> Row:
        return self.run("SELECT position, hash, lost FROM head WHERE id = 1 FOR UPDATE")[0]

    def versions(self, streams: Sequence[str]) -> dict[str, int]:
        return {stream: version for _, stream, _, version in self.run(_VERSIONS, (list(streams),))}

    def done(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], int]:
        rows = self.run(_DONE, _apart(commands))
        return {(stream, name): position for _, stream, name, position in rows}

    def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        rows = self.run(_BALANCES, (list(accounts),))
        return dict.fromkeys(accounts, 0) | {account: cents for _, account, _, cents in rows}

    def standing(
        self, streams: Sequence[str], commands: Sequence[tuple[str, str]], accounts: Sequence[str]
    ) -> StoreState:
        """One question instead of three: what goes to and fro is dearer than what is asked."""
        if not streams and not accounts:
            return super().standing(streams, commands, accounts)
        found = StoreState({}, {}, dict.fromkeys(accounts, 0))
        for kind, name, other, number in self.run(
            _STANDING, (list(streams), *_apart(commands), list(accounts))
        ):
            match kind:
                case 0:
                    found.versions[name] = number
                case 1:
                    found.done[name, other] = number
                case _:
                    found.balances[name] = number
        return found

    def announce(self) -> None:
        self.run("SELECT pg_notify(?, '')", (_CHANNEL,))

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        try:
            with self._reading:
                return _rows(self._connection("reader").execute(_placeholders(sql), tuple(values)))
        except psycopg.Error as error:
            raise StoreUnavailable(str(error)) from error

    @contextmanager
    def frozen(self) -> Iterator[None]:
        self.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            self.query("ROLLBACK")

    def wait(self, timeout_s: float) -> bool:
        try:
            return any(True for _ in self._connection("watcher").notifies(timeout=timeout_s, stop_after=1))
        except psycopg.Error as error:
            raise StoreUnavailable(str(error)) from error

    # A lock by which those who serve are seen, and when each last spoke. Free is no proof: after a crash of
    # the database those who serve need a moment to be back.

    def signs_of_life(self) -> frozenset[object]:
        return frozenset(self._ask(f"SELECT l.pid, a.state_change {_SERVING} AND l.mode = 'ShareLock'"))

    def is_being_decided(self) -> bool:
        return bool(self._ask(f"SELECT 1 {_SERVING} AND l.mode = 'ExclusiveLock'"))

    def take_over(self, is_overdue: bool) -> bool:
        if not is_overdue:
            return False
        if self._ask(f"SELECT pg_try_advisory_lock({_SERVED})")[0][0]:
            return True
        silent = f"clock_timestamp() - a.state_change > interval '{self.silent_s} s'"
        self._ask(f"SELECT pg_terminate_backend(l.pid) {_SERVING} AND {silent}")
        return False

    def be_present(self) -> None:
        self._ask(f"SELECT pg_advisory_lock_shared({_SERVED})")
        self._ask(f"SELECT pg_advisory_unlock({_SERVED})")
        self._is_present = True

    def show_life(self) -> None:
        if not self._is_present:
            return
        known = self._connections.get("presence")
        if known is None or known.closed or known.broken:  # the database was away, and with it our lock
            self._ask(f"SELECT pg_advisory_lock_shared({_SERVED})")
        else:
            self._ask("SELECT 1")

    def _ask(self, sql: str) -> list[Row]:
        try:
            return _rows(self._connection("presence").execute(sql))
        except psycopg.Error as error:
            raise StoreUnavailable(str(error)) from error

    def copy_to(self, folder: Path, earlier: Path | None = None) -> None:
        """All tables as one repeatable read sees them, in PostgreSQL's own copy format."""
        target = folder / COPY_FOLDER
        target.mkdir()
        with self._connect() as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            position, digest = connection.execute("SELECT position, hash FROM head").fetchall()[0]
            (target / _HEAD).write_text(f"{position} {bytes(digest).hex()}\n")
            for table in _TABLES:
                copy = names.SQL("COPY {} TO STDOUT (FORMAT binary)").format(names.Identifier(table))
                with connection.cursor().copy(copy) as stream, (target / table).open("wb") as file:
                    for block in stream:
                        file.write(block)

    @staticmethod
    def head_of_copy(folder: Path) -> tuple[int, str]:
        """Position and hash of the last entry in a copy."""
        position, digest = (folder / COPY_FOLDER / _HEAD).read_text().split()
        return int(position), digest

    def load_from(self, folder: Path) -> None:
        """Fill an empty store with a copy, which may be of an earlier schema: columns are only ever added."""
        with self.writing():
            for table in _TABLES:
                source = folder / COPY_FOLDER / table
                if table != "meta" and source.exists():  # this store has its own schema already
                    self._load(table, source)

    def _load(self, table: str, source: Path) -> None:
        writer, name = self._connections["writer"], names.Identifier(table)
        writer.execute(names.SQL("TRUNCATE {}").format(name))
        found = self.run(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()"
            " AND table_name = ? ORDER BY ordinal_position",
            (table,),
        )
        with source.open("rb") as file:
            count = int.from_bytes(file.read(_COPY_HEADER + 2)[_COPY_HEADER:], "big", signed=True)
            columns = names.SQL(", ").join(names.Identifier(column) for (column,) in found[: max(count, 1)])
            copy = names.SQL("COPY {} ({}) FROM STDIN (FORMAT binary)").format(name, columns)
            file.seek(0)
            with writer.cursor().copy(copy) as stream:
                while block := file.read(_BLOCK):
                    stream.write(block)

    def again(self) -> "PostgresStore":
        return PostgresStore(self.dsn)

    def close(self) -> None:
        for connection in self._connections.values():
            connection.close()


def _apart(pairs: Sequence[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [first for first, _ in pairs], [second for _, second in pairs]


def _placeholders(sql: str) -> Any:
    return sql.replace("%", "%%").replace("?", "%s")


def _rows(cursor: "psycopg.Cursor[Row]") -> list[Row]:
    return cursor.fetchall() if cursor.description else []
