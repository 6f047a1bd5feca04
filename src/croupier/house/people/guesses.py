"""Whoever guesses at a password is slowed down; whoever owns the account is not.

Guesses from devices that nobody has signed in with before count for the account, in the journal, so that all
processes and all addresses count together. A device that the account knows, and a session that is signed in,
count for themselves: nobody else can use up their guesses.
"""

import secrets

from croupier.house.allowance import Allowance, Allowances
from croupier.house.journal.sealing import Sealer, SealError
from croupier.house.people.roster import Person

GUESSES_MAX = 5
HELD_OFF_MS = 15 * 60_000  # how long an account then takes nobody from a new device


class Guesses:
    """A device proves by a sealed mark that somebody has signed in to an account there."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer
        self._left = Allowances(lambda: Allowance(GUESSES_MAX * 1000 / HELD_OFF_MS, GUESSES_MAX))

    def new_mark(self, person: str) -> str:
        return self._sealer.seal_text(secrets.token_bytes(12), _place(person))

    def of_device(self, person: Person | None, mark: str) -> Allowance | None:
        """What a device that the account knows has left; None for a new one, and for one that has guessed too
        often, which is as good as new."""
        if person is None or not mark:
            return None
        try:
            found = self._left.of(self._sealer.open_text(mark, _place(person.id)))
        except (SealError, ValueError):
            return None
        return found if found.left >= 1 else None

    def of_session(self, person: str) -> Allowance:
        return self._left.of(person)


def _place(person: str) -> str:
    return f"people/{person}/device"
