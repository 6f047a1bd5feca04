"""Whoever amends a record is asked for as much as the record took, mistakes included."""

import pytest

from croupier.games import catalogue
from croupier.table import Accepted, Actor, Phrasebook, Role, ShuffleCards

SUPERVISOR = Actor("supervisor", Role.PIT_SUPERVISOR)
PLAYERS = {name: Actor(name, Role.PLAYER, seat) for seat, name in enumerate(("Ann", "Ben"), 1)}
PEOPLE = {"dealer": Actor("dealer", Role.DEALER), **PLAYERS}

AT_POKER = """
dealer: announce the blinds
Ann: post the small blind
Ben: post the big blind
dealer: deal the hole cards as 2c 3c 4c 5c 6c
Ann: call
Ben: check
dealer: deal the flop with a surplus card as Tc 7c 8c 9c 9d
"""
AT_MULTILINK = """
dealer: place your bets
Ann: ante 50 on box 1
dealer: no more bets
dealer: deal the hole cards 2c 3c 4c
Ann: look at box 1
Ann: flop bet on box 1
dealer: deal the flop one card too many: Tc 7c 8c 9c 9d
"""


@pytest.mark.parametrize(("edition", "lines"), [("rws-poker@7", AT_POKER), ("rws-multilink@3", AT_MULTILINK)])
def test_a_street_with_a_surplus_card_is_amended_with_as_many_cards(edition: str, lines: str) -> None:
    table = catalogue().table(edition, {})
    phrases = Phrasebook(table.game.commands)
    given = [command for who in PLAYERS.values() for command in table.game.seat(who, who.seat or 0, 1000_00)]
    given.append(ShuffleCards(by=PEOPLE["dealer"]))
    for line in lines.strip().splitlines():
        speaker, _, words = line.partition(": ")
        given.append(phrases.read(words, PEOPLE[speaker]))
    for command in given:
        assert isinstance(outcome := table.submit(command), Accepted), f"{command}: {outcome}"
    offered = [each for each in table.options(SUPERVISOR) if each.command == "AmendRecord"]
    assert [ask.minimum for each in offered for ask in each.asks if ask.field == "cards"] == [5]
