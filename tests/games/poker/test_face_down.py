"""Real cards: nobody knows a hand before it is shown, and a mucked one is never known (3.3, 3.12, 3.13)."""

import pytest

from croupier.cards import UNKNOWN, Card
from croupier.games import catalogue
from croupier.games.poker.events import CardsNamed, HandShown
from croupier.table import Accepted, Event, Refusal, ShuffleCards, Table
from tests.games.test_recording import BLINDS, DEALER, at_table, said

HIDDEN = {"rws-poker@6": "?? ?? ?? ?? ?? ??", "rws-poker@7": "?? ?? ?? ?? ?? ?? ??"}
BETTING = ("seat 1: raises to 30", "seat 2: calls", "seat 3: folds")
CHECKS = ("seat 2: checks", "seat 1: checks")
BOARD = (
    "deal the flop as ?? Tc Jc Qc",
    *CHECKS,
    "deal the turn as ?? 2d",
    *CHECKS,
    "deal the river as ?? 3d",
    *CHECKS,
    "flip the marker",
)


def dealt(edition: str, *lines: str) -> Table:
    return at_table(edition, *BLINDS[:-1], f"deal the hole cards as {HIDDEN[edition]}", *lines)


def happened(table: Table, line: str) -> tuple[Event, ...]:
    outcome = said(table, line)
    assert isinstance(outcome, Accepted), outcome
    return outcome.events


@pytest.mark.parametrize("edition", HIDDEN)
def test_a_round_is_settled_on_the_hands_that_were_shown(edition: str) -> None:
    """Seat 2 has an ace-high straight; the pot of 70 less rake is pushed to it, and seat 1 is never known."""
    table = dealt(edition, *BETTING, *BOARD)
    named, shown = happened(table, "seat 2: shows As Kd")
    assert isinstance(named, CardsNamed)
    assert isinstance(shown, HandShown)
    assert shown.ranking.startswith("Straight")
    happened(table, "seat 1: mucks")
    happened(table, "settle the pots")
    # The pot is 30 + 30 + the Big Blind's 10; of 70 the House takes 5 %, 3.50, in whole chips of 1: 3.
    assert [seat.chips for seat in table.state.seats[:3] if seat] == [470_00, 470_00 + 67_00, 490_00]
    assert Card("As") in table.state.device.out


def test_a_card_that_is_out_already_is_refused_when_it_is_named() -> None:
    table = dealt("rws-poker@7", *BETTING, *BOARD)
    refused = said(table, "seat 2: shows As Tc")
    assert isinstance(refused, Refusal)
    assert "report extra cards" in refused.reason
    assert {each.paragraph for each in refused.citations}
    happened(table, "seat 2: shows As Kd")
    assert isinstance(said(table, "seat 1: shows As 2c"), Refusal)


def test_who_has_to_show_first_cannot_muck_and_the_dealer_cannot_look() -> None:
    table = dealt("rws-poker@7", *BETTING, *BOARD)
    assert isinstance(said(table, "seat 2: mucks"), Refusal)
    assert isinstance(said(table, "see to the hand of seat 2"), Refusal)
    offered = [each.command for each in table.options(DEALER) if each.recorded == 2]
    assert "ShowHand" in offered
    assert "MuckHand" not in offered


def test_all_in_hands_are_turned_up_before_the_next_street() -> None:
    table = dealt("rws-poker@7", "seat 1: goes all in", "seat 2: folds", "seat 3: calls")
    happened(table, "seat 3: shows 2c 2h")
    assert table.state.hand(3).cards == ("2c", "2h")
    assert UNKNOWN in table.state.hand(1).cards


def test_cards_named_after_a_wrong_deal_keep_their_place_among_those_that_came() -> None:
    """A name goes where its card came in the deal, so that an order can be restored."""
    table = dealt("rws-poker@7", *BETTING)
    before = len(table.state.device.out)
    happened(table, "deal the flop as ?? Tc Jc Qc")
    for line in (*CHECKS, *BOARD[3:]):
        happened(table, line)
    happened(table, "seat 2: shows As Kd")
    # From the button's left: seats 2, 3, 1, twice, after the Burnt Card.
    assert table.state.device.out[1] == "As"
    assert table.state.device.out[4] == "Kd"
    assert before == 7


def test_a_packet_lies_face_down_until_it_is_turned_up() -> None:
    """3.9 with an Electronic Card Shuffler: the Community Cards come first, and nobody sees them."""
    table = catalogue().table("rws-poker@7", {"device": "electronic_shuffler"})
    table.has_one_screen = True
    assert isinstance(table.submit(ShuffleCards(by=DEALER)), Accepted)
    for line in (*BLINDS[:-1], "deal the hole cards as " + "?? " * 11, *BETTING):
        happened(table, line)
    assert isinstance(said(table, "deal the flop"), Refusal)
    happened(table, "deal the flop as Tc Jc Qc")
    assert table.state.board == ("Tc", "Jc", "Qc")
    assert table.state.packet == (UNKNOWN, UNKNOWN)


def test_a_seen_card_is_named() -> None:
    table = at_table("rws-poker@7", *BLINDS[:-1])
    assert isinstance(said(table, "deal the hole cards: card 2 seen as " + "?? " * 8), Refusal)
    happened(table, "deal the hole cards: card 2 seen as ?? ?? 7h ?? ?? ?? ?? ??")
    assert table.state.discarded == ("7h",)
