"""Claims and bets that wait on the link: what sets them free, and what does not."""

from itertools import permutations, product

import pytest

from croupier.games.multilink.events import JackpotHandedOver
from croupier.games.multilink.linking import WIRE
from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.links.messages import Claim
from croupier.links.post import HOUSE, LinkedTables
from croupier.links.state import LinkState
from croupier.table import SYSTEM, Command, Refusal
from tests.games.multilink.setting import EDITIONS, MANAGER, SHELF, accept, load, said, table
from tests.games.multilink.test_link import NOTHING, ROYAL, STRAIGHT_FLUSH, linked, play, settle, won

RULES = SHELF.rules("rws-multilink@3", {"increment_rate": "20%"})


def run(state: LinkState, *commands: Command) -> LinkState:
    for command in commands:
        state = accept(LINK.decide(RULES, state, command)).state
    return state


def opened(*tables: str) -> LinkState:
    joined = [m.JoinLink(by=HOUSE, table=name) for name in tables]
    return run(LinkState(), m.OpenLink(by=HOUSE, meter=1_000_00), *joined)


def bets(table: str, round: int = 1, *boxes: int) -> m.RegisterBets:
    return m.RegisterBets(by=SYSTEM, table=table, round=round, bets=dict.fromkeys(boxes or (1,), 5_00))


def dealt(table: str, at: int) -> m.RecordDeal:
    return m.RecordDeal(by=SYSTEM, table=table, round=1, dealt_at=at)


def claim(table: str, at: int, percent: int = 10, box: int = 1) -> m.RegisterClaims:
    return m.RegisterClaims(
        by=SYSTEM, table=table, round=1, claims=(Claim(box, "straight_flush", percent, 0, at),)
    )


def returned(table: str) -> m.ReturnBets:
    return m.ReturnBets(by=SYSTEM, table=table, round=1, boxes=(1,))


def test_a_claim_that_is_given_back_leaves_the_tie_to_the_other() -> None:
    state = run(opened("N", "S"), bets("N"), bets("S"), dealt("N", 5), dealt("S", 5))
    state = run(state, claim("N", 5), claim("S", 5))
    assert not state.hits  # dealt at the same time: for the House
    state = run(state, returned("N"))
    # 1,000 + 2 x 1 - 1 for the bet that went back: a tenth of 1,001.00 is 100.10.
    assert [(hit.table, hit.amount) for hit in state.hits] == [("S", 100_10)]


def test_a_round_whose_jackpot_bets_went_back_holds_up_nobody() -> None:
    state = run(opened("N", "S"), bets("N"), bets("S"), dealt("N", 4), dealt("S", 5), claim("S", 5))
    assert not state.hits  # North was dealt earlier and could still win
    state = run(state, returned("N"))
    assert [(hit.table, hit.amount) for hit in state.hits] == [("S", 100_10)]


def test_a_disabled_link_pays_what_was_registered_and_grows_only_when_it_is_back() -> None:
    state = run(opened("N", "S", "W"), bets("N"), bets("S"), dealt("N", 4), dealt("S", 5), claim("S", 5))
    state = run(state, bets("W"))  # held, because a prize waits
    state = run(state, m.DisableLink(by=MANAGER, reason="no signal"))
    state = run(state, m.CloseRound(by=SYSTEM, table="N", round=1))
    assert not state.hits  # South and West have yet to say what the failure makes of their Rounds
    state = run(state, *(m.NoteFault(by=SYSTEM, table=name, box=0) for name in "SW"))
    # A tenth of 1,002.00 is 100.20. West's 1.00 stays out while the link is down.
    assert [(hit.table, hit.amount) for hit in state.hits] == [("S", 100_20)]
    assert state.meter == 901_80
    state = run(state, m.CloseRound(by=SYSTEM, table="W", round=1))
    assert state.meter == 901_80
    state = run(state, m.EnableLink(by=MANAGER, reason="cable"))
    assert state.meter == 902_80
    assert set(state.entries) == {"S/1"}


