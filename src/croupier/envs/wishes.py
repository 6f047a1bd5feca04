"""What is asked of an environment, and an answer for whoever asks for something that is not there."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any, Literal, TypeVar

import numpy as np

from croupier.analysis.known import require_known_policies
from croupier.games import catalogue
from croupier.money import say_money
from croupier.rulebook.errors import suggest

S = TypeVar("S")


class Setup:
    """What an environment is set up with. What follows from that is worked out anew in a copy."""

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]


class BettingSetup(Setup):
    """One whose agent bets the same in every Round, or chooses from a spread: a game against the House."""

    edition: str
    sides: Sequence[str]
    betting: Literal["fixed", "choose"]
    spread: Sequence[int]

    @cached_property
    def unit(self) -> int:
        """One unit of money, in cents."""
        raise NotImplementedError

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        return tuple(self.unit * size for size in self.spread)

    def check_betting(self, sides: Sequence[str], sizes_max: int) -> None:
        if self.betting not in ("fixed", "choose"):
            raise ValueError(f"betting={self.betting!r} is unknown; choose fixed or choose")
        for side in self.sides:
            if side not in sides:
                raise ValueError(f"there is no side bet {side!r}; choose from {', '.join(sides)}")
        if not 1 <= len(self.spread) <= sizes_max:
            raise ValueError(f"a spread has 1 to {sizes_max} sizes, not {len(self.spread)}")

    def check_sizes(self, bet: str, low: int, high: int, chip: int) -> None:
        for size in (self.unit, *(self.sizes if self.betting == "choose" else ())):
            if not low <= size <= high or size % chip:
                raise ValueError(
                    f"{bet} of {say_money(size)} is not taken here; {say_money(low)} to {say_money(high)} "
                    f"is, in chips of {say_money(chip)}"
                )


def made(kind: type[S], wanted: Mapping[str, Any]) -> S:
    """A setup from keywords."""
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for name in wanted:
        if name not in known:
            raise TypeError(f"{name!r} is unknown here; {suggest(name, known)}")
    return kind(**wanted)


def check_game(edition: str, game: str) -> None:
    books = catalogue().library
    if books.get(edition).game != game:
        own = ", ".join(sorted(each.id for each in books.editions() if each.game == game))
        raise ValueError(f"{edition} is an edition of another game; choose from {own}")
    require_known_policies(books.get(edition))


def action_and_amount(action: Any, actions: Sequence[str], exact: bool) -> tuple[int, int]:
    """An action as it comes from outside, as numbers; what may be done with them is another question."""
    if not exact:
        return _number(action, actions), 0
    if not (isinstance(action, Mapping) and {"action", "amount"} <= set(action)):
        raise TypeError(f'with exact=True an action is {{"action": number, "amount": cents}}, not {action!r}')
    return _number(action["action"], actions), int(action["amount"])


def _number(action: Any, actions: Sequence[str]) -> int:
    if not isinstance(action, int):
        given = np.asarray(action)
        if given.size != 1 or given.dtype.kind not in "iu":
            last = len(actions) - 1
            raise TypeError(
                f"an action is a whole number, 0 ({actions[0]}) to {last} ({actions[last]}), not {action!r}"
            )
        return int(given.item())
    return int(action)
