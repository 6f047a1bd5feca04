"""What a collector or a regulator takes away: significant events and settled Rounds, in signed files.

Each file goes on where the last one in its folder ended, and names the journal's heads before it and at its
end: nothing can be left out or put in between unseen. Where the operator goes on without what the store has
lost, the next file goes on after the last one that still is history, and says so; the others stay.
"""

import hashlib
import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct
from msgspec.structs import replace

from croupier.house.audit.significant import between
from croupier.house.floor.state import TailLost
from croupier.house.journal import Journal, JournalError, Span, WentBack
from croupier.house.journal.sealing import is_signed, public_key
from croupier.messages import in_english

_ROUNDS = (
    "SELECT e.position, r.stream, r.number, r.edition, r.first, r.last, r.opened_at, r.closed_at"
    " FROM entry e JOIN round r ON r.stream = e.stream AND r.last >= e.first AND r.last <= e.last"
    " WHERE e.position >= ? AND e.position <= ? ORDER BY e.position"
)


SLIP = "Croupier-Slip"
LOSS = TailLost.__name__
_PATIENCE_S = 60.0


class Slip(Struct, frozen=True, kw_only=True):
    """What is in a file, signed with the key that signs the house's anchors."""

    file: str
    number: int  # of the files in its folder, from 1
    first: int  # positions of the journal
    last: int
    follows: str  # the head of the file that it goes on after; "" for one that begins at the beginning
    head: str  # the hash at the last of them
    lines: int
    sha256: str
    key: str
    signature: str = ""

    @property
    def said(self) -> bytes:
        return msgspec.json.encode(replace(self, signature=""))


def export(journal: Journal, folder: Path, key: Ed25519PrivateKey) -> Slip | None:
    """Write down what is new since the last file in this folder; None if nothing is. WentBack where the
    journal is no longer what the files say, and nobody has accepted that."""
    folder.mkdir(parents=True, exist_ok=True)
    written = list(slips(folder))
    before = _still_history(journal, written, key)
    first, number = (before.last if before else 0) + 1, len(written) + 1
    last, head = journal.head()
    if first > last:
        return None
    name, count, digest = f"{number:06d}-{first:012d}-{last:012d}.jsonl", 0, hashlib.sha256()
    with (folder / f"{name}.part").open("wb") as file:
        for line in _lines(journal, first, last):
            text = msgspec.json.encode(line, enc_hook=in_english) + b"\n"
            file.write(text)
            digest.update(text)
            count += 1
        file.flush()
        os.fsync(file.fileno())
    (folder / f"{name}.part").rename(folder / name)
    plain = Slip(
        file=name,
        number=number,
        first=first,
        last=last,
        follows=before.head if before else "",
        head=head.hex(),
        lines=count,
        sha256=digest.hexdigest(),
        key=public_key(key),
    )
    slip = replace(plain, signature=key.sign(plain.said).hex())
    part = folder / f"{name}.slip.part"  # a file without a slip is none: the next run writes it again
    part.write_bytes(msgspec.json.encode(slip))
    part.rename(folder / f"{name}.slip")
    return slip


def _still_history(journal: Journal, written: Sequence[Slip], key: Ed25519PrivateKey) -> Slip | None:
    """The last file that the journal still agrees with."""
    good = next((slip for slip in reversed(written) if _is_in(journal, slip)), None)
    if written and good is not written[-1]:
        since = good.last + 1 if good else 1
        lost = written[-1]
        if not is_signed(lost.signature, lost.said, lost.key, [public_key(key)]):
            raise JournalError(
                f"{lost.file} is of another house, or another key; give this one a folder of its own"
            )
        if not any(each.kind == LOSS for each in between(journal, since, journal.head()[0])):
            journal.recall(lost.last, bytes.fromhex(lost.head))
            journal.chore(lambda store: None).result()  # from now on everybody knows
            raise journal.gone_back or WentBack(journal.head()[0], lost.last)
    return good


def _is_in(journal: Journal, slip: Slip) -> bool:
    entry = journal.at(slip.last)
    return entry is not None and entry.hash.hex() == slip.head


def slips(folder: Path) -> Iterator[Slip]:
    for file in sorted(folder.glob("*.slip")):
        yield msgspec.json.decode(file.read_bytes(), type=Slip)


def deliver(folder: Path, address: str) -> Iterator[Slip]:
    """Send what the collector has not taken, in order, each file with its slip as a header; httpx.HTTPError
    where it does not. That file is sent again the next time: by its name a collector knows what it has."""
    mark = folder / "delivered"
    done = int(mark.read_text()) if mark.exists() else 0
    with httpx.Client(timeout=_PATIENCE_S) as http:
        for slip in slips(folder):
            if slip.number <= done:
                continue
            headers = {"Content-Type": "application/x-ndjson", SLIP: msgspec.json.encode(slip).decode()}
            http.post(address, content=(folder / slip.file).read_bytes(), headers=headers).raise_for_status()
            part = folder / "delivered.part"
            part.write_text(str(slip.number))
            part.rename(mark)
            yield slip


def problems(folder: Path, keys: Collection[str]) -> Iterator[str]:
    """What is not as this house, known by its public keys, wrote it."""
    ends = {(0, "")}  # after which a file may go on: the last one, or an earlier one if there was a loss
    last = 0
    for number, slip in enumerate(slips(folder), start=1):
        if not is_signed(slip.signature, slip.said, slip.key, keys):
            yield f"{slip.file}: this house has not signed it"
        file = folder / slip.file
        if slip.number != number or (slip.first - 1, slip.follows) not in ends:
            yield f"{slip.file}: does not go on after a file that is here"
        elif slip.first != last + 1 and file.exists() and not _has_loss(file):
            yield f"{slip.file}: begins at position {slip.first} again, and names no loss"
        last = slip.last
        ends.add((slip.last, slip.head))
        if not file.exists() or hashlib.sha256(file.read_bytes()).hexdigest() != slip.sha256:
            yield f"{slip.file}: is not what was signed"


def _has_loss(file: Path) -> bool:
    with file.open("rb") as lines:
        return any(msgspec.json.decode(line).get("kind") == LOSS for line in lines)


def _lines(journal: Journal, first: int, last: int) -> Iterator[dict[str, Any]]:
    for event in between(journal, first, last):
        yield {"type": "significant", **msgspec.to_builtins(event, enc_hook=in_english)}
    span = Span(first=first, last=last)
    for position, stream, number, edition, opened, closed, *times in journal.store.everywhere(
        _ROUNDS, (first, last), span
    ):
        yield {
            "type": "round",
            "position": position,
            "round": f"{stream.partition('/')[2]}.{number}",
            "edition": edition,
            "opened_at": times[0],
            "closed_at": times[1],
            "entries": [
                {
                    "position": entry.position,
                    "at": entry.at,
                    "by": entry.by,
                    "role": entry.role,
                    "command": msgspec.Raw(entry.command or b"null"),
                    "events": [msgspec.Raw(event) for event in entry.events],
                    "hash": entry.hash.hex(),
                }
                for entry in journal.read(stream, after=opened - 1, until=closed)
            ],
        }
