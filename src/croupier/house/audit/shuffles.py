"""Whether every shuffle took the seed that was committed to, and all that players had added by then."""

from collections.abc import Iterator, Sequence

from croupier.cards import Contribution, Seal, commitment
from croupier.house.history.proofs import is_shuffle
from croupier.house.journal import Entry, Journal
from croupier.house.journal.sealing import Sealer
from croupier.house.live_table import LiveTable
from croupier.house.shuffles import (
    EntropyGiven,
    SeedCommitted,
    SeedUsed,
    decoded,
    open_seed,
    seated,
    shuffles_stream,
)
from croupier.table import Event


class ShufflesAudit:
    """Goes along while a table is played again."""

    def __init__(self, journal: Journal, sealer: Sealer, live: LiveTable) -> None:
        self._table, self._sealer, self._stream = live.name, sealer, live.stream
        self._committed: dict[int, SeedCommitted] = {}
        self._given: dict[int, dict[str, Contribution]] = {}
        self._used: dict[int, int] = {}  # the version of a shuffle, and its number
        self._problems: list[str] = []
        self._is_sealing = False
        for entry in journal.read(shuffles_stream(live.name)):
            for event in map(decoded, entry.events):
                self._read(event)

    def _read(self, event: Event) -> None:
        """In their order: whatever comes after the use of a seed does not count for it."""
        match event:
            case SeedCommitted():
                if event.number in self._committed or event.number != len(self._committed) + 1:
                    self._problems.append(f"shuffle {event.number} is committed to out of its order")
                self._committed[event.number] = event
            case EntropyGiven():
                if event.number in self._used.values():
                    self._problems.append(f"something was added to shuffle {event.number} when it was over")
                    return
                given = self._given.setdefault(event.number, {})
                given.pop(event.player, None)
                given[event.player] = Contribution(event.player, event.bytes)
            case SeedUsed():
                if event.number in self._used.values() or event.number not in self._committed:
                    self._problems.append(f"shuffle {event.number} is used without a commitment, or twice")
                self._used[event.version] = event.number

    def heard(self, live: LiveTable, entry: Entry, events: Sequence[Event]) -> Iterator[str]:
        """Before an entry is applied: what is wrong with the shuffles in it."""
        for version, event in enumerate(events, entry.first):
            if not is_shuffle(event) or not getattr(event, "seed", ""):
                continue
            seal: Seal | None = getattr(event, "seal", None)
            number = self._used.pop(version, None)
            if seal is None:
                if self._is_sealing:
                    yield f"{self._stream} {version}: a shuffle without a root, and the one before had one"
                continue
            self._is_sealing = True
            if number is None:
                yield f"{self._stream} {version}: a shuffle whose seed was never committed to"
            else:
                yield from (
                    f"{self._stream} {version}: {each}" for each in self._wrong(number, event, seal, live)
                )

    def _wrong(self, number: int, event: Event, seal: Seal, live: LiveTable) -> Iterator[str]:
        committed = self._committed[number]
        secret = open_seed(self._sealer, self._table, number, committed.seed)
        if secret.hex() != event.seed:  # type: ignore[attr-defined]
            yield f"the seed is not that of shuffle {number}"
        if not commitment(secret) == committed.commitment == seal.commitment:
            yield f"the commitment is not that of shuffle {number}"
        given, here = self._given.get(number, {}), seated(live)
        if list(seal.contributions) != [each for each in given.values() if each.player in here]:
            yield f"the contributions to shuffle {number} are not those that were recorded before it"

    def end(self) -> Iterator[str]:
        yield from (f"{shuffles_stream(self._table)}: {each}" for each in self._problems)
        for version, number in self._used.items():
            yield f"{self._stream} {version} should be shuffle {number} and is not"
