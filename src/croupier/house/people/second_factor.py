"""A second factor: a device's codes by time (RFC 6238), and recovery codes for the day it is lost."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from urllib.parse import quote

STEP_MS = 30_000
_DIGITS = 6
_NEARBY = (0, -1, 1)  # a device's clock may be off by a step
_RECOVERY_CODES = 10


def new_secret() -> str:
    """160 bits, as devices read them."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def address(secret: str, name: str) -> str:
    """What a device is shown."""
    return f"otpauth://totp/Croupier:{quote(name)}?secret={secret}&issuer=Croupier"


def code_at(secret: str, step: int) -> str:
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**_DIGITS:0{_DIGITS}d}"


def step_of(secret: str, code: str, at: int, after: int = 0) -> int | None:
    """The step a code belongs to, near the time `at`; None if it is wrong, or not later than `after`."""
    given = code.encode()
    for step in (at // STEP_MS + near for near in _NEARBY):
        if step > after and hmac.compare_digest(code_at(secret, step).encode(), given):
            return step
    return None


def new_recovery_codes() -> tuple[str, ...]:
    """Each opens the account once."""
    return tuple(f"{secrets.token_hex(4)}-{secrets.token_hex(4)}" for _ in range(_RECOVERY_CODES))


def hashes(codes: Sequence[str]) -> tuple[str, ...]:
    """64 random bits each: a plain hash hides them well enough."""
    return tuple(hashlib.sha256(code.encode()).hexdigest() for code in codes)


def place(person: str) -> str:
    return f"people/{person}/second-factor"
