"""Chips over HTTP: floats, counts, fills and credits with their signatures, colour-ups, drop boxes."""

from typing import Annotated, Literal

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from croupier.house.answers import Answer
from croupier.house.cage.chips import Counts
from croupier.house.cage.racks import explained, prizes_since, table_books
from croupier.house.cage.slips import Kind, Slips
from croupier.house.cage.state import Rack, Transfer
from croupier.house.ledger import box_of
from croupier.house.likeness import like
from croupier.house.stamps import HOUSE_ZONE
from croupier.messages import called
from croupier.server.api.bodies import IdempotencyKey, Reason, TableId, Text
from croupier.server.api.money.cashier import ChipLine
from croupier.server.api.people.accounts import known
from croupier.server.api.rounds import Limit
from croupier.server.api.tables import check_not_playing
from croupier.server.context import By, Context, Here, Visitor, accepted
from croupier.server.errors import Rejected
from croupier.table import Actor, Role

_BOX = box_of("")

ChipSetId = Annotated[str, PathParameter(max_length=64)]
SlipId = Annotated[str, PathParameter(max_length=200)]
Amount = Annotated[int, Meta(ge=0, le=10**12)]
Denomination = Annotated[int, Meta(ge=1, le=10**10)]
SomeText = Annotated[str, Meta(max_length=200)]


class Chips(Struct, frozen=True, forbid_unknown_fields=True):
    """So many chips of one value; below zero only where chips are taken out of use."""

    cents: Denomination
    count: Annotated[int, Meta(ge=-(10**8), le=10**8)]


ChipList = Annotated[tuple[Chips, ...], Meta(max_length=40)]


