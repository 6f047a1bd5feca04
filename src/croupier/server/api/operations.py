"""For those who keep the house running: health, metrics, the program's hash, interrupted Rounds."""

import asyncio
import hashlib
import hmac
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

import croupier
from croupier.house.backup import backed_up_at
from croupier.house.journal import StoreUnavailable
from croupier.house.likeness import like
from croupier.house.totals.asking import Totals, Wanted
from croupier.messages import called
from croupier.rulebook import Citation
from croupier.server.api.bodies import TableId
from croupier.server.api.tables import check_not_playing
from croupier.server.context import By, Context, Here, accepted
from croupier.server.errors import Rejected
from croupier.server.tables.watchdog import StuckTable
from croupier.table import Role

_ROOT = Path(croupier.__file__).parent
_SUFFIXES = frozenset({".py", ".toml"})
_LOCAL = frozenset({"127.0.0.1", "::1", "testclient"})


class Health(Struct, frozen=True, kw_only=True):
    status: Literal["ok", "unavailable"]
    store: str
    tables: int
    version: str
    program: str


class Program(Struct, frozen=True, kw_only=True):
    version: str
    program: str
    files: dict[str, str]


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    course: Annotated[str, Meta(max_length=64)] = ""


class CourseLine(Struct, frozen=True, kw_only=True):
    course: str
    role: Role
    words: tuple[str, ...]
    citations: tuple[Citation, ...]
    is_foreseen: bool


class InterruptionLine(Struct, frozen=True, kw_only=True):
    id: str
    table: str
    title: str
    round: str
    at: int
    course: str
    words: str
    citations: tuple[Citation, ...]
    confirm_by: int
    courses: tuple[CourseLine, ...]
    status: Literal["proposed"] = "proposed"


def program() -> Program:
    """The program as its files are now, one hash each and one over all."""
    whole, files = hashlib.sha256(), {}
    for file in sorted(_ROOT.rglob("*")):
        if file.suffix in _SUFFIXES:
            body = file.read_bytes()
            name = file.relative_to(_ROOT).as_posix()
            whole.update(f"{name}\0{len(body)}\0".encode())
            whole.update(body)
            files[name] = hashlib.sha256(body).hexdigest()
    return Program(version=version("croupier"), program=whole.hexdigest(), files=files)


@get("/healthz", cost="look", opt={"is_public": True}, tags=["operations"], include_in_schema=False)
async def healthz(context: Here) -> Response[Health]:
    """Whether the store answers, takes what is written and has lost nothing, and this program decides."""
    try:
        await asyncio.to_thread(context.house.journal.head)
        journal = context.house.journal
        is_well = not (journal.is_failing or context.has_handed_over or journal.gone_back)
    except StoreUnavailable:
        is_well = False
    status: Literal["ok", "unavailable"] = "ok" if is_well else "unavailable"
    engine = "postgresql" if context.config.store.startswith("postgres") else "sqlite"
    health = Health(
        status=status,
        store=engine,
        tables=len(context.room.stages),
        version=version("croupier"),
        program=context.program,
    )
    return Response(health, status_code=200 if is_well else 503)


