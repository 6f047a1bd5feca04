"""Entries and Rounds as rows of the store."""

import msgspec

from croupier.house.journal.records import Entry, RoundRow
from croupier.house.journal.store import Row

ENTRY = "position, stream, first, last, events, command, command_id, who, role, at, digests, hash"
ROUND = "stream, number, edition, first, last, opened_at, closed_at"

# (key, stream, number); the Round is in its list already
INDEX_ROUND = (
    "INSERT INTO round_mark SELECT ?, opened_at, stream, number FROM round WHERE stream = ? AND number = ?"
    " ON CONFLICT DO NOTHING"
)

encode_events = msgspec.msgpack.Encoder().encode
decode_events = msgspec.msgpack.Decoder(tuple[bytes, ...]).decode


def entry_row(entry: Entry) -> Row:
    return (
        entry.position,
        entry.stream,
        entry.first,
        entry.last,
        entry.command_id,
        entry.by,
        entry.role,
        entry.at,
        entry.command,
        encode_events(entry.events),
        entry.digests,
        entry.hash,
    )


def read_entry(row: Row) -> Entry:
    position, stream, first, last, events, command, command_id, by, role, at, digests, digest = row
    return Entry(
        position=position,
        stream=stream,
        first=first,
        last=last,
        events=decode_events(bytes(events)),
        command=bytes(command),
        command_id=command_id,
        by=by,
        role=role,
        at=at,
        digests=bytes(digests),
        hash=bytes(digest),
    )


def read_round(row: Row) -> RoundRow:
    stream, number, edition, first, last, opened_at, closed_at = row
    return RoundRow(stream.partition("/")[2], number, edition, first, last, opened_at, closed_at)
