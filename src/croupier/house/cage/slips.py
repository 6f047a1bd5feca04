"""What the cage prints: a slip's number is its place in the journal, so it can be printed again."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec import Struct

from croupier.house.cage import messages as m
from croupier.house.cage.cage import STREAM, cage_register
from croupier.house.cage.chips import Counts
from croupier.house.cage.receipts import Receipts
from croupier.house.journal import Entry, Journal
from croupier.house.journal.rows import ENTRY, read_entry
from croupier.house.ledger import PAYABLE
from croupier.house.register import HouseEvent
from croupier.links import messages as links
from croupier.money import Cents

_LOOK_BACK = 2_000  # entries of the cage

Kind = Literal[
    "receipt",
    "reversal",
    "float",
    "fill",
    "credit",
    "count",
    "closing",
    "colour_up",
    "cash",
    "box",
    "stock",
    "jackpot",
    "jackpot_back",
]


class Check(Struct, frozen=True):
    """What a manager has looked at before a large prize was paid."""

    by: str
    cards: str
    deck: str
    witnesses: str
    note: str = ""


class Slip(Struct, frozen=True, kw_only=True):
    number: int
    part: int = 1  # where one entry of the journal pays several prizes
    kind: Kind
    at: int
    by: str
    role: str
    cents: Cents
    table: str = ""
    person: str = ""
    reason: str = ""
    asked_by: str = ""
    approved_by: str = ""
    second: str = ""
    counts: Counts = {}
    given: Counts = {}  # of a colour-up
    expected: Cents | None = None
    first_round: int = 0
    last_round: int = 0
    drop: Cents | None = None
    reverses: int = 0
    reversed_by: int = 0
    link: str = ""
    box: int = 0
    line: str = ""
    meter: Cents | None = None
    check: Check | None = None


class Slips:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._receipts = Receipts(journal)
        self._register = cage_register(journal)

    def get(self, number: int, part: int = 1) -> Slip | None:
        entry = self._journal.at(number)
        found = self._of(entry) if entry is not None else iter(())
        return next((slip for slip in found if slip.part == part), None)

    def recent(self, limit: int = 50, table: str = "", links: Iterable[str] = ()) -> list[Slip]:
        """What happened to chips, and prizes of these links, the latest first."""
        sql = f"SELECT {ENTRY} FROM entry WHERE stream = ? ORDER BY first DESC LIMIT {_LOOK_BACK}"
        rows = self._journal.store.everywhere(sql, (STREAM,), newest_first=True, limit=_LOOK_BACK)
        entries = list(map(read_entry, rows))
        entries += (entry for link in links for entry in self._paid(link, limit))
        entries.sort(key=lambda entry: -entry.position)
        found = (slip for entry in entries for slip in self._of(entry) if table in ("", slip.table))
        return list(islice(found, limit))

    def _paid(self, link: str, limit: int) -> Iterator[Entry]:
        """Prizes are few; the books know where they are among all that a link has heard. What a table then
        hands over, or gives back, is no prize of its own."""
        own = f"link/{link}/"
        sql = "SELECT DISTINCT position FROM posting WHERE account = ? AND substr(other, 1, ?) = ?"
        more = f" ORDER BY position DESC LIMIT {limit:d}"
        values = (own + PAYABLE, len(own), own)
        rows = self._journal.store.everywhere(sql + more, values, newest_first=True, limit=limit)
        for (position,) in rows:
            if (entry := self._journal.at(position)) is not None:
                yield entry

    def _of(self, entry: Entry) -> Iterator[Slip]:
        if entry.stream == STREAM:
            for told in self._register.read(entry):
                assert isinstance(told.event, HouseEvent)
                if (slip := _of_chips(entry, told.event)) is not None:
                    yield slip
        elif entry.stream.startswith("link/"):
            yield from _of_link(entry)
        elif (receipt := self._receipts.of(entry)) is not None:
            yield Slip(
                number=receipt.number,
                kind="reversal" if receipt.reverses else "receipt",
                at=receipt.at,
                by=receipt.by,
                role=receipt.role,
                cents=receipt.cents,
                person=receipt.person,
                reason=receipt.reason,
                second=receipt.second,
                reverses=receipt.reverses,
                reversed_by=receipt.reversed_by,
            )


def _slip(entry: Entry, kind: Kind, cents: Cents, **more: Any) -> Slip:
    return Slip(
        number=entry.position, kind=kind, at=entry.at, by=entry.by, role=entry.role, cents=cents, **more
    )


def _of_chips(entry: Entry, event: HouseEvent) -> Slip | None:
    match event:
        case m.ChipsMoved():
            signed = {"asked_by": event.asked_by, "approved_by": event.approved_by}
            return _slip(entry, event.way, event.cents, table=event.table, counts=event.counts, **signed)
        case m.RackCounted():
            return _slip(
                entry,
                "closing" if event.is_closing else "count",
                event.cents,
                table=event.table,
                reason=event.reason,
                counts=event.counts,
                expected=event.expected,
                first_round=event.first_round,
                last_round=event.last_round,
                drop=event.drop,
            )
        case m.BoxCounted():
            found = {"expected": event.expected, "reason": event.reason}
            return _slip(entry, "box", event.cents, table=event.table, **found)
        case m.FloatOpened():
            return _slip(entry, "float", event.cents, table=event.table, counts=event.counts)
        case m.ColouredUp():
            changed = {"counts": event.taken, "given": event.given}
            return _slip(entry, "colour_up", event.cents, table=event.table, **changed)
        case m.CashDropped():
            return _slip(entry, "cash", event.cents, table=event.table, person=event.person)
        case m.ChipsStocked():
            return _slip(entry, "stock", event.cents, counts=event.counts, reason=event.reason)
    return None


_PRIZES: dict[str, tuple[Kind, type[links.JackpotPaid | links.PrizeTakenBack]]] = {
    links.JackpotPaid.__name__: ("jackpot", links.JackpotPaid),
    links.PrizeTakenBack.__name__: ("jackpot_back", links.PrizeTakenBack),
}


def _of_link(entry: Entry) -> Iterator[Slip]:
    """Prizes paid, and those of void Rounds that went back. The manager's check, where there was one, stands
    before its prize in the same entry."""
    check: Check | None = None
    part = 0
    for body in entry.events:
        kind = msgspec.json.decode(body)["type"]
        if kind == links.PrizeChecked.__name__:
            told = msgspec.json.decode(body, type=links.PrizeChecked)
            check = Check(told.by, told.cards, told.deck, told.witnesses, told.note)
        elif kind in _PRIZES:
            name, told_as = _PRIZES[kind]
            prize = msgspec.json.decode(body, type=told_as)
            part += 1
            yield _slip(
                entry,
                name,
                prize.amount,
                part=part,
                table=prize.table,
                first_round=prize.round,
                last_round=prize.round,
                link=entry.stream.removeprefix("link/"),
                box=prize.box,
                line=prize.line,
                meter=prize.before,
                check=check,
            )
            check = None
