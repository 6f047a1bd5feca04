"""What waits for a second person, over HTTP; and which requests need one."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter
from msgspec import Struct, convert

from croupier.house.answers import Acknowledged, Answer, Declined
from croupier.house.approvals import Approval, Status
from croupier.house.cage.limits import Limits, moved_today
from croupier.house.cage.receipts import Receipt
from croupier.house.floor.state import Cards
from croupier.house.ledger.cashier import money_in
from croupier.links.game import LINK
from croupier.links.messages import ChangeTerms, CorrectMeter
from croupier.money import say_money
from croupier.rulebook import RulebookError
from croupier.server.api.bodies import NewTable, Reason
from croupier.server.context import By, Context, Here, accepted
from croupier.server.errors import Rejected
from croupier.table import Actor, Command, Refusal, Role

ApprovalId = Annotated[str, PathParameter(max_length=64)]


class ApprovalLine(Struct, frozen=True, kw_only=True):
    id: str
    kind: str
    words: str
    reason: str
    role: Role
    by: str
    by_name: str
    at: int
    expires_at: int
    status: Status
    second: str
    second_name: str
    answer: str
    is_yours: bool  # whether you asked for it, and so can only take it back


class Waiting(Exception):  # noqa: N818 - not an error: 202, it waits for a second person
    """Nothing is done yet: carries what waits to the code that answers the client."""

    def __init__(self, line: ApprovalLine) -> None:
        super().__init__(line.words)
        self.line = line


# For endpoints that may have to wait.
MAY_WAIT = {202: ResponseSpec(ApprovalLine, description="It waits for a second person; nothing is done yet.")}


def line_of(context: Context, approval: Approval, person: str) -> ApprovalLine:
    name_of = context.people.name_of
    return ApprovalLine(
        id=approval.id,
        kind=approval.kind,
        words=approval.words,
        reason=approval.reason,
        role=approval.role,
        by=approval.by,
        by_name=name_of(approval.by),
        at=approval.at,
        expires_at=approval.expires_at,
        status=approval.status,
        second=approval.second,
        second_name=name_of(approval.second) if approval.second else "",
        answer=approval.answer,
        is_yours=approval.by == person,
    )


class ApprovalController(Controller):
    path = "/api/approvals"
    tags = ("approvals",)

    @get()
    async def approvals(self, context: Here, visitor: By) -> list[ApprovalLine]:
        """What waits for a second person, then the last that are over."""
        by = visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        return [line_of(context, each, by.id) for each in context.approvals.listed()]

    @post("/{approval:str}/confirm", status_code=200)
    async def confirm(self, context: Here, visitor: By, approval: ApprovalId) -> ApprovalLine:
        """By another person than the one who asked: it is done with it."""
        by = visitor.acting_as(Role.PIT_MANAGER)
        known(context, approval)
        accepted(await context.approvals.confirm(by, approval))
        return line_of(context, known(context, approval), by.id)

    @post("/{approval:str}/refuse", status_code=200)
    async def refuse(
        self, context: Here, visitor: By, approval: ApprovalId, data: JSONBody[Reason]
    ) -> ApprovalLine:
        """By the second person, or taken back by the one who asked."""
        by = visitor.acting_as(Role.PIT_MANAGER)
        known(context, approval)
        accepted(await context.approvals.refuse(by, approval, data.reason))
        return line_of(context, known(context, approval), by.id)


def known(context: Context, id: str) -> Approval:
    if (found := context.approvals.find(id)) is None:
        raise Rejected("not_found", "nothing of that name waits for a second person")
    return found


async def wait_for_second(
    context: Context, by: Actor, kind: str, details: Mapping[str, Any], words: str, reason: str, **more: Any
) -> None:
    """Ask for a second person and answer the client that it waits."""
    asked = await context.approvals.ask(by, kind, details, words=words, reason=reason, **more)
    if isinstance(asked, Declined):
        raise Rejected("refused", asked.reason)
    raise Waiting(line_of(context, asked, by.id))


# Money at the window


async def check_money(
    context: Context, by: Actor, person: str, cents: int, reason: str, command_id: str
) -> None:
    """Money above a limit, in or out, waits for a second person, who is not the one it is for."""
    if command_id and await is_booked_alone(context, person, command_id):
        return  # it will be answered as the first time
    if not await asyncio.to_thread(why_two, context, by.role, person, cents):
        return
    verb = "onto" if cents > 0 else "off"
    words = f"{say_money(abs(cents))} {verb} the account of {context.people.name_of(person)}"
    details = {"person": person, "cents": cents, "command_id": command_id}
    await wait_for_second(
        context, by, "money", details, words, reason, concerns=person, command_id=command_id
    )


async def is_booked_alone(context: Context, person: str, command_id: str) -> bool:
    """Whether this was booked already, and by one person."""
    entry = await asyncio.to_thread(context.house.journal.find, f"player/{person}", command_id)
    booked = money_in(entry) if entry is not None else None
    return booked is not None and not booked.second


def why_two(context: Context, role: Role, person: str, cents: int) -> str:
    """Why a second person would have to look at money over the window; "" if not."""
    config, house = context.config, context.house
    limits = Limits(
        house=config.two_persons_cents,
        pit_manager=config.cash_limit_pit_manager,
        shift_manager=config.cash_limit_shift_manager,
        player_day=config.cash_limit_player_day,
    )
    already = moved_today(house.journal, person, cents > 0, house.clock.peek()) if limits.player_day else 0
    return limits.why_two(role, abs(cents), already)


async def check_reversal(context: Context, by: Actor, receipt: Receipt, reason: str, command_id: str) -> None:
    """The same for money that is taken back."""
    if receipt.reversed_by or not why_two(context, by.role, receipt.person, -receipt.cents):
        return  # or it is done, and the desk says so
    words = f"receipt {receipt.number} of {say_money(abs(receipt.cents))} taken back, on the account of "
    words += context.people.name_of(receipt.person)
    details = {"receipt": receipt.number, "command_id": command_id}
    await wait_for_second(
        context, by, "reversal", details, words, reason, concerns=receipt.person, command_id=command_id
    )


# Settings


def high_settings(
    context: Context, edition: str, given: Mapping[str, Any], now: Mapping[str, Any]
) -> list[str]:
    """Amounts above the house's limit that a request changes, in words."""
    try:
        rules = context.catalogue.rules(edition, given)
    except RulebookError:
        return []  # the desk says what is wrong
    limit, settings = context.config.two_persons_setting_cents, rules.edition.settings
    return [
        f"{settings[name].words} {say_money(value)}"
        for name, value in rules.settings.items()
        if settings[name].type == "money" and isinstance(value, int) and value > limit
        if name in rules.chosen and rules.chosen[name] != now.get(name)
    ]


