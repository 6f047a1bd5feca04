"""Commands and events as a dealer says them: "raise to 80" is RaiseTo(amount=80_00)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache, cached_property, lru_cache
from itertools import chain
from string import Formatter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, parse_cards
from croupier.messages import Message
from croupier.money import parse_money
from croupier.table.facts import DEALER_PLACE, Burnt, Fact
from croupier.table.facts import KINDS as FACTS
from croupier.table.messages import Command, Event, Recorded, place_field
from croupier.table.purposes import PLACE_FIELDS, Purpose
from croupier.table.roles import Actor, Role

if TYPE_CHECKING:
    from croupier.table.game import Game
    from croupier.table.options import Option

Kind = Literal["money", "integer", "place", "card", "cards", "choice", "facts", "flag", "text", "words"]
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}

_GROUPS: dict[str, str] = {
    "money": r"\$?[\d,]+(?:\.\d{1,2})?",
    "integer": rf"\d+|{'|'.join(_NUMBERS)}",
    "place": r"(?:(?:seat|box|area|place) )?\d+|the dealer",
    "card": r"\S+",
    "cards": r".+?",
    "facts": r".+?",
    "flag": r"yes|no",
    "text": r'"[^"]*"|\S+',
    "words": r'"[^"]*"|.+?',
}


_NOT_SAID = frozenset({"by", "at", "id", "recorded"})
# What staff have seen at a place, and what they call the coming and going there.
_AGO = re.compile(r"(?P<seconds>\d+) seconds? ago[:,]\s*(?P<said>.+)", re.IGNORECASE)
_SEEN_AT = re.compile(r"(?:seat|box|area|place) (?P<place>\d+):\s*(?P<said>.+)", re.IGNORECASE)
_COMING_AND_GOING = {
    Purpose.SIT: re.compile(
        r"seat a guest at (?P<place>\d+)(?: with (?P<money>\S+?)(?P<chips> in chips)?)?", re.IGNORECASE
    ),
    Purpose.BUY: re.compile(
        r"(?:seat|box|area) (?P<place>\d+) buys (?P<money>\S+?)(?P<chips> in chips)?", re.IGNORECASE
    ),
    Purpose.LEAVE: re.compile(r"(?:seat|box|area) (?P<place>\d+) leaves", re.IGNORECASE),
}
# What is given at a place is also said without a colon: "seat 3 tips 5".
_GIVES_AT = re.compile(
    r"(?P<place>(?:seat|box|area|place) \d+) (?P<said>(?:tips|colou?rs up) .+)", re.IGNORECASE
)
# With how much a guest sits down whose stack nobody has counted: only what lies on the layout matters.
UNKNOWN_STACK = 100_000_00
_OF_PLACE = re.compile(r"(?: (?:on|of|at|for))?(?: (?:seat|box|area))? \{(?:seat|box|area)\}")


class PhraseError(ValueError):
    """A line that is not a command of the game."""

    def __init__(self, template: str, /, **values: Any) -> None:
        super().__init__(Message(template, values))


class Now(Struct, frozen=True):
    """The table at which something is said: what is offered to whom, and who sits where."""

    game: "Game[Any]"
    rules: Any
    state: Any
    offered: Callable[[Actor], "tuple[Option, ...]"]


# What is said shortly, and the phrase that says it in full; of several the first that is offered now. A
# function is given the moment, who speaks, and what was said in the blanks.
ShortForm: TypeAlias = str | tuple[str, ...] | Callable[..., str]
_Pattern: TypeAlias = tuple[re.Pattern[str], type[Command]]
_PLEASE = re.compile(r",?\s+please$", re.IGNORECASE)
_NEAREST = 3


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


_READERS: dict[str, Callable[[str], object]] = {
    "money": parse_money,
    "integer": lambda text: _NUMBERS.get(text.lower()) or int(text),
    "place": lambda text: DEALER_PLACE if text.lower() == "the dealer" else int(text.split()[-1]),
    "facts": lambda text: tuple(map(read_fact, text.split(" and "))),
    "card": lambda text: parse_cards(text)[0],
    "cards": lambda text: parse_cards(text, may_be_unknown=True),
    "choice": lambda text: re.sub("[ -]", "_", text),
    "flag": lambda text: text == "yes",
    "text": lambda text: text.strip().strip('"'),
    "words": lambda text: text.strip().strip('"'),
}


@cache
def fields(kind: type[Struct]) -> dict[str, Field]:
    """The spoken fields of a message type."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _field(hints[name]) for name in kind.__struct_fields__}


