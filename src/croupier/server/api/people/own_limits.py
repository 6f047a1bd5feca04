"""Sessions and limits over HTTP: a player's own, and for those who look after players."""

import datetime as dt
from typing import Annotated, Literal

from litestar import Controller, get, post, put
from litestar.params import JSONBody
from msgspec import Meta, Struct

from croupier.house.ledger import PRACTICE_TABLES
from croupier.house.likeness import like
from croupier.house.limits import Limit
from croupier.house.stamps import FOR_EVER, HOUSE_TIME, HOUSE_ZONE
from croupier.house.totals.sessions import Stay, sessions_of, stays_since
from croupier.messages import Message
from croupier.money import Cents
from croupier.server.api.people.accounts import PersonId, known
from croupier.server.api.rounds import From, UpTo
from croupier.server.context import By, Context, Here, accepted
from croupier.server.errors import Rejected
from croupier.server.reports.expectation import theoretical
from croupier.table import Role
from croupier.table.recording import guest_place, is_guest


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


class Play(Struct, frozen=True, kw_only=True):
    """What play is worth to the House."""

    rounds: int
    decisions: int  # Rounds in which something was bet
    average_bet: Cents  # of those
    minutes: int
    theoretical: float | None  # each bet at its own exact edge; None where nothing is known of any
    won: Cents  # by the player
    last: int  # when the last Round ended; 0 without one


class Rating(Play, frozen=True, kw_only=True):
    """Somebody's play of this gaming day, and the limits that hold for them."""

    person: str
    loss_limit: Cents | None  # a day, set by themselves
    time_limit: int | None  # minutes a day
    reached: str
    excluded_until: int


class GuestRating(Play, frozen=True, kw_only=True):
    """Of somebody whom the house knows by the seat only: "seat 3, Evening"."""

    words: str
    table: str
    title: str
    place: int
    shift: str
    since: int  # the first Round


class Ratings(Struct, frozen=True, kw_only=True):
    since: int  # when the gaming day began
    people: list[Rating]
    guests: list[GuestRating]  # the first to come first
    zone: str = HOUSE_ZONE


class SessionLine(Struct, frozen=True, kw_only=True):
    since: int
    until: int
    rounds: int
    won: Cents
    stays: tuple[StayLine, ...]


def limits_of(context: Context, person: str) -> OwnLimits:
    limits = context.house.limits
    return like(OwnLimits, limits.of(person), limits.use(person), reached=limits.reached(person))


def ratings(context: Context) -> Ratings:
    """Of everybody who has played today, or has set a limit."""
    since = context.shifts.day(context.shifts.date_of(context.house.clock.peek()))[0].since
    played = stays_since(context.house.journal, since)
    people = (person.id for person in context.people.roster.people.values())
    found = (_rating(context, each, played.get(each, [])) for each in people)
    known = [
        each for each in found if each.rounds or each.loss_limit or each.time_limit or each.excluded_until
    ]
    guests = [_guest(context, each, stays) for each, stays in played.items() if is_guest(each)]
    return Ratings(since=since, people=known, guests=sorted(guests, key=lambda each: each.since))


def _play(stays: list[Stay]) -> Play:
    decisions = sum(stay.decisions for stay in stays)
    return Play(
        rounds=sum(stay.rounds for stay in stays),
        decisions=decisions,
        average_bet=round(sum(stay.staked for stay in stays) / decisions) if decisions else 0,
        minutes=round(sum(stay.until - stay.since for stay in stays) / 60_000),
        theoretical=theoretical(stakes for stay in stays for stakes in stay.stakes),
        won=sum(stay.won for stay in stays),
        last=max((stay.until for stay in stays), default=0),
    )


def _rating(context: Context, person: str, stays: list[Stay]) -> Rating:
    limits = context.house.limits
    own = limits.of(person)
    return like(
        Rating,
        _play([stay for stay in stays if not stay.table.startswith(PRACTICE_TABLES)]),
        person=person,
        loss_limit=own.loss.amount if own.loss else None,
        time_limit=own.time.amount if own.time else None,
        reached=limits.reached(person),
        excluded_until=own.excluded_until,
    )


def _guest(context: Context, guest: str, stays: list[Stay]) -> GuestRating:
    """By where and when they first sat down, on whatever table they went on."""
    first = min(stays, key=lambda stay: stay.since)
    shift, place = context.shifts.at(first.since).name, guest_place(guest)
    game = context.catalogue.game(first.game)
    values = {"word": game.chips_at, "place": place, "shift": Message(shift)}
    return like(
        GuestRating,
        _play(stays),
        words=Message("{word:name} {place}, {shift}", values),
        table=first.table,
        title=context.title_of(first.table),
        place=place,
        shift=shift,
        since=first.since,
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
    return like(
        StayLine,
        stay,
        title=context.title_of(stay.table),
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

    @get("/me/limits", cost="look")
    async def own(self, context: Here, visitor: By) -> OwnLimits:
        return await visitor.look_up(lambda: limits_of(context, visitor.person.id))

    @put("/me/limits", cost="act")
    async def set_limit(self, context: Here, visitor: By, data: JSONBody[NewLimit]) -> OwnLimits:
        """Stricter at any time; undone (`amount` null) from the day that was chosen with it."""
        player = visitor.acting_as(Role.PLAYER)
        accepted(await context.house.limits.set(player, data.kind, data.amount, begins(data.until)))
        return await visitor.look_up(lambda: limits_of(context, player.id))

    @post("/me/exclusion", cost="act", status_code=200)
    async def exclude(self, context: Here, visitor: By, data: JSONBody[NewExclusion]) -> OwnLimits:
        """No seat at any table until that day; it cannot be taken back."""
        player = visitor.acting_as(Role.PLAYER)
        accepted(await context.house.limits.exclude(player, begins(data.until)))
        return await visitor.look_up(lambda: limits_of(context, player.id))

    @get("/me/sessions", cost="read")
    async def own_sessions(
        self, context: Here, visitor: By, since: From = None, to: UpTo = None
    ) -> list[SessionLine]:
        player = visitor.person.id
        return await visitor.beside(lambda: lines_of(context, player, since, to))

    @get("/ratings", cost="report")
    async def rated(self, context: Here, visitor: By) -> Ratings:
        """Average bet, time and theoretical win of the gaming day, and limits: by person."""
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        return await visitor.beside(lambda: ratings(context))

    @get("/people/{person:str}/limits", cost="look")
    async def limits(self, context: Here, visitor: By, person: PersonId) -> OwnLimits:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        return await visitor.look_up(lambda: limits_of(context, known(context, person).id))

    @get("/people/{person:str}/sessions", cost="read")
    async def sessions(
        self, context: Here, visitor: By, person: PersonId, since: From = None, to: UpTo = None
    ) -> list[SessionLine]:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        player = known(context, person).id
        return await visitor.beside(lambda: lines_of(context, player, since, to))
