"""The OpenAPI document, with what the framework cannot know: each operation's own errors, and examples."""

import inspect
import re
from typing import Any

import msgspec
from litestar import Litestar
from litestar.routes import HTTPRoute

from croupier.server.api.examples import example
from croupier.server.errors import STATUS, Code, Problem
from croupier.server.guard import HEADER
from croupier.table import Role

_METHODS = ("get", "post", "put", "delete")
_WORDS: dict[int, str] = {
    400: "The request is malformed.",
    401: "Sign in first.",
    403: "Not for you, or from a foreign page.",
    404: "There is no such thing.",
    409: "The rules or the house say no, or you looked too long ago.",
    413: "Too large.",
    429: "Too many.",
    500: "A fault of ours.",
    503: "Try again.",
}
_REASONS: dict[Code, str] = {
    "malformed": "the body is not what is expected: Object missing required field",
    "sign_in": "sign in first",
    "cross_site": "requests that change something carry the header X-Croupier: 1",
    "not_allowed": "this is not for you",
    "not_found": "there is no such thing",
    "stale": "the table has moved on; look again",
    "refused": "the house says why",
    "too_large": "the body is larger than 64 KiB",
    "too_many": "too many requests; be slower",
    "fault": "something went wrong on our side; nothing was done",
    "unavailable": "the store is away for a moment; try again",
}
# What is missing, by the name that the address has for it.
_MISSING = {
    "table": "there is no table 't9'; choose one from the lobby",
    "edition": "there is no edition 'rws-poker@9'",
    "round": "there is no Round t1.99",
    "person": "there is no such person",
    "link": "there is no jackpot link 'x'",
    "approval": "there is nothing of that name to confirm",
}
_ROLE = re.compile(r"Role\.([A-Z_]+)")


def described(app: Litestar) -> dict[str, Any]:
    """Every operation with its errors, its header against foreign pages, examples, and how one signs in."""
    document: dict[str, Any] = msgspec.to_builtins(app.openapi_schema.to_schema())
    (_,), schemas = msgspec.json.schema_components([Problem], ref_template="#/components/schemas/{name}")
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas)
    components["securitySchemes"] = {
        "session": {"type": "apiKey", "in": "cookie", "name": "croupier"},
        "token": {"type": "http", "scheme": "bearer"},
    }
    _mend(document)
    for name, schema in components["schemas"].items():
        schema["title"] = name  # two of one title would be one to a generator of clients
    handlers = handlers_of(app)
    for address, path in document["paths"].items():
        for method in _METHODS:
            if method in path:
                handler = handlers[method, re.sub(r":\w+}", "}", address)]
                _complete(path[method], method, address, handler)
                _show(path[method], components["schemas"])
    return document


def _mend(part: Any) -> None:
    """The framework says "one of X and anything" of a tuple of any length, which no X fits: it is X."""
    if isinstance(part, dict):
        items = part.get("items")
        if isinstance(items, dict) and "oneOf" in items:
            real = [each for each in items["oneOf"] if each and each != {"type": "null"}]
            different = [each for number, each in enumerate(real) if each not in real[:number]]
            part["items"] = different[0] if len(different) == 1 else {"anyOf": different}
        for each in part.values():
            _mend(each)
    elif isinstance(part, list):
        for each in part:
            _mend(each)


def handlers_of(app: Litestar) -> dict[tuple[str, str], Any]:
    return {
        (method.lower(), re.sub(r":\w+}", "}", route.path)): handler
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method, (handler, _) in route.route_handler_map.items()
    }


def _complete(operation: dict[str, Any], method: str, address: str, handler: Any) -> None:
    is_public = bool(handler.opt.get("is_public"))
    source = _source(handler.fn)
    for status, reasons in _errors(operation, method, address, is_public, source).items():
        examples = {
            code: {"value": {"code": code, "reason": reason, "citations": []}}
            for code, reason in reasons.items()
        }
        operation["responses"][str(status)] = {
            "description": _WORDS[status],
            "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Problem"}, "examples": examples}
            },
        }
    if method != "get":
        operation.setdefault("parameters", []).append(
            {"name": HEADER, "in": "header", "required": True, "schema": {"type": "string", "enum": ["1"]}}
        )
    signed_in: list[dict[str, list[str]]] = [{"session": []}, {"token": []}]
    operation["security"] = [{}, *signed_in] if is_public else signed_in


def _source(function: Any) -> str:
    """The text of a handler; those that run in a thread are wrapped, and ask nothing of anybody."""
    return inspect.getsource(function) if inspect.isroutine(function) else ""


def _errors(
    operation: dict[str, Any], method: str, address: str, is_public: bool, source: str
) -> dict[int, dict[Code, str]]:
    """What can come back, by what the operation takes, who may use it, and whether it changes something."""
    changes, takes_body = method != "get", "requestBody" in operation
    named = re.findall(r"{(\w+)", address)
    takes = bool(operation.get("parameters")) or takes_body
    found: list[Code] = ["fault", "unavailable"]
    if takes or changes:
        found += ["malformed", "too_many"]
    if takes_body:
        found.append("too_large")
    if changes:
        found.append("cross_site")
    if not is_public:
        found += ["sign_in", "not_allowed", "too_many"]
    elif '"sign_in"' in source or method == "post":
        found.append("sign_in")
    if takes or "not_found" in source:
        found.append("not_found")
    if named or changes:
        found += ["refused", "stale"]
    reasons = dict(_REASONS)
    if roles := _roles(source):
        reasons["not_allowed"] = f"this is for a {' or '.join(roles)}"
    if named:
        reasons["not_found"] = _MISSING.get(named[-1], _REASONS["not_found"])
    answers: dict[int, dict[Code, str]] = {}
    for code in dict.fromkeys(found):
        answers.setdefault(STATUS[code], {})[code] = reasons[code]
    return dict(sorted(answers.items()))


def _roles(source: str) -> list[str]:
    """Whom a handler asks for, as it asks for them."""
    known = {role.name: role for role in Role}
    asked = [known[name] for name in dict.fromkeys(_ROLE.findall(source)) if name in known]
    return [
        role.words + (" or above" if role.is_staff and "looking_as" not in source else "") for role in asked
    ]


def _show(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """An example for every body that goes either way."""
    bodies = [operation["requestBody"]] if "requestBody" in operation else []
    bodies += [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    for body in bodies:
        for kind, content in body.get("content", {}).items():
            content.pop("examples", None)
            if kind == "application/json" and "schema" in content:
                content["example"] = example(content["schema"], schemas)
    for parameter in operation.get("parameters", ()):
        if "schema" in parameter and parameter["in"] != "header":
            parameter["example"] = example(parameter["schema"], schemas, parameter["name"])
