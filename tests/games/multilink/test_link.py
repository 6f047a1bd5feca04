"""The jackpot link by itself and with several tables: the order of winners, and where every cent is."""

import pytest

from croupier.games.multilink.linking import WIRE
from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.links.messages import Claim
from croupier.links.post import HOUSE, LinkedTables
from croupier.links.state import LinkState
from croupier.table import SYSTEM, Accepted, Actor, Command, Refusal, Role
from tests.games.multilink.setting import DEALER, MANAGER, SHELF, SHIFT, accept, load, said, table

ROYAL = "2c As 7d Ks 8h 2d Qs Js Ts"
STRAIGHT_FLUSH = "2c 9s 7d 8s 8h 2d Qs Js Ts"
NOTHING = "2c 9s 7d 8s 8h 2d Qs Js Td"


def linked(*names: str, **settings: str) -> LinkedTables:
    settings = {"opening_value": "250,000", "increment_rate": "0%"} | settings
    tables = {name: table(**settings) for name in names}
    return LinkedTables(WIRE, SHELF.rules("rws-multilink@3", settings), tables)


def play(tables: LinkedTables, name: str, cards: str, dealt_at: int) -> None:
    """Ann bets on the jackpot, Ben does not; both fold, and the flop lies there to be settled."""
    accept(tables.give(name, load(cards)))
    lines = [
        "dealer: place your bets",
        "Ann: ante 50 on box 1",
        "Ann: bet 5 on the progressive of box 1",
        "Ben: ante 50 on box 2",
        "dealer: no more bets",
        "dealer: deal the hole cards",
        "Ann: fold box 1",
        "Ben: fold box 2",
        "dealer: deal the flop",
        "dealer: reveal the flop",
    ]
    for line in lines:
        accept(tables.give(name, said(line, dealt_at)))


def settle(tables: LinkedTables, name: str) -> None:
    accept(tables.give(name, said("dealer: settle", 9_000)))


def won(tables: LinkedTables, name: str) -> int:
    """What Ann's stack has gained over the 55 she lost."""
    return tables.tables[name].state.players["Ann"].chips - 10_000_00 + 55_00


@pytest.mark.paragraphs("rws-multilink@2 4.5.2", "rws-multilink@3 4.5.2")
@pytest.mark.parametrize("first", ["North", "South"])
def test_winners_on_two_tables_are_paid_in_the_order_of_the_deal_whoever_reports_first(first: str) -> None:
    tables = linked("North", "South")
    play(tables, "North", STRAIGHT_FLUSH, dealt_at=1_000)
    play(tables, "South", ROYAL, dealt_at=2_000)
    for name in (first, "South" if first == "North" else "North"):
        settle(tables, name)
    # North was dealt first: a tenth of 250,000. South takes the remaining 225,000; then the reset value.
    assert won(tables, "North") == 25_000_00
    assert won(tables, "South") == 225_000_00
    assert tables.link.meter == 50_000_00
    assert [hit.table for hit in tables.link.hits] == ["North", "South"]
    assert all(each.state.phase == "idle" for each in tables.tables.values())


def test_a_later_hand_waits_for_an_earlier_one_that_could_still_win() -> None:
    tables = linked("North", "South")
    play(tables, "North", NOTHING, dealt_at=1_000)
    play(tables, "South", ROYAL, dealt_at=1_001)
    settle(tables, "South")
    assert tables.tables["South"].state.phase == "jackpot"
    settle(tables, "North")
    assert won(tables, "South") == 250_000_00
    assert tables.tables["South"].state.phase == "idle"


def test_a_hand_dealt_later_does_not_hold_up_an_earlier_winner() -> None:
    tables = linked("North", "South")
    play(tables, "North", ROYAL, dealt_at=1_000)
    play(tables, "South", ROYAL, dealt_at=1_001)
    settle(tables, "North")
    assert won(tables, "North") == 250_000_00
    settle(tables, "South")
    assert won(tables, "South") == 50_000_00


@pytest.mark.paragraphs("rws-multilink@2 4.5.2", "rws-multilink@3 4.5.2")
@pytest.mark.parametrize("next_paid", ["North", "South"])
def test_hands_dealt_at_the_same_time_are_for_the_house(next_paid: str) -> None:
    tables = linked("North", "South")
    play(tables, "North", STRAIGHT_FLUSH, dealt_at=1_000)
    play(tables, "South", ROYAL, dealt_at=1_000)
    settle(tables, "North")
    settle(tables, "South")
    (decision,) = LINK.decisions(tables.post.rules, tables.link)
    assert decision.role is Role.PIT_MANAGER
    assert not tables.link.hits
    tables.tell_link(m.PayNext(by=MANAGER, table=next_paid, box=1, reason="the camera shows it"))
    # North first: 25,000 and 225,000. South first: 250,000 and a tenth of the reset value.
    expected = (25_000_00, 225_000_00) if next_paid == "North" else (5_000_00, 250_000_00)
    assert (won(tables, "North"), won(tables, "South")) == expected
    (order,) = [event for event in tables.post.events if isinstance(event, m.OrderDecided)]
    assert (order.by, order.reason) == ("manager", "the camera shows it")


