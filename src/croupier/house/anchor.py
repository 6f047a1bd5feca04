"""The head of the journal's chain, noted outside at intervals: whoever cuts off the end of a journal together
with its head cannot take back a line that is kept elsewhere.

A line is JSON, signed with a key that follows from the house's own: `{position, hash, at, key, signature}`.
"""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from croupier.house.floor.state import Loss
from croupier.house.journal.sealing import is_signed, public_key


class Anchor(Struct, frozen=True):
    position: int
    hash: str
    at: int
    key: str  # public: whoever has noted it once knows the house's lines
    signature: str

    @property
    def said(self) -> bytes:
        return f"{self.position}:{self.hash}:{self.at}".encode()


class Head(NamedTuple):
    position: int
    hash: str


def signed(key: Ed25519PrivateKey, position: int, head: bytes, at: int) -> Anchor:
    plain = Anchor(position, head.hex(), at, public_key(key), "")
    return msgspec.structs.replace(plain, signature=key.sign(plain.said).hex())


def note(file: Path, anchor: Anchor) -> None:
    """One more line at the end."""
    with file.open("ab") as lines:
        lines.write(msgspec.json.encode(anchor) + b"\n")


def noted(
    file: Path, keys: Collection[str], losses: Sequence[Loss] = (), newest: int | None = None
) -> list[Head]:
    """The heads that this house, known by its public keys, has signed, apart from what it goes on without;
    ValueError for a line that it has not signed."""
    found = []
    lines = list(enumerate(file.read_bytes().splitlines(), start=1))
    for number, line in lines[-newest:] if newest is not None else lines:
        try:
            anchor = msgspec.json.decode(line, type=Anchor)
        except msgspec.DecodeError:
            anchor = Anchor(0, "", 0, "", "")
        if not is_signed(anchor.signature, anchor.said, anchor.key, keys):
            raise ValueError(f"{file}, line {number}: this house has not signed it")
        if not any(loss.position < anchor.position <= loss.lost and anchor.at <= loss.at for loss in losses):
            found.append(Head(anchor.position, anchor.hash))
    return found
