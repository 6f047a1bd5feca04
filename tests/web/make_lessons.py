"""The trainer's lessons from the scenario book: `python -m tests.web.make_lessons` writes them for the pages.

A lesson is a moment of a scenario that has exactly one right answer, and everything it takes to find it lies
on the felt that it shows:

- *next*: nothing has gone wrong; the dealer says what comes next (the game's own routine);
- *not*: a player wants several things, and one of them the book refuses;
- *trouble*: the dealer says what went wrong. The page asks in three levels what follows, who decides, and
  which paragraph says so: wrong answers are of the same kind as the right one.
"""

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.cards import new_seed
from croupier.games import catalogue
from croupier.table import (
    Actor,
    Command,
    Option,
    Phrasebook,
    Purpose,
    Refusal,
    Role,
    ShuffleCards,
    Table,
    say,
)
from croupier.table.options import fill
from croupier.table.scenario import SUFFIX, read_script
from croupier.table.scenario.play import _Stage
from croupier.table.words import PhraseError

ROOT = Path(__file__).parents[2]
LESSONS = ROOT / "src" / "croupier" / "web" / "lessons"
STEPS_MAX = 9
BUTTONS_MAX = 4
POSITION_CHARS_MAX = 4_000
DEALS = 3
DEALER = Actor("dealer", Role.DEALER)


