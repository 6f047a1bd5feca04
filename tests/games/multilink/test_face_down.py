"""Real cards: nobody knows a hand before it is turned over, and one that folds is never known."""

import pytest

from croupier.cards import UNKNOWN, Card
from croupier.games import catalogue
from croupier.games.multilink import events as e
from croupier.games.multilink.state import choosing
from croupier.table import Accepted, Actor, Event, GiveRuling, Refusal, Role, ShuffleCards, Table
from tests.games.test_recording import DEALER, said

EDITIONS = ("rws-multilink@2", "rws-multilink@3")
BETS = ("place your bets", "box 1: ante 25", "box 1: bonus 5", "box 2: ante 25", "no more bets")
HIDDEN = "deal the hole cards as ?? ?? ?? ?? ??"
STREETS = (
    "deal the flop as ?? ?? ?? ??",
    "reveal the flop as Qs Js 2d",
    "box 1: check",
    "deal the turn as ?? ??",
    "reveal the turn as 3d",
    "box 1: check",
    "deal the river as ?? ??",
    "reveal the river as 4h",
    "open the dealer's hand as 9c 9d",
)


def at_table(edition: str, *lines: str, device: str = "card_shoe") -> Table:
    table = catalogue().table(edition, {"device": device})
    table.has_one_screen = True
    assert isinstance(table.submit(ShuffleCards(by=DEALER)), Accepted)
    for line in ("seat a guest at 1 with 500", "seat a guest at 2 with 500", *BETS, *lines):
        happened(table, line)
    return table


def happened(table: Table, line: str) -> tuple[Event, ...]:
    outcome = said(table, line)
    assert isinstance(outcome, Accepted), f"{line}: {outcome}"
    return outcome.events


def stacks(table: Table) -> list[int]:
    return sorted(each.chips for each in table.state.players.values())


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_is_settled_on_the_hands_that_were_turned_over(edition: str) -> None:
    """Ace-King wins by a pair of Queens against nines: 1 to 1 on the Flop bet of 50, the Ante stands off."""
    table = at_table(edition, HIDDEN, "box 1: look at box 1", "box 1: flop bet", "box 2: fold", *STREETS)
    refused = said(table, "settle")
    assert isinstance(refused, Refusal)
    assert "boxes 1" in refused.reason
    routine = table.game.routine(table.rules, table.state)
    assert routine is not None
    assert routine.command == "TurnOverHand"
    named, shown = happened(table, "turn over the hand of box 1 as Qh Ac")
    assert isinstance(named, e.CardsNamed)
    assert isinstance(shown, e.HandsShown)
    happened(table, "settle")
    # Box 1: 500 + 50 of the Flop bet - 5 of the Bonus, which an ace and a queen of two suits win 5 to 1
    # (4.1): + 25 instead. Box 2 has lost its Ante of 25.
    assert stacks(table) == [475_00, 575_00]
    assert UNKNOWN in table.state.boxes[2].cards


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_packets_of_a_shuffler_are_named_as_they_are_turned_over(edition: str) -> None:
    table = at_table(edition, device="electronic_shuffler")
    for line in (
        "deal the community cards as ?? ?? ?? ?? ??",
        "deal the hole cards as ?? ?? ?? ?? ?? ??",
        "box 1: look at box 1",
        "box 1: flop bet",
        "box 2: fold",
    ):
        happened(table, line)
    assert isinstance(said(table, "reveal the flop"), Refusal)
    happened(table, "reveal the flop as Qs Js 2d")
    assert table.state.board == ("Qs", "Js", "2d", UNKNOWN, UNKNOWN)
    for line in ("box 1: check", "reveal the turn as 3d", "box 1: check", "reveal the river as 4h"):
        happened(table, line)
    opened = happened(table, "open the dealer's hand as 9c 9d")[-1]
    assert isinstance(opened, e.DealerHandOpened)
    assert opened.hand.startswith("One Pair")
    happened(table, "turn over the hand of box 1 as Qh Ac")
    happened(table, "settle")


def test_a_card_that_is_out_already_is_refused_when_it_is_named() -> None:
    table = at_table("rws-multilink@3", HIDDEN, "box 1: flop bet", "box 2: fold", *STREETS[:2])
    for line in ("box 1: check", "deal the turn as ?? ??"):
        happened(table, line)
    refused = said(table, "reveal the turn as Qs")
    assert isinstance(refused, Refusal)
    assert "report extra cards" in refused.reason
    assert {each.paragraph for each in refused.citations}


def test_a_card_that_is_seen_is_named_with_the_report() -> None:
    """The second card of box 2 came fourth after the burn: its name goes there."""
    table = at_table("rws-multilink@3", HIDDEN)
    assert isinstance(said(table, "report the hole cards: card 2 of box 2 seen"), Refusal)
    named, exposed, *_ = happened(table, "report the hole cards: card 2 of box 2 seen as 7h")
    assert isinstance(named, e.CardsNamed)
    assert isinstance(exposed, e.CardsExposed)
    assert exposed.cards == ("7h",)
    assert table.state.device.out[4] == Card("7h")


def test_a_card_that_is_seen_in_the_deal_has_to_be_named() -> None:
    table = at_table("rws-multilink@3")
    assert isinstance(said(table, "deal the hole cards: card 2 seen as ?? ?? ?? ?? ??"), Refusal)
    happened(table, "deal the hole cards: card 2 seen as ?? ?? 7h ?? ??")
    assert table.state.public == ("7h",)


def test_unknown_hands_that_are_put_in_order_concern_whose_cards_change() -> None:
    """5.10: with the order put right both hands hold other cards, and both boxes choose."""
    chosen_by = []
    for cards in ("3c 4c 5c 6c 7c", "?? ?? ?? ?? ??"):
        table = at_table("rws-multilink@3", f"deal the hole cards: begun at box 2 as {cards}")
        happened(table, "box 2: look at box 2")
        happened(table, "report the cards")
        by = Actor("manager", Role.SHIFT_MANAGER)
        ruled = table.submit(GiveRuling(by=by, choice="put_in_order"))
        assert isinstance(ruled, Accepted), ruled
        chosen_by.append(choosing(table.state))
    assert chosen_by == [(1, 2), (1, 2)]
