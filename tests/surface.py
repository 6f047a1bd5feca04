"""What others build on, one line each. `python -m tests.surface` writes it down, once for every release.

Lines may be added at any time. One that is gone breaks somebody: the old name must still be read.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec
import typer

from croupier.cli import app
from croupier.games import GAMES
from croupier.rulebook import library
from croupier.server.sockets import wire
from croupier.table.scenario.script import _HEADER

FILE = Path(__file__).with_name("surface.txt")
MODULES = ("cards", "money", "rulebook", "table", "client")


def surface() -> list[str]:
    return sorted({*_phrases(), *_journal(), *_wire(), *_python(), *_commands(), *_editions(), *_scenarios()})


def _phrases() -> Iterator[str]:
    for name, game in GAMES.items():
        for kind in game().commands:
            yield from (f"phrase {name}: {phrase}" for phrase in kind.words)


def _journal() -> Iterator[str]:
    """Events of old journals are read by these names."""
    for name, game in GAMES.items():
        for kind in game().events:
            yield from (f"event {name}: {kind.__name__}.{field}" for field in kind.__struct_fields__)


def _wire() -> Iterator[str]:
    kinds = [*wire.Incoming.__subclasses__(), *wire.Outgoing.__subclasses__(), wire.Snapshot, wire.Events]
    for kind in kinds:
        tag = msgspec.inspect.type_info(kind).tag  # type: ignore[attr-defined]
        yield from (f"message {tag}: {field}" for field in kind.__struct_fields__)  # type: ignore[attr-defined]


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