def test_growth_after_the_round_also_waits_for_a_disabled_link() -> None:
    late = SHELF.rules(
        "rws-multilink@3", {"increment_rate": "20%", "increment_timing": "after_round_if_unwon"}
    )
    state = opened("N")
    for command in (
        bets("N"),
        m.DisableLink(by=MANAGER, reason="no signal"),
        m.CloseRound(by=SYSTEM, table="N", round=1),
    ):
        state = accept(LINK.decide(late, state, command)).state
    assert state.meter == 1_000_00
    state = accept(LINK.decide(late, state, m.EnableLink(by=MANAGER, reason="cable"))).state
    assert (state.meter, state.entries) == (1_001_00, {})


# Who was dealt first


@pytest.mark.parametrize("edition", EDITIONS)
def test_winners_are_paid_from_the_box_that_was_dealt_first_even_if_that_was_wrong(edition: str) -> None:
    """The deal began at box 2; Ann's royal in box 1 was dealt last. 4.5.1 goes by the deal."""
    settings = {"opening_value": "250,000", "increment_rate": "0%"}
    north = table(edition, **settings)
    tables = LinkedTables(WIRE, SHELF.rules(edition, settings), {"North": north})
    # Burn, then 2 and 1 alternately: Ben 9s 8s, Ann As Ks.
    accept(tables.give("North", load("2c 9s As 8s Ks 2d Qs Js Ts")))
    lines = ["dealer: place your bets"]
    for number, name in enumerate(("Ann", "Ben"), start=1):
        lines += [f"{name}: ante 50 on box {number}", f"{name}: bet 5 on the progressive of box {number}"]
    lines += ["dealer: no more bets", "dealer: deal the hole cards: begun at box 2"]
    lines += ["Ann: look at box 1", "dealer: report the hole cards", "supervisor: rule stands on cards"]
    lines += ["Ann: choose continue on box 1", "Ben: choose continue on box 2"]
    lines += ["Ann: fold box 1", "Ben: fold box 2", "dealer: deal the flop", "dealer: reveal the flop"]
    for line in lines:
        accept(tables.give("North", said(line, 1_000)))
    settle(tables, "North")
    # Ben first: a tenth of 250,000; Ann takes the 225,000 that are left.
    assert [(hit.box, hit.amount) for hit in tables.link.hits] == [(2, 25_000_00), (1, 225_000_00)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_house_orders_tables_but_within_one_the_deal_does(edition: str) -> None:
    """4.5.2 leaves the times of several tables to the House; 4.5.1 leaves it nothing."""
    rules = SHELF.rules(edition, {})
    state = run(opened("N", "S"), bets("N", 1, 1, 2), bets("S"), dealt("N", 5), dealt("S", 5), claim("S", 5))
    claims = tuple(Claim(box, "straight_flush", 10, 0, 5, turn) for turn, box in enumerate((2, 1)))
    state = run(state, m.RegisterClaims(by=SYSTEM, table="N", round=1, claims=claims))
    offered = [o.fixed for o in LINK.options(rules, state, MANAGER) if o.command == "PayNext"]
    assert offered == [{"table": "N", "box": 2}, {"table": "S", "box": 1}]
    (decision,) = LINK.decisions(rules, state)
    assert decision.choices == ("box 2 of table N", "box 1 of table S")
    order = m.PayNext(by=MANAGER, table="N", box=1, reason="better hand")
    refusal = LINK.decide(rules, state, order)
    assert isinstance(refusal, Refusal)
    assert "box 2 of table N" in refusal.reason
    assert [citation.paragraph for citation in refusal.citations] == ["4.5.1"]
    state = run(state, m.PayNext(by=MANAGER, table="N", box=2, reason="the camera shows it"))
    # 1,003.00: 100.30; then North's box 1 and South are still of the same moment.
    assert [(hit.table, hit.box, hit.amount) for hit in state.hits] == [("N", 2, 100_30)]


def test_a_winner_whose_bets_were_held_is_paid_with_them_in_the_meter() -> None:
    """The Round's own bets are in what it wins, whether or not another prize was waiting when they came."""
    state = run(opened("N", "S", "W"), bets("N"), bets("S"), dealt("N", 4), dealt("S", 5), claim("S", 5))
    state = run(state, bets("W"), dealt("W", 6), claim("W", 6))  # West's 1.00 is held
    assert state.meter == 1_002_00
    state = run(state, m.CloseRound(by=SYSTEM, table="N", round=1))
    # South a tenth of 1,002.00; 901.80 are left, 902.80 with West's own 1.00: a tenth of that is 90.28.
    assert [(hit.table, hit.amount) for hit in state.hits] == [("S", 100_20), ("W", 90_28)]
    assert state.meter == 812_52


def test_a_winner_is_shown_the_reset_value_of_new_terms() -> None:
    """New terms take hold between the prize and the reset; the display goes from one to the other."""
    tables = linked("North")
    terms = {"rate": "20%", "amount": 0, "reserve_share": "0%", "reset_value": 100_00, "reason": "season"}
    tables.tell_link(m.ChangeTerms(by=MANAGER, **terms))  # type: ignore[arg-type]
    play(tables, "North", ROYAL, dealt_at=1_000)
    settle(tables, "North")
    assert won(tables, "North") == 250_000_00
    (paid,) = [event for _, event in tables.events if isinstance(event, JackpotHandedOver)]
    assert paid.meter == 100_00


@pytest.mark.parametrize("hands", list(product((ROYAL, STRAIGHT_FLUSH, NOTHING), repeat=3)))
def test_whoever_settles_first_three_tables_end_the_same(hands: tuple[str, ...]) -> None:
    """Dealt one after the other, settled in every order: the same prizes, order and meter."""
    ends = set()
    for order in permutations("NSW"):
        tables = linked("N", "S", "W", increment_rate="20%", reserve_share="10%")
        for number, name in enumerate("NSW"):
            play(tables, name, hands[number], dealt_at=1_000 + number)
        for name in order:
            settle(tables, name)
        link = tables.link
        paid = tuple((hit.table, hit.amount) for hit in link.hits)
        ends.add((tuple(won(tables, name) for name in "NSW"), link.meter, link.reserve, paid))
    assert len(ends) == 1


def test_held_bets_grow_by_the_terms_they_were_accepted_under() -> None:
    """West bets at 20% while a royal waits; with the royal new terms of 10% take hold (1.20, ML-A02)."""
    state = run(opened("N", "S", "W"), bets("N"), bets("S"), dealt("N", 4), dealt("S", 5), claim("S", 5, 100))
    terms = {"rate": "10%", "amount": 0, "reserve_share": "0%", "reset_value": 500_00, "reason": "season"}
    state = run(state, bets("W"), m.ChangeTerms(by=MANAGER, **terms))  # type: ignore[arg-type]
    state = run(state, m.CloseRound(by=SYSTEM, table="N", round=1))
    assert [(hit.table, hit.amount) for hit in state.hits] == [("S", 1_002_00)]
    assert state.meter == 501_00  # 500.00 and a fifth of West's 5.00
    state = run(state, bets("N", 2))
    assert state.meter == 501_50  # a tenth from here on


def test_hands_of_one_round_that_were_full_at_different_times_wait_each_for_its_own() -> None:
    """North's box 2 was full before South's hand, its box 1 after it; only box 2 is waited for (4.5.2)."""
    hands = m.RecordDeal(by=SYSTEM, table="N", round=1, dealt_at=6, hands={2: 4, 1: 6})
    state = run(opened("N", "S"), bets("N", 1, 1, 2), bets("S"), dealt("S", 5), hands, claim("S", 5))
    assert not state.hits
    back = m.ReturnBets(by=SYSTEM, table="N", round=1, boxes=(2,))
    # 1,000 + 3 x 1 - 1: a tenth of 1,002.00.
    assert [(hit.table, hit.amount) for hit in run(state, back).hits] == [("S", 100_20)]


def test_every_display_shows_the_new_value_after_the_house_has_decided_the_order() -> None:
    """4.5: the next winner is paid what the display shows, so it shows it at once, at other tables too."""
    tables = linked("N", "S", "W")
    accept(tables.give("W", said("dealer: place your bets")))
    play(tables, "N", STRAIGHT_FLUSH, dealt_at=1_000)
    play(tables, "S", STRAIGHT_FLUSH, dealt_at=1_000)
    settle(tables, "N")
    settle(tables, "S")
    tables.tell_link(m.PayNext(by=MANAGER, table="S", box=1, reason="the camera shows it"))
    # A tenth of 250,000 and a tenth of the 225,000 left.
    assert tables.link.meter == 202_500_00
    assert {each.state.meter for each in tables.tables.values()} == {202_500_00}
