"""Tips and change at a real table: in all games, struck like any record, and never in anybody's result."""

import pytest

from croupier.games import catalogue
from croupier.table import Accepted, Refusal, ShuffleCards
from croupier.table.gratuities import TipGiven
from tests.games.test_recording import BLINDS, DEALER, at_table, said

EDITIONS = ("rws-poker@7", "rws-multilink@3", "mbs-freebet@3")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tip_leaves_the_stack_and_can_be_struck(edition: str) -> None:
    """Of 500 five are given, then 20 in another phrase, which are struck: 495 are left."""
    table = at_table(edition, "seat a guest at 2 with 500", "seat 2 tips 5")
    assert table.game.holdings(table.state)["stack/2"] == 495_00
    assert isinstance(said(table, "seat 2: tip 20"), Accepted)
    assert table.game.holdings(table.state)["stack/2"] == 475_00
    assert isinstance(said(table, "strike the last record"), Accepted)
    assert isinstance(said(table, "seat 2 colours up 100"), Accepted)
    assert table.game.holdings(table.state)["stack/2"] == 495_00
    for wrong in ("seat 2 tips 496", "seat 3 tips 5", "seat 2 tips 0"):
        assert isinstance(said(table, wrong), Refusal), wrong
    offered = {option.command for option in table.options(DEALER) if option.recorded == 2}
    assert {"GiveTip", "ColourUp"} <= offered


def test_nothing_of_a_stake_at_poker_leaves_in_mid_round() -> None:
    table = at_table("rws-poker@7", *BLINDS)
    assert isinstance(said(table, "seat 1 tips 5"), Refusal)


def test_where_players_have_screens_nobody_is_offered_to_tip() -> None:
    table = catalogue().table("mbs-freebet@3", {})
    table.submit(ShuffleCards(by=DEALER))
    assert isinstance(said(table, "tip 5"), Refusal)
    assert all(option.command != "GiveTip" for option in table.options(DEALER))
    assert TipGiven in table.game.events
