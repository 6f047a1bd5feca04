"""What a document leaves to a person: one list of open questions, one guard, one way to answer.

A game keeps its open questions in its state as `Pending` and gives them in `Game.pending`. It registers what
follows an answer with `@GAME.ruling("key")`; whose answer it is, and which ones there are, is checked here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from msgspec import Struct

from croupier.rulebook import Rules
from croupier.table.drafts import Draft
from croupier.table.messages import Citations, GiveRuling, OpenDecision, refuse
from croupier.table.options import Option, choice, offer
from croupier.table.roles import Actor, Role

Carried: TypeAlias = Callable[[Draft[Any], GiveRuling, "Pending"], None]


class Pending(Struct, frozen=True, kw_only=True):
    """A question that waits for somebody: whose it is, what may be answered, and under which rules.

    The first choice is what happens if a player whose choice it is says nothing.
    """

    key: str
    role: Role
    question: str
    choices: tuple[str, ...]
    rules: tuple[str, ...]
    reading: str | None = None
    seat: int | None = None  # set where the choice belongs to one player

    def cites(self, rules: Rules) -> Citations:
        return rules.cite(*self.rules, reading=self.reading)

    def decision(self, rules: Rules) -> OpenDecision:
        return OpenDecision(self.key, self.role, self.question, self.choices, self.cites(rules), self.seat)

    def is_for(self, actor: Actor) -> bool:
        if self.role is Role.PLAYER and actor.role is Role.PLAYER:
            return actor.seat is not None and self.seat in (None, actor.seat)
        return actor.role.may_act_as(self.role)


def options(rules: Rules, pending: Iterable[Pending], actor: Actor) -> Iterator[Option]:
    """The rulings that are this actor's to give."""
    for each in pending:
        if each.is_for(actor):
            yield offer(GiveRuling, each.cites(rules), choice("choice", *each.choices), decision=each.key)


def answered(rules: Rules, pending: tuple[Pending, ...], command: GiveRuling) -> Pending:
    """The question that a ruling answers; refused under that question's own paragraph."""
    found = next((each for each in pending if each.key == command.decision), None)
    if found is None:
        open_ = ", ".join(each.key for each in pending) or "none"
        keys = pending[0].cites(rules) if pending else rules.cite("matters_not_provided_for")
        refuse(keys, f"no decision called {command.decision} is open; open are: {open_}")
    if not found.is_for(command.by):
        above = " or above" if found.role.is_staff else " whose choice it is"
        refuse(found.cites(rules), f"this is for a {found.role.words}{above} to decide: {found.question}")
    if command.choice not in found.choices:
        refuse(found.cites(rules), f"rule {' or '.join(map(repr, found.choices))}, not {command.choice!r}")
    return found


def refuse_while_open(rules: Rules, pending: tuple[Pending, ...]) -> None:
    """The one guard: nothing that the rules hold up goes on while a question is open."""
    if pending:
        refuse(pending[0].cites(rules), f"first the open question has to be answered: {pending[0].question}")
