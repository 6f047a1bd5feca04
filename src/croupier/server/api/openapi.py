"""The OpenAPI document, completed with what the framework cannot know."""

from typing import Any

import msgspec
from litestar import Litestar

from croupier.server.errors import STATUS, Problem
from croupier.server.guard import HEADER

_WORDS = {
    400: "The request is malformed.",
    401: "Sign in first.",
    403: "Not for you, or from a foreign page.",
    404: "There is no such thing.",
    405: "Not this method.",
    409: "The rules or the house say no, or you looked too long ago.",
    413: "Too large.",
    429: "Too many.",
    500: "A fault of ours.",
    503: "Try again.",
}
_METHODS = ("get", "post", "put", "delete")


def described(app: Litestar) -> dict[str, Any]:
    """Every operation with its errors, its header against foreign pages, and how one signs in."""
    document = app.openapi_schema.to_schema()
    (_,), schemas = msgspec.json.schema_components([Problem], ref_template="#/components/schemas/{name}")
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas)
    components["securitySchemes"] = {
        "session": {"type": "apiKey", "in": "cookie", "name": "croupier"},
        "token": {"type": "http", "scheme": "bearer"},
    }
    for path in document["paths"].values():
        for method in _METHODS:
            if method in path:
                _complete(path[method], method)
    return document


def _complete(operation: dict[str, Any], method: str) -> None:
    schema = {"$ref": "#/components/schemas/Problem"}
    for status in sorted({*STATUS.values(), 405}):
        operation["responses"][str(status)] = {
            "description": _WORDS[status],
            "content": {"application/json": {"schema": schema}},
        }
    if method != "get":
        operation.setdefault("parameters", []).append(
            {"name": HEADER, "in": "header", "required": True, "schema": {"type": "string", "enum": ["1"]}}
        )
    operation["security"] = [{}, {"session": []}, {"token": []}]
