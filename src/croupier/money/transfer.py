"""Double entry: chips move from one account to another, so nothing appears or vanishes."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from croupier.money.cents import Cents

# A path in words: "stack/3", "pot", "bank", "rake", "jackpot/meter". The house prefixes the table's name.
Account: TypeAlias = str

# Chips come onto a table from here and leave to here; the house keeps the other side of these books.
CAGE: Account = "cage"
_STACK = "stack/"


def stack(place: int) -> Account:
    """The chips in front of the player at this place."""
    return f"{_STACK}{place}"


@lru_cache(1 << 10)
def stack_at(account: Account) -> int:
    """The place whose stack an account is; 0 if it is none."""
    place = account.removeprefix(_STACK)
    return int(place) if account.startswith(_STACK) and place.isdecimal() else 0


class Transfer(Struct, frozen=True, gc=False):
    """One movement of chips. The event that carries it gives the citation."""

    source: Account
    target: Account
    cents: Cents


class Balances(Counter[Account]):
    """Accounts and what they hold; all of them together always sum to zero."""

    def post(self, transfers: Iterable[Transfer]) -> None:
        for transfer in transfers:
            self[transfer.source] -= transfer.cents
            self[transfer.target] += transfer.cents

    def open_accounts(self) -> dict[Account, Cents]:
        """The accounts that hold something."""
        return {account: cents for account, cents in sorted(self.items()) if cents}
