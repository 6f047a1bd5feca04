"""People over HTTP: who there is, roles, one-time links, and the rulings that wait for them."""

from collections.abc import Coroutine
from typing import Annotated, Any, Literal

from litestar import Controller, get, post, put
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from croupier.house.answers import Answer, Declined
from croupier.house.likeness import like
from croupier.house.people import Person
from croupier.messages import called
from croupier.server.api.bodies import Reason
from croupier.server.context import By, Context, Here, Visitor, accepted, made
from croupier.server.errors import Rejected
from croupier.server.sockets import wire
from croupier.server.sockets.scene import is_for
from croupier.table import Actor, Role

PersonId = Annotated[str, PathParameter(max_length=64)]
GrantableRole = Literal["player", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "auditor"]


class PersonLine(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    roles: tuple[Role, ...]
    is_demo: bool
    is_bot: bool
    is_locked: bool  # by a manager
    has_second_factor: bool
    is_held_off: bool  # somebody has guessed at the password: no new devices for a while
    balance: int


class Roles(Struct, frozen=True, forbid_unknown_fields=True):
    roles: Annotated[tuple[GrantableRole, ...], Meta(min_length=1, max_length=6)]


class Invitation(Struct, frozen=True):
    link: str


class WaitingDecision(wire.Decision, frozen=True, kw_only=True):
    table: str
    title: str
    since: int = 0  # when the table last moved; 0 where nothing has happened since the house was opened


def person_line(context: Context, person: Person) -> PersonLine:
    return like(
        PersonLine,
        person,
        has_second_factor=bool(person.second_factor),
        is_held_off=person.is_held_off(context.house.clock.peek()),
        balance=context.house.ledger.balance(f"player/{person.id}"),
    )


def known(context: Context, person: str) -> Person:
    if (found := context.people.get(person)) is None:
        raise Rejected("not_found", "there is no such person")
    return found


def manager_of(context: Context, visitor: Visitor, person: str) -> Actor:
    by = visitor.acting_as(Role.SHIFT_MANAGER)
    known(context, person)
    return by


async def _changed(context: Context, person: str, change: Coroutine[Any, Any, Answer]) -> PersonLine:
    """What became of an account."""
    accepted(await change)
    return person_line(context, known(context, person))


def _link(token: str | Declined) -> Invitation:
    return Invitation(f"/#/invitation/{made(token)}")


class PeopleController(Controller):
    path = "/api"
    tags = ("people",)

    @get("/people", cost="read")
    async def people(self, context: Here, visitor: By) -> list[PersonLine]:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        everyone = list(context.people.roster.people.values())
        return await visitor.beside(lambda: [person_line(context, person) for person in everyone])

    @post("/people", cost="act")
    async def invite(self, context: Here, visitor: By, data: JSONBody[Roles]) -> Invitation:
        by = visitor.acting_as(Role.SHIFT_MANAGER)
        return _link(await context.people.invite(by, [Role(role) for role in data.roles]))

    @put("/people/{person:str}/roles", cost="act")
    async def grant(self, context: Here, visitor: By, person: PersonId, data: JSONBody[Roles]) -> PersonLine:
        roles = [Role(role) for role in data.roles]
        by = manager_of(context, visitor, person)
        return await _changed(context, person, context.people.grant(by, person, roles))

    @post("/people/{person:str}/unlock", cost="act", status_code=200)
    async def unlock(self, context: Here, visitor: By, person: PersonId) -> PersonLine:
        by = manager_of(context, visitor, person)
        return await _changed(context, person, context.people.unlock(by, person))

    @post("/people/{person:str}/lock", cost="act", status_code=200)
    async def lock(self, context: Here, visitor: By, person: PersonId, data: JSONBody[Reason]) -> PersonLine:
        """Out at once, and nobody comes in, until it is unlocked."""
        by = manager_of(context, visitor, person)
        return await _changed(context, person, context.people.lock(by, person, data.reason))

    @post("/people/{person:str}/sign-out", cost="act", status_code=200)
    async def sign_out(self, context: Here, visitor: By, person: PersonId) -> PersonLine:
        """All sessions of somebody end, and their sockets with them."""
        by = manager_of(context, visitor, person)
        return await _changed(context, person, context.people.end_sessions(by, person))

    @post("/people/{person:str}/second-factor/remove", cost="act", status_code=200)
    async def reset_second_factor(self, context: Here, visitor: By, person: PersonId) -> PersonLine:
        """For somebody whose device is lost."""
        by = manager_of(context, visitor, person)
        return await _changed(context, person, context.people.reset_second_factor(by, person))

    @post("/people/{person:str}/password", cost="act", status_code=200)
    async def reset_password(self, context: Here, visitor: By, person: PersonId) -> Invitation:
        """A one-time link by which somebody chooses another password; the old one opens nothing any more."""
        by = manager_of(context, visitor, person)
        return _link(await context.people.reset_password(by, person))

    @get("/decisions", cost="look")
    async def decisions(self, context: Here, visitor: By) -> list[WaitingDecision]:
        """All rulings that wait on the floor, the longest waiting first."""
        actor = visitor.looking_as(Role.DEALER, Role.AUDITOR)
        stages = sorted(context.room.stages.values(), key=lambda stage: stage.last_at)
        return [
            like(
                WaitingDecision,
                wire.Decision.of(decision, is_for(decision, actor)),
                table=stage.name,
                title=called(stage.look.card.title),
                since=stage.last_at,
            )
            for stage in stages
            for decision in stage.look.game.decisions(stage.look.rules, stage.look.state)
        ]