def test_the_house_may_pay_a_waiting_claim_before_the_earlier_table_has_finished() -> None:
    tables = linked("North", "South")
    play(tables, "North", STRAIGHT_FLUSH, dealt_at=1_000)
    play(tables, "South", ROYAL, dealt_at=2_000)
    settle(tables, "South")
    refused = LINK.decide(
        tables.post.rules, tables.link, m.PayNext(by=DEALER, table="South", box=1, reason="now")
    )
    assert isinstance(refused, Refusal)
    tables.tell_link(m.PayNext(by=MANAGER, table="South", box=1, reason="North's clock was wrong"))
    settle(tables, "North")
    assert (won(tables, "South"), won(tables, "North")) == (250_000_00, 5_000_00)


def test_bets_accepted_while_a_prize_waits_are_added_after_it() -> None:
    tables = linked("North", "South", "West", increment_rate="20%")
    play(tables, "North", NOTHING, dealt_at=1_000)
    play(tables, "South", ROYAL, dealt_at=2_000)
    settle(tables, "South")
    play(tables, "West", NOTHING, dealt_at=3_000)  # its 1.00 waits
    settle(tables, "West")
    assert tables.link.meter == 250_002_00
    settle(tables, "North")
    # North's and South's bets were in: 250,000 + 2 x 1. West's bet goes onto the reset value.
    assert won(tables, "South") == 250_002_00
    assert tables.link.meter == 50_001_00
    assert tables.link.entries == {}


def test_every_table_shows_the_meter() -> None:
    tables = linked("North", "South", increment_rate="20%")
    play(tables, "North", NOTHING, dealt_at=1_000)
    play(tables, "South", NOTHING, dealt_at=2_000)
    assert {each.state.meter for each in tables.tables.values()} == {250_002_00}


# Faults and the House


def test_a_disabled_link_stops_bets_and_resumes_as_it_was() -> None:
    tables = linked("North", increment_rate="20%")
    play(tables, "North", NOTHING, dealt_at=1_000)
    settle(tables, "North")
    before = tables.link
    tables.tell_link(m.DisableLink(by=SYSTEM, reason="no heartbeat"))
    assert tables.tables["North"].state.fault is not None
    accept(tables.give("North", said("manager: rule without_progressive on progressive_fault")))
    accept(tables.give("North", said("dealer: place your bets")))
    accept(tables.give("North", said("Ann: ante 50 on box 1")))
    refusal = tables.give("North", said("Ann: bet 5 on the progressive of box 1"))
    assert isinstance(refusal, Refusal)
    assert "until the fault is repaired" in refusal.reason
    tables.tell_link(m.EnableLink(by=HOUSE, reason="cable replaced"))
    assert tables.tables["North"].state.fault is not None  # this Round is finished as it was begun
    accept(tables.give("North", said("Ann: withdraw the bets on box 1")))
    accept(tables.give("North", said("dealer: report a foreign card")))
    assert tables.tables["North"].state.fault is None
    assert tables.link == before


def test_a_link_that_cannot_register_bets_voids_the_round_nobody_has_looked_at() -> None:
    tables = linked("North")
    for line in (
        "dealer: place your bets",
        "Ann: ante 50 on box 1",
        "Ann: bet 5 on the progressive of box 1",
    ):
        accept(tables.give("North", said(line)))
    # The link goes down behind the table's back.
    tables.post.state = accept(
        LINK.decide(tables.post.rules, tables.link, m.DisableLink(by=SYSTEM, reason="down"))
    ).state
    accept(tables.give("North", said("dealer: no more bets")))
    assert tables.tables["North"].state.phase == "idle"
    assert tables.tables["North"].state.players["Ann"].chips == 10_000_00


RULES = SHELF.rules("rws-multilink@3", {"increment_rate": "20%", "reserve_share": "25%"})


def opened(meter: int = 1_000_00) -> LinkState:
    return run(LinkState(), m.OpenLink(by=HOUSE, meter=meter), m.JoinLink(by=HOUSE, table="N"))


def run(state: LinkState, *commands: Command) -> LinkState:
    for command in commands:
        state = accept(LINK.decide(RULES, state, command)).state
    return state


def register(round: int, *boxes: int, bet: int = 5_00) -> m.RegisterBets:
    return m.RegisterBets(by=SYSTEM, table="N", round=round, bets=dict.fromkeys(boxes, bet))


def claim(round: int, percent: int, box: int = 1) -> m.RegisterClaims:
    found = Claim(box, "royal_flush", percent, 0, 5)
    return m.RegisterClaims(by=SYSTEM, table="N", round=round, claims=(found,))


def close(round: int) -> m.CloseRound:
    return m.CloseRound(by=SYSTEM, table="N", round=round)


def test_contributions_are_split_between_meter_and_reserve_to_the_cent() -> None:
    # 20% of 5.03 is 1.006: 1.01; a quarter of that, 0.2525, is 0.25; the meter gets the other 0.76.
    state = run(opened(), register(1, 1, bet=5_03))
    assert (state.meter, state.reserve) == (1_000_76, 25)


