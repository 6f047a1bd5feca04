"""Staff come in by the provider that the house trusts: two addresses that a browser visits, no JSON."""

import binascii
from typing import Annotated, Any
from urllib.parse import quote, urlsplit

import msgspec
from litestar import Controller, Request, get
from litestar.datastructures import Cookie
from litestar.params import QueryParameter
from litestar.response import Redirect
from msgspec.structs import replace

from croupier.house.answers import Declined
from croupier.house.journal.sealing import SealError
from croupier.house.people.people import NO_ROLE
from croupier.server.api.people.sign_in import session_cookie
from croupier.server.context import COOKIE, Context, Here
from croupier.server.errors import Rejected
from croupier.server.guard import address_of
from croupier.server.logs import log
from croupier.server.sign_on.provider import Began, NotRecognised, Provider, ProviderAway

_BEGUN = "croupier-sign-on"
_PLACE = "sign-on"
_PATIENCE_S = 600
_ANSWER = "/api/sign-on/answer"
Text = Annotated[str, QueryParameter(max_length=4096)]
Renew = Annotated[bool, QueryParameter()]


def _provider(context: Context) -> Provider:
    if context.sign_on is None:
        raise Rejected("not_found", "this house has no single sign-on")
    return context.sign_on


def _origin(request: "Request[Any, Any, Any]", context: Context) -> str:
    """How browsers reach this house. A provider sends them only to addresses that it was told of."""
    if context.config.origins:
        return context.config.origins[0].rstrip("/")
    scheme = "https" if context.config.is_behind_tls else "http"
    return f"{scheme}://{urlsplit(str(request.base_url)).netloc}"


def _begun(value: str, context: Context, max_age: int) -> Cookie:
    """Lax: the browser comes back from another site, by an ordinary link."""
    return Cookie(
        key=_BEGUN,
        value=value,
        path="/api/sign-on",
        httponly=True,
        samesite="lax",
        secure=context.config.is_behind_tls,
        max_age=max_age,
    )


def _page(context: Context, answer: str, to: str = "/") -> Redirect:
    """Back to our own pages, which know the words for each of these answers."""
    gone = _begun("", context, 0)
    return Redirect(
        f"/#/sign-in?sign-on={answer}&to={quote(to)}",
        status_code=302,
        cookies=[gone],
        headers={"Cache-Control": "no-store"},
    )


def _own(to: str) -> str:
    """A page of ours: everything behind the # is."""
    return to if to.startswith("/") and len(to) <= 200 and to.isprintable() else "/"


class SingleSignOnController(Controller):
    path = "/api/sign-on"
    opt = {"is_public": True}  # noqa: RUF012 - Litestar's own shape
    include_in_schema = False

    @get(cost="sign_in")
    async def begin(
        self, request: "Request[Any, Any, Any]", context: Here, to: Text = "/", renew: Renew = False
    ) -> Redirect:
        """With `renew` the visitor's session goes on, its sockets with it, once the provider has vouched."""
        provider = _provider(context)
        context.doorman.admit(address_of(request))
        back = _origin(request, context) + _ANSWER
        try:
            where, began = await provider.begin(back, _own(to), _PATIENCE_S)
        except ProviderAway as error:
            log.error("the provider of single sign-on is away", reason=str(error))
            return _page(context, "away", _own(to))
        if renew:  # the provider's answer comes from another site, without this cookie
            began = replace(began, renews=request.cookies.get(COOKIE, "")[:200])
        sealed = context.house.sealer.seal_text(msgspec.json.encode(began), _PLACE)
        return Redirect(
            where,
            status_code=302,
            cookies=[_begun(sealed, context, _PATIENCE_S)],
            headers={"Cache-Control": "no-store"},
        )

    @get("/answer", cost="sign_in")
    async def answer(
        self,
        request: "Request[Any, Any, Any]",
        context: Here,
        code: Text = "",
        given_state: Annotated[str, QueryParameter(name="state", max_length=4096)] = "",
        iss: Text = "",
        error: Text = "",
    ) -> Redirect:
        provider = _provider(context)
        context.doorman.admit(address_of(request))
        began = _opened(request.cookies.get(_BEGUN, ""), context)
        to = began.to if began is not None else "/"
        if error or not code or began is None:
            context.metrics.sign_ins.labels("failed").inc()
            return _page(context, "not-done", to)
        try:
            found = await provider.recognise(began, code, given_state, iss)
        except ProviderAway as away:
            log.error("the provider of single sign-on is away", reason=str(away))
            return _page(context, "away", to)
        except NotRecognised as refused:
            log.warning("a sign-on that proves nothing", reason=str(refused))
            context.metrics.sign_ins.labels("failed").inc()
            return _page(context, "not-done", to)
        identity = f"{provider.settings.issuer} {found.subject}"
        session = await context.people.recognise(identity, found.name, found.roles, began.renews)
        if isinstance(session, Declined):
            context.metrics.sign_ins.labels("failed").inc()
            return _page(context, "no-role" if session == NO_ROLE else "not-done", to)
        context.metrics.sign_ins.labels("done").inc()
        if session.token == began.renews:
            await context.sessions.look([session.token])
        page = _page(context, "done", to)
        page.set_cookie(session_cookie(context, session))
        return page


def _opened(sealed: str, context: Context) -> Began | None:
    try:
        return msgspec.json.decode(context.house.sealer.open_text(sealed, _PLACE), type=Began)
    except (SealError, binascii.Error, ValueError, msgspec.DecodeError):
        return None
