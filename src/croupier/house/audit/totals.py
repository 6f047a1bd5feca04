"""Whether the totals are what the journal adds up to, and whether everything that matters was noted."""

from collections import Counter
from collections.abc import Iterator

from croupier.house.journal import Entry, Journal
from croupier.house.journal.counts import RELATIONS, Sums, add, note_rows, rows
from croupier.house.journal.store import Row
from croupier.house.totals.running import Counted


class TotalsAudit:
    """Hears of every entry that was counted; then compares row by row."""

    def __init__(self, journal: Journal) -> None:
        self._query, self._everywhere = journal.store.query, journal.store.everywhere
        self._sums: Sums = {}
        self._notes: Counter[Row] = Counter()

    def heard(self, entry: Entry, counted: Counted) -> None:
        add(self._sums, counted.counts)
        self._notes.update(note_rows(counted.notes, entry.position, entry.at, entry.stream))

    def end(self) -> Iterator[str]:
        """Once everything has been heard: the rows that say something else."""
        due = rows(self._sums)
        for name, relation in RELATIONS.items():
            kept = self._query(f"SELECT {', '.join(relation.columns)} FROM {name}")
            yield from self._compare(name, len(relation.keys), due.get(name, []), kept)
        kept = self._everywhere("SELECT kind, position, line, at, stream, cents, person FROM notable")
        for row, count in (Counter(map(tuple, kept)) - self._notes).items():
            yield f"notable: {row} stands {count} times too often"
        for row in self._notes - Counter(map(tuple, kept)):
            yield f"notable: {row} is missing"

    def _compare(self, name: str, keys: int, due: list[Row], kept: list[Row]) -> Iterator[str]:
        wanted = {row[:keys]: row[keys:] for row in due}
        found = {tuple(row[:keys]): tuple(row[keys:]) for row in kept}
        for key in sorted({*wanted, *found}):
            if wanted.get(key) != found.get(key):
                told, counted = found.get(key, "nothing"), wanted.get(key, "nothing")
                yield f"{name} {key} says {told}, the journal adds up to {counted}"
