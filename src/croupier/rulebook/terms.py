"""The numbers of the book as a game uses them: one typed `Terms` per game, for table and mathematics alike.

A field has the name of a parameter, a setting or a pay table, and is filled from it:

    @POKER.policies.binding
    class PokerTerms(Terms, frozen=True):
        missed_turns_deemed_left: Annotated[int, Meta(ge=1, le=10)]     # [parameters]; what the code can play
        small_blind: int                                                # [settings], in cents
        big_blind_multiple: int

        @property
        def big_blind(self) -> int:
            return self.small_blind * self.big_blind_multiple

    PokerTerms.of(rules).big_blind         # built once for the same rules, however often it is asked for

`binding` makes the book bind: from then on an edition of that game is refused if one of its parameters or pay
tables is not read here, unless the file marks it `informative = "why"`. A game that needs more than fields,
such as citations looked up once, overrides `read`; whatever it asks `rules` for while it runs counts as read.
What only some editions have is written `name: int | None = None`. `Lines` and `Names` say which lines of a
pay table and which words the game knows: a line that nothing pays by does not load either.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from croupier.money import Pay, ToOne
from croupier.rulebook.edition import Edition, PayTable
from croupier.rulebook.errors import EditionError, UnknownKeyError, suggest

if TYPE_CHECKING:
    from croupier.rulebook.rules import Rules

_T = TypeVar("_T", bound="Terms")


class Lines(Struct, frozen=True):
    """The lines that a game pays by: `main: Annotated[PayTable, Lines(("regular", "blackjack"))]`."""

    needed: tuple[str, ...] = ()
    also: str = ""  # a pattern for the keys of lines that an edition may have
    pays: tuple[type[Pay], ...] = (ToOne,)

    def check(self, edition: Edition, name: str) -> None:
        found = edition.paytables[name].lines if name in edition.paytables else ()
        for line in found:
            where = f"paytables.{name}.{line.key}"
            if line.key not in self.needed and not re.fullmatch(self.also, line.key):
                problem = "nothing pays by this line, so it would change nothing; "
                raise EditionError(edition.file, where, problem + suggest(line.key, self.needed))
            if not isinstance(line.pays, self.pays):
                raise EditionError(edition.file, where, "the game does not pay this line in that way")
        for key in self.needed:
            if key not in {line.key for line in found}:
                raise EditionError(edition.file, f"paytables.{name}.{key}", "missing; the game pays by it")


class Names(Struct, frozen=True):
    """The words that a game knows: `ante_pays_from: Annotated[str, Names(("straight", "flush"))]`."""

    known: tuple[str, ...]

    def check(self, edition: Edition, name: str) -> None:
        """The value of a parameter, or all that a House may choose from."""
        parameter, setting = edition.parameters.get(name), edition.settings.get(name)
        section = "settings" if parameter is None else "parameters"
        for value in (parameter.value,) if parameter is not None else setting.choices if setting else ():
            if value not in self.known:
                problem = f"{value!r} cannot be played; it may be {', '.join(self.known)}"
                raise EditionError(edition.file, f"{section}.{name}", problem)


class Terms(Struct, frozen=True, kw_only=True):
    """What a game takes from an edition and a house's settings."""

    @classmethod
    def of(cls, rules: "Rules") -> Self:
        """The terms under these rules; the same object every time."""
        found = rules.terms.get(cls)
        if found is None:
            found = rules.terms[cls] = rules.read(cls)
        assert isinstance(found, cls)
        return found

    @classmethod
    def read(cls, rules: "Rules") -> Self:
        """Read every field by its name; UnknownKeyError or EditionError where the edition does not fit."""
        _check_bounds(cls, rules.edition)
        for name, words in _known_words(cls):
            words.check(rules.edition, name)
        optional = {field.name for field in fields(cls) if field.default is None}
        known = {*rules.edition.parameters, *rules.edition.settings, *rules.edition.paytables}
        return cls(
            **{
                name: _value(rules, name, kind)
                for name, kind in fields_of(cls).items()
                if name in known or name not in optional
            }
        )


@cache
def fields_of(terms: type[Terms]) -> Mapping[str, Any]:
    """The fields of a game's terms with their types."""
    hints = get_type_hints(terms)
    return {name: hints[name] for name in terms.__struct_fields__}


@cache
def bounds_of(terms: type[Terms]) -> Mapping[str, tuple[int, int]]:
    """What the game can play, for the fields that say so with `Meta(ge=..., le=...)`."""
    hints = get_type_hints(terms, include_extras=True)
    return {
        name: (meta.ge, meta.le)
        for name in terms.__struct_fields__
        for meta in getattr(hints[name], "__metadata__", ())
        if isinstance(meta, Meta) and isinstance(meta.ge, int) and isinstance(meta.le, int)
    }


