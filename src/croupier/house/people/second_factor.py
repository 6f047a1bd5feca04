"""A second factor: a device's codes by time (RFC 6238), and recovery codes for the day it is lost."""

import hashlib
import secrets
from collections.abc import Sequence

from pyotp import random_base32
from pyotp.totp import TOTP
from pyotp.utils import strings_equal

STEP_MS = 30_000
_NEARBY = (0, -1, 1)  # a device's clock may be off by a step
_RECOVERY_CODES = 10


def new_secret() -> str:
    """160 bits, as devices read them."""
    return random_base32()


def address(secret: str, name: str) -> str:
    """What a device is shown."""
    return TOTP(secret).provisioning_uri(name=name, issuer_name="Croupier")


def code_at(secret: str, step: int) -> str:
    return TOTP(secret).generate_otp(step)


def step_of(secret: str, code: str, at: int, after: int = 0) -> int | None:
    """The step a code belongs to, near the time `at`; None if it is wrong, or not later than `after`."""
    for step in (at // STEP_MS + near for near in _NEARBY):
        if step > after and strings_equal(code_at(secret, step), code):
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
