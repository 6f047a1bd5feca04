"""Traces, as the SDK of OpenTelemetry exports them."""

from pathlib import Path

from litestar.testing import TestClient
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from croupier.house.commands import Commands
from croupier.server.app import create_app
from croupier.server.tracing import traced
from croupier.table import Role

from .conftest import Floor, build

SENT = {"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}


def test_a_request_its_command_and_the_append_are_one_trace(tmp_path: Path) -> None:
    exporter, context = InMemorySpanExporter(), build(str(tmp_path / "house.db"), tmp_path)
    with TestClient(traced(create_app(context), context, SimpleSpanProcessor(exporter))) as http:
        floor = Floor(http, context)
        floor.open_table("t1")
        floor.token("Ann", Role.PLAYER)
        exporter.clear()
        seat = {"place": 1, "chips": 500_00}
        assert floor.call("POST", "/api/tables/t1/seat", seat, "Ann", headers=SENT).status_code == 201
        assert floor.call("POST", "/api/tables/t1/seat", seat, "Ann").status_code == 409
        floor.call("GET", "/api/tables/t1", by="Ann")
        found = exporter.get_finished_spans()
    append, command, request, *later = found
    names = [each.name for each in (append, command, request)]
    assert names == ["append", "command SitDown", "POST /api/tables/{table}/seat"]
    assert f"{request.context.trace_id:032x}" == SENT["traceparent"][3:35]
    assert _parent(append) == command.context.span_id
    assert _parent(command) == request.context.span_id
    assert command.attributes is not None
    assert command.attributes["croupier.answer"] == "Acknowledged"
    statuses = [
        each.attributes["http.response.status_code"]
        for each in later
        if each.attributes and each.name[0].isupper()
    ]
    assert statuses == [409, 200]
    assert "Ann" not in "".join(each.to_json() for each in found), "people are no part of it"


def test_a_house_without_a_collector_is_as_it_was(tmp_path: Path) -> None:
    context = build(str(tmp_path / "house.db"), tmp_path)
    assert type(context.house.commands) is Commands


def _parent(span: ReadableSpan) -> int | None:
    return span.parent.span_id if span.parent is not None else None
