"""Malfunctions of the link and of tables on it: bets, meter, claims, and the courses of the House."""

import pytest

from croupier.games.multilink.linking import WIRE
from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.links.post import LinkedTables
from croupier.table import SYSTEM, Accepted, Actor, Command, Refusal, fill
from tests.games.multilink.setting import (
    DEALER,
    EDITIONS,
    MANAGER,
    PLAYERS,
    SHELF,
    SHIFT,
    SUPERVISOR,
    accept,
    load,
    said,
    table,
)
from tests.games.multilink.test_link import NOTHING, ROYAL, STRAIGHT_FLUSH, play, settle, won


def linked(edition: str, *names: str, **settings: str) -> LinkedTables:
    settings = {"opening_value": "250,000", "increment_rate": "20%"} | settings
    tables = {name: table(edition, **settings) for name in names}
    return LinkedTables(WIRE, SHELF.rules(edition, settings), tables)


def tell(tables: LinkedTables, name: str, *lines: str, at: int = 0) -> None:
    for line in lines:
        accept(tables.give(name, said(line, at)))


def bets_closed(tables: LinkedTables, name: str, cards: str) -> None:
    accept(tables.give(name, load(cards)))
    tell(tables, name, "dealer: place your bets", "Ann: ante 50 on box 1")
    tell(tables, name, "Ann: bet 5 on the progressive of box 1", "dealer: no more bets")


def chips(tables: LinkedTables, name: str) -> int:
    return tables.tables[name].state.players["Ann"].chips


def refused(tables: LinkedTables, command: Command) -> str:
    outcome = LINK.decide(tables.post.rules, tables.link, command)
    assert isinstance(outcome, Refusal)
    assert outcome.citations
    return outcome.reason


def offers(tables: LinkedTables, actor: Actor, command: str) -> list[dict[str, object]]:
    options = LINK.options(tables.post.rules, tables.link, actor)
    return [
        option.fixed | {ask.field: ask.choices or (ask.minimum, ask.maximum) for ask in option.asks}
        for option in options
        if option.command == command
    ]


# What becomes of the Rounds under way


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_table_goes_by_its_own_looks_and_pays_what_was_registered_before(edition: str) -> None:
    tables = linked(edition, "North", "South", "West")
    tell(tables, "West", "dealer: place your bets")
    play(tables, "North", ROYAL, dealt_at=1_000)  # the flop is up: cards have been seen
    bets_closed(tables, "South", NOTHING)
    assert tables.link.meter == 250_002_00  # two bets of 5.00 at 20%
    tables.tell_link(m.DisableLink(by=SYSTEM, reason="no heartbeat"))
    # South: void (5.16), all bets back, its 1.00 off the meter again.
    assert (tables.tables["South"].state.phase, chips(tables, "South")) == ("idle", 10_000_00)
    assert tables.link.meter == 250_001_00
    settle(tables, "North")
    # North goes on (5.17.1): a royal is paid what was registered before the fault.
    assert won(tables, "North") == 250_002_00
    assert tables.link.meter == 50_000_00
    paid = [event for event in tables.post.events if isinstance(event, m.JackpotPaid)]
    assert "5.17.1" in [citation.paragraph for citation in paid[0].citations]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_whose_own_equipment_failed_is_paid_as_of_then(edition: str) -> None:
    tables = linked(edition, "North", "South")
    play(tables, "North", STRAIGHT_FLUSH, dealt_at=1_000)
    tell(tables, "North", "dealer: report a fault of the progressive system")
    bets_closed(tables, "South", NOTHING)
    assert tables.link.meter == 250_002_00
    settle(tables, "North")
    # A tenth of the 250,001.00 registered before, not of the 250,002.00 displayed elsewhere by now.
    assert won(tables, "North") == 25_000_10
    assert tables.link.meter == 225_001_90


def test_a_prize_paid_since_the_fault_counts_before_what_was_registered() -> None:
    """South was dealt earlier and is paid first; then the display shows less (4.5.2)."""
    tables = linked("rws-multilink@3", "North", "South")
    play(tables, "South", STRAIGHT_FLUSH, dealt_at=500)
    play(tables, "North", STRAIGHT_FLUSH, dealt_at=1_000)
    tell(tables, "North", "dealer: report a fault of the progressive system")
    settle(tables, "South")
    settle(tables, "North")
    # A tenth of 250,002.00, then a tenth of the 225,001.80 that are left.
    assert (won(tables, "South"), won(tables, "North")) == (25_000_20, 22_500_18)


