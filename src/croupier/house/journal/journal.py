"""The journal: streams of events with expected versions, one durable order over all of them."""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence

from msgspec import Struct

from croupier.house.journal.counts import NOTE, UPSERTS, rows
from croupier.house.journal.plan import Plan
from croupier.house.journal.program import program_hash
from croupier.house.journal.reading import Reading
from croupier.house.journal.records import (
    Appended,
    Batch,
    Entry,
    HandedOver,
    JournalError,
    StoreUnavailable,
    WentBack,
)
from croupier.house.journal.remembered import Head, Remembered
from croupier.house.journal.rows import ENTRY, INDEX_ROUND, entry_row, read_entry
from croupier.house.journal.store import Store
from croupier.house.journal.waiting import Heard, Told, is_wanted, tell
from croupier.house.journal.witness import Witness

_GROUP_MAX = 256
_APART_S = 0.004  # between commits while several write: each is dear, however little it carries
_TOGETHER_S = 0.02  # news that come this close together are told together
REMEMBERS_S = 30.0  # how long a write that failed counts
# A snapshot of another program at the same version is of no more use.
_KEEP = (
    "INSERT INTO snapshot VALUES (?, ?, ?, ?) ON CONFLICT (stream, version)"
    " DO UPDATE SET program = excluded.program, body = excluded.body"
)
# When the last entry was made; it may have been archived.
_AT = "SELECT coalesce((SELECT at FROM entry WHERE position = ?), (SELECT max(until) FROM archive), 0)"


class Errand(Struct, frozen=True):
    """One statement beside the journal, with each of these values in turn."""

    sql: str
    rows: tuple[Sequence[object], ...]


class Chore(Struct, frozen=True):
    """Work beside the journal that has to be one transaction, and alone."""

    work: Callable[[Store], None]


_Asked = Batch | Errand | Chore
_Waiting = tuple[_Asked, Told | Heard]


