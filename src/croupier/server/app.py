"""The application: every route, one way of answering errors, one document that describes it all."""

import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.config.response_cache import ResponseCacheConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message as Sent
from litestar.types import Scope

from croupier.house.journal import StoreUnavailable
from croupier.house.lanes import Busy
from croupier.languages import speak, spoken
from croupier.messages import Message
from croupier.server.api.advice import AdviceController
from croupier.server.api.approvals import ApprovalController, ApprovalLine, known, line_of
from croupier.server.api.jackpots.links import JackpotController
from croupier.server.api.jackpots.orders import LinkOrderController
from croupier.server.api.lab import LabController, par_sheet
from croupier.server.api.learning import LearningController
from croupier.server.api.money.cashier import CashierController
from croupier.server.api.money.chips import CageController, TableChipController
from croupier.server.api.money.hold import HoldController, drift
from croupier.server.api.money.statements import MoneyController, ReportController
from croupier.server.api.openapi import described
from croupier.server.api.operations import (
    InterruptionController,
    healthz,
    metrics,
    program_page,
    stuck_tables,
)
from croupier.server.api.people.accounts import PeopleController
from croupier.server.api.people.own_limits import LimitController
from croupier.server.api.people.services import ServiceController
from croupier.server.api.people.sign_in import SigningController
from croupier.server.api.people.single_sign_on import SingleSignOnController
from croupier.server.api.people.staff import StaffController
from croupier.server.api.positions import PositionController
from croupier.server.api.reviews import ReviewController
from croupier.server.api.rounds import RoundController
from croupier.server.api.rules import GamesController, RulesController
from croupier.server.api.rulings import RulingsController
from croupier.server.api.strict import StrictRequest
from croupier.server.api.tables import LobbyController, TableController
from croupier.server.api.waiting import HostController
from croupier.server.context import Context, Visitor, language_of, token_of, visitor_of
from croupier.server.errors import STATUS, Code, Problem, Rejected, Waiting, unavailable
from croupier.server.guard import changes_something, check_address, check_site
from croupier.server.logs import log
from croupier.server.pages import guest_file, page_file
from croupier.server.sockets.table_socket import table_socket
from croupier.server.sockets.voices import Voices
from croupier.server.turns import BODY_BYTES_MAX

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Vary": "Accept-Language, Cookie",  # whatever has words in it
}

# Pages, answers and errors alike.
_SENT_ALWAYS = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]


