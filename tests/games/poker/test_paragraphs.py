"""A turn cites the paragraph on that turn, not its neighbour's: who is first, who follows a check or BET."""

import random

import pytest

from croupier.games.poker import commands as c
from croupier.games.poker.state import State
from croupier.table import Command, GiveRuling, ShuffleCards, Table
from croupier.table.facts import NotLooked, TooMany
from tests.games.poker.tables import DEALER, PLAYERS, SUPERVISOR, give, new_table, seeded

ANN, BEN, CAT = PLAYERS[:3]  # Ann has the button

# The letters of the two betting orders: the 1st Betting Round, then the others.
ORDERS = {
    ("rws-poker@6", "card_shoe"): ("3.9.1", "3.10.1", "3.13"),
    ("rws-poker@7", "card_shoe"): ("3.9.2", "3.9.4", "3.9.7"),
    ("rws-poker@7", "electronic_shuffler"): ("3.10.3", "3.10.5", "3.10.8"),
}


def dealt(edition: str, device: str) -> Table[State]:
    table = new_table(edition, device=device)
    for player in (ANN, BEN, CAT):
        give(table, c.SitDown(by=player, seat=player.seat or 0, chips=1_000_00))
    give(
        table,
        ShuffleCards(by=DEALER, seed=seeded(random.Random(3))),
        c.AnnounceBlinds(by=DEALER),
        c.PostSmallBlind(by=BEN, seat=2),
        c.PostBigBlind(by=CAT, seat=3),
        c.DealHoleCards(by=DEALER),
    )
    return table


@pytest.mark.parametrize(("edition", "device"), ORDERS)
def test_every_turn_cites_its_own_paragraph(edition: str, device: str) -> None:
    one, two, later = ORDERS[edition, device]
    table = dealt(edition, device)

    def orders(command: Command) -> list[str]:
        """The paragraphs on the order of betting that the offer and the event name."""
        (offered,) = [o for o in table.options(command.by) if o.command == type(command).__name__]
        event = give(table, command).events[0]
        named = [cite.paragraph for cite in event.citations]
        assert [cite.paragraph for cite in offered.citations] == named
        return [paragraph for paragraph in named if paragraph.rstrip("abcd") in (one, two, later)]

    assert orders(c.Call(by=ANN, seat=1)) == [f"{one}a"]
    assert orders(c.RaiseTo(by=BEN, seat=2, amount=40_00)) == [f"{one}b"]
    assert orders(c.Call(by=CAT, seat=3)) == [f"{one}b"]
    assert orders(c.Call(by=ANN, seat=1)) == [f"{one}b"]
    give(table, c.DealStreet(by=DEALER, street="flop"))
    assert orders(c.Bet(by=BEN, seat=2, amount=50_00)) == [f"{two}a"]
    assert orders(c.Call(by=CAT, seat=3)) == [f"{two}d"]  # nobody has checked before that BET
    assert orders(c.Call(by=ANN, seat=1)) == [f"{two}d"]
    give(table, c.DealStreet(by=DEALER, street="turn"))
    assert orders(c.Check(by=BEN, seat=2)) == [f"{two}a", later]
    assert orders(c.Bet(by=CAT, seat=3, amount=50_00)) == [f"{two}b", later]
    assert orders(c.RaiseTo(by=ANN, seat=1, amount=100_00)) == [f"{two}c", f"{two}d", later]
    assert orders(c.Call(by=BEN, seat=2)) == [f"{two}c", f"{two}d", later]
    assert orders(c.Call(by=CAT, seat=3)) == [f"{two}c", f"{two}d", later]
    give(table, c.DealStreet(by=DEALER, street="river"))
    assert orders(c.Fold(by=BEN, seat=2)) == [f"{two}a", later]
    assert orders(c.Check(by=CAT, seat=3)) == [f"{two}a", later]  # a fold is no check and no BET: he opens


@pytest.mark.parametrize(("edition", "device"), ORDERS)
def test_who_follows_a_fold_before_the_flop_is_not_the_first(edition: str, device: str) -> None:
    one, _, _ = ORDERS[edition, device]
    table = dealt(edition, device)
    first = give(table, c.Fold(by=ANN, seat=1)).events[0]
    assert [cite.paragraph for cite in first.citations][-1] == f"{one}a"
    second = give(table, c.Call(by=BEN, seat=2)).events[0]
    assert [cite.paragraph for cite in second.citations][-1] == f"{one}b"


@pytest.mark.parametrize(("edition", "own"), [("rws-poker@6", "5.8"), ("rws-poker@7", "5.10")])
def test_a_flop_with_a_card_too_many_is_not_a_turn(edition: str, own: str) -> None:
    table = dealt(edition, "card_shoe")
    give(table, c.Call(by=ANN, seat=1), c.Call(by=BEN, seat=2), c.Check(by=CAT, seat=3))
    give(table, c.DealStreet(by=DEALER, street="flop", facts=(TooMany(),)))
    _, taken_back = give(table, rule("cards", "take_back")).events
    assert [cite.paragraph for cite in taken_back.citations] == [own]


@pytest.mark.parametrize("edition", ["rws-poker@6", "rws-poker@7"])
def test_a_wrong_number_of_cards_is_no_missing_hand(edition: str) -> None:
    table = dealt(edition, "card_shoe")
    give(
        table,
        c.ReportCards(by=DEALER, deal="hole_cards", facts=(TooMany(), NotLooked())),
    )
    _, voided = give(table, rule("cards", "void")).events
    named = [cite.paragraph for cite in voided.citations]
    assert [paragraph for paragraph in named if paragraph.startswith("5.2")] == ["5.2", "5.2.6", "5.2(tail)"]


def rule(decision: str, choice: str) -> GiveRuling:
    return GiveRuling(by=SUPERVISOR, decision=decision, choice=choice)
