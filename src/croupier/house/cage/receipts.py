"""Receipts of the cashier's window, found again: a receipt's number is its place in the journal."""

from msgspec import Struct

from croupier.house.journal import Entry, Journal, Span
from croupier.house.ledger import CASH
from croupier.house.ledger.cashier import MoneyReversed, money_in
from croupier.house.stamps import FOR_EVER
from croupier.money import Cents

_PLAYER = "player/"
_FOUND = "SELECT position FROM posting WHERE account = ? AND at >= ? AND at < ? AND position < ?"
_PAGE = 500


class Receipt(Struct, frozen=True, kw_only=True):
    number: int
    at: int
    person: str
    cents: Cents  # onto the account; below zero, off it
    reason: str
    by: str
    role: str
    second: str = ""
    reverses: int = 0
    reversed_by: int = 0
    is_cash: bool = True


class Receipts:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def get(self, number: int) -> Receipt | None:
        entry = self._journal.at(number)
        return self.of(entry) if entry is not None else None

    def of(self, entry: Entry) -> Receipt | None:
        """The receipt of an entry; None if it is none of the window's."""
        if (event := money_in(entry)) is None:
            return None
        account = entry.stream
        return Receipt(
            number=entry.position,
            at=entry.at,
            person=entry.stream.removeprefix(_PLAYER),
            cents=event.cents if event.target == account else -event.cents,
            reason=event.reason,
            by=entry.by,
            role=entry.role,
            second=event.second,
            reverses=event.receipt if isinstance(event, MoneyReversed) else 0,
            reversed_by=self._reversal_of(entry),
            is_cash=CASH in (event.source, event.target),
        )

    def _reversal_of(self, entry: Entry) -> int:
        for later in self._journal.read(entry.stream, after=entry.last):
            event = money_in(later)
            if isinstance(event, MoneyReversed) and event.receipt == entry.position:
                return later.position
        return 0

    def search(
        self, *, person: str = "", text: str = "", since: int = 0, until: int = FOR_EVER, limit: int = 50
    ) -> list[Receipt]:
        """Cash over the window, the latest first; `text` is looked for in the reason."""
        found: list[Receipt] = []
        before, wanted = FOR_EVER, text.casefold()
        sql = f"{_FOUND}{' AND other = ?' if person else ''} ORDER BY position DESC LIMIT {_PAGE}"
        while len(found) < limit:
            more = (f"{_PLAYER}{person}",) if person else ()
            rows = self._journal.store.everywhere(
                sql,
                (CASH, since, until, before, *more),
                Span(since=since, until=until, last=before),
                newest_first=True,
                limit=_PAGE,
            )
            for (position,) in rows:
                receipt = self.get(int(position))
                if receipt is not None and wanted in receipt.reason.casefold() and len(found) < limit:
                    found.append(receipt)
            if len(rows) < _PAGE:
                break
            before = int(rows[-1][0])
        return found
