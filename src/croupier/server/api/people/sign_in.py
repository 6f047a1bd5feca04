"""Signing in and out over HTTP."""

from typing import Annotated, Any

from litestar import Controller, Request, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from croupier.house.answers import Declined
from croupier.house.likeness import like
from croupier.house.people import Person, Session
from croupier.house.people.second_factor import address, new_secret
from croupier.house.people.sessions import OwnSession
from croupier.server.context import COOKIE, By, Context, Here, accepted, acting_role, made
from croupier.server.errors import Rejected
from croupier.server.guard import address_of
from croupier.table import Role
from croupier.table.roles import LADDER

Name = Annotated[str, Meta(min_length=1, max_length=32)]
Password = Annotated[str, Meta(min_length=1, max_length=200)]
Token = Annotated[str, PathParameter(max_length=100)]
_GUEST = "Guest"
_DEVICE = "croupier-device"  # by which an account knows a device again
_DEVICE_S = 400 * 86_400


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password
    code: Annotated[str, Meta(max_length=40)] = ""  # of a second factor, where the account has one


class Renewal(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password
    code: Annotated[str, Meta(max_length=40)] = ""


class NewSecondFactor(Struct, frozen=True):
    """For a device to read; nothing is kept until it has shown a code."""

    secret: str
    address: str


class SetSecondFactor(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password
    secret: Annotated[str, Meta(min_length=16, max_length=64)]
    code: Annotated[str, Meta(min_length=6, max_length=6)]


class RemoveSecondFactor(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password
    code: Annotated[str, Meta(min_length=1, max_length=40)]


class RecoveryCodes(Struct, frozen=True):
    """Shown once; each opens the account once in place of a code."""

    codes: tuple[str, ...]


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
    positions: tuple[Role, ...]  # of the staff, lowest first: those held, and the lower ones
    is_demo: bool
    has_password: bool
    has_second_factor: bool
    needs_second_factor: bool  # some of the roles count only with one
    balance: int
    expires_at: int


class Entered(Me, frozen=True, kw_only=True):
    token: str


def me(context: Context, person: Person, expires_at: int) -> Me:
    return like(
        Me,
        person,
        positions=tuple(role for role in LADDER if acting_role(person, role)),
        has_password=bool(person.password),
        has_second_factor=bool(person.second_factor),
        needs_second_factor=context.people.lacks_second_factor(person.id),
        balance=context.house.ledger.balance(f"player/{person.id}"),
        expires_at=expires_at,
    )


def _entered(context: Context, session: Session | Declined, code: str = "refused") -> Response[Entered]:
    if isinstance(session, Declined):
        raise Rejected("sign_in" if code == "sign_in" else "refused", session.reason)
    person = context.people.get(session.person)
    assert person is not None
    seen = me(context, person, session.expires_at)
    body = like(Entered, seen, token=session.token)
    cookies = [session_cookie(context, session)]
    if session.device:
        mark = session_cookie(context, session)
        mark.key, mark.value = _DEVICE, session.device
        mark.path, mark.max_age = "/api/session", _DEVICE_S
        cookies.append(mark)
    return Response(body, status_code=201, cookies=cookies)


def session_cookie(context: Context, session: Session) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=session.token,
        path="/",
        httponly=True,
        samesite="strict",
        secure=context.config.is_behind_tls,
    )


class SigningController(Controller):
    path = "/api"
    tags = ("signing in",)

    @post("/session", cost="sign_in", opt={"is_public": True})
    async def sign_in(
        self, request: "Request[Any, Any, Any]", context: Here, data: JSONBody[Credentials]
    ) -> Response[Entered]:
        device, address = request.cookies.get(_DEVICE, "")[:200], address_of(request)
        if not context.people.knows(data.name, device):  # nobody at its address can hold up a known one
            context.doorman.admit(address)
        session = await context.people.sign_in(
            data.name, data.password, data.code, device=device, address=address
        )
        result = "failed" if isinstance(session, Declined) else "done"
        context.metrics.sign_ins.labels(result).inc()
        return _entered(context, session, "sign_in")

    @post("/session/renewal", cost="sign_in", status_code=200)
    async def renew(self, context: Here, visitor: By, data: JSONBody[Renewal]) -> Me:
        """The same session for another full time, its sockets with it: for who signs in with a password."""
        person, token = visitor.person, visitor.token
        declined = await context.people.renew(person.id, token, data.password, data.code, visitor.address)
        context.metrics.sign_ins.labels("failed" if declined else "done").inc()
        if declined is not None:
            raise Rejected("refused", declined.reason)
        found = await context.people.whose(token)
        assert found is not None
        await context.sessions.look([token])
        return me(context, *found)

    @delete("/session", cost="act")
    async def sign_out(self, context: Here, visitor: By) -> Response[None]:
        assert visitor.person
        await context.people.sign_out(visitor.token)
        gone = Cookie(key=COOKIE, value="", path="/", httponly=True, samesite="strict", max_age=0)
        return Response(None, status_code=204, cookies=[gone])

    @get("/me", cost="look")
    async def me(self, context: Here, visitor: By) -> Me:
        return me(context, visitor.person, visitor.expires_at)

    @get("/me/sign-ins", cost="look")
    async def sessions(self, context: Here, visitor: By) -> list[OwnSession]:
        """Where one is signed in."""
        return list(await context.people.sessions.of(visitor.person.id, visitor.token))

    @delete("/me/sign-ins/{session:str}", cost="act", status_code=204)
    async def end_session(self, context: Here, visitor: By, session: Token) -> None:
        accepted(await context.people.end_session(visitor.person.id, session))

    @post("/me/second-factor", cost="look", status_code=200)
    async def new_second_factor(self, visitor: By) -> NewSecondFactor:
        secret = new_secret()
        return NewSecondFactor(secret, address(secret, visitor.person.name))

    @put("/me/second-factor", cost="sign_in")
    async def set_second_factor(
        self, context: Here, visitor: By, data: JSONBody[SetSecondFactor]
    ) -> RecoveryCodes:
        """The device's code proves that it has the secret."""
        codes = await context.people.set_second_factor(
            visitor.person.id, data.password, data.secret, data.code, visitor.address
        )
        return RecoveryCodes(made(codes))

    @post("/me/second-factor/remove", cost="sign_in", status_code=204)
    async def remove_second_factor(
        self, context: Here, visitor: By, data: JSONBody[RemoveSecondFactor]
    ) -> None:
        person, address = visitor.person.id, visitor.address
        accepted(await context.people.remove_second_factor(person, data.password, data.code, address))

    @put("/me/password", cost="sign_in", status_code=204)
    async def change_password(self, context: Here, visitor: By, data: JSONBody[NewPassword]) -> None:
        person, token = visitor.person.id, visitor.token
        accepted(await context.people.change_password(person, data.old, data.new, token, visitor.address))

    @post("/demo", cost="sign_in", opt={"is_public": True})
    async def demo(
        self, request: "Request[Any, Any, Any]", context: Here, data: JSONBody[DemoName]
    ) -> Response[Entered]:
        if not context.config.is_demo:
            raise Rejected("not_found", "this house has no demonstration players")
        context.doorman.admit(address_of(request))
        name, chips = data.name or _GUEST, context.config.demo_chips
        return _entered(context, await context.people.demo(name, chips, is_bot=data.is_bot))

    @post("/invitations/{token:str}", cost="sign_in", opt={"is_public": True})
    async def accept(
        self, request: "Request[Any, Any, Any]", context: Here, token: Token, data: JSONBody[Credentials]
    ) -> Response[Entered]:
        context.doorman.admit(address := address_of(request))
        people = context.people
        return _entered(context, await people.accept(token, data.name, data.password, data.code, address))
