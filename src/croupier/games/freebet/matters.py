"""Whom a room asks, and what becomes of its questions when somebody leaves."""

from collections.abc import Callable
from typing import TypeAlias

from croupier.games.freebet.control import controller
from croupier.games.freebet.state import State
from croupier.table import Draft, Matter, Role
from croupier.table.mistakes import Mistake
from croupier.table.rulings import opened

Leaving: TypeAlias = Callable[[Draft[State], State], None]

_LEFT: list[Leaving] = []


def when_left(function: Leaving) -> Leaving:
    """Register what becomes of a room's questions when somebody has left; it is given the state before."""
    _LEFT.append(function)
    return function


def pass_on(draft: Draft[State], before: State) -> None:
    """Somebody has left: what was asked of him is asked of who comes next, or is over."""
    for function in _LEFT:
        function(draft, before)


def ask_controller(
    state: State,
    area: int,
    key: str,
    question: str,
    choices: tuple[str, ...],
    rules: tuple[str, ...],
    reading: str | None = None,
) -> Matter:
    """Put to the controller of the area, to the Pit Manager for the Dealer's hand."""
    place = controller(state, area) if area else None
    role = Role.DEALER if area else Role.PIT_MANAGER
    return Matter(
        key=key,
        role=role if place is None else Role.PLAYER,
        question=question,
        choices=choices,
        rules=rules,
        reading=reading,
        seat=place,
    )


def refer(draft: Draft[State], question: str, mistakes: tuple[Mistake, ...] = (), said: str = "") -> None:
    """No paragraph says what follows: the Gaming Shift Manager does. What can be, is found when asked."""
    matter = Matter(
        key="referred",
        role=Role.SHIFT_MANAGER,
        question=question,
        choices=(),
        rules=("matters_not_provided_for",),
        mistakes=mistakes,
        said=said,
    )
    draft.emit(opened(draft.rules, matter))
