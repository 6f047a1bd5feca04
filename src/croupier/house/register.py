"""Streams of the house itself (floor, people): a state folded from events."""

import contextlib
from collections.abc import Callable, Iterable
from functools import cache, reduce
from operator import or_
from typing import ClassVar, Generic, TypeVar

import msgspec

from croupier.house.answers import Happened, told
from croupier.house.journal import Entry, Journal, Posting, Writing
from croupier.house.journal.counts import Note
from croupier.house.journal.sealing import Sealer
from croupier.house.ledger import direct
from croupier.messages import in_english
from croupier.table import Actor, Citations, Event

T = TypeVar("T")

SNAPSHOT_EVERY = 256  # events at the least
_BYTES_PER_EVENT = 200  # and so many of a snapshot to an event: one of a large house comes seldom
_CLEAR = "DELETE FROM snapshot WHERE stream = ? AND version < ?"


class HouseEvent(Event, frozen=True, kw_only=True):
    """Something the house did that no document regulates; it still says who, when and why.

    `matters` says under which head somebody will ask about it; "" for what nobody will.
    """

    matters: ClassVar[str] = ""

    citations: Citations = ()


@cache
def decoder_of(module: str) -> "msgspec.json.Decoder[HouseEvent]":
    """Of every event that a module has: it asks for it below them, by its `__name__`."""
    kinds = [each for each in HouseEvent.__subclasses__() if each.__module__ == module]
    return msgspec.json.Decoder(reduce(or_, kinds))


class Register(Generic[T]):
    """One stream and the state it adds up to."""

    def __init__(
        self,
        stream: str,
        initial: T,
        after: Callable[[T, HouseEvent, int], T],
        decoder: "msgspec.json.Decoder[HouseEvent]",
        journal: Journal,
        sealer: Sealer | None = None,  # whoever has it may go by snapshots, and keep them
    ) -> None:
        self.stream = stream
        self.state = initial
        self.version = 0
        self._after = after
        self._decoder = decoder
        self._journal = journal
        self._sealer = sealer
        self._kept, self._size = 0, 0

    def open(self) -> None:
        """The last snapshot and what came after it: a start costs the same however long the house has run."""
        self.restore()
        self.keep()

    def restore(self) -> None:
        """The same, and nothing is written."""
        kept = self._journal.snapshot(self.stream) if self._sealer is not None else None
        if kept is not None and self._sealer is not None:
            plain = self._sealer.open(kept.body, f"{self.stream}/{kept.version}")
            with contextlib.suppress(msgspec.ValidationError):  # of a state that has changed its shape
                self.state = msgspec.json.decode(plain, type=type(self.state))
                self.version = self._kept = kept.version
                self._size = len(kept.body)
        self.catch_up()

    def keep(self) -> None:
        """Keep a snapshot if one is due. It is no part of the journal, so nobody waits for it."""
        if self._sealer is None:
            return
        if self.version - self._kept < max(SNAPSHOT_EVERY, self._size // _BYTES_PER_EVENT):
            return
        body = self._sealer.seal(
            msgspec.json.encode(self.state, enc_hook=in_english), f"{self.stream}/{self.version}"
        )
        self._journal.keep_snapshot(self.stream, self.version, body)
        self._journal.errand(_CLEAR, (self.stream, self.version))
        self._kept, self._size = self.version, len(body)

    def catch_up(self) -> tuple[Happened, ...]:
        return self.apply(self._journal.read(self.stream, after=self.version))

    def read(self, entry: Entry) -> tuple[Happened, ...]:
        """What an entry says, whenever it was written; the state stays as it is."""
        return told(entry, [self._decoder.decode(body) for body in entry.events])

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

    def postings(self, entry: Entry) -> tuple[Posting, ...]:
        """What an entry of the stream means for the books."""
        return _postings(self._decoder.decode(body) for body in entry.events)

    def notes(self, entry: Entry) -> tuple[Note, ...]:
        """Why somebody will ask about an entry of the stream."""
        return _notes(self._decoder.decode(body) for body in entry.events)

    def writing(
        self, events: Iterable[HouseEvent], by: Actor, at: int, command_id: str = "", command: str = ""
    ) -> Writing:
        """These events as the next entry of the stream."""
        written = tuple(events)
        return Writing(
            stream=self.stream,
            expected=self.version,
            events=tuple(msgspec.json.encode(each, enc_hook=in_english) for each in written),
            command=msgspec.json.encode({"type": command}) if command else b"",
            command_id=command_id,
            by=by.id,
            role=by.role.value,
            at=at,
            postings=_postings(written),
            notes=_notes(written),
        )


def _postings(events: Iterable[HouseEvent]) -> tuple[Posting, ...]:
    return tuple(each for event in events for each in direct(event.transfers(), type(event).__name__))


def _notes(events: Iterable[HouseEvent]) -> tuple[Note, ...]:
    return tuple(
        Note(
            event.matters, sum(move.cents for move in event.transfers()), getattr(event, "person", ""), offset
        )
        for offset, event in enumerate(events)
        if event.matters
    )
