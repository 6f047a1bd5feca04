"""The bot that begins by the solved table."""

import numpy as np
import pytest

from croupier.analysis.kernels.cards import NUMBER, holding
from croupier.arena.ladder import LADDER
from croupier.arena.match import Match
from croupier.arena.solved import SolvedBot, ahead
from croupier.cards import DECK, Card
from croupier.envs.poker import PokerSetup, PokerTable
from croupier.envs.poker import kernel as k
from croupier.envs.proof import poker_deck
from croupier.players.poker import CallerBot, RandomPokerBot

BOARD = ("2c", "7d", "9h", "Tc", "Jd")
ALL_IN = 3


def heads_up(small: str, big: str, stack: int) -> PokerTable:
    """The Small Blind to act, with these cards for him and the Big Blind, and so many Big Blinds each."""
    first = tuple(Card(card) for card in (*big.split(), *small.split(), *BOARD))
    order = (*first, *(card for card in DECK if card not in first))
    setup = PokerSetup(seats=2, stakes=stack * 10_00, rake=False, sizes=())
    made = PokerTable(setup, lambda: {"first_cards": poker_deck(order, 2, is_shoe=True, burns=1)})
    made.deal()
    return made


def chosen(bot: SolvedBot, at: PokerTable) -> tuple[str, int]:
    seat = at.to_act
    options = tuple(each for each in at.table.options(at.actors[seat]) if each.group == "play")
    choice = bot.choose(at.view(seat), options)
    assert choice is not None
    return choice[0].command, choice[1].get("amount", 0)


@pytest.mark.parametrize(
    ("small", "stack", "expected"),
    [
        ("7h 2h", 100, ("Fold", 0)),
        ("Ad 5d", 100, ("RaiseTo", 30_00)),  # three times the Big Blind of 10
        ("Jh 5c", 100, ("Call", 0)),
        ("Kd Th", 10, ("AllIn", 0)),
    ],
)
def test_the_small_blind_opens_as_the_table_says(small: str, stack: int, expected: tuple[str, int]) -> None:
    assert {chosen(SolvedBot(seed), heads_up(small, "Qs Qh", stack)) for seed in range(5)} == {expected}


@pytest.mark.parametrize(("big", "expected"), [("As Ah", "Call"), ("Ks Kh", "Call"), ("7s 3h", "Fold")])
def test_all_in_is_answered_as_the_table_says(big: str, expected: str) -> None:
    table = heads_up("Qs Qh", big, 100)
    table.act(ALL_IN)
    assert chosen(SolvedBot(1), table)[0] in (expected, "AllIn" if expected == "Call" else expected)


def test_a_raise_of_any_size_is_taken_for_the_nearest_of_the_table() -> None:
    for cents, expected in ((20_00, "RaiseTo"), (30_00, "RaiseTo"), (800_00, "AllIn")):
        table = heads_up("Qs Qh", "As Ah", 100)
        table.act(k.RAISE, cents)
        command, amount = chosen(SolvedBot(1), table)
        # A small one is answered with a raise of the pot; a huge one is taken for an all-in, and called.
        assert (command, amount) == (("RaiseTo", 3 * cents) if expected == "RaiseTo" else ("Call", 0))


def test_after_the_flop_the_best_hand_bets_and_nothing_folds() -> None:
    for small, command in (("Kh Qs", "RaiseTo"), ("4h 3s", "Fold")):
        bot, table = SolvedBot(2), heads_up(small, "As Ah", 100)
        table.act(k.CALL)
        table.act(k.CALL)
        for _ in range(2):  # flop and turn are checked
            table.act(k.CALL)
            table.act(k.CALL)
        table.act(k.RAISE, 20_00)  # a bet of the pot on the river, where King and Queen make a straight
        assert chosen(bot, table)[0] == command


def test_every_holding_is_measured_on_the_river_exactly() -> None:
    board = np.array([NUMBER[Card(card)] for card in BOARD])
    own = np.array([NUMBER[Card("Kh")], NUMBER[Card("Qs")]])  # the best hand there is: a straight to the King
    strength, against = ahead(board, own, np.random.default_rng(1))
    number = {
        text: holding(*(NUMBER[Card(card)] for card in text.split()))
        for text in ("8d 8c", "Kd Qc", "Kh 3c", "2c 3d")
    }
    assert against[number["8d 8c"]] == 1
    assert against[number["Kd Qc"]] == 0.5
    assert strength[number["Kh 3c"]] == strength[number["2c 3d"]] == 0  # held, or on the board
    assert strength[number["Kd Qc"]] > 0.99


def test_it_plays_on_with_any_stakes_and_against_several() -> None:
    for seats, stack in ((2, 3), (2, 30), (3, 40)):
        others = [CallerBot(), RandomPokerBot(5)]
        agents = [("solved", SolvedBot(1)), *((f"other {at}", others[at]) for at in range(seats - 1))]
        match = Match(PokerSetup(seats=seats, stakes=stack * 10_00, rake=False, sizes=()), agents, seed=4)
        list(match.play(6))
        assert match.standings[0].hands == 6 * seats


def test_it_takes_from_a_caller_what_a_caller_gives() -> None:
    match = Match(
        PokerSetup(seats=2, sizes=(), rake=False), [("s", LADDER["solved"](1)), ("c", CallerBot())], seed=9
    )
    list(match.play(60))
    assert match.standings[0].mean > match.standings[0].error