async def check_rules(
    context: Context, by: Actor, table: str, edition: str, settings: Mapping[str, Any]
) -> None:
    card = context.house.card(table)
    if not card.is_practice and (high := high_settings(context, edition, settings, card.settings)):
        words = f"table {card.title} ({table}): {', '.join(high)}"
        details = {"table": table, "edition": edition, "settings": dict(settings)}
        await wait_for_second(context, by, "rules", details, words, "settings above the house's limit")


async def check_new_table(context: Context, by: Actor, name: str, data: NewTable) -> None:
    if not data.is_practice and (high := high_settings(context, data.edition, data.settings, {})):
        words = f"a new table {name} of {data.edition}: {', '.join(high)}"
        details = {"table": name, "body": msgspec.to_builtins(data)}
        await wait_for_second(context, by, "table", details, words, "settings above the house's limit")


# Jackpots


async def check_new_link(
    context: Context, by: Actor, link: str, edition: str, settings: Mapping[str, Any], title: str, meter: int
) -> None:
    high = high_settings(context, edition, settings, {})
    if meter > context.config.two_persons_cents:
        high.append(f"the meter at {say_money(meter)}")
    if high:
        words = f"a new jackpot {title}: {', '.join(high)}"
        details = {
            "link": link,
            "edition": edition,
            "settings": dict(settings),
            "title": title,
            "meter": meter,
        }
        await wait_for_second(context, by, "new_link", details, words, "above the house's limit")


