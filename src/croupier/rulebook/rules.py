"""An edition as one table has adopted it: the only thing that game code asks."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeVar

from croupier.messages import Message
from croupier.rulebook.citation import Citation
from croupier.rulebook.edition import Edition, PayTable, Value
from croupier.rulebook.errors import PolicyError, SettingError, UnknownKeyError, suggest
from croupier.rulebook.policies import Policies, Policy
from croupier.rulebook.settings import accepted, settle, write_value
from croupier.rulebook.terms import Reader, Terms, bind, is_read_by_name, watched

_NOTHING: Mapping[str, object] = MappingProxyType({})
_T = TypeVar("_T", bound=Terms)


class Rules:
    """Citations, settings, parameters, pay tables and policies of an adopted edition. Never changes."""

    __slots__ = ("_chosen", "_citations", "_functions", "_reader", "_settings", "edition", "terms")

    def __init__(
        self, edition: Edition, settings: Mapping[str, Value], functions: Mapping[str, Policy] | None
    ) -> None:
        self.edition = edition
        self._settings = settings
        self._chosen = _differing(edition, settings)
        self.terms: dict[type[Terms], Terms] = {}
        self._functions = functions
        self._reader: Reader | None = None
        self._citations: dict[tuple[tuple[str, ...], str | None], tuple[Citation, ...]] = {}

    @classmethod
    def adopt(
        cls,
        edition: Edition,
        settings: Mapping[str, object] = _NOTHING,
        policies: Policies | None = None,
    ) -> "Rules":
        """Adopt an edition with a house's settings; SettingError or PolicyError if they do not fit.

        Settings may be text as a person writes it ("5.00", "yes", "2.5%") or native values (500, True).
        Without `policies` the rules can be cited and read but `policy` has nothing to give. With them, a game
        that has bound its `Terms` refuses an edition with a parameter that nothing reads.
        """
        for name in settings:
            if name not in edition.settings:
                _refuse_fixed(edition, name)
        return cls._resolved(edition, settle(edition.settings, settings), policies)

    @classmethod
    def accepted(
        cls,
        edition: Edition,
        settings: Mapping[str, object] = _NOTHING,
        policies: Policies | None = None,
    ) -> "Rules":
        """Rules that a table plays by already, as its journal names them.

        A bound that became narrower since then is for new tables: these were taken, and Rounds rest on them.
        """
        return cls._resolved(edition, accepted(edition.settings, settings), policies)

    @classmethod
    def _resolved(cls, edition: Edition, values: Mapping[str, Value], policies: Policies | None) -> "Rules":
        if policies is None:
            return cls(edition, values, None)
        texts = {name: write_value(edition.settings[name].type, value) for name, value in values.items()}
        rules = cls(edition, values, policies.resolve(edition, texts))
        if policies.terms is not None:
            bind(rules, policies.terms)
        return rules

    @property
    def settings(self) -> Mapping[str, Value]:
        """Every setting with its value."""
        if self._reader is not None:
            self._reader.settings.update(self._settings)
        return self._settings

    @property
    def chosen(self) -> Mapping[str, str]:
        """What a house chose against the defaults, as text that `adopt` reads back: as journals keep it."""
        if self._reader is not None:
            self._reader.settings.update(self._settings)
        return self._chosen

    @property
    def can_play(self) -> bool:
        """Whether a game's policies came with them, as at a table; else they are for reading and citing."""
        return self._functions is not None

    def afresh(self) -> "Rules":
        """The same rules with nothing looked up yet: everything that is asked of them can be seen."""
        return Rules(self.edition, self._settings, self._functions)

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """Remember what is asked for meanwhile."""
        assert self._reader is None, "somebody is reading these rules already"
        self._reader = Reader()
        try:
            yield self._reader
        finally:
            self._reader = None

    def read(self, terms: type[_T]) -> _T:
        """A game's terms under these rules; an answer depends on those of their fields that it asks for."""
        reader = self._reader
        if reader is None or not is_read_by_name(terms):
            return terms.read(self)
        self._reader = None
        try:
            return watched(terms.read(self), self.edition, reader)
        finally:
            self._reader = reader

    def cite(self, *keys: str, reading: str | None = None) -> tuple[Citation, ...]:
        """The paragraphs behind these rule keys: the same tuple every time."""
        if self._reader is not None:
            self._reader.rules.update(keys)
        try:
            return self._citations[keys, reading]
        except KeyError:
            citations = self._look_up(keys, reading)
            return self._citations.setdefault((keys, reading), citations)

    def _look_up(self, keys: tuple[str, ...], reading: str | None) -> tuple[Citation, ...]:
        if not keys:
            raise UnknownKeyError(
                "{edition}: a citation needs at least one rule key", edition=self.edition.id
            )
        if reading is not None and reading not in self.edition.readings:
            raise self._unknown("reading", reading, self.edition.readings)
        numbers: dict[str, None] = {}
        for key in keys:
            if key not in self.edition.rules:
                raise self._unknown("rule", key, self.edition.rules)
            numbers.update(dict.fromkeys(self.edition.rules[key]))
        return tuple(Citation(self.edition.id, number, reading) for number in numbers)

    def __getitem__(self, name: str) -> Any:
        """A setting's value: money in cents, a percentage as an exact fraction, a choice as text."""
        if self._reader is not None:
            self._reader.settings.add(name)
        try:
            return self._settings[name]
        except KeyError:
            raise self._unknown("setting", name, self._settings) from None

    def money(self, name: str) -> int:
        """A money setting in cents."""
        value = self[name]
        assert type(value) is int, f"{name} is not money"
        return value

    def integer(self, name: str) -> int:
        """A whole-number setting."""
        value = self[name]
        assert type(value) is int, f"{name} is not a whole number"
        return value

    def percent(self, name: str) -> Fraction:
        """A percentage setting, exact: `cents * percent // 100` is the part rounded down."""
        value = self[name]
        assert type(value) is Fraction, f"{name} is not a percentage"
        return value

    def choice(self, name: str) -> str:
        """A setting whose value is one of several words."""
        value = self[name]
        assert type(value) is str, f"{name} is not a choice"
        return value

    def flag(self, name: str) -> bool:
        """A yes-or-no setting."""
        value = self[name]
        assert type(value) is bool, f"{name} is not yes or no"
        return value

    def parameter(self, name: str) -> Any:
        """A quantity that the document itself fixes; money in cents."""
        if self._reader is not None:
            self._reader.parameters.add(name)
        try:
            return self.edition.parameters[name].value
        except KeyError:
            raise self._unknown("parameter", name, self.edition.parameters) from None

    def paytable(self, name: str) -> PayTable:
        """A pay table, best line first."""
        if self._reader is not None:
            self._reader.paytables.add(name)
        try:
            return self.edition.paytables[name]
        except KeyError:
            raise self._unknown("pay table", name, self.edition.paytables) from None

    def policy(self, key: str) -> Policy:
        """The function that implements this edition's behaviour for a rule key or a setting."""
        if self._functions is None:
            raise PolicyError(f"{self.edition.id} was adopted without policies; {key} has no function here")
        if self._reader is not None:
            self._reader.policies.add(key)
        try:
            return self._functions[key]
        except KeyError:
            raise self._unknown("policy", key, self._functions) from None

    def _unknown(self, what: str, name: str, known: Mapping[str, object]) -> UnknownKeyError:
        template = "{edition} has no {what:text} '{name}'; {nearest}"
        nearest = suggest(name, known)
        return UnknownKeyError(template, edition=self.edition.id, what=what, name=name, nearest=nearest)

    def __repr__(self) -> str:
        return f"Rules({self.edition.id!r}, {dict(self.chosen)!r})"


def _refuse_fixed(edition: Edition, name: str) -> None:
    """What the document itself says is not for a house to choose."""
    if parameter := edition.parameters.get(name):
        values = {"name": name, "value": parameter.value}
        problem = Message("{name}: the document fixes it at {value}, so it is not a setting", values)
        raise SettingError(problem, (parameter.paragraph,))
    if name in edition.rules:
        said = Message("{name}: the document says it, so it is not a setting", {"name": name})
        raise SettingError(said, tuple(_below_heading(edition, number) for number in edition.rules[name]))


def _below_heading(edition: Edition, number: str) -> str:
    """What a mere heading stands above: the first paragraph below it."""
    if not edition.paragraphs[number].gist.startswith("Heading"):
        return number
    return next((each for each in edition.paragraphs if each.startswith(f"{number}.")), number)


def _differing(edition: Edition, settings: Mapping[str, Value]) -> dict[str, str]:
    """What a house chose against the defaults, as text that `adopt` reads back: the form journals keep."""
    return {
        name: write_value(edition.settings[name].type, value)
        for name, value in settings.items()
        if value != edition.settings[name].default
    }
