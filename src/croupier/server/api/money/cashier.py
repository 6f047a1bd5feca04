"""The cashier's window over HTTP: an amount in words before it is paid, receipts, reversals, slips."""

from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Struct

from croupier.house.cage.receipts import Receipt, Receipts
from croupier.house.cage.slips import Kind, Slips
from croupier.house.likeness import like
from croupier.house.people import Person
from croupier.house.stamps import FOR_EVER
from croupier.money import in_chinese, in_english
from croupier.server.api.approvals import MAY_WAIT
from croupier.server.api.bodies import IdempotencyKey, Reason
from croupier.server.api.money.statements import Booked, booked_at
from croupier.server.api.people.accounts import known
from croupier.server.api.rounds import From, Limit, UpTo
from croupier.server.context import By, Context, Here, accepted, acting_role
from croupier.server.errors import Rejected
from croupier.table import Role

Number = Annotated[int, PathParameter(ge=1, le=2**53)]
Part = Annotated[int, QueryParameter(ge=1, le=100)]
PersonName = Annotated[str, QueryParameter(max_length=64)]
Words = Annotated[str, QueryParameter(max_length=200)]


class Quote(Struct, frozen=True, kw_only=True):
    """A payment before it is made."""

    english: str
    chinese: str
    why_two: str  # why a second person has to look at it; "" if not
    balance: int
    balance_after: int


class ReceiptLine(Receipt, frozen=True, kw_only=True):
    person_name: str
    by_name: str
    second_name: str


class ChipLine(Struct, frozen=True):
    cents: int
    count: int


class SlipCheck(Struct, frozen=True, kw_only=True):
    by_name: str
    cards: str
    deck: str
    witnesses: str
    note: str


class SlipPage(Struct, frozen=True, kw_only=True):
    """Everything that is printed on a slip, with names."""

    number: int
    kind: Kind
    at: int
    by_name: str
    role: str
    cents: int
    english: str
    chinese: str
    table: str
    table_title: str
    person: str
    person_name: str
    reason: str
    asked_by_name: str
    approved_by_name: str
    second_name: str
    chips: tuple[ChipLine, ...]
    given: tuple[ChipLine, ...]
    expected: int | None
    drop: int | None
    first_round: int
    last_round: int
    reverses: int
    reversed_by: int
    link_title: str
    box: int
    hand: str
    meter: int | None
    check: SlipCheck | None


class CashierController(Controller):
    path = "/api"
    tags = ("cashier",)

    @get("/cashier/quote", cost="look")
    async def quote(
        self,
        context: Here,
        visitor: By,
        person: PersonName,
        cents: Annotated[int, QueryParameter(ge=-(10**12), le=10**12)],
    ) -> Quote:
        """An amount in words, and whether one person may pay it alone."""
        by = visitor.acting_as(Role.PIT_MANAGER)
        who = known(context, person).id
        balance = await visitor.look_up(lambda: context.house.ledger.balance(f"player/{who}"))
        return Quote(
            english=in_english(abs(cents)),
            chinese=in_chinese(abs(cents)),
            why_two=await visitor.look_up(lambda: context.desk.why_two(by.role, who, cents)),
            balance=balance,
            balance_after=balance + cents,
        )

    @get("/receipts", cost="read")
    async def receipts(
        self,
        context: Here,
        visitor: By,
        person: PersonName = "",
        text: Words = "",
        since: From = None,
        to: UpTo = None,
        limit: Limit = 50,
    ) -> list[ReceiptLine]:
        """Cash over the window, the latest first: by player, by words of the reason, by time."""
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        found = await visitor.beside(
            lambda: Receipts(context.house.journal).search(
                person=person,
                text=text,
                since=since or 0,
                until=to if to is not None else FOR_EVER,
                limit=limit,
            )
        )
        return [_line(context, receipt) for receipt in found]

    @post("/receipts/{number:int}/reverse", cost="act", status_code=200, responses=MAY_WAIT)
    async def reverse(
        self,
        context: Here,
        visitor: By,
        number: Number,
        data: JSONBody[Reason],
        key: IdempotencyKey = None,
    ) -> Booked:
        """What a receipt says is taken back, once, by a booking of its own."""
        by = visitor.acting_as(Role.PIT_MANAGER)
        receipt = await visitor.look_up(lambda: Receipts(context.house.journal).get(number))
        if receipt is None:
            raise Rejected("not_found", "there is no receipt {number}", number=number)
        if by.id == receipt.person:
            raise Rejected("not_allowed", "nobody serves themselves at the cashier's window")
        named = f"key:{key}" if key else ""
        answer = accepted(await context.desk.reverse(by, number, data.reason, command_id=named))
        return booked_at(context, receipt.person, answer)

    @get("/slips/{number:int}", cost="look")
    async def slip(self, context: Here, visitor: By, number: Number, part: Part = 1) -> SlipPage:
        """A receipt, fill, credit, count or jackpot to print. A player sees the own receipts."""
        person = visitor.person
        page = await visitor.look_up(lambda: _slip(context, number, part))
        if page is None or not _may_see(person, page):
            raise Rejected("not_found", "there is no slip {number}", number=number)
        return page


def _may_see(person: Person, page: SlipPage) -> bool:
    if page.person and page.person == person.id:
        return True
    return any(acting_role(person, role) is not None for role in (Role.PIT_SUPERVISOR, Role.AUDITOR))


def _line(context: Context, receipt: Receipt) -> ReceiptLine:
    name_of = context.people.roster.full_name_of
    return like(
        ReceiptLine,
        receipt,
        person_name=name_of(receipt.person),
        by_name=name_of(receipt.by),
        second_name=receipt.second and name_of(receipt.second),
    )


def _slip(context: Context, number: int, part: int) -> SlipPage | None:
    slip = Slips(context.house.journal).get(number, part)
    if slip is None:
        return None
    roster, floor = context.people.roster, context.house.floor.state
    named: dict[str, Any] = {
        f"{name}_name": who and roster.full_name_of(who)
        for name in ("by", "person", "asked_by", "approved_by", "second")
        for who in (getattr(slip, name),)
    }
    check = slip.check
    return like(
        SlipPage,
        slip,
        **named,
        english=in_english(abs(slip.cents)),
        chinese=in_chinese(abs(slip.cents)),
        table_title=floor.title_of(slip.table),
        chips=tuple(ChipLine(cents, count) for cents, count in slip.counts.items()),
        given=tuple(ChipLine(cents, count) for cents, count in slip.given.items()),
        link_title=floor.links[slip.link].title if slip.link in floor.links else slip.link,
        hand=slip.line,
        check=check and like(SlipCheck, check, by_name=roster.full_name_of(check.by)),
    )
