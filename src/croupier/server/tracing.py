"""Traces by OpenTelemetry (extra `telemetry`), to the collector that the settings name, if they do.

Whoever wants none pays nothing: tracing is put around the application, and in the place of what carries out
commands. Spans name routes, tables and kinds of commands: never people, never cards.
"""

from collections.abc import Sequence
from typing import Any

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.propagate import extract
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer

from croupier.house.answers import Answer
from croupier.house.commands import Commands
from croupier.house.house import House
from croupier.house.journal import Appended, Batch
from croupier.house.live_table import LiveTable
from croupier.server.context import Context
from croupier.table import Command


def traced(app: Any, context: Context, processor: SpanProcessor | None = None) -> "TracedDoor":
    """The application with traces of every request, and of every command wherever it comes from."""
    about = Resource.create({"service.name": "croupier", "service.version": context.version})
    provider = TracerProvider(resource=about)
    provider.add_span_processor(processor or BatchSpanProcessor(OTLPSpanExporter(context.config.traces)))
    tracer = provider.get_tracer("croupier")
    context.house.commands = _Commands(context.house, tracer)
    return TracedDoor(app, tracer, provider)


class TracedDoor:
    """A span for every request, within that of the client or proxy that sends one."""

    def __init__(self, app: Any, tracer: Tracer, provider: TracerProvider) -> None:
        self._app, self._tracer, self._provider = app, tracer, provider

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            self._provider.shutdown()
            return
        if scope["type"] != "http":  # a socket lasts for hours: its commands have spans of their own
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        method = scope["method"]
        with self._tracer.start_as_current_span(method, extract(headers), SpanKind.SERVER) as span:
            span.set_attribute("http.request.method", method)

            async def answer(message: Any) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= 500:
                        span.set_status(Status(StatusCode.ERROR))
                await send(message)

            try:
                await self._app(scope, receive, answer)
            finally:
                route = scope.get("path_template", "")
                span.update_name(f"{method} {route}".strip())
                span.set_attribute("http.route", route)


class _Commands(Commands):
    def __init__(self, house: House, tracer: Tracer) -> None:
        super().__init__(house)
        self._tracer = tracer

    async def carry_out(
        self,
        live: LiveTable,
        commands: Sequence[Command],
        expect: int | None = None,
        is_recovery: bool = False,
    ) -> Answer:
        name = type(commands[-1]).__name__
        with self._tracer.start_as_current_span(f"command {name}") as span:
            span.set_attributes({"croupier.table": live.name, "croupier.game": live.game.name})
            answer = await super().carry_out(live, commands, expect, is_recovery)
            span.set_attributes({"croupier.answer": type(answer).__name__, "croupier.version": live.version})
            return answer

    async def append(self, batch: Batch) -> Appended:
        """From here to the disk."""
        with self._tracer.start_as_current_span("append") as span:
            span.set_attribute("croupier.streams", len(batch))
            return await super().append(batch)
