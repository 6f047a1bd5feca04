"""Any deal at all: whatever comes, in whatever company, can be said, is decided, and the Round ends.

Pairs of facts are generated on purpose, from the kinds there are; longer lists by chance.
"""

import random
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.games.freebet import FREEBET
from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import bet_areas
from croupier.games.freebet.irregularities.rulings import course_of
from croupier.games.freebet.irregularities.section import NOT_PROVIDED_FOR
from croupier.games.freebet.plan import wrong
from croupier.table import Accepted, Refusal
from croupier.table.facts import (
    DEALER_PLACE,
    AnyFact,
    BegunAt,
    Burnt,
    FoundUp,
    InPairs,
    LiesAt,
    NoHand,
    StrayHand,
    Swapped,
    Together,
    TooFew,
    TooMany,
)
from croupier.table.matters import MATTER, MatterResolved
from croupier.table.rulings import ReferMatter
from tests.effort import EFFORT
from tests.games.freebet.tables import DEALER
from tests.games.freebet.test_busy_tables import BusyTable, settings

NIGHTS, ROUNDS, STEPS_MAX = 8 * EFFORT, 10, 600


def initial_facts(areas: list[int], spare: int, chance: random.Random) -> list[AnyFact]:
    """One of each kind that can be said of the initial cards, and each of the Dealer's."""
    cards = 2 * len(areas) + 1
    one, other = chance.choice(areas), chance.choice(areas)
    card, later = sorted(chance.sample(range(1, cards + 1), 2))
    return [
        Burnt(0),
        Burnt(2),
        NoHand(one),
        NoHand(DEALER_PLACE),
        TooFew(1, one),
        TooMany(1, other),
        TooMany(1, DEALER_PLACE),
        StrayHand(spare),
        BegunAt(other),
        Swapped(one, other),
        Swapped(one, DEALER_PLACE),
        LiesAt(card, other),
        LiesAt(later, DEALER_PLACE),
        FoundUp(later),
        Together(card, later),
        InPairs(),
    ]


KINDS = 16


class StrangeTable(BusyTable):
    """Deals come as they should not, and it is noticed sooner or later."""

    def __init__(self, seed: int, wanted: tuple[int, ...] = (), **chosen: Any) -> None:
        super().__init__(seed, 0.02, **chosen)
        self.wanted = wanted  # which facts, by their place in the list; by chance without any
        self.said = self.refused = 0

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            before, steps = self.table.state.round, 0
            while self.table.state.round == before or self.table.state.phase not in ("idle", "betting"):
                self.step()
                steps += 1
                assert steps < STEPS_MAX, f"the Round does not end: {self.table.state}"

    def step(self) -> None:
        state = self.table.state
        if wrong(self.table.rules, state) and self.chance.random() < 0.3:
            report = c.ReportCards(by=DEALER)
            if isinstance(self.table.decide(report), Accepted):
                self.give(report)
                return
        super().step()

    def give(self, command: Any) -> None:
        if isinstance(command, c.DealInitial):
            command = self.spoilt(command)
        before = len(self.events)
        super().give(command)
        self.check(self.events[before:])

    def spoilt(self, command: c.DealInitial) -> c.DealInitial:
        areas = bet_areas(self.table.state)
        spare = next((n for n in range(1, 6) if n not in areas), 0)
        known = initial_facts(areas, spare, self.chance)
        assert len(known) == KINDS
        if self.wanted:
            facts = [known[at] for at in self.wanted]
        else:
            facts = self.chance.sample(known, self.chance.choice([0, 1, 2, 3, 4]))
        told = replace(command, facts=tuple(facts))
        if isinstance(refused := self.table.decide(told), Refusal):
            assert refused.reason
            self.refused += 1
            return command
        self.said += bool(facts)
        return told

    def check(self, events: list[Any]) -> None:
        """Put in order, nothing lies wrong any more; void, no wager lies on the table."""
        state = self.table.state
        if any(isinstance(each, MatterResolved) and each.choice == "put_in_order" for each in events):
            assert not wrong(self.table.rules, state), events
        if any(isinstance(each, e.RoundVoided) for each in events):
            assert state.phase == "idle"
            assert not any(area.wagers or area.sides for area in state.areas.values())


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_any_deal_at_all(seed: int) -> None:
    table = StrangeTable(1000 + seed, **settings(seed))
    table.play(ROUNDS)


@pytest.mark.parametrize("first", range(KINDS))
def test_pairs_on_purpose(first: int) -> None:
    """Every kind of fact with every other: it can be said or is refused, is decided, and the Round ends."""
    for pair in combinations(range(KINDS), 2):
        if pair[0] == first:
            StrangeTable(sum(pair), pair, **settings(sum(pair))).play(2)


class Referring(StrangeTable):
    """Now and then a matter is referred: what may be ruled then?"""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, **settings(seed))
        self.offered: set[str] = set()

    def step(self) -> None:
        refer = ReferMatter(by=DEALER, matter="what now")
        if isinstance(outcome := self.table.decide(refer), Accepted):
            (asked,) = [n for n in FREEBET.decisions(self.table.rules, outcome.state) if n.key == MATTER]
            self.offered |= {course_of(choice) for choice in asked.choices}
        super().step()


def test_the_last_row_of_the_table_says_what_the_shift_manager_may_rule() -> None:
    """Each of its courses is offered at some time, and nothing else is."""
    offered: set[str] = set()
    for seed in range(8):
        table = Referring(2000 + seed)
        table.play(ROUNDS)
        offered |= table.offered
    assert offered == set(NOT_PROVIDED_FOR.choices)
