"""An option without blanks says what it takes from the player's chips, unless its words already do."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.players import bots_for
from croupier.rulebook import Library
from croupier.table import Accepted, Actor, Option, Role, fill
from croupier.table.bots import RandomBot
from croupier.table.driver import Driver
from tests.effort import EFFORT

EDITIONS = Library().ids
# What costs something without asking for an amount, in each game; every one of them is met in play.
COSTLY = {
    "rws-poker": {"Call", "AllIn", "PostSmallBlind", "PostBigBlind"},
    "rws-multilink": {"PlaceFlop", "PlaceTurn", "PlaceRiver"},
    "mbs-freebet": {"Split"},
}


class Watched:
    """Plays at random; tries every option without blanks on the side and looks at what it transfers."""

    def __init__(self, number: int) -> None:
        self._bot = RandomBot(number)
        self.driver: Driver[Any]
        self.actor: Actor
        self.seen: Counter[str] = Counter()

    def choose(self, view: Any, options: tuple[Option, ...]) -> Any:
        for option in options:
            if option.group == "play" and not option.asks:
                self._check(option)
        return self._bot.choose(view, options)

    def _check(self, option: Option) -> None:
        table = self.driver.table
        command = fill(table.game.commands_by_name[option.command], option, self.actor)
        outcome = table.game.decide(table.rules, table.state, command)
        assert isinstance(outcome, Accepted)
        own = f"stack/{self.actor.seat}"
        paid = sum(move.cents for move in outcome.events[0].transfers() if move.source == own)
        assert option.costs + option.fixed.get("amount", 0) == paid, (option, outcome.events[0])
        if paid:
            self.seen[option.command] += 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_an_option_costs_is_what_it_takes(edition: str) -> None:
    game, chance = edition.partition("@")[0], Random(1)
    players = {name: Watched(number) for number, name in enumerate(bots_for(game, 4))}
    for _ in range(6 * EFFORT):  # a fresh table each time: random players are soon broke
        table = catalogue().table(edition)
        driver = Driver(table, players, seeds=lambda: chance.randbytes(512).hex())
        for place, (name, player) in enumerate(players.items(), start=1):
            player.driver, player.actor = driver, Actor(name, Role.PLAYER, place)
            for command in table.game.seat(player.actor, place, 1_000_00):
                driver.give(command)
        for _ in range(4):
            driver.play_round()
    seen = sum((player.seen for player in players.values()), Counter[str]())
    assert seen.keys() >= COSTLY[game]
