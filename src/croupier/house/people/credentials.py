"""What names, passwords and tokens have to look like, and what becomes of them."""

import hashlib
import re
from collections.abc import Sequence
from functools import cache

from croupier.house.answers import Declined, declined
from croupier.house.people.lookalikes import looks
from croupier.house.people.roster import name_key
from croupier.table import Role

PASSWORD_CHARACTERS_MIN = 10
_GUESSABLE = 2  # of zxcvbn's scores 0 to 4: below it some ten thousand to a million guesses are enough
_JUDGED = 40  # characters: what is longer is judged by its beginning
_RESERVED = ("auto-dealer", "dealer", "system", "the-house", "house", "croupier", "cashier", "pit")


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
    words = {slug(look) for look in (name, *looks(name))}
    if words & _house() or any("bot" in each.split("-") for each in words):
        return Declined("that name is the house's own; choose another")
    return None


@cache
def _house() -> frozenset[str]:
    return frozenset(slug(look) for name in _RESERVED for look in (name, *looks(name.replace("-", " "))))


def password_problem(password: str) -> Declined | None:
    if PASSWORD_CHARACTERS_MIN <= len(password) <= 200:
        return None
    return declined("a password has {least} to {most} characters", least=PASSWORD_CHARACTERS_MIN, most=200)


def guessable(password: str, name: str) -> Declined | None:
    """Whether those who guess try it among the first. Takes some milliseconds: not for the tables' loop."""
    from zxcvbn import zxcvbn

    if zxcvbn(password[:_JUDGED], [name, "croupier"])["score"] >= _GUESSABLE:
        return None
    return Declined("that password is among the first that are guessed; choose another, such as four words")
