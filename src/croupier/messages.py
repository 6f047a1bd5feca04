"""What a person can read: a template in plain English with its values, said last and in any language.

    Message("bet {least:money} to {most:money}, not {amount:money}", {"least": 5_00, ...})

A message is a string, the sentence in English, that remembers what it was made from: whoever knows another
language says it again (`croupier.languages`). Behind the colon is the kind of the value, and how a kind is
said belongs to the language: money, card, cards, a name such as `play_on` ("play on"), a role with its
article, a person by name, a seat by who sits there, or further messages joined by "or" or "and". A value
without a kind is said as it is. Values are never read as templates, so nobody's name can change a sentence.

Where a number changes the words, the template has both, "{count:count} card | {count:count} cards": it is the
first value of that kind that decides, and each language has as many forms as it needs.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from string import Formatter
from typing import Any, Self

from croupier.cards import RANKS, rank_name, show
from croupier.money import FixedPrize, ForOne, JackpotShare, Pay, ToOne, say_money

Sayer = Callable[[Any], str]
FORMS = " | "  # between the forms of a sentence whose words change with a number


class Message(str):
    """A sentence, or a part of one, that somebody will read."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, values: Mapping[str, Any] = {}) -> Self:
        self = super().__new__(cls, ENGLISH.said(template, values) if "{" in template else template)
        self.template, self.values = template, values
        return self

    def __getnewargs__(self) -> tuple[str, Mapping[str, Any]]:  # type: ignore[override]
        return self.template, self.values


def reason_of(error: Exception) -> str:
    """What an error says, as a message if it is one of those that remember their template."""
    if isinstance(template := getattr(error, "template", None), str):
        return template if isinstance(template, Message) else Message(template, error.values)  # type: ignore[attr-defined]
    return str(error)


class Told(Exception):  # noqa: N818 - each names what went wrong
    """Something went wrong that a person can put right, and reads about in any language."""

    def __init__(self, template: str, /, **values: Any) -> None:
        message = template if isinstance(template, Message) else Message(template, values)
        super().__init__(message)
        self.template, self.values = message.template, message.values


def kept(value: Any) -> Any:
    """A message, or whatever has messages in it, as it is written into a record; `recalled` reads it."""
    if isinstance(value, Message):
        values = {name: kept(each) for name, each in value.values.items()}
        return {"template": value.template, "values": values}
    return [kept(each) for each in value] if isinstance(value, list | tuple) else value


def recalled(written: Any) -> Any:
    if isinstance(written, dict):
        values = {name: recalled(each) for name, each in written["values"].items()}
        return Message(written["template"], values)
    return [recalled(each) for each in written] if isinstance(written, list) else written


