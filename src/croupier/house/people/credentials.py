"""What names, passwords and tokens have to look like, and what becomes of them."""

import hashlib
import re
from collections.abc import Sequence

from croupier.house.answers import Declined
from croupier.house.people.roster import name_key
from croupier.table import Role

PASSWORD_CHARACTERS_MIN = 10
_RESERVED = frozenset({"auto-dealer", "dealer", "system", "the-house", "house", "croupier", "cashier", "pit"})


def highest_role(roles: Sequence[Role]) -> Role:
    ladder = list(Role)
    return max(roles, key=ladder.index) if roles else Role.PLAYER


def password_place(person: str) -> str:
    return f"people/{person}/password"


def hash_token(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name_key(name)).strip("-")


def name_problem(name: str) -> Declined | None:
    """Names of people. Nobody may pass for the house."""
    if not (1 <= len(name.strip()) <= 32 and name.isprintable()):
        return Declined("a name has 1 to 32 characters, all of which can be seen")
    if slug(name) in _RESERVED or "bot" in slug(name).split("-"):
        return Declined("that name is the house's own; choose another")
    return None


def password_problem(password: str) -> Declined | None:
    if PASSWORD_CHARACTERS_MIN <= len(password) <= 200:
        return None
    return Declined(f"a password has {PASSWORD_CHARACTERS_MIN} to 200 characters")