class _Watched(_Stage):
    """A scenario that is stopped before each of its commands, to see whether it makes a lesson."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.lessons: list[dict[str, Any]] = []
        self.steps: list[list[str]] = []

    def _give(self, where: str, command: Command, *more: Any, **named: Any) -> None:
        table = self.floor.tables.get(where)
        if table is not None and not self.script.tables and self.steps:
            found = (_next(table), _not(table, command), _trouble(table, command))
            self.lessons += [each for each in found if each]
            for each in self.lessons:
                each.setdefault("steps", self.steps[-STEPS_MAX:])
        super()._give(where, command, *more, **named)
        if not isinstance(command, ShuffleCards) and named.get("announce", True):
            self.steps.append([command.by.id, say(command)])


def _next(table: Table[Any]) -> dict[str, Any] | None:
    """What the dealer does now, among other things that a dealer is offered here."""
    game, rules, state = table.game, table.rules, table.state
    routine = game.routine(rules, state)
    if routine is None or game.awaited(rules, state) or game.decisions(rules, state) or routine.asks:
        return None
    others = [
        each
        for each in game.options(rules, state, DEALER)
        if (each.command, each.fixed) != (routine.command, routine.fixed)
        and each.group != "house"
        and not _is_on_the_way(table, each, routine)
    ]
    if len(others) < 2 or not game.is_round_open(state):
        return None
    return _lesson(table, "next", DEALER, routine.words, _shown(routine), [_shown(each) for each in others])


def _is_on_the_way(table: Table[Any], option: Option, routine: Option) -> bool:
    """A routine step that may be taken first, the hands shown before they are settled: no wrong answer."""
    if option.purpose is not Purpose.ROUTINE or option.asks or option.command == ShuffleCards.__name__:
        return False
    outcome = table.decide(fill(table.game.commands_by_name[option.command], option, DEALER))
    return not isinstance(outcome, Refusal) and table.game.routine(table.rules, outcome.state) == routine


def _not(table: Table[Any], command: Command) -> dict[str, Any] | None:
    """What a player may not do now, among the things that are offered."""
    if command.by.role is not Role.PLAYER or command.by.seat is None:
        return None
    outcome = table.decide(command)
    offers = [
        each
        for each in table.game.options(table.rules, table.state, command.by)
        if each.group == "play" and each.place in (None, command.by.seat)
    ]
    if not isinstance(outcome, Refusal) or len(offers) < 2 or not outcome.citations:
        return None
    wrong: dict[str, Any] = {
        "words": say(command),
        "command": type(command).__name__,
        "purpose": command.purpose.value,
    }
    wrong |= {"costs": 0, "fixed": {}, "asks": []}
    if wrong["words"] in {each.words for each in offers}:
        return None
    found = _lesson(table, "not", command.by, say(command), wrong, [_shown(each) for each in offers])
    cited = [each.paragraph for each in outcome.citations]
    return found and found | {"paragraph": cited[0], "paragraphs": cited, "reason": outcome.reason}


def _trouble(table: Table[Any], command: Command) -> dict[str, Any] | None:
    """What follows from something that staff say went wrong."""
    game, rules, state = table.game, table.rules, table.state
    if command.by.role in (Role.PLAYER, Role.SYSTEM) or game.decisions(rules, state):
        return None
    if hasattr(command, "seed"):
        return None  # a shuffle names cards that the position leaves open
    outcome = table.decide(command)
    position = table.position_for(DEALER)
    if isinstance(outcome, Refusal) or len(position) > POSITION_CHARS_MAX:
        return None
    asked = game.decisions(rules, outcome.state)
    cited = [each for matter in asked for each in matter.citations]
    cited += [each for event in outcome.events for each in event.citations]
    kinds = rules.edition.paragraphs
    paragraphs = [each.paragraph for each in cited if kinds[each.paragraph].kind == "irregularity"]
    if not paragraphs:
        return None
    words = say(command)
    is_void = any(event.voids_round for event in outcome.events)
    return {
        "id": hashlib.sha256(f"trouble {position} {words}".encode()).hexdigest()[:12],
        "kind": "trouble",
        "by": DEALER.id,
        "role": DEALER.role.value,
        "place": None,
        "position": position,
        "said": words,
        "who_said": command.by.id,
        "follows": "asked" if asked else "void" if is_void else "on",
        "asked": asked[0].role.value if asked else "",
        "paragraph": paragraphs[0],
        "paragraphs": list(dict.fromkeys(paragraphs)),
        "reason": "",
    }


def _shown(option: Option) -> dict[str, Any]:
    """A button as the table draws it: words, bounds, and its colour by its purpose."""
    return {
        "words": option.words,
        "command": option.command,
        "purpose": option.purpose.value,
        "costs": option.costs,
        "fixed": {},
        "asks": [
            {"field": ask.field, "kind": ask.kind, "minimum": ask.minimum, "maximum": ask.maximum}
            for ask in option.asks
        ],
    }


def _lesson(
    table: Table[Any],
    kind: str,
    by: Actor,
    words: str,
    right: dict[str, Any],
    others: list[dict[str, Any]],
) -> dict[str, Any] | None:
    position = table.position_for(by)
    if len(position) > POSITION_CHARS_MAX:
        return None
    cited: list[str] = []
    reason = ""
    if kind == "next":
        option = table.game.routine(table.rules, table.state)
        assert option is not None
        cited = [each.paragraph for each in option.citations]
    key = hashlib.sha256(f"{kind} {position} {words}".encode()).hexdigest()[:12]
    some = random.Random(key).sample(others, min(len(others), BUTTONS_MAX - 1))
    buttons = [right, *some]
    random.Random(key).shuffle(buttons)
    return {
        "id": key,
        "kind": kind,
        "by": by.id,
        "role": by.role.value,
        "place": by.seat,
        "position": position,
        "buttons": buttons,
        "right": buttons.index(right),
        "paragraph": cited[0] if cited else "",
        "paragraphs": cited,
        "reason": reason,
    }


def _is_same_trouble(lesson: dict[str, Any]) -> bool:
    table = catalogue().at(lesson["position"], new_seed(8))
    try:
        said = Phrasebook(table.game.commands).read(lesson["said"], DEALER, 0)
    except PhraseError:
        return False  # said with more than words
    again = _trouble(table, said)
    same = ("follows", "asked", "paragraph")
    return again is not None and all(again[name] == lesson[name] for name in same)


def is_shown(lesson: dict[str, Any]) -> bool:
    """Whether the answer follows from what the lesson shows, and not from an order that nobody sees."""
    table = catalogue().at(lesson["position"], new_seed(8))
    by = Actor(lesson["by"], Role(lesson["role"]), lesson["place"])
    game, rules, state = table.game, table.rules, table.state
    if lesson["kind"] == "trouble":
        return all(_is_same_trouble(lesson) for _ in range(DEALS))  # whatever the cards that nobody knows
    right = lesson["buttons"][lesson["right"]]
    words = {each["words"] for each in lesson["buttons"] if each is not right}
    if not words <= {option.words for option in game.options(rules, state, by)}:
        return False
    if lesson["kind"] == "next":
        routine = game.routine(rules, state)
        return routine is not None and routine.words == right["words"]
    outcome = table.decide(Phrasebook(game.commands).read(right["words"], by, 0))
    return isinstance(outcome, Refusal) and outcome.citations[0].paragraph == lesson["paragraph"]


def lessons(edition: str) -> Iterator[dict[str, Any]]:
    """Lessons of an edition, at most two to a paragraph and kind: the same mistake is not asked ten times."""
    shelf = catalogue()
    seen: dict[tuple[str, str, str], int] = {}
    for path in sorted((ROOT / "scenarios").rglob(f"*{SUFFIX}")):
        script = read_script(path)
        if edition not in script.editions:
            continue
        stage = _Watched(script, edition, shelf.game, shelf.rules)
        stage.run()
        for lesson in stage.lessons:
            right = (
                lesson["follows"]
                if lesson["kind"] == "trouble"
                else lesson["buttons"][lesson["right"]]["command"]
            )
            key = (lesson["kind"], lesson["paragraph"], right)
            if not lesson["paragraph"] or seen.get(key, 0) >= 2 or not is_shown(lesson):
                continue
            seen[key] = seen.get(key, 0) + 1
            yield lesson | {"title": script.title}


def main() -> None:
    LESSONS.mkdir(exist_ok=True)
    for edition in catalogue().library.ids:
        found = {each["id"]: each for each in lessons(edition)}
        # One to a line: a reader of changes sees which moved.
        lines = ",\n".join(json.dumps(lesson, ensure_ascii=False) for lesson in found.values())
        body = f'{{"edition": {json.dumps(edition)}, "lessons": [\n{lines}\n]}}\n'
        (LESSONS / f"{edition}.json").write_text(body)
        kinds = [each["kind"] for each in found.values()]
        print(edition, ", ".join(f"{kinds.count(kind)} {kind}" for kind in ("next", "not", "trouble")))


if __name__ == "__main__":
    main()
