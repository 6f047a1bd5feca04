"""What may become of an interrupted Round: the document's own rule, and what it leaves to the shift manager.

All of it is put to the game itself, on a copy of its table: nothing here knows a rule.
"""

from typing import Any

from msgspec import Struct

from croupier.house.live_table import LiveTable, Proposal
from croupier.messages import Message
from croupier.table import SYSTEM, Actor, Citations, Command, GiveRuling, OpenDecision, Role, say

_MATTER = "technical interruption"

# The pit reads what is foreseen while the Round is open: no more than somebody without a hand may know.
_ANYBODY = Actor("", Role.AUDITOR)
_RULER = Actor(SYSTEM.id, Role.SHIFT_MANAGER)

OUTCOMES = {
    "continue": Message("the Round goes on where it stood"),
    "void": Message("the Round is void and all bets go back"),
    "ask": Message("the Round goes on once those concerned have chosen"),
}


class Course(Struct, frozen=True):
    """One way an interrupted Round can go, and whose it is to choose it."""

    name: str  # continue, void or ask
    role: Role
    words: tuple[str, ...]
    citations: Citations
    is_foreseen: bool = False  # the one that is taken if nobody chooses
    ruling: tuple[str, str] = ("", "")  # the decision to answer, and the answer


def courses(live: LiveTable) -> tuple[Course, ...]:
    """All that are possible now, the foreseen one first."""
    foreseen = _foreseen(live)
    found = {foreseen.name: foreseen}  # of several that go on the first is the plainest
    for decision in _referred(live):
        for choice in decision.choices:
            if (course := _ruled(live, decision, choice)) is not None:
                found.setdefault(course.name, course)
    return tuple(found.values())


def commands_for(live: LiveTable, course: Course, by: Actor, name: str) -> tuple[Command, ...]:
    """What is given to the table to take this course."""
    if course.is_foreseen:
        return (live.game.interruption(by, name),)
    decision, choice = course.ruling
    ruling = GiveRuling(by=by, id=f"{name}-ruling", decision=decision, choice=choice, reason=_MATTER)
    return (live.game.referral(by, _MATTER, name), ruling)


def _foreseen(live: LiveTable) -> Course:
    """What the document's rule would do now."""
    outcome = live.propose([live.game.interruption(SYSTEM)])
    if not isinstance(outcome, Proposal):
        words = (OUTCOMES["continue"],)
        return Course("continue", Role.PIT_SUPERVISOR, words, outcome.citations, is_foreseen=True)
    name = "continue"
    if not live.game.is_round_open(outcome.table.state):
        name = "void"
    elif len(_decisions(live, outcome.table.state)) > len(_decisions(live, live.state)):
        name = "ask"
    return Course(name, Role.PIT_SUPERVISOR, *_told(name, outcome), is_foreseen=True)


def _referred(live: LiveTable) -> list[OpenDecision]:
    """The question that arises when the interruption is put to the shift manager instead."""
    outcome = live.propose([live.game.referral(_RULER, _MATTER)])
    if not isinstance(outcome, Proposal):
        return []
    before = {each.key for each in _decisions(live, live.state)}
    return [each for each in _decisions(live, outcome.table.state) if each.key not in before]


def _ruled(live: LiveTable, decision: OpenDecision, choice: str) -> Course | None:
    """What a ruling would do; None for one that would not be accepted."""
    course = Course("", decision.role, (), (), ruling=(decision.key, choice))
    outcome = live.propose(commands_for(live, course, _RULER, ""))
    if not isinstance(outcome, Proposal):
        return None
    name = "continue" if live.game.is_round_open(outcome.table.state) else "void"
    return Course(name, decision.role, *_told(name, outcome), ruling=course.ruling)


def _decisions(live: LiveTable, state: Any) -> tuple[OpenDecision, ...]:
    return live.game.decisions(live.rules, state)


def _told(name: str, outcome: Proposal) -> tuple[tuple[str, ...], Citations]:
    """In words, and by which paragraphs."""
    events = [event for step in outcome.steps for event in step.accepted.events]
    told = tuple(say(event.for_viewer(_ANYBODY)) for event in events if not event.sealed)
    return (OUTCOMES[name], *told), tuple(dict.fromkeys(cite for event in events for cite in event.citations))
