"""The hash chain: every entry vouches for all before it, so that nothing can be altered, removed or moved."""

import hashlib
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from croupier.house.journal.records import Entry, Writing

START = bytes(32)
_DIGEST_BYTES = 16
encode_header = msgspec.msgpack.Encoder().encode


def digests(command: bytes, events: tuple[bytes, ...]) -> bytes:
    """A short digest of the command and of each event, so that an alteration can be named exactly."""
    return b"".join([hashlib.sha256(part).digest()[:_DIGEST_BYTES] for part in (command, *events)])


def link(before: bytes, position: int, writing: Writing, digest: bytes) -> bytes:
    """The hash of an entry that follows one with hash `before`."""
    header = (
        position,
        writing.stream,
        writing.expected + 1,
        writing.command_id,
        writing.by,
        writing.role,
        writing.at,
        digest,
    )
    return hashlib.sha256(before + encode_header(header)).digest()


class Break(Struct, frozen=True):
    """A place where the journal is not what was written."""

    position: int
    stream: str
    words: str


def breaks(entries: Iterable[Entry], head: tuple[int, bytes]) -> Iterator[Break]:
    """Every alteration, removal and reordering, named; `entries` by position, `head` as the store says."""
    before, position = START, 0
    versions: dict[str, int] = {}
    for entry in entries:
        follows = entry.position == position + 1
        due = versions.get(entry.stream, 0) + 1
        if entry.position <= 0:
            yield _break(entry, f"added: {_name(entry)}; the first position is 1")
            continue
        if not follows:
            yield _break(entry, f"removed: {_gap(position + 1, entry.position - 1)}")
        elif entry.first != due:
            yield _break(entry, f"reordered: {_name(entry)} stands where version {due} belongs")
        yield from _alterations(entry)
        if follows and link(before, entry.position, _as_writing(entry), entry.digests) != entry.hash:
            yield _break(entry, f"broken: {_name(entry)} does not follow from the one before")
        before, position = entry.hash, entry.position
        versions[entry.stream] = entry.first + len(entry.events) - 1
    if (position, before) != head:
        what = "added" if position > head[0] else "removed"
        yield Break(position + 1, "", f"{what}: the journal ends at {position}, its head says {head[0]}")


def breaks_between(entries: Iterable[Entry], first: int, last: int) -> Iterator[Break]:
    """Breaks among neighbours from position `first` to `last`; `entries` may begin with the one before."""
    before: Entry | None = None
    for entry in entries:
        if entry.position > last:
            return
        if entry.position >= first:
            yield from _alterations(entry)
            start = before.hash if before is not None else START
            if before is None and entry.position != 1:
                yield _break(entry, f"removed: {_gap(entry.position - 1, entry.position - 1)}")
            elif link(start, entry.position, _as_writing(entry), entry.digests) != entry.hash:
                yield _break(entry, f"broken: {_name(entry)} does not follow from the one before")
        before = entry


def _break(entry: Entry, words: str) -> Break:
    return Break(entry.position, entry.stream, words)


def _gap(first: int, last: int) -> str:
    return f"position {first} is missing" if first == last else f"positions {first} to {last} are missing"


def _alterations(entry: Entry) -> Iterator[Break]:
    parts = (entry.command, *entry.events)
    kept = entry.digests
    for index, part in enumerate(parts):
        digest = hashlib.sha256(part).digest()[:_DIGEST_BYTES]
        if digest != kept[index * _DIGEST_BYTES : (index + 1) * _DIGEST_BYTES]:
            what = "the command" if index == 0 else f"event {entry.first + index - 1}"
            yield Break(entry.position, entry.stream, f"altered: {what} of {entry.stream} ({_name(entry)})")
    if len(kept) != len(parts) * _DIGEST_BYTES or entry.last != entry.first + len(entry.events) - 1:
        yield Break(entry.position, entry.stream, f"altered: {_name(entry)} has gained or lost events")


def _name(entry: Entry) -> str:
    return f"position {entry.position}, {entry.stream} {entry.first}-{entry.last}"


def _as_writing(entry: Entry) -> Writing:
    return Writing(
        stream=entry.stream,
        expected=entry.first - 1,
        events=entry.events,
        command=entry.command,
        command_id=entry.command_id,
        by=entry.by,
        role=entry.role,
        at=entry.at,
    )