def test_the_reserve_funds_the_reset_value_first() -> None:
    state = run(opened(), register(1, 1, 2, 3, 4), claim(1, 100))
    # Four bets add 4 x 0.75 and 4 x 0.25 aside: 1,003.00 is paid; 1.00 of the 50,000 comes from the reserve.
    assert state.hits[0].amount == 1_003_00
    assert (state.meter, state.reserve, state.top_ups) == (50_000_00, 0, 50_000_00)


def test_returned_bets_stay_in_once_a_prize_was_paid_in_between() -> None:
    south = m.JoinLink(by=HOUSE, table="S")
    bets = m.RegisterBets(by=SYSTEM, table="S", round=7, bets={2: 5_00})
    state = run(opened(), south, bets, register(1, 1), claim(1, 10))
    before = state.meter
    state = run(state, m.VoidRound(by=SYSTEM, table="S", round=7))
    assert state.meter == before
    # Without a prize in between they go: 1,000 + 0.75 - 0.75.
    state = run(opened(), register(1, 1), m.VoidRound(by=SYSTEM, table="N", round=1))
    assert (state.meter, state.reserve) == (1_000_00, 0)


def test_new_terms_wait_until_the_jackpot_is_won() -> None:
    change = m.ChangeTerms(
        by=MANAGER, rate="50%", amount=0, reserve_share="0%", reset_value=100_00, reason="season"
    )
    state = run(opened(), change, register(1, 1))
    assert state.meter == 1_000_75  # still 20%, a quarter aside
    state = run(state, claim(1, 10), close(1), register(2, 1))
    assert state.meter == 1_000_75 - 100_08 + 75  # a tenth of 1,000.75 is 100.075; it resets nothing
    state = run(state, claim(2, 100), close(2), register(3, 1))
    assert state.meter == 100_00 + 2_50
    assert state.next_terms is None


def test_only_a_shift_manager_corrects_the_meter_and_says_why() -> None:
    for by in (DEALER, MANAGER, Actor("a", Role.AUDITOR), SYSTEM):
        assert isinstance(LINK.decide(RULES, opened(), m.CorrectMeter(by=by, meter=1, reason="x")), Refusal)
    assert isinstance(LINK.decide(RULES, opened(), m.CorrectMeter(by=SHIFT, meter=1, reason="")), Refusal)
    state = run(opened(), m.CorrectMeter(by=SHIFT, meter=900_00, reason="counted twice"))
    assert (state.meter, state.corrections) == (900_00, -100_00)


def test_the_last_25_hits_are_kept() -> None:
    state = opened()
    for number in range(1, 28):
        state = run(state, register(number, 1), claim(number, 10), close(number))
    assert len(state.hits) == 25
    assert [state.hits[0].round, state.hits[-1].round] == [3, 27]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (m.OpenLink(by=HOUSE), "open already"),
        (m.JoinLink(by=HOUSE, table="N"), "new here"),
        (m.RegisterBets(by=SYSTEM, table="X", round=1, bets={1: 5_00}), "has not joined"),
        (register(1), "there are none"),
        (register(1, 1, bet=0), "more than nothing"),
        (m.RegisterBets(by=DEALER, table="N", round=1, bets={1: 5_00}), "for the system"),
        (close(9), "no jackpot bets registered"),
        (claim(9, 100), "no jackpot bets registered"),
        (m.PayNext(by=MANAGER, table="N", box=1, reason="x"), "waiting: none"),
        (m.EnableLink(by=HOUSE, reason="x"), "not disabled"),
        (
            m.ChangeTerms(by=MANAGER, rate="lots", amount=0, reserve_share="0", reset_value=0, reason="x"),
            "write 20%",
        ),
        (
            m.ChangeTerms(by=MANAGER, rate="101%", amount=0, reserve_share="0", reset_value=0, reason="x"),
            "0% and 100%",
        ),
    ],
)
def test_what_the_link_refuses_it_explains(command: Command, words: str) -> None:
    outcome = LINK.decide(RULES, opened(), command)
    assert isinstance(outcome, Refusal)
    assert words in outcome.reason


def test_a_claim_needs_a_registered_bet_and_is_made_once() -> None:
    state = run(opened(), register(1, 1))
    assert isinstance(LINK.decide(RULES, state, claim(1, 100, box=2)), Refusal)
    state = run(state, claim(1, 100))
    assert isinstance(LINK.decide(RULES, state, claim(1, 100)), Refusal)


def test_a_player_sees_the_meter_and_nothing_else() -> None:
    state = run(opened(), register(1, 1), claim(1, 10))
    view = LINK.view(RULES, state, Actor("Ann", Role.PLAYER))
    assert (view.meter, view.reserve, view.hits) == (state.meter, None, ())
    assert LINK.view(RULES, state, MANAGER).hits == state.hits
    assert isinstance(LINK.decide(RULES, state, close(1)), Accepted)
