"""Staff over HTTP: who deals where and since when, duties and breaks, the log book, the hand-over."""

import datetime as dt
from typing import Annotated, Literal

from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from croupier.house.audit.significant import Significant, significant
from croupier.house.likeness import like
from croupier.house.logbook import Duty, Entry
from croupier.house.stamps import FOR_EVER, HOUSE_ZONE
from croupier.house.totals.asking import Line, Totals, Wanted
from croupier.house.totals.shifts import DAY_MS, Shift
from croupier.messages import called
from croupier.server.api.people.accounts import known
from croupier.server.context import By, Context, Here, accepted
from croupier.server.errors import Rejected
from croupier.server.reports.hold import HoldLine, hold_line
from croupier.table import Role

Text = Annotated[str, Meta(min_length=1, max_length=1_000)]
Name = Annotated[str, Meta(max_length=64)]
RoundId = Annotated[str, Meta(min_length=3, max_length=80)]
Chosen = Annotated[str, QueryParameter(max_length=64)]
Day = Annotated[dt.date | None, QueryParameter()]
Millis = Annotated[int, Meta(ge=0, le=2**53)]


class NewEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kind: Literal["remark", "incident", "handover"]
    text: Text
    table: Name = ""
    rounds: Annotated[tuple[RoundId, ...], Meta(max_length=20)] = ()


