"""Whether the books are what the journal says: every posting, with its time and its words, and no other."""

import hashlib
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from croupier.house.journal import Posting, Store
from croupier.money import Account

_encode = msgspec.msgpack.Encoder().encode
_MODULUS = 2**256
_LINES = "SELECT position, line, other, cents, at, memo FROM posting WHERE account = ?"


class Tally(Struct):
    """How many lines an account has, and the sum of their hashes: the same in whatever order they come."""

    lines: int = 0
    sum: int = 0

    def add(self, position: int, line: int, other: Account, cents: int, at: int, memo: str) -> None:
        digest = hashlib.sha256(_encode((position, line, other, cents, at, memo))).digest()
        self.lines += 1
        self.sum = (self.sum + int.from_bytes(digest)) % _MODULUS


class BooksAudit:
    """Hears of the postings that every entry leads to; then goes through the books account by account."""

    def __init__(self) -> None:
        self._due: dict[Account, Tally] = {}

    def heard(self, position: int, at: int, postings: Iterable[Posting]) -> None:
        for line, each in enumerate(postings):
            self._tally(each.source).add(position, line, each.target, -each.cents, at, each.memo)
            self._tally(each.target).add(position, line, each.source, each.cents, at, each.memo)

    def _tally(self, account: Account) -> Tally:
        return self._due.setdefault(account, Tally())

    def end(self, store: Store) -> Iterator[str]:
        """Once all entries have been heard: the accounts that say something else."""
        kept = {account for (account,) in store.query("SELECT DISTINCT account FROM posting")}
        for account in sorted(kept | set(self._due)):
            found, due = Tally(), self._due.get(account, Tally())
            for row in store.query(_LINES, (account,)):
                found.add(*row)
            if found != due:
                yield (
                    f"{account}: its postings are not those of the journal"
                    f" ({found.lines} lines, the journal has {due.lines})"
                )
