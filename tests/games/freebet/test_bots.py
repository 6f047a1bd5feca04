"""Bots play through options and view alone, and the table runs by itself."""

import random

import pytest

from croupier.cards import parse_cards
from croupier.games.freebet.events import RoundConcluded
from croupier.games.freebet.points import count
from croupier.games.freebet.state import Stake
from croupier.games.freebet.view import HandView
from croupier.players.freebet import ChartBot, chart
from croupier.table import Accepted, Command, Event
from croupier.table.bots import Bot, RandomBot
from croupier.table.driver import Driver
from tests.games.freebet.tables import table

PLACES = {"Ann": 1, "Ben": 2, "Cat": 9}


def play(bots: dict[str, Bot], rounds: int, **settings: object) -> list[Event]:
    made = table({"decks": 1, "areas": 2, **settings}, PLACES)
    chance = random.Random(5)
    concluded: list[Event] = []

    def listen(command: Command, outcome: object) -> None:
        assert isinstance(outcome, Accepted), f"{command}: {outcome}"
        concluded.extend(event for event in outcome.events if isinstance(event, RoundConcluded))

    driver = Driver(made, bots, seeds=lambda: chance.randbytes(512).hex(), listener=listen)
    for _ in range(rounds):
        assert driver.play_round()
    return concluded


def test_chart_followers_play_on() -> None:
    bots: dict[str, Bot] = {"Ann": ChartBot(50_00), "Ben": ChartBot(), "Cat": ChartBot(area=1)}
    assert len(play(bots, 60)) == 60


def test_random_players_play_on() -> None:
    bots: dict[str, Bot] = {name: RandomBot(place) for name, place in PLACES.items()}
    assert len(play(bots, 12, main_max="100")) == 12


def test_one_deck_down_to_the_last_card() -> None:
    """With hardly a card behind the cutting card, Rounds run out of cards and finish from the discards."""
    bots: dict[str, Bot] = {"Ann": ChartBot(), "Ben": ChartBot(), "Cat": ChartBot(area=1)}
    assert len(play(bots, 40, cut_card_position="5%")) == 40


def hand(cards: str, has_wager: bool) -> HandView:
    held = parse_cards(cards)
    points, is_soft = count(held)
    stakes = (Stake(1, has_wager, 0, 0 if has_wager else 1),)
    return HandView(1, held, points, is_soft, "open", not has_wager, False, stakes)


@pytest.mark.parametrize(
    ("cards", "upcard", "real", "free"),
    [
        ("Ts 2d", 4, "H", "H"),
        ("Ts 2d", 5, "S", "S"),
        ("Ts 4d", 2, "S", "H"),  # nothing to lose: one more card
        ("Ts 6d", 6, "S", "S"),
        ("Ts 6d", 7, "H", "H"),
        ("Ts 7d", 10, "S", "S"),
        ("Ts 7d", 9, "S", "H"),
        ("As 7d", 8, "S", "H"),
        ("As 7d", 6, "D", "D"),
        ("As 6d", 6, "D", "D"),
        ("As 9d", 6, "S", "D"),
        ("4s 4d", 11, "H", "H"),
    ],
)
def test_the_chart_plays_free_hands_differently(cards: str, upcard: int, real: str, free: str) -> None:
    assert chart(hand(cards, True), upcard, 1) == real
    assert chart(hand(cards, False), upcard, 1) == free
