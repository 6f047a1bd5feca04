"""Whether the list of Rounds, by which they are found, says what was played."""

from collections.abc import Iterator

from croupier.house.journal import Entry, Store
from croupier.house.live_table import LiveTable

_LISTED = "SELECT number, edition, first, last, opened_at, closed_at FROM round WHERE stream = ?"
_COLUMNS = ("edition", "first event", "last event", "opening", "closing")

_Line = tuple[str, int, int | None, int, int | None]


class RoundsAudit:
    """Goes along while a table is played again; each Round is compared when it is over."""

    def __init__(self, store: Store, stream: str) -> None:
        self._stream = stream
        self._listed: dict[int, _Line] = {
            number: (edition, first, last, opened_at, closed_at)
            for number, edition, first, last, opened_at, closed_at in store.everywhere(_LISTED, (stream,))
        }
        self._open: tuple[int, _Line] | None = None

    def heard(self, live: LiveTable, entry: Entry, was_open: bool, edition: str) -> Iterator[str]:
        """An entry has been applied, decided under `edition`; what is wrong with the Round that it closed."""
        if live.is_round_open and not was_open:
            self._open = live.rounds, (edition, entry.first, None, entry.at, None)
        elif was_open and not live.is_round_open and self._open is not None:
            number, (opened_under, first, _, opened_at, _) = self._open
            self._open = None
            yield from self._compare(number, (opened_under, first, entry.last, opened_at, entry.at))

    def end(self) -> Iterator[str]:
        """Once the table has been played through: the Round under way, and what was never played."""
        if self._open is not None:
            yield from self._compare(*self._open)
        for number in sorted(self._listed):
            yield f"{self._stream} {number} is in the list and was never played"

    def _compare(self, number: int, played: _Line) -> Iterator[str]:
        listed = self._listed.pop(number, None)
        if listed is None:
            yield f"{self._stream} {number} was played and is not in the list"
            return
        for column, said, due in zip(_COLUMNS, listed, played, strict=True):
            if said != due:
                yield f"{self._stream} {number}: the list says {said} of its {column} instead of {due}"


def strangers(store: Store, relation: str, streams: set[str]) -> Iterator[str]:
    """Streams in a list or index of Rounds that are no tables of the floor."""
    for (stream,) in sorted(set(store.everywhere(f"SELECT DISTINCT stream FROM {relation}"))):
        if stream not in streams:
            yield f"there is no {stream}, and Rounds are listed for it"
