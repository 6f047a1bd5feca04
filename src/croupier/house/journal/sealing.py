"""What nobody may read while it is in play is encrypted before it reaches the store."""

import base64
import hashlib
import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

_NONCE_BYTES = 12
_KEY_BYTES = 32


class SealError(Exception):
    """A sealed value that this key does not open: another house's, or altered."""


class Sealer:
    """One key for the house. Each value is bound to where it stands, so that none can be swapped."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._cipher = ChaCha20Poly1305(key)

    def secret(self, purpose: str) -> bytes:
        """Another key than the one that seals, though it follows from it: one file to keep."""
        return hashlib.sha256(f"croupier {purpose} ".encode() + self._key).digest()

    @classmethod
    def from_file(cls, path: Path) -> "Sealer":
        """The key in this file; a new one, readable by its owner alone, if there is none."""
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return cls(_read_key(path))
        key = ChaCha20Poly1305.generate_key()
        with os.fdopen(handle, "w") as file:
            file.write(key.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        return cls(key)

    @classmethod
    def existing(cls, path: Path) -> "Sealer":
        """The key in this file; SealError if there is none: a new one would open nothing."""
        if not path.exists():
            raise SealError(f"there is no key at {path}: put back the one this journal was written with")
        return cls(_read_key(path))

    def seal(self, plain: bytes, place: str) -> bytes:
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, place.encode())

    def open(self, sealed: bytes, place: str) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], place.encode())
        except InvalidTag:
            raise SealError(f"{place} cannot be opened with this house's key") from None

    def seal_text(self, plain: bytes, place: str) -> str:
        return base64.b64encode(self.seal(plain, place)).decode()

    def open_text(self, sealed: str, place: str) -> bytes:
        return self.open(base64.b64decode(sealed), place)


def _read_key(path: Path) -> bytes:
    try:
        key = bytes.fromhex(path.read_text().strip())
    except ValueError:
        key = b""
    if len(key) != _KEY_BYTES:
        raise SealError(f"{path} does not hold a key of {_KEY_BYTES} bytes in hexadecimal")
    return key
