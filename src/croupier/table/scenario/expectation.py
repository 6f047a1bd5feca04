"""Expectations: the indented lines under a step."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from croupier.cards import CardError, parse_card
from croupier.money import MoneyError, parse_money, say_money
from croupier.rulebook import Edition, Rules
from croupier.rulebook.compare import number_in
from croupier.table.game import Game
from croupier.table.messages import Citations, Event, Refusal
from croupier.table.options import Option
from croupier.table.roles import Actor
from croupier.table.scenario.script import items
from croupier.table.words import say

_RULE_KEY = re.compile(r"\[([\w.]+)\]")


class AfterStep(Struct):
    """What an expectation looks at: the step just taken and the table after it."""

    game: Game[Any]
    rules: Rules
    state: Any
    events: tuple[Event, ...]
    refusal: Refusal | None
    actor: Callable[[str], Actor]
    options: Callable[[Actor], tuple[Option, ...]]
    written: Edition  # whose numbers the line has


class Mismatch(Exception):  # noqa: N818 - a finding about the scenario, not an error of the program
    """What was expected and what was found."""


def check(text: str, moment: AfterStep) -> None:
    """Raise Mismatch unless the line holds."""
    for pattern, checker in _CHECKS:
        if match := pattern.fullmatch(text):
            checker(moment, *match.groups())
            return
    _fact(moment, text)


def paragraphs(rules: Rules, names: str, written: Edition) -> list[str]:
    """Paragraph numbers from "5.12.2, [rake]": rule keys, and numbers of the edition that they are for."""
    found: list[str] = []
    for name in items(names.replace("] [", "], [")):
        if key := _RULE_KEY.fullmatch(name):
            found += [citation.paragraph for citation in rules.cite(key[1])]
        elif number := number_in(rules.edition, name, written):
            found.append(number)
        else:
            raise Mismatch(
                f"{written.id} has no paragraph {name}; use its numbers, or a rule key in [brackets]"
            )
    return found


def _cited(citations: Citations) -> set[str]:
    return {citation.paragraph for citation in citations}


def _require(expected: list[str], citations: Citations, what: str) -> None:
    missing = [paragraph for paragraph in expected if paragraph not in _cited(citations)]
    if missing:
        found = ", ".join(sorted(_cited(citations))) or "none"
        raise Mismatch(f"{what}: expected paragraph {', '.join(missing)}, found {found}")


def _refused(moment: AfterStep, names: str, words: str | None) -> None:
    if moment.refusal is None:
        raise Mismatch("expected a refusal, but the step was accepted")
    _require(
        paragraphs(moment.rules, names, moment.written),
        moment.refusal.citations,
        f"refused ({moment.refusal.reason})",
    )
    if words and normal(words) not in normal(moment.refusal.reason):
        raise Mismatch(f"the refusal should say {words!r}; it says {moment.refusal.reason!r}")


def _cites(moment: AfterStep, names: str) -> None:
    citations = tuple(citation for event in moment.events for citation in event.citations)
    _require(paragraphs(moment.rules, names, moment.written), citations, "cites")


def _says(moment: AfterStep, words: str) -> None:
    said = [say(event) for event in moment.events]
    if not any(normal(words) in normal(sentence) for sentence in said):
        raise Mismatch(f"nobody said {words!r}; said: {'; '.join(said) or 'nothing'}")


def _moves(moment: AfterStep, source: str, target: str, amount: str) -> None:
    moved: Counter[tuple[str, str]] = Counter()
    for event in moment.events:
        for transfer in event.transfers():
            moved[transfer.source, transfer.target] += transfer.cents
    if moved[source, target] != parse_money(amount):
        found = (
            "; ".join(f"{a} -> {b} {say_money(cents)}" for (a, b), cents in moved.items()) or "nothing moved"
        )
        raise Mismatch(f"expected {source} -> {target} {amount}; found {found}")


def _may(moment: AfterStep, name: str, phrases: str) -> None:
    texts = _options(moment, name)
    for phrase in items(phrases):
        if not any(_is_offered(phrase, text) for text in texts):
            raise Mismatch(f"{name} may not {phrase}; may: {', '.join(texts) or 'nothing'}")


def _may_only(moment: AfterStep, name: str, phrases: str) -> None:
    _may(moment, name, phrases)
    wanted = items(phrases)
    surplus = [
        text for text in _options(moment, name) if not any(_is_offered(phrase, text) for phrase in wanted)
    ]
    if surplus:
        raise Mismatch(f"{name} may also: {', '.join(surplus)}")


def _may_not(moment: AfterStep, name: str, phrases: str) -> None:
    texts = _options(moment, name)
    for phrase in items(phrases):
        if any(_is_offered(phrase, text) for text in texts):
            raise Mismatch(f"{name} may {phrase}, against the expectation")


def _options(moment: AfterStep, name: str) -> list[str]:
    options = moment.options(moment.actor(name))
    return [option_text(option) for option in options]


def option_text(option: Option) -> str:
    """The option with bounds in its blanks: "raise to 80..1,000"."""
    text = option.words
    for ask in option.asks:
        if ask.kind == "money":
            text = text.replace("{" + ask.field + "}", f"{say_money(ask.minimum)}..{say_money(ask.maximum)}")
        elif ask.kind == "integer":
            text = text.replace("{" + ask.field + "}", f"{ask.minimum}..{ask.maximum}")
        elif ask.kind == "choice":
            text = text.replace("{" + ask.field + "}", "|".join(ask.choices))
    return text


def _is_offered(phrase: str, text: str) -> bool:
    """Whole words from the start: "raise" finds "raise to 80..1,000" but not "raises"."""
    wanted, offered = normal(phrase).split(), normal(text).split()
    return offered[: len(wanted)] == wanted


def _decision(moment: AfterStep, role: str, key: str, names: str | None) -> None:
    decisions = moment.game.decisions(moment.rules, moment.state)
    for decision in decisions:
        if decision.role.words == role.replace("_", " ").strip() and decision.key == key:
            expected = paragraphs(moment.rules, names or "", moment.written)
            _require(expected, decision.citations, f"decision {key}")
            return
    found = "; ".join(f"{decision.role.words} on {decision.key}" for decision in decisions) or "none"
    raise Mismatch(f"no decision open for {role} on {key}; open: {found}")


def _no_decision(moment: AfterStep) -> None:
    if found := moment.game.decisions(moment.rules, moment.state):
        raise Mismatch(f"open: {'; '.join(f'{d.role.words} on {d.key}' for d in found)}")


def _fact(moment: AfterStep, text: str) -> None:
    facts = moment.game.facts(moment.rules, moment.state)
    name, _, expected = text.partition(":")
    if name.strip() not in facts:
        raise Mismatch(f"{text!r} is not an expectation; facts of this game: {', '.join(sorted(facts))}")
    found = facts[name.strip()]
    if isinstance(found, Mapping):
        _mapping(name, {str(key): str(value) for key, value in found.items()}, expected)
    elif normal(expected) != normal(str(found)):
        raise Mismatch(f"{name}: expected {expected.strip()}, found {found}")


def _mapping(name: str, found: Mapping[str, str], expected: str) -> None:
    """The keys that are named must match; the others are not looked at."""
    wrong = []
    for item in items(expected):
        key, _, value = (part.strip() for part in item.partition("="))
        if normal(found.get(key, "nothing")) != normal(value):
            wrong.append(f"{key} = {value}, found {found.get(key, 'nothing')}")
    if wrong:
        raise Mismatch(f"{name}: expected {'; '.join(wrong)}")


def normal(text: str) -> str:
    """Text compared by meaning: amounts as cents, cards as cards, the rest in lower case."""
    return " ".join(_normal_word(word) for word in text.replace("_", " ").split())


def _normal_word(word: str) -> str:
    try:
        return f"{parse_money(word.rstrip('.,;')):d}c"
    except MoneyError:
        pass
    try:
        return parse_card(word)
    except CardError:
        return word.lower()


_CHECKS: tuple[tuple[re.Pattern[str], Callable[..., None]], ...] = (
    (re.compile(r'refused (.+?)(?: "(.*)")?'), _refused),
    (re.compile(r"cites (.+)"), _cites),
    (re.compile(r'says "(.+)"'), _says),
    (re.compile(r"moves (\S+) -> (\S+) (\S+)"), _moves),
    (re.compile(r"may only ([^:]+): (.+)"), _may_only),
    (re.compile(r"may not ([^:]+): (.+)"), _may_not),
    (re.compile(r"may ([^:]+): (.+)"), _may),
    (re.compile(r"no decision open"), _no_decision),
    (re.compile(r"decision open for ([\w ]+) on (\w+)(?: under (.+))?"), _decision),
)
