"""The head of the journal's chain, noted outside at intervals: whoever cuts off the end of a journal together
with its head cannot take back a line that is kept elsewhere.

A line is JSON, signed with a key that follows from the house's own: `{position, hash, at, key, signature}`.
"""

import hashlib
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct


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


def signer(key_file: Path) -> Ed25519PrivateKey:
    """Another key than the one that seals, though it follows from it: one file to keep."""
    seed = hashlib.sha256(b"croupier anchor" + bytes.fromhex(key_file.read_text().strip())).digest()
    return Ed25519PrivateKey.from_private_bytes(seed)


def public_key(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def signed(key: Ed25519PrivateKey, position: int, head: bytes, at: int) -> Anchor:
    plain = Anchor(position, head.hex(), at, public_key(key), "")
    return msgspec.structs.replace(plain, signature=key.sign(plain.said).hex())


def note(file: Path, anchor: Anchor) -> None:
    """One more line at the end."""
    with file.open("ab") as lines:
        lines.write(msgspec.json.encode(anchor) + b"\n")


def noted(file: Path, key: Ed25519PrivateKey) -> list[Head]:
    """The heads that this house has signed; ValueError for a line that it has not."""
    found = []
    for number, line in enumerate(file.read_bytes().splitlines(), start=1):
        try:
            anchor = msgspec.json.decode(line, type=Anchor)
            own = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key(key)))
            own.verify(bytes.fromhex(anchor.signature), anchor.said)
        except (msgspec.DecodeError, ValueError, InvalidSignature):
            raise ValueError(f"{file}, line {number}: this house has not signed it") from None
        found.append(Head(anchor.position, anchor.hash))
    return found
