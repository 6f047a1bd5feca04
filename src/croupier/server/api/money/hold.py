"""Hold and expectation over HTTP: as JSON for pages, as CSV and XLSX to take along."""

import csv
import datetime as dt
import io
from collections.abc import Iterable, Sequence
from typing import Annotated, TypeAlias

from litestar import Controller, Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import QueryParameter

from croupier.analysis.figures import Table
from croupier.analysis.reports.workbook import workbook
from croupier.house.totals.asking import BYS, Wanted
from croupier.server.context import By, Here
from croupier.server.errors import Rejected
from croupier.server.reports.hold import Hold, HoldLine, drifting, hold, rows_of
from croupier.table import Role

Day = Annotated[dt.date | None, QueryParameter()]
FromDay = Annotated[dt.date | None, QueryParameter(name="from")]
Name = Annotated[str, QueryParameter(max_length=64)]
Groups = Annotated[str, QueryParameter(max_length=64)]
Practice = Annotated[bool, QueryParameter()]

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def wanted_of(
    context: Here,
    since: FromDay = None,
    to: Day = None,
    by: Groups = "table",
    table: Name = "",
    game: Name = "",
    edition: Name = "",
    dealer: Name = "",
    bet: Name = "",
    shift: Name = "",
    practice: Practice = False,
) -> Wanted:
    """Whole days of the house, the last one included; today if nothing is said."""
    shifts = context.shifts
    first = since or to or shifts.date_of(context.house.clock.peek())
    last = to or first
    if last < first:
        raise Rejected("malformed", "the last day is before the first")
    groups = tuple(name for name in by.split(",") if name)
    if unknown := [name for name in groups if name not in BYS]:
        raise Rejected("malformed", "by: '{given}' is none of {known:list}", given=unknown[0], known=BYS)
    if shift and shift not in shifts.names:
        raise Rejected("malformed", "shift: one of {known:list}", known=shifts.names)
    try:
        since_ms, until_ms = shifts.day(first)[0].since, shifts.day(last)[-1].until
    except (OverflowError, ValueError):
        raise Rejected("malformed", "that day is too far away") from None
    return Wanted(
        since=since_ms,
        until=until_ms,
        by=tuple(name for name in BYS if name in groups),
        table=table,
        game=game,
        edition=edition,
        dealer=None if not dealer else "" if dealer == "auto" else dealer,
        bet=bet,
        shift=shift,
        is_practice=practice,
    )


Asked: TypeAlias = NamedDependency[Wanted]


class HoldController(Controller):
    path = "/api/reports"
    tags = ("reports",)
    dependencies = {"wanted": Provide(wanted_of, sync_to_thread=False)}  # noqa: RUF012 - Litestar's own shape

    @get("/hold", cost="report")
    async def hold(self, context: Here, visitor: By, wanted: Asked) -> Hold:
        """Handle, drop, win and hold, beside the exact expectation of the bets made and how unlikely the
        difference is."""
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        return await visitor.beside(lambda: hold(context, wanted))

    @get("/hold.csv", cost="report", media_type="text/csv")
    async def hold_csv(self, context: Here, visitor: By, wanted: Asked) -> Response[bytes]:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        columns, rows = rows_of(await visitor.beside(lambda: hold(context, wanted)))
        return file(csv_of(columns, rows), "hold.csv", "text/csv")

    @get("/hold.xlsx", cost="report", media_type=XLSX)
    async def hold_xlsx(self, context: Here, visitor: By, wanted: Asked) -> Response[bytes]:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        columns, rows = rows_of(await visitor.beside(lambda: hold(context, wanted)))
        return file(workbook([Table("Hold", columns, tuple(rows))]), "hold.xlsx", XLSX)


@get("/api/reports/drift", cost="report", tags=("reports",))
async def drift(context: Here, visitor: By) -> list[HoldLine]:
    """Tables whose day so far is less likely than the limit of the house."""
    visitor.looking_as(Role.PIT_SUPERVISOR, Role.AUDITOR)
    return await visitor.beside(lambda: drifting(context))


def file(body: bytes, name: str, kind: str) -> Response[bytes]:
    """To take along."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(body, media_type=kind, headers=headers)


def csv_of(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """With a byte order mark, by which spreadsheets know UTF-8."""
    out = io.StringIO()
    csv.writer(out).writerows([columns, *(tuple(map(_harmless, row)) for row in rows)])
    return out.getvalue().encode("utf-8-sig")


def _harmless(cell: str) -> str:
    """A name that a spreadsheet would take for a formula is text."""
    is_formula = cell[:1] in ("=", "+", "@", "\t", "\r") or (cell[:1] == "-" and not cell[1:2].isdigit())
    return f"'{cell}" if is_formula else cell
