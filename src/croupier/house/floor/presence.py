"""Who is connected to which table through which process: shared by all processes, beside the journal.

A person has one active connection at a table, so the store has one row for the two, and it names the process
that holds it. Each process has a row too, with a counter that moves while it lives: one that has stood still
for a few looks is gone, however it ended, and its people with it. Looks are counted, not seconds on anybody's
clock, so neither machines that disagree on the time nor a store that was away make anybody disappear.

A process on its own writes nothing but its own row, once.

The same counters say among whom tables are shared (`living`, see leases.py). That is decided sooner: a table
that is given to another by mistake costs a moment, people who disappear by mistake are stood up.
"""

import asyncio
import contextlib
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable

import structlog

from croupier.house.journal import Journal, StoreUnavailable

log = structlog.get_logger("croupier.presence")

BEAT_S = 0.4
SILENT_LOOKS_MAX = 12  # so many looks without a beat, and a process is gone
QUIET_LOOKS_MAX = 3  # and so many, and its tables are others'
SETTLED = 3  # who has beaten no more often than this only listens
_PATIENCE_S = 2.0
_APART_S = 0.05  # what happens at nearly the same time is written together

Spot = tuple[str, str]  # a table and a person

_SAY = "INSERT INTO presence VALUES (?, ?, ?) ON CONFLICT (at_table, person) DO "
_TAKE = _SAY + "UPDATE SET process = excluded.process"
_KEEP = _SAY + "NOTHING"
_LEAVE = "DELETE FROM presence WHERE at_table = ? AND person = ? AND process = ?"
# Others may have given us up: then we see it.
_BEAT = "UPDATE process SET beat = ?, changes = ?, is_watched = ? WHERE id = ?"
_APPEAR = (
    "INSERT INTO process (beat, changes, is_watched, id) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO"
    " UPDATE SET beat = excluded.beat, changes = excluded.changes, is_watched = excluded.is_watched"
)
_FORGET = ("DELETE FROM presence WHERE process = ?", "DELETE FROM process WHERE id = ?")


async def _nothing() -> None:
    pass


class _Other:
    """Another process as its row was last seen."""

    def __init__(self) -> None:
        self.beat = self.changes = -1
        self.silent = 0
        self.is_alive = False  # its beat has been seen to move
        self.is_watched = False
        self.spots: frozenset[Spot] = frozenset()

    @property
    def takes_part(self) -> bool:
        return self.is_alive and self.beat > SETTLED and self.silent < QUIET_LOOKS_MAX