class NewDuty(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From one moment to another; no table is a break."""

    person: Name
    table: Name = ""
    since: Millis
    until: Millis


class OldDuty(Struct, frozen=True, forbid_unknown_fields=True):
    person: Name
    since: Millis


class DutyLine(Duty, frozen=True, kw_only=True):
    name: str
    title: str


class DealingLine(Struct, frozen=True, kw_only=True):
    """Who deals at a table now, and who is planned to."""

    table: str
    title: str
    dealer: str  # "" for the auto-dealer
    name: str
    since: int
    planned: str
    next: DutyLine | None


class EntryLine(Entry, frozen=True, kw_only=True):
    name: str
    title: str


class StaffPage(Struct, frozen=True, kw_only=True):
    shift: Shift
    dealing: tuple[DealingLine, ...]
    duties: tuple[DutyLine, ...]
    entries: tuple[EntryLine, ...]
    zone: str = HOUSE_ZONE


class Handover(Struct, frozen=True, kw_only=True):
    """One shift on one page."""

    shift: Shift
    shifts: tuple[str, ...]
    tables: tuple[HoldLine, ...]
    total: HoldLine
    dealing: tuple[DealingLine, ...]
    duties: tuple[DutyLine, ...]
    entries: tuple[EntryLine, ...]
    significant: tuple[Significant, ...]
    names: dict[str, str] = {}  # of everybody in it who is known
    zone: str = HOUSE_ZONE


def _name(context: Context, person: str) -> str:
    return context.room.name_of(person) if person else ""


def _entry(context: Context, entry: Entry) -> EntryLine:
    return like(EntryLine, entry, name=_name(context, entry.by), title=context.title_of(entry.table))


def _duties(context: Context, since: int, until: int) -> tuple[DutyLine, ...]:
    return tuple(
        like(DutyLine, each, name=_name(context, each.person), title=context.title_of(each.table))
        for each in context.logbook.duties(since, until)
    )


def _dealing(context: Context) -> tuple[DealingLine, ...]:
    now = context.house.clock.peek()
    duties = _duties(context, now, FOR_EVER)
    found = []
    for card in context.house.floor.state.tables.values():
        if card.status == "closed" or card.is_practice:
            continue
        dealer = card.dealer_name if card.dealer == "person" else ""
        here = [each for each in duties if each.table == card.id]
        found.append(
            DealingLine(
                table=card.id,
                title=called(card.title),
                dealer=dealer,
                name=_name(context, dealer),
                since=card.dealer_since,
                planned=next((each.name for each in here if each.since <= now), ""),
                next=next((each for each in here if each.since > now), None),
            )
        )
    return tuple(found)


def _shift(context: Context, date: dt.date | None, shift: str) -> Shift:
    shifts = context.shifts
    if date is None and not shift:
        return shifts.at(context.house.clock.peek())
    wanted = date or shifts.date_of(context.house.clock.peek())
    try:
        day = shifts.day(wanted)
    except (OverflowError, ValueError):
        raise Rejected("malformed", "that day is too far away") from None
    found = next((each for each in day if each.name == shift or not shift), None)
    if found is None:
        raise Rejected("malformed", "shift: one of {known:list}", known=shifts.names)
    return found


def handover_of(context: Context, shift: Shift) -> Handover:
    totals = Totals(context.house.journal, context.shifts)
    wanted = Wanted(since=shift.since, until=shift.until, by=("table",))
    total = next(iter(totals.lines(Wanted(since=shift.since, until=shift.until))), Line(key={}))
    happened = tuple(
        each
        for each in significant(
            context.house.journal, shift.since, shift.until, 200, large_cents=context.config.large_win
        )
        if each.head != "logbook"
    )
    people = {person for each in happened for person in (each.by, each.person) if person}
    return Handover(
        shift=shift,
        shifts=context.shifts.names,
        tables=tuple(hold_line(each, True) for each in totals.lines(wanted)),
        total=hold_line(total, True),
        dealing=_dealing(context),
        duties=_duties(context, shift.since, shift.until),
        entries=tuple(_entry(context, each) for each in context.logbook.entries(shift.since, shift.until)),
        significant=happened,
        names={person: _name(context, person) for person in sorted(people)},
    )


def staff_page(context: Context) -> StaffPage:
    shift = context.shifts.at(context.house.clock.peek())
    return StaffPage(
        shift=shift,
        dealing=_dealing(context),
        duties=_duties(context, shift.since, shift.until + DAY_MS),
        entries=tuple(_entry(context, each) for each in context.logbook.entries(shift.since, shift.until)),
    )


class StaffController(Controller):
    path = "/api/staff"
    tags = ("staff",)

    @get(cost="look")
    async def staff(self, context: Here, visitor: By) -> StaffPage:
        """Who deals where and since when, what is planned, and this shift's log book."""
        visitor.looking_as(Role.DEALER, Role.AUDITOR)
        return staff_page(context)

    @get("/logbook", cost="look")
    async def logbook(
        self, context: Here, visitor: By, date: Day = None, shift: Chosen = "", table: Chosen = ""
    ) -> list[EntryLine]:
        """The log book of a shift, of one table or of the whole floor."""
        visitor.looking_as(Role.DEALER, Role.AUDITOR)
        found = _shift(context, date, shift)
        return [_entry(context, each) for each in context.logbook.entries(found.since, found.until, table)]

    @post("/logbook", cost="act")
    async def write(self, context: Here, visitor: By, data: JSONBody[NewEntry]) -> StaffPage:
        by = visitor.acting_as(Role.DEALER)
        accepted(await context.logbook.write(by, data.kind, data.text, data.table, data.rounds))
        return staff_page(context)

    @post("/duties", cost="act")
    async def plan(self, context: Here, visitor: By, data: JSONBody[NewDuty]) -> StaffPage:
        """Somebody deals at a table for a while, or has a break."""
        by = visitor.acting_as(Role.PIT_SUPERVISOR)
        if not any(role.is_staff for role in known(context, data.person).roles):
            raise Rejected("refused", "duties are for the staff")
        accepted(await context.logbook.plan(by, data.person, data.table, data.since, data.until))
        return staff_page(context)

    @post("/duties/drop", cost="act", status_code=200)
    async def drop(self, context: Here, visitor: By, data: JSONBody[OldDuty]) -> StaffPage:
        by = visitor.acting_as(Role.PIT_SUPERVISOR)
        accepted(await context.logbook.drop(by, data.person, data.since))
        return staff_page(context)

    @get("/handover", cost="report")
    async def handover(self, context: Here, visitor: By, date: Day = None, shift: Chosen = "") -> Handover:
        """A shift on one page: what every table brought, what happened, what the next has to know."""
        visitor.looking_as(Role.PIT_SUPERVISOR, Role.AUDITOR)
        found = _shift(context, date, shift)
        return await visitor.beside(lambda: handover_of(context, found))
