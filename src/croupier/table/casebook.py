"""What can go wrong at a table and what follows: every mistake is tried in an ordinary Round.

A mistake is what the game offers staff to say, so nothing here knows a game. A step that is done wrongly is
done so, the Round goes on, and it is looked at again and again who would notice and what would follow then.
Whatever follows comes from the game itself, told beforehand; every answer has the position it was given at.
"""

import random
import re
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import groupby
from typing import Any, Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

from croupier.cards import new_seed
from croupier.messages import Message, parts
from croupier.money import stack_at
from croupier.table.amending import AmendRecord
from croupier.table.facts import Fact, Looked, NotLooked
from croupier.table.messages import Accepted, Citations, Event, GiveRuling, OpenDecision
from croupier.table.options import Ask, Option, fill
from croupier.table.purposes import Purpose
from croupier.table.roles import Actor, Role
from croupier.table.table import Table
from croupier.table.words import facts_said, say

Acted = Literal["nobody", "somebody", "everybody"]
About = Literal["burn", "cards", "chips", "player", "table"]
# Any other is a spot where cards lie.
_ABOUT: dict[str, About] = {
    "burn": "burn", "chips": "chips", "player": "player", "device": "table", "table": "table",
}  # fmt: skip

_NAMES = ("Ada", "Ben", "Carl", "Dora")
_CHIPS, _BET = 500_00, 25_00
_SEED = 7
_MOVES_MAX = 80
_STEPS_LATER = 2  # so many steps of the dealer after a mistake it is still looked for
_TAKES = (  # what a player does of all that is offered, so that everybody stays in to the end
    Purpose.POST, Purpose.BET, Purpose.READY, Purpose.LOOK, Purpose.CALL, Purpose.CHECK, Purpose.SHOW,
    Purpose.DECLINE, Purpose.STAND, Purpose.CHOOSE, Purpose.ALL_IN, Purpose.FOLD,
)  # fmt: skip
DEALER = Actor("dealer", Role.DEALER)
_LOOKS = (Looked, NotLooked)
_PLACES = ("place", "seat")  # kinds of values in a sentence
Sign = tuple[str, tuple[str, ...]]


class Line(Struct, frozen=True):
    """One thing that follows, and its paragraphs."""

    words: str
    paragraphs: tuple[str, ...]


class Stack(Struct, frozen=True):
    """What a player has in front of them before and after."""

    place: int
    player: str
    before: int
    after: int


class Follows(Struct, frozen=True):
    """What follows: in words, for each player, and on the felt."""

    lines: tuple[Line, ...] = ()
    stacks: tuple[Stack, ...] = ()
    cards: tuple[str, ...] = ()  # in the middle of the table, then
    staked: int = 0  # what lies on the felt, then


class Ruled(Struct, frozen=True):
    """An answer that the book leaves to somebody, and what follows from it."""

    choice: str
    follows: Follows


class Asked(Struct, frozen=True):
    """Who decides, and about what."""

    role: Role
    place: int | None
    question: str
    paragraphs: tuple[str, ...]
    choices: tuple[Ruled, ...]


class Answer(Struct, frozen=True):
    """What follows from a case that is noticed at one moment, where that depends on it by what was seen."""

    seen: str
    paragraphs: tuple[str, ...]
    cards: tuple[str, ...]  # in the middle of the table
    staked: int  # what lies on the felt
    follows: Follows
    asks: tuple[Asked, ...]
    position: str  # just before it is said


class When(Struct, frozen=True):
    """After which step of the dealer, none for the mistake itself; and whether players have acted since."""

    step: str
    acted: Acted


class Noticed(Struct, frozen=True):
    """From one moment to another the same follows; the worked example is one of them."""

    since: When
    until: When
    example: When
    answers: tuple[Answer, ...]


class Case(Struct, frozen=True):
    """Something that went wrong, wherever at the table it was."""

    id: str
    what: str
    about: About
    place: int | None  # of the worked example
    noticed: tuple[Noticed, ...]