class NewChipSet(Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[str, Meta(min_length=1, max_length=64)]
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    denominations: Annotated[tuple[Denomination, ...], Meta(min_length=1, max_length=30)]


class Stock(Struct, frozen=True, forbid_unknown_fields=True):
    counts: ChipList
    reason: Text


class Float(Struct, frozen=True, forbid_unknown_fields=True):
    chips: Annotated[str, Meta(min_length=1, max_length=64)]
    counts: ChipList


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    counts: ChipList = ()
    is_closing: bool = False
    reason: SomeText = ""


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    way: Literal["fill", "credit"]
    counts: ChipList


class ColourUp(Struct, frozen=True, forbid_unknown_fields=True):
    taken: ChipList
    given: ChipList


class Drop(Struct, frozen=True, forbid_unknown_fields=True):
    person: Annotated[str, Meta(min_length=1, max_length=64)]
    cents: Annotated[int, Meta(ge=1, le=10**12)]


class BoxCount(Struct, frozen=True, forbid_unknown_fields=True):
    cents: Amount
    reason: SomeText = ""


class ChipSetLine(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    denominations: tuple[int, ...]
    stock: tuple[ChipLine, ...]
    cents: int


class RackLine(Struct, frozen=True, kw_only=True):
    """A table's chips since it opened; `by_chips` explains `by_play`, or the difference shows."""

    table: str
    title: str
    chips: str
    is_by_play: bool
    opened_at: int
    opening: int
    fills: int
    credits: int
    drop: int
    rack: int
    by_chips: int
    by_play: int
    prizes: int
    difference: int
    counts: tuple[ChipLine, ...]
    first_round: int
    last_round: int


class TransferLine(Transfer, frozen=True, kw_only=True):
    title: str
    chips: tuple[ChipLine, ...]
    asked_by_name: str
    approved_by_name: str
    delivered_by_name: str
    role: Role  # who signs next, or above; none of those who have signed


class BoxLine(Struct, frozen=True):
    table: str
    title: str
    cents: int


class SlipLine(Struct, frozen=True, kw_only=True):
    number: int
    part: int
    kind: Kind
    at: int
    table: str
    title: str
    cents: int
    difference: int | None
    first_round: int
    last_round: int
    by_name: str
    reason: str


class CagePage(Struct, frozen=True, kw_only=True):
    sets: tuple[ChipSetLine, ...]
    racks: tuple[RackLine, ...]
    transfers: tuple[TransferLine, ...]
    boxes: tuple[BoxLine, ...]
    zone: str = HOUSE_ZONE


class Done(Struct, frozen=True):
    number: int  # of the slip
    is_repeat: bool


def counts_of(chips: tuple[Chips, ...]) -> Counts:
    counts: Counts = {}
    for each in chips:
        counts[each.cents] = counts.get(each.cents, 0) + each.count
    return {cents: count for cents, count in counts.items() if count}


def lines(counts: Counts) -> tuple[ChipLine, ...]:
    return tuple(ChipLine(cents, counts[cents]) for cents in sorted(counts, reverse=True))


def named(key: str | None) -> str:
    return f"key:{key}" if key else ""


async def at_table(context: Context, visitor: Visitor, table: str, role: Role) -> Actor:
    """Somebody of that role, who does not play there."""
    by = visitor.acting_as(role)
    if table not in context.house.floor.state.tables:
        raise Rejected("not_found", "there is no such table")
    check_not_playing(context, table, by.id)
    return by


class CageController(Controller):
    path = "/api/cage"
    tags = ("chips",)

    @get(cost="report")
    async def cage(self, context: Here, visitor: By) -> CagePage:
        """Chips of the house, the racks of open tables explained, and what waits to be signed."""
        visitor.looking_as(Role.DEALER, Role.AUDITOR)
        return await visitor.beside(lambda: _page(context))

    @get("/slips", cost="read")
    async def slips(
        self,
        context: Here,
        visitor: By,
        table: Annotated[str, QueryParameter(max_length=64)] = "",
        limit: Limit = 30,
    ) -> list[SlipLine]:
        """What happened to chips and boxes, and jackpots paid, the latest first."""
        visitor.looking_as(Role.PIT_SUPERVISOR, Role.AUDITOR)
        links = tuple(context.house.floor.state.links)
        found = await visitor.beside(lambda: Slips(context.house.journal).recent(limit, table, links))
        return [
            like(
                SlipLine,
                slip,
                title=context.title_of(slip.table),
                difference=None if slip.expected is None else slip.cents - slip.expected,
                by_name=context.people.roster.full_name_of(slip.by),
            )
            for slip in found
        ]

    @post("/sets", cost="act")
    async def make_set(self, context: Here, visitor: By, data: JSONBody[NewChipSet]) -> CagePage:
        by = visitor.acting_as(Role.SHIFT_MANAGER)
        accepted(await context.inventory.make_set(by, data.id, data.title, data.denominations))
        return await visitor.look_up(lambda: _page(context))

    @post("/sets/{chips:str}/stock", cost="act", status_code=200)
    async def stock(
        self,
        context: Here,
        visitor: By,
        chips: ChipSetId,
        data: JSONBody[Stock],
        key: IdempotencyKey = None,
    ) -> CagePage:
        """New chips into the cage; counts below zero are taken out of use."""
        by = visitor.acting_as(Role.SHIFT_MANAGER)
        counts = counts_of(data.counts)
        accepted(await context.inventory.stock(by, chips, counts, data.reason, named(key)))
        return await visitor.look_up(lambda: _page(context))

    @post("/transfers/{slip:str}/approve", cost="act", status_code=200)
    async def approve(self, context: Here, visitor: By, slip: SlipId) -> CagePage:
        """For the pit, by somebody else than who asked."""
        by = visitor.acting_as(Role.PIT_SUPERVISOR)
        _check_not_playing(context, slip, by)
        accepted(await context.inventory.approve(by, slip))
        return await visitor.look_up(lambda: _page(context))

    @post("/transfers/{slip:str}/hand-over", cost="act", status_code=200)
    async def hand_over(self, context: Here, visitor: By, slip: SlipId) -> Done:
        """For the cage, by a third person: the chips move, and the table has yet to sign for them."""
        by = visitor.acting_as(Role.PIT_MANAGER)
        _check_not_playing(context, slip, by)
        answer = accepted(await context.inventory.hand_over(by, slip))
        return Done(answer.happened[0].position, answer.is_repeat)

    @post("/transfers/{slip:str}/receive", cost="act", status_code=200)
    async def receive(self, context: Here, visitor: By, slip: SlipId) -> CagePage:
        """For the table, by a fourth person: the chips have been counted down."""
        by = visitor.acting_as(Role.DEALER)
        _check_not_playing(context, slip, by)
        accepted(await context.inventory.receive(by, slip))
        return await visitor.look_up(lambda: _page(context))

    @post("/transfers/{slip:str}/refuse", cost="act", status_code=200)
    async def refuse(self, context: Here, visitor: By, slip: SlipId, data: JSONBody[Reason]) -> CagePage:
        by = visitor.acting_as(Role.DEALER)
        accepted(await context.inventory.refuse(by, slip, data.reason))
        return await visitor.look_up(lambda: _page(context))


class TableChipController(Controller):
    path = "/api/tables/{table:str}"
    tags = ("chips",)

    @post("/float", cost="act", status_code=200)
    async def open_float(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[Float], key: IdempotencyKey = None
    ) -> Done:
        """The table opens with chips counted into its rack."""
        by = await at_table(context, visitor, table, Role.PIT_SUPERVISOR)
        counts = counts_of(data.counts)
        answer = await context.inventory.open_float(by, table, data.chips, counts, named(key))
        return _done(answer)

    @post("/count", cost="act", status_code=200)
    async def count(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[Count], key: IdempotencyKey = None
    ) -> Done:
        """What is in the rack; a count that does not match needs a reason. Closing takes it to the cage."""
        by = await at_table(context, visitor, table, Role.PIT_SUPERVISOR)
        answer = await context.inventory.count(
            by,
            table,
            counts_of(data.counts),
            is_closing=data.is_closing,
            reason=data.reason,
            id=named(key),
        )
        return _done(answer)

    @post("/chips", cost="act", status_code=200)
    async def ask(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[Wanted], key: IdempotencyKey = None
    ) -> Done:
        """A fill or credit; pit and cage have yet to sign it."""
        by = await at_table(context, visitor, table, Role.DEALER)
        name = named(key) or f"{table}-{context.house.clock.stamp()}"
        return _done(await context.inventory.ask(by, data.way, table, counts_of(data.counts), name))

    @post("/colour-up", cost="act", status_code=200)
    async def colour_up(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[ColourUp], key: IdempotencyKey = None
    ) -> Done:
        by = await at_table(context, visitor, table, Role.DEALER)
        taken, given = counts_of(data.taken), counts_of(data.given)
        return _done(await context.inventory.colour_up(by, table, taken, given, named(key)))

    @post("/drop", cost="act", status_code=200)
    async def drop(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[Drop], key: IdempotencyKey = None
    ) -> Done:
        """Cash that a player lays down at the table: into its box and onto the account."""
        by = await at_table(context, visitor, table, Role.PIT_SUPERVISOR)
        person = known(context, data.person).id
        return _done(await context.inventory.drop(by, table, person, data.cents, named(key)))

    @post("/box", cost="act", status_code=200)
    async def count_box(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[BoxCount], key: IdempotencyKey = None
    ) -> Done:
        """The box is counted and its cash goes to the cashier."""
        by = await at_table(context, visitor, table, Role.PIT_MANAGER)
        answer = await context.inventory.count_box(by, table, data.cents, data.reason, named(key))
        return _done(answer)


def _done(answer: Answer) -> Done:
    done = accepted(answer)
    return Done(done.happened[0].position, done.is_repeat)


def _check_not_playing(context: Context, slip: str, by: Actor) -> None:
    asked = context.inventory.state.transfers.get(slip)
    if asked is not None:
        check_not_playing(context, asked.table, by.id)


def _page(context: Context) -> CagePage:
    cage, name_of = context.inventory.state, context.people.roster.full_name_of
    return CagePage(
        sets=tuple(
            ChipSetLine(
                id=id,
                title=each.title,
                denominations=each.denominations,
                stock=lines(each.stock),
                cents=sum(cents * count for cents, count in each.stock.items()),
            )
            for id, each in cage.sets.items()
        ),
        racks=tuple(_rack(context, table, rack) for table, rack in cage.racks.items()),
        transfers=tuple(
            like(
                TransferLine,
                each,
                title=context.title_of(each.table),
                chips=lines(each.counts),
                asked_by_name=name_of(each.asked_by),
                approved_by_name=each.approved_by and name_of(each.approved_by),
                delivered_by_name=each.delivered_by and name_of(each.delivered_by),
                role=_signs_next(each),
            )
            for each in cage.transfers.values()
        ),
        boxes=tuple(
            BoxLine(table := account.removeprefix(_BOX), context.title_of(table), -cents)
            for account, cents in context.house.ledger.balances(_BOX).items()
        ),
    )


def _signs_next(transfer: Transfer) -> Role:
    if transfer.delivered_by:
        return Role.DEALER
    return Role.PIT_MANAGER if transfer.approved_by else Role.PIT_SUPERVISOR


def _rack(context: Context, table: str, rack: Rack) -> RackLine:
    journal, card = context.house.journal, context.house.card(table)
    now = table_books(journal, table)
    found = explained(rack, now, prizes_since(journal, table, card.link, rack.position))
    return like(
        RackLine,
        found,
        rack,
        table=table,
        title=called(card.title),
        counts=lines(rack.counts),
        first_round=min(rack.round + 1, now.round),
        last_round=now.round,
    )
