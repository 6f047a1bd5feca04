"""Any deal at all: whatever comes, in whatever company, can be said, is decided, and the Round ends.

Pairs of facts are generated on purpose, from the kinds there are; longer lists by chance.
"""

import random
from itertools import product

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, Card
from croupier.games.poker import commands as c
from croupier.games.poker.plan import HOLE_CARDS, wrong
from croupier.games.poker.terms import terms
from croupier.table import Accepted, Command
from croupier.table.facts import (
    AnyFact,
    BegunAt,
    Burnt,
    FaceDown,
    FoundUp,
    Looked,
    NoHand,
    NotLooked,
    Seen,
    StrayHand,
    Swapped,
    TooFew,
    TooMany,
)
from tests.effort import EFFORT
from tests.games.poker.tables import DEALER
from tests.games.poker.test_volume import Night

NIGHTS, HANDS = 6 * EFFORT, 8


def hole_facts(order: tuple[int, ...], chance: random.Random) -> list[AnyFact]:
    """One of each kind that can be said of the Hole Cards."""
    one, other = chance.sample(order, 2)
    stray = next(seat for seat in range(1, 12) if seat not in order)
    place = chance.randint(1, 2 * len(order))
    return [
        Burnt(0),
        Burnt(2),
        TooMany(1, one),
        TooMany(2, other),
        TooFew(1, one),
        NoHand(other),
        StrayHand(),
        StrayHand(stray),
        BegunAt(one),
        Swapped(one, other),
        Seen(place),
        FoundUp(place),
    ]


def street_facts() -> list[AnyFact]:
    return [Burnt(0), Burnt(2), TooMany(1), TooMany(2), FoundUp(1), FaceDown()]


class Strange(Night):
    """A night on which deals come as they should not, and it is noticed sooner or later."""

    def __init__(self, seed: int, wanted: tuple[int, ...] = ()) -> None:
        super().__init__(seed)
        self.is_virtual = seed % 3 > 0
        self.wanted = wanted  # which facts, by their place in the lists; by chance without any
        self.unsaid = 0

    def hand(self) -> None:
        self.steps = 0
        super().hand()

    def step(self) -> None:
        self.steps += 1
        assert self.steps < 400, "the Round does not end"
        state = self.table.state
        if state.asked is None and wrong(terms(self.table.rules), state) and self.chance.random() < 0.3:
            self.notice()
        else:
            super().step()

    def notice(self) -> None:
        look: AnyFact = self.chance.choice([Looked(), NotLooked()])  # type: ignore[assignment]
        for facts in ((look,), (Looked(),), ()):
            report = c.ReportCards(by=DEALER, facts=facts)
            if isinstance(self.table.decide(report), Accepted):
                self.do(report)
                return
        super().step()  # too late, and the refusal says so

    def do(self, command: Command) -> None:
        before = len(self.events)
        if isinstance(command, c.DealHoleCards | c.DealStreet) and not command.facts:
            command = self.spoilt(command)
        super().do(command)
        self.check([type(event).__name__ for event in self.events[before:]], command)

    def spoilt(self, command: c.DealHoleCards | c.DealStreet) -> c.DealHoleCards | c.DealStreet:
        is_hole = isinstance(command, c.DealHoleCards)
        known = hole_facts(self.table.state.order, self.chance) if is_hole else street_facts()
        if self.wanted:
            facts = [known[at] for at in self.wanted if at < len(known)]
        else:
            facts = self.chance.sample(known, self.chance.choice([0, 0, 0, 1, 2, 3, 4]))
        for cards in self.cards_that_may_have_come():
            told = replace(command, facts=tuple(facts), cards=cards)
            if isinstance(refused := self.table.decide(told), Accepted):
                return told
            assert refused.reason
        self.unsaid += 1
        return command

    def cards_that_may_have_come(self) -> list[tuple[Card, ...]]:
        """A virtual device knows them; of a physical one as many are told as the deal has."""
        if self.is_virtual:
            return [()]
        unseen = self.unseen()
        return [tuple(unseen[:count]) for count in range(len(unseen))]

    def unseen(self) -> list[Card]:
        found = [card for card in DECK if card not in self.table.state.device.out]
        self.chance.shuffle(found)
        return found

    def check(self, kinds: list[str], command: Command) -> None:
        """Put in order, everything lies as planned; void, everybody has the chips of before."""
        after = self.table.state
        if "CardsPutInOrder" in kinds and not after.coming:
            left = wrong(terms(self.table.rules), after)
            assert not [each for each in left if each.deal == HOLE_CARDS], command
            hands = [hand.cards for _, hand in after.hands]
            cards = [*after.board, *after.packet, *after.burnt, *(card for cards in hands for card in cards)]
            cards = [card for card in cards if card != UNKNOWN]  # the burn of a physical device
            assert len(cards) == len(set(cards)), command
        if kinds[-1:] == ["RoundVoided"]:
            assert after.phase == "idle"
            assert after.pot == 0


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_any_deal_at_all(seed: int) -> None:
    Strange(1000 + seed).play(HANDS)


COUNT = 12


def test_pairs_on_purpose() -> None:
    """Every kind of fact with every other: it can be said, it is decided, and the Round ends."""
    for seed, pair in enumerate(product(range(COUNT), range(COUNT))):
        if pair[0] < pair[1]:
            Strange(seed, pair).play(1)
