"""Any deal at all: whatever comes, in whatever company, can be said, is decided, and the Round ends.

Every kind of fact meets every other thing at every moment on purpose; longer lists come by chance.
"""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, Card
from croupier.games.poker import POKER
from croupier.games.poker import commands as c
from croupier.games.poker.events import CardsPutInOrder, RoundVoided
from croupier.games.poker.plan import HOLE_CARDS, in_play, planned, wrong
from croupier.games.poker.state import State, is_dealing_hands
from croupier.games.poker.terms import terms
from croupier.messages import in_english
from croupier.table import Accepted, Actor, Command, Event, GiveRuling, fill
from croupier.table.dealing import ReportFault
from croupier.table.deals import DealCard, as_dealt, hands
from croupier.table.facts import (
    AnyFact,
    BegunAt,
    BurnSeen,
    Burnt,
    FaceDown,
    FoundUp,
    InPairs,
    LiesAt,
    Looked,
    NoHand,
    NotLooked,
    Seen,
    StrayHand,
    Swapped,
    Together,
    TooEarly,
    TooFew,
    TooMany,
)
from croupier.table.matters import Matter
from croupier.table.rulings import ReferMatter
from tests.effort import EFFORT
from tests.games.poker.tables import DEALER, PLAYERS, disguise
from tests.games.poker.test_volume import Night

NIGHTS, HANDS, STEPS_MAX = 6 * EFFORT, 8, 400


def hole_facts(order: tuple[int, ...], chance: random.Random) -> list[AnyFact]:
    """One of each kind that can be said of the Hole Cards."""
    one, other = chance.sample(order, 2)
    stray = next(seat for seat in range(1, 12) if seat not in order)
    card, later = sorted(chance.sample(range(1, 2 * len(order) + 1), 2))
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
        InPairs(),
        Swapped(one, other),
        Swapped(one, stray),
        LiesAt(card, other),
        LiesAt(later, stray),
        Seen(card),
        Seen(1, other),
        BurnSeen(),
        FoundUp(card),
        Together(card, later),
        Together(1),
    ]


def street_facts(order: tuple[int, ...], chance: random.Random) -> list[AnyFact]:
    return [
        Burnt(0),
        Burnt(2),
        TooMany(1),
        TooMany(2),
        TooFew(1),
        FoundUp(1),
        Seen(1),
        BurnSeen(),
        FaceDown(),
        Together(1),
        LiesAt(1, chance.choice(order)),
    ]


HOLE_KINDS, STREET_KINDS = 20, 11


