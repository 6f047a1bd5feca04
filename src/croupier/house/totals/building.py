"""Totals of what was written by an earlier program, which kept none.

The step of the schema that made room for them noted how far each stream had come. From there on totals are
written with what they count; up to there a stream is followed once, a page at a time, and each page is added
in one transaction with how far it has come: it may be stopped at any moment, and by whichever process.
"""

from collections.abc import Iterator

from croupier.house.beside import Beside
from croupier.house.journal import Entry, Journal, Store
from croupier.house.journal.counts import NOTE, UPSERTS, Sums, add, note_rows, rows
from croupier.house.journal.sealing import Sealer
from croupier.house.journal.store import Row
from croupier.house.tables import LiveTable
from croupier.house.totals.registers import registers
from croupier.house.totals.running import Counted
from croupier.links.game import LINK
from croupier.table import Catalogue

_AT_ONCE = 2_000  # entries

Page = list[tuple[Entry, Counted]]


def missing(journal: Journal) -> dict[str, tuple[int, int]]:
    """By stream: the version up to which it has been counted, and the one up to which it has to be."""
    found = journal.store.query("SELECT stream, done, until FROM uncounted ORDER BY stream")
    return {stream: (int(done), int(until)) for stream, done, until in found}


class Building(Beside):
    """Counts what was not counted when it was written."""

    name = "totals"
    counted = "entries"
    finished = "what was played earlier is in the totals"
    failed = "what was played earlier could not be counted"  # reports say that something is missing

    def __init__(self, journal: Journal, catalogue: Catalogue, sealer: Sealer) -> None:
        super().__init__()
        self._journal = journal
        self._catalogue = catalogue
        self._sealer = sealer

    def run(self) -> int:
        """Everything that is missing; how many entries that were."""
        count = 0
        for stream, (done, until) in missing(self._journal).items():
            for page in self._pages(stream, done, until):
                if self._is_stopped():
                    return count
                self._add(stream, page, done, until)
                done, count = page[-1][0].last, count + len(page)
        return count

    def _pages(self, stream: str, done: int, until: int) -> Iterator[Page]:
        kind, _, name = stream.partition("/")
        if kind in ("table", "link"):
            yield from self._played(name, stream, done, until, is_link=kind == "link")
            return
        register = next((each for each in registers(self._journal) if each.stream == stream), None)
        entries = self._journal.read(stream, after=done, until=until)
        page = [(each, Counted(notes=register.notes(each) if register else ())) for each in entries]
        for start in range(0, len(page), _AT_ONCE):
            yield page[start : start + _AT_ONCE]

    def _played(self, name: str, stream: str, done: int, until: int, is_link: bool) -> Iterator[Page]:
        link = LINK if is_link else None
        live = LiveTable(name, self._catalogue, self._journal, self._sealer, 1, False, link=link)
        entries = self._journal.read(stream, until=until)
        page: Page = [(entries[0], Counted())] if done < 1 else []
        for entry in entries[1:]:
            live.apply((entry,))
            if entry.last > done:
                page.append((entry, live.counted[0]))
            if len(page) == _AT_ONCE:
                yield page
                page = []
        if page:
            yield page

    def _add(self, stream: str, page: Page, done: int, until: int) -> None:
        sums: Sums = {}
        notes: list[Row] = []
        for entry, counted in page:
            add(sums, counted.counts)
            notes += note_rows(counted.notes, entry.position, entry.at, stream)
        last = page[-1][0].last

        def work(store: Store) -> None:
            found = store.run("SELECT done FROM uncounted WHERE stream = ?", (stream,))
            if not found or int(found[0][0]) != done:
                return  # another process has counted it
            for name, added in rows(sums).items():
                store.run_many(UPSERTS[name], added)
            if notes:
                store.run_many(NOTE, notes)
            if last >= until:
                store.run("DELETE FROM uncounted WHERE stream = ?", (stream,))
            else:
                store.run("UPDATE uncounted SET done = ? WHERE stream = ?", (last, stream))

        self._journal.chore(work).result()
