"""Whole Rounds of Multi-Link Hold'em at one table with six boxes, all bets on, and where the time goes.

Every Round goes through the table like any command of the house, with a verifiable shuffle; the jackpot link
answers as it does at a table on its own. No published engine plays this game, so there is no peer to race.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable

import msgspec

from bench import Bench
from croupier.cards import new_seed, shuffle
from croupier.cards.deck import DECK
from croupier.games import catalogue
from croupier.games.multilink import MULTILINK
from croupier.games.multilink import commands as c
from croupier.games.multilink.state import State, next_to_decide
from croupier.games.multilink.turns import due
from croupier.table import Accepted, Actor, Command, Event, Role, ShuffleCards, Table

BOXES = 6
ROUNDS = 20
CHIPS = 10_000_000_00
DEALER = Actor("dealer", Role.DEALER)
PLAYERS = [Actor(f"player {seat}", Role.PLAYER, seat) for seat in range(1, BOXES + 1)]
STEPS: dict[str, Command] = {
    "deal_hole": c.DealHoleCards(by=DEALER),
    "deal_flop": c.DealStreet(by=DEALER, street="flop"),
    "reveal_flop": c.RevealFlop(by=DEALER),
    "deal_turn": c.DealStreet(by=DEALER, street="turn"),
    "reveal_turn": c.RevealTurn(by=DEALER),
    "deal_river": c.DealStreet(by=DEALER, street="river"),
    "reveal_river": c.RevealRiver(by=DEALER),
    "dealer_hand": c.OpenDealerHand(by=DEALER),
    "settle": c.Settle(by=DEALER),
}
BETS: dict[str, Callable[..., Command]] = {"first": c.PlaceFlop, "second": c.PlaceTurn, "third": c.PlaceRiver}


class House:
    """One table that plays Round after Round, its link beside it."""

    def __init__(self) -> None:
        games = catalogue()
        self.rules = games.rules("rws-multilink@3", {"boxes": str(BOXES)})
        self.table: Table[State] = Table(MULTILINK, self.rules, games.rules)
        self.attendants = MULTILINK.attendants(self.rules)
        self.chance = random.Random(3)
        self.seeds = [new_seed().hex() for _ in range(64)]
        self.played = 0
        self.events: list[Event] = []
        for player in PLAYERS:
            self.give(c.TakeSeat(by=player, seat=player.seat or 0, chips=CHIPS))

    def give(self, command: Command) -> None:
        waiting = deque([command])
        while waiting:
            outcome = self.table.submit(waiting.popleft())
            assert isinstance(outcome, Accepted), outcome
            self.events += outcome.events
            for event in outcome.events:
                for attendant in self.attendants:
                    waiting.extend(attendant.heard(event, self.played))

    def round(self) -> None:
        give, table = self.give, self.table
        give(ShuffleCards(by=DEALER, seed=self.seeds[self.played % 64]))
        self.played += 1
        give(c.AnnounceBets(by=DEALER))
        for number, player in enumerate(PLAYERS, 1):
            give(c.PlaceAnte(by=player, box=number, amount=25_00))
            give(c.PlaceBonus(by=player, box=number, amount=5_00))
            give(c.PlaceProgressive(by=player, box=number, amount=5_00))
        give(c.CloseBetting(by=DEALER))
        while table.state.phase != "idle":
            step = due(self.rules, table.state)
            give(self.decision() if step == "decide" else STEPS[step])

    def decision(self) -> Command:
        state = self.table.state
        box = next_to_decide(state)
        assert box is not None
        player = PLAYERS[box - 1]
        if self.chance.random() < 0.7:
            return BETS[state.phase](by=player, box=box)
        return c.Fold(by=player, box=box) if state.phase == "first" else c.Check(by=player, box=box)


def benches() -> list[Bench]:
    house = House()
    recorded = House()
    for _ in range(ROUNDS):
        recorded.round()
    opening = MULTILINK.initial(recorded.rules)
    journal = [msgspec.json.encode(event) for event in recorded.events]
    decoder = MULTILINK.event_decoder
    seed = bytes.fromhex(house.seeds[0])

    def rounds() -> None:
        for _ in range(ROUNDS):
            house.round()
        house.events.clear()

    def replay() -> None:
        state = opening
        for event in recorded.events:
            state = MULTILINK.evolve(state, event)

    def views() -> None:
        for player in PLAYERS:
            MULTILINK.view(recorded.rules, recorded.table.state, player)
            MULTILINK.options(recorded.rules, recorded.table.state, player)

    name = "multilink six boxes"
    return [
        Bench(f"{name}: Rounds with the link", ROUNDS, rounds),
        Bench(f"{name}: of it, applying the events again", ROUNDS, replay),
        Bench(f"{name}: of it, the shuffle", ROUNDS, lambda: [shuffle(DECK, seed) for _ in range(ROUNDS)]),
        Bench(
            f"{name}: besides it, events to JSON",
            ROUNDS,
            lambda: [msgspec.json.encode(event) for event in recorded.events],
        ),
        Bench(f"{name}: besides it, events from JSON", ROUNDS, lambda: [decoder.decode(t) for t in journal]),
        Bench(f"{name}: besides it, view and options of one player", BOXES, views),
    ]
