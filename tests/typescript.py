"""The types of everything on the wire, for the pages: `make types` writes them anew.

They follow from the Structs: what handlers take and give, what goes over the table socket, and the views of
the games. Paths and codes of errors come from the same place, so a page that asks for a path that is not
there, or reads a field that is not sent, does not pass `tests/web/check-types`.
"""

import re
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
from litestar import Litestar, Response
from litestar.di import Provide
from msgspec import inspect

from croupier.games import catalogue
from croupier.server.api.openapi import handlers_of
from croupier.server.app import HANDLERS
from croupier.server.errors import Code, Problem
from croupier.server.sockets import wire

FILE = Path(__file__).parents[1] / "src" / "croupier" / "web" / "core" / "types.d.ts"
_METHODS = ("get", "post", "put", "delete")
_NO_JSON = (Response, bytes)
_PLAIN = {
    inspect.AnyType: "any",
    inspect.RawType: "any",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "string",
    inspect.DateType: "string",
    inspect.DateTimeType: "string",
}
_HEAD = """// Written by `python -m tests.typescript` from what the server sends: not by hand.
"""


class Types:
    """Types by name. Of two with one name each is called after its room too: FreebetView."""

    def __init__(self) -> None:
        self._names: dict[type, str] = {}
        self.made: dict[str, str] = {}

    def of(self, annotation: Any, is_body: bool = False) -> str:
        return self._said(inspect.type_info(annotation), is_body)

    def _said(self, info: inspect.Type, is_body: bool) -> str:
        match info:
            case inspect.StructType() | inspect.EnumType():
                return self._named(info, is_body)
            case inspect.UnionType():
                members = [self._said(each, is_body) for each in info.types if not _is_unset(each)]
                return " | ".join(dict.fromkeys(members))
            case inspect.LiteralType():
                return " | ".join(msgspec.json.encode(each).decode() for each in info.values)
            case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
                return f"Array<{self._said(info.item_type, is_body)}>"
            case inspect.TupleType():
                return f"[{', '.join(self._said(each, is_body) for each in info.item_types)}]"
            case inspect.DictType():
                return f"Record<string, {self._said(info.value_type, is_body)}>"
            case inspect.Metadata():
                return self._said(info.type, is_body)
            case _:
                assert type(info) in _PLAIN, f"{info} has no JSON"
                return _PLAIN[type(info)]

    def _named(self, info: inspect.StructType | inspect.EnumType, is_body: bool) -> str:
        if info.cls in self._names:
            return self._names[info.cls]
        name = info.cls.__name__
        if name in self.made or name == "View":
            name = info.cls.__module__.split(".")[-2].title() + name
        assert name not in self.made, f"two types are called {name}"
        self._names[info.cls], self.made[name] = name, ""
        if isinstance(info, inspect.EnumType):
            values = " | ".join(msgspec.json.encode(each).decode() for each in info.cls)
            self.made[name] = f"export type {name} = {values};\n"
        else:
            self.made[name] = self._struct(name, info, is_body)
        return name

    def _struct(self, name: str, info: inspect.StructType, is_body: bool) -> str:
        is_short = bool(getattr(info.cls.__struct_config__, "omit_defaults", False))
        lines = []
        if info.tag_field is not None:
            lines.append(f"  {info.tag_field}: {msgspec.json.encode(info.tag).decode()};")
        for field in info.fields:
            can_lack = field.default is msgspec.UNSET or (not field.required and (is_body or is_short))
            lines.append(f"  {field.encode_name}{'?' * can_lack}: {self._said(field.type, is_body)};")
        return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _is_unset(info: inspect.Type) -> bool:
    return isinstance(info, inspect.CustomType) and info.cls is msgspec.UnsetType


def written() -> str:
    """The whole file."""
    types = Types()
    routes = _routes(types)
    for each in (*wire.Outgoing.__subclasses__(), wire.Message, Problem):
        types.of(each, is_body=each is wire.Message)
    games = catalogue()
    views = [f'  "{name}": {types.of(games.game(name).view_type())};' for name in games.games]
    codes = " | ".join(f'"{code}"' for code in get_args(Code))
    sent = " | ".join(each.__name__ for each in wire.Outgoing.__subclasses__())
    return "\n".join(
        [
            _HEAD,
            f"export type Code = {codes};\n",
            "/** What comes over the table socket. */",
            f"export type FromTable = {sent};",
            "/** What a viewer knows of a table, kept together from what came. */",
            'export type Scene = Omit<Snapshot, "type" | "past">;\n',
            "/** What a viewer may know of a table, by game. */",
            "export interface Views {",
            *views,
            "}\n",
            *routes,
            *(types.made[name] for name in sorted(types.made)),
        ]
    )


def _routes(types: Types) -> list[str]:
    """For each method: a path, with `*` where something has to be named, the body it takes and its answer."""
    given = {name: Provide(lambda: None, sync_to_thread=False) for name in ("context", "visitor")}
    app = Litestar(HANDLERS, dependencies=given)
    found = []
    for method in _METHODS:
        found.append(f"export interface {method.upper()} {{")
        for (verb, address), handler in sorted(handlers_of(app).items(), key=lambda each: each[0]):
            if verb != method or not address.startswith("/api/") or not handler.include_in_schema:
                continue
            taken = handler.parsed_data_field
            body = types.of(taken.annotation, is_body=True) if taken is not None else "undefined"
            path = re.sub(r"{[^}]*}", "*", address)
            found.append(f'  "{path}": {{body: {body}; answer: {_answer(types, handler)}}};')
        found.append("}\n")
    return found


def _answer(types: Types, handler: Any) -> str:
    annotation = handler.parsed_return_field.annotation
    if get_origin(annotation) is Response or annotation is Response:
        annotation = (get_args(annotation) or (bytes,))[0]
    if isinstance(annotation, type) and issubclass(annotation, _NO_JSON):
        return "string"
    return types.of(annotation)


if __name__ == "__main__":
    FILE.write_text(written())
