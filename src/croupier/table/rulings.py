"""How open matters are answered: one guard, one way to answer, and the courses for what nothing provides for.

What follows an answer is registered with `@GAME.ruling("key")`. A game that reads questions off its state
instead of keeping them in `open` registers where they come from with `@GAME.asking`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from msgspec.structs import replace

from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table.drafts import Draft
from croupier.table.matters import MATTER, NOT_PROVIDED, Matter, refer
from croupier.table.messages import Command, GiveRuling, refuse
from croupier.table.offers import Each, Moment, Offer
from croupier.table.options import Option, choice, option_of, text
from croupier.table.purposes import Purpose
from croupier.table.roles import Actor, Role

if TYPE_CHECKING:
    from croupier.table.game import Game

Carried: TypeAlias = Callable[[Draft[Any], GiveRuling, Matter], None]
Asking: TypeAlias = Callable[[Rules, Any], Iterable[Matter]]
# All that can be ruled on a matter now, by name.
Courses: TypeAlias = Callable[[Rules, Any], Mapping[str, Carried]]


class ReferMatter(Command, frozen=True, kw_only=True):
    """Put to the Shift Manager what no paragraph provides for."""

    words = ("refer to the shift manager: {matter}", "refer to the shift manager {matter}")
    purpose = Purpose.REFER
    matter: str


def refers(
    game: "Game[Any]", require: Callable[[Moment[Any]], object], courses: Courses, each: Each | None = None
) -> None:
    """Give a game a way to refer a matter, where `require` does not refuse it, and what can be ruled then."""

    @game.action(ReferMatter, Role.DEALER, each=each)
    def refer_matter(at: Moment[Any]) -> Offer:
        require(at)
        return Offer(at.cite(NOT_PROVIDED), (text("matter"),), group="irregularity")

    @refer_matter.taken
    def is_referred(draft: Draft[Any], command: ReferMatter, offer: Offer) -> None:
        said = command.matter.strip()[:200]
        draft.require(said, NOT_PROVIDED, "say what is to be decided")
        refer(draft, "{said}", said=said)

    @game.asks(MATTER)
    def courses_now(rules: Rules, state: Any, matter: Matter) -> Matter:
        return replace(matter, choices=tuple(courses(rules, state)))

    @game.ruling(MATTER)
    def ruled(draft: Draft[Any], command: GiveRuling, matter: Matter) -> None:
        courses(draft.rules, draft.state)[command.choice](draft, command, matter)


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
    own = [each for each in meant if each.is_for(command.by, place)]
    # One for a lower position may be called the same: first the own one, and what is an answer to it.
    own.sort(key=lambda each: (command.choice not in each.choices, each.role is not command.by.role))
    found = next(iter(own), None)
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
