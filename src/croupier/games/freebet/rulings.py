"""What waits for a person: choices that the rules give to players, and rulings of the staff.

Every room says what it asks (`asking`, read off the state) and what follows an answer (`answering`). While a
power failure or a referred matter is open nothing else is asked.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from croupier.rulebook import Rules
from croupier.table import (
    Actor,
    Citations,
    Draft,
    GiveRuling,
    Moment,
    OpenDecision,
    Option,
    Refusal,
    Refused,
    Role,
    choice,
    offer,
    refuse,
)

from .control import controller
from .game import FREEBET
from .state import State

Question: TypeAlias = OpenDecision
Asking: TypeAlias = Callable[[Rules, State], Iterator[Question]]
Answering: TypeAlias = Callable[[Draft[State], Question, str, int], None]
Leaving: TypeAlias = Callable[[Draft[State], State], None]
Missing: TypeAlias = Callable[[Moment[State]], None]

_ASKING: list[Asking] = []
_ANSWERING: dict[str, Answering] = {}
_LEFT: list[Leaving] = []
_MISSING: dict[str, Missing] = {}


def asking(function: Asking) -> Asking:
    """Register what a room may have to ask."""
    _ASKING.append(function)
    return function


def answering(key: str) -> Callable[[Answering], Answering]:
    """Register what follows an answer to questions whose key is this, or begins with it and a number."""

    def register(function: Answering) -> Answering:
        _ANSWERING[key] = function
        return function

    return register


def missing(key: str) -> Callable[[Missing], Missing]:
    """Register who refuses to answer a question that is not open, where that has a paragraph of its own."""

    def register(function: Missing) -> Missing:
        _MISSING[key] = function
        return function

    return register


def when_left(function: Leaving) -> Leaving:
    """Register what becomes of a room's questions when somebody has left; it is given the state before."""
    _LEFT.append(function)
    return function


def pass_on(draft: Draft[State], before: State) -> None:
    """Somebody has left: what was asked of him is asked of who comes next, or is over."""
    for function in _LEFT:
        function(draft, before)


def questions(rules: Rules, state: State) -> tuple[Question, ...]:
    if state.phase == "idle":
        return ()
    found: list[Question] = []
    for function in _ASKING:
        found += function(rules, state)
    if state.power is not None:  # everything else waits, but for what was referred
        return tuple(each for each in found if each.key in ("referred", "power_failure"))
    return tuple(found)


def ask_controller(
    state: State, area: int, key: str, question: str, choices: tuple[str, ...], cites: Citations
) -> Question:
    """Put to the controller of the area, to the Pit Manager for the Dealer's hand."""
    if area == 0:
        return Question(key, Role.PIT_MANAGER, question, choices, cites)
    place = controller(state, area)
    if place is None:
        return Question(key, Role.DEALER, question, choices, cites)
    return Question(key, Role.PLAYER, question, choices, cites, place)


def is_for(found: Question, state: State, actor: Actor) -> bool:
    if found.role is Role.PLAYER:
        return actor.role is Role.PLAYER and found.seat == state.places.get(actor.id)
    return actor.role.may_act_as(found.role)


def ruling_options(rules: Rules, state: State, actor: Actor) -> Iterator[Option]:
    for found in questions(rules, state):
        if is_for(found, state, actor):
            ask = choice("choice", *found.choices)
            yield offer(GiveRuling, found.citations, ask, decision=found.key)


@FREEBET.on(GiveRuling, Role.DEALER, also=(Role.PLAYER,))
def give_ruling(draft: Draft[State], command: GiveRuling) -> None:
    found = _meant(draft, command)
    if command.choice not in found.choices:
        refuse(found.citations, f"choose {' or '.join(found.choices)}, not {command.choice!r}")
    _ANSWERING[found.key.rstrip("0123456789")](draft, found, command.choice, command.at)


def _meant(draft: Draft[State], command: GiveRuling) -> Question:
    """The open question meant, if it is for this person."""
    opened = questions(draft.rules, draft.state)
    meant = [found for found in opened if found.key == command.decision]
    if not meant:
        if command.decision in _MISSING:
            _MISSING[command.decision](Moment(draft.rules, draft.state, command.by, command.at))
        keys = ", ".join(dict.fromkeys(found.key for found in opened)) or "none"
        draft.refuse("matters_not_provided_for", f"no such decision is open; open: {keys}")
    for found in meant:
        if is_for(found, draft.state, command.by):
            return found
    found = meant[0]
    whose = f"the player at place {found.seat}" if found.seat else f"a {found.role.words} or above"
    raise Refused(Refusal(found.citations, f"this is for {whose} to decide"))
