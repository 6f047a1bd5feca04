"""The index of Rounds that were played by an earlier program, which kept no index.

A table is played through once, a page at a time, and what was found is written now and then: it may be
stopped at any moment and goes on where it was. Until it is through, a search reads those Rounds one by one.
"""

from croupier.house.beside import Beside
from croupier.house.history import index
from croupier.house.journal import Entry, Journal, RoundRow
from croupier.house.journal.rows import INDEX_ROUND
from croupier.house.journal.sealing import Sealer
from croupier.house.tables import LiveTable
from croupier.table import Catalogue

NOT_INDEXED = "is_marked = 0"
_INDEXED = "UPDATE round SET is_marked = 1 WHERE stream = ? AND number = ?"
_ROUNDS_AT_ONCE = 200


class Reindexing(Beside):
    """Fills in the index for earlier Rounds."""

    name = "reindexing"
    counted = "rounds"
    finished = "earlier Rounds can be found by player and paragraph"
    failed = "earlier Rounds could not be indexed"  # they are found all the same, only slowly

    def __init__(self, journal: Journal, catalogue: Catalogue, sealer: Sealer) -> None:
        super().__init__()
        self._journal = journal
        self._catalogue = catalogue
        self._sealer = sealer

    def run(self) -> int:
        """Everything that is missing; how many Rounds that were."""
        where = f"{NOT_INDEXED} AND closed_at IS NOT NULL"
        streams = self._journal.store.query(
            f"SELECT DISTINCT stream FROM round WHERE {where} ORDER BY stream"
        )
        return sum(self._table(stream) for (stream,) in streams)

    def _table(self, stream: str) -> int:
        live: LiveTable | None = None
        count = 0
        while not self._is_stopped() and (rows := self._missing(stream)):
            found: list[tuple[str, str, int]] = []
            for row in rows:
                if live is None:
                    live = self._open(row.table, row.first - 1)
                live.apply(self._journal.read(stream, after=live.version, until=row.first - 1))
                entries = self._journal.read(stream, after=live.version, until=row.last)
                found += [(key, stream, row.number) for key in sorted(keys_of(live, entries))]
            self._journal.errand(INDEX_ROUND, *found).result()
            self._journal.errand(_INDEXED, *((stream, row.number) for row in rows)).result()
            count += len(rows)
        return count

    def _missing(self, stream: str) -> list[RoundRow]:
        where = f"stream = ? AND {NOT_INDEXED} AND closed_at IS NOT NULL"
        return self._journal.live_rounds(where, (stream,), _ROUNDS_AT_ONCE, order="number")

    def _open(self, table: str, version: int) -> LiveTable:
        return LiveTable(table, self._catalogue, self._journal, self._sealer, version)


def keys_of(live: LiveTable, entries: list[Entry]) -> set[str]:
    """The keys of a Round, its entries being applied to a table that stands just before it."""
    found: set[str] = set()
    for entry in entries:
        was_open = live.is_round_open
        live.apply((entry,))
        found |= index.of_entry(live.game, live.read(entry), was_open, live.state)
    return found
