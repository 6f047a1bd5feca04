"""The OpenAPI document against the server: everything it promises, fuzzed."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from croupier.table import Role

from .conftest import Floor, build, serving

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "2"))
# One never ends, the other replays the whole house: both have tests of their own.
SKIPPED = re.compile("/stream$|/audit$")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
_state: dict[str, Any] = {}


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The schema of a running house with a table, a Round and people in it."""
    folder: Path = tmp_path_factory.mktemp("schema")
    context = build(str(folder / "house.db"), folder)
    with serving(context) as client:
        floor = Floor(client, context)
        floor.open_table()
        floor.token("Ann")
        floor.token("Boss", Role.SHIFT_MANAGER, Role.PLAYER, Role.AUDITOR)
        _state["floor"] = floor
        yield schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())


TAGS = (
    "signing in",
    "tables",
    "rules",
    "rounds",
    "money",
    "reports",
    "limits",
    "staff",
    "people",
    "jackpots",
    "approvals",
    "cashier",
    "positions",
    "rulings",
    "chips",
    "learning",
    "operations",
)


@pytest.mark.parametrize("tag", TAGS)
def test_whatever_is_sent_the_answer_is_one_the_document_names(document: Any, tag: str) -> None:
    """By somebody who may do everything, and by nobody."""
    operations = [found.ok() for found in document.get_all_operations()]
    chosen = [each for each in operations if tag in (each.tags or ()) and not SKIPPED.search(each.path)]
    assert chosen
    for operation in chosen:
        _attack(operation)


def test_every_operation_has_a_tag_that_is_attacked(document: Any) -> None:
    operations = [found.ok() for found in document.get_all_operations()]
    assert [each.label for each in operations if not set(each.tags or ()) & set(TAGS)] == []


def _attack(operation: Any) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=operation.as_strategy())
    def attack(case: Any) -> None:
        ends_session = (case.method, case.path) == ("DELETE", "/api/session")
        for who in (None,) if ends_session else ("Boss", None):
            answer = _send(case, who)
            case.validate_response(answer, checks=CHECKS)

    attack()


def _send(case: Any, who: str | None) -> Any:
    floor: Floor = _state["floor"]
    sent = case.as_transport_kwargs(base_url="http://testserver.local")
    headers = {**sent.get("headers", {}), **floor.headers(who)}
    known = {name: sent[name] for name in ("method", "url", "params", "json", "content") if name in sent}
    body = {"content": sent["data"]} if sent.get("data") else {}
    return floor.http.request(**known, **body, headers=headers)
