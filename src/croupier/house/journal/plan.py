"""Working out what a group of batches adds to the store, before any of it is written."""

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.house.journal import chain, counts
from croupier.house.journal.records import Batch, Conflict, Entry, Overdrawn, RoundPart, Writing
from croupier.house.journal.store import Row

# Money a person owns: it may not be spent twice, so these accounts never fall below zero.
GUARDED = "player/"
ROUND_OPENED = "opened"


class Plan(Struct):
    """The rows of one transaction. Batches are tried in order; one that does not fit leaves no trace."""

    position: int
    hash: bytes
    at: int  # of the last entry: time never goes back in the record
    versions: dict[str, int]
    done: dict[tuple[str, str], int]
    balances: dict[str, int]
    entries: list[Entry] = field(default_factory=list)
    postings: list[Row] = field(default_factory=list)
    snapshots: list[Row] = field(default_factory=list)
    rounds_opened: list[Row] = field(default_factory=list)
    rounds_closed: list[Row] = field(default_factory=list)
    round_keys: list[Row] = field(default_factory=list)
    sums: counts.Sums = field(default_factory=dict)
    notes: list[Row] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)

    def repeated(self, batch: Batch) -> list[int] | None:
        """Positions where this batch's commands already stand, if they do."""
        keys = [(each.stream, each.command_id) for each in batch if each.command_id]
        found = [self.done[key] for key in keys if key in self.done]
        return sorted(found) if found else None

    def add(self, batch: Batch, program: str) -> tuple[Entry, ...]:
        """Take a batch in, or raise Conflict or Overdrawn and stay as before."""
        versions = self._next_versions(batch)
        balances = self._next_balances(batch)
        entries = []
        for writing in batch:
            entry = self._enter(writing)
            entries.append(entry)
            if writing.postings:
                self._post(writing, entry)
            if writing.round is not None:
                self._index(writing.round, entry)
            if writing.counts:
                counts.add(self.sums, writing.counts)
            if writing.notes:
                self.notes += counts.note_rows(writing.notes, entry.position, entry.at, entry.stream)
            if writing.snapshot:
                self.snapshots.append((writing.stream, entry.last, program, writing.snapshot))
        self.versions |= versions
        self.balances |= balances
        self.touched.update(balances)
        return tuple(entries)

    def _next_versions(self, batch: Batch) -> dict[str, int]:
        versions: dict[str, int] = {}
        for writing in batch:
            assert writing.events, f"{writing.stream}: an entry without events"
            actual = versions.get(writing.stream, self.versions[writing.stream])
            if writing.expected != actual:
                raise Conflict(writing.stream, writing.expected, actual)
            versions[writing.stream] = actual + len(writing.events)
        return versions

    def _next_balances(self, batch: Batch) -> dict[str, int]:
        balances: dict[str, int] = {}
        for writing in batch:
            for posting in writing.postings:
                assert posting.cents > 0, f"{posting} moves nothing, or backwards"
                for account, cents in ((posting.source, -posting.cents), (posting.target, posting.cents)):
                    balances[account] = balances.get(account, self.balances[account]) + cents
        for account, cents in balances.items():
            if account.startswith(GUARDED) and cents < 0 and cents < self.balances[account]:
                held = self.balances[account]
                raise Overdrawn(account, held, held - cents)
        # Trial balance: what the batch moves sums to nothing, so the whole stays at zero.
        assert sum(balances.values()) == sum(self.balances[account] for account in balances)
        return balances

    def _enter(self, writing: Writing) -> Entry:
        self.position += 1
        if writing.at < self.at:
            writing = replace(writing, at=self.at)
        self.at = writing.at
        digest = chain.digests(writing.command, writing.events)
        self.hash = chain.link(self.hash, self.position, writing, digest)
        if writing.command_id:
            self.done[writing.stream, writing.command_id] = self.position
        entry = Entry(
            position=self.position,
            stream=writing.stream,
            first=writing.expected + 1,
            last=writing.expected + len(writing.events),
            events=writing.events,
            command=writing.command,
            command_id=writing.command_id,
            by=writing.by,
            role=writing.role,
            at=writing.at,
            digests=digest,
            hash=self.hash,
        )
        self.entries.append(entry)
        return entry

    def _post(self, writing: Writing, entry: Entry) -> None:
        position, at, add = entry.position, entry.at, self.postings.append
        for line, posting in enumerate(writing.postings):
            source, target, cents, memo = posting.source, posting.target, posting.cents, posting.memo
            add((source, position, line, target, -cents, at, memo))
            add((target, position, line, source, cents, at, memo))

    def _index(self, part: RoundPart, entry: Entry) -> None:
        if part.opens:
            self.rounds_opened.append((entry.stream, part.number, part.edition, entry.first, entry.at))
        if part.closes:
            self.rounds_closed.append((entry.last, entry.at, entry.stream, part.number))
        self.round_keys += [(each, entry.stream, part.number) for each in part.keys]
