"""Thousands of Rounds settled a second time, chip by chip, by nothing but the document and its readings.

The second settlement knows no layers: every chip goes by itself to those who have put in as many, hands are
ranked by an outsider, and rake and odd chips are counted in whole chips.
"""

import random
from itertools import pairwise

import pytest
from phevaluator import evaluate_cards

from croupier.games.poker import events as e
from croupier.games.poker.state import State
from croupier.table import Event
from tests.games.poker.test_volume import Night

NIGHTS, HANDS = 40, 25
CHIP = 1_00
BOARD = 5


class Quiet(Night):
    """Nothing goes wrong, but people come, go and owe blinds; rake, cap and split rules differ by night."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rounds: list[Round] = []

    def trouble(self) -> None:
        self.step()

    def hand(self) -> None:
        begun = len(self.events)
        before = self.table.state
        super().hand()
        self.rounds.append(Round(self.events[begun:], before, self.table.state))

    def audit(self) -> None:
        pass


class Round:
    """What the events say about one Round."""

    def __init__(self, events: list[Event], before: State, after: State) -> None:
        announced = next(event for event in events if isinstance(event, e.BlindsAnnounced))
        self.order, self.big_blind_seat = announced.order, announced.big_blind_seat
        self.before = {n: before.seat(n).chips for n in self.order}
        self.after = {n: after.seat(n).chips for n in self.order}
        self.live = dict.fromkeys(self.order, 0)
        self.dead = 0
        self.out: set[int] = set()
        self.mucked: set[int] = set()
        self.board: tuple[str, ...] = ()
        self.hands: dict[int, tuple[str, ...]] = {}
        self.is_raised = False
        self.rake = sum(event.rake for event in events if isinstance(event, e.PotAwarded))
        for event in events:
            self.hear(event)

    def hear(self, event: Event) -> None:
        if isinstance(event, e.Payment):
            self.live[event.seat] += event.live
            self.dead += event.dead
            self.before[event.seat] -= event.live + event.dead
        elif isinstance(event, e.Wager):
            self.live[event.seat] += event.amount
            self.before[event.seat] -= event.amount
            self.is_raised |= isinstance(event, e.Raised)
        elif isinstance(event, e.Folded):
            self.out.add(event.seat)
        elif isinstance(event, e.HandMucked):
            self.mucked.add(event.seat)
        elif isinstance(event, e.StreetDealt):
            self.board += event.cards
        elif isinstance(event, e.HoleCardsDealt):
            self.hands = dict(event.hands)


def rank(hand: tuple[str, ...], board: tuple[str, ...]) -> int:
    return -int(evaluate_cards(*hand, *board))


def uncalled(played: Round) -> tuple[int, int]:
    """Whose chips nobody has matched, and how many."""
    seat = max(played.order, key=lambda n: played.live[n])
    second = max(played.live[n] for n in played.order if n != seat)
    return seat, played.live[seat] - second


def pots(played: Round, live: dict[int, int]) -> list[tuple[int, list[int]]]:
    """Who has put in as many and is still there, for every stretch of chips that no stack ends in."""
    found: list[tuple[int, list[int]]] = []
    steps = sorted({0, *live.values()})
    for low, high in pairwise(steps):
        amount = sum(high - low for n in live if live[n] >= high)
        claim = [n for n in played.order if live[n] >= high and n not in played.out]
        if not claim or (found and found[-1][1] == claim):
            found[-1] = (found[-1][0] + amount, found[-1][1])
        else:
            found.append((amount, claim))
    return [(found[0][0] + played.dead, found[0][1]), *found[1:]]


def settle(night: Quiet, played: Round) -> tuple[dict[int, int], int]:
    """The stacks after the Round, and the rake."""
    rules = night.table.rules
    stacks, live = dict(played.before), dict(played.live)
    seat, back = uncalled(played)
    live[seat] -= back
    stacks[seat] += back
    left = [n for n in played.order if n not in played.out]
    is_walk = left == [played.big_blind_seat] and not played.board and not played.is_raised
    cap, taken = rules.money("rake_cap"), 0
    for index, (amount, claim) in enumerate(pots(played, live)):
        base = amount
        if is_walk and back and index == 0:
            others = sum(played.live[n] for n in played.order if n != played.big_blind_seat) + played.dead
            base = {"matched": amount, "full": amount + back, "small_blind_only": others}[
                rules.choice("walk_rake_base")
            ]
        percent = rules.percent("rake_percent")
        share = int(base * percent / 100) // CHIP * CHIP
        if not played.board and not rules.flag("rake_before_flop"):
            share = 0
        share = min(share, cap - taken)
        taken += share
        divide(night, played, amount - share, claim, stacks)
    return stacks, taken


def divide(night: Quiet, played: Round, amount: int, claim: list[int], stacks: dict[int, int]) -> None:
    rules = night.table.rules
    best = max(rank(played.hands[n], played.board) for n in claim) if len(played.board) == BOARD else 0
    winners = [n for n in claim if len(claim) == 1 or rank(played.hands[n], played.board) == best]
    for n in winners:
        stacks[n] += amount // len(winners) // CHIP * CHIP
    rest = amount - len(winners) * (amount // len(winners) // CHIP * CHIP)
    takers = winners
    if rules.choice("odd_chip_to") == "literal":
        takers = [n for n in played.order if n not in played.out and n not in played.mucked]
    if rules.choice("odd_chips") == "all_to_first":
        takers = takers[:1]
    turn = 0
    while rest:
        chip = min(CHIP, rest)
        stacks[takers[turn % len(takers)]] += chip
        rest, turn = rest - chip, turn + 1


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_rounds_settled_again(seed: int) -> None:
    night = Quiet(seed)
    chance = random.Random(seed)
    chosen = {
        "rake_percent": chance.choice(["0%", "2.5%", "5%"]),
        "rake_cap": chance.choice(["3", "12", "30"]),
    }
    settings = {**night.table.rules.chosen, **chosen, "rake_basis": "per_pot"}
    night.table.rules = night.table._find_rules(night.table.rules.edition.id, settings)
    night.play(HANDS)
    for played in night.rounds:
        stacks, taken = settle(night, played)
        assert (stacks, taken) == (played.after, played.rake)
