"""Jackpot links over HTTP, and the display's event stream."""

import secrets
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from litestar import Controller, Request, get, post
from litestar.params import JSONBody, PathParameter
from litestar.response import ServerSentEvent
from msgspec import Meta, Struct

from croupier.house.floor.state import LinkCard
from croupier.house.history.rounds import NoSuchRound, Rounds
from croupier.house.likeness import like
from croupier.house.links import Reconciliation, reconcile
from croupier.links.state import Hit as LinkHit
from croupier.links.state import LinkState
from croupier.messages import called, reason_of
from croupier.rulebook import RulebookError
from croupier.server.api.approvals import MAY_WAIT
from croupier.server.api.jackpots.display import Hit, checking, display, percent_of, status_of
from croupier.server.context import By, Context, Here, Visitor, accepted
from croupier.server.errors import Rejected
from croupier.table import Role

LinkId = Annotated[str, PathParameter(max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=200)]


class Jackpot(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    game: str
    display: int
    reserve: int
    status: Literal["open", "fault"]
    course: str | None
    tables: tuple[str, ...]
    hits: tuple[Hit, ...]
    at: int
    checking: int  # the prize that a manager is looking at before it is paid; 0 if none


class NewJackpot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: Text
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    settings: dict[str, Text] = {}
    display: Annotated[int, Meta(ge=0, le=10**12)] | None = None


class ReconciliationPage(Reconciliation, frozen=True, kw_only=True):
    difference: int


def card_of(context: Context, link: str) -> LinkCard:
    card = context.house.floor.state.links.get(link)
    if card is None:
        raise Rejected("not_found", "there is no such jackpot")
    return card


async def state_of(context: Context, link: str) -> LinkState:
    async with context.house.links.using(link) as live:
        state: LinkState = live.state
        return state


async def jackpot_of(context: Context, visitor: Visitor, link: str) -> Jackpot:
    card, state = card_of(context, link), await state_of(context, link)
    hits = await visitor.look_up(
        lambda: tuple(_hit(context, card, hit, number) for number, hit in enumerate(state.hits, start=1))
    )
    return Jackpot(
        id=card.id,
        title=called(card.title),
        game=card.game,
        display=state.meter,
        reserve=state.reserve,
        status=status_of(state),
        course=None if state.is_enabled else "disabled",
        tables=context.house.floor.state.tables_on(link),
        hits=hits,
        at=context.house.clock.peek(),
        checking=checking(state),
    )


def _hit(context: Context, card: LinkCard, hit: LinkHit, number: int) -> Hit:
    round = f"{hit.table}.{hit.round}"
    return like(
        Hit,
        hit,
        number=number,
        round=round,
        player=_player(context, round, hit.box),
        hand=hit.line,
        percent=percent_of(context, card, hit.line),
        display_before=hit.before,
        display_after=hit.after,
    )


def _player(context: Context, round: str, box: int) -> str | None:
    """Who was paid, going by the Round; the name only. Each Round is read once: everybody may ask."""
    if (round, box) not in context.winners:
        context.winners[round, box] = _look_up(context, round, box)
    return context.winners[round, box]


def _look_up(context: Context, round: str, box: int) -> str | None:
    house = context.house
    try:
        recall = Rounds(house.journal, house.catalogue, house.sealer).recall(round)
    except NoSuchRound:
        return None
    for happened in recall.happened:
        event = happened.event
        if getattr(event, "box", None) == box and getattr(event, "player", ""):
            return context.room.name_of(event.player)  # type: ignore[attr-defined]
    return None


def _new_link_id(context: Context) -> str:
    """One nobody has, like those of tables."""
    while (name := f"jackpot-{secrets.token_hex(3)}") in context.house.floor.state.links:
        pass
    return name


class JackpotController(Controller):
    path = "/api/jackpots"
    tags = ("jackpots",)

    @get(cost="look", opt={"is_public": True})
    async def jackpots(self, context: Here, visitor: By) -> list[Jackpot]:
        return [await jackpot_of(context, visitor, link) for link in context.house.floor.state.links]

    @get("/{link:str}", cost="look", opt={"is_public": True})
    async def jackpot(self, context: Here, visitor: By, link: LinkId) -> Jackpot:
        return await jackpot_of(context, visitor, link)

    @post(cost="act", responses=MAY_WAIT)
    async def open_link(self, context: Here, visitor: By, data: JSONBody[NewJackpot]) -> Jackpot:
        by = visitor.acting_as(Role.PIT_MANAGER)
        try:
            edition = context.catalogue.library.in_force(data.game, datetime.now(UTC))
        except RulebookError as error:
            raise Rejected("refused", reason_of(error)) from None
        if "increment_rate" not in edition.settings:
            raise Rejected("refused", "{edition} has no jackpot", edition=edition.id)
        link = _new_link_id(context)
        accepted(
            await context.desk.open_link(
                by, link, edition.id, data.settings, title=data.title, meter=data.display
            )
        )
        return await jackpot_of(context, visitor, link)

    @get("/{link:str}/reconciliation", cost="look")
    async def reconciliation(self, context: Here, visitor: By, link: LinkId) -> ReconciliationPage:
        visitor.looking_as(Role.PIT_SUPERVISOR, Role.AUDITOR)
        card_of(context, link)
        state = await state_of(context, link)
        account = f"link/{link}/jackpot/meter"
        found = reconcile(state, await visitor.look_up(lambda: context.house.ledger.balance(account)))
        return like(ReconciliationPage, found)

    @get("/{link:str}/stream", cost="socket", opt={"is_public": True}, media_type="text/event-stream")
    async def stream(
        self, request: "Request[Any, Any, Any]", context: Here, visitor: By, link: LinkId
    ) -> ServerSentEvent:
        """The display: the meter within a second of every increment, wins in the order they were decided."""
        card = card_of(context, link)
        seen = request.headers.get("last-event-id", "")
        after = int(seen) if seen.isdecimal() and len(seen) < 16 else None
        return ServerSentEvent(display(context, visitor, card, after))
