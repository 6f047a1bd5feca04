"""The example game keeps the promises that every game must keep."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import DECK, new_seed
from croupier.table import SYSTEM, Accepted, Actor, Catalogue, Command, Event, Role, ShuffleCards, Table
from croupier.table.bots import RandomBot
from croupier.table.driver import Driver
from high_card import HIGH_CARD
from high_card.messages import RoundConcluded
from high_card.state import State
from tests.conformance import Contestant, Drawn, Seeded, Walk

PLAYERS = [Actor(name, Role.PLAYER, seat) for seat, name in enumerate(("Ann", "Ben", "Cat"), start=1)]
STAFF = [Actor("Dealer", Role.DEALER), Actor("Manager", Role.SHIFT_MANAGER)]


def disguise(state: State, viewer: Actor, chance: random.Random) -> State:
    """Deal every card the viewer has not seen again, from what the viewer has not seen."""
    hidden = [seat for seat, box in state.boxes.items() if box.card and box.player != viewer.id]
    known = {box.card for box in state.boxes.values() if box.player == viewer.id}
    unknown = [card for card in DECK if card not in known]
    chance.shuffle(unknown)
    for seat in hidden:
        state = state.with_box(seat, card=unknown.pop())
    if state.house_card:
        state = replace(state, house_card=unknown.pop())
    return replace(state, device=replace(state.device, undealt=tuple(unknown[: len(state.device.undealt)])))


def contestant(catalogue: Catalogue, *opening: Any) -> Contestant:
    seats = [command for player in PLAYERS for command in HIGH_CARD.seat(player, player.seat or 0, 200_00)]
    return Contestant(
        game=HIGH_CARD,
        rules=catalogue.rules("high-card@1", {}),
        find_rules=catalogue.rules,
        opening=(*seats, *opening),
        actors=lambda state: [*PLAYERS, *STAFF],
        disguise=disguise,
        # Options leave the cards to a person; the walk also deals from sealed shoes.
        values=lambda state, option, chooser: {} if option.command == "ShuffleCards" else None,
    )


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_short_walks_that_shrink(catalogue: Catalogue, data: st.DataObject) -> None:
    Walk(contestant(catalogue), Drawn(data)).run(25)


@pytest.mark.parametrize("seed", range(8))
def test_long_walks(catalogue: Catalogue, seed: int) -> None:
    walk = Walk(contestant(catalogue, shuffle(seed)), Seeded(seed)).run(400)
    walk.come_to_rest()
    assert any(type(event).__name__ == "RoundConcluded" for event in walk.events)


def shuffle(seed: int) -> ShuffleCards:
    return ShuffleCards(by=SYSTEM, seed=new_seed(1).hex() if seed % 2 else "")


def test_bots_play_by_themselves(catalogue: Catalogue) -> None:
    table = Table(HIGH_CARD, catalogue.rules("high-card@1", {}), catalogue.rules)
    for player in PLAYERS:
        for command in HIGH_CARD.seat(player, player.seat or 0, 10_000_00):
            table.submit(command)
    concluded: list[Event] = []

    def listen(command: Command, outcome: object) -> None:
        assert isinstance(outcome, Accepted)
        concluded.extend(event for event in outcome.events if isinstance(event, RoundConcluded))

    driver = Driver(table, {player.id: RandomBot(player.seat or 0) for player in PLAYERS}, listener=listen)
    assert all(driver.play_round() for _ in range(20))
    assert len(concluded) == 20
