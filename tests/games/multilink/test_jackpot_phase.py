"""While a prize is being paid: what still may happen at the table."""

import pytest

from croupier.games.multilink import commands as c
from croupier.games.multilink.state import State
from croupier.table import SYSTEM, Refusal, Table
from tests.games.multilink.setting import accept, load, said, table
from tests.games.multilink.test_link import ROYAL, STRAIGHT_FLUSH, linked, play, settle, won

TWO_WINNERS = "2c As 9s Ks 8s 2d Qs Js Ts"


def claiming() -> Table[State]:
    """Ann holds a royal, Ben a straight flush, both folded; the table waits for its link."""
    found = table()
    accept(found.submit(load(TWO_WINNERS)))
    accept(found.submit(said("dealer: place your bets")))
    accept(found.submit(c.ShowMeter(by=SYSTEM, meter=250_000_00)))
    lines = [
        "Ann: ante 50 on box 1",
        "Ann: bet 5 on the progressive of box 1",
        "Ben: ante 50 on box 2",
        "Ben: bet 5 on the progressive of box 2",
        "dealer: no more bets",
        "dealer: deal the hole cards",
        "Ann: fold box 1",
        "Ben: fold box 2",
        "dealer: deal the flop",
        "dealer: reveal the flop",
        "dealer: settle",
    ]
    for line in lines:
        accept(found.submit(said(line)))
    assert found.state.phase == "jackpot"
    return found


def pay(found: Table[State], box: int, amount: int) -> None:
    accept(found.submit(c.PayJackpot(by=SYSTEM, box=box, amount=amount, meter=50_000_00)))


def test_nothing_is_settled_before_the_link_has_answered_every_claim() -> None:
    found = claiming()
    assert isinstance(found.submit(said("dealer: settle")), Refusal)
    pay(found, 1, 250_000_00)
    assert found.state.phase == "jackpot"
    assert isinstance(found.decide(c.PayJackpot(by=SYSTEM, box=1, amount=1, meter=0)), Refusal)
    pay(found, 2, 5_000_00)
    assert found.state.phase == "idle"
    # 10,000 - 50 - 5 and the prize.
    assert found.state.players["Ann"].chips == 9_945_00 + 250_000_00
    assert found.state.players["Ben"].chips == 9_945_00 + 5_000_00


@pytest.mark.paragraphs("rws-multilink@3 5.21", "rws-multilink@3 5.8")
def test_a_void_before_any_prize_is_paid_returns_everything() -> None:
    found = claiming()
    accept(found.submit(said("dealer: report a foreign card")))
    assert found.state.phase == "idle"
    assert {player.chips for player in found.state.players.values()} == {10_000_00}
    assert isinstance(found.submit(c.PayJackpot(by=SYSTEM, box=1, amount=1, meter=0)), Refusal)


@pytest.mark.paragraphs("rws-multilink@3 5.23")
@pytest.mark.parametrize("choice", ["void_unpaid", "settle"])
def test_a_void_after_a_prize_was_paid_is_for_the_shift_manager(choice: str) -> None:
    found = claiming()
    pay(found, 1, 250_000_00)
    accept(found.submit(said("dealer: report a foreign card")))
    (decision,) = found.game.decisions(found.rules, found.state)
    assert (decision.key, decision.role) == ("void_after_jackpot", "shift_manager")
    assert {citation.reading for citation in decision.citations} == {"ML-A33"}
    accept(found.submit(said(f"shift manager: rule {choice} on void_after_jackpot")))
    if choice == "settle":
        pay(found, 2, 5_000_00)
        assert found.state.players["Ben"].chips == 9_945_00 + 5_000_00
    else:
        # What was paid stays paid; every bet of the Round goes back.
        assert found.state.players["Ann"].chips == 10_000_00 + 250_000_00
        assert found.state.players["Ben"].chips == 10_000_00
    assert found.state.phase == "idle"


def test_the_last_prize_may_arrive_while_the_shift_manager_thinks() -> None:
    found = claiming()
    pay(found, 1, 250_000_00)
    accept(found.submit(said("dealer: report a foreign card")))
    pay(found, 2, 5_000_00)
    assert found.state.phase == "jackpot"
    accept(found.submit(said("shift manager: rule settle on void_after_jackpot")))
    assert found.state.phase == "idle"
    assert found.state.players["Ben"].chips == 9_945_00 + 5_000_00


def test_a_voided_claim_leaves_the_link_to_the_next_winner() -> None:
    tables = linked("North", "South", "West")
    play(tables, "West", "2c 9s 7d 8s 8h 2d Qs Js Td", dealt_at=500)
    play(tables, "North", ROYAL, dealt_at=1_000)
    play(tables, "South", STRAIGHT_FLUSH, dealt_at=2_000)
    settle(tables, "North")  # both wait for West, which was dealt first
    settle(tables, "South")
    accept(tables.give("North", said("dealer: report missing cards")))
    settle(tables, "West")
    assert won(tables, "North") == 55_00  # all her bets came back
    assert won(tables, "South") == 25_000_00
    assert tables.link.meter == 225_000_00


def test_an_interruption_while_a_prize_is_paid_does_not_undo_it() -> None:
    found = claiming()
    accept(found.submit(said("dealer: report a technical interruption")))
    assert found.state.phase == "jackpot"
