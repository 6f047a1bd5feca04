"""The jackpot display: an event stream of the meter and of wins, in the order they were decided."""

import asyncio
from collections.abc import AsyncIterator
from typing import Literal

import msgspec
from litestar.response import ServerSentEventMessage
from msgspec import Struct

from croupier.house.floor.state import LinkCard
from croupier.house.likeness import like
from croupier.house.live_table import LiveTable
from croupier.links.messages import JackpotPaid
from croupier.links.state import LinkState, locked
from croupier.money import JackpotShare
from croupier.server.context import Context, Visitor

_HEARTBEAT_S = 15.0
_APART_S = 0.25  # two hundred tables on one link must not make two hundred messages
_LOOK_BACK = 2_000  # events of the link: anybody may ask, and nobody has a long history read by it


class Hit(Struct, frozen=True, kw_only=True):
    number: int
    at: int
    table: str
    round: str
    box: int
    player: str | None
    hand: str
    percent: int | None
    amount: int
    display_before: int
    display_after: int


class Meter(Struct, frozen=True):
    display: int
    status: Literal["open", "fault"]
    at: int
    checking: int = 0  # the prize that a manager is looking at before it is paid


def checking(state: LinkState) -> int:
    held = locked(state)
    return 0 if held is None else held[0].locked_amount


def status_of(state: LinkState) -> Literal["open", "fault"]:
    return "open" if state.is_enabled else "fault"


def percent_of(context: Context, card: LinkCard, line: str) -> int | None:
    for table in context.catalogue.library.get(card.edition).paytables.values():
        if (found := table.line(line)) is not None and isinstance(found.pays, JackpotShare):
            return found.pays.percent
    return None


async def display(
    context: Context, visitor: Visitor, card: LinkCard, after: int | None
) -> AsyncIterator[ServerSentEventMessage]:
    """Subscribe, catch up on wins since `after`, then go on; a comment now and then keeps proxies awake."""
    house = context.house
    subscription = house.listeners.subscribe(f"link/{card.id}", limit=context.config.queue_length)
    try:
        async with house.links.using(card.id) as live:
            version, state = live.version, live.state
        # Without the lock: the tables of the link go on meanwhile.
        since = version if after is None else max(after, version - _LOOK_BACK)
        for number, event in await visitor.look_up(lambda: _wins(context, live, since, version)):
            yield _paid(context, card, event, number)
        yield _meter(context, state, version)
        while True:
            try:
                async with asyncio.timeout(_HEARTBEAT_S):
                    happened = await subscription.next()
            except TimeoutError:
                yield ServerSentEventMessage(comment="still here")
                continue
            if happened is None:
                return
            for each in happened:
                if isinstance(each.event, JackpotPaid) and each.version > version:
                    yield _paid(context, card, each.event, each.version)
            known = house.links.glance(card.id)
            if known is not None and not subscription.has_more:  # of what came together the last is shown
                yield _meter(context, known, happened[-1].version)
                await asyncio.sleep(_APART_S)
    finally:
        house.listeners.unsubscribe(subscription)


def _wins(context: Context, live: LiveTable, after: int, until: int) -> list[tuple[int, JackpotPaid]]:
    return [
        (version, event)
        for entry in context.house.journal.read(live.stream, after=after, until=until)
        for version, event in enumerate(live.read(entry), start=entry.first)
        if isinstance(event, JackpotPaid)
    ]


def _meter(context: Context, state: LinkState, version: int) -> ServerSentEventMessage:
    body = Meter(state.meter, status_of(state), context.house.clock.peek(), checking(state))
    return ServerSentEventMessage(event="meter", id=str(version), data=msgspec.json.encode(body).decode())


def _paid(context: Context, card: LinkCard, event: JackpotPaid, version: int) -> ServerSentEventMessage:
    hit = like(
        Hit,
        event,
        number=version,
        round=f"{event.table}.{event.round}",
        player=_winner_now(context, event),
        hand=event.line,
        percent=percent_of(context, card, event.line),
        display_before=event.before,
        display_after=event.after,
    )
    return ServerSentEventMessage(event="hit", id=str(version), data=msgspec.json.encode(hit).decode())


def _winner_now(context: Context, event: JackpotPaid) -> str | None:
    """While the Round lasts its table knows who bet on the box."""
    stage = context.room.stages.get(event.table)
    player = stage.look.game.player_at(stage.look.state, event.box) if stage is not None else None
    return context.room.name_of(player) if player else None