@cache
def _known_words(terms: type[Terms]) -> tuple[tuple[str, Lines | Names], ...]:
    """Fields that say which lines or words the game knows."""
    hints = get_type_hints(terms, include_extras=True)
    return tuple(
        (name, each)
        for name in terms.__struct_fields__
        for each in getattr(hints[name], "__metadata__", ())
        if isinstance(each, Lines | Names)
    )


def _value(rules: "Rules", name: str, kind: Any) -> Any:
    edition = rules.edition
    kinds = tuple(part for part in get_args(kind) if part is not NoneType) if _is_union(kind) else (kind,)
    if PayTable in kinds:
        return rules.paytable(name)
    if name in edition.parameters:
        value, section = rules.parameter(name), "parameters"
    elif name in edition.settings:
        value, section = rules[name], "settings"
    else:
        raise UnknownKeyError(
            "{file}: parameters.{name}: missing; the game reads it", file=edition.file.name, name=name
        )
    if Fraction in kinds and type(value) is int:
        return Fraction(value)
    if type(value) not in [get_origin(part) or part for part in kinds]:
        words = " or ".join(_WORDS.get(part, "whole numbers") for part in kinds)
        raise EditionError(edition.file, f"{section}.{name}", f"the game reads {words}, not {value!r}")
    return value


def _check_bounds(terms: type[Terms], edition: Edition) -> None:
    for name, (low, high) in bounds_of(terms).items():
        parameter = edition.parameters.get(name)
        values = () if parameter is None else parameter.value
        for value in values if isinstance(values, tuple) else (values,):
            if isinstance(value, int) and not low <= value <= high:
                problem = f"{value} cannot be played; it may be {low} to {high}"
                raise EditionError(edition.file, f"parameters.{name}", problem)


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType)


_WORDS: Mapping[Any, str] = {
    int: "a whole number",
    bool: "true or false",
    str: "text",
    Fraction: "a percentage",
}


class Reader:
    """Remembers what rules were asked for: what somebody's answer depends on."""

    def __init__(self) -> None:
        self.parameters: set[str] = set()
        self.paytables: set[str] = set()
        self.settings: set[str] = set()
        self.rules: set[str] = set()
        self.policies: set[str] = set()

    def note(self, edition: Edition, name: str) -> None:
        """A field of the terms was asked for."""
        for known, asked in (
            (edition.parameters, self.parameters),
            (edition.settings, self.settings),
            (edition.paytables, self.paytables),
        ):
            if name in known:
                asked.add(name)
                return
        self.parameters.add(name)  # that an edition has it not is something that it says

    def unread(self, edition: Edition) -> tuple[str, ...]:
        """What stands in the edition and nothing has asked for, but for what is marked as informative."""
        parameters = (
            f"parameters.{name}"
            for name, parameter in edition.parameters.items()
            if name not in self.parameters and parameter.informative is None
        )
        paytables = (f"paytables.{name}" for name in edition.paytables if name not in self.paytables)
        return (*parameters, *paytables)

    def needless(self, edition: Edition) -> tuple[str, ...]:
        """Parameters that are marked as informative although they are read."""
        return tuple(
            name
            for name, parameter in edition.parameters.items()
            if name in self.parameters and parameter.informative is not None
        )


def watched(terms: _T, edition: Edition, reader: Reader) -> _T:
    """The same terms, whose reader hears of every field that is asked for: what an answer depends on."""
    plain = type(terms)
    names = frozenset(plain.__struct_fields__)

    class Watched(plain, frozen=True, kw_only=True):  # type: ignore[misc, valid-type, call-arg]
        def __getattribute__(self, name: str) -> Any:
            if name in names:
                reader.note(edition, name)
            return plain.__getattribute__(self, name)

    return Watched(**{name: getattr(terms, name) for name in names})


def is_read_by_name(terms: type[Terms]) -> bool:
    """Whether fields are what the edition has under their names: their own `read` may hold more."""
    return terms.read.__func__ is Terms.read.__func__  # type: ignore[attr-defined]


def bind(rules: "Rules", terms: type[Terms]) -> None:
    """Read a game's terms; EditionError if the edition says something that the game does not heed."""
    with rules.reading() as reader:
        rules.terms[terms] = terms.read(rules)
    edition = rules.edition
    if unread := reader.unread(edition):
        more = f" (and {len(unread) - 1} more: {', '.join(unread[1:])})" if len(unread) > 1 else ""
        near = get_close_matches(unread[0].partition(".")[2], fields_of(terms), n=1)
        meant = f"did you mean {near[0]!r}? Else " if near else ""
        raise EditionError(
            edition.file,
            unread[0],
            f"nothing reads it, so it would change nothing; {meant}"
            f'mark it informative = "why", or remove it{more}',
        )
    if needless := reader.needless(edition):
        problem = "is marked as informative, but the game reads it"
        raise EditionError(edition.file, f"parameters.{needless[0]}.informative", problem)