def create_app(context: Context) -> Litestar:
    """The routes around one process's part of the house."""

    async def provide_context() -> Context:
        return context

    async def provide_visitor(request: "Request[Any, Any, Any]") -> Visitor:
        return await visitor_of(request, context)

    voices = Voices(lambda person: context.people.name_of(person))

    async def before_request(request: "Request[Any, Any, Any]") -> None:
        request.scope["state"]["began"] = time.perf_counter()
        speak(voices.of(language_of(request)).language)
        context.room.keep_awake()
        check_site(request)
        check_address(request)
        if request.url.path.startswith("/api/"):  # pages, health and figures are there all the same
            context.check_store()
        if changes_something(request) and (token := token_of(request)):  # noqa: SIM102
            if not context.pacing.of(token).take():
                raise Rejected("too_many", "too many requests; be slower")

    async def before_send(message: Sent, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            method = str(scope.get("method", ""))
            context.metrics.requests.labels(method, str(message["status"])).inc()
            if (began := scope["state"].get("began")) is not None:
                context.metrics.request_seconds.labels(method).observe(time.perf_counter() - began)
            message["headers"] = [*message["headers"], *_SENT_ALWAYS]

    def on_waiting(request: "Request[Any, Any, Any]", waiting: Waiting) -> Response[ApprovalLine]:
        """Nothing is wrong and nothing is done: a second person has to confirm it."""
        approval = known(context, waiting.approval)
        return Response(line_of(context, approval, approval.by), status_code=202)

    return Litestar(
        HANDLERS,
        dependencies={"context": Provide(provide_context), "visitor": Provide(provide_visitor)},
        before_request=before_request,
        before_send=[before_send],
        exception_handlers={
            Rejected: _on_rejected,
            Waiting: on_waiting,
            HTTPException: _on_http,
            StoreUnavailable: _on_store,
            Busy: _on_busy,
            Exception: _on_fault,
        },
        lifespan=[lambda app: _life(context)],
        openapi_config=OpenAPIConfig(
            title="Croupier",
            version=context.version,
            render_plugins=[JsonRenderPlugin(path="/raw.json")],
            openapi_router=Router(
                "/api/schema",
                route_handlers=[],
                guards=[_nobody],
                opt={"cost": "page"},
                include_in_schema=False,
            ),
        ),
        request_class=StrictRequest,
        type_encoders={Message: lambda message: spoken().say(message)},
        request_max_body_size=BODY_BYTES_MAX,
        state=State({"config": context.config, "metrics": context.metrics}),
        response_cache_config=ResponseCacheConfig(default_expiration=None),
        logging_config=None,
        debug=False,
    )


def _nobody(connection: Any, handler: Any) -> None:
    """The framework makes the description anew for everybody who asks; ours is made once."""
    raise NotFoundException


@get("/api/openapi.json", cost="page", opt={"is_public": True}, include_in_schema=False, sync_to_thread=False)
def openapi_page(request: "Request[Any, Any, Any]") -> Response[bytes]:
    """Every endpoint, for programs that write clients. It never changes, so it is made once."""
    state = request.app.state
    if "openapi" not in state:
        state["openapi"] = msgspec.json.encode(described(request.app))
    return Response(state["openapi"], media_type="application/json")


@contextlib.asynccontextmanager
async def _life(context: Context) -> AsyncIterator[None]:
    await context.start()
    try:
        yield
    finally:
        await context.stop()


# Errors, all in one shape

_VANISHED = "client disconnected prematurely"  # as the framework says it: nobody is there to be answered


def _answer(problem: Problem, status: int | None = None) -> Response[Problem]:
    return Response(
        problem, status_code=status or STATUS[problem.code], headers={"Cache-Control": "no-store"}
    )


def _on_rejected(request: "Request[Any, Any, Any]", error: Rejected) -> Response[Problem]:
    return _answer(error.problem)


_CODES: dict[int, Code] = {
    400: "malformed",
    401: "sign_in",
    403: "not_allowed",
    404: "not_found",
    413: "too_large",
}


def _on_http(request: "Request[Any, Any, Any]", error: HTTPException) -> Response[Problem]:
    if error.status_code >= 500 and error.detail != _VANISHED:
        return _on_fault(request, error)
    code = _CODES.get(error.status_code, "malformed" if error.status_code < 500 else "fault")
    reason = error.detail if error.status_code < 500 else Message("something went wrong on our side")
    if error.status_code == 400 and isinstance(error.extra, list):
        reason = "; ".join(_complaint(each) for each in error.extra) or reason
    return _answer(Problem(code, reason or code), error.status_code)


def _complaint(extra: Any) -> str:
    if not isinstance(extra, dict):
        return "the request is malformed"
    if extra.get("key") == "data":  # what bodies hold is judged where they are read, so there was none
        return "the request has no body; send what it takes as JSON"
    return f"{extra.get('key', 'body')}: {extra.get('message', 'malformed')}"[:200]


def _on_store(request: "Request[Any, Any, Any]", error: StoreUnavailable) -> Response[Problem]:
    return _answer(unavailable(error))


def _on_busy(request: "Request[Any, Any, Any]", error: Busy) -> Response[Problem]:
    return _answer(Problem("unavailable", Message("many are asking for the same; try again in a moment")))


def _on_fault(request: "Request[Any, Any, Any]", error: Exception) -> Response[Problem]:
    request.app.state.metrics.faults.labels("http").inc()
    log.error("fault", path=request.url.path, exc_info=error)
    return _answer(Problem("fault", Message("something went wrong on our side; nothing was done")))


HANDLERS: tuple[Any, ...] = (
    SigningController,
    SingleSignOnController,
    LobbyController,
    TableController,
    AdviceController,
    HostController,
    GamesController,
    RulesController,
    RulingsController,
    LabController,
    par_sheet,
    RoundController,
    ReviewController,
    PositionController,
    LearningController,
    MoneyController,
    ReportController,
    HoldController,
    drift,
    LimitController,
    StaffController,
    CashierController,
    CageController,
    TableChipController,
    PeopleController,
    ServiceController,
    ApprovalController,
    JackpotController,
    LinkOrderController,
    InterruptionController,
    stuck_tables,
    table_socket,
    healthz,
    metrics,
    program_page,
    openapi_page,
    guest_file,
    page_file,
)
