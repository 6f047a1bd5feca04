"""Reads the store as an auditor would, beside the house: books, meters, acknowledgements."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import apsw
from msgspec import Struct

from croupier.house.answers import Happened
from croupier.house.audit import Audit
from croupier.house.floor import state as f
from croupier.house.journal import Journal
from croupier.house.journal.reading import Reading
from croupier.house.journal.sealing import Sealer
from croupier.house.journal.sqlite import SqliteStore
from croupier.house.links import reconcile
from croupier.house.live_table import LiveTable
from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.simulator.world import World
from croupier.table import Catalogue

_OUTSIDE = ("bank", "rake", "payable", "cage", "away", "tips")


class Acknowledgement(Struct, frozen=True):
    """What a process has told somebody to be durable."""

    stream: str
    command_id: str
    version: int


class _Eyes:
    """A store that can only be read. Opened when it is looked at, so that it may be closed at any time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: apsw.Connection | None = None

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        if self._connection is None:
            self._connection = apsw.Connection(str(self._path), flags=apsw.SQLITE_OPEN_READONLY)
        return self._connection.execute(sql, tuple(values)).fetchall()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _Reader(Reading):
    def __init__(self, path: Path) -> None:
        self.eyes = _Eyes(path)
        self.store = cast(Any, self.eyes)


