"""The trainer's lessons from the scenario book: `python -m tests.web.make_lessons` writes them for the pages.

A lesson is a moment of a scenario that has exactly one right answer, and everything it takes to find it lies
on the felt that it shows:

- *next*: nothing has gone wrong; the dealer says what comes next (the game's own routine), among
  other steps of the routine that would be refused now;
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
from croupier.messages import Message
from croupier.server.lessons import read, written
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
ALL_FACE_UP = ("mbs-freebet",)  # the felt itself shows what lies wrong
DEALER = Actor("dealer", Role.DEALER)


class _Watched(_Stage):
    """A scenario that is stopped before each of its commands, to see whether it makes a lesson."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.lessons: list[dict[str, Any]] = []
        self.steps: list[list[Any]] = []
        self.routine: dict[str, Option] = {}  # every step of the routine that came up

    def _give(self, where: str, command: Command, *more: Any, **named: Any) -> None:
        table = self.floor.tables.get(where)
        if table is not None and not self.script.tables and self.steps:
            routine = table.game.routine(table.rules, table.state)
            if routine is not None and routine.purpose is Purpose.ROUTINE and not routine.asks:
                self.routine[routine.words] = routine
            found = (_next(table), _not(table, command), _trouble(table, command))
            self.lessons += [each for each in found if each]
            for each in self.lessons:
                each.setdefault("steps", self.steps[-STEPS_MAX:])
        super()._give(where, command, *more, **named)
        if not isinstance(command, ShuffleCards) and named.get("announce", True):
            self.steps.append([_speaker(command), written(say(command))])


def _speaker(command: Command) -> Any:
    """A player by name, staff by what they are."""
    by = command.by
    return by.id if by.role is Role.PLAYER else written(Message("{role:name}", {"role": by.role.value}))


def _next(table: Table[Any]) -> dict[str, Any] | None:
    """What the dealer does now. What else there is to choose from comes from other moments of the book."""
    game, rules, state = table.game, table.rules, table.state
    routine = game.routine(rules, state)
    if routine is None or game.awaited(rules, state) or game.decisions(rules, state) or routine.asks:
        return None
    if not game.is_round_open(state):
        return None
    return _lesson(table, "next", DEALER, routine.words, _shown(routine), [])


def _other_steps(table: Table[Any], known: list[Option]) -> list[Option]:
    """Steps of the routine that would be refused now, each of another kind."""
    game, rules, state = table.game, table.rules, table.state
    right = game.routine(rules, state)
    kinds = {right.command} if right else set()
    found = []
    for option in known:
        if option.command in kinds or (option.place and game.player_at(state, option.place) is None):
            continue
        outcome = table.decide(fill(game.commands_by_name[option.command], option, DEALER))
        if isinstance(outcome, Refusal):
            kinds.add(option.command)
            found.append(option)
    return found


def _among_others(lesson: dict[str, Any], known: dict[str, Option]) -> bool:
    """Put the dealer's next step among others; whether there are enough of them."""
    table = catalogue().at(lesson["position"], new_seed(8))
    chance = random.Random(lesson["id"])
    others = _other_steps(table, chance.sample(sorted(known.values(), key=str), len(known)))
    right = lesson["buttons"][0]
    lesson["buttons"] = [right, *map(_shown, others[: BUTTONS_MAX - 1])]
    chance.shuffle(lesson["buttons"])
    lesson["right"] = lesson["buttons"].index(right)
    return len(lesson["buttons"]) > 2


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
        "words": written(say(command)),
        "command": type(command).__name__,
        "purpose": command.purpose.value,
    }
    wrong |= {"costs": 0, "fixed": {}, "asks": []}
    if say(command) in {each.words for each in offers}:
        return None
    found = _lesson(table, "not", command.by, say(command), wrong, [_shown(each) for each in offers])
    cited = [each.paragraph for each in outcome.citations]
    return found and found | {"paragraph": cited[0], "paragraphs": cited, "reason": written(outcome.message)}


def _trouble(table: Table[Any], command: Command) -> dict[str, Any] | None:
    """What follows from something that staff say went wrong."""
    game, rules, state = table.game, table.rules, table.state
    if command.by.role in (Role.PLAYER, Role.SYSTEM) or game.decisions(rules, state):
        return None
    if hasattr(command, "seed"):
        return None  # a shuffle names cards that the position leaves open
    is_about_facts = command.purpose is Purpose.ROUTINE or "facts" in command.__struct_fields__
    is_open = rules.edition.game in ALL_FACE_UP and command.purpose is not Purpose.ROUTINE
    if is_about_facts and not is_open and "facts" not in say(command).values:
        return None  # it does not say what is to be seen
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
        "said": written(words),
        "who_said": _speaker(command),
        "follows": "asked" if asked else "void" if is_void else "on",
        "asked": asked[0].role.value if asked else "",
        "paragraph": paragraphs[0],
        "paragraphs": list(dict.fromkeys(paragraphs)),
    }


def _shown(option: Option) -> dict[str, Any]:
    """A button as the table draws it: words, bounds, and its colour by its purpose."""
    return {
        "words": written(option.words),
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
    if kind == "next":
        option = table.game.routine(table.rules, table.state)
        assert option is not None
        cited = [each.paragraph for each in option.citations]
    key = hashlib.sha256(f"{kind} {position} {words}".encode()).hexdigest()[:12]
    chance = random.Random(key)
    buttons = [right, *chance.sample(others, min(len(others), BUTTONS_MAX - 1))]
    chance.shuffle(buttons)
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
    }


def _is_same_trouble(lesson: dict[str, Any]) -> bool:
    table = catalogue().at(lesson["position"], new_seed(8))
    try:
        said = Phrasebook(table.game.commands).read(str(read(lesson["said"])), DEALER, 0)
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
    right, others = _words_of(lesson)
    if lesson["kind"] == "next":
        routine = game.routine(rules, state)
        return routine is not None and routine.words == right
    if not others <= {option.words for option in game.options(rules, state, by)}:
        return False
    outcome = table.decide(Phrasebook(game.commands).read(right, by, 0))
    return isinstance(outcome, Refusal) and outcome.citations[0].paragraph == lesson["paragraph"]


def _words_of(lesson: dict[str, Any]) -> tuple[str, set[str]]:
    """The right answer and the others, in English."""
    words = [str(read(each["words"])) for each in lesson["buttons"]]
    right = words.pop(lesson["right"])
    return right, set(words)


def lessons(edition: str) -> Iterator[dict[str, Any]]:
    """Lessons of an edition, at most two to a paragraph and kind: the same mistake is not asked ten times."""
    shelf = catalogue()
    stages = []
    for path in sorted((ROOT / "scenarios").rglob(f"*{SUFFIX}")):
        script = read_script(path)
        if edition in script.editions:
            stages.append(_Watched(script, edition, shelf.game, shelf.rules))
            stages[-1].run()
    known = {words: option for stage in stages for words, option in stage.routine.items()}
    seen: dict[tuple[str, str, str], int] = {}
    for lesson in (each for stage in stages for each in stage.lessons):
        right = lesson.get("follows") or lesson["buttons"][lesson["right"]]["command"]
        key = (lesson["kind"], lesson["paragraph"], right)
        if not lesson["paragraph"] or seen.get(key, 0) >= 2 or not is_shown(lesson):
            continue
        if lesson["kind"] == "next" and not _among_others(lesson, known):
            continue
        seen[key] = seen.get(key, 0) + 1
        yield lesson


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