class Presence:
    """One process's part. `on_change` hears of people elsewhere; `on_taken`, of those who were here."""

    def __init__(self, journal: Journal) -> None:
        self.process = secrets.token_hex(8)
        self.on_change: Callable[[Iterable[Spot]], None] = lambda spots: None
        self.on_taken: Callable[[Spot], None] = lambda spot: None
        self.on_look: Callable[[], Awaitable[None]] = _nothing
        self.is_watched: Callable[[], bool] = lambda: False  # whether anybody is about at this process
        self.changes = 0  # moves with everything that is known of people
        self._is_retired = False
        self._journal = journal
        self._here: set[Spot] = set()
        self._unsaid: dict[Spot, str] = {}  # statements still to be written
        self._others: dict[str, _Other] = {}
        self._beat = self._changes = 0
        self._is_known = False  # our own row has been seen in the store
        self._is_anew = False  # say everything again: somebody does not know it yet
        self._soon = asyncio.Event()
        self._told = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # What this process tells

    def came(self, table: str, person: str) -> None:
        """The newest connection of a person at a table is here."""
        self._here.add((table, person))
        self.changes += 1
        self._unsaid[table, person] = _TAKE
        self._soon.set()

    async def settled(self, table: str, person: str) -> None:
        """Until the others can know: a connection after that is newer, at whichever process."""
        with contextlib.suppress(TimeoutError):  # a store that is away does not keep anybody out
            async with asyncio.timeout(_PATIENCE_S):
                while self._others and (table, person) in self._unsaid:
                    await self._told.wait()

    def went(self, table: str, person: str) -> None:
        """It has ended, or was taken over."""
        if (table, person) in self._here:
            self._here.discard((table, person))
            self.changes += 1
            self._unsaid[table, person] = _LEAVE
            self._soon.set()

    # What it knows

    def is_here(self, table: str, person: str) -> bool:
        return (table, person) in self._here

    def is_elsewhere(self, table: str, person: str) -> bool:
        return any((table, person) in other.spots for other in self._others.values())

    @property
    def others(self) -> int:
        """How many other processes serve."""
        return len(self._others)

    @property
    def is_watched_elsewhere(self) -> bool:
        """Whether anybody is about at another process, be it only to watch."""
        return any(other.is_watched for other in self._others.values())

    @property
    def living(self) -> tuple[str, ...]:
        """The processes among whom tables are shared, in one order for all; this one may not be among them:
        who has just come listens first, and who has retired takes no part."""
        others = [name for name, other in self._others.items() if other.takes_part]
        is_here = not self._is_retired and (not self._others or self._beat > SETTLED)
        return tuple(sorted([*others, self.process] if is_here else others))

    @property
    def speaks(self) -> bool:
        """Whether this process says what is the house's own, once for all that serve it."""
        return self.living[:1] in ((), (self.process,))

    def people(self) -> dict[str, dict[str, int]]:
        """How many are connected to each table through which process."""
        found: defaultdict[str, dict[str, int]] = defaultdict(dict)
        sides = [(self.process, self._here), *((name, each.spots) for name, each in self._others.items())]
        for process, spots in sides:
            for table, _ in spots:
                found[table][process] = found[table].get(process, 0) + 1
        return found

    def retire(self) -> None:
        """This process takes no part any more, though its people may still be here for a moment."""
        self._is_retired = True
        self._soon.set()

    # Life

    async def start(self) -> None:
        await self._exchange()
        self._task = asyncio.create_task(self._run(), name="presence")

    async def stop(self) -> None:
        """Go, and let the others know at once; if the store is away they will find out."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            with contextlib.suppress(StoreUnavailable):
                await self._write([(sql, (self.process,)) for sql in _FORGET])

    async def _run(self) -> None:
        """What is new here is told at once; looks are a beat apart, so that they can be counted."""
        loop = asyncio.get_running_loop()
        look_at = loop.time() + BEAT_S
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(look_at):
                    await self._soon.wait()
            is_due = loop.time() >= look_at
            try:
                await (self._exchange() if is_due else self._tell())
            except StoreUnavailable:
                pass  # what is unsaid stays unsaid until it is back
            except Exception as error:
                log.error("presence stumbled", exc_info=error)  # the others must not take us for dead
            if is_due:
                look_at = loop.time() + BEAT_S
            await asyncio.sleep(_APART_S)

    async def _exchange(self) -> None:
        self._is_anew |= not self._is_known
        await self._tell()
        await self._look()
        if not self._others:
            self._unsaid.clear()
            self._beat += 1  # untold: who has been here for long need not listen when company comes
        await self.on_look()

    async def _tell(self) -> None:
        self._soon.clear()
        if not self._others and not self._is_anew:
            return
        anew, self._is_anew = self._is_anew, False
        said = (dict.fromkeys(self._here, _KEEP) if anew else {}) | self._unsaid
        self._beat += 1
        self._changes += bool(said or anew)
        try:
            await self._write(
                [
                    *([(_FORGET[0], (self.process,))] if anew else []),
                    # Always in one order, so that two processes never lock each other out.
                    *((sql, (*spot, self.process)) for spot, sql in sorted(said.items())),
                    self._own_row(anew),
                ]
            )
        except BaseException:
            self._is_anew |= anew
            raise
        self._has_said(said)

    def _own_row(self, anew: bool) -> tuple[str, tuple[object, ...]]:
        beat = -self._beat if self._is_retired else self._beat
        row = (beat, self._changes, int(self.is_watched()), self.process)
        return (_APPEAR if anew else _BEAT), row

    def _has_said(self, said: dict[Spot, str]) -> None:
        for spot, sql in said.items():
            if self._unsaid.get(spot) is sql:
                del self._unsaid[spot]
            if sql is _TAKE:
                for other in self._others.values():
                    other.spots -= {spot}
        told, self._told = self._told, asyncio.Event()
        told.set()

    async def _write(self, statements: list[tuple[str, tuple[object, ...]]]) -> None:
        errands = [asyncio.wrap_future(self._journal.errand(sql, values)) for sql, values in statements]
        for answer in await asyncio.gather(*errands, return_exceptions=True):
            if isinstance(answer, BaseException):
                raise answer

    async def _look(self) -> None:
        sql = "SELECT id, beat, changes, is_watched FROM process ORDER BY id"
        rows = {row[0]: row[1:] for row in await asyncio.to_thread(self._journal.store.query, sql)}
        was_known, self._is_known = self._is_known, rows.pop(self.process, None) is not None
        before, company = self._everybody(), set(self._others)
        for name in sorted(company - rows.keys()):
            del self._others[name]
        for name, (beat, changes, is_watched) in rows.items():
            other = self._others.setdefault(name, _Other())
            other.is_watched = bool(is_watched)
            await self._look_at(name, other, beat, changes)
        if set(self._others) != company or (was_known and not self._is_known):
            # Somebody new does not know ours yet; somebody gone may have held what is ours now.
            self._is_anew = True
            self._soon.set()
        if changed := before ^ self._everybody():
            self.changes += 1
            self.on_change(changed)

    async def _look_at(self, name: str, other: _Other, beat: int, changes: int) -> None:
        other.is_alive |= other.beat not in (-1, beat)
        other.silent = 0 if other.beat != beat else other.silent + 1
        if other.silent >= SILENT_LOOKS_MAX:
            del self._others[name]
            await self._write([(sql, (name,)) for sql in _FORGET])
            return
        is_new = other.changes != changes
        other.beat, other.changes = beat, changes
        if is_new:
            sql = "SELECT at_table, person FROM presence WHERE process = ?"
            found = await asyncio.to_thread(self._journal.store.query, sql, (name,))
            other.spots = frozenset((table, person) for table, person in found)
            self._give_up(other.spots)

    def _give_up(self, spots: frozenset[Spot]) -> None:
        """A row has one process: another's was taken from us, unless we are about to take it back."""
        for spot in sorted(spots & self._here):
            if self._unsaid.get(spot) is not _TAKE:
                self.went(*spot)
                self.on_taken(spot)

    def _everybody(self) -> frozenset[Spot]:
        return frozenset[Spot]().union(*(other.spots for other in self._others.values()))