class Language:
    """How templates and kinds of values are said. English says the templates as they stand."""

    def __init__(
        self,
        name: str,
        translate: Callable[[str], str],
        joined_by: Mapping[str, str],
        *,
        comma: str = ", ",
        name_of: Callable[[str], str] = str,
        form_for: Callable[[int], int] = lambda count: int(count != 1),
    ) -> None:
        self.name, self.translate, self._joined, self._comma = name, translate, joined_by, comma
        self._form_for = form_for
        self._kinds: dict[str, Sayer] = {
            "": self._plain,
            "money": say_money,
            "dollars": lambda cents: "$" + say_money(cents),
            "count": lambda count: f"{count:,}",
            "card": show,
            "cards": lambda cards: " ".join(map(show, cards)) or self.translate("no cards"),
            "name": lambda name: self.translate(str(name).replace("_", " ")),
            "role": lambda role: self.translate(somebody(role)),
            "person": lambda person: self.translate(person) if person == "system" else name_of(person),
            "flag": lambda is_so: self.translate("yes" if is_so else "no"),
            "text": self._text,
            "facts": lambda facts: joined_by["and"].join(map(self._plain, facts)),  # as they are read back
            **{word: self._somebody_at(word) for word in ("seat", "place", "Seat", "Place")},
            **{kind: self._joined_by(word) for kind, word in joined_by.items()},
        }

    def calling(self, name_of: Callable[[str], str]) -> "Language":
        """The same, with people called by their names."""
        return Language(
            self.name,
            self.translate,
            self._joined,
            comma=self._comma,
            name_of=name_of,
            form_for=self._form_for,
        )

    def say(self, message: str) -> str:
        """What was said in English; a plain string is somebody's own words, and stays."""
        return self.said(message.template, message.values) if isinstance(message, Message) else message

    def said(self, template: str, values: Mapping[str, Any]) -> str:
        pieces = []
        translated = self.translate(template)
        if FORMS in translated:
            translated = self._form(translated, values)
        for text, field, kind in parts(translated):
            pieces.append(text)
            if field is None:
                continue
            if field not in values:
                pieces.append(f"{{{field}}}")
            elif (value := values[field]) is None:
                pieces.append(self.translate("nobody"))
            elif isinstance(value, Message):
                pieces.append(self.said(value.template, value.values))
            else:
                pieces.append(self._kinds[kind](value))
        return "".join(pieces)

    def _form(self, template: str, values: Mapping[str, Any]) -> str:
        """The form for this number: of a card, of two, of five."""
        forms = template.split(FORMS)
        count = next((values.get(field or "") for _, field, kind in parts(template) if kind == "count"), None)
        return forms[min(self._form_for(count), len(forms) - 1)] if isinstance(count, int) else forms[-1]

    def _plain(self, value: Any) -> str:
        return self.said(value.template, value.values) if isinstance(value, Message) else str(value)

    def _text(self, text: str) -> str:
        """What a game wrote into a record: a hand, other words that are known, or somebody's own."""
        if isinstance(text, Message):
            return self.say(text)
        if (found := self.translate(text)) != text:
            return found
        word, _, number = text.rpartition(" ")
        if number.isdecimal():  # "box 3"
            return self.said(word + " {number}", {"number": number})
        if ", " not in text:
            return text
        hands = parts_of_hands()
        found_parts = [self.say(hands.get(part, "")) or self.translate(part) for part in text.split(", ")]
        known = all(said != part for said, part in zip(found_parts, text.split(", "), strict=True))
        return self._comma.join(found_parts) if known else text

    def _somebody_at(self, word: str) -> Sayer:
        def said(place: int | str) -> str:
            """By the name of who sits there, where that is known."""
            if isinstance(place, str):
                return place
            if place < 0:
                return self.translate("the dealer")
            return self.said(word + " {number}", {"number": place})

        return said

    def _joined_by(self, word: str) -> Sayer:
        def joined(values: Sequence[Any]) -> str:
            """ "call, check or fold": the last one behind the word, the others behind commas."""
            said = [self._plain(value) for value in values]
            return word.join([self._comma.join(said[:-1]), said[-1]]) if len(said) > 1 else "".join(said)

        return joined


def called(words: str) -> Message:
    """What is called so in a record: a hand of cards, a table with the title of its document."""
    return Message("{words:text}", {"words": words})


def pays_words(pay: Pay) -> Message:
    """What a line of a pay table pays."""
    match pay:
        case ToOne(numerator, denominator):
            return Message("{odds} to {one}", {"odds": numerator, "one": denominator})
        case ForOne(multiple):
            return Message("{multiple} for 1", {"multiple": multiple})
        case FixedPrize(cents):
            return Message("{cents:money} fixed", {"cents": cents})
        case JackpotShare(percent):
            return Message("{percent}% of jackpot", {"percent": percent})


def titled(name: str) -> Message:
    """The name of a setting or of a pay table as a title: `small_blind` is "Small blind"."""
    return Message(name.replace("_", " ").capitalize())


def spaced(name: str) -> str:
    """The name of a type in words: "RaiseTo" is "Raise to"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def in_english(value: object) -> str:
    """For encoders of what is kept, or read by programs: a message is its text."""
    if isinstance(value, Message):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be written")


def somebody(role: str) -> str:
    """A role with its article: "a dealer", "an auditor"."""
    words = role.replace("_", " ")
    article = "the" if role == "system" else "an" if role[0] in "aeiou" else "a"
    return f"{article} {words}"


@cache
def parts_of_hands() -> dict[str, Message]:
    """What stands between the commas where a hand is told: "Kings over Jacks", "Ace kicker"."""
    one, many = [rank_name(rank) for rank in RANKS], [rank_name(rank, plural=True) for rank in RANKS]
    found = [
        *(Message("{rank:name} high", {"rank": rank}) for rank in one),
        *(Message("{rank:name} kicker", {"rank": rank}) for rank in one),
    ]
    for template, ranks in (
        ("{one:name} over {other:name}", many),
        ("{one:name} and {other:name}", many),
        ("{one:name} and {other:name} kickers", one),
    ):
        found += [Message(template, {"one": each, "other": other}) for each in ranks for other in ranks]
    return {str(part): part for part in found}


@lru_cache(1 << 14)
def parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template taken apart: text, the value behind it if there is one, and its kind."""
    try:
        return tuple((text, field, kind or "") for text, field, kind, _ in Formatter().parse(template))
    except ValueError:  # a brace alone: somebody's own words
        return ((template, None, ""),)


ENGLISH = Language("en", lambda template: template, {"or": " or ", "and": " and ", "list": ", "})