def _field(hint: Any) -> Field:
    if get_origin(hint) is dict:
        return _field(get_args(hint)[1])
    for option in _alternatives(hint):
        meta = next(
            (extra for extra in getattr(option, "__metadata__", ()) if isinstance(extra, msgspec.Meta)), None
        )
        if meta is not None and (meta.extra or {}).get("unit") == "cents":
            return Field("money")
        if meta is not None and (spoken := (meta.extra or {}).get("spoken")):
            return Field(spoken)
        if option is Card:
            return Field("card")
        if get_origin(option) is tuple and Card in get_args(option):
            return Field("cards")
        if get_origin(option) is tuple and Burnt in _alternatives(get_args(option)[0]):
            return Field("facts")
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
    """Every phrase of a game's commands, and the short forms that stand for some of them."""

    def __init__(self, kinds: Iterable[type[Command]], short_forms: Mapping[str, ShortForm] = {}) -> None:
        phrases = [(phrase, kind) for kind in kinds for phrase in kind.words]
        # The phrase with the most fixed words wins, so "raise to 80" is never read as "raise {text}".
        phrases.sort(key=lambda pair: -_fixed(pair[0]))
        self.phrases = phrases
        self._short_forms = [(_compile_short(phrase), full) for phrase, full in short_forms.items()]

    def read(self, text: str, by: Actor, at: int = 0, now: Now | None = None) -> Command:
        """The command that is meant. Who knows the moment also understands what is left out."""
        said = _PLEASE.sub("", text.strip())
        if not by.role.is_staff:
            return self._read(self._all, said, by, at, now)
        if match := _AGO.fullmatch(said):
            return self._read_late(match["said"], int(match["seconds"]), by, at, now)
        return self._read_seen(said, by, at, now) or self._read(self._all, said, by, at, now)

    def _read_late(self, said: str, seconds: int, by: Actor, at: int, now: Now | None) -> Command:
        """What was seen a while ago, and is entered now."""
        seen = self._read_seen(said, by, at, now)
        if seen is None or seen.recorded is None:
            raise PhraseError("only what a player did is entered late: say at which place, “seat 3: check”")
        return replace(seen, recorded=replace(seen.recorded, seconds_ago=seconds))

    @cached_property
    def _all(self) -> list[_Pattern]:
        return self._compiled(lambda kind: True)

    @cached_property
    def _of_players(self) -> list[_Pattern]:
        return self._compiled(lambda kind: kind.purpose.is_for_players(True))

    def _compiled(self, is_meant: Callable[[type[Command]], bool]) -> list[_Pattern]:
        """The phrases, and then the same without the place: it goes without saying if there is only one."""
        own = [(phrase, kind) for phrase, kind in self.phrases if is_meant(kind)]
        brief = [(_OF_PLACE.sub("", phrase), kind) for phrase, kind in own]
        return [(_compile(phrase, kind), kind) for phrase, kind in dict.fromkeys(own + brief)]

    def _read_seen(self, text: str, by: Actor, at: int, now: Now | None) -> Command | None:
        """What staff have seen a player do: "seat 3: raises to 60" is that player's "raise to 60"."""
        for purpose, pattern in _COMING_AND_GOING.items():
            if match := pattern.fullmatch(text):
                return self._coming_or_going(purpose, match, by, at)
        if (match := _SEEN_AT.fullmatch(_GIVES_AT.sub(r"\g<place>: \g<said>", text))) is None:
            return None
        place, (first, *others) = int(match["place"]), match["said"].split()
        name = now.game.player_at(now.state, place) if now else None
        player, places = Actor(name or by.id, Role.PLAYER, place), dict.fromkeys(PLACE_FIELDS, place)
        problems = []
        for verb in (first, first.removesuffix("s"), first.removesuffix("es")):
            try:
                said = self._read(self._of_players, " ".join([verb, *others]), player, at, now, **places)
                return replace(said, by=by, recorded=Recorded(place))
            except PhraseError as problem:
                problems.append(problem)
        raise problems[1]  # as the player would have said it

    def _coming_or_going(self, purpose: Purpose, seen: re.Match[str], by: Actor, at: int) -> Command:
        kind = next((each for _, each in self.phrases if each.purpose is purpose), None)
        if kind is None:
            raise PhraseError("nobody does that at this table: {said}", said=seen[0])
        place, said = int(seen["place"]), seen.groupdict()
        values: dict[str, Any] = {name: place for name in PLACE_FIELDS if name in kind.__struct_fields__}
        if "money" in said:
            (amount,) = [name for name, field in fields(kind).items() if field.kind == "money"]
            values[amount] = parse_money(said["money"]) if said["money"] else UNKNOWN_STACK
        has_chips = (purpose is Purpose.SIT and not said["money"]) or bool(said.get("chips"))
        return kind(by=by, at=at, recorded=Recorded(place, has_chips=has_chips), **values)

    def _read(
        self,
        patterns: Sequence[_Pattern],
        text: str,
        by: Actor,
        at: int,
        now: Now | None,
        **extra: object,
    ) -> Command:
        problem: PhraseError | None = None
        in_full = ((text,),) if now is None else chain(((text,),), self._in_full(text, by, now))
        for phrases in in_full:
            read = []
            for phrase in phrases:
                try:
                    read += self._matching(patterns, phrase, by, at, now, extra)
                except PhraseError as found:
                    problem = problem or found
            if now and len(read) > 1:
                read.sort(key=lambda each: not _is_offered(each, by, now))
            if read:
                return read[0]
        of_players = "no player says “{said}”; try {nearest:or}"
        of_all = "no command reads “{said}”; try {nearest:or}"
        template = of_players if patterns is self._of_players else of_all
        raise problem or PhraseError(template, said=text, nearest=self._nearest(text, by, now))

    def _in_full(self, text: str, by: Actor, now: Now) -> Iterator[tuple[str, ...]]:
        """What a short form stands for."""
        for pattern, full in self._short_forms:
            if match := pattern.fullmatch(text):
                said = match.groupdict()
                if isinstance(full, str | tuple):
                    yield tuple(
                        [each.format(**said) for each in ((full,) if isinstance(full, str) else full)]
                    )
                else:
                    yield (full(now, by, **said),)

    def _matching(
        self,
        patterns: Sequence[_Pattern],
        text: str,
        by: Actor,
        at: int,
        now: Now | None,
        extra: Mapping[str, object],
    ) -> list[Command]:
        """The first command that a phrase reads as."""
        for pattern, kind in patterns:
            if match := pattern.fullmatch(text):
                known = fields(kind)
                values = {name: known[name].read(found) for name, found in match.groupdict().items()}
                settled: dict[str, Any] = self._defaults(kind, by, extra) | values
                if missing := _required(kind) - settled.keys():
                    settled |= _left_out(kind, text, missing, settled, by, now)
                return [kind(by=by, at=at, **settled)]
        return []

    @staticmethod
    def _defaults(kind: type[Command], by: Actor, extra: Mapping[str, object]) -> dict[str, object]:
        """A player speaks about the own seat unless another is named."""
        values = {name: value for name, value in extra.items() if name in kind.__struct_fields__}
        if "seat" in kind.__struct_fields__ and by.seat is not None:
            values.setdefault("seat", by.seat)
        return values

    def _nearest(self, text: str, by: Actor, now: Now | None) -> tuple[str, ...]:
        """What somebody in this role could have meant: of what is offered now, or of what there is at all."""
        own = {option.command: option.words for option in reversed(now.offered(by))} if now else {}
        is_player = by.role is Role.PLAYER
        phrases = list(own.values()) or [
            phrase for phrase, kind in self.phrases if kind.purpose.is_for_players(is_player)
        ]
        said = text.lower()

        def likeness(phrase: str) -> float:
            words = len(set(phrase.lower().split()) & set(said.split()))
            return words + SequenceMatcher(None, said, phrase.lower()).ratio()

        return tuple(sorted(dict.fromkeys(phrases), key=likeness, reverse=True)[:_NEAREST])


