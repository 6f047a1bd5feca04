"""The driver: players are told what they may see, and a table that cannot be shuffled says so."""

import pytest

from croupier.cards import SeedError, new_seed
from croupier.games import catalogue
from croupier.players.freebet import ChartBot
from croupier.players.multilink import SensibleBot
from croupier.players.poker import CallerBot
from croupier.table import Actor, CardsShuffled, Event, Role
from croupier.table.bots import Bot
from croupier.table.driver import Driver


class Watcher:
    """Plays as another does, and keeps what it was told."""

    def __init__(self, player: Bot) -> None:
        self.choose = player.choose
        self.seen: list[Event] = []

    def observe(self, event: Event) -> None:
        self.seen.append(event)


def seated(edition: str, **players: Bot) -> Driver:  # type: ignore[type-arg]
    table = catalogue().table(edition)
    driver = Driver(table, players)
    for place, name in enumerate(players, start=1):
        for command in table.game.seat(Actor(name, Role.PLAYER, place), place, 1_000_00):
            driver.give(command)
    return driver


@pytest.mark.parametrize(
    ("edition", "bot"), [("mbs-freebet@3", ChartBot()), ("rws-multilink@3", SensibleBot(1))]
)
def test_an_observer_sees_every_event_but_never_the_shoe(edition: str, bot: Bot) -> None:
    watcher = Watcher(bot)
    driver = seated(edition, Ann=watcher)
    assert all(driver.play_round() for _ in range(3))
    (shuffle, *_) = [event for event in watcher.seen if isinstance(event, CardsShuffled)]
    assert (shuffle.order, shuffle.seed) == ((), "")
    assert shuffle.commitment
    assert len(watcher.seen) > 20


def test_an_observer_sees_own_hole_cards_and_no_other() -> None:
    ann, ben = Watcher(CallerBot()), Watcher(CallerBot())
    driver = seated("rws-poker@7", Ann=ann, Ben=ben)
    assert driver.play_round()
    for place, watcher in enumerate((ann, ben), start=1):
        (dealt,) = [event for event in watcher.seen if type(event).__name__ == "HoleCardsDealt"]
        assert [bool(dealt.hands.get(seat)) for seat in (1, 2)] == [place == 1, place == 2]  # type: ignore[attr-defined]


def test_a_seed_too_short_for_the_shoe_is_loud() -> None:
    driver = Driver(catalogue().table("mbs-freebet@3"), {"Ann": ChartBot()}, seeds=lambda: new_seed(1).hex())
    for command in driver.table.game.seat(Actor("Ann", Role.PLAYER, 1), 1, 1_000_00):
        driver.give(command)
    with pytest.raises(SeedError, match="312 cards need a seed of 384 bytes, not 64"):
        driver.play_round()
