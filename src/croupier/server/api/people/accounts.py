"""People over HTTP: who there is, roles, one-time links, and the rulings that wait for them."""

from typing import Annotated, Literal

from litestar import Controller, get, post, put
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from croupier.house.answers import Declined
from croupier.house.people import Person
from croupier.rulebook import Citation
from croupier.server.context import By, Context, Here, accepted, beside
from croupier.server.errors import Rejected
from croupier.server.sockets.scene import is_for
from croupier.table import Role

PersonId = Annotated[str, PathParameter(max_length=64)]
GrantableRole = Literal["player", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "auditor"]


class PersonLine(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    roles: tuple[Role, ...]
    is_demo: bool
    is_bot: bool
    is_locked: bool
    balance: int


class Roles(Struct, frozen=True, forbid_unknown_fields=True):
    roles: Annotated[tuple[GrantableRole, ...], Meta(min_length=1, max_length=6)]


class Invitation(Struct, frozen=True):
    link: str


class WaitingDecision(Struct, frozen=True, kw_only=True):
    table: str
    title: str
    key: str
    role: Role
    question: str
    choices: tuple[str, ...]
    citations: tuple[Citation, ...]
    seat: int | None
    is_yours: bool
    since: int = 0  # when the table last moved; 0 where nothing has happened since the house was opened


def person_line(context: Context, person: Person) -> PersonLine:
    return PersonLine(
        id=person.id,
        name=person.name,
        roles=person.roles,
        is_demo=person.is_demo,
        is_bot=person.is_bot,
        is_locked=person.is_locked(context.house.clock.peek()),
        balance=context.house.ledger.balance(f"player/{person.id}"),
    )


def known(context: Context, person: str) -> Person:
    if (found := context.people.get(person)) is None:
        raise Rejected("not_found", "there is no such person")
    return found


class PeopleController(Controller):
    path = "/api"
    tags = ("people",)

    @get("/people")
    async def people(self, context: Here, visitor: By) -> list[PersonLine]:
        visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        everyone = list(context.people.roster.people.values())
        return await beside(context, visitor, lambda: [person_line(context, person) for person in everyone])

    @post("/people")
    async def invite(self, context: Here, visitor: By, data: JSONBody[Roles]) -> Invitation:
        by = visitor.acting_as(Role.SHIFT_MANAGER)
        token = await context.people.invite(by, [Role(role) for role in data.roles])
        if isinstance(token, Declined):
            raise Rejected("refused", token.reason)
        return Invitation(f"/#/invitation/{token}")

    @put("/people/{person:str}/roles")
    async def grant(self, context: Here, visitor: By, person: PersonId, data: JSONBody[Roles]) -> PersonLine:
        by = visitor.acting_as(Role.SHIFT_MANAGER)
        known(context, person)
        accepted(await context.people.grant(by, person, [Role(role) for role in data.roles]))
        return person_line(context, known(context, person))

    @post("/people/{person:str}/unlock", status_code=200)
    async def unlock(self, context: Here, visitor: By, person: PersonId) -> PersonLine:
        by = visitor.acting_as(Role.SHIFT_MANAGER)
        known(context, person)
        accepted(await context.people.unlock(by, person))
        return person_line(context, known(context, person))

    @get("/decisions")
    async def decisions(self, context: Here, visitor: By) -> list[WaitingDecision]:
        """All rulings that wait on the floor, the longest waiting first."""
        actor = visitor.looking_as(Role.DEALER, Role.AUDITOR)
        stages = sorted(context.room.stages.values(), key=lambda stage: stage.last_at)
        return [
            WaitingDecision(
                table=stage.name,
                title=stage.look.card.title,
                key=decision.key,
                role=decision.role,
                question=decision.question,
                choices=decision.choices,
                citations=decision.citations,
                seat=decision.seat,
                is_yours=is_for(decision, actor),
                since=stage.last_at,
            )
            for stage in stages
            for decision in stage.look.game.decisions(stage.look.rules, stage.look.state)
        ]
