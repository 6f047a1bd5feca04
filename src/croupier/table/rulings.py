"""What a document leaves to a person: one list of open questions, one guard, one way to answer.

A game reads its open questions off its state, as `Pending`: `@GAME.asking` registers where they come from, or
the game says them all in `Game.pending`. What follows an answer is registered with `@GAME.ruling("key")`;
whose answer it is, and which ones there are, is checked here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TypeAlias

from msgspec import Struct

from croupier.rulebook import Rules
from croupier.table.drafts import Draft
from croupier.table.messages import Citations, GiveRuling, OpenDecision, refuse
from croupier.table.options import Option, choice, offer
from croupier.table.roles import Actor, Role

Carried: TypeAlias = Callable[[Draft[Any], GiveRuling, Any], None]
Asking: TypeAlias = Callable[[Rules, Any], Iterable["Pending"]]


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
    about: int = 0  # which box, area or hand, where the same is asked about several

    @property
    def name(self) -> str:
        """How an answer names it."""
        return f"{self.key}_{self.about}" if self.about else self.key

    def cites(self, rules: Rules) -> Citations:
        return rules.cite(*self.rules, reading=self.reading)

    def decision(self, rules: Rules) -> OpenDecision:
        return OpenDecision(self.name, self.role, self.question, self.choices, self.cites(rules), self.seat)

    def is_for(self, actor: Actor, place: int | None) -> bool:
        """Whether it is this actor's to answer, who sits at this place."""
        if self.role is Role.PLAYER:
            return actor.role is Role.PLAYER and place is not None and self.seat in (None, place)
        return actor.role.may_act_as(self.role)

    @property
    def whose(self) -> str:
        """Who answers it, in words."""
        if self.role is not Role.PLAYER:
            return f"{self.role.somebody} or above"
        return "the player whose choice it is" if self.seat is None else f"the player at place {self.seat}"


def options(rules: Rules, pending: Iterable[Pending], actor: Actor, place: int | None) -> Iterator[Option]:
    """The rulings that are this actor's to give."""
    for each in pending:
        if each.is_for(actor, place):
            yield offer(GiveRuling, each.cites(rules), choice("choice", *each.choices), decision=each.name)


def answered(
    rules: Rules, pending: tuple[Pending, ...], command: GiveRuling, place: int | None
) -> Pending | None:
    """The question that a ruling answers, None if none is open that is called so.

    What is another's to decide, or no answer to it, is refused under that question's own paragraph.
    """
    meant = [each for each in pending if each.name == command.decision]
    if not meant:
        return None
    found = next((each for each in meant if each.is_for(command.by, place)), None)
    if found is None:
        refuse(meant[0].cites(rules), f"this is for {meant[0].whose} to decide: {meant[0].question}")
    if command.choice not in found.choices:
        refuse(found.cites(rules), f"choose {' or '.join(found.choices)}, not {command.choice!r}")
    return found


def refuse_unasked(rules: Rules, pending: tuple[Pending, ...], command: GiveRuling) -> NoReturn:
    """Nothing of this name is open."""
    names = ", ".join(dict.fromkeys(each.name for each in pending))
    cites = pending[0].cites(rules) if pending else rules.cite("matters_not_provided_for")
    instead = f"open are: {names}" if names else "nothing waits for a ruling"
    refuse(cites, f"no decision called {command.decision} is open; {instead}")


def refuse_while_open(rules: Rules, pending: tuple[Pending, ...]) -> None:
    """The one guard: nothing that the rules hold up goes on while a question is open."""
    if pending:
        refuse(pending[0].cites(rules), f"first the open question has to be answered: {pending[0].question}")