@get("/metrics", cost="look", opt={"is_public": True}, tags=["operations"], include_in_schema=False)
async def metrics(request: "Request[Any, Any, Any]", context: Here, visitor: By) -> Response[bytes]:
    """For this machine, for who has the token, and for staff."""
    token = context.config.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    is_local = not token and request.client is not None and request.client.host in _LOCAL
    if not is_local and not (token and hmac.compare_digest(given.encode(), token.encode())):
        visitor.looking_as(Role.PIT_SUPERVISOR, Role.AUDITOR)
    _measure(context)
    await visitor.look_up(lambda: _measure_day(context))
    return Response(context.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _measure(context: Context) -> None:
    """What is true at this moment, for figures that are not counted as things happen. Each table is told of
    by the process it belongs to, what is the house's by one: summed over processes it is the house's."""
    found, room = context.metrics, context.room
    is_ours = room.leases.is_ours
    lines = [stage.line() for stage in room.open_stages() if is_ours(stage.name)]
    for name in ("open", "paused", "interrupted"):
        found.tables.labels(name).set(sum(line.status == name for line in lines))
    gone_back = context.house.journal.gone_back
    found.lost.set(gone_back.lost if gone_back is not None else 0)
    found.peers.set(room.presence.others)
    found.tables_here.set(room.leases.count)
    found.stuck.set(sum(is_ours(each.table) for each in room.stuck()))
    found.decisions.set(sum(line.decisions for line in lines))
    found.jackpots.clear()
    found.win.clear()
    for link in context.house.floor.state.links if room.presence.speaks else ():
        if (state := context.house.links.glance(link)) is not None:
            found.jackpots.labels(link).set(state.meter)
    for line in lines:
        if not line.is_practice:
            books = context.house.ledger.balances(f"table/{line.id}/")
            won = books.get(f"table/{line.id}/bank", 0) + books.get(f"table/{line.id}/rake", 0)
            found.win.labels(line.id).set(won)


def _measure_day(context: Context) -> None:
    """Handle, win and hold of each table since the day began, by the totals that reports are made of, and
    what else the store is asked for."""
    shifts, found, store = context.shifts, context.metrics, context.house.journal.store
    found.backed_up.set(backed_up_at(store) / 1000)
    found.free.set(store.free_bytes())
    today = shifts.day(shifts.date_of(context.house.clock.peek()))
    wanted = Wanted(since=today[0].since, until=today[-1].until, by=("table",))
    for gauge in (found.handle, found.day_win, found.hold):
        gauge.clear()  # a table that nobody has played at today is not shown with yesterday's figures
    if not context.room.presence.speaks:
        return
    for line in Totals(context.house.journal, shifts).lines(wanted):
        table = line.key["table"]
        found.handle.labels(table).set(line.handle)
        found.day_win.labels(table).set(line.win)
        if line.brought:
            found.hold.labels(table).set(line.win / line.brought)


@get("/api/program", cost="page", opt={"is_public": True}, tags=["operations"])
async def program_page(context: Here) -> Response[Program]:
    """The files as they were when this was first asked: what runs has been read by then."""
    async with context.program_turn:  # made once, however many ask at the same time
        if context.program_page is None:
            context.program_page = msgspec.json.encode(await asyncio.to_thread(program))
    return Response(cast(Program, context.program_page), media_type="application/json")  # encoded already


@get("/api/stuck", cost="look", tags=["operations"])
async def stuck_tables(context: Here, visitor: By) -> list[StuckTable]:
    """Tables that have not moved for longer than their clocks allow, the longest first."""
    visitor.looking_as(Role.DEALER, Role.AUDITOR)
    return context.room.stuck()


class InterruptionController(Controller):
    path = "/api/interruptions"
    tags = ("operations",)

    @get(cost="look")
    async def waiting(self, context: Here, visitor: By) -> list[InterruptionLine]:
        visitor.looking_as(Role.DEALER, Role.AUDITOR)
        return [
            like(
                InterruptionLine,
                each,
                id=each.table,
                title=called(context.house.card(each.table).title),
                words=each.words[0] if each.words else "",
                courses=tuple(like(CourseLine, course, course=course.name) for course in each.courses),
            )
            for each in await context.recovery.waiting()
        ]

    @post("/{table:str}", cost="act", status_code=204)
    async def confirm(self, context: Here, visitor: By, table: TableId, data: JSONBody[Course]) -> None:
        by = visitor.acting_as(Role.PIT_SUPERVISOR)
        card = context.house.floor.state.tables.get(table)
        if card is None or card.interruption is None:
            raise Rejected("not_found", "no Round of such a table is interrupted")
        check_not_playing(context, table, by.id)
        accepted(await context.recovery.confirm(by, table, data.course))
