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
from croupier.house.likeness import like
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
            yield like(Slip, receipt, kind="reversal" if receipt.reverses else "receipt")


def _of_chips(entry: Entry, event: HouseEvent) -> Slip | None:
    more: dict[str, Any] = {}
    match event:
        case m.ChipsMoved():
            kind: Kind = event.way
        case m.RackCounted():
            kind = "closing" if event.is_closing else "count"
        case m.BoxCounted():
            kind = "box"
        case m.FloatOpened():
            kind = "float"
        case m.ColouredUp():
            kind, more = "colour_up", {"counts": event.taken}
        case m.CashDropped():
            kind = "cash"
        case m.ChipsStocked():
            kind = "stock"
        case _:
            return None
    # By whom and when says the entry, whatever the event calls it.
    return like(Slip, entry, event, number=entry.position, kind=kind, **more)


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
            yield like(
                Slip,
                entry,
                prize,
                number=entry.position,
                part=part,
                kind=name,
                cents=prize.amount,
                first_round=prize.round,
                last_round=prize.round,
                link=entry.stream.removeprefix("link/"),
                meter=prize.before,
                check=check,
            )
            check = None