class Strange(Night):
    """A night on which deals come as they should not, and it is noticed sooner or later."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.is_virtual = seed % 3 > 0

    def hand(self) -> None:
        self.steps = 0
        self.before = {seat.player: seat.chips for seat in self.table.state.seats if seat}
        super().hand()

    def step(self) -> None:
        self.steps += 1
        assert self.steps < STEPS_MAX, "the Round does not end"
        state = self.table.state
        if state.open:
            self.every_course_can_be_carried_out()
            super().step()
        elif wrong(terms(self.table.rules), state) and self.chance.random() < 0.3:
            self.notice()
        elif self.chance.random() < 0.03:
            self.something_else()
        else:
            super().step()

    def every_course_can_be_carried_out(self) -> None:
        for matter in POKER.pending(self.table.rules, self.table.state):
            self.can_be_carried_out(matter)

    def can_be_carried_out(self, matter: Matter) -> None:
        """Whoever is asked may answer, with any of the choices, and once."""
        by = Actor("by", matter.role)
        for choice in matter.choices:
            ruling = GiveRuling(by=by, decision=matter.key, choice=choice)
            outcome = self.table.decide(ruling)
            assert isinstance(outcome, Accepted), outcome
            assert matter.number not in [each.number for each in outcome.state.open]
            if matter.mistakes and choice not in ("void", "take_back"):
                left = set(wrong(terms(self.table.rules), outcome.state)) & set(matter.mistakes)
                assert not left, f"{choice} leaves {left}"

    def notice(self) -> None:
        look: AnyFact = self.chance.choice([Looked(), NotLooked()])  # type: ignore[assignment]
        for facts in ((look,), (Looked(),), ()):
            if self.give_if_possible(c.ReportCards(by=DEALER, facts=facts)):
                return
        super().step()  # too late, and the refusal says so

    def something_else(self) -> None:
        """What is seen of the Hole Cards only now, or what nobody has provided for."""
        facts = hole_facts(self.table.state.order or (1, 2), self.chance)
        self.give_if_possible(
            self.chance.choice(
                [
                    c.ReportCards(by=DEALER, deal=HOLE_CARDS, facts=(self.chance.choice(facts), NotLooked())),
                    ReferMatter(by=DEALER, matter="what now"),
                ]
            )
        )

    def give_if_possible(self, command: Command) -> bool:
        if not isinstance(self.table.decide(command), Accepted):
            return False
        self.do(command)
        return True

    def do(self, command: Command) -> None:
        before = len(self.events)
        if isinstance(command, c.DealHoleCards | c.DealStreet) and not command.facts:
            command = self.spoilt(command)
        super().do(command)
        self.check(self.events[before:], command)

    def facts_for(self, command: c.DealHoleCards | c.DealStreet) -> list[AnyFact]:
        is_hole = isinstance(command, c.DealHoleCards)
        known = (hole_facts if is_hole else street_facts)(self.table.state.order, self.chance)
        return self.chance.sample(known, self.chance.choice([0, 0, 0, 1, 2, 3, 4]))

    def spoilt(self, command: c.DealHoleCards | c.DealStreet) -> c.DealHoleCards | c.DealStreet:
        """With facts that can be said together; what cannot be is refused with a reason."""
        facts = self.facts_for(command)
        for cards in self.cards_that_may_have_come():
            told = replace(command, facts=tuple(facts), cards=cards)
            outcome = self.table.decide(told)
            if isinstance(outcome, Accepted):
                return told
            assert outcome.reason
        return command

    def cards_that_may_have_come(self) -> list[tuple[Card, ...]]:
        """A virtual device knows them; of a physical one as many are told as the deal has."""
        if self.is_virtual:
            return [()]
        unseen = self.unseen()
        return [tuple(unseen[:count]) for count in range(len(unseen))]

    def unseen(self) -> list[Card]:
        """Those that went back come first, as they did."""
        device = self.table.state.device
        again = [card for card in device.undealt if device.source == "physical"]
        found = [card for card in DECK if card not in device.out and card not in again]
        self.chance.shuffle(found)
        return again + found

    def check(self, new: list[Event], command: Command) -> None:
        after, table = self.table.state, terms(self.table.rules)
        is_ordered = any(isinstance(event, CardsPutInOrder) and event.deal == HOLE_CARDS for event in new)
        if is_ordered and not after.coming and not is_dealing_hands(after):
            assert not [each for each in wrong(table, after) if each.deal == HOLE_CARDS], command
            plan = planned(table, after, HOLE_CARDS)
            intended = hands(as_dealt(plan, in_play(after)[: len(plan)]))
            assert {number: hand.cards for number, hand in after.hands} == intended, command
            lying = [*after.board, *after.packet, *after.burnt, *(x for _, h in after.hands for x in h.cards)]
            lying = [card for card in lying if card != UNKNOWN]  # the burn of a physical device
            assert len(lying) == len(set(lying)), command
        if new and isinstance(new[-1], RoundVoided):
            assert (after.phase, after.pot, after.open) == ("idle", 0, ())
            stacks = {seat.player: seat.chips for seat in after.seats if seat}
            assert stacks == {name: self.before[name] for name in stacks}, command
        if self.is_virtual and self.chance.random() < 0.1:
            self.nothing_leaks(after)

    def nothing_leaks(self, state: State) -> None:
        for viewer in (PLAYERS[0], PLAYERS[1], DEALER):
            other = disguise(state, viewer, self.chance)
            seen = [self.encoded(each, viewer) for each in (state, other)]
            assert seen[0] == seen[1]

    def encoded(self, state: State, viewer: Any) -> bytes:
        return msgspec.json.encode(POKER.view(self.table.rules, state, viewer), enc_hook=in_english)


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_any_deal_at_all(seed: int) -> None:
    Strange(1000 + seed).play(HANDS)


# On purpose: what went wrong in the deal, when it is noticed, and what else goes wrong then

MOMENTS = [("betting", 1), ("betting", 2), ("betting", 3), ("betting", 4), ("closed", 4), ("showdown", 4)]


def others(state: State, chance: random.Random) -> Iterator[Command]:
    """The second thing, one of each kind."""
    order = state.order
    for fact in hole_facts(order, chance):
        yield c.ReportCards(by=DEALER, deal=HOLE_CARDS, facts=(fact, NotLooked()))
    for street in ("flop", "turn", "river"):
        yield c.DealStreet(by=DEALER, street=street, facts=(TooEarly(),))
        yield c.DealStreet(by=DEALER, street=street, facts=(TooEarly(), FaceDown()))
        yield c.DealStreet(by=DEALER, street=street, facts=(TooEarly(), FaceDown(), Burnt(0)))
    yield DealCard(by=DEALER, to=order[0])
    yield DealCard(by=DEALER, facts=(TooMany(),))
    yield c.ReportHandExposed(by=DEALER, seat=chance.choice(state.active), count=1)
    yield c.ReportLostHand(by=DEALER, seat=chance.choice(state.active))
    yield ReferMatter(by=DEALER, matter="what now")
    yield c.ReportInterruption(by=DEALER)
    yield ReportFault(by=DEALER, fault="missing_cards")


SECOND_KINDS = HOLE_KINDS + 16


class Meeting(Strange):
    """One thing goes wrong in the deals, another at a moment, and then both are looked at."""

    def __init__(self, seed: int, first: int, moment: int, second: int) -> None:
        super().__init__(seed)
        self.is_virtual = True
        self.first, self.moment, self.second = first, MOMENTS[moment], second
        self.has_met = False
        self.spoilt_deals: set[str] = set()

    def facts_for(self, command: c.DealHoleCards | c.DealStreet) -> list[AnyFact]:
        """Once in each deal: what is dealt again comes right."""
        is_hole = isinstance(command, c.DealHoleCards)
        deal = command.street if isinstance(command, c.DealStreet) else HOLE_CARDS
        if deal in self.spoilt_deals:
            return []
        self.spoilt_deals.add(deal)
        if is_hole and self.first < HOLE_KINDS:
            return [hole_facts(self.table.state.order, self.chance)[self.first]]
        if not is_hole and self.first >= HOLE_KINDS:
            return [street_facts(self.table.state.order, self.chance)[self.first - HOLE_KINDS]]
        return []

    def step(self) -> None:
        state = self.table.state
        if (state.phase, state.street) == self.moment and not self.has_met and not state.open:
            self.has_met = True
            self.give_if_possible(list(others(state, self.chance))[self.second])
            if self.table.state.phase != "idle":
                self.notice()
        else:
            super().step()

    def bet(self) -> None:
        """Everybody stays in, so that the moment comes."""
        actor = PLAYERS[self.table.state.to_act - 1]
        options = POKER.options(self.table.rules, self.table.state, actor)
        option = next(option for option in options if option.command in ("Check", "Call"))
        self.do(fill(POKER.commands_by_name[option.command], option, actor))

    def trouble(self) -> None:
        """Nothing but what is meant to go wrong."""
        self.step()

    def something_else(self) -> None:
        self.notice()


MEETINGS = list(product(range(HOLE_KINDS + STREET_KINDS), range(len(MOMENTS)), range(SECOND_KINDS)))


def test_the_kinds_are_all_there() -> None:
    chance = random.Random(1)
    assert len(hole_facts((1, 2, 3), chance)) == HOLE_KINDS
    assert len(street_facts((1, 2, 3), chance)) == STREET_KINDS


@pytest.mark.parametrize(
    "share", [0, *(pytest.param(share, marks=pytest.mark.soak) for share in range(1, 16))]
)
def test_everything_meets_everything_at_every_moment(share: int) -> None:
    for seed, (first, moment, second) in enumerate(MEETINGS):
        if (first * 7 + moment * 3 + second) % 16 == share:
            Meeting(seed, first, moment, second).play(1)
