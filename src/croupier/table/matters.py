"""Open matters: what a document leaves to a person, from the moment it is asked until it is settled.

The state of a game keeps them in `open`, in the order they came. A matter is closed by its answer; it falls
away with the Round, with what it was about (`Game.is_still_asked`) and, where silence answers nothing, with
the player who was asked. Nothing else takes one out, and a second one leaves the first where it is.
"""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table.drafts import Draft
from croupier.table.messages import Answer, Citations, Event, OpenDecision
from croupier.table.mistakes import Mistake
from croupier.table.roles import Actor, Role

# What does not go on meanwhile: the whole Round, with the questions that hold up less; or the next card only.
Holds: TypeAlias = Literal["everything", "cards"]
# What no paragraph provides for is called so in every game, and goes on under this rule.
MATTER = "matter"
NOT_PROVIDED = "matters_not_provided_for"


class Matter(Struct, frozen=True, kw_only=True):
    """A question that waits for somebody: whose it is, what may be answered, and under which rules.

    The question is a template with the places, and with what a person said in own words: "{seat:Seat} has one
    card", "is {where:seat} folded?", "{said}: does the Round go on?".
    """

    key: str
    role: Role
    question: str
    choices: tuple[str, ...] = ()  # without any, what may be answered is found when it is asked
    rules: tuple[str, ...]
    reading: str | None = None
    seat: int | None = None  # set where the choice belongs to one player
    about: int = 0  # which box, area or hand, where the same is asked about several
    where: int = 0  # the place it is about, where only one can be asked about
    mistakes: tuple[Mistake, ...] = ()  # of the cards, where it is about those
    cards: tuple[int, ...] = ()  # which of the deal, by their number in it, where it is about some of them
    said: str = ""  # what somebody put into own words
    holds: Holds = "everything"
    silence: str = ""  # the answer of a player who says nothing or has left
    number: int = 0  # which of the open ones it is; 0 for what is read off the state

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


# What happens to them


class MatterOpened(Event, frozen=True, kw_only=True):
    """The document leaves this to a person; the Round waits."""

    words = "For the {role:role} to decide: {asked}"
    matter: Matter
    at: int = 0  # where a clock runs from it

    @property
    def role(self) -> Role:
        return self.matter.role

    @property
    def seat(self) -> int | None:
        return self.matter.seat

    @property
    def asked(self) -> Message:
        return self.matter.asked

    def phrase(self) -> str:
        return "For place {seat} to decide: {asked}" if self.seat else self.words


class MatterResolved(Event, frozen=True, kw_only=True):
    words = "Ruled on {key}: {choice}. {reason}"
    key: Answer
    choice: Answer
    number: int = 0
    reason: str = ""
    seat: int | None = None
    stands: tuple[Mistake, ...] = ()  # what lies right from here on
    at: int = 0  # where a clock runs anew from it
    is_silence: bool = False

    def phrase(self) -> str:
        if self.is_silence:
            return "Place {seat} says nothing on {key}: {choice}"
        return "Place {seat} on {key}: {choice}" if self.seat else self.words


class MatterDropped(Event, frozen=True, kw_only=True):
    """Nobody has to answer it any more: what it was about is no more."""

    words = "No longer asked: {asked}"
    matter: Matter

    @property
    def asked(self) -> Message:
        return self.matter.asked


def ask(
    draft: Draft[Any],
    key: str,
    role: Role,
    question: str,
    choices: tuple[str, ...],
    *rules: str,
    **about: Any,
) -> None:
    """Put a question to a person; `about` are the other fields of the matter."""
    matter = Matter(key=key, role=role, question=question, choices=choices, rules=rules, **about)
    draft.emit(MatterOpened(matter=matter, at=draft.at, citations=matter.cites(draft.rules)))


def refer(draft: Draft[Any], question: str, *rules: str, **about: Any) -> None:
    """No paragraph says what follows: the Shift Manager does, with all that the game can carry out."""
    keys = dict.fromkeys((NOT_PROVIDED, *rules))
    ask(draft, MATTER, Role.SHIFT_MANAGER, question, (), *keys, **about)


def resolve(
    draft: Draft[Any],
    matter: Matter,
    choice: str,
    *,
    reason: str = "",
    is_silence: bool = False,
    citations: Citations = (),
) -> None:
    """This matter is answered. Where it is left as it is, what it was about lies right from here on."""
    draft.emit(
        MatterResolved(
            key=matter.name,
            choice=choice,
            number=matter.number,
            reason=reason,
            seat=matter.seat,
            stands=matter.mistakes if choice in ("stands", "play_on") else (),
            at=draft.at,
            is_silence=is_silence,
            citations=citations or matter.cites(draft.rules),
        )
    )


def drop(draft: Draft[Any], matters: Iterable[Matter]) -> None:
    for each in matters:
        draft.emit(MatterDropped(matter=each, citations=each.cites(draft.rules)))


def answerable(matters: tuple[Matter, ...]) -> tuple[Matter, ...]:
    """Those that can be answered now: what holds up everything comes before what holds up less."""
    first = tuple([each for each in matters if each.holds == "everything"])
    return first or matters


# How they change the state


def opened(state: Any, event: MatterOpened) -> Any:
    number = 1 + max([each.number for each in state.open], default=0)
    return replace(state, open=(*state.open, replace(event.matter, number=number)))


def resolved(state: Any, event: MatterResolved) -> Any:
    return _without(state, event.number)


def dropped(state: Any, event: MatterDropped) -> Any:
    return _without(state, event.matter.number)


def _without(state: Any, number: int) -> Any:
    left = tuple([each for each in state.open if each.number != number])
    return state if len(left) == len(state.open) else replace(state, open=left)


Applying: TypeAlias = Callable[[Any, Any], Any]
APPLIERS: dict[type[Event], Applying] = {
    MatterOpened: opened,
    MatterResolved: resolved,
    MatterDropped: dropped,
}


def evolving(kind: type[Event], applier: Applying) -> Applying:
    """How a game applies an event, with what that does to open matters: a Round takes them along."""
    if kind in APPLIERS:
        return lambda state, event: applier(APPLIERS[kind](state, event), event)
    if not (kind.voids_round or kind.ends_round):
        return applier

    def over(state: Any, event: Any) -> Any:
        after = applier(state, event)
        return replace(after, open=()) if getattr(after, "open", ()) else after

    return over