def casebook(table: Table[Any]) -> tuple[Case, ...]:
    """Every case of these rules, worked out at an ordinary table."""
    course = tuple(moments(OrdinaryRound(table)))
    usual = frozenset(sign for moment in course for sign in moment.signs())
    noticing: set[str] = set()
    found: dict[str, _Case] = {}
    for moment in course:
        for option in moment.reports():
            case = found.setdefault(_key(option), _Case(option))
            if option.purpose is not Purpose.ROUTINE:
                case.add(moment, option)
            elif moment.is_step(option):
                noticing |= case.follow(usual, moment, option)
    # What notices a step that was done wrongly is no case of its own; what is found later belongs to it.
    left = [each for key, each in found.items() if each.noticed and (each.is_step or key not in noticing)]
    taken = [case for case in left if any(step.takes_in(case) for step in left)]
    return tuple(case.told() for case in left if case not in taken)


class OrdinaryRound:
    """An ordinary Round, one move after the other; a copy of it goes its own way."""

    def __init__(self, table: Table[Any]) -> None:
        self.table, self.game, self.rules = copy(table), table.game, table.rules
        self.bets: frozenset[tuple[int, str]] = frozenset()
        self.step, self.steps, self.acts = "", 0, 0
        places = self.game.furniture(self.rules).places
        for place, name in zip(range(1, places + 1), _NAMES, strict=False):
            for command in self.game.seat(Actor(name, Role.PLAYER, place), place, _CHIPS):
                self.table.submit(command)

    @property
    def acted(self) -> Acted:
        if not self.acts:
            return "nobody"
        return "somebody" if self.game.awaited(self.rules, self.table.state) else "everybody"

    @property
    def when(self) -> When:
        return When(self.step, self.acted)

    @property
    def at(self) -> tuple[int, Acted]:
        return self.steps, self.acted

    @property
    def is_asked(self) -> bool:
        return bool(self.game.decisions(self.rules, self.table.state))

    def is_irregular(self, number: str) -> bool:
        return self.rules.edition.paragraphs[number].kind == "irregularity"

    @property
    def is_over(self) -> bool:
        return self.steps > 1 and not self.game.is_round_open(self.table.state)

    def move(self) -> bool:
        """One player's act or the dealer's next step; False if neither is possible."""
        for place in self.game.awaited(self.rules, self.table.state):
            if self._act(place):
                self.acts += 1
                return True
        option = self.game.routine(self.rules, self.table.state)
        if option is None or option.purpose is not Purpose.ROUTINE:
            return False
        if not isinstance(self.give(option, DEALER), Accepted):
            return False
        self.step, self.steps, self.acts = option.words, self.steps + 1, 0
        return True

    def _act(self, place: int) -> bool:
        name = self.game.player_at(self.table.state, place)
        if name is None:
            return False
        actor, bet = Actor(name, Role.PLAYER, place), (place, self.game.stage(self.table.state))
        offered = (each for each in self.table.options(actor) if each.group == "play")
        known = (each for each in offered if each.purpose in _TAKES)
        for option in sorted(known, key=lambda each: _TAKES.index(each.purpose)):
            if option.purpose is Purpose.BET and bet in self.bets:
                continue
            if isinstance(self.give(option, actor), Accepted):
                self.bets |= {bet} if option.purpose is Purpose.BET else frozenset()
                return True
        return False

    def decide(self, option: Option, by: Actor, choice: str = "") -> Any:
        kind = self.game.commands_by_name[option.command]
        values = {ask.field: choice or self._filled(ask) for ask in option.asks}
        if "seed" in kind.__struct_fields__:
            size = len(new_seed(self.game.furniture(self.rules).decks))
            values["seed"] = random.Random(_SEED).randbytes(size).hex()
        command = fill(kind, option, by, **values)
        return command, self.table.decide(command)

    def give(self, option: Option, by: Actor) -> Any:
        command, outcome = self.decide(option, by)
        if isinstance(outcome, Accepted):
            self.table.commit(command, outcome)
        return outcome

    def _filled(self, ask: Ask) -> Any:
        if ask.kind in ("money", "integer"):
            wanted = _BET if ask.kind == "money" else 0
            return max(ask.minimum, min(ask.maximum, wanted))
        if ask.kind == "cards":
            return self.table.state.device.undealt[: ask.minimum]
        return ask.choices[0] if ask.choices else "something else"

    def reports(self) -> Iterator[Option]:
        """What can have gone wrong now, each answer that a report leaves open by itself.

        What can be said of a whole deal is not said of its first card too.
        """
        deals: dict[tuple[Fact, ...], str] = {}
        for option in self.table.options(DEALER):
            if option.group != "irregularity" or option.command == AmendRecord.__name__:
                continue
            facts = _said_of(option)
            if facts and option.command != deals.setdefault(facts, option.command):
                continue
            ask = next((each for each in option.asks if each.kind == "choice"), None)
            if ask is None or not all(map(_is_a_name, ask.choices)):
                yield option
                continue
            rest = tuple(each for each in option.asks if each is not ask)
            for choice in ask.choices:
                yield replace(option, asks=rest, fixed=option.fixed | {ask.field: choice})

    def is_step(self, option: Option) -> bool:
        """Whether it is a whole step done wrongly: of the dealer's next one, if that can be, no other."""
        routine = self.game.routine(self.rules, self.table.state)
        names = {each.command for each in self.reports()}
        return routine is None or routine.command not in names or option.command == routine.command

    def is_due(self, option: Option) -> bool:
        """Whether the dealer's next step is another of the kind: one card of a deal under way."""
        routine = self.game.routine(self.rules, self.table.state)
        return routine is not None and routine.command == option.command

    def signs(self) -> Iterator[Sign]:
        """What staff could report now although nothing is wrong, and what would follow."""
        return (sign for each in self.reports() if (sign := self.sign(each)))

    def sign(self, report: Option) -> Sign | None:
        if report.asks or report.purpose is not Purpose.REPORT:
            return None
        _, outcome = self.decide(report, DEALER)
        if not isinstance(outcome, Accepted):
            return None
        asked = self.game.decisions(self.rules, outcome.state)
        cited = _paragraphs(*(each.citations for each in outcome.events))
        return _key(report), (*cited, *(each.question for each in asked))


