"""What nobody may read while it is in play is encrypted before it reaches the store."""

import base64
import contextlib
import hashlib
import os
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TextIO

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_NONCE_BYTES = 12
_KEY_BYTES = 32
_NEXT = "next "  # before the key that waits until every process has it
_LINE = rf"({_NEXT})?[0-9a-f]{{{2 * _KEY_BYTES}}}"


class SealError(Exception):
    """A sealed value that this key does not open: another house's, or altered."""


class Sealer:
    """The keys of the house. The first seals and signs; the others open what they sealed, or will seal once
    every process has them. Each value is bound to where it stands, so that none can be swapped."""

    def __init__(self, *keys: bytes, file: Path | None = None) -> None:
        self._file, self._read_at = file, 0
        self._take(keys)

    def _take(self, keys: Sequence[bytes]) -> None:
        self._ciphers = [ChaCha20Poly1305(key) for key in keys]
        self._signers = [_signer(key) for key in keys]

    @classmethod
    def from_file(cls, path: Path) -> "Sealer":
        """The keys in this file; a new one, readable by its owner alone, if there is none."""
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return cls.existing(path)
        with os.fdopen(handle, "w") as file:
            _write(file, [ChaCha20Poly1305.generate_key().hex()])
        return cls.existing(path)

    @classmethod
    def existing(cls, path: Path) -> "Sealer":
        """The keys in this file; SealError if there is none: a new one would open nothing."""
        if not path.exists():
            raise SealError(f"there is no key at {path}: put back the one this journal was written with")
        sealer = cls(file=path)
        sealer.look()
        return sealer

    def look(self) -> bool:
        """Whether there are other keys in the file by now."""
        if self._file is None or (written_at := self._file.stat().st_mtime_ns) == self._read_at:
            return False
        self._take([bytes.fromhex(line.removeprefix(_NEXT)) for line in _lines(self._file)])
        self._read_at = written_at
        return True

    @property
    def signer(self) -> Ed25519PrivateKey:
        """Another key than the one that seals, though it follows from it: one file to keep."""
        return self._signers[0]

    @property
    def public_keys(self) -> tuple[str, ...]:
        """Whoever has noted them once knows what this house has signed; its present one is the first."""
        return tuple(map(public_key, self._signers))

    def seal(self, plain: bytes, place: str) -> bytes:
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._ciphers[0].encrypt(nonce, plain, place.encode())

    def open(self, sealed: bytes, place: str) -> bytes:
        while True:
            for cipher in self._ciphers:
                with contextlib.suppress(InvalidTag):
                    return cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], place.encode())
            if not self.look():  # another process may seal with a key that came after this one began
                raise SealError(f"{place} cannot be opened with this house's key")

    def seal_text(self, plain: bytes, place: str) -> str:
        return base64.b64encode(self.seal(plain, place)).decode()

    def open_text(self, sealed: str, place: str) -> bytes:
        return self.open(base64.b64decode(sealed), place)


def add_key(path: Path) -> str:
    """A key that will be the next one, at the end of the file; its public half."""
    lines = _lines(path)
    if lines[-1].startswith(_NEXT):
        raise SealError(f"{path} holds a key that waits already: use that one")
    key = ChaCha20Poly1305.generate_key()
    _replace(path, [*lines, f"{_NEXT}{key.hex()}"])
    return public_key(_signer(key))


def waiting_key(path: Path) -> str:
    """The public half of the key that waits; SealError if none does."""
    if not (last := _lines(path)[-1]).startswith(_NEXT):
        raise SealError(f"{path} holds no key that waits: add one first")
    return public_key(_signer(bytes.fromhex(last.removeprefix(_NEXT))))


def use_key(path: Path) -> None:
    """The key that waits is the first from now on. None is taken away: the journal cannot be sealed anew."""
    *before, last = _lines(path)
    _replace(path, [last.removeprefix(_NEXT), *before])


def public_key(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def is_signed(signature: str, said: bytes, key: str, known: Collection[str]) -> bool:
    """Whether one of these keys, named by its public half, has signed this."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), said)
    except (InvalidSignature, ValueError):
        return False
    return key in known


def _signer(key: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"croupier anchor" + key).digest())


def _lines(path: Path) -> list[str]:
    lines = path.read_text().split("\n")[:-1]
    if not lines or not all(re.fullmatch(_LINE, line) for line in lines):
        raise SealError(f"{path} does not hold keys of {_KEY_BYTES} bytes in hexadecimal")
    return lines


def _replace(path: Path, lines: list[str]) -> None:
    """All or nothing: a house without its keys is lost."""
    part = path.with_name(f"{path.name}.part")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        _write(file, lines)
    part.replace(path)


def _write(file: TextIO, lines: list[str]) -> None:
    file.writelines(f"{line}\n" for line in lines)
    file.flush()
    os.fsync(file.fileno())
