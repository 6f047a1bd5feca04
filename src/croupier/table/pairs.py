"""Two mistakes in one step of the dealer's: every kind with every other, and who decides then.

Nothing is foreseen here. Both are said of a step of an ordinary Round, the Round goes on, and at every later
moment it is seen what can be reported and what follows.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from croupier.table.casebook import DEALER, OrdinaryRound, Sign, When, copied, moments
from croupier.table.facts import (
    BegunAt,
    Burnt,
    Fact,
    Looked,
    NoHand,
    NotLooked,
    Otherwise,
    Seen,
    StrayHand,
    Swapped,
    Together,
    TooFew,
    TooMany,
)
from croupier.table.messages import Accepted
from croupier.table.mistakes import Kind
from croupier.table.options import Option
from croupier.table.roles import Role
from croupier.table.table import Table
from croupier.table.words import say

Pair: TypeAlias = tuple[Kind, Kind]

_STEPS_LATER = 1


class Decided(Struct, frozen=True):
    """What decides: paragraphs, and the person to whom they leave it, if they do."""

    paragraphs: tuple[str, ...]
    by: Role | None = None


class Matrix(Struct, frozen=True):
    """A step done wrongly in two ways at once, noticed from one moment to another, by who had seen cards.

    A mistake with itself stands for one alone. A pair that is missing cannot be said of this step together.
    """

    step: str
    since: When
    until: When
    seen: str
    decided: dict[Pair, Decided]

    @property
    def mistakes(self) -> tuple[Kind, ...]:
        """Those that it is about, in the order of all kinds."""
        met = {kind for pair in self.decided for kind in pair}
        return tuple(kind for kind in get_args(Kind) if kind in met)


def pairs(table: Table[Any]) -> tuple[Matrix, ...]:
    """Every pair of mistakes in one step of an ordinary Round, by the moment at which they are noticed."""
    course = tuple(moments(OrdinaryRound(table)))
    usual = frozenset(sign for moment in course for sign in moment.signs())
    return tuple(matrix for moment in course for matrix in _matrices(moment, usual))


def _ways(place: int, other: int, third: int, nobodys: int) -> Mapping[Kind, tuple[Fact, ...]]:
    """How each kind of mistake is said of a deal around the table, or else of a street."""
    return {
        "missed_burn": (Burnt(0),),
        "extra_burn": (Burnt(2),),
        "left_out": (NoHand(place),),
        "extra_hand": (StrayHand(nobodys), StrayHand()),
        "short": (TooFew(1, place), TooFew()),
        "surplus": (TooMany(1, place), TooMany()),
        "wrong_start": (BegunAt(third),),
        "exchanged": (Swapped(place, other), Swapped(place, third)),
        "together": (Together(1, 2), Together(1)),
        "exposed": (Seen(1, place), Seen(1)),
        "other": (Otherwise(),),
    }


def _matrices(moment: OrdinaryRound, usual: frozenset[Sign]) -> Iterator[Matrix]:
    step = moment.game.routine(moment.rules, moment.table.state)
    if step is None or "facts" not in moment.game.commands_by_name[step.command].__struct_fields__:
        return
    found: dict[tuple[str, When], dict[Pair, Decided]] = {}
    for pair, facts in _two_at_once(moment, step).items():
        for seen, when, decided in _noticed(moment, _wrongly(step, facts), usual):
            found.setdefault((seen, when), {}).setdefault(pair, decided)
    alone = {first for then in found.values() for first, second in then if first == second}
    latest: dict[str, Matrix] = {}
    for (seen, when), then in found.items():
        pairs_then = {pair: by for pair, by in then.items() if alone.issuperset(pair)}
        before = latest.pop(seen, None)
        if before is not None and before.decided == pairs_then:
            latest[seen] = replace(before, until=when)
            continue
        if before is not None:
            yield before
        latest[seen] = Matrix(step.words, when, when, seen, pairs_then)
    yield from latest.values()


def _two_at_once(moment: OrdinaryRound, step: Option) -> dict[Pair, tuple[Fact, ...]]:
    """Each pair as it can be said of this step: at two places where it is about places."""
    places = range(1, moment.game.furniture(moment.rules).places + 1)
    taken = [place for place in places if moment.game.player_at(moment.table.state, place) is not None]
    nobodys = next((place for place in places if place not in taken), 0)
    first_place, second_place, third_place = taken[:3]
    one = _ways(first_place, second_place, third_place, nobodys)
    other = _ways(second_place, first_place, third_place, nobodys)
    found: dict[Pair, tuple[Fact, ...]] = {}
    for first, second in combinations_with_replacement(one, 2):
        said = (
            (a, b) if first != second else (a,)
            for a in one[first]
            for b in other[second]
            if first == second or type(a) is not type(b)  # of two burns only one can be
        )
        facts = next((each for each in said if _is_taken(moment, _wrongly(step, each))), None)
        if facts is not None:
            found[first, second] = facts
    return found


def _wrongly(step: Option, facts: tuple[Fact, ...]) -> Option:
    return replace(step, fixed=step.fixed | {"facts": facts})


def _is_taken(moment: OrdinaryRound, option: Option) -> bool:
    return isinstance(moment.decide(option, DEALER)[1], Accepted)


def _noticed(
    moment: OrdinaryRound, wrongly: Option, usual: frozenset[Sign]
) -> Iterator[tuple[str, When, Decided]]:
    """What follows in the same breath, or else from what could not be reported if nothing were wrong."""
    branch = copied(moment)
    outcome = branch.give(wrongly, DEALER)
    branch.step, branch.steps, branch.acts = "", branch.steps + 1, 0
    if (at_once := _decided(branch, outcome)) is not None:
        yield "", branch.when, at_once
        if at_once.by is not None:
            return
    last = branch.steps + _STEPS_LATER
    for later in moments(branch):
        if later.steps > last:
            return
        for report in later.reports():
            facts = report.fixed.get("facts", ())
            if all(isinstance(fact, Looked | NotLooked) for fact in facts):
                sign = later.sign(report)
                if sign is not None and sign not in usual:
                    decided = _decided(later, later.decide(report, DEALER)[1])
                    if decided is not None:
                        yield ", ".join(map(say, facts)), later.when, decided


def _decided(moment: OrdinaryRound, outcome: Accepted[Any]) -> Decided | None:
    """By whom, if somebody is asked; else by the paragraphs on irregularities that events cite."""
    asked = moment.game.decisions(moment.rules, outcome.state)
    if asked:
        return Decided(tuple(dict.fromkeys(each.paragraph for each in asked[0].citations)), asked[0].role)
    cited = dict.fromkeys(each.paragraph for event in outcome.events for each in event.citations)
    irregular = tuple(number for number in cited if moment.is_irregular(number))
    return Decided(irregular) if irregular else None
