"""Money over HTTP: statements, the cashier's window, reports, the audit."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from croupier.house.answers import Acknowledged
from croupier.house.audit import Audit
from croupier.house.audit.significant import Significant, significant
from croupier.house.journal import Span
from croupier.house.ledger import AWAY
from croupier.house.ledger.accounts import AccountWords
from croupier.house.likeness import like
from croupier.house.stamps import HOUSE_TIME
from croupier.messages import Message, called
from croupier.rulebook import Citation
from croupier.server.api.approvals import MAY_WAIT
from croupier.server.api.bodies import IdempotencyKey
from croupier.server.api.money.hold import csv_of, file
from croupier.server.api.people.accounts import PersonId, known
from croupier.server.api.rounds import From, Limit, UpTo
from croupier.server.context import By, Context, Here, Visitor, accepted
from croupier.server.errors import Rejected
from croupier.table import Role
from croupier.table.gratuities import TIPS

_DAY_MS = 86_400_000
_NEW_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOT_AT_STAKE = ("stack", "bank", "rake", "jackpot", "payable", "cage", AWAY, TIPS)


class StatementLine(Struct, frozen=True, kw_only=True):
    at: int
    words: str
    account: str  # where it came from or went to, as the books name it
    table: str | None
    title: str | None  # the table as people call it
    round: str | None
    cents: int
    balance: int
    citations: tuple[Citation, ...]


class Statement(Struct, frozen=True, kw_only=True):
    player: str
    balance: int
    opening: int
    closing: int
    lines: tuple[StatementLine, ...]


class Deposit(Struct, frozen=True, forbid_unknown_fields=True):
    cents: Annotated[int, Meta(ge=-(10**12), le=10**12)]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class Booked(Struct, frozen=True, kw_only=True):
    """A booking at the window; sent again under the same key, the booking of the first time."""

    balance: int  # of the account now
    entry: int  # its place in the journal, which no other has
    at: int
    is_repeat: bool


class TableDay(Struct, frozen=True, kw_only=True):
    """One table's day: chips that came and went, what the House won and paid, rake, jackpot."""

    table: str
    title: str
    rounds: int
    drop: int
    won: int
    paid: int
    rake: int
    jackpot: int
    tips: int  # in the toke box; nothing of it is the House's


class AccountLine(Struct, frozen=True):
    """An account as the books name it, and as a cashier would say it."""

    account: str
    cents: int
    words: str


class TrialBalance(Struct, frozen=True):
    accounts: tuple[AccountLine, ...]
    total: int


class AuditReport(Struct, frozen=True, kw_only=True):
    is_good: bool
    events: int
    entries: int
    tables: int
    rounds: int
    head: str
    findings: tuple[str, ...]
    notes: tuple[str, ...]


def statement_of(context: Context, player: str, since: int | None, until: int | None) -> Statement:
    ledger, account = context.house.ledger, f"player/{player}"
    balance = ledger.balance(account)
    later = ledger.statement(account, since or 0)
    opening = balance - sum(line.cents for line in later)
    running, lines = opening, []
    for line in later:
        if until is not None and line.at >= until:
            break
        running += line.cents
        lines.append(
            StatementLine(
                at=line.at,
                words=Message(
                    "{event}: {other}",
                    {"event": _event(line.memo), "other": _other(context, player, line.other)},
                ),
                account=line.other,
                table=(table := _table_of(line.other)),
                title=context.house.card(table).title if table else None,
                round=line.round or None,
                cents=line.cents,
                balance=running,
                citations=_cited(line.memo),
            )
        )
    return Statement(player=player, balance=balance, opening=opening, closing=running, lines=tuple(lines))


def _table_of(account: str) -> str | None:
    kind, _, rest = account.partition("/")
    return rest.partition("/")[0] if kind in ("table", "box") else None


def as_csv(context: Context, player: str, since: int | None, until: int | None) -> Response[bytes]:
    statement = statement_of(context, player, since, until)
    columns = ("time", "what", "table", "round", "amount", "balance")
    rows = [("", "opening balance", "", "", "", _plain(statement.opening))]
    for line in statement.lines:
        when = dt.datetime.fromtimestamp(line.at / 1000, HOUSE_TIME).isoformat(timespec="seconds")
        what = (when, line.words, line.title or "", line.round or "")
        rows.append((*what, _plain(line.cents), _plain(line.balance)))
    return file(csv_of(columns, rows), "statement.csv", "text/csv")


