"""The log book: remarks and incidents by table, the staff's plan of who deals where, breaks and hand-overs.

Who really deals is the floor's to say (`DealerSet`) and stands in every Round's totals; here is what people
write down for each other.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.answers import Answer, Declined, declined
from croupier.house.house import House
from croupier.house.journal import Journal
from croupier.house.journal.sealing import Sealer
from croupier.house.likeness import like
from croupier.house.register import HouseEvent, Register, decoder_of
from croupier.house.stamps import new_id
from croupier.table import Actor, Role

Kind = Literal["remark", "incident", "handover"]
KEPT_MAX = 2_000  # entries in memory; all are in the journal


class Written(HouseEvent, frozen=True, kw_only=True):
    """A remark, an incident with the Rounds it is about, or what the next shift has to know."""

    matters = "logbook"
    words = "{text}"
    entry: str
    kind: Kind
    table: str  # "" for the whole floor
    text: str
    rounds: tuple[str, ...] = ()


class DutyPlanned(HouseEvent, frozen=True, kw_only=True):
    """Somebody is to deal at a table from then on, until their break."""

    words = "{person} deals at {table}"
    person: str
    table: str  # "" for a break
    since: int
    until: int


class DutyDropped(HouseEvent, frozen=True, kw_only=True):
    words = "{person} no longer deals at {table} then"
    person: str
    since: int


class Entry(Struct, frozen=True, kw_only=True):
    id: str
    at: int
    by: str
    kind: Kind
    table: str
    text: str
    rounds: tuple[str, ...]


class Duty(Struct, frozen=True):
    person: str
    table: str
    since: int
    until: int


class Book(Struct, frozen=True):
    entries: tuple[Entry, ...] = ()
    duties: tuple[Duty, ...] = ()


def _after(book: Book, event: HouseEvent, at: int) -> Book:
    match event:
        case Written():
            entry = like(Entry, event, id=event.entry, at=at, by=event.entry.partition(":")[0])
            return replace(book, entries=(*book.entries[1 - KEPT_MAX :], entry))
        case DutyPlanned():
            return replace(book, duties=(*book.duties[1 - KEPT_MAX :], like(Duty, event)))
        case DutyDropped():
            left = [each for each in book.duties if (each.person, each.since) != (event.person, event.since)]
            return replace(book, duties=tuple(left))
    raise TypeError(f"{type(event).__name__} is not an event of the log book")


_DECODER = decoder_of(__name__)


def logbook_register(journal: Journal, sealer: Sealer | None = None) -> Register[Book]:
    return Register("logbook", Book(), _after, _DECODER, journal, sealer)


class LogBook:
    """What staff write down."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.register = house.opened(logbook_register)

    @property
    def book(self) -> Book:
        return self.register.state

    def entries(self, since: int, until: int, table: str = "") -> list[Entry]:
        """In order, those of one table or of all."""
        found = [each for each in self.book.entries if since <= each.at < until]
        return [each for each in found if not table or each.table == table]

    def duties(self, since: int, until: int) -> list[Duty]:
        """Those that touch this time, in order."""
        found = [each for each in self.book.duties if each.since < until and since < each.until]
        return sorted(found, key=lambda each: (each.since, each.person))

    async def write(
        self, by: Actor, kind: Kind, text: str, table: str = "", rounds: Sequence[str] = ()
    ) -> Answer:
        """By a dealer or above; an incident names Rounds that there are."""
        if table and table not in self._house.floor.state.tables:
            return declined("there is no table {table}; choose one from the floor", table=table)
        for id in rounds:
            name, _, number = id.rpartition(".")
            known = self._house.journal.last_round(f"table/{name}") if number.isdecimal() else None
            if known is None or not 1 <= int(number) <= known.number:
                return declined("there is no Round {round}", round=id)
        event = Written(entry=f"{by.id}:{new_id()}", kind=kind, table=table, text=text, rounds=tuple(rounds))
        return await self._house.record(self.register, lambda _: [event], by, "WriteLog", role=Role.DEALER)

    async def plan(self, by: Actor, person: str, table: str, since: int, until: int) -> Answer:
        """Who deals where and when; an empty table is a break. By a supervisor or above."""
        if until <= since:
            return Declined("it ends after it begins")
        if table and table not in self._house.floor.state.tables:
            return declined("there is no table {table}; choose one from the floor", table=table)

        def decide(book: Book) -> Sequence[HouseEvent] | Declined:
            for each in book.duties:
                if each.person == person and each.since < until and since < each.until:
                    return declined("{person:person} has another duty then; drop it first", person=person)
            return [DutyPlanned(person=person, table=table, since=since, until=until)]

        return await self._house.record(self.register, decide, by, "PlanDuty", role=Role.PIT_SUPERVISOR)

    async def drop(self, by: Actor, person: str, since: int) -> Answer:
        def decide(book: Book) -> Sequence[HouseEvent] | Declined:
            if not any((each.person, each.since) == (person, since) for each in book.duties):
                return Declined("there is no such duty")
            return [DutyDropped(person=person, since=since)]

        return await self._house.record(self.register, decide, by, "DropDuty", role=Role.PIT_SUPERVISOR)
