"""Players that see what a player sees: their options and their view, nothing else."""

import random
from typing import Any, Protocol, runtime_checkable

import msgspec

from croupier.table.messages import Event
from croupier.table.options import Ask, Option

# An option and what goes into its blanks; None to let the dealer go on.
Choice = tuple[Option, dict[str, Any]] | None


class Bot(Protocol):
    """Anyone who can choose among options: a program, or a person at a terminal."""

    def choose(self, view: msgspec.Struct, options: tuple[Option, ...]) -> Choice: ...


@runtime_checkable
class Observer(Protocol):
    """A player who also follows what happens: cards shown, bets made, who won."""

    def observe(self, event: Event) -> None:
        """Something has happened, as this player may see it: never the shoe, never another's hidden cards."""
        ...


class RandomBot:
    """Does anything that is legal, each option equally often."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: msgspec.Struct, options: tuple[Option, ...]) -> Choice:
        ordinary = [option for option in options if option.group == "play"]
        if not ordinary:
            return None
        option = self._random.choice(ordinary)
        return option, {ask.field: self._fill(ask) for ask in option.asks}

    def _fill(self, ask: Ask) -> Any:
        if ask.kind in ("money", "integer"):
            return ask.minimum + ask.step * self._random.randint(0, (ask.maximum - ask.minimum) // ask.step)
        if ask.kind == "choice":
            return self._random.choice(ask.choices)
        return ""
