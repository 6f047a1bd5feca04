"""One day checked, at a cost that does not grow with what was before it.

Its part of the chain, every command of its tables and jackpots decided again, and its lines in the books. It
begins from the snapshots before that day: these, the lists of Rounds, the totals and the racks are checked by
the audit of everything. Whoever audits each day, and notes its head outside, has audited the year.
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from croupier.house.audit.audit import UNREADABLE, Finding
from croupier.house.audit.books import BooksAudit
from croupier.house.cage.cage import cage_register
from croupier.house.floor import state as f
from croupier.house.history.programs import Deciders
from croupier.house.journal import Entry, Journal
from croupier.house.journal.chain import breaks_between
from croupier.house.journal.sealing import Sealer
from croupier.house.ledger import Books, Ledger
from croupier.house.ledger.cashier import window
from croupier.house.live_table import LiveTable
from croupier.house.people.roster import people_register
from croupier.house.register import Register
from croupier.links.game import LINK
from croupier.table import Accepted, Catalogue


class DayReport(Struct, frozen=True):
    """What was looked at: positions `first` to `last` of the journal, and the hash that stands at the end."""

    first: int
    last: int
    events: int
    tables: int
    links: int
    head: str
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...] = ()

    @property
    def is_good(self) -> bool:
        return not self.findings


class DayAudit:
    """Reads one moment of the store, as `Audit` does."""

    def __init__(self, journal: Journal, catalogue: Catalogue, sealer: Sealer) -> None:
        self._journal, self._catalogue, self._sealer = journal, catalogue, sealer
        self._books = BooksAudit()
        self._spans: dict[str, list[int]] = {}  # of each stream: the first and the last version of the day
        self._events = 0
        self._head = b""
        self._is_all_heard = True
        self._notes: list[Finding] = []

    def run(self, since: int, until: int, progress: Callable[[str], None] = lambda words: None) -> DayReport:
        """From one moment up to another, in milliseconds, by the time in the journal."""
        served = self._journal
        self._journal = Journal(served.store.again())
        try:
            with self._journal.store.frozen():
                return self._run(since, until, progress)
        finally:
            self._journal.close()
            self._journal = served

    def _run(self, since: int, until: int, progress: Callable[[str], None]) -> DayReport:
        first, last = self._first_from(since), self._first_from(until) - 1
        findings = list(self._chain(first, last)) if first <= last else []
        try:
            floor = f.floor_register(self._journal, self._sealer)
            floor.restore()
            self._deciders = Deciders(self._journal)
        except UNREADABLE as error:
            findings.append(Finding("floor", f"nothing can be played again without it: {error}"))
            return self._report(first, last, findings)
        for stream in sorted(self._spans):
            progress(stream)
            findings += self._stream(stream, floor.state)
        progress("the books")
        if self._is_all_heard:
            differing = self._books.end(self._journal.store, (first, last))
            findings += [Finding("books", words) for words in differing]
        if total := Ledger(self._journal).trial_balance():
            findings.append(
                Finding("trial balance", f"all accounts together hold {total} cents instead of 0")
            )
        return self._report(first, last, findings)

    def _report(self, first: int, last: int, findings: list[Finding]) -> DayReport:
        return DayReport(
            first=first,
            last=last,
            events=self._events,
            tables=sum(stream.startswith("table/") for stream in self._spans),
            links=sum(stream.startswith("link/") for stream in self._spans),
            head=self._head.hex(),
            findings=tuple(findings),
            notes=tuple(self._notes),
        )

    def _first_from(self, moment: int) -> int:
        """The first position at or after a moment; the one behind the last if there is none. Positions and
        times go up together, so that a few looks are enough however long the journal is."""
        behind = self._journal.head()[0] + 1
        low, high = 1, behind
        while low < high:
            middle = (low + high) // 2
            found = self._journal.time_from(middle)
            if found is None or found >= moment:
                high = middle
            else:
                low = middle + 1
        # Where the end has been cut off nothing is found beyond it: it was there, and is missed.
        return low if self._journal.time_from(low) is not None else behind

    def _chain(self, first: int, last: int) -> Iterator[Finding]:
        reached = first - 1
        try:
            for broken in breaks_between(self._seen(first, last), first, last):
                yield Finding("chain", broken.words)
            reached = self._reached
        except ValueError as error:
            yield Finding("chain", f"altered: an entry after position {reached} cannot be read: {error}")
            return
        if reached != last:
            yield Finding("chain", f"removed: the day ends at position {reached} instead of {last}")

    def _seen(self, first: int, last: int) -> Iterator[Entry]:
        """The entries of the day, after the one before it."""
        self._reached = first - 1
        for entry in self._journal.everything(after=first - 2):
            if entry.position > last:
                return
            if entry.position >= first:
                self._reached, self._head = entry.position, entry.hash
                self._spans.setdefault(entry.stream, [entry.first, entry.last])[1] = entry.last
            yield entry

    # Each stream

    def _stream(self, stream: str, floor: f.Floor) -> Iterator[Finding]:
        kind, _, name = stream.partition("/")
        try:
            if kind == "table":
                yield from self._decide_again(name, floor.tables[name].link, is_link=False)
            elif kind == "link":
                yield from self._decide_again(name, name, is_link=True)
            elif (register := self._register(stream, kind)) is not None:
                for entry in self._entries(stream):
                    self._books.heard(entry.position, entry.at, register.postings(entry))
        except UNREADABLE as error:
            self._is_all_heard = False
            yield Finding("replay", f"{stream} cannot be played again: {error}")

    def _register(self, stream: str, kind: str) -> Register[Any] | None:
        """Of the streams of the house itself, those that move money."""
        if kind == "player":
            return window(stream, self._journal)
        if stream == "people":
            return people_register(self._journal)
        return cage_register(self._journal) if stream == "cage" else None

    def _entries(self, stream: str) -> list[Entry]:
        begin, end = self._spans[stream]
        return self._journal.read(stream, after=begin - 1, until=end)

    def _decide_again(self, name: str, link: str, is_link: bool) -> Iterator[Finding]:
        stream = f"link/{name}" if is_link else f"table/{name}"
        begin, end = self._spans[stream]
        live = self._open(name, max(begin - 1, 1), is_link)
        books = Books(live.game, "" if is_link else name, link)
        for entry in self._entries(stream):
            if entry.first == 1:  # the table opens
                self._events += 1
                continue
            command, events, before = live.read_command(entry), live.read(entry), live.state
            outcome = live.table.decide_again(command)
            if not isinstance(outcome, Accepted) or outcome.events != events:
                words = f"{stream} {entry.first}-{entry.last}: deciding again leads elsewhere"
                other = self._deciders.other_at(entry.position)
                if other:
                    self._notes.append(Finding("program", f"{words}; {other} decided it"))
                else:
                    yield Finding("replay", words)
            live.apply((entry,))
            self._events += len(events)
            postings = books.postings(events, before, live.state, command)
            self._books.heard(entry.position, entry.at, postings)
        kept = self._open(name, end, is_link)
        if (kept.state, kept.version, kept.rounds) != (live.state, live.version, live.rounds):
            yield Finding("snapshot", f"{stream} opens differently from a snapshot of that day")

    def _open(self, name: str, version: int, is_link: bool) -> LiveTable:
        game = LINK if is_link else None
        return LiveTable(name, self._catalogue, self._journal, self._sealer, version, link=game)
