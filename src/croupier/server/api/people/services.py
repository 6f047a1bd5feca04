"""Service accounts over HTTP: other programs of the operator's, and the keys that they come in by."""

from typing import Annotated, Literal

from litestar import Controller, delete, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from croupier.house.likeness import like
from croupier.house.people import Person
from croupier.house.people.roster import Key
from croupier.server.api.people.accounts import PersonId, manager_of
from croupier.server.context import SCOPES, By, Context, Here, accepted, made
from croupier.server.errors import Rejected
from croupier.table import Role

KeyId = Annotated[str, PathParameter(max_length=64)]
StaffRole = Literal["dealer", "pit_supervisor", "pit_manager", "shift_manager", "auditor"]


class NewService(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=32)]
    roles: Annotated[tuple[StaffRole, ...], Meta(min_length=1, max_length=5)]


class NewKey(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What it opens, by the first word of an address behind /api, and for how many days."""

    scopes: Annotated[tuple[Annotated[str, Meta(max_length=20)], ...], Meta(min_length=1, max_length=20)]
    may_act: bool = False
    days: Annotated[int, Meta(ge=1, le=400)] = 90


class MadeKey(Struct, frozen=True):
    key: str  # shown once


class ServiceLine(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    roles: tuple[Role, ...]
    is_locked: bool
    keys: tuple[Key, ...]


def _line(context: Context, person: Person) -> ServiceLine:
    keys = [key for key in context.people.roster.keys.values() if key.person == person.id]
    return like(ServiceLine, person, keys=tuple(keys))


class ServiceController(Controller):
    path = "/api/services"
    tags = ("people",)

    @get(cost="look")
    async def services(self, context: Here, visitor: By) -> list[ServiceLine]:
        visitor.looking_as(Role.SHIFT_MANAGER, Role.AUDITOR)
        people = context.people.roster.people.values()
        return [_line(context, person) for person in people if person.is_service]

    @post(cost="act")
    async def open(self, context: Here, visitor: By, data: JSONBody[NewService]) -> ServiceLine:
        by = visitor.acting_as(Role.SHIFT_MANAGER)
        roles = [Role(role) for role in data.roles]
        return _line(context, made(await context.people.open_service(by, data.name, roles)))

    @post("/{person:str}/keys", cost="act")
    async def make_key(self, context: Here, visitor: By, person: PersonId, data: JSONBody[NewKey]) -> MadeKey:
        by = manager_of(context, visitor, person)
        if unknown := sorted(set(data.scopes) - SCOPES):
            raise Rejected(
                "malformed",
                "scopes: there is no '{given}'; one of {known:list}",
                given=unknown[0],
                known=sorted(SCOPES),
            )
        key = await context.people.make_key(by, person, data.scopes, data.may_act, data.days)
        return MadeKey(made(key))

    @delete("/{person:str}/keys/{key:str}", cost="act", status_code=204)
    async def end_key(self, context: Here, visitor: By, person: PersonId, key: KeyId) -> None:
        by = manager_of(context, visitor, person)
        accepted(await context.people.end_key(by, person, key))