def _is_offered(command: Command, by: Actor, now: Now) -> bool:
    return any(option.command == type(command).__name__ for option in now.offered(by))


def _left_out(
    kind: type[Command],
    text: str,
    missing: frozenset[str],
    settled: Mapping[str, Any],
    by: Actor,
    now: Now | None,
) -> dict[str, Any]:
    """What went without saying, because only one such thing is offered now."""
    offered = [
        option
        for option in (now.offered(by) if now else ())
        if option.command == kind.__name__
        and all(option.fixed.get(name, value) == value for name, value in settled.items())
    ]
    found = {}
    for name in sorted(missing):
        values = {option.fixed[name] for option in offered if name in option.fixed}
        values |= {
            ask.minimum
            for option in offered
            for ask in option.asks
            if ask.field == name and ask.minimum == ask.maximum
        }
        if len(values) > 1:
            raise PhraseError(
                "say which {what:name}: {values:or}", what=name, values=tuple(map(str, sorted(values)))
            )
        if not values:
            raise PhraseError(
                "“{said}” does not say which {what:and}; {person:person} has none here",
                said=text,
                what=tuple(sorted(each.replace("_", " ") for each in missing)),
                person=by.id,
            )
        found[name] = values.pop()
    return found


@cache
def _fixed(phrase: str) -> int:
    """How many letters of it are always the same."""
    return len(re.sub(r"\{\w+\}", "", phrase))


