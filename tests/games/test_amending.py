"""Whoever amends a record is asked for as much as the record took, mistakes included."""

from typing import Any

import pytest

from croupier.games import catalogue
from croupier.table import Accepted, Actor, Ask, Phrasebook, Refusal, Role, ShuffleCards, Table
from croupier.table.amending import otherwise
from croupier.table.options import cards_for, money

SUPERVISOR = Actor("supervisor", Role.PIT_SUPERVISOR)
PLAYERS = {name: Actor(name, Role.PLAYER, seat) for seat, name in enumerate(("Ann", "Ben"), 1)}
PEOPLE = {"dealer": Actor("dealer", Role.DEALER), "supervisor": SUPERVISOR, **PLAYERS}

AT_POKER = """
dealer: announce the blinds
Ann: post the small blind
Ben: post the big blind
dealer: deal the hole cards as 2c 3c 4c 5c 6c
Ann: call
Ben: check
dealer: deal the flop: one too many as Tc 7c 8c 9c 9d
"""
AT_MULTILINK = """
dealer: place your bets
Ann: ante 50 on box 1
dealer: no more bets
dealer: deal the hole cards as 2c 3c 4c
Ann: look at box 1
Ann: flop bet on box 1
dealer: deal the flop: one too many as Tc 7c 8c 9c 9d
"""


AT_FREE_BET = """
dealer: place your bets, please
dealer: place 50 on the main of area 1 for Ann
"""
PUT_BACK = f"""{AT_POKER.strip()}
supervisor: rule put_in_order on cards
Ben: check
Ann: check
dealer: deal the turn as 9d Kc
"""


def after(edition: str, lines: str) -> Table[Any]:
    """A table at which all this was said, with Ann and Ben on the first two seats."""
    table = catalogue().table(edition, {})
    phrases = Phrasebook(table.game.commands)
    given = [command for who in PLAYERS.values() for command in table.game.seat(who, who.seat or 0, 1000_00)]
    given.append(ShuffleCards(by=PEOPLE["dealer"]))
    given += [phrases.read(words, PEOPLE[who]) for who, _, words in spoken(lines)]
    for command in given:
        assert isinstance(outcome := table.submit(command), Accepted), f"{command}: {outcome}"
    return table


def spoken(lines: str) -> list[tuple[str, str, str]]:
    return [line.partition(": ") for line in lines.strip().splitlines()]


def asked(table: Table[Any]) -> list[Ask]:
    """What may be entered instead of the last record."""
    offered = [each for each in table.options(SUPERVISOR) if each.command == "AmendRecord"]
    assert offered, "the last record may at least be struck"
    return [ask for each in offered for ask in each.asks]


@pytest.mark.parametrize(("edition", "lines"), [("rws-poker@7", AT_POKER), ("rws-multilink@3", AT_MULTILINK)])
def test_a_street_with_a_surplus_card_is_amended_with_as_many_cards(edition: str, lines: str) -> None:
    assert [ask.minimum for ask in asked(after(edition, lines)) if ask.field == "cards"] == [5]


def test_an_amount_is_amended_to_another_one() -> None:
    (ask,) = asked(after("mbs-freebet@3", AT_FREE_BET))
    assert (ask.field, ask.other_than) == ("amount", 50_00)
    assert [ask.allows(cents) for cents in (49_50, 50_00, 50_50)] == [True, False, True]
    assert str(ask).endswith(", other than 50")


@pytest.mark.parametrize(
    ("entered", "bounds"),
    [(25_00, (25_50, 100_00, 0)), (100_00, (25_00, 99_50, 0)), (26_00, (25_00, 100_00, 26_00))],
)
def test_at_its_bounds_the_amount_that_stands_narrows_what_is_asked(
    entered: int, bounds: tuple[int, int, int]
) -> None:
    ask = otherwise(money("amount", 25_00, 100_00, 50), entered)
    assert ask is not None
    assert (ask.minimum, ask.maximum, ask.other_than) == bounds


def test_where_nothing_else_can_be_said_nothing_is_asked() -> None:
    assert otherwise(money("amount", 25_00, 25_00), 25_00) is None
    assert otherwise(cards_for("cards", ["Seat 1"], settled=1), ("As",)) is None
    assert otherwise(cards_for("cards", ["Seat 1", "Seat 2"], settled=1), ("As", "Ks")) is not None


def test_cards_that_were_put_back_come_again_in_what_is_entered_instead() -> None:
    """1.34: the surplus card of the flop is the burn of the turn, so only the other card may be amended."""
    table = after("rws-poker@7", PUT_BACK)
    (ask,) = asked(table)
    assert (ask.field, ask.minimum, ask.settled) == ("cards", 2, 1)
    phrases = Phrasebook(table.game.commands)
    refused = table.submit(phrases.read("amend the last record to Kd Kc", SUPERVISOR))
    assert isinstance(refused, Refusal)
    assert [each.paragraph for each in refused.citations] == ["1.34"]
    assert isinstance(table.submit(phrases.read("amend the last record to 9d Kd", SUPERVISOR)), Accepted)
    assert table.state.board[-1] == "Kd"
