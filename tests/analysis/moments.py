"""A moment at a table, reached by a scenario's words: what one player then sees and may do."""

from pathlib import Path
from typing import Any

from croupier.analysis.advice.advising import Advice, advise
from croupier.games import catalogue
from croupier.rulebook import Rules
from croupier.table import Actor, Option, Role, Table
from croupier.table.scenario import play, read_script


def at_the_moment(folder: Path, edition: str, script: str, who: str) -> tuple[Rules, Any, tuple[Option, ...]]:
    """Rules, view and options of `who` after the script."""
    path = folder / "moment.scenario"
    path.write_text(f"scenario: a moment\nedition: {edition}\n{script.strip()}\n")
    known = catalogue()
    performance = play(read_script(path), edition, known.game, known.rules)
    assert not performance.failures, performance.failures
    game = known.game(performance.rules.edition.game)
    table = Table.replay(game, performance.events, known.rules)
    rules, state = table.rules, table.state
    actor = Actor(who, Role.PLAYER, game.place_of(state, who))
    return rules, game.view(rules, state, actor), game.options(rules, state, actor)


def advised(folder: Path, edition: str, script: str, who: str = "Ann") -> Advice:
    return advise(*at_the_moment(folder, edition, script, who))


def values(advice: Advice) -> dict[str, float]:
    return {choice.command: choice.value for choice in advice.choices}


def best(advice: Advice) -> str:
    (found,) = [choice.command for choice in advice.choices if choice.is_best]
    return found
