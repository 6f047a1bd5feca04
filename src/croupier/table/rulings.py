"""What a document leaves to a person: one list of open questions, one guard, one way to answer.

A game reads its open questions off its state, as `Matter`: `@GAME.asking` registers where they come from, or
the game says them all in `Game.pending`. What follows an answer is registered with `@GAME.ruling("key")`;
whose answer it is, and which ones there are, is checked here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table.drafts import Draft
from croupier.table.messages import Answer, Citations, Event, GiveRuling, OpenDecision, refuse
from croupier.table.mistakes import Mistake
from croupier.table.options import Option, choice, option_of
from croupier.table.roles import Actor, Role

Carried: TypeAlias = Callable[[Draft[Any], GiveRuling, Any], None]
Asking: TypeAlias = Callable[[Rules, Any], Iterable["Matter"]]


class Matter(Struct, frozen=True, kw_only=True):
    """A question that waits for somebody: whose it is, what may be answered, and under which rules.

    The question is a template with the places, and with what a person said in own words: "{seat:Seat} has one
    card", "is {where:seat} folded?", "{said}: does the Round go on?".
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
    where: int = 0  # the place it is about, where only one can be asked about
    mistakes: tuple[Mistake, ...] = ()  # of the cards, where it is about those
    cards: tuple[int, ...] = ()  # which of the deal, by their number in it, where it is about some of them
    said: str = ""  # what somebody put into own words

    @property
    def name(self) -> str:
        """How an answer names it."""
        return f"{self.key}_{self.about}" if self.about else self.key

    @property
    def asked(self) -> Message:
        values = {"seat": self.seat, "about": self.about, "where": self.where, "said": self.said}
        return Message(self.question, values)

    def cites(self, rules: Rules) -> Citations:
        return rules.cite(*self.rules, reading=self.reading)

    def decision(self, rules: Rules) -> OpenDecision:
        return OpenDecision(self.name, self.role, self.asked, self.choices, self.cites(rules), self.seat)

    def is_for(self, actor: Actor, place: int | None) -> bool:
        """Whether it is this actor's to answer, who sits at this place."""
        if self.role is Role.PLAYER:
            return actor.role is Role.PLAYER and place is not None and self.seat in (None, place)
        return actor.role.may_act_as(self.role)

    @property
    def whose(self) -> Message:
        """Who answers it, in words."""
        if self.role is not Role.PLAYER:
            return Message("{role:role} or above", {"role": self.role})
        if self.seat is None:
            return Message("the player whose choice it is")
        return Message("the player at place {place}", {"place": self.seat})


class MatterOpened(Event, frozen=True, kw_only=True):
    """The document leaves this to a person; the Round waits."""

    words = "For the {role} to decide: {asked}"
    key: str
    role: Role
    question: str
    choices: tuple[str, ...]
    rules: tuple[str, ...]
    reading: str | None = None
    seat: int | None = None
    about: int = 0
    where: int = 0  # the place it is about
    mistakes: tuple[Mistake, ...] = ()
    cards: tuple[int, ...] = ()
    said: str = ""

    @property
    def matter(self) -> Matter:
        told = {name: getattr(self, name) for name in self.__struct_fields__ if name != "citations"}
        return Matter(**told)

    @property
    def asked(self) -> Message:
        return self.matter.asked

    def phrase(self) -> str:
        return "For place {seat} to decide: {asked}" if self.seat else self.words


class MatterResolved(Event, frozen=True, kw_only=True):
    words = "Ruled on {key}: {choice}. {reason}"
    key: Answer
    choice: Answer
    reason: str = ""
    seat: int | None = None
    about: int = 0
    stands: tuple[Mistake, ...] = ()  # what lies right from here on
    at: int = 0  # where a clock runs anew from it

    def phrase(self) -> str:
        return "Place {seat} on {key}: {choice}" if self.seat else self.words


def opened(rules: Rules, matter: Matter) -> MatterOpened:
    told = {name: getattr(matter, name) for name in matter.__struct_fields__}
    return MatterOpened(**told, citations=matter.cites(rules))


def resolved(
    rules: Rules, matter: Matter, choice: str, reason: str = "", stands: tuple[Mistake, ...] = ()
) -> MatterResolved:
    return MatterResolved(
        key=matter.key,
        choice=choice,
        reason=reason,
        seat=matter.seat,
        about=matter.about,
        stands=stands,
        citations=matter.cites(rules),
    )


def options(rules: Rules, pending: Iterable[Matter], actor: Actor, place: int | None) -> Iterator[Option]:
    """The rulings that are this actor's to give."""
    for each in pending:
        if each.is_for(actor, place):
            yield option_of(
                GiveRuling, each.cites(rules), choice("choice", *each.choices), decision=each.name
            )


def answered(
    rules: Rules, pending: tuple[Matter, ...], command: GiveRuling, place: int | None
) -> Matter | None:
    """The question that a ruling answers, None if none is open that is called so.

    What is another's to decide, or no answer to it, is refused under that question's own paragraph.
    """
    meant = [each for each in pending if each.name == command.decision]
    if not meant:
        return None
    found = next((each for each in meant if each.is_for(command.by, place)), None)
    if found is None:
        template = "this is for {whose} to decide: {question}"
        refuse(meant[0].cites(rules), template, whose=meant[0].whose, question=meant[0].asked)
    if command.choice not in found.choices:
        refuse(
            found.cites(rules),
            "choose {choices:or}, not {choice}",
            choices=found.choices,
            choice=command.choice,
        )
    return found


def as_meant(pending: tuple[Matter, ...], command: GiveRuling, place: int | None) -> GiveRuling:
    """A ruling said shortly: the only question that is his to answer, a choice in any spelling, "both"."""
    decision = command.decision.replace(" ", "_")
    if not decision:
        own = {each.name for each in pending if each.is_for(command.by, place)}
        decision = own.pop() if len(own) == 1 else ""
    choices = next((each.choices for each in pending if each.name == decision), ())
    return replace(command, decision=decision, choice=_spelled(choices, command.choice))


def _spelled(choices: tuple[str, ...], said: str) -> str:
    def words(text: str) -> list[str]:
        return sorted(text.replace("_", " ").replace("-", " ").casefold().split())

    pairs = [choice for choice in choices if len(choice.split()) == 2]  # two cards
    if said in choices:
        return said
    if said == "both" and len(pairs) == 1:
        return pairs[0]
    return next((choice for choice in choices if words(choice) == words(said)), said)


_NOTHING = Message("nothing waits for a ruling")


def refuse_unasked(rules: Rules, pending: tuple[Matter, ...], command: GiveRuling) -> NoReturn:
    """Nothing of this name is open."""
    names = list(dict.fromkeys(each.name for each in pending))
    cites = pending[0].cites(rules) if pending else rules.cite("matters_not_provided_for")
    instead = Message("open are: {names:list}", {"names": names}) if names else _NOTHING
    if not command.decision and names:
        refuse(cites, "say which question you rule on; {instead}", instead=instead)
    if not command.decision:
        refuse(cites, "{instead}", instead=instead)
    refuse(cites, "no decision called {name} is open; {instead}", name=command.decision, instead=instead)


def refuse_while_open(rules: Rules, pending: tuple[Matter, ...]) -> None:
    """The one guard: nothing that the rules hold up goes on while a question is open."""
    if pending:
        template = "first the open question has to be answered: {question}"
        refuse(pending[0].cites(rules), template, question=pending[0].asked)
