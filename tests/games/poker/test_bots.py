"""Bots play through options and view alone, and the better one wins."""

import random

import pytest

from croupier.games.poker import commands as c
from croupier.games.poker.state import State
from croupier.players.poker import CallerBot, OddsBot, RandomPokerBot
from croupier.table import Accepted, Command, Table
from croupier.table.bots import Bot
from croupier.table.driver import Driver
from tests.games.poker.tables import PLAYERS, give, new_table, seeded


def driver(table: Table[State], bots: list[Bot], seed: int) -> Driver[State]:
    chance = random.Random(seed)
    for player, _ in zip(PLAYERS, bots, strict=False):
        give(table, c.SitDown(by=player, seat=player.seat or 0, chips=1_000_00))

    def listen(command: Command, outcome: object) -> None:
        assert isinstance(outcome, Accepted), (command, outcome)

    names = [player.id for player in PLAYERS]
    return Driver(table, dict(zip(names, bots, strict=False)), seeds=lambda: seeded(chance), listener=listen)


@pytest.mark.parametrize(
    ("edition", "device"),
    [("rws-poker@6", "card_shoe"), ("rws-poker@7", "card_shoe"), ("rws-poker@7", "electronic_shuffler")],
)
def test_a_table_of_bots_plays_by_itself(edition: str, device: str) -> None:
    table = new_table(edition, device=device)
    run = driver(table, [RandomPokerBot(1), CallerBot(), OddsBot(2), RandomPokerBot(3), OddsBot(4)], 5)
    for _ in range(40):
        if not run.play_round():
            break
    assert table.state.round >= 5
    assert table.state.phase == "idle"


def test_callers_always_reach_a_showdown() -> None:
    table = new_table()
    run = driver(table, [CallerBot(), CallerBot(), CallerBot()], 6)
    assert all(run.play_round() for _ in range(10))
    assert sum(seat.chips for seat in table.state.seats if seat) < 3_000_00, (
        "rake was taken from shown-down pots"
    )


@pytest.mark.volume
def test_pot_odds_beat_callers_and_random_play() -> None:
    """Heads-up over many short matches without rake the thinking bot must be ahead."""
    balance = 0
    for seed in range(12):
        for rival in (CallerBot(), RandomPokerBot(seed)):
            table = new_table(rake_percent="0%")
            run = driver(table, [OddsBot(seed), rival], seed)
            for _ in range(25):
                if not run.play_round():
                    break
            balance += table.state.seat(1).chips - 1_000_00
    assert balance > 0


def test_equity_of_a_set_against_one_opponent_is_high_and_of_nothing_low() -> None:
    bot = OddsBot(1)
    assert bot.equity(("Qs", "Qc"), ("Qd", "7h", "2c"), 1) > 0.85  # type: ignore[arg-type]
    assert bot.equity(("3s", "4c"), ("Ad", "Kh", "Qd", "9c", "8s"), 3) < 0.1  # type: ignore[arg-type]
    assert bot.equity(("As", "Ac"), (), 1) > bot.equity(("7s", "2c"), (), 1)  # type: ignore[arg-type]
