"""What others build on, one line each. `python -m tests.surface` writes it down, once for every release.

Lines may be added at any time. One that is gone breaks somebody: the old name must still be read. So does a
field that must be there and was not written before: `unread` finds those.
"""

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
import typer
from litestar import Litestar, Response
from litestar.di import Provide
from msgspec import inspect

from croupier.cli import app
from croupier.games import GAMES
from croupier.house.register import HouseEvent
from croupier.rulebook import library
from croupier.server.api.openapi import handlers_of
from croupier.server.app import HANDLERS
from croupier.server.config import Config
from croupier.server.errors import Code
from croupier.server.metrics import Metrics
from croupier.server.sockets import wire
from croupier.table import Event
from croupier.table.scenario.script import _HEADER

FILE = Path(__file__).with_name("surface.txt")
MODULES = ("cards", "money", "rulebook", "table", "client")
NEEDED = " (needed)"


def surface() -> list[str]:
    parts = (
        *(_phrases, _journal, _wire, _http, _python, _commands, _editions, _scenarios),
        *(_settings, _codes, _metrics),
    )
    return sorted({line for part in parts for line in part()})


def gone(kept: Iterable[str], now: Iterable[str]) -> list[str]:
    there = {line.removesuffix(NEEDED) for line in now}
    return [line for line in kept if line.removesuffix(NEEDED) not in there]


def unread(kept: Iterable[str], now: Iterable[str]) -> list[str]:
    """What has come to be needed where somebody reads or sends what was made before it was."""
    old = set(kept)
    known = {
        line.partition(".")[0] for line in old if line.startswith(("event ", "part ")) or " takes." in line
    }
    return [
        line for line in now if line.endswith(NEEDED) and line not in old and line.partition(".")[0] in known
    ]


def _phrases() -> Iterator[str]:
    for name, game in GAMES.items():
        for kind in game().commands:
            yield from (f"phrase {name}: {phrase}" for phrase in kind.words)


def _journal() -> Iterator[str]:
    """Old journals are read by these names: those of tables, of links and of the house itself."""
    for room in ("house", "links"):
        for module in pkgutil.walk_packages(import_module(f"croupier.{room}").__path__, f"croupier.{room}."):
            import_module(module.name)
    kinds: list[tuple[str, type]] = [(name, kind) for name, game in GAMES.items() for kind in game().events]
    kinds += [("link", kind) for kind in _below(Event) if kind.__module__.startswith("croupier.links.")]
    kinds += [("house", kind) for kind in _below(HouseEvent)]
    yield from _with_parts((kind, f"event {whose}: {kind.__name__}") for whose, kind in kinds)


def _below(kind: type) -> set[type]:
    below: list[type] = kind.__subclasses__()
    found = {each for each in below if each.__module__.startswith("croupier.")}
    return found.union(*map(_below, found))


def _with_parts(named: Iterable[tuple[type, str]]) -> Iterator[str]:
    """The fields of Structs, and under their own names those of the Structs that lie in them."""
    waiting, entered = list(named), set[type]()
    for struct, called in waiting:  # and what is found on the way
        info = inspect.type_info(struct)
        assert isinstance(info, inspect.StructType)
        for field in info.fields:
            yield f"{called}.{field.encode_name}{NEEDED * field.required}"
            inner = [each for each in _structs(field.type) if each not in entered]
            entered.update(inner)
            waiting += [(each, f"part {each.__name__}") for each in inner]


def _structs(info: inspect.Type) -> Iterator[type]:
    match info:
        case inspect.Metadata():
            yield from _structs(info.type)
        case inspect.UnionType():
            yield from (each for one in info.types for each in _structs(one))
        case inspect.CollectionType():
            yield from _structs(info.item_type)
        case inspect.TupleType():
            yield from (each for one in info.item_types for each in _structs(one))
        case inspect.DictType():
            yield from _structs(info.value_type)
        case inspect.StructType():
            yield info.cls


def _wire() -> Iterator[str]:
    kinds = [*wire.Incoming.__subclasses__(), *wire.Outgoing.__subclasses__(), wire.Snapshot, wire.Events]
    for kind in kinds:
        tag = msgspec.inspect.type_info(kind).tag  # type: ignore[attr-defined]
        yield from (f"message {tag}: {field}" for field in kind.__struct_fields__)  # type: ignore[attr-defined]


def _http() -> Iterator[str]:
    """Every path with what may be sent to it and what it answers."""
    given = {name: Provide(lambda: None, sync_to_thread=False) for name in ("context", "visitor")}
    for (verb, path), handler in handlers_of(Litestar(HANDLERS, dependencies=given)).items():
        if not handler.include_in_schema:
            continue
        yield f"http {verb.upper()} {path}"
        for way, taken in (("takes", handler.parsed_data_field), ("answers", handler.parsed_return_field)):
            kinds = () if taken is None else _structs(inspect.type_info(_json_of(taken.annotation)))
            yield from _with_parts((kind, f"http {verb.upper()} {path} {way}") for kind in kinds)


def _json_of(annotation: Any) -> Any:
    """What a handler takes or gives; nothing for what is no JSON."""
    if get_origin(annotation) is Response:
        annotation = get_args(annotation)[0]
    return None if isinstance(annotation, type) and issubclass(annotation, Response | bytes) else annotation


def _settings() -> Iterator[str]:
    yield from (f"house setting {name}" for name in Config.__struct_fields__)


def _codes() -> Iterator[str]:
    yield from (f"error {code}" for code in get_args(Code))


def _metrics() -> Iterator[str]:
    yield from (f"metric {metric.name}" for metric in Metrics().registry.collect())


def _python() -> Iterator[str]:
    for module in MODULES:
        yield from (
            f"python croupier.{module}.{name}" for name in import_module(f"croupier.{module}").__all__
        )


def _commands() -> Iterator[str]:
    def walk(command: typer.core.TyperCommand, path: str) -> Iterator[str]:
        for name, each in getattr(command, "commands", {}).items():
            yield f"command {path} {name}"
            yield from walk(each, f"{path} {name}")
        for option in command.params:
            yield from (f"option {path} {name}" for name in option.opts if name.startswith("--"))

    yield from walk(typer.main.get_command(app), "croupier")


def _editions() -> Iterator[str]:
    for edition in library().editions():
        yield from (f"setting {edition.id}: {name}" for name in edition.settings)


def _scenarios() -> Iterator[str]:
    yield from (f"scenario {key}:" for key in _HEADER)


if __name__ == "__main__":
    FILE.write_text("\n".join(surface()) + "\n")