def test_a_fault_of_an_earlier_round_is_not_carried_into_the_next() -> None:
    tables = linked("rws-multilink@3", "North")
    play(tables, "North", NOTHING, dealt_at=1_000)
    tell(tables, "North", "dealer: report a fault of the coin spot of box 3")
    tell(tables, "North", "manager: rule block_box on progressive_fault")
    settle(tables, "North")
    play(tables, "North", STRAIGHT_FLUSH, dealt_at=2_000)
    settle(tables, "North")
    # 250,000 + 1 + 1: a tenth of 250,002.00. The first Round cost another 55 and its straight brought 100.
    assert won(tables, "North") == 25_000_20 - 55_00 + 100_00


# The courses of the House


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_house_orders_a_course_for_one_table_or_for_all(edition: str) -> None:
    tables = linked(edition, "North", "South", "West")
    for name in ("North", "South", "West"):
        tell(tables, name, "dealer: place your bets", "Ann: ante 50 on box 1")
    tables.tell_link(m.DisableLink(by=SUPERVISOR, reason="no heartbeat"))
    courses = ("close_table", "without_progressive")
    assert offers(tables, SUPERVISOR, "TakeCourse") == []
    assert [(o.get("table"), o["course"]) for o in offers(tables, MANAGER, "TakeCourse")] == [
        (None, courses),  # at all of them, as a command says that names none
        ("North", courses),
        ("South", courses),
        ("West", courses),
    ]
    order = m.TakeCourse(by=MANAGER, table="North", course="close_table", reason="long repair")
    assert "for a pit manager" in refused(
        tables, m.TakeCourse(by=SUPERVISOR, table="North", course="close_table", reason="x")
    )
    assert "courses are close_table, without_progressive" in refused(
        tables, m.TakeCourse(by=MANAGER, table="North", course="block_box", reason="x")
    )
    tables.tell_link(order)
    # The bets of the Round that had just been opened go back, and the table is closed (5.17.2.a).
    assert (tables.tables["North"].state.phase, chips(tables, "North")) == ("idle", 10_000_00)
    assert "open at: South, West" in refused(tables, order)
    tables.tell_link(m.TakeCourse(by=MANAGER, table="all", course="without_progressive", reason="play on"))
    for name in ("South", "West"):
        state = tables.tables[name].state
        assert state.fault is not None
        assert state.fault.course == "without_progressive"
        assert state.boxes[1].ante == 50_00
    assert offers(tables, MANAGER, "TakeCourse") == []
    assert tables.link.meter == 250_000_00


def test_a_course_that_is_on_its_way_is_given_again_but_not_changed() -> None:
    """The table takes the first it hears. One that was lost on its way can be given again, and goes out."""
    tables = linked("rws-multilink@3", "North", "South")
    tables.tell_link(m.DisableLink(by=SUPERVISOR, reason="no heartbeat"))
    rules, link = tables.post.rules, tables.link
    order = m.TakeCourse(by=MANAGER, table="North", course="close_table", reason="long repair")
    link = accept(LINK.decide(rules, link, order)).state  # and nothing reaches the table
    other = m.TakeCourse(by=MANAGER, table="North", course="without_progressive", reason="play on")
    outcome = LINK.decide(rules, link, other)
    assert isinstance(outcome, Refusal)
    assert "close_table has been ordered at table North" in outcome.reason
    listed = [option for option in LINK.options(rules, link, MANAGER) if option.command == "TakeCourse"]
    assert [(o.fixed.get("table"), o.asks[0].choices) for o in listed] == [
        (None, ("close_table", "without_progressive")),
        ("North", ("close_table",)),
        ("South", ("close_table", "without_progressive")),
    ]
    again = accept(LINK.decide(rules, link, order))
    assert [type(event) for event in again.events] == [m.CourseOrdered]
    # Everywhere is everywhere but there.
    everywhere = m.TakeCourse(by=MANAGER, table="all", course="without_progressive", reason="play on")
    assert [each.table for each in accept(LINK.decide(rules, link, everywhere)).events] == ["South"]  # type: ignore[attr-defined]
    both = accept(LINK.decide(rules, link, m.TakeCourse(by=MANAGER, course="close_table", reason="x"))).state
    listed = [option for option in LINK.options(rules, both, MANAGER) if option.command == "TakeCourse"]
    assert {o.asks[0].choices for o in listed} == {("close_table",)}
    # Once the table has followed, the course is taken; if more fails there, it is open again.
    noted = m.NoteCourse(by=SYSTEM, table="North", course="close_table")
    taken = accept(LINK.decide(rules, link, noted)).state
    refusal = LINK.decide(rules, taken, order)
    assert isinstance(refusal, Refusal)
    assert "no course is open" in refusal.reason
    failed = accept(LINK.decide(rules, link, m.NoteFault(by=SYSTEM, table="North", box=2))).state
    assert accept(LINK.decide(rules, failed, other)).events


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_box_is_reported_blocked_and_repaired_through_the_link(edition: str) -> None:
    tables = linked(edition, "North", "South", boxes="5")
    tell(tables, "North", "dealer: place your bets", "Ann: ante 50 on box 1")
    assert offers(tables, DEALER, "ReportBoxFault") == [
        {"table": name, "box": (1, 5), "reason": (0, 0)} for name in ("North", "South")
    ]
    report = m.ReportBoxFault(by=DEALER, table="North", box=6, reason="dark")
    assert "boxes 1 to 5" in refused(tables, report)
    assert "not on this link" in refused(tables, m.ReportBoxFault(by=DEALER, table="X", box=1, reason="d"))
    tables.tell_link(m.ReportBoxFault(by=DEALER, table="North", box=1, reason="dark"))
    assert "is known" in refused(tables, m.ReportBoxFault(by=DEALER, table="North", box=1, reason="d"))
    tables.tell_link(m.TakeCourse(by=MANAGER, table="North", course="block_box", reason="one lamp"))
    assert chips(tables, "North") == 10_000_00
    assert isinstance(tables.give("North", said("Ann: ante 50 on box 1")), Refusal)
    tell(tables, "North", "Ann: ante 50 on box 4", "Ann: bet 5 on the progressive of box 4")
    repaired = m.ReportTableRepaired(by=MANAGER, table="North", reason="new lamp")
    tables.tell_link(repaired)
    assert tables.tables["North"].state.fault is not None  # until this Round is over
    assert "not repaired" in refused(tables, repaired)
    tell(tables, "North", "Ann: withdraw the bets on box 4", "dealer: report a foreign card")
    assert tables.tables["North"].state.fault is None
    assert tables.link.faults == {}
    assert "not repaired" in refused(tables, m.ReportTableRepaired(by=MANAGER, table="South", reason="x"))


