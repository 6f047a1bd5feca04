"""Streams of the house itself (floor, people): a state folded from events."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from croupier.house.answers import Happened, told
from croupier.house.journal import Entry, Journal, Writing
from croupier.house.ledger import direct
from croupier.table import Actor, Citations, Event

T = TypeVar("T")


class HouseEvent(Event, frozen=True, kw_only=True):
    """Something the house did that no document regulates; it still says who, when and why."""

    citations: Citations = ()


class Register(Generic[T]):
    """One stream and the state it adds up to."""

    def __init__(
        self,
        stream: str,
        initial: T,
        after: Callable[[T, HouseEvent, int], T],
        decoder: "msgspec.json.Decoder[HouseEvent]",
        journal: Journal,
    ) -> None:
        self.stream = stream
        self.state = initial
        self.version = 0
        self._after = after
        self._decoder = decoder
        self._journal = journal

    def catch_up(self) -> tuple[Happened, ...]:
        return self.apply(self._journal.read(self.stream, after=self.version))

    def apply(self, entries: Iterable[Entry]) -> tuple[Happened, ...]:
        happened: list[Happened] = []
        for entry in entries:
            if entry.first != self.version + 1:
                continue
            events = [self._decoder.decode(body) for body in entry.events]
            for event in events:
                self.state = self._after(self.state, event, entry.at)
                self.version += 1
            happened += told(entry, events)
        return tuple(happened)

    def writing(
        self, events: Iterable[HouseEvent], by: Actor, at: int, command_id: str = "", command: str = ""
    ) -> Writing:
        """These events as the next entry of the stream."""
        written = tuple(events)
        return Writing(
            stream=self.stream,
            expected=self.version,
            events=tuple(map(msgspec.json.encode, written)),
            command=msgspec.json.encode({"type": command}) if command else b"",
            command_id=command_id,
            by=by.id,
            role=by.role.value,
            at=at,
            postings=tuple(
                posting for event in written for posting in direct(event.transfers(), type(event).__name__)
            ),
        )
