"""The whole house, checked from the journal up: chain, books, meters, and every table played again."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from croupier.house.approvals import approvals_register
from croupier.house.audit.books import BooksAudit
from croupier.house.audit.index import IndexAudit
from croupier.house.audit.racks import RacksAudit
from croupier.house.audit.rounds import RoundsAudit, strangers
from croupier.house.audit.shuffles import ShufflesAudit
from croupier.house.audit.totals import TotalsAudit
from croupier.house.cage.cage import cage_register
from croupier.house.floor import state as f
from croupier.house.history.programs import Deciders
from croupier.house.journal import Entry, Journal
from croupier.house.journal.chain import breaks
from croupier.house.journal.sealing import Sealer, SealError
from croupier.house.ledger import AWAY, Books, Ledger
from croupier.house.ledger.cashier import window
from croupier.house.limits import limits_register
from croupier.house.links import reconcile
from croupier.house.live_table import LiveTable
from croupier.house.logbook import logbook_register
from croupier.house.people.roster import people_register
from croupier.house.register import Register
from croupier.house.stamps import FOR_EVER
from croupier.house.totals.registers import registers
from croupier.house.totals.running import Counted
from croupier.links.game import LINK
from croupier.money import CAGE, Account
from croupier.table import Accepted, Catalogue
from croupier.table.gratuities import TIPS

# Accounts of a table that its state does not hold: the other side of the house's books.
_OUTSIDE = ("bank", "rake", "payable", CAGE, AWAY, TIPS)

_BEFORE_ALL = -FOR_EVER  # nothing has such a position, unless somebody put it there

# What reading something that was tampered with may lead to.
# What goes wrong where the record was altered; a game may assert what can only be so.
UNREADABLE = (SealError, ValueError, KeyError, IndexError, AssertionError, AttributeError, TypeError)


class Finding(Struct, frozen=True):
    """Something that is not as it should be, and where."""

    check: str
    words: str


class Report(Struct, frozen=True):
    """What an audit has looked at and what it found."""

    entries: int
    events: int
    tables: int
    links: int
    rounds: int
    head: str  # the hash that vouches for the whole journal
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...] = ()  # nothing is wrong, but an auditor should know

    @property
    def is_good(self) -> bool:
        return not self.findings


class Audit:
    """Reads one moment of the store, through connections of its own, so that a house may go on beside it."""

    def __init__(self, journal: Journal, catalogue: Catalogue, sealer: Sealer) -> None:
        self._journal = journal
        self._catalogue = catalogue
        self._sealer = sealer
        self._books = BooksAudit()
        self._is_all_heard = True  # every entry that moves money could be read
        self._events = 0
        self._notes: list[Finding] = []

    def run(
        self,
        progress: Callable[[str], None] = lambda words: None,
        known: tuple[int, str] | None = None,
        anchors: Sequence[tuple[int, str]] = (),
        breathe: Callable[[], None] = lambda: None,
    ) -> Report:
        """Everything, one after the other; `progress` hears what is being looked at, `breathe` is called at
        every entry, so that whoever has others to serve can rest.

        `known` is a head noted earlier, elsewhere; `anchors` are those that the house signed itself. Whoever
        cuts off the end of a journal together with its head can be found out only by what remembers.
        """
        served, self._breathe = self._journal, breathe
        self._journal = Journal(served.store.again())
        try:
            with self._journal.store.frozen():
                return self._run(progress, (*anchors, *((known,) if known is not None else ())))
        finally:
            self._journal.close()
            self._journal = served

    def _run(self, progress: Callable[[str], None], known: Sequence[tuple[int, str]]) -> Report:
        floor = f.floor_register(self._journal)
        self._totals_audit = TotalsAudit(self._journal)
        head = self._journal.head()
        findings: list[Finding] = []
        progress("the archives")
        findings += _found("archive", self._journal.store.altered_archives())
        progress("the hash chain")
        findings += self._chain(head)
        for noted in known:
            findings += self._remembered(*noted)
        try:
            floor.catch_up()
            self._deciders = Deciders(self._journal)
            self._racks = RacksAudit(self._journal)
        except UNREADABLE as error:
            findings.append(Finding("floor", f"nothing can be played again without it: {error}"))
            return self._report(floor.state, head, findings)
        findings += self._registers()
        for table in sorted(floor.state.tables):
            progress(f"table {table}")
            findings += self._replay(table, floor.state.tables[table].link, is_link=False)
        for link in sorted(floor.state.links):
            progress(f"jackpot {link}")
            findings += self._replay("", link, is_link=True)
        progress("the books")
        findings += self._cashier()
        findings += _found("racks", self._racks.end(Ledger(self._journal)))
        findings += self._totals()
        findings += self._lists(floor.state)
        progress("the totals")
        findings += self._counts()
        return self._report(floor.state, head, findings)

    def _report(self, floor: f.Floor, head: tuple[int, bytes], findings: list[Finding]) -> Report:
        return Report(
            entries=head[0],
            events=self._events,
            tables=len(floor.tables),
            links=len(floor.links),
            rounds=sum(n for (n,) in self._journal.store.everywhere("SELECT count(*) FROM round")),
            head=head[1].hex(),
            findings=tuple(findings),
            notes=tuple(self._notes),
        )

    def _chain(self, head: tuple[int, bytes]) -> Iterator[Finding]:
        position = 0
        try:
            for broken in breaks(self._timed(self._journal.everything(after=_BEFORE_ALL)), head):
                position = broken.position
                yield Finding("chain", broken.words)
        except ValueError as error:
            where = f"an entry after position {position}" if position else "an entry"
            yield Finding("chain", f"altered: {where} cannot be read: {error}")

    def _timed(self, entries: Iterator[Entry]) -> Iterator[Entry]:
        """Time never goes back in the record. Programs before this one let it, so it is a note."""
        last = 0
        for entry in self._paced(entries):
            if entry.at < last:
                words = f"position {entry.position} is {last - entry.at} ms earlier than the one before it"
                self._notes.append(Finding("time", words))
            last = max(last, entry.at)
            yield entry

    def _paced(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        for entry in entries:
            self._breathe()
            yield entry

    def _remembered(self, position: int, digest: str) -> Iterator[Finding]:
        entry = next(self._journal.everything(after=position - 1), None)
        if entry is None or entry.position != position:
            yield Finding("head", f"there is no position {position} any more: the end has been cut off")
        elif entry.hash.hex() != digest:
            yield Finding("head", f"position {position} had another hash: everything up to it was rewritten")

    def _registers(self) -> Iterator[Finding]:
        """Each from its beginning and from its snapshot."""
        makers = (f.floor_register, people_register, approvals_register, cage_register)
        for make in (*makers, limits_register, logbook_register):
            whole, kept = make(self._journal), make(self._journal, self._sealer)
            try:
                whole.catch_up()
                kept.restore()
            except UNREADABLE as error:
                yield Finding("snapshot", str(error))
                continue
            if whole.state != kept.state:
                yield Finding("snapshot", f"{whole.stream} opens differently from its snapshot")

    def _cashier(self) -> Iterator[Finding]:
        """What came and went at the cashier's window and at the door, which is no table's."""
        players = (window(stream, self._journal) for stream in self._journal.streams("player/"))
        registers: list[Register[Any]] = [
            people_register(self._journal),
            cage_register(self._journal),
            *players,
        ]
        for register in registers:
            try:
                for entry in self._paced(self._journal.read(register.stream)):
                    self._books.heard(entry.position, entry.at, register.postings(entry))
            except UNREADABLE as error:
                self._is_all_heard = False
                yield Finding("books", f"{register.stream} cannot be read: {error}")

    def _counts(self) -> Iterator[Finding]:
        """What reports read, from what was played and from the streams of the house itself."""
        try:
            for register in registers(self._journal):
                for entry in self._paced(self._journal.read(register.stream)):
                    self._totals_audit.heard(entry, Counted(notes=register.notes(entry)))
        except UNREADABLE as error:
            self._is_all_heard = False
            yield Finding("totals", f"{register.stream} cannot be read: {error}")
        if self._is_all_heard:
            yield from _found("totals", self._totals_audit.end())

    def _lists(self, floor: f.Floor) -> Iterator[Finding]:
        tables = {f"table/{name}" for name in floor.tables}
        for relation, check in (("round", "rounds"), ("round_mark", "index")):
            yield from _found(check, strangers(self._journal.store, relation, tables))

    def _totals(self) -> Iterator[Finding]:
        if self._is_all_heard:
            yield from _found("books", self._books.end(self._journal.store))
        ledger = Ledger(self._journal)
        if total := ledger.trial_balance():
            yield Finding("trial balance", f"all accounts together hold {total} cents instead of 0")
        for account, (kept, summed) in ledger.disagreements().items():
            yield Finding("books", f"{account} says {kept} cents, its postings add up to {summed}")

    def _replay(self, table: str, link: str, is_link: bool) -> Iterator[Finding]:
        """Decide every command again; then compare with the snapshot's state and with the books."""
        name = link if is_link else table
        stream = f"link/{name}" if is_link else f"table/{name}"
        try:
            yield from self._decide_again(name, table, link, is_link)
        except UNREADABLE as error:
            self._is_all_heard = False
            yield Finding("replay", f"{stream} cannot be played again: {error}")

    def _decide_again(self, name: str, table: str, link: str, is_link: bool) -> Iterator[Finding]:
        until = self._journal.version(f"link/{name}" if is_link else f"table/{name}")
        live = self._open(name, 1, False, is_link)
        books = Books(live.game, table, link)
        booked: Counter[Account] = Counter()
        index = IndexAudit(self._journal.store, live.stream)
        rounds = None if is_link else RoundsAudit(self._journal.store, live.stream)
        shuffles = None if is_link else ShufflesAudit(self._journal, self._sealer, live)
        otherwise: Counter[str] = Counter()
        self._events += 1
        for entry in self._paced(self._journal.read(live.stream, after=1, until=until)):
            command, events, before = live.read_command(entry), live.read(entry), live.state
            outcome = live.table.decide_again(command)
            if not isinstance(outcome, Accepted) or outcome.events != events:
                if other := self._deciders.other_at(entry.position):
                    otherwise[other] += 1
                else:
                    words = f"{live.stream} {entry.first}-{entry.last}: deciding again leads elsewhere"
                    yield Finding("replay", words)
            if shuffles is not None:
                yield from _found("shuffles", shuffles.heard(live, entry, events))
            was_open, edition = live.is_round_open, live.rules.edition.id
            live.apply((entry,))
            self._totals_audit.heard(entry, live.counted[0])
            if rounds is not None:
                yield from _found("index", index.heard(live, events, was_open))
                yield from _found("rounds", rounds.heard(live, entry, was_open, edition))
            self._events += len(events)
            postings = books.postings(events, before, live.state, command)
            self._books.heard(entry.position, entry.at, postings)
            for posting in postings:
                booked[posting.source] -= posting.cents
                booked[posting.target] += posting.cents
            yield from _found("racks", self._racks.heard(live.stream, entry.last, booked))
        self._notes += [
            Finding("program", f"{live.stream}: {count} decisions of {other}, which this one takes otherwise")
            for other, count in otherwise.items()
        ]
        yield from self._compare_state(live, self._open(name, until, True, is_link))
        yield from self._compare_books(live, booked, is_link)
        if rounds is not None:
            yield from _found("index", index.end())
            yield from _found("rounds", rounds.end())
        if shuffles is not None:
            yield from _found("shuffles", shuffles.end())

    def _open(self, name: str, version: int, use_snapshots: bool, is_link: bool) -> LiveTable:
        game = LINK if is_link else None
        return LiveTable(
            name, self._catalogue, self._journal, self._sealer, version, use_snapshots, link=game
        )

    def _compare_state(self, live: LiveTable, kept: LiveTable) -> Iterator[Finding]:
        opened = (kept.state, kept.version, kept.rounds, kept.running)
        if opened != (live.state, live.version, live.rounds, live.running):
            yield Finding(
                "snapshot", f"{live.stream} opens differently from its snapshot and from its beginning"
            )

    def _compare_books(self, live: LiveTable, booked: Counter[Account], is_link: bool) -> Iterator[Finding]:
        ledger, prefix = Ledger(self._journal), f"{live.stream}/"
        own: dict[Account, int] = {name: n for name, n in booked.items() if n and name.startswith(prefix)}
        in_books = {name: n for name, n in ledger.balances(prefix).items() if not name.endswith("/payable")}
        told = {name: n for name, n in own.items() if not name.endswith("/payable")}
        if told != in_books:
            yield Finding("books", f"{live.stream}: its events say {_differ(told, in_books)}")
        held = {prefix + name: n for name, n in _holdings(live).items() if n}
        inside = {name: n for name, n in told.items() if not name.removeprefix(prefix).startswith(_OUTSIDE)}
        if held != inside:
            yield Finding("holdings", f"{live.stream} holds {_differ(held, inside)}")
        if is_link:
            meter = reconcile(live.state, ledger.balance(f"{prefix}jackpot/meter"))
            if meter.difference:
                yield Finding("meter", f"jackpot {live.name} is off by {meter.difference} cents: {meter}")


def _found(check: str, words: Iterable[str]) -> Iterator[Finding]:
    return (Finding(check, each) for each in words)


def _holdings(live: LiveTable) -> dict[Account, Any]:
    return dict(live.game.holdings(live.state))


def _differ(left: dict[Account, int], right: dict[Account, int]) -> str:
    """Only what differs, to be read by a person."""
    names = sorted(name for name in {*left, *right} if left.get(name, 0) != right.get(name, 0))
    return ", ".join(f"{name} {left.get(name, 0)} instead of {right.get(name, 0)}" for name in names)