def _plain(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def _event(memo: str) -> str:
    """The memo of a posting begins with the name of its event: "SatDown" is "Sat down"."""
    return _NEW_WORD.sub(" ", memo.partition(" ")[0]).capitalize()


def _other(context: Context, player: str, account: str) -> str:
    name_of = context.room.name_of
    return AccountWords.beside(context.house, name_of, player, account).words(account)


def _cited(memo: str) -> tuple[Citation, ...]:
    """The memo of a posting names its paragraphs: "SatDown rws-poker@7 3.5, 3.6"."""
    parts = memo.split(" ", 2)
    if len(parts) < 3 or "@" not in parts[1]:
        return ()
    return tuple(Citation(parts[1], number.strip()) for number in parts[2].split(","))


class SignificantLine(Significant, frozen=True, kw_only=True):
    moved: str = ""  # from where to where, in words
    citations: tuple[Citation, ...] = ()  # of money that the rules moved; it has no other reason


def _told(each: Significant, say: Callable[[str], str]) -> SignificantLine:
    moved = f"{say(each.source)} → {say(each.target)}" if each.source and each.target else ""
    cited = _cited(each.reason) if each.reason.startswith(each.kind + " ") else ()
    return like(SignificantLine, each, moved=moved, citations=cited, reason="" if cited else each.reason)


Head = Annotated[str, QueryParameter(max_length=64)]


class MoneyController(Controller):
    path = "/api"
    tags = ("money",)

    @get(["/statement", "/people/{person:str}/statement"], cost="read")
    async def statement(
        self, context: Here, visitor: By, person: PersonId = "", since: From = None, to: UpTo = None
    ) -> Statement:
        """Your own, or somebody's for a pit manager or an auditor."""
        player = _whose(context, visitor, person)
        return await visitor.beside(lambda: statement_of(context, player, since, to))

    @get(["/statement.csv", "/people/{person:str}/statement.csv"], cost="read", media_type="text/csv")
    async def statement_file(
        self, context: Here, visitor: By, person: PersonId = "", since: From = None, to: UpTo = None
    ) -> Response[bytes]:
        """The same for a spreadsheet."""
        player = _whose(context, visitor, person)
        return await visitor.beside(lambda: as_csv(context, player, since, to))

    @post("/people/{person:str}/deposit", cost="act", status_code=200, responses=MAY_WAIT)
    async def deposit(
        self,
        context: Here,
        visitor: By,
        person: PersonId,
        data: JSONBody[Deposit],
        key: IdempotencyKey = None,
    ) -> Booked:
        by = visitor.acting_as(Role.PIT_MANAGER)
        if by.id == known(context, person).id:
            raise Rejected("not_allowed", "nobody serves themselves at the cashier's window")
        move = context.desk.deposit if data.cents >= 0 else context.desk.withdraw
        named = f"key:{key}" if key else ""
        answer = accepted(await move(by, person, abs(data.cents), data.reason, command_id=named))
        return booked_at(context, person, answer)


def _whose(context: Context, visitor: Visitor, person: str) -> str:
    if not person:
        return visitor.person.id
    visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
    return known(context, person).id


def booked_at(context: Context, person: str, answer: Acknowledged) -> Booked:
    booked = answer.happened[0]
    return Booked(
        balance=context.house.ledger.balance(f"player/{person}"),
        entry=booked.position,
        at=booked.at,
        is_repeat=answer.is_repeat,
    )


def day_of_table(context: Context, table: str, since: int, until: int) -> TableDay:
    ledger, journal = context.house.ledger, context.house.journal
    prefix = f"table/{table}/"
    totals = {name.removeprefix(prefix): moved for name, moved in ledger.totals(prefix, since, until).items()}
    nothing = (0, 0)
    stream = f"table/{table}"
    where = "stream = ? AND opened_at >= ? AND opened_at < ?"
    return TableDay(
        table=table,
        title=called(context.house.card(table).title),
        rounds=len(journal.rounds(where, (stream, since, until), 1_000_000, Span(since=since, until=until))),
        drop=sum(moved[0] for name, moved in totals.items() if not name.startswith(_NOT_AT_STAKE)),
        won=totals.get("bank", nothing)[0],
        paid=totals.get("bank", nothing)[1],
        rake=totals.get("rake", nothing)[0] - totals.get("rake", nothing)[1],
        jackpot=sum(moved[0] for name, moved in totals.items() if name.startswith(("jackpot", "payable"))),
        tips=totals.get(TIPS, nothing)[0] - totals.get(TIPS, nothing)[1],
    )


class ReportController(Controller):
    path = "/api/reports"
    tags = ("reports",)

    @get("/day", cost="report")
    async def day(
        self, context: Here, visitor: By, date: Annotated[dt.date | None, QueryParameter()] = None
    ) -> list[TableDay]:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        wanted = date or dt.datetime.fromtimestamp(context.house.clock.peek() / 1000, HOUSE_TIME).date()
        midnight = dt.datetime(wanted.year, wanted.month, wanted.day, tzinfo=HOUSE_TIME)
        since = round(midnight.timestamp() * 1000)
        cards, until = context.house.floor.state.tables, since + _DAY_MS
        tables = [name for name, card in cards.items() if not card.is_practice]
        return await visitor.beside(lambda: [day_of_table(context, table, since, until) for table in tables])

    @get("/trial-balance", cost="report")
    async def trial_balance(self, context: Here, visitor: By) -> TrialBalance:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        ledger = context.house.ledger
        balances, total = await visitor.beside(lambda: (ledger.balances(), ledger.trial_balance()))
        say = (await AccountWords.now(context.house, context.people.roster, balances)).words
        lines = tuple(AccountLine(name, cents, say(name)) for name, cents in balances.items())
        return TrialBalance(lines, total)

    @get("/significant", cost="report")
    async def significant(
        self,
        context: Here,
        visitor: By,
        since: From = None,
        to: UpTo = None,
        limit: Limit = 100,
        head: Head = "",
        table: Head = "",
    ) -> list[SignificantLine]:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        large, journal = context.config.large_win, context.house.journal
        found = await visitor.beside(
            lambda: significant(journal, since or 0, to, limit, head=head, table=table, large_cents=large),
        )
        accounts = [name for each in found for name in (each.source, each.target) if name]
        say = (await AccountWords.now(context.house, context.people.roster, accounts)).words
        return [_told(each, say) for each in found]

    @post("/audit", cost="audit", status_code=200)
    async def audit(self, context: Here, visitor: By) -> AuditReport:
        """Everything from the journal up: hash chain, books, meters, every table played again."""
        visitor.looking_as(Role.AUDITOR, Role.SHIFT_MANAGER)
        house = context.house
        audit = Audit(house.journal, house.catalogue, house.sealer)
        report = await context.reading.audit(lambda breathe: audit.run(breathe=breathe))
        return like(
            AuditReport,
            report,
            findings=tuple(f"{finding.check}: {finding.words}" for finding in report.findings),
            notes=tuple(f"{note.check}: {note.words}" for note in report.notes),
        )
