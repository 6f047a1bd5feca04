"""A position says everything about a table in one line, and a table can be set up from it."""

import re
from typing import Any

import msgspec
import pytest

from croupier.cards import DECK, new_seed
from croupier.games import catalogue
from croupier.table import Actor, PositionError, Role, Table
from croupier.table.position import in_some_order
from tests.effort import EFFORT
from tests.games.test_liveness import GAMES

SHELF = catalogue()
ANN = Actor("Ann", Role.PLAYER, 1)
HEADS_UP = (
    "rws-poker@7 phase=betting street=1 to_act=1 pot=15 current_bet=10 floor=10 order=[1 2] round=1"
    " positions=(button=1 orbit=1 is_button_placed=yes small_blind_position=1"
    " small_blind_seat=1 big_blind_seat=2)"
    " seats=[(player=Ann chips=195 is_new=no hand=(cards=AsKs bet=5 total=5))"
    " (player=Ben chips=190 is_new=no hand=(cards=QhQd bet=10 total=10)) - - - - - - - -]"
    " device=(kind=card_shoe source=physical decks=1 out=2cAsQhKsQd)"
)


@pytest.mark.parametrize("edition", GAMES)
def test_there_and_back(edition: str) -> None:
    for seed in range(3 * EFFORT):
        walk = GAMES[edition](edition, seed, is_hurried=True)
        walk.run(1 + seed * 13 % 60)
        table = walk.table
        again = SHELF.at(table.position(with_shoe=True))
        assert again.state == table.state
        assert again.rules.chosen == table.rules.chosen
        assert again.position() == table.position(), "also where the order of the shoe is left out"


def test_without_its_shoe_it_tells_nobody_what_comes_next() -> None:
    walk = GAMES["rws-poker@7"]("rws-poker@7", 2)
    walk.run(20)
    undealt = walk.table.state.device.undealt
    assert undealt
    assert "undealt" not in walk.table.position()
    assert "undealt" in walk.table.position(with_shoe=True)


def test_a_table_plays_on_from_it() -> None:
    table = SHELF.at(HEADS_UP)
    offers = {option.command: option for option in table.game.options(table.rules, table.state, ANN)}
    assert offers["Call"].costs == 5_00
    assert (offers["RaiseTo"].asks[0].minimum, offers["RaiseTo"].asks[0].maximum) == (20_00, 200_00)
    shuffled = in_some_order(table.state, bytes(range(64)))
    assert len(shuffled.device.undealt) == 47
    assert not set(shuffled.device.undealt) & set(table.state.device.out)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "begins with its edition"),
        ("poker phase=betting", "'poker' is not an edition"),
        ("rws-poker@7 phase", "followed by ="),
        ("rws-poker@7 phase=", "phase has no value"),
        ("rws-poker@7 phase=dancing", "'dancing' should be one of idle"),
        ("rws-poker@7 luck=good", "there is no 'luck'; known are phase"),
        ("rws-poker@7 pot=lots", "pot: 'lots' is not an amount"),
        ("rws-poker@7 street=one", "street: 'one' should be a whole number"),
        ("rws-poker@7 board=Ax", "board"),
        ("rws-poker@7 order=3", "order: '3' should be a list in square brackets"),
        ("rws-poker@7 order=[1 2", "] is missing"),
        ("rws-poker@7 seats=[(chips=5)]", "player missing"),
        ('rws-poker@7 seats=[(player="Ann', "is a quotation mark missing?"),
        ("rws-poker@7 is_shuffled=maybe", "one of yes, no"),
    ],
)
def test_what_is_wrong_is_said(text: str, problem: str) -> None:
    with pytest.raises(PositionError) as found:
        SHELF.at(text)
    assert problem in str(found.value)


@pytest.mark.parametrize("edition", GAMES)
def test_a_viewer_gets_only_the_cards_that_the_view_shows(edition: str) -> None:
    told = hidden = 0
    for seed in range(6 * EFFORT):
        walk = GAMES[edition](edition, seed, is_hurried=True)
        walk.run(5 + seed * 13 % 60)
        table = walk.table
        for viewer in _viewers(table):
            shown = _cards(
                msgspec.to_builtins(table.game.view(table.rules, table.state, viewer), enc_hook=str)
            )
            text = table.position_for(viewer)
            named = [card for group in re.findall(CARDS, text) for card in re.findall("..", group)]
            assert {card for card in named if card != "??"} <= shown
            told, hidden = told + len(named), hidden + named.count("??")
            again = SHELF.at(text, new_seed(8))
            view = again.game.view(again.rules, again.state, viewer)
            assert _cards(msgspec.to_builtins(view, enc_hook=str)) == shown, "and what lies open is as it was"
    assert told
    assert hidden or edition == "mbs-freebet@3", "at Free Bet all cards lie face up"


CARDS = r"(?<![\w?])((?:[2-9TJQKA][cdhs]|\?\?)+)(?![\w?])"


def _viewers(table: Table[Any]) -> list[Actor]:
    places = range(1, table.game.furniture(table.rules).places + 1)
    seated = {place: table.game.player_at(table.state, place) for place in places}
    players = [Actor(name, Role.PLAYER, place) for place, name in seated.items() if name]
    return [*players, Actor("dealer", Role.DEALER)]


def _cards(body: Any) -> set[str]:
    if isinstance(body, dict):
        return {card for each in body.values() for card in _cards(each)}
    if isinstance(body, list | tuple):
        return {card for each in body for card in _cards(each)}
    return {body} if body in DECK else set()


def test_a_player_whose_name_is_a_card_sees_no_more_for_it() -> None:
    text = SHELF.at(HEADS_UP.replace("player=Ann", "player=Qh")).position_for(Actor("Qh", Role.PLAYER, 1))
    assert "cards=AsKs" in text
    assert "cards=????" in text
    assert "QhQd" not in text


def test_cards_that_nobody_tells_come_by_chance_and_only_once() -> None:
    text = HEADS_UP.replace("QhQd", "????").replace("2cAs????KsQd", "AsKs").replace("2cAsQhKsQd", "AsKs")
    with pytest.raises(PositionError, match="needs a seed"):
        SHELF.at(text)
    table = Table.at(text, SHELF, new_seed(8))
    cards = table.state.seats[1].hand.cards
    assert len(set(cards) | {"As", "Ks"}) == 4
    assert set(table.state.device.out) == {*cards, "As", "Ks"}
    assert len(table.state.device.undealt) == 48
