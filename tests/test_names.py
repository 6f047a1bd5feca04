"""Layers above the games go by purpose, place and label: none of them spells a game's command or event."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.games.freebet import FREEBET
from croupier.games.multilink import MULTILINK
from croupier.games.poker import POKER

SOURCE = Path(__file__).parent.parent / "src" / "croupier"
# What the core itself gives every game, which every layer may know.
CORE = "croupier.table"
# "Fold" and "Check" are words that buttons and texts say; "RaiseTo" can only be the name of a command.
TWO_WORDS = re.compile(r"[A-Z][a-z]+[A-Z]")


def names() -> set[str]:
    kinds = [kind for game in (POKER, MULTILINK, FREEBET) for kind in (*game.commands, *game.events)]
    return {
        kind.__name__
        for kind in kinds
        if TWO_WORDS.match(kind.__name__) and not kind.__module__.startswith(CORE)
    }


def spelled(path: Path) -> Iterator[str]:
    """The text constants of a file."""
    text = path.read_text()
    if path.suffix == ".js":
        yield from re.findall(r"[\"'`](\w+)[\"'`]", text)
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def files() -> list[Path]:
    found = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js")]
    # Whoever plays one game knows its commands.
    return [path for path in found if path.relative_to(SOURCE).parts[0] not in ("games", "players")]


def test_no_layer_spells_the_name_of_a_games_command_or_event() -> None:
    known = names()
    found = {
        f"{path.relative_to(SOURCE)}: {name}" for path in files() for name in spelled(path) if name in known
    }
    assert not found


@pytest.mark.parametrize(
    ("ending", "text"), [("py", 'x = {"RaiseTo": 1}'), ("js", "if (each.command === 'RaiseTo') go();")]
)
def test_a_name_that_is_spelled_is_seen(tmp_path: Path, ending: str, text: str) -> None:
    path = tmp_path / f"guess.{ending}"
    path.write_text(text)
    assert set(spelled(path)) & names() == {"RaiseTo"}
