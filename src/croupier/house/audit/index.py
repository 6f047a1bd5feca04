"""Whether Rounds are found by what happened in them, all of it and nothing else."""

from collections.abc import Iterator, Sequence

from croupier.house.history.index import of_entry
from croupier.house.journal import Store
from croupier.house.live_table import LiveTable
from croupier.table import Event


class IndexAudit:
    """Goes along while a table is played again; each Round is compared when it is over."""

    def __init__(self, store: Store, stream: str) -> None:
        self._query, self._stream = store.everywhere, stream
        self._found: set[str] = set()
        self._expected = 0

    def heard(self, live: LiveTable, events: Sequence[Event], was_open: bool) -> Iterator[str]:
        """An entry has been applied to the table; what is wrong with the Round that it closed."""
        if not was_open:
            self._found = set()
        if not (was_open or live.is_round_open):
            return
        self._found |= of_entry(live.game, events, was_open, live.state)
        if live.is_round_open:
            return
        self._expected += len(self._found)
        if self._kept(live.rounds) != len(self._found):
            yield f"{self._stream} {live.rounds} cannot be found by all that happened in it"

    def _kept(self, number: int) -> int:
        """How many of the keys that were found are in the store."""
        sql = (
            "SELECT count(*) FROM round r JOIN round_mark m ON m.opened_at = r.opened_at"
            " AND m.stream = r.stream AND m.number = r.number WHERE r.stream = ? AND r.number = ?"
            f" AND m.mark IN ({', '.join('?' * len(self._found))})"
        )
        return self._sum(sql, (self._stream, number, *sorted(self._found)))

    def end(self) -> Iterator[str]:
        """Once the table has been played through: what nothing accounts for."""
        sql = (
            "SELECT count(*) FROM round_mark m JOIN round r ON r.stream = m.stream AND r.number = m.number"
            " WHERE m.stream = ? AND r.closed_at IS NOT NULL"
        )
        if self._sum(sql, (self._stream,)) > self._expected:
            yield f"{self._stream}: Rounds are found by what did not happen in them"

    def _sum(self, sql: str, values: Sequence[object]) -> int:
        return sum(int(count) for (count,) in self._query(sql, values))
