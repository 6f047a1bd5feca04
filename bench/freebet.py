"""Free Bet Blackjack, event-sourced: whole Rounds, and where the time goes."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from bench import Bench
from croupier.games import catalogue
from croupier.players.freebet import ChartBot
from croupier.table import Accepted, Actor, Command, Event, Role, Table
from croupier.table.driver import Driver

ROUNDS = 150
CHIPS = 1_000_000_00
DEALER = Actor("dealer", Role.DEALER)


class Recording:
    """Rounds of chart play, one player on each of `areas`, kept as commands and as events."""

    def __init__(self, areas: int) -> None:
        shelf = catalogue()
        self.game = shelf.game("mbs-freebet")
        self.rules = shelf.rules("mbs-freebet@3", {"decks": 8, "areas": areas})
        self.table: Table[Any] = Table(self.game, self.rules, shelf.rules)
        names = [f"player {place}" for place in range(1, areas + 1)]
        for place, name in enumerate(names, start=1):
            for command in self.game.seat(Actor(name, Role.PLAYER, place), place, CHIPS):
                self.table.submit(command)
        self.start = self.table.state
        self.commands: list[Command] = []
        self.events: list[Event] = []
        self.middles: list[Any] = []
        chance = random.Random(areas)
        driver = Driver(
            self.table,
            {name: ChartBot() for name in names},
            seeds=lambda: chance.randbytes(512).hex(),
            listener=self.listen,
        )
        for _ in range(ROUNDS):
            assert driver.play_round()
        self.lines = [msgspec.json.encode(event) for event in self.events]

    def listen(self, command: Command, outcome: object) -> None:
        assert isinstance(outcome, Accepted)
        self.commands.append(command)
        self.events += outcome.events
        if outcome.state.phase == "playing" and len(self.middles) < ROUNDS:
            self.middles.append(outcome.state)

    def decide(self) -> list[bytes]:
        """Every command decided, its events applied."""
        game, rules, state = self.game, self.rules, self.start
        for command in self.commands:
            outcome = game.decide(rules, state, command)
            assert isinstance(outcome, Accepted)
            state = outcome.state
        return []

    def decide_and_write(self) -> list[bytes]:
        """As above, and every event written as a line of the journal."""
        game, rules, state = self.game, self.rules, self.start
        written = []
        for command in self.commands:
            outcome = game.decide(rules, state, command)
            assert isinstance(outcome, Accepted)
            state = outcome.state
            written += [msgspec.json.encode(event) for event in outcome.events]
        return written

    def replay(self) -> None:
        """The events read back and applied."""
        game, state = self.game, self.start
        for line in self.lines:
            state = game.evolve(state, game.event_decoder.decode(line))

    def evolve(self) -> None:
        game, state = self.game, self.start
        for event in self.events:
            state = game.evolve(state, event)

    def options(self) -> None:
        actor = Actor("player 1", Role.PLAYER, 1)
        for state in self.middles:
            self.game.options(self.rules, state, actor)

    def staff_options(self) -> None:
        for state in self.middles:
            self.game.options(self.rules, state, DEALER)

    def view(self) -> None:
        actor = Actor("player 1", Role.PLAYER, 1)
        for state in self.middles:
            self.game.view(self.rules, state, actor)


def benches() -> list[Bench]:
    one, seven = Recording(1), Recording(7)
    middles = len(one.middles)
    return [
        Bench("free bet Round, 1 area, decided and journalled", ROUNDS, one.decide_and_write),
        Bench("  of which decided", ROUNDS, one.decide),
        Bench("  of which events applied", ROUNDS, one.evolve),
        Bench("free bet Round, 1 area, replayed from its journal", ROUNDS, one.replay),
        Bench("free bet Round, 7 areas, decided and journalled", ROUNDS, seven.decide_and_write),
        Bench("free bet Round, 7 areas, replayed from its journal", ROUNDS, seven.replay),
        Bench("free bet options of a player in play", middles, one.options),
        Bench("free bet options of the dealer in play", middles, one.staff_options),
        Bench("free bet options of a player in play, 7 areas", len(seven.middles), seven.options),
        Bench("free bet options of the dealer in play, 7 areas", len(seven.middles), seven.staff_options),
        Bench("free bet view of a player in play", middles, one.view),
    ]
