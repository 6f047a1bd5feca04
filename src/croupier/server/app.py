"""The application: every route, one way of answering errors, one document that describes it all."""

import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.config.response_cache import ResponseCacheConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from croupier.house.journal import HandedOver, StoreUnavailable
from croupier.server.advice.endpoint import AdviceController
from croupier.server.api.approvals import ApprovalController, ApprovalLine, Waiting, carry_out_by
from croupier.server.api.jackpots.links import JackpotController
from croupier.server.api.jackpots.orders import LinkOrderController
from croupier.server.api.lab import LabController
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
from croupier.server.api.people.sign_in import SigningController
from croupier.server.api.people.single_sign_on import SingleSignOnController
from croupier.server.api.people.staff import StaffController
from croupier.server.api.positions import PositionController
from croupier.server.api.rounds import RoundController
from croupier.server.api.rules import GamesController, RulesController
from croupier.server.api.strict import StrictRequest
from croupier.server.api.tables import LobbyController, TableController
from croupier.server.api.waiting import HostController
from croupier.server.context import Context, Visitor, token_of, visitor_of
from croupier.server.errors import STATUS, Code, Problem, Rejected
from croupier.server.guard import changes_something, check_address, check_site
from croupier.server.logs import log
from croupier.server.pages import page_file
from croupier.server.sockets.table_socket import table_socket
from croupier.server.turns import BODY_BYTES_MAX

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

# Pages, answers and errors alike.
_SENT_ALWAYS = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]


def create_app(context: Context) -> Litestar:
    """The routes around one process's part of the house."""
    carry_out_by(context)

    async def provide_context() -> Context:
        return context

    async def provide_visitor(request: "Request[Any, Any, Any]") -> Visitor:
        return await visitor_of(request, context)

    async def before_request(request: "Request[Any, Any, Any]") -> None:
        request.scope["state"]["began"] = time.perf_counter()
        context.room.keep_awake()
        check_site(request)
        check_address(request)
        if changes_something(request) and (token := token_of(request)):
            context.pacer.admit(token)

    async def before_send(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            method = str(scope.get("method", ""))
            context.metrics.requests.labels(method, str(message["status"])).inc()
            if (began := scope["state"].get("began")) is not None:
                context.metrics.request_seconds.labels(method).observe(time.perf_counter() - began)
            message["headers"] = [*message["headers"], *_SENT_ALWAYS]

    handlers: list[Any] = [
        SigningController,
        SingleSignOnController,
        LobbyController,
        TableController,
        AdviceController,
        HostController,
        GamesController,
        RulesController,
        LabController,
        RoundController,
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
        page_file,
    ]
    return Litestar(
        handlers,
        dependencies={"context": Provide(provide_context), "visitor": Provide(provide_visitor)},
        before_request=before_request,
        before_send=[before_send],
        exception_handlers={
            Rejected: _on_rejected,
            Waiting: _on_waiting,
            HTTPException: _on_http,
            StoreUnavailable: _on_store,
            Exception: _on_fault,
        },
        lifespan=[lambda app: _life(context)],
        openapi_config=OpenAPIConfig(
            title="Croupier",
            version=context.version,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/raw.json")],
        ),
        request_class=StrictRequest,
        request_max_body_size=BODY_BYTES_MAX,
        state=State({"config": context.config, "metrics": context.metrics}),
        response_cache_config=ResponseCacheConfig(default_expiration=None),
        logging_config=None,
        debug=False,
    )


@get("/api/openapi.json", opt={"is_public": True}, include_in_schema=False, sync_to_thread=False)
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


def _on_waiting(request: "Request[Any, Any, Any]", waiting: Waiting) -> Response[ApprovalLine]:
    """Nothing is wrong and nothing is done: a second person has to confirm it."""
    return Response(waiting.line, status_code=202)


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
    reason = error.detail if error.status_code < 500 else "something went wrong on our side"
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
    if isinstance(error, HandedOver):
        return _answer(Problem("unavailable", "this process has handed over to a newer one; try again"))
    return _answer(Problem("unavailable", "the store is away for a moment; try again"))


def _on_fault(request: "Request[Any, Any, Any]", error: Exception) -> Response[Problem]:
    request.app.state.metrics.faults.labels("http").inc()
    log.error("fault", path=request.url.path, exc_info=error)
    return _answer(Problem("fault", "something went wrong on our side; nothing was done"))
