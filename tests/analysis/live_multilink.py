"""Rounds of the fast simulator played again at the live table: same cards, same decisions, same money.

`python -m tests.analysis.live_multilink 200000` plays as many as one asks for.
"""

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from croupier.analysis.figures import Asked
from croupier.analysis.kernels.cards import CARD
from croupier.analysis.multilink.simulator import MAIN_NAMES, MultiLinkSimulator, bonus_line, simulator_of
from croupier.cards import Card, category, strength
from croupier.games.multilink import MULTILINK
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.state import State
from croupier.rulebook import Edition, Library, Rules
from croupier.table import SYSTEM, Accepted, Actor, Command, Event, Role, ShuffleCards

ANN = Actor("Ann", Role.PLAYER, 1)
DEALER = Actor("dealer", Role.DEALER)
METER = 50_000_00
_MAIN = ("ante", "flop", "turn", "river")


class Live:
    """A live table with one player whose bets are down; every round starts from there."""

    def __init__(self, edition: Edition, stakes: Mapping[str, int], settings: Mapping[str, object]) -> None:
        self.rules = Rules.adopt(edition, {**settings, "device": "electronic_shuffler"}, MULTILINK.policies)
        state = MULTILINK.initial(self.rules)
        self.closed = self.after(
            state,
            *MULTILINK.seat(ANN, 1, 1_000_000_00),
            c.ShowMeter(by=SYSTEM, meter=METER),
            ShuffleCards(by=SYSTEM),
            c.AnnounceBets(by=DEALER),
            c.PlaceAnte(by=ANN, box=1, amount=stakes["main"]),
            c.PlaceBonus(by=ANN, box=1, amount=stakes["bonus"]),
            c.PlaceProgressive(by=ANN, box=1, amount=stakes["progressive"]),
            c.CloseBetting(by=DEALER),
        )[0]

    def after(self, state: State, *commands: Command) -> tuple[State, list[Event]]:
        events: list[Event] = []
        for command in commands:
            outcome = MULTILINK.decide(self.rules, state, command)
            assert isinstance(outcome, Accepted), (command, outcome)
            state = outcome.state
            events += outcome.events
        return state, events

    def nets(self, cards: Sequence[Card], way: str) -> dict[str, int]:
        """Play one round by a way's decisions; what each bet won or lost, in cents."""
        bets = way.split(":")[0]
        state, _ = self.after(
            self.closed,
            c.DealCommunityCards(by=DEALER, cards=tuple(cards[2:7])),
            c.DealHoleCards(by=DEALER, cards=(*cards[:2], *cards[7:9])),
            c.Fold(by=ANN, box=1) if bets == "fold" else c.PlaceFlop(by=ANN, box=1),
            c.RevealFlop(by=DEALER),
        )
        if bets != "fold":
            state, _ = self.after(
                state,
                c.PlaceTurn(by=ANN, box=1) if "turn" in bets else c.Check(by=ANN, box=1),
                c.RevealTurn(by=DEALER),
                c.PlaceRiver(by=ANN, box=1) if "river" in bets else c.Check(by=ANN, box=1),
                c.RevealRiver(by=DEALER),
                c.OpenDealerHand(by=DEALER),
            )
        state, events = self.after(state, c.Settle(by=DEALER))
        for claim in [
            claim for event in events if isinstance(event, e.JackpotClaimed) for claim in event.claims
        ]:
            prize = claim.amount or METER * claim.percent // 100
            state, more = self.after(state, c.PayJackpot(by=SYSTEM, box=1, amount=prize, meter=METER))
            events += more
        return _sorted_by_bet(events)


def _sorted_by_bet(events: Sequence[Event]) -> dict[str, int]:
    nets = {"main": 0, "bonus": 0, "progressive": 0}
    for event in events:
        if isinstance(event, e.JackpotHandedOver):
            nets["progressive"] += event.amount
        elif isinstance(event, e.BoxSettled):
            for result in event.results:
                nets["main" if result.bet in _MAIN else result.bet] += result.winnings - result.taken
    return nets


def kernel_nets(simulator: MultiLinkSimulator, cards: Sequence[Card], way: str) -> dict[str, int]:
    """What the simulator books for a round that it ended in `way`."""
    line = bonus_line(cards[0], cards[1])
    if line == "aces" and cards[7][0] == cards[8][0] == "A":
        line = "aces_both"
    hand = category(strength(cards[:5])).name.lower()
    jackpot = simulator.nets["progressive"]
    return {
        "main": simulator.nets["main"][way],
        "bonus": simulator.nets["bonus"][line],
        "progressive": jackpot.get(hand, jackpot["lost"]),
    }


def compare(edition: Edition, rounds: int, seed: int, settings: Mapping[str, object] | None = None) -> int:
    """Play `rounds` rounds both ways; raises at the first difference. Returns how many endings there were."""
    simulator = simulator_of(Rules.adopt(edition, settings or {}), Asked(meter=METER))
    live = Live(edition, simulator.stakes, settings or {})
    tally, dealt, ways = simulator.traced(seed, rounds, rounds)
    totals: dict[str, Any] = dict.fromkeys(simulator.stakes, 0)
    for row, number in zip(dealt.tolist(), ways.tolist(), strict=True):
        cards, way = [CARD[card] for card in row], MAIN_NAMES[number]
        expected, found = kernel_nets(simulator, cards, way), live.nets(cards, way)
        assert found == expected, (cards, way, found, expected)
        for bet, net in found.items():
            totals[bet] += net
    assert totals == tally.sums  # the kernel's own counts say the same as its trace
    return len(np.unique(ways))


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    for name in ("rws-multilink@2", "rws-multilink@3"):
        started = time.monotonic()
        endings = compare(Library().get(name), asked, seed=1)
        print(f"{name}: {asked:,} rounds agree, {endings} endings, {time.monotonic() - started:.0f} s")
