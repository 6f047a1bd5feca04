"""What people were offered is remembered, and not for everybody who ever sat there."""

from croupier.games import catalogue
from croupier.games.poker import commands as c
from croupier.house.offered import Offered
from croupier.table import Accepted, Actor, Role

GUESTS = 150


def test_what_is_remembered_does_not_grow_with_those_who_have_left() -> None:
    table = catalogue().table("rws-poker@7")
    offered = Offered(table)
    remembered = []
    for number in range(GUESTS):
        who = Actor(f"guest-{number}", Role.PLAYER, 1)
        for command in table.game.seat(who, 1, 500_00):
            assert isinstance(table.submit(command), Accepted)
        offered = Offered(table, offered)
        assert offered.options(who) == table.options(who)
        remembered.append(len(offered._memory))
        assert isinstance(table.submit(c.LeaveGame(by=who, seat=1)), Accepted)
    assert 0 < max(remembered) < GUESTS
