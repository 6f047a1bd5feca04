"""An edition: one approved rule document as data. Built only by `load`, never changed afterwards."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from croupier.money import Pay

# Money is in cents, a percentage is exact, a choice is text.
Value: TypeAlias = bool | int | str | Fraction

Kind: TypeAlias = Literal[
    "definition",
    "setup",
    "layout",
    "betting",
    "decision",
    "procedure",
    "showdown",
    "settlement",
    "jackpot",
    "irregularity",
    "authority",
]
Executable: TypeAlias = Literal["yes", "partly", "no"]
Effect: TypeAlias = Literal["behaviour", "wording"]
ValueType: TypeAlias = Literal["money", "integer", "percent", "choice", "boolean", "text"]


class Paragraph(Struct, frozen=True):
    """One paragraph of the document, with a gist in our own words."""

    number: str
    kind: Kind
    executable: Executable
    gist: str


class Parameter(Struct, frozen=True):
    """A quantity that the document itself fixes; `informative` says why nothing reads it, if nothing does."""

    name: str
    value: Value | tuple[int, ...]
    paragraph: str
    is_money: bool = False
    informative: str | None = None


class PayLine(Struct, frozen=True):
    """One line of a pay table: what wins, and what it pays."""

    key: str
    pays: Pay
    words: str


class PayTable(Struct, frozen=True):
    """A pay table, best line first."""

    name: str
    paragraph: str
    lines: tuple[PayLine, ...]

    def line(self, key: str) -> PayLine | None:
        """The line that pays for `key`, or None where the table has none."""
        return next((line for line in self.lines if line.key == key), None)


class Setting(Struct, frozen=True):
    """A quantity or a reading that the document leaves to the House."""

    name: str
    type: ValueType
    default: Value
    paragraphs: tuple[str, ...]
    words: str
    minimum: Value | None = None
    maximum: Value | None = None
    choices: tuple[Value, ...] = ()
    not_below: str | None = None
    times: int = 1  # of it
    multiple_of: str | None = None  # another setting, such as the lowest chip it is paid in
    reading: str | None = None


class Reading(Struct, frozen=True):
    """A place that the document leaves open, and how it is read here."""

    id: str
    title: str
    paragraphs: tuple[str, ...]
    taken: str
    settings: tuple[str, ...] = ()


class Change(Struct, frozen=True):
    """A difference from an earlier edition of the game."""

    since: str
    subject: str
    before: str
    after: str
    rules: tuple[str, ...]
    effect: Effect


class Edition(Struct, frozen=True):
    """One version of one game's rules, complete like the document it stands for."""

    id: str
    game: str
    version: int
    operator: str
    title: str
    effective: datetime
    file: Path
    paragraphs: Mapping[str, Paragraph]
    rules: Mapping[str, tuple[str, ...]]
    parameters: Mapping[str, Parameter]
    paytables: Mapping[str, PayTable]
    policies: Mapping[str, str]
    settings: Mapping[str, Setting]
    readings: Mapping[str, Reading]
    changes: tuple[Change, ...]
    based_on: str | None = None

    def keys_of(self, paragraph: str) -> tuple[str, ...]:
        """The rule keys that cite this paragraph, its own key first."""
        return tuple(key for key, numbers in self.rules.items() if paragraph in numbers)

    def own_paragraphs(self) -> dict[str, tuple[str, ...]]:
        """Rule key -> the paragraphs that are its own.

        A paragraph belongs to the first key that lists it. A key listed later for the same paragraph only
        borrows it: the edition has no paragraph of its own on that matter.
        """
        owned: dict[str, tuple[str, ...]] = {}
        taken: set[str] = set()
        for key, numbers in self.rules.items():
            if own := tuple(number for number in numbers if number not in taken):
                owned[key] = own
                taken.update(own)
        return owned

    def readings_on(self, paragraph: str) -> tuple[Reading, ...]:
        """The readings attached to a paragraph."""
        return tuple(reading for reading in self.readings.values() if paragraph in reading.paragraphs)

    def readings_of(self, setting: str) -> tuple[Reading, ...]:
        """The readings that a setting switches."""
        return tuple(reading for reading in self.readings.values() if setting in reading.settings)
