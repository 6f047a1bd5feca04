"""Commands and events as a dealer says them: "raise to 80" is RaiseTo(amount=80_00)."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from string import Formatter
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from croupier.cards import Card, parse_cards, show
from croupier.money import parse_money, say_money
from croupier.table.messages import Command, Event
from croupier.table.roles import Actor

Kind = Literal["money", "integer", "card", "cards", "choice", "flag", "text"]

_GROUPS: dict[str, str] = {
    "money": r"\$?[\d,]+(?:\.\d{1,2})?",
    "integer": r"\d+",
    "card": r"\S+",
    "cards": r".+?",
    "flag": r"yes|no",
    "text": r'"[^"]*"|\S+',
}


class PhraseError(ValueError):
    """A line that is not a command of the game."""


class Field(Struct, frozen=True):
    """How one field of a message is spoken."""

    kind: Kind
    choices: tuple[str, ...] = ()

    def pattern(self, name: str, before: str) -> str:
        """Text goes on to the end of the phrase, or to a semicolon behind it; elsewhere it is one word."""
        if self.kind == "choice":
            body = "|".join(re.escape(choice).replace("_", "[ _-]") for choice in self.choices)
        elif self.kind == "text" and not before:
            body = r".+"
        elif self.kind == "text" and before.startswith(";"):
            body = r"[^;]+"
        else:
            body = _GROUPS[self.kind]
        return f"(?P<{name}>{body})"

    def read(self, text: str) -> object:
        return _READERS[self.kind](text)

    def say(self, value: Any) -> str:
        if value is None:
            return "nobody"
        if self.kind == "money":
            return say_money(value)
        if self.kind == "card":
            return show(value)
        if self.kind == "cards":
            return " ".join(map(show, value)) or "no cards"
        if self.kind == "flag":
            return "yes" if value else "no"
        return str(value).replace("_", " ") if self.kind == "choice" else str(value)


_READERS: dict[str, Callable[[str], object]] = {
    "money": parse_money,
    "integer": int,
    "card": lambda text: parse_cards(text)[0],
    "cards": lambda text: parse_cards(text, may_be_unknown=True),
    "choice": lambda text: re.sub("[ -]", "_", text),
    "flag": lambda text: text == "yes",
    "text": lambda text: text.strip().strip('"'),
}


@cache
def fields(kind: type[Struct]) -> dict[str, Field]:
    """The spoken fields of a message type."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _field(hints[name]) for name in kind.__struct_fields__}


def _field(hint: Any) -> Field:
    for option in _alternatives(hint):
        meta = next(
            (extra for extra in getattr(option, "__metadata__", ()) if isinstance(extra, msgspec.Meta)), None
        )
        if meta is not None and (meta.extra or {}).get("unit") == "cents":
            return Field("money")
        if meta is not None and (meta.extra or {}).get("spoken") == "choice":
            return Field("choice")
        if option is Card:
            return Field("card")
        if get_origin(option) is tuple and Card in get_args(option):
            return Field("cards")
        if get_origin(option) is Literal:
            return Field("choice", tuple(map(str, get_args(option))))
        if option is bool:
            return Field("flag")
        if option is int:
            return Field("integer")
        if isinstance(option, type) and issubclass(option, str) and hasattr(option, "__members__"):
            return Field("choice", tuple(member.value for member in option))  # type: ignore[attr-defined]
    return Field("text")


def _alternatives(hint: Any) -> Iterable[Any]:
    is_union = get_origin(hint) is Union or type(hint).__name__ == "UnionType"
    return [part for part in get_args(hint) if part is not type(None)] if is_union else [hint]


class Phrasebook:
    """Every phrase of a game's commands."""

    def __init__(self, kinds: Iterable[type[Command]]) -> None:
        phrases = [(phrase, kind) for kind in kinds for phrase in kind.words]
        # The phrase with the most fixed words wins, so "raise to 80" is never read as "raise {text}".
        phrases.sort(key=lambda pair: -_fixed(pair[0]))
        self.phrases = phrases
        self._compiled = [(_compile(phrase, kind), kind) for phrase, kind in phrases]

    def read(self, text: str, by: Actor, at: int = 0, **extra: object) -> Command:
        for pattern, kind in self._compiled:
            if match := pattern.fullmatch(text.strip()):
                known = fields(kind)
                values = {name: known[name].read(found) for name, found in match.groupdict().items()}
                settled: dict[str, Any] = self._defaults(kind, by, extra) | values
                if missing := _required(kind) - settled.keys():
                    raise PhraseError(
                        f"{text!r} does not say which {', '.join(sorted(missing))}; {by.id} has none here"
                    )
                return kind(by=by, at=at, **settled)
        raise PhraseError(f"no command reads {text!r}; {self._nearest(text)}")

    @staticmethod
    def _defaults(kind: type[Command], by: Actor, extra: dict[str, object]) -> dict[str, object]:
        """A player speaks about the own seat unless another is named."""
        values = {name: value for name, value in extra.items() if name in kind.__struct_fields__}
        if "seat" in kind.__struct_fields__ and by.seat is not None:
            values.setdefault("seat", by.seat)
        return values

    def _nearest(self, text: str) -> str:
        first = text.split()[0].lower() if text.split() else ""
        near = [phrase for phrase, _ in self.phrases if first and first in phrase.lower()]
        return "try " + " / ".join(near or sorted(phrase for phrase, _ in self.phrases))


