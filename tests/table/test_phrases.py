"""What dealers and players say shortly is understood at the moment they say it, in every game."""

from collections.abc import Iterable
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.money import Cents
from croupier.table import Accepted, Actor, Command, PhraseError, Role, Table, say
from croupier.table.scenario.play import actor_named

DEALER = Actor("dealer", Role.DEALER)


def read(table: Table[Any], who: str, text: str) -> Command:
    actor = actor_named(table.game, table.state, who)
    return table.game.phrasebook.read(text, actor, 0, table.now)


def given(table: Table[Any], said: Iterable[tuple[str, str]]) -> Table[Any]:
    for who, text in said:
        outcome = table.submit(read(table, who, text))
        assert isinstance(outcome, Accepted), outcome
    return table


def seated(edition: str, *names: str, chips: Cents = 1_000_00) -> Table[Any]:
    table = catalogue().table(edition, {})
    for place, name in enumerate(names, start=1):
        for command in table.game.seat(Actor(name, Role.PLAYER, place), place, chips):
            assert isinstance(table.submit(command), Accepted)
    return table


def refused(table: Table[Any], who: str, text: str) -> str:
    with pytest.raises(PhraseError) as told:
        read(table, who, text)
    return str(told.value)


@pytest.fixture
def poker() -> Table[Any]:
    """Ann and Ben before the flop; the small blind of 5 is Ann's, who is asked first."""
    table = seated("rws-poker@7", "Ann", "Ben")
    table = given(table, [("dealer", "shuffle with seed " + "ab" * 64)])
    return given(
        table,
        [
            ("dealer", "Place your Blind Bets, please"),
            ("Ann", "small blind"),
            ("Ben", "post"),
            ("dealer", "deal the hole cards"),
        ],
    )


@pytest.mark.parametrize(
    ("who", "shortly", "full"),
    [
        ("Ann", "call 10", "call"),  # the total
        ("Ann", "call 5", "call"),  # what is put in
        ("Ann", "raise by 20", "raise to 30"),
        ("Ann", "all-in", "all in"),
        ("dealer", "seat 1: calls 10", "seat 1: call"),
        ("dealer", "reveal the flop", "deal the flop"),
        ("dealer", "deal the turn card", "deal the turn"),
        ("dealer", "flip the river card", "deal the river"),
        ("dealer", "flip the marker to SHOWDOWN", "flip the marker"),
        ("dealer", "settle", "settle the pots"),
        ("dealer", "report a power failure", "report a technical interruption"),
        ("dealer", "report a joker", "report a foreign card"),
        ("dealer", "Ben is absent", "report seat 2 absent"),
    ],
)
def test_at_a_poker_table(poker: Table[Any], who: str, shortly: str, full: str) -> None:
    assert say(read(poker, who, shortly)) == full


def test_a_call_of_another_amount_is_none(poker: Table[Any]) -> None:
    assert refused(poker, "Ann", "call 30") == "a call to 10 puts in 5, not 30"
    assert refused(poker, "dealer", "Zoe is absent") == "Zoe has no seat here"


def test_the_three_nearest_are_of_the_role_and_the_moment(poker: Table[Any]) -> None:
    assert refused(poker, "Ann", "calling") == (
        "no command reads “calling”; try all in, call or raise to {amount}"
    )
    assert refused(poker, "Ben", "calling") == (
        "no command reads “calling”; try leave the seat {intent} or say {text}"
    )


def test_at_a_multi_link_table() -> None:
    table = seated("rws-multilink@3", "Ann")
    assert say(read(table, "dealer", "Place your Bets please")) == "place your bets"
    given(table, [("dealer", "shuffle with seed " + "ab" * 64), ("dealer", "place your bets")])
    assert say(read(table, "Ann", "bet 50 on box 2")) == "ante 50 on box 2"
    given(table, [("Ann", "bet 50 on box 1"), ("Ann", "bet 50 on box 2"), ("dealer", "No more Bets, please")])
    given(table, [("dealer", "deal the hole cards")])
    assert say(read(table, "Ann", "fold")) == "fold box 1"
    given(table, [("Ann", "fold")])
    assert say(read(table, "Ann", "fold")) == "fold box 2"
    assert say(read(table, "Ann", "bet")) == "flop bet on box 2"
    assert say(read(table, "Ann", "bet 100 on box 2")) == "flop bet 100 on box 2"
    assert say(read(table, "dealer", "reveal the flop cards")) == "reveal the flop"
    assert say(read(table, "dealer", "Ann is absent")) == "report that Ann has walked away"
    assert say(read(table, "dealer", "report a joker")) == "report a foreign card"


def test_at_a_free_bet_table() -> None:
    table = seated("mbs-freebet@3", "Ann")
    # Ann has 5 and 4, which may be doubled free or for chips; on a hit of 2 she has three cards.
    given(table, [("dealer", "load the cards 2c 5s 9d 4h 2d")])
    given(table, [("dealer", "place your bets please"), ("Ann", "bet 100 on area 1"), ("Ann", "ready")])
    given(table, [("dealer", "no more bets"), ("dealer", "burn a card"), ("dealer", "deal")])
    given(table, [("dealer", "offer surrender"), ("dealer", "surrender is closed")])
    assert refused(table, "Ann", "double") == "say “free double”, or “double for 100”"
    assert say(read(table, "dealer", "settle")) == "settle the wagers"
    assert say(read(table, "dealer", "report a joker")) == "report a foreign card"
    assert say(read(table, "dealer", "Ann is absent")) == "report that Ann is absent"
    assert say(read(table, "dealer", "report a power failure")) == "report a power failure"
    assert say(read(table, "Ann", "hit, please")) == "hit"