class Journal(Reading):
    """One writer thread commits whatever has gathered while the last commit was on its way to the disk.

    So many appends share one synchronisation, and each is answered only after it.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._is_closed = False
        self.remembers_s = REMEMBERS_S
        self._failed_at: float | None = None  # the last write, if it failed
        self._known_at = (0, 0)  # the last position, and its time
        self._remembered = Remembered()
        self._witness = Witness()
        self._wrote: Head | None = None  # in the transaction under way
        self.gone_back: WentBack | None = None  # for as long as the store lacks what somebody has seen in it
        self.accepts_loss = False  # write all the same: see `house.accept_loss`
        self._serves_at: tuple[str, int] | None = None  # a stream, and its version while this process decides
        self.commits = 0  # how many transactions carried how many appends: the gain of group commit
        self.appends = 0
        self._begin()

    def _begin(self) -> None:
        """From here on what is asked for is written."""
        self._writer = threading.Thread(target=self._write_for_ever, name="journal", daemon=True)
        self._writer.start()

    def _end(self) -> None:
        """Everything that was asked for has been written."""
        self._waiting.put(None)
        self._writer.join()

    # Writing

    def append(self, batch: Batch) -> Told:
        """Ask for a batch to be written. Resolves once it is durable, or with Conflict, Overdrawn,
        or StoreUnavailable (then only the store can tell, once it is back, whether it happened)."""
        if self._is_closed:
            raise JournalError("the journal is closed")
        return self._ask(batch)

    def append_in_loop(self, batch: Batch) -> Heard:
        """The same for who waits in the event loop that runs now."""
        if self._is_closed:
            raise JournalError("the journal is closed")
        heard: Heard = asyncio.get_running_loop().create_future()
        self._put((batch, heard))
        return heard

    def serve_while(self, stream: str, version: int) -> None:
        """Write only as long as this stream stands at this version: once another program has taken over, no
        entry of this one can come after it, and the position of the take-over says who decided what."""
        self._serves_at = (stream, version)

    def errand(self, sql: str, *rows: Sequence[object]) -> Told:
        """A statement on what is not journal (sessions, processes), taken along by the next commit."""
        return self._ask(Errand(sql, rows))

    def chore(self, work: Callable[[Store], None]) -> Told:
        """Something that reads before it writes, in a transaction that nobody writes beside."""
        return self._ask(Chore(work))

    def _ask(self, asked: _Asked) -> Told:
        told: Told = Told()
        self._put((asked, told))
        return told

    def _put(self, waiting: _Waiting) -> None:
        self._waiting.put(waiting)

    @property
    def is_failing(self) -> bool:
        """Whether the last write failed, not long ago: who is kept away by this may come and try again."""
        failed_at = self._failed_at
        return failed_at is not None and time.monotonic() - failed_at < self.remembers_s

    def _write_for_ever(self) -> None:
        ended_at, is_busy = 0.0, False
        while (first := self._waiting.get()) is not None:
            if is_busy and (left := ended_at + _APART_S - time.monotonic()) > 0:
                time.sleep(left)
            group = [first]
            is_last = not self._gather(group)
            self._commit(group)
            if is_last:
                return
            ended_at, is_busy = time.monotonic(), len(group) > 1

    def _gather(self, group: list[_Waiting]) -> bool:
        """Take along what waits by now; False once there is nothing more to come."""
        while len(group) < _GROUP_MAX:
            try:
                following = self._waiting.get_nowait()
            except queue.Empty:
                break
            if following is None:
                return False
            group.append(following)
        return True

    def _commit(self, group: list[_Waiting]) -> None:
        group = [(asked, answer) for asked, answer in group if is_wanted(answer)]
        self._wrote = None
        try:
            with self.store.writing():
                results = self._write([asked for asked, _ in group])
        except Exception as error:
            self._failed_at = time.monotonic()
            self._remembered.forget()
            tell((answer, error) for _, answer in group)
            return
        self._failed_at = None
        if self._wrote is not None:
            self._witness.wrote(self._wrote)
        self.commits += 1
        self.appends += len(group)
        tell((answer, result) for (_, answer), result in zip(group, results, strict=True))

    def _write(self, asked: list[_Asked]) -> list[Appended | JournalError]:
        batches = [each for each in asked if not isinstance(each, Errand | Chore)]
        written = iter(self._write_batches(batches) if batches else ())
        results: list[Appended | JournalError] = []
        for each in asked:
            if isinstance(each, Errand):
                self.store.run_many(each.sql, each.rows)
                results.append(Appended(()))
            elif isinstance(each, Chore):
                self._lock_head()
                each.work(self.store)
                results.append(Appended(()))
            else:
                results.append(next(written))
        return results

    def _write_batches(self, batches: list[Batch]) -> list[Appended | JournalError]:
        store = self.store
        position, digest = self._lock_head()
        if self.gone_back is not None:
            return [self.gone_back] * len(batches)
        known = self._remembered
        known.look((position, digest))
        writings = [writing for batch in batches for writing in batch]
        serves_at = self._serves_at
        guard = {serves_at[0]} if serves_at is not None else set()
        commands = sorted({(each.stream, each.command_id) for each in writings if each.command_id})
        standing = known.filled(
            {each.stream for each in writings} | guard,
            {name for each in writings for move in each.postings for name in (move.source, move.target)},
            lambda streams, accounts: store.standing(streams, commands, accounts),
        )
        plan = Plan(
            position=position,
            hash=digest,
            at=self._last_at(position),
            versions=standing.versions,
            done=standing.done,
            balances=standing.balances,
        )
        is_over = serves_at is not None and plan.versions[serves_at[0]] != serves_at[1]
        results: list[Appended | JournalError] = []
        for batch in batches:
            if (positions := plan.repeated(batch)) is not None:
                results.append(Appended(self._repeated(positions, plan), is_repeat=True))
                continue
            if is_over:
                results.append(HandedOver())
                continue
            try:
                results.append(Appended(plan.add(batch, program_hash())))
            except JournalError as error:
                results.append(error)
        if plan.entries:
            with store.together():
                self._save(plan)
            self._known_at = (plan.position, plan.at)
            self._wrote = (plan.position, plan.hash)
            known.wrote(self._wrote, plan.versions, plan.balances)
        return results

    def _lock_head(self) -> Head:
        """What this transaction follows. If the store lacks what this process has seen in it, that is written
        down: then others, who may not have seen it, stop as well."""
        position, digest, lost = self.store.lock_head()
        head = (position, bytes(digest))
        if (missing := self._witness.missing(head, self._hashes_of(self.store.run))) > lost:
            lost = missing
            self.store.run("UPDATE head SET lost = ? WHERE id = 1", (lost,))
        self.gone_back = WentBack(position, lost) if lost and not self.accepts_loss else None
        return head

    def _last_at(self, position: int) -> int:
        """When the last entry was made. Mostly it was this process's own; after a write that failed, what it
        remembers may not be in the store."""
        if self._known_at[0] != position or self._failed_at is not None:
            rows = self.store.run(_AT, (position,))
            self._known_at = (position, rows[0][0])
        return self._known_at[1]

    def _repeated(self, positions: list[int], plan: Plan) -> tuple[Entry, ...]:
        fresh = {entry.position: entry for entry in plan.entries}
        return tuple(fresh.get(each) or self._written(each) for each in positions)

    def _written(self, position: int) -> Entry:
        rows = self.store.run(f"SELECT {ENTRY} FROM entry WHERE position = ?", (position,))
        entry = read_entry(rows[0]) if rows else self.at(position)
        assert entry is not None, f"position {position} is known, and gone"
        return entry

    def _save(self, plan: Plan) -> None:
        run_many = self.store.run_many
        run_many(
            "INSERT INTO entry (position, stream, first, last, command_id, who, role, at, command, events,"
            " digests, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [entry_row(entry) for entry in plan.entries],
        )
        if plan.postings:
            run_many("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?, ?)", plan.postings)
            run_many(
                "INSERT INTO balance VALUES (?, ?)"
                " ON CONFLICT (account) DO UPDATE SET cents = excluded.cents",
                [(account, plan.balances[account]) for account in sorted(plan.touched)],
            )
        if plan.snapshots:
            run_many(_KEEP, plan.snapshots)
        if plan.rounds_opened:
            run_many(
                "INSERT INTO round (stream, number, edition, first, opened_at) VALUES (?, ?, ?, ?, ?)",
                plan.rounds_opened,
            )
        if plan.rounds_closed:
            run_many(
                "UPDATE round SET last = ?, closed_at = ? WHERE stream = ? AND number = ?", plan.rounds_closed
            )
        if plan.round_keys:
            run_many(INDEX_ROUND, plan.round_keys)
        for name, added in rows(plan.sums).items():
            run_many(UPSERTS[name], added)
        if plan.notes:
            run_many(NOTE, plan.notes)
        self.store.run("UPDATE head SET position = ?, hash = ? WHERE id = 1", (plan.position, plan.hash))
        self.store.announce()

    def _saw(self, position: int, digest: bytes) -> None:
        self._witness.saw(position, digest)

    def recall(self, position: int, digest: bytes) -> None:
        """This was the head once, as somebody noted outside: a store that lacks it has gone back."""
        self._witness.recall((position, digest))

    def keep_snapshot(self, stream: str, version: int, body: bytes) -> None:
        """Beside the journal: nobody waits for it."""
        self.errand(_KEEP, (stream, version, program_hash(), body))

    # Life

    def follow(
        self, heard: Callable[[dict[str, int]], None], stop: threading.Event, pause_s: float = 1.0
    ) -> None:
        """Report streams that any process has written to, until told to stop. Runs in a thread of its own."""
        position, sign_at = self.head()[0], 0.0
        while not stop.is_set():
            try:
                if (now := time.monotonic()) >= sign_at:
                    self.store.show_life()
                    sign_at = now + pause_s / 2
                self.store.wait(pause_s)
                position, streams = self.look(position)
            except StoreUnavailable:
                stop.wait(pause_s)
                continue
            if streams:
                heard(streams)
                stop.wait(_TOGETHER_S)

    def look(self, after: int) -> tuple[int, dict[str, int]]:
        """What has `changed`; and if the store seems to have gone back, or not to be so any more, the writer
        makes sure of it."""
        position, streams = self.changed(after)
        last, digest, lost = self.store.query("SELECT position, hash, lost FROM head WHERE id = 1")[0]
        missing = self._witness.missing((last, bytes(digest)), self._hashes_of(self.store.query))
        if bool(lost or missing) != (self.gone_back is not None) or self.store.is_replaced():
            self.chore(lambda store: None)
        return position, streams

    def close(self) -> None:
        """Finish what was asked for, then let go of the store."""
        if not self._is_closed:
            self._is_closed = True
            self._end()
            with contextlib.suppress(Exception):
                self.store.close()