def test_enabling_the_link_leaves_a_broken_box_blocked() -> None:
    tables = linked("rws-multilink@3", "North")
    tell(tables, "North", "dealer: place your bets", "dealer: report a foreign card")
    tell(tables, "North", "dealer: report a fault of the coin spot of box 3")
    tell(tables, "North", "manager: rule block_box on progressive_fault")
    tables.tell_link(m.DisableLink(by=DEALER, reason="no heartbeat"))
    assert tables.link.faults["North"].boxes == (3, 0)
    assert "the link itself" in refused(tables, m.ReportTableRepaired(by=MANAGER, table="North", reason="x"))
    tables.tell_link(m.EnableLink(by=MANAGER, reason="cable"))
    fault = tables.tables["North"].state.fault
    assert fault is not None
    assert (fault.boxes, fault.course) == ((3,), "")
    assert tables.link.faults["North"].boxes == (3,)
    tables.tell_link(m.TakeCourse(by=MANAGER, table="North", course="block_box", reason="still dark"))
    tell(tables, "North", "dealer: place your bets", "Ann: ante 50 on box 1")
    tell(tables, "North", "Ann: bet 5 on the progressive of box 1")


def test_what_the_link_offers_it_accepts_and_says_what_it_asks() -> None:
    tables = linked("rws-multilink@3", "North", "South")
    tell(tables, "North", "dealer: place your bets", "dealer: report a foreign card")
    tables.tell_link(m.ReportBoxFault(by=DEALER, table="North", box=2, reason="dark"))
    tables.tell_link(m.DisableLink(by=DEALER, reason="no heartbeat"))
    blanks = {"reason": "because", "box": 4, "amount": 0, "reset_value": 100_00}
    for actor in (*PLAYERS[:1], DEALER, SUPERVISOR, MANAGER, SHIFT):
        for option in LINK.options(tables.post.rules, tables.link, actor):
            assert option.citations
            asked = {ask.field: ask.choices[0] if ask.choices else ask.minimum for ask in option.asks}
            values = {name: blanks.get(name, value) for name, value in asked.items()}
            command = fill(LINK.commands_by_name[option.command], option, actor, **values)
            assert isinstance(LINK.decide(tables.post.rules, tables.link, command), Accepted), command
    assert LINK.options(tables.post.rules, tables.link, PLAYERS[0]) == ()
    assert [o["meter"] for o in offers(tables, SHIFT, "CorrectMeter")] == [
        (250_000_01, 100_000_000_00),
        (0, 249_999_99),
    ]
    assert offers(tables, MANAGER, "ChangeTerms")[0]["rate"] == "20%"
    view = LINK.view(tables.post.rules, tables.link, MANAGER)
    assert list(view.faults) == ["North", "South"]  # South hears of it before its first Round (5.17.2)
    assert LINK.view(tables.post.rules, tables.link, PLAYERS[0]).faults == {}