@cache
def _fixed(phrase: str) -> int:
    """How many letters of it are always the same."""
    return len(re.sub(r"\{\w+\}", "", phrase))


@cache
def _required(kind: type[Command]) -> frozenset[str]:
    """What a command of this kind cannot do without, besides who gives it."""
    return frozenset(field.name for field in msgspec.structs.fields(kind) if field.required) - {"by"}


@cache
def _compile(phrase: str, kind: type[Command]) -> re.Pattern[str]:
    known = fields(kind)
    parts = re.split(r"\{(\w+)\}", phrase)
    pattern = ""
    for index, part in enumerate(parts):
        if index % 2:
            is_last = index == len(parts) - 2
            pattern += known[part].pattern(part, before=parts[index + 1] or ("" if is_last else " "))
        else:
            pattern += re.escape(part).replace(r"\ ", r"\s+")
    return re.compile(pattern, re.IGNORECASE)


def mentioning(phrase: str, amounts: Mapping[str, int]) -> str:
    """The phrase, and of the amounts those that are something: {"{taken} taken": 5_00} is mentioned."""
    said = ", ".join(words for words, cents in amounts.items() if cents)
    return f"{phrase}: {said}" if said else phrase


def say(message: Command | Event) -> str:
    """The message in words."""
    kind = type(message)
    phrase = _fullest(message) if isinstance(message, Command) else message.phrase()
    return _said(message, phrase) if phrase else kind.__name__


# Where an announcement begins with a place, or a part of it does.
_PLACE = re.compile(r"(^|[:;,] )(?:seat|place) \{(seat|place)\}", re.IGNORECASE)


def announce(event: Event, name_at: Callable[[int], str | None]) -> str:
    """The event as it is called out at the table: "Seat 4 bets 10" is "Gauss bets 10" if Gauss sits there.

    Nothing where it is about no place; then its words are as good.
    """
    phrase = event.phrase()
    places = _places(phrase)
    if not places:
        return ""
    return _said(event, _called(phrase, tuple([name_at(getattr(event, field)) for field in places])))


@lru_cache(1 << 10)
def _places(phrase: str) -> tuple[str, ...]:
    """The fields for which a name is said, where there is one."""
    return tuple(found[2] for found in _PLACE.finditer(phrase))


@lru_cache(1 << 12)
def _called(phrase: str, names: tuple[str | None, ...]) -> str:
    waiting = iter(names)

    def called(found: re.Match[str]) -> str:
        name = next(waiting)
        return found[1] + name.replace("{", "{{").replace("}", "}}") if name else found[0]

    return _PLACE.sub(called, phrase)


def aside(event: Event) -> tuple[int, str] | None:
    """What can stand beside a place, in words: (4, "calls $10")."""
    found = event.aside()
    return None if found is None else (found[0], _said(event, found[1], "$"))


def _said(message: Command | Event, phrase: str, sign: str = "") -> str:
    spoken = _spoken_by(type(message), phrase, sign)
    return phrase.format(**{name: say(getattr(message, name)) for name, say in spoken})


@lru_cache(1 << 12)
def _spoken_by(kind: type[Struct], phrase: str, sign: str) -> tuple[tuple[str, Callable[[Any], str]], ...]:
    """The fields that a phrase mentions, and how each is said."""
    known = fields(kind)
    return tuple((name, _sayer(known[name], sign)) for name in _spoken(phrase))


def _sayer(field: Field, sign: str) -> Callable[[Any], str]:
    if field.kind == "money" and sign:
        return lambda value: sign + field.say(value)
    return field.say


@lru_cache(1 << 12)
def _spoken(phrase: str) -> tuple[str, ...]:
    """The fields that a phrase mentions."""
    return tuple({name: None for _, name, _, _ in Formatter().parse(phrase) if name})


def _fullest(command: Command) -> str:
    """The phrase that mentions most of what was given, and least of what was not."""
    kind = type(command)
    given = {name for name, default in _blanks(kind) if getattr(command, name) not in (default, (), "", None)}
    mentioned = {text: set(_spoken(text)) for text in kind.words}
    return max(mentioned, key=lambda text: (len(mentioned[text] & given), -len(mentioned[text])), default="")


@lru_cache(1 << 10)
def _blanks(kind: type[Command]) -> tuple[tuple[str, Any], ...]:
    """What a command of this kind can say, beside who said it when, and what it says by itself."""
    found = msgspec.structs.fields(kind)
    return tuple((field.name, field.default) for field in found if field.name not in {"by", "at", "id"})
