"""Sessions and limits over HTTP: a player's own, and for those who look after players."""

import asyncio
import datetime as dt
from typing import Annotated, Literal

from litestar import Controller, get, post, put
from litestar.params import JSONBody
from msgspec import Meta, Struct

from croupier.house.ledger import PRACTICE_TABLES
from croupier.house.limits import Limit
from croupier.house.stamps import FOR_EVER, HOUSE_TIME
from croupier.house.totals.sessions import Stay, sessions_of
from croupier.money import Cents
from croupier.server.api.people.accounts import PersonId, known
from croupier.server.api.rounds import From, Moment
from croupier.server.context import By, Context, Here, accepted, beside
from croupier.server.errors import Rejected
from croupier.server.reports.expectation import theoretical
from croupier.table import Role


class OwnLimits(Struct, frozen=True, kw_only=True):
    """Cents and minutes a day; `until` is the first moment at which a limit may be undone."""

    loss: Limit | None
    time: Limit | None
    excluded_until: int
    lost: Cents
    minutes: int
    reached: str


class NewLimit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kind: Literal["loss", "time"]
    amount: Annotated[int, Meta(ge=1, le=10**12)] | None
    until: dt.date


class NewExclusion(Struct, frozen=True, forbid_unknown_fields=True):
    until: dt.date


class StayLine(Struct, frozen=True, kw_only=True):
    """Money in cents, as the player sees it: `won` below zero is lost, `theoretical` what should be lost."""

    table: str
    title: str
    game: str
    edition: str
    since: int
    until: int
    rounds: int
    idle: int
    average_bet: Cents
    staked: Cents
    won: Cents
    theoretical: float | None
    is_practice: bool


class SessionLine(Struct, frozen=True, kw_only=True):
    since: int
    until: int
    rounds: int
    won: Cents
    stays: tuple[StayLine, ...]


def limits_of(context: Context, person: str) -> OwnLimits:
    limits = context.house.limits
    own, use = limits.of(person), limits.use(person)
    return OwnLimits(
        loss=own.loss,
        time=own.time,
        excluded_until=own.excluded_until,
        lost=use.lost,
        minutes=use.minutes,
        reached=limits.reached(person),
    )


def lines_of(context: Context, person: str, since: int | None, until: int | None) -> list[SessionLine]:
    found = sessions_of(context.house.journal, person, since or 0, until if until is not None else FOR_EVER)
    return [
        SessionLine(
            since=each.since,
            until=each.until,
            rounds=sum(stay.rounds for stay in each.stays),
            won=sum(stay.won for stay in each.stays if not stay.table.startswith(PRACTICE_TABLES)),
            stays=tuple(_line(context, stay) for stay in each.stays),
        )
        for each in found
    ]


def _line(context: Context, stay: Stay) -> StayLine:
    card = context.house.floor.state.tables.get(stay.table)
    return StayLine(
        table=stay.table,
        title=card.title if card is not None else stay.table,
        game=stay.game,
        edition=stay.edition,
        since=stay.since,
        until=stay.until,
        rounds=stay.rounds,
        idle=stay.idle,
        average_bet=stay.average_bet,
        staked=stay.staked,
        won=stay.won,
        theoretical=theoretical(stay.stakes),
        is_practice=stay.table.startswith(PRACTICE_TABLES),
    )


def begins(day: dt.date) -> int:
    """Midnight of a day where the house stands."""
    try:
        return round(dt.datetime(day.year, day.month, day.day, tzinfo=HOUSE_TIME).timestamp() * 1000)
    except (OverflowError, ValueError):
        raise Rejected("malformed", "that day is too far away") from None


class LimitController(Controller):
    path = "/api"
    tags = ("limits",)

    @get("/me/limits")
    async def own(self, context: Here, visitor: By) -> OwnLimits:
        return await asyncio.to_thread(limits_of, context, visitor.person.id)

    @put("/me/limits")
    async def set_limit(self, context: Here, visitor: By, data: JSONBody[NewLimit]) -> OwnLimits:
        """Stricter at any time; undone (`amount` null) from the day that was chosen with it."""
        player = visitor.acting_as(Role.PLAYER)
        accepted(await context.house.limits.set(player, data.kind, data.amount, begins(data.until)))
        return await asyncio.to_thread(limits_of, context, player.id)

    @post("/me/exclusion", status_code=200)
    async def exclude(self, context: Here, visitor: By, data: JSONBody[NewExclusion]) -> OwnLimits:
        """No seat at any table until that day; it cannot be taken back."""
        player = visitor.acting_as(Role.PLAYER)
        accepted(await context.house.limits.exclude(player, begins(data.until)))
        return await asyncio.to_thread(limits_of, context, player.id)

    @get("/me/sessions")
    async def own_sessions(
        self, context: Here, visitor: By, since: From = None, to: Moment = None
    ) -> list[SessionLine]:
        player = visitor.person.id
        return await beside(context, visitor, lambda: lines_of(context, player, since, to))

    @get("/people/{person:str}/limits")
    async def limits(self, context: Here, visitor: By, person: PersonId) -> OwnLimits:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        return await asyncio.to_thread(limits_of, context, known(context, person).id)

    @get("/people/{person:str}/sessions")
    async def sessions(
        self, context: Here, visitor: By, person: PersonId, since: From = None, to: Moment = None
    ) -> list[SessionLine]:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        player = known(context, person).id
        return await beside(context, visitor, lambda: lines_of(context, player, since, to))