class Auditor:
    """Has the key, and nothing to lose."""

    def __init__(
        self,
        world: World,
        path: Path,
        games: Catalogue,
        key: bytes,
        on_read: Callable[[tuple[Happened, ...]], None],
    ) -> None:
        self._world, self._path, self._games, self._sealer = world, path, games, Sealer(key)
        self._on_read = on_read
        self._reader = _Reader(path)
        self.acknowledged = self.rounds = 0
        self._begin()

    def _begin(self) -> None:
        self.floor = f.floor_register(cast(Journal, self._reader))
        self.position, self._hash = 0, b""
        self._done: dict[tuple[str, str], int] = {}  # the last version of every command that was carried out
        self._acknowledged: list[Acknowledgement] = []
        self._tables: dict[str, LiveTable] = {}
        self._answers: dict[tuple[str, str], int] = {}

    # What the house has said

    def acknowledge(self, said: Acknowledgement) -> None:
        self._acknowledged.append(said)
        self.acknowledged += 1

    # Looking

    def look_away(self) -> None:
        """The power has gone, for the auditor too."""
        self._reader.eyes.close()

    def look(self) -> None:
        """Everything that can be seen at this moment."""
        self._read_on(self._reader)
        self._check_answers()
        self._check_balance(self._reader)
        self._check_tables(self._reader)

    def go_back(self) -> dict[str, int]:
        """The store is another: all of it is read again. The versions of its tables."""
        self.look_away()
        self._begin()
        self.look()
        return {live.name: live.version for stream, live in self._tables.items() if stream[:6] == "table/"}

    def _read_on(self, reader: _Reader) -> None:
        if self.position:
            rows = reader.store.query("SELECT hash FROM entry WHERE position = ?", (self.position,))
            if not rows or bytes(rows[0][0]) != self._hash:
                self._world.breaks("journal", f"position {self.position} was there and has gone")
        sql = (
            "SELECT position, stream, last, command_id, hash FROM entry WHERE position > ? ORDER BY position"
        )
        for position, stream, last, command_id, digest in reader.store.query(sql, (self.position,)):
            if command_id:
                if (stream, command_id) in self._done:
                    self._world.breaks("twice", f"{command_id} was done twice in {stream}")
                self._done[stream, command_id] = last
            self.position, self._hash = position, bytes(digest)

    def _check_answers(self) -> None:
        for said in self._acknowledged:
            found = self._done.get((said.stream, said.command_id))
            if found is None:
                self._world.breaks("lost", f"{said.command_id} was acknowledged in {said.stream} and is lost")
            elif said.version < found:
                words = f"{said.command_id} in {said.stream} was acknowledged as {said.version}, not {found}"
                self._world.breaks("lost", words)
            first = self._answers.setdefault((said.stream, said.command_id), said.version)
            if said.version != first:
                words = (
                    f"{said.command_id} in {said.stream} was acknowledged as {first}, then as {said.version}"
                )
                self._world.breaks("answers", words)
        self._acknowledged.clear()

    def _check_balance(self, reader: _Reader) -> None:
        total = reader.store.query("SELECT coalesce(sum(cents), 0) FROM balance")[0][0]
        if total:
            self._world.breaks("books", f"all accounts together hold {total} cents instead of 0")
        for account, cents in reader.store.query(
            "SELECT account, cents FROM balance WHERE cents < 0 AND substr(account, 1, 7) = 'player/'"
        ):
            self._world.breaks("books", f"{account} is at {cents} cents")

    def _check_tables(self, reader: _Reader) -> None:
        self.floor.catch_up()
        for name in self.floor.state.tables:
            live = self._live(reader, f"table/{name}", name, is_link=False)
            self._check_holdings(reader, live)
        for name in self.floor.state.links:
            live = self._live(reader, f"link/{name}", name, is_link=True)
            booked = reader.store.query(
                "SELECT cents FROM balance WHERE account = ?", (f"link/{name}/{m.METER}",)
            )
            found = reconcile(live.state, booked[0][0] if booked else 0)
            if found.difference:
                self._world.breaks("meter", f"jackpot {name} is off by {found.difference} cents: {found}")

    def table(self, name: str) -> LiveTable | None:
        return self._tables.get(f"table/{name}")

    def read_table(self, name: str) -> None:
        """What has happened there, whoever has or has not told of it."""
        if (live := self.table(name)) is not None:
            self._on_read(live.catch_up())

    def _live(self, reader: _Reader, stream: str, name: str, is_link: bool) -> LiveTable:
        live = self._tables.get(stream)
        if live is None:
            game = LINK if is_link else None
            journal = cast(Journal, reader)
            live = LiveTable(name, self._games, journal, self._sealer, use_snapshots=False, link=game)
            self._tables[stream] = live
            return live
        was_enabled = live.state.is_enabled if is_link else True
        happened = live.catch_up()
        if is_link:
            self._check_disabled(name, was_enabled, happened)
        self._on_read(happened)
        return live

    def _check_disabled(self, link: str, is_enabled: bool, happened: tuple[Happened, ...]) -> None:
        """A jackpot that is disabled neither grows nor pays."""
        for each in happened:
            match each.event:
                case m.LinkDisabled():
                    is_enabled = False
                case m.LinkEnabled():
                    is_enabled = True
                case m.BetsRegistered(meter=meter) if meter and not is_enabled:
                    self._world.breaks("meter", f"jackpot {link} has grown by {meter} cents while disabled")
                case m.JackpotPaid(amount=amount) if not is_enabled:
                    self._world.breaks("meter", f"jackpot {link} has paid {amount} cents while disabled")

    def _check_holdings(self, reader: _Reader, live: LiveTable) -> None:
        prefix = f"{live.stream}/"
        booked = {
            account.removeprefix(prefix): cents
            for account, cents in reader.store.query(
                "SELECT account, cents FROM balance WHERE substr(account, 1, ?) = ? AND cents <> 0",
                (len(prefix), prefix),
            )
        }
        inside = {name: cents for name, cents in booked.items() if not name.startswith(_OUTSIDE)}
        held = {name: cents for name, cents in live.game.holdings(live.state).items() if cents}
        if held != inside:
            self._world.breaks("books", f"{live.stream} holds {held}, its books say {inside}")

    # At the end

    def audit(self) -> str:
        """Everything is decided again; the hash that vouches for the whole journal."""
        self.look_away()
        journal = Journal(SqliteStore(self._path))
        try:
            report = Audit(journal, self._games, self._sealer).run()
        finally:
            journal.close()
        self.rounds = report.rounds
        for finding in report.findings[:5]:
            self._world.breaks("audit", f"{finding.check}: {finding.words}")
        return report.head
