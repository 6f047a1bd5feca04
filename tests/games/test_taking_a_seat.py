"""What somebody may sit down with, at every game: chips that the table has, with which one can bet."""

import pytest

from croupier.games import catalogue
from croupier.rulebook import Library
from croupier.table import Actor, Purpose, Role

EDITIONS = Library().ids


@pytest.mark.parametrize("chip", ["0.50", "1", "5"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_stake_is_offered_by_the_lowest_chip(edition: str, chip: str) -> None:
    table = catalogue().table(edition, {"lowest_chip": chip})
    cents = table.rules["lowest_chip"]
    asked = [
        ask
        for option in table.options(Actor("ann", Role.PLAYER))
        if option.purpose is Purpose.SIT
        for ask in option.asks
        if ask.kind == "money"
    ]
    assert asked
    for ask in asked:
        assert ask.minimum >= cents
        assert (ask.minimum % cents, ask.maximum % cents, ask.step) == (0, 0, cents)
