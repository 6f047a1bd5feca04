"""What an observation is made of: named columns, as an array of whole numbers, a dictionary, or one flat
vector.

The array is what the tables themselves give: cards as numbers 0 to 51 (52: none), money in cents, the rest
as they are. The dictionary has the same numbers by name. The flat vector is for networks: cards and kinds
one-hot, money in units, counts as a part of their most.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

Form = Literal["array", "dict", "flat"]
FORMS: Final = ("array", "dict", "flat")
NO_CARD: Final = 52
MONEY_MAX: Final = 2**31 - 1


@dataclass(frozen=True)
class Column:
    """One thing that is seen. `size` numbers of one kind, each from 0 (money: any amount) to `most`."""

    name: str
    kind: Literal["card", "choice", "count", "money"]
    most: int
    words: str
    """What the number means."""
    size: int = 1
    nothing: int = 0
    """What stands there when nothing is to be seen."""

    @property
    def flat_size(self) -> int:
        if self.kind == "card":
            return NO_CARD
        return self.size * (self.most + 1 if self.kind == "choice" else 1)


def card(name: str, words: str, size: int = 1) -> Column:
    return Column(name, "card", NO_CARD, words, size, NO_CARD)


def choice(name: str, most: int, words: str, size: int = 1, nothing: int = 0) -> Column:
    return Column(name, "choice", most, words, size, nothing)


def count(name: str, most: int, words: str, size: int = 1) -> Column:
    return Column(name, "count", most, words, size)


def money(name: str, words: str, size: int = 1) -> Column:
    return Column(name, "money", MONEY_MAX, words, size)


@dataclass(frozen=True)
class Layout:
    """The columns of one game's observations, in order; `unit` is one unit of money in cents."""

    columns: Sequence[Column]
    unit: int

    @cached_property
    def width(self) -> int:
        return sum(column.size for column in self.columns)

    @cached_property
    def places(self) -> Mapping[str, slice]:
        """Where each column stands in the array."""
        found, at = {}, 0
        for column in self.columns:
            found[column.name] = slice(at, at + column.size)
            at += column.size
        return found

    @cached_property
    def nothing(self) -> NDArray[np.int32]:
        """The observation of a Round that is over: nobody is asked, nothing is shown."""
        return np.concatenate([np.full(column.size, column.nothing, np.int32) for column in self.columns])

    def explained(self) -> str:
        """A table in Markdown of what every number means."""
        lines = ["| numbers | name | kind | what it means |", "|---|---|---|---|"]
        for column in self.columns:
            place = self.places[column.name]
            numbers = str(place.start) if column.size == 1 else f"{place.start} to {place.stop - 1}"
            kind = column.kind if column.kind in ("card", "money") else f"{column.kind}, 0 to {column.most}"
            lines.append(f"| {numbers} | `{column.name}` | {kind} | {column.words} |")
        return "\n".join(lines)

    @cached_property
    def highs(self) -> NDArray[np.int32]:
        return np.concatenate([np.full(column.size, column.most, np.int32) for column in self.columns])

    def space(self, form: Form) -> spaces.Space[Any]:
        """The space of one observation in this form."""
        check_form(form)
        lows = np.zeros(self.width, np.int32)
        if form == "array":
            return spaces.Box(lows, self.highs, dtype=np.int32)
        if form == "dict":
            return spaces.Dict(
                {column.name: spaces.Box(0, column.most, (column.size,), np.int32) for column in self.columns}
            )
        return spaces.Box(0.0, np.float32(MONEY_MAX), (self.flat_width,), np.float32)

    @cached_property
    def flat_width(self) -> int:
        return sum(column.flat_size for column in self.columns)

    def shape(self, numbers: NDArray[np.int32], form: Form) -> Any:
        """One observation (or a batch of them, a row each) in the form asked for; arrays are copies."""
        if form == "array":
            return numbers.copy()
        if form == "dict":
            return {name: numbers[..., place].copy() for name, place in self.places.items()}
        return self.flat(numbers)

    def flat(self, numbers: NDArray[np.int32]) -> NDArray[np.float32]:
        rows = numbers.reshape(-1, self.width)
        parts = [self._flat(column, rows[:, self.places[column.name]]) for column in self.columns]
        return np.concatenate(parts, axis=1).reshape(*numbers.shape[:-1], self.flat_width)

    def _flat(self, column: Column, numbers: NDArray[np.int32]) -> NDArray[np.float32]:
        if column.kind == "money":
            return (numbers / np.float32(self.unit)).astype(np.float32)
        if column.kind == "count":
            return (numbers / np.float32(column.most)).astype(np.float32)
        rows = np.arange(len(numbers))
        if column.kind == "card":  # all cards of the column in one plane
            plane = np.zeros((len(numbers), NO_CARD + 1), np.float32)
            for at in range(column.size):
                plane[rows, numbers[:, at]] = 1
            return plane[:, :NO_CARD]
        hot = np.zeros((len(numbers), column.size, column.most + 1), np.float32)
        for at in range(column.size):
            hot[rows, at, numbers[:, at]] = 1
        return hot.reshape(len(numbers), -1)


def check_form(form: str) -> None:
    if form not in FORMS:
        raise ValueError(f"observation={form!r} is unknown; choose one of {', '.join(FORMS)}")
