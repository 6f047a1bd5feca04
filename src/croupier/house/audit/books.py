"""Whether the books are what the journal says: every posting, with its time and its words, and no other."""

import hashlib
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from croupier.house.journal import EVERYTHING, Posting, Span, Store
from croupier.money import Account

_encode = msgspec.msgpack.Encoder().encode
_MODULUS = 2**256
_LINES = "SELECT position, line, other, cents, at, memo FROM posting WHERE account = ?"
_BETWEEN = f"{_LINES} AND position >= ? AND position <= ?"


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

    def end(self, store: Store, between: tuple[int, int] | None = None) -> Iterator[str]:
        """Once all entries, or those between two positions, have been heard: accounts that say otherwise."""
        accounts = (
            "SELECT DISTINCT account FROM posting" if between is None else "SELECT account FROM balance"
        )
        kept = {account for (account,) in (store.everywhere if between is None else store.query)(accounts)}
        span = EVERYTHING if between is None else Span(*between)
        for account in sorted(kept | set(self._due)):
            found, due = Tally(), self._due.get(account, Tally())
            sql, values = (_LINES, (account,)) if between is None else (_BETWEEN, (account, *between))
            for row in store.everywhere(sql, values, span):
                found.add(*row)
            if found != due:
                yield (
                    f"{account}: its postings are not those of the journal"
                    f" ({found.lines} lines, the journal has {due.lines})"
                )
