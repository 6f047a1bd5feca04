"""The rule book as a whole: finished games are exercised, and code cites only what exists."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from croupier.games import catalogue
from croupier.table.coverage import (
    Witness,
    coverage,
    marked_test_witnesses,
    readings_shown,
    scenario_witnesses,
)

ROOT = Path(__file__).parents[1]
SHELF = catalogue()
PLAYABLE = [edition.id for edition in SHELF.library.editions() if edition.game in SHELF.games]
# Calls whose text arguments are rule keys.
_CITING = {"cite", "refuse"}


@pytest.mark.parametrize("game", SHELF.finished)
def test_every_executable_paragraph_of_a_finished_game_is_exercised(game: str) -> None:
    """All editions of a game at once: its scenarios are played once."""
    witnesses = [*scenario_witnesses(ROOT / "scenarios", SHELF, game), *_marked()]
    for edition in SHELF.library.editions(game):
        missing = [row.paragraph.number for row in coverage(edition, witnesses) if row.is_missing]
        assert missing == [], edition.id


# What the text says wrong, what no single table can show, and a void inside a settlement, which is one step.
UNSHOWN = {"ML-A23", "ML-A41", "FB-A32", "IR15", "IR18"}


@pytest.mark.parametrize("edition", PLAYABLE)
def test_every_reading_and_every_alternative_of_it_is_played(edition: str) -> None:
    shown = readings_shown(SHELF.library.get(edition), ROOT / "scenarios", ROOT / "tests")
    assert [name for each in shown for name, played in each.alternatives.items() if not played] == []
    arising = [each for each in shown if "not arise" not in each.reading.taken]
    assert {each.reading.id for each in arising if not each.witnesses} <= UNSHOWN


@cache
def _marked() -> list[Witness]:
    return list(marked_test_witnesses(ROOT / "tests"))


@pytest.mark.parametrize("edition", PLAYABLE)
def test_an_edition_can_be_adopted_with_the_policies_of_its_game(edition: str) -> None:
    assert SHELF.rules(edition, {}).edition.id == edition


@pytest.mark.parametrize("edition", PLAYABLE)
def test_every_event_and_command_can_be_said(edition: str) -> None:
    game = SHELF.game(edition.partition("@")[0])
    assert [kind.__name__ for kind in (*game.commands, *game.events) if not kind.words] == []  # type: ignore[attr-defined]


def test_marks_name_paragraphs_that_exist() -> None:
    for witness in _marked():
        assert witness.paragraph in SHELF.library.get(witness.edition).paragraphs, witness


@pytest.mark.parametrize("game", SHELF.games)
def test_rule_keys_in_code_exist_in_some_edition(game: str) -> None:
    """An edition may lack a rule that another has, but a key that none has is a slip of the pen."""
    known = {key for edition in SHELF.library.editions(game) for key in edition.rules}
    package = Path(type(SHELF.game(game)).__module__.replace(".", "/")).parent
    unknown = [key for key in _cited_keys(ROOT / "src" / package) if key not in known]
    assert unknown == []


def _cited_keys(package: Path) -> Iterator[str]:
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                arguments = node.args if node.func.attr == "cite" else node.args[:1]
                if node.func.attr in _CITING:
                    yield from (
                        a.value for a in arguments if isinstance(a, ast.Constant) and isinstance(a.value, str)
                    )
