"""A database as the journal needs it: one SQL for both engines; each locks, notifies, copies in its way."""

import asyncio
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from croupier.house.journal.archive.months import EVERYTHING, Month, Span
from croupier.house.journal.records import JournalError
from croupier.house.journal.schema import NEWEST, OLDEST, statements

Row = tuple[Any, ...]

SILENT_S = 3.0  # a process that has shown no life for so long is not there; one shows it every second
_LOOK_EVERY_S = 0.05


class StoreState(NamedTuple):
    """What the store holds of some streams, commands and accounts: see the questions of the same names."""

    versions: dict[str, int]
    done: dict[tuple[str, str], int]
    balances: dict[str, int]


class Store(ABC):
    """One database. `writing` and `run` belong to the one writer; `query` is for any thread."""

    dialect: Mapping[str, str]

    # Writing: only inside `writing()`, which holds the lock that orders all positions.

    @abstractmethod
    def writing(self) -> AbstractContextManager[None]:
        """A transaction that nobody else can write beside; durable when it ends."""

    @abstractmethod
    def run(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """One statement in the writer's transaction."""

    @abstractmethod
    def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None: ...

    def together(self) -> AbstractContextManager[object]:
        """Statements whose answers nobody waits for one by one; any failure shows at the end."""
        return nullcontext()

    @abstractmethod
    def lock_head(self) -> Row:
        """(position, hash) of the last entry, locked until the transaction ends; then up to which position
        something is missing that some process has seen, 0 if nothing is."""

    @abstractmethod
    def versions(self, streams: Sequence[str]) -> dict[str, int]:
        """The version each stream is at; 0 for one that has not begun."""

    @abstractmethod
    def done(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], int]:
        """Positions of the commands (stream, id) that are in the journal already."""

    @abstractmethod
    def balances(self, accounts: Sequence[str]) -> dict[str, int]: ...

    def standing(
        self, streams: Sequence[str], commands: Sequence[tuple[str, str]], accounts: Sequence[str]
    ) -> "StoreState":
        """All that a group of appends is decided from, asked for together where that is cheaper."""
        return StoreState(
            self.versions(streams) if streams else {},
            self.done(commands) if commands else {},
            self.balances(accounts) if accounts else {},
        )

    @abstractmethod
    def announce(self) -> None:
        """Tell other processes, once the transaction has ended, that there is something to read."""

    # Reading

    @abstractmethod
    def query(self, sql: str, values: Sequence[Any] = ()) -> list[Row]: ...

    def archives(self) -> tuple[Month, ...]:
        """The months that have moved to files of their own, the earliest first."""
        return ()

    def ask_archive(self, month: Month, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """The same as `query`, of one archive."""
        raise JournalError(f"this store has no archive of {month.name}")

    def altered_archives(self) -> Iterator[str]:
        """Each archive that is not, byte for byte, the file that was made, in a sentence that names it."""
        yield from ()

    def everywhere(
        self,
        sql: str,
        values: Sequence[Any] = (),
        span: Span = EVERYTHING,
        *,
        newest_first: bool = False,
        limit: int | None = None,
    ) -> list[Row]:
        """The same question to the live store and to every archive it concerns, in the order of time.

        Each answers for itself: sums have to be added up by who asks. Whoever wants the newest so many gets
        no older archive opened than it takes.
        """
        while True:
            months = self.archives()
            live = self.query(sql, values)
            if self.archives() == months:  # else something moved in between
                break
        parts = [month for month in months if span.meets(month)]
        found = live if newest_first else []
        for month in reversed(parts) if newest_first else parts:
            if limit is not None and len(found) >= limit:
                break
            found += self.ask_archive(month, sql, values)
        if not newest_first:
            found += live
        return found if limit is None else found[:limit]

    def is_replaced(self) -> bool:
        """Whether another store lies where this one was opened; who writes next opens that one."""
        return False

    @abstractmethod
    def frozen(self) -> AbstractContextManager[None]:
        """Meanwhile every query sees the same moment of the store."""

    @abstractmethod
    def wait(self, timeout_s: float) -> bool:
        """Wait until another process may have written; called by one thread only."""

    def free_bytes(self) -> float:
        """How much room is left where it lies, as far as can be told from here."""
        return math.inf

    # Life

    silent_s = SILENT_S

    async def is_alone(self) -> bool:
        """Whether no other process serves this store. If so, none can begin to until `be_present`.

        A lock alone does not tell: it may be held by a process that only just asks the same and may die
        of it, or that is dead in all but name; and a database that crashed has forgotten all locks.
        """
        heard, until = await asyncio.to_thread(self.signs_of_life), time.monotonic() + self.silent_s
        while not await asyncio.to_thread(self.take_over, is_overdue=time.monotonic() >= until):
            if await asyncio.to_thread(self.is_being_decided):
                until = time.monotonic() + self.silent_s
            elif not await asyncio.to_thread(self.signs_of_life) <= heard:
                return False
            await asyncio.sleep(_LOOK_EVERY_S)
        return True

    async def is_served(self) -> bool:
        """Whether somebody leaves signs of life. Ask before this process can be seen: it would see itself."""
        heard, until = await asyncio.to_thread(self.signs_of_life), time.monotonic() + self.silent_s
        while time.monotonic() < until:
            if not await asyncio.to_thread(self.signs_of_life) <= heard:
                return True
            await asyncio.sleep(_LOOK_EVERY_S)
        return False

    @abstractmethod
    def signs_of_life(self) -> frozenset[object]:
        """What processes that serve this store have left to be seen; something new is a living one."""

    @abstractmethod
    def is_being_decided(self) -> bool:
        """Whether another process is between `is_alone` and `be_present`."""

    @abstractmethod
    def take_over(self, is_overdue: bool) -> bool:
        """Keep others from serving if nobody does; `is_overdue` once nobody was heard for long enough."""

    @abstractmethod
    def be_present(self) -> None:
        """Be seen by processes that start later, until this one ends, however it ends."""

    @abstractmethod
    def show_life(self) -> None:
        """Once present: leave a sign; called twice a second by the thread that also waits."""

    @abstractmethod
    def copy_to(self, folder: Path, earlier: Path | None = None) -> None:
        """A consistent copy of everything, taken while others write. Archives that an earlier copy holds are
        taken from there."""

    @abstractmethod
    def again(self) -> "Store":
        """The same store through connections of its own."""

    @abstractmethod
    def close(self) -> None: ...

    def migrate(self) -> None:
        """Bring the schema forward. A store from a newer program is left alone."""
        with self.writing():
            self.run(f"CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value {self.dialect['int']})")
            found = self.run("SELECT value FROM meta WHERE name = 'schema'")
            version = found[0][0] if found else OLDEST - 1
            if version > NEWEST:
                raise JournalError(
                    f"the store has schema {version}, this program knows {NEWEST}: use a newer croupier"
                )
            if found and version < OLDEST:
                raise JournalError(
                    "this store was written by croupier 1.x, which this version does not read:"
                    " keep it with the program that wrote it, and open a new one"
                )
            for step in range(version + 1, NEWEST + 1):
                for statement in statements(step, dict(self.dialect)):
                    self.run(statement)
            self.run(
                "INSERT INTO meta VALUES ('schema', ?)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (NEWEST,),
            )
