"""Any deal at all: whatever comes, in whatever company, can be said, is decided, and the Round ends.

Pairs of facts are generated on purpose, from the kinds there are; longer lists by chance.
"""

import random
from itertools import combinations, product
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.games.multilink import MULTILINK
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.plan import HOLE, hands_due, planned, wrong
from croupier.games.multilink.routine import routine
from croupier.games.multilink.turns import due
from croupier.table import SYSTEM, Accepted, Actor, Command, GiveRuling, Refusal, Role, ShuffleCards, fill
from croupier.table.facts import (
    DEALER_PLACE,
    AnyFact,
    BegunAt,
    BurnSeen,
    Burnt,
    FoundUp,
    InPairs,
    LiesAt,
    NoHand,
    Otherwise,
    Seen,
    StrayHand,
    Swapped,
    Together,
    TooEarly,
    TooFew,
    TooMany,
)
from croupier.table.rulings import ReferMatter
from tests.effort import EFFORT
from tests.games.multilink.setting import DEALER, DEVICES, EDITIONS, PLAYERS, SHIFT, table

NIGHTS, ROUNDS, STEPS_MAX = 6 * EFFORT, 12, 300


def facts_of(deal: str, boxes: list[int], chance: random.Random) -> list[AnyFact]:
    """One of each kind that can be said of Hole Cards; of a street, those about places have none."""
    is_hole = deal == HOLE
    place = chance.choice([*boxes, DEALER_PLACE]) if is_hole else 0
    other, spare = chance.choice(boxes), next(n for n in (4, 5, 6) if n not in boxes)
    card, later = sorted(chance.sample(range(1, 2 * len(boxes) + 1), 2)) if is_hole else (1, 2)
    return [
        Burnt(0),
        Burnt(2),
        TooMany(1, place),
        TooFew(1, place),
        TooMany(2, place),
        NoHand(other),
        StrayHand(spare),
        BegunAt(chance.choice([*boxes, DEALER_PLACE])),
        InPairs(),
        Swapped(other, chance.choice([*boxes, spare, DEALER_PLACE])),
        LiesAt(card, chance.choice([*boxes, spare, DEALER_PLACE])),
        Seen(later),
        Seen(1, other),
        BurnSeen(),
        FoundUp(card),
        Together(card, later),
        Together(1),
    ]


KINDS = 17