@cache
def _required(kind: type[Command]) -> frozenset[str]:
    """What a command of this kind cannot do without, besides who gives it."""
    return frozenset(field.name for field in msgspec.structs.fields(kind) if field.required) - {"by"}


@cache
def _compile(phrase: str, kind: type[Command | Fact]) -> re.Pattern[str]:
    known = fields(kind)
    parts = re.split(r"\{(\w+)\}", _PLEASE.sub("", phrase))
    pattern = ""
    for index, part in enumerate(parts):
        if index % 2:
            is_last = index == len(parts) - 2
            pattern += known[part].pattern(part, before=parts[index + 1] or ("" if is_last else " "))
        else:
            pattern += _fixed_words(part)
    return re.compile(pattern, re.IGNORECASE)


def _compile_short(phrase: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", phrase)
    written = [f"(?P<{part}>.+?)" if index % 2 else _fixed_words(part) for index, part in enumerate(parts)]
    return re.compile("".join(written), re.IGNORECASE)


def _fixed_words(text: str) -> str:
    """ "all in" is also written "all-in"."""
    return re.sub(r"\\[ -]", r"[\\s-]+", re.escape(text))


def _phrase(event: Event) -> str:
    """What is said of it, with those of its amounts that are something."""
    return mentioning(event.phrase(), (each for each in event.mentions if getattr(event, _spoken(each)[0])))


def mentioning(phrase: str, mentions: Iterable[str]) -> str:
    said = ", ".join(mentions)
    return f"{phrase}: {said}" if said else phrase


def read_fact(text: str) -> Fact:
    """Something that lies on the table otherwise than planned, as staff say it."""
    for kind in FACTS:
        for phrase in kind.words:
            if match := _compile(phrase, kind).fullmatch(text.strip()):
                known = fields(kind)
                return kind(**{name: known[name].read(said) for name, said in match.groupdict().items()})
    known_ones = tuple([phrase for kind in FACTS for phrase in kind.words])
    raise PhraseError(
        "“{said}” is nothing that can lie on the table; say one of: {known:list}", said=text, known=known_ones
    )


def say(message: Command | Event | Fact) -> Message:
    """The message in words."""
    kind = type(message)
    phrase = _phrase(message) if isinstance(message, Event) else _fullest(message)
    said = _said(message, phrase) if phrase else Message(kind.__name__)
    if isinstance(message, Command) and message.recorded is not None:
        values = {"word": place_field(kind) or "place", "number": message.recorded.place, "said": said}
        seen = Message("{word:name} {number}: {said}", values)
        if seconds := message.recorded.seconds_ago:
            return Message("{seconds} seconds ago: {said}", {"seconds": seconds, "said": seen})
        return seen
    return said


def announce(event: Event, name_at: Callable[[int], str | None]) -> str:
    """The event as it is called out at the table: "Seat 4 bets 10" is "Gauss bets 10" if Gauss sits there.

    Nothing where it is about no place; then its words are as good.
    """
    template, spoken, places = _template(type(event), _phrase(event))
    if not places:
        return ""
    values = _values(event, spoken)
    named = {field: name for field in places if (name := name_at(values[field]))}
    return Message(template, values | named)


def aside(event: Event) -> tuple[int, Message] | None:
    """What can stand beside a place, in words: (4, "calls $10")."""
    found = event.aside()
    return None if found is None else (found[0], _said(event, found[1], "dollars"))


def _said(message: Command | Event | Fact, phrase: str, money: str = "money") -> Message:
    template, spoken, _ = _template(type(message), phrase, money)
    return Message(template, _values(message, spoken))


_Spoken = tuple[tuple[str, bool], ...]


def _values(message: Command | Event | Fact, spoken: _Spoken) -> dict[str, Any]:
    found = {name: getattr(message, name) for name, _ in spoken}
    return found | {name: facts_said(found[name]) for name, is_facts in spoken if is_facts}


def facts_said(facts: Iterable[Fact | Message]) -> tuple[Message, ...]:
    return tuple([fact if isinstance(fact, Message) else say(fact) for fact in facts])


# Where an announcement begins with a place, or a part of it does.
_PLACE = re.compile(r"(^|[:;,] )([Ss]eat|[Pp]lace) \{(seat|place)\}")
# Fields that hold somebody's id.
_PEOPLE = frozenset({"player", "person", "by"})


@lru_cache(1 << 12)
def _template(kind: type[Struct], phrase: str, money: str = "money") -> tuple[str, _Spoken, tuple[str, ...]]:
    """A phrase with the kinds of its values, which fields are said, and which of them as places."""
    known, shown = fields(kind), _spoken(phrase)
    places = tuple(found[3] for found in _PLACE.finditer(phrase))
    phrase = _PLACE.sub(lambda found: f"{found[1]}{{{found[3]}:{found[2]}}}", phrase)
    for name in shown:
        phrase = phrase.replace(f"{{{name}}}", f"{{{name}{_kind(name, known.get(name), money)}}}")
    return phrase, tuple((name, name in known and known[name].kind == "facts") for name in shown), places


def template_of(kind: type[Struct], phrase: str) -> str:
    """The phrase of a command, an event or a fact as a language is asked for it."""
    return _template(kind, phrase)[0]


def _kind(name: str, field: Field | None, money: str) -> str:
    """How the value is said, as it stands in a template behind its name."""
    if field is None or field.kind == "integer":
        return ""
    if field.kind in ("text", "words"):
        return ":person" if name in _PEOPLE else ":text"
    return ":" + {"money": money, "choice": "name"}.get(field.kind, field.kind)


@lru_cache(1 << 12)
def _spoken(phrase: str) -> tuple[str, ...]:
    """The fields that a phrase mentions."""
    return tuple({name: None for _, name, _, _ in Formatter().parse(phrase) if name})


def _fullest(command: Command | Fact) -> str:
    """The phrase that mentions most of what was given, and least of what was not."""
    kind = type(command)
    given = {name for name, default in _blanks(kind) if getattr(command, name) not in (default, (), "", None)}
    mentioned = {text: set(_spoken(text)) for text in kind.words}
    return max(mentioned, key=lambda text: (len(mentioned[text] & given), -len(mentioned[text])), default="")


@lru_cache(1 << 10)
def _blanks(kind: type[Command | Fact]) -> tuple[tuple[str, Any], ...]:
    """What a command of this kind can say, beside who said it when, and what it says by itself."""
    found = msgspec.structs.fields(kind)
    return tuple((field.name, field.default) for field in found if field.name not in _NOT_SAID)