async def check_link_order(context: Context, link: str, command: Command) -> None:
    """A meter corrected by more, or a reset value higher, than the house lets one person do."""
    async with context.house.links.using(link) as live:
        meter, role = live.state.meter, LINK.authority(live.rules, type(command))
        if isinstance(live.table.decide(command), Refusal):
            return  # the link says so itself
    config, title = context.config, context.house.floor.state.links[link].title
    if isinstance(command, CorrectMeter) and abs(command.meter - meter) > config.two_persons_cents:
        words = f"the meter of {title} from {say_money(meter)} to {say_money(command.meter)}"
    elif isinstance(command, ChangeTerms) and command.reset_value > config.two_persons_setting_cents:
        words = f"the reset value of {title}: {say_money(command.reset_value)}"
    else:
        return
    body = msgspec.to_builtins(command)
    details = {"link": link, "command": body, "command_id": command.id}
    await wait_for_second(
        context,
        command.by,
        "link",
        details,
        words,
        command.reason,
        role=role,
        command_id=f"{link}:{command.id}",
    )


def carry_out_by(context: Context) -> None:
    """How each kind is carried out once a second person has confirmed it."""

    async def money(approval: Approval) -> Answer:
        person, cents = approval.details["person"], approval.details["cents"]
        move = context.desk.deposit if cents > 0 else context.desk.withdraw
        named = {"command_id": approval.command_id, "second": approval.second}
        return await move(approval.asker, person, abs(cents), approval.reason, **named)

    async def reversal(approval: Approval) -> Answer:
        number, named = approval.details["receipt"], approval.command_id
        return await context.desk.reverse(
            approval.asker, number, approval.reason, command_id=named, second=approval.second
        )

    async def rules(approval: Approval) -> Answer:
        wanted = approval.details
        return await context.desk.change_rules(
            approval.asker, wanted["table"], wanted["edition"], wanted["settings"]
        )

    async def link(approval: Approval) -> Answer:
        kinds = {kind.__name__: kind for kind in (CorrectMeter, ChangeTerms)}
        body = approval.details["command"]
        command = convert(body, kinds[body["type"]])
        return await context.house.order_link(approval.details["link"], command)

    async def table(approval: Approval) -> Answer:
        name = approval.details["table"]
        if name in context.house.floor.state.tables:  # before a crash
            return Acknowledged((), context.house.floor.version, is_repeat=True)
        return await open_table(context, approval.asker, name, convert(approval.details["body"], NewTable))

    async def new_link(approval: Approval) -> Answer:
        wanted = approval.details
        if wanted["link"] in context.house.floor.state.links:
            return Acknowledged((), context.house.floor.version, is_repeat=True)
        return await context.desk.open_link(
            approval.asker,
            wanted["link"],
            wanted["edition"],
            wanted["settings"],
            title=wanted["title"],
            meter=wanted["meter"] or None,
        )

    context.approvals.kinds.update(
        money=money, reversal=reversal, rules=rules, link=link, table=table, new_link=new_link
    )


async def open_table(context: Context, by: Actor, name: str, data: NewTable) -> Answer:
    """A table as a request describes it."""
    cards: Cards = "physical" if data.is_physical else "rehearsal" if data.is_practice else "virtual"
    return await context.desk.open_table(
        by,
        name,
        data.edition,
        data.settings,
        title=data.title,
        cards=cards,
        link=data.link,
        is_practice=data.is_practice,
    )
