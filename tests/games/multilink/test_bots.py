"""Tables that run by themselves."""

from collections.abc import Callable

import pytest

from croupier.games.multilink import MULTILINK
from croupier.games.multilink.events import RoundConcluded
from croupier.players.multilink import SensibleBot
from croupier.table import Accepted, Actor, Command, Event, Role, Table, fill
from croupier.table.bots import Bot, RandomBot
from croupier.table.driver import Driver
from tests.games.multilink.setting import DEVICES, PLAYERS, SHELF


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("bot", [RandomBot, SensibleBot])
def test_bots_play_by_themselves(bot: Callable[[int], Bot], device: str) -> None:
    table = Table(MULTILINK, SHELF.rules("rws-multilink@3", {"device": device}), SHELF.rules)
    concluded: list[Event] = []

    def listen(command: Command, outcome: object) -> None:
        assert isinstance(outcome, Accepted), f"{command}: {outcome}"
        concluded.extend(event for event in outcome.events if isinstance(event, RoundConcluded))

    driver = Driver(table, {player.id: bot(player.seat or 0) for player in PLAYERS}, listener=listen)
    for player in PLAYERS:
        for command in MULTILINK.seat(player, player.seat or 0, 1_000_000_00):
            driver.give(command)
    assert all(driver.play_round() for _ in range(30))
    assert len(concluded) == 30
    assert table.state.meter >= 50_000_00


def test_a_bot_that_sees_only_options_and_view_bets_the_smallest_ante_on_its_own_box() -> None:
    table = Table(MULTILINK, SHELF.rules("rws-multilink@3", {}), SHELF.rules)
    driver = Driver(table, {player.id: SensibleBot(1) for player in PLAYERS})
    for player in PLAYERS:
        for command in MULTILINK.seat(player, player.seat or 0, 1_000_00):
            driver.give(command)
    while table.state.phase != "closed":
        assert driver.turn()
    assert {number: box.ante for number, box in table.state.boxes.items()} == {1: 25_00, 2: 25_00, 3: 25_00}


@pytest.mark.parametrize("device", DEVICES)
def test_a_physical_deck_is_shuffled_once(device: str) -> None:
    """A person's shuffle leaves no order behind to be seen; the routine goes on to the bets all the same."""
    table = SHELF.table("rws-multilink@3", {"device": device})
    dealer = Actor("dealer", Role.DEALER)
    for command in MULTILINK.seat(Actor("Ann", Role.PLAYER, 1), 1, 1_000_00):
        table.submit(command)
    steps = []
    for _ in range(2):
        option = MULTILINK.routine(table.rules, table.state)
        assert option is not None
        steps.append(option.command)
        table.submit(fill(MULTILINK.commands_by_name[option.command], option, dealer))
    assert steps == ["ShuffleCards", "AnnounceBets"]
