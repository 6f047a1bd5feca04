"""Who sits where: one person once, whatever they have bet on."""

from typing import Any

from croupier.games import catalogue
from croupier.games.multilink import commands as c
from croupier.house.house import Look
from croupier.house.offered import Offered
from croupier.server.tables.seating import free_places, players
from croupier.table import Accepted, Actor, Role, Table

SHELF = catalogue()


def look(table: Table[Any]) -> Look:
    card: Any = None
    return Look("t1", 1, table.game, table.rules, table.state, "", card, Offered(table))


def test_trust_24_a_player_on_two_boxes_sits_once() -> None:
    """Ann sits at box 1 and bets on the free box 2 as well: hers to decide, nobody's seat."""
    game = SHELF.game("rws-multilink")
    table = Table(game, SHELF.rules("rws-multilink@3", {"boxes": "3"}), SHELF.rules)
    ann = Actor("ann", Role.PLAYER, 1)
    dealer = Actor("dealer", Role.DEALER)
    commands = [
        *game.seat(ann, 1, 1_000_00),
        c.AnnounceBets(by=dealer),
        c.PlaceAnte(by=ann, box=1, amount=50_00),
        c.PlaceAnte(by=ann, box=2, amount=50_00),
    ]
    for command in commands:
        assert isinstance(table.submit(command), Accepted)
    assert players(look(table)) == {1: "ann"}
    assert free_places(look(table)) == [3]
    assert game.player_at(table.state, 2) == "ann"