class StrangeTable:
    """Deals come as they should not, and it is noticed sooner or later."""

    def __init__(
        self, seed: int, edition: str, device: str, wanted: tuple[int, ...] = (), attention: float = 0.3
    ) -> None:
        self.attention = attention  # how often somebody looks whether the cards lie right
        self.chance = random.Random(seed)
        self.table = table(edition, chips=1_000_000_00, device=device)
        self.wanted = wanted
        self.said = self.late = 0
        self.before: dict[str, int] = {}

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            self.open()
            self.finish()
            while self.chance.random() < 0.7 and self.notices():  # between the settlement and the next call
                self.late += 1
                self.finish()

    def finish(self) -> None:
        for _ in range(STEPS_MAX):
            if self.table.state.phase == "idle":
                return
            self.step()
        raise AssertionError(f"the Round does not end: {self.table.state}")

    def open(self) -> None:
        if not (self.table.state.is_shuffled and not self.table.state.device.out):
            self.give(ShuffleCards(by=DEALER, seed=f"{self.chance.getrandbits(512):0128x}"))
        self.before = {name: player.chips for name, player in self.table.state.players.items()}
        self.give(c.AnnounceBets(by=DEALER))
        for player in self.chance.sample(PLAYERS, self.chance.randint(1, len(PLAYERS))):
            self.give(c.PlaceAnte(by=player, box=player.seat or 0, amount=50_00))
        self.give(c.CloseBetting(by=DEALER))

    def step(self) -> None:
        state, rules = self.table.state, self.table.rules
        decisions = MULTILINK.decisions(rules, state)
        if decisions:
            self.answer(self.chance.choice(decisions))
        elif self.chance.random() < self.attention and self.notices():
            return
        elif due(rules, state) == "settle" and self.chance.random() < 0.5:
            self.give(c.Settle(by=DEALER))  # whatever lies wrong
        elif (step := routine(rules, state)) is not None:
            self.give(self.spoilt(fill(MULTILINK.commands_by_name[step.command], step, DEALER)))
        else:
            self.decide()

    def answer(self, decision: Any) -> None:
        """Whoever may answers, and with whatever is offered."""
        choice = self.chance.choice(decision.choices)
        if decision.role is Role.PLAYER:
            box = int(decision.key.rpartition("_")[2])
            player = next(p for p in PLAYERS if p.id == self.table.state.boxes[box].player)
            self.give(c.ChooseOption(by=player, box=box, choice=choice))
        else:
            self.give(GiveRuling(by=SHIFT, decision=decision.key, choice=choice, reason="so ruled"))

    def notices(self) -> bool:
        """What lies wrong, or what shows nothing, or a matter for the shift manager."""
        facts: tuple[AnyFact, ...] = (Otherwise(),) if self.chance.random() < 0.1 else ()
        matter: Command = c.ReportCards(by=DEALER, facts=facts)
        if not facts and self.chance.random() < 0.1:
            matter = ReferMatter(by=DEALER, matter="what now")
        if not isinstance(self.table.decide(matter), Accepted):
            return False
        self.give(matter)
        return True

    def decide(self) -> None:
        """A player whose turn it is, or a street that comes before everybody has decided."""
        if self.chance.random() < 0.05:
            for street in ("flop", "turn", "river"):
                early = c.DealStreet(by=DEALER, street=street, facts=(TooEarly(),))
                if isinstance(self.table.decide(early), Accepted):
                    self.give(early)
                    return
        offers = [(p, o) for p in PLAYERS for o in self.options(p) if o.group == "play"]
        player, option = self.chance.choice([(p, o) for p, o in offers if o.command != "LeaveSeat"])
        self.give(fill(MULTILINK.commands_by_name[option.command], option, player))

    def options(self, player: Actor) -> tuple[Any, ...]:
        return MULTILINK.options(self.table.rules, self.table.state, player)

    def spoilt(self, command: Command) -> Command:
        """The deal with some facts, where they can be said of it."""
        if not isinstance(command, c.Deal) or self.chance.random() < 0.4:
            return command
        deal = command.street if isinstance(command, c.DealStreet) else HOLE
        if isinstance(command, c.DealCommunityCards | c.OpenDealerHand):
            deal = "other"
        known = facts_of(deal, hands_due(self.table.state), self.chance)
        assert len(known) == KINDS
        if self.wanted:
            facts = [known[at] for at in self.wanted]
        else:
            facts = self.chance.sample(known, self.chance.choice([1, 2, 3, 4]))
        told = replace(command, facts=tuple(facts))
        if isinstance(refused := self.table.decide(told), Refusal):
            assert refused.reason
            return command
        self.said += 1
        return told

    def give(self, command: Command) -> None:
        if isinstance(command, ShuffleCards):
            command = replace(command, by=SYSTEM)
        outcome = self.table.submit(command)
        assert isinstance(outcome, Accepted), (command, outcome, self.table.state)
        self.check(outcome.events)

    def check(self, events: tuple[Any, ...]) -> None:
        """Put in order, what was asked about lies as planned; void, all bets are back."""
        state, rules = self.table.state, self.table.rules
        if any(isinstance(each, e.CardsPutInOrder) for each in events):
            assert not wrong(rules, state), events
            dealt = [n for n in hands_due(state) if state.boxes[n].status == "in"]
            for number in dealt if state.phase not in ("idle", "closed") else ():
                own = [due for due in planned(rules, state, HOLE) if due.spot.place == number]
                assert len(state.boxes[number].cards) == len(own)
        if any(isinstance(each, e.RoundVoided) for each in events):
            assert state.phase == "idle"
            assert {name: player.chips for name, player in state.players.items()} == self.before


@pytest.mark.parametrize(("edition", "device"), list(product(EDITIONS, DEVICES)))
@pytest.mark.parametrize("seed", range(NIGHTS))
def test_any_deal_at_all(seed: int, edition: str, device: str) -> None:
    found = StrangeTable(seed, edition, device)
    found.play(ROUNDS)
    assert found.said


@pytest.mark.parametrize(("edition", "device"), list(product(EDITIONS, DEVICES)))
def test_what_is_noticed_only_after_the_settlement(edition: str, device: str) -> None:
    nights = [StrangeTable(seed, edition, device, attention=0.02) for seed in range(2 * NIGHTS)]
    for each in nights:
        each.play(ROUNDS)
    assert any(each.late for each in nights)


@pytest.mark.parametrize("first", range(KINDS))
def test_pairs_on_purpose(first: int) -> None:
    """Every kind of fact with every other: it can be said or is refused, is decided, and the Round ends."""
    for pair in combinations(range(KINDS), 2):
        if pair[0] == first:
            for edition, device in product(EDITIONS[1:], DEVICES):
                StrangeTable(sum(pair), edition, device, pair).play(2)
