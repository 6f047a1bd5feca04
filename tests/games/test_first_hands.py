"""The first hands of a game are the same each time, and what they advise ends as the document settles it."""

from typing import Any

import pytest

from croupier.cards import new_seed
from croupier.games import catalogue
from croupier.players import bots_for
from croupier.table import Actor, Phrasebook, Purpose, Refusal, Role, Table
from croupier.table.driver import Driver
from croupier.table.words import Now
from croupier.teaching import dealt, first_hands

SHELF = catalogue()
GAMES = ("rws-poker", "rws-multilink", "mbs-freebet")
NAME = "Robin"


def begun(game: str, number: int) -> Table[Any]:
    edition = SHELF.library.editions(game)[-1].id
    return SHELF.at(dealt(first_hands(SHELF.game(game))[number - 1], edition, SHELF), new_seed(8))


def chips(table: Table[Any]) -> int:
    """In cents; Robin has nothing on the table before and after a Round."""
    players = table.state.players
    found: int = next(each.chips for each in players.values() if getattr(each, "name", NAME) == NAME)
    return found


def played(table: Table[Any], *phrases: str) -> int:
    """What Robin has at the end, who says these things when asked."""
    game = table.game
    place = game.place_of(table.state, NAME)
    by, waiting = Actor(NAME, Role.PLAYER, place), list(phrases)
    book = Phrasebook(game.commands, game.short_forms)
    driver = Driver(table, {})
    while game.is_round_open(table.state):
        if place in game.awaited(table.rules, table.state):
            now = Now(game, table.rules, table.state, table.options)
            command = book.read(waiting.pop(0), by, 0, now)
            assert not isinstance(driver.give(command), Refusal)
        else:
            assert driver.turn()
    assert waiting == []
    return chips(table)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_five_and_somebody_is_asked_in_each(game: str) -> None:
    assert len(first_hands(SHELF.game(game))) == 5
    for number in range(1, 6):
        table = begun(game, number)
        place = table.game.place_of(table.state, NAME)
        assert place in table.game.awaited(table.rules, table.state)


BETS = ("wager 25 on area 2", "ready", "play on")
STREETS = ("look", "flop bet", "turn bet", "river bet")


@pytest.mark.parametrize(
    ("number", "phrases", "net"),
    [
        (1, ("stand",), 25),  # 19; the dealer has 6 + 10 + 9 = 25
        (2, ("hit", "stand"), 25),  # 8 + 4 + 7 = 19 to 10 + 8
        (3, ("free double",), 50),  # 6 + 5 + 10 = 21 to 17, the marker pays too (4.1)
        (4, ("free split", "stand", "stand"), 50),  # 6 + 10 + 10: the dealer is bust, both hands win
        (5, ("stand",), 0),  # 5 + 7 + 10 = 22: a Stand Off (4.7.3)
    ],
)
def test_free_bet_as_advised(number: int, phrases: tuple[str, ...], net: int) -> None:
    assert played(begun("mbs-freebet", number), *BETS, *phrases) == (500 + net) * 100


@pytest.mark.parametrize(
    ("number", "phrases", "net"),
    [
        # A pair of Kings beats Queen high: 50 on the flop, 25 each on turn and river; a pair pays no ante.
        (2, STREETS, 100),
        (3, ("look", "fold"), -25),
        (4, STREETS, 100),  # three Eights
    ],
)
def test_multi_link_as_advised(number: int, phrases: tuple[str, ...], net: int) -> None:
    assert played(begun("rws-multilink", number), *phrases) == (500 + net) * 100


def test_two_aces_are_paid_by_the_bonus() -> None:
    net = 5 * 30 + 100  # 30 to 1 (4.2), and a pair of Aces beats King high on all three streets
    assert played(begun("rws-multilink", 5), *STREETS) == (500 + net) * 100


def test_poker_offers_what_is_advised() -> None:
    advised = (Purpose.RAISE, Purpose.FOLD, Purpose.CALL, Purpose.BET, Purpose.FOLD)
    for number, purpose in enumerate(advised, 1):
        table = begun("rws-poker", number)
        options = table.options(Actor(NAME, Role.PLAYER, 1))
        assert purpose in {option.purpose for option in options}
        driver = Driver(table, dict(zip(("Bea", "Carl"), bots_for("rws-poker", 2).values(), strict=True)))
        command = Phrasebook(table.game.commands).read("fold", Actor(NAME, Role.PLAYER, 1))
        assert not isinstance(driver.give(command), Refusal)
