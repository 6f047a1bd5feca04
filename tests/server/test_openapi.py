"""The OpenAPI document: each operation has its own errors, examples fit, and a generated client works."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.patience import PATIENCE_S

from .conftest import MANAGER, Served, build, serving

METHODS = ("get", "post", "put", "delete")


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("openapi")
    with serving(build(str(folder / "house.db"), folder)) as client:
        return client.get("/api/openapi.json").json()


def operations(document: Any) -> Iterator[tuple[str, Any]]:
    for path, found in document["paths"].items():
        for method in METHODS:
            if method in found:
                yield f"{method} {path}", found[method]


def bodies(operation: Any) -> Iterator[Any]:
    for body in (operation.get("requestBody", {}), *operation["responses"].values()):
        yield from body.get("content", {}).values()


def test_every_example_fits_its_schema(document: Any) -> None:
    schemas, values = [], []
    for name, operation in operations(document):
        for content in bodies(operation):
            shown = [each["value"] for each in content.get("examples", {}).values()]
            shown += [content["example"]] if "example" in content else []
            schemas += [content.get("schema", {})] * len(shown)
            values += shown
        if body := operation.get("requestBody"):
            assert all("example" in each for each in body["content"].values()), name
    # All at once: most of the time goes into reading the components.
    whole = {"prefixItems": schemas, "components": document["components"]}
    jsonschema_rs.Draft202012Validator(whole).validate(values)


def test_each_operation_has_its_own_errors(document: Any) -> None:
    known = dict(operations(document))
    assert set(known["get /api/jackpots"]["responses"]) == {"200", "500", "503"}
    me = known["get /api/me"]
    assert {"401"} <= set(me["responses"])
    assert {"404", "409", "413"}.isdisjoint(me["responses"])
    assert {} not in me["security"]  # nobody asks it without a session
    paused = known["post /api/tables/{table}/pause"]["responses"]
    said = paused["403"]["content"]["application/json"]["examples"]["not_allowed"]["value"]["reason"]
    assert said == "this is for a pit supervisor or above"
    missing = paused["404"]["content"]["application/json"]["examples"]["not_found"]["value"]["reason"]
    assert missing.startswith("there is no table")
    assert len({tuple(sorted(each["responses"])) for each in known.values()}) >= 5


def test_no_two_schemas_have_one_title(document: Any) -> None:
    titles = [schema["title"] for schema in document["components"]["schemas"].values()]
    assert len(titles) == len(set(titles))


USE = """
import sys
sys.path.insert(0, sys.argv[1])
from client import AuthenticatedClient, Client
from client.api.signing_in import api_demo_demo, api_me_me
from client.api.tables import api_lobby_lobby, api_tables_seat_sit
from client.models import DemoName, Entered, Lobby, Me, Problem, Seat, TakeSeat

stranger = Client(base_url=sys.argv[2])
lobby = api_lobby_lobby.sync(client=stranger)
assert isinstance(lobby, Lobby) and lobby.is_demo
entered = api_demo_demo.sync(client=stranger, body=DemoName(name="Ann"), x_croupier="1")
assert isinstance(entered, Entered), entered
ann = AuthenticatedClient(base_url=sys.argv[2], token=entered.token)
me = api_me_me.sync(client=ann)
assert isinstance(me, Me) and me.balance == entered.balance
seat = api_tables_seat_sit.sync("t1", client=ann, body=TakeSeat(place=1, chips=10000), x_croupier="1")
assert isinstance(seat, Seat) and (seat.place, seat.chips) == (1, 10000), seat
again = api_tables_seat_sit.sync("t1", client=ann, body=TakeSeat(place=2, chips=10000), x_croupier="1")
assert isinstance(again, Problem) and again.code == "refused", again
nobody = api_me_me.sync(client=Client(base_url=sys.argv[2]))
assert isinstance(nobody, Problem) and nobody.code == "sign_in", nobody
print("played")
"""


def test_a_client_that_is_generated_from_it_signs_in_and_sits_down(document: Any, tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    (tmp_path / "config.yml").write_text("post_hooks: []")
    generate = [
        *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
        *("--path", "openapi.json", "--config", "config.yml", "--output-path", "client"),
    ]
    made = subprocess.run(
        generate, cwd=tmp_path, capture_output=True, text=True, timeout=4 * PATIENCE_S, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    with Served(lambda: build(str(tmp_path / "house.db"), tmp_path)) as house:
        house.run(house.context.desk.open_table(MANAGER, "t1", "high-card@1", {}))
        used = subprocess.run(
            [sys.executable, "-c", USE, str(tmp_path), house.url],
            capture_output=True,
            text=True,
            timeout=4 * PATIENCE_S,
            check=False,
        )
    assert used.stdout.strip() == "played", used.stdout + used.stderr
