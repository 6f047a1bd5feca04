"""Rounds in a row while players come, go, wait and come back: who posts what, under each reading of it."""

import random
from itertools import combinations

import pytest

from croupier.games.poker import commands as c
from croupier.games.poker.state import State
from croupier.table import Accepted, Actor, Role, ShuffleCards, Table
from croupier.table.dealing import ReportFault
from tests.games.poker.tables import DEALER, give, new_table, seeded

SETTINGS: list[dict[str, str]] = [
    {},
    {"button_policy": "dead_button"},
    {"avoid_double_big_blind": "yes"},
    {"absent_sb_two_left": "heads_up"},
    {"button_policy": "dead_button", "absent_sb_two_left": "heads_up"},
    {"button_policy": "dead_button", "avoid_double_big_blind": "yes"},
    {"button_policy": "dead_button", "button_after_void": "move"},
    {"join_on_sb": "wait", "return_on_button": "pay_both"},
]
SEATS = 6


def opened(chance: random.Random, seats: list[int], **settings: str) -> Table[State]:
    table = new_table(**{"small_blind": "5", "rake_percent": "0%", "table_stake_min": "20", **settings})
    for seat in seats:
        sit(table, seat, f"p{seat}", chance.choice((30_00, 1_000_00)))
    return table


def sit(table: Table[State], seat: int, name: str, chips: int) -> None:
    give(table, c.SitDown(by=Actor(name, Role.PLAYER), seat=seat, chips=chips))


def at(table: Table[State], seat: int) -> Actor:
    return Actor(table.state.seat(seat).player, Role.PLAYER, seat)


def announced(table: Table[State], chance: random.Random) -> bool:
    if not table.state.is_shuffled:
        give(table, ShuffleCards(by=DEALER, seed=seeded(chance)))
    return isinstance(table.submit(c.AnnounceBlinds(by=DEALER)), Accepted)


def post_all(table: Table[State]) -> None:
    for due in table.state.dues:
        if not due.is_paid:
            give(table, c.PostOnRequest(by=DEALER, seat=due.seat))


def play(table: Table[State]) -> None:
    """Everybody folds to the Big Blind, who gets a flop only if somebody else's payment lets him check."""
    give(table, c.DealHoleCards(by=DEALER))
    while (state := table.state).phase != "settling":
        seat = state.to_act
        is_last = state.phase == "betting" and seat == state.positions.big_blind_seat
        if state.phase == "betting" and is_last:
            is_free = state.hand(seat).bet >= state.current_bet
            give(table, (c.Check if is_free else c.Call)(by=at(table, seat), seat=seat))
        elif state.phase == "betting":
            give(table, c.Fold(by=at(table, seat), seat=seat))
        elif state.phase == "dealing":
            street = {0: "flop", 3: "turn", 4: "river"}[len(state.board)]
            give(table, c.DealStreet(by=DEALER, street=street))  # type: ignore[arg-type]
        elif state.phase == "closed":
            give(table, c.FlipMarker(by=DEALER))
        else:
            give(table, c.SeeToHand(by=DEALER, seat=seat))
    give(table, c.Settle(by=DEALER))


@pytest.mark.parametrize("settings", SETTINGS)
def test_whoever_stays_away_the_others_take_turns(settings: dict[str, str]) -> None:
    chance = random.Random(1)
    for players, absent in ((3, 1), (4, 1), (5, 2)):
        for away in combinations(range(1, players + 1), absent):
            table = new_table(small_blind="5", rake_percent="0%", **settings)
            for seat in range(1, players + 1):
                sit(table, seat, f"p{seat}", 1_000_00)
            for seat in away:
                give(table, c.LeaveSeat(by=at(table, seat), seat=seat))
            before = (0, 0)
            for _ in range(7):
                assert announced(table, chance)
                was = table.state.positions
                small, big = was.small_blind_seat, was.big_blind_seat
                assert big != before[1], (away, "twice the Big Blind")
                assert not small or small != before[0], (away, "twice the Small Blind")
                before = small, big
                post_all(table)
                play(table)


@pytest.mark.parametrize("settings", SETTINGS)
def test_nobody_is_left_out_or_posts_two_blinds(settings: dict[str, str]) -> None:
    chance = random.Random(2)
    for evening in range(12):
        table = opened(chance, chance.sample(range(1, SEATS + 1), 4), **settings)
        for number in range(12):
            for _ in range(chance.randint(0, 3)):
                comes_or_goes(table, chance, f"n{evening}.{number}")
            if not announced(table, chance):
                continue
            require_sound(table.state, settings)
            if chance.random() < 0.3:  # after posting, or instead of it
                seat = chance.choice(table.state.order)
                if chance.random() < 0.5:
                    post_all(table)
                give(table, c.LeaveSeat(by=at(table, seat), seat=seat))
                if table.state.phase == "idle" and not announced(table, chance):
                    continue
                require_sound(table.state, settings)
            post_all(table)
            if chance.random() < 0.2:
                give(table, ReportFault(by=DEALER, fault="extra_cards"))
            else:
                play(table)


def comes_or_goes(table: Table[State], chance: random.Random, name: str) -> None:
    number = chance.randint(1, SEATS)
    seat = table.state.seats[number - 1]
    if seat is None:
        sit(table, number, f"{name}.{number}", 1_000_00)
    elif seat.is_away:
        kind = c.ReturnToSeat if chance.random() < 0.6 else c.LeaveGame
        give(table, kind(by=at(table, number), seat=number))
    elif chance.random() < 0.6:
        give(table, c.LeaveSeat(by=at(table, number), seat=number))


def require_sound(state: State, settings: dict[str, str]) -> None:
    """One Big Blind, of another than the Small Blind; everybody there is dealt in or waits for the button."""
    was = state.positions
    assert [due.seat for due in state.dues if due.kind == "big_blind"] == [was.big_blind_seat]
    assert was.small_blind_seat != was.big_blind_seat
    assert len({due.seat for due in state.dues}) == len(state.dues)
    for number, seat in enumerate(state.seats, 1):
        if seat and seat.chips and not seat.is_away and number not in state.order:
            is_waiting = number == was.button and bool(seat.missed)
            assert is_waiting or settings.get("join_on_sb") == "wait", number
