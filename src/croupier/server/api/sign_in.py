"""Signing in and out over HTTP."""

from typing import Annotated, Any

from litestar import Controller, Request, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from croupier.house.answers import Declined
from croupier.house.people import Person, Session
from croupier.server.context import COOKIE, By, Context, Here, accepted
from croupier.server.errors import Rejected
from croupier.server.guard import address_of
from croupier.table import Role

Name = Annotated[str, Meta(min_length=1, max_length=32)]
Password = Annotated[str, Meta(min_length=1, max_length=200)]
Token = Annotated[str, PathParameter(max_length=100)]
_GUEST = "Guest"


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    old: Password
    new: Password


class DemoName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None
    is_bot: bool = False  # a program: its name ends in (bot)


class Me(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    roles: tuple[Role, ...]
    is_demo: bool
    balance: int
    expires_at: int


class Entered(Me, frozen=True, kw_only=True):
    token: str


def me(context: Context, person: Person, expires_at: int) -> Me:
    return Me(
        id=person.id,
        name=person.name,
        roles=person.roles,
        is_demo=person.is_demo,
        balance=context.house.ledger.balance(f"player/{person.id}"),
        expires_at=expires_at,
    )


def _entered(context: Context, session: Session | Declined, code: str = "refused") -> Response[Entered]:
    if isinstance(session, Declined):
        raise Rejected("sign_in" if code == "sign_in" else "refused", session.reason)
    person = context.people.get(session.person)
    assert person is not None
    seen = me(context, person, session.expires_at)
    body = Entered(**{name: getattr(seen, name) for name in Me.__struct_fields__}, token=session.token)
    cookie = Cookie(
        key=COOKIE,
        value=session.token,
        path="/",
        httponly=True,
        samesite="strict",
        secure=context.config.is_behind_tls,
    )
    return Response(body, status_code=201, cookies=[cookie])


class SigningController(Controller):
    path = "/api"
    tags = ("signing in",)

    @post("/session", opt={"is_public": True})
    async def sign_in(
        self, request: "Request[Any, Any, Any]", context: Here, data: JSONBody[Credentials]
    ) -> Response[Entered]:
        context.doorman.admit(address_of(request))
        session = await context.people.sign_in(data.name, data.password)
        result = "failed" if isinstance(session, Declined) else "done"
        context.metrics.sign_ins.labels(result).inc()
        return _entered(context, session, "sign_in")

    @delete("/session")
    async def sign_out(self, context: Here, visitor: By) -> Response[None]:
        assert visitor.person
        await context.people.sign_out(visitor.token)
        gone = Cookie(key=COOKIE, value="", path="/", httponly=True, samesite="strict", max_age=0)
        return Response(None, status_code=204, cookies=[gone])

    @get("/me")
    async def me(self, context: Here, visitor: By) -> Me:
        return me(context, visitor.person, visitor.expires_at)

    @put("/me/password", status_code=204)
    async def change_password(
        self, request: "Request[Any, Any, Any]", context: Here, visitor: By, data: JSONBody[NewPassword]
    ) -> None:
        assert visitor.person
        context.doorman.admit(address_of(request))
        person, token = visitor.person.id, visitor.token
        accepted(await context.people.change_password(person, data.old, data.new, token))

    @post("/demo", opt={"is_public": True})
    async def demo(
        self, request: "Request[Any, Any, Any]", context: Here, data: JSONBody[DemoName]
    ) -> Response[Entered]:
        if not context.config.is_demo:
            raise Rejected("not_found", "this house has no demonstration players")
        context.doorman.admit(address_of(request))
        name, chips = data.name or _GUEST, context.config.demo_chips
        return _entered(context, await context.people.demo(name, chips, is_bot=data.is_bot))

    @post("/invitations/{token:str}", opt={"is_public": True})
    async def accept(
        self, request: "Request[Any, Any, Any]", context: Here, token: Token, data: JSONBody[Credentials]
    ) -> Response[Entered]:
        context.doorman.admit(address_of(request))
        return _entered(context, await context.people.accept(token, data.name, data.password))
