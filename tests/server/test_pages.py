"""The pages are served with the headers that keep foreign code out."""

import pytest

from .conftest import Floor


def test_the_lobby_is_at_the_root_and_runs_its_own_code_only(floor: Floor) -> None:
    answer = floor.http.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy.partition("style-src")[0]
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/pyproject.toml", "/..%2f..%2fetc/passwd", "/nothing"]
)
def test_nothing_else_is_served(floor: Floor, path: str) -> None:
    answer = floor.http.get(path)
    assert answer.status_code in (400, 404), answer.text[:200]


def test_an_unknown_path_of_the_interface_answers_in_the_one_shape(floor: Floor) -> None:
    answer = floor.http.get("/api/nothing")
    assert (answer.status_code, set(answer.json())) == (404, {"code", "reason", "citations"})
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert floor.http.patch("/api/lobby").status_code == 405