def moments(course: OrdinaryRound) -> Iterator[OrdinaryRound]:
    """The course at each moment that differs by what the dealer did last and whether players acted since."""
    last: tuple[int, Acted] | None = None
    for _ in range(_MOVES_MAX):
        if course.at != last:
            last = course.at
            yield copied(course)
        if not course.move() or course.is_over:
            return


def copied(course: OrdinaryRound) -> OrdinaryRound:
    new = copy(course)
    new.table = copy(course.table)
    return new


class _Found(Struct, frozen=True):
    """What follows from a report at one moment."""

    moment: Any
    option: Option
    outcome: Any
    seen: str

    @property
    def staked(self) -> int:
        return int(self.moment.game.at_stake(self.moment.table.state))

    @property
    def gist(self) -> tuple[Any, ...]:
        """What follows, whoever's cards and chips it is about."""
        asked = self.moment.game.decisions(self.moment.rules, self.outcome.state)
        said = tuple(say(event).template for event in self.outcome.events)
        cited = tuple(event.citations for event in self.outcome.events)
        return self.seen, said, cited, tuple((each.question, each.choices) for each in asked)


class _Case:
    """A case as it is collected: the first place it can have happened at is that of the worked example."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self.is_step = option.purpose is Purpose.ROUTINE
        self.noticed: dict[When, list[_Found]] = {}

    def add(self, moment: OrdinaryRound, option: Option) -> None:
        self._add(moment.when, moment, option)

    def _add(self, when: When, moment: OrdinaryRound, option: Option) -> None:
        found, seen = self.noticed.setdefault(when, []), _seen(option)
        if any(seen == each.seen for each in found):
            return  # the same at another place
        _, outcome = moment.decide(option, DEALER)
        if isinstance(outcome, Accepted):
            found.append(_Found(moment, option, outcome, seen))

    def follow(self, usual: frozenset[Sign], moment: OrdinaryRound, option: Option) -> set[str]:
        """A step done wrongly: the Round goes on until somebody notices. Gives what it is noticed by."""
        if self.noticed:
            return set()  # at another place, or another time
        branch = copied(moment)
        if not isinstance(branch.give(option, DEALER), Accepted):
            return set()
        branch.step, branch.steps, branch.acts = "", branch.steps + 1, 0
        if branch.is_asked:
            self._add(When("", "nobody"), moment, option)
            return set()
        noticing, known = set(), {key.split()[0] for key, _ in usual}  # what is only said now comes first
        for later in () if branch.is_due(option) else moments(branch):
            if later.steps > moment.steps + _STEPS_LATER:
                break
            for report in sorted(later.reports(), key=lambda each: each.command in known):
                sign = later.sign(report)
                if sign is not None and sign not in usual:
                    self._add(later.when, later, report)
                    noticing.add(_key(report))
        if not self.noticed and _is_mended(moment, option):
            self._add(When("", "nobody"), moment, option)
        return noticing

    def takes_in(self, other: "_Case") -> bool:
        """Whether that is the same, found only later: its moments are added to those of the step."""
        facts = [type(fact) for fact in other.option.fixed.get("facts", ()) if type(fact) not in _LOOKS]
        if other.is_step or not self.is_step or not facts:
            return False
        if facts != [type(fact) for fact in self.option.fixed.get("facts", ())]:
            return False
        first = next(iter(other.noticed))
        for when, found in other.noticed.items():
            if when != first or When("", "nobody") not in self.noticed:
                self.noticed.setdefault(when, found)
        return True

    def told(self) -> Case:
        title = _title(self.option)
        return Case(
            id=re.sub(r"[^a-z0-9]+", "-", str(title).lower()).strip("-"),
            what=title,
            about=_about(self.option),
            place=self.option.place,
            noticed=tuple(self._spans()),
        )

    def _spans(self) -> Iterator[Noticed]:
        """Moments one after the other at which the same follows are one."""
        moments = ((when, found) for when, found in self.noticed.items() if found)
        for _, group in groupby(moments, lambda each: tuple(found.gist for found in each[1])):
            spans = tuple(group)
            # The worked example is where most is at stake.
            when, found = max(spans, key=lambda each: each[1][0].staked)
            yield Noticed(spans[0][0], spans[-1][0], when, tuple(map(_answer, found)))


# What follows


def _answer(found: _Found) -> Answer:
    moment, outcome = found.moment, found.outcome
    after = copied(moment)
    after.table.state = outcome.state
    asks = tuple(_asked(after, each) for each in moment.game.decisions(moment.rules, outcome.state))
    is_step = found.option.purpose is Purpose.ROUTINE
    follows = _follows(moment, outcome)
    if is_step:  # what the step itself says and does is what happened, and not what follows
        lines = (each for each in follows.lines if any(map(moment.is_irregular, each.paragraphs)))
        follows = replace(follows, lines=tuple(lines))
    cited = dict.fromkeys(number for line in follows.lines for number in line.paragraphs)
    first = () if is_step else _paragraphs(found.option.citations)
    asked = (number for each in asks[:1] for number in each.paragraphs)
    under = dict.fromkeys(
        (*first, *asked, *sorted(cited, key=lambda number: not moment.is_irregular(number)))
    )
    state = outcome.state if is_step and asks else moment.table.state
    return Answer(
        seen=found.seen,
        paragraphs=tuple(under),
        cards=_cards(moment, state),
        staked=moment.game.at_stake(state),
        follows=follows,
        asks=asks,
        position=moment.table.position(),
    )


def _asked(moment: OrdinaryRound, decision: OpenDecision) -> Asked:
    name = moment.game.player_at(moment.table.state, decision.seat) if decision.seat is not None else None
    by = Actor(name or decision.role.value, decision.role, decision.seat)
    choices = []
    for choice in decision.choices:
        outcome = moment.table.decide(GiveRuling(by=by, decision=decision.key, choice=choice))
        choices.append(Ruled(choice, _follows(moment, outcome)))
    cited = _paragraphs(decision.citations)
    return Asked(decision.role, decision.seat, decision.question, cited, tuple(choices))


def _follows(moment: OrdinaryRound, outcome: Any) -> Follows:
    """Nothing is said of what a ruling alone does not do."""
    if not isinstance(outcome, Accepted):
        return Follows()
    events: Iterable[Event] = (event.for_viewer(DEALER) for event in outcome.events)
    before, after = _chips(moment, moment.table.state), _chips(moment, outcome.state)
    return Follows(
        lines=tuple(Line(say(event), _paragraphs(event.citations)) for event in events),
        stacks=tuple(
            Stack(place, moment.game.player_at(outcome.state, place) or "", cents, after.get(place, 0))
            for place, cents in before.items()
        ),
        cards=_cards(moment, outcome.state),
        staked=moment.game.at_stake(outcome.state),
    )


def _cards(moment: OrdinaryRound, state: Any) -> tuple[str, ...]:
    return moment.game.middle(moment.game.view(moment.rules, state, DEALER))


def _chips(moment: OrdinaryRound, state: Any) -> dict[int, int]:
    holdings = moment.game.holdings(state)
    return {place: cents for account, cents in holdings.items() if (place := stack_at(account))}


def _paragraphs(*all: Citations) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.paragraph for citations in all for each in citations))


# In words


def _key(option: Option) -> str:
    return f"{option.command} {_title(option)}"


def _title(option: Option) -> Message:
    """What happened, wherever it did, and without what was seen of it."""
    said = option.words if option.words_anywhere is UNSET else option.words_anywhere
    assert isinstance(said, Message)
    values: dict[str, Any] = option.fixed | dict(said.values)
    facts = zip(option.fixed.get("facts", ()), values.get("facts", ()), strict=False)
    values["facts"] = tuple(words for fact, words in facts if type(fact) not in _LOOKS)
    open_ones = {ask.field for ask in option.asks}
    open_ones |= {name for _, name, kind in parts(said.template) if name and kind.lower() in _PLACES}
    values |= {name: Message("…") for name in open_ones}
    return Message(said.template, values)


def _seen(option: Option) -> str:
    looks = facts_said(fact for fact in option.fixed.get("facts", ()) if type(fact) in _LOOKS)
    return looks[0] if looks else ""


def _is_mended(moment: OrdinaryRound, option: Option) -> bool:
    """Whether a step done wrongly is dealt with in the same breath."""
    _, outcome = moment.decide(option, DEALER)
    cited = _paragraphs(*(each.citations for each in outcome.events))
    return any(moment.is_irregular(number) for number in cited)


def _said_of(option: Option) -> tuple[Fact, ...]:
    return option.fixed.get("facts", ()) if option.purpose is Purpose.ROUTINE else ()


def _is_a_name(choice: str) -> bool:
    """Whether an answer means the same at every table: a kind of fault, and not "seat 4 calls"."""
    return choice.replace("_", "").isalpha()


def _about(option: Option) -> About:
    """What one touches on the felt to say this."""
    kind = option.about[0].kind if option.about else "table"
    return _ABOUT.get(kind, "cards")
