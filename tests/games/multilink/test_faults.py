"""Jackpot equipment that fails more than once, and tables that learn of it."""

import pytest

from croupier.games.multilink import MULTILINK
from croupier.games.multilink import commands as c
from croupier.games.multilink.state import State
from croupier.table import SYSTEM, Refusal, Table
from tests.games.multilink.setting import DEALER, EDITIONS, accept, said, table
from tests.games.multilink.test_combined import chips, tell


def betting(edition: str) -> Table[State]:
    """Betting is open at a table whose link is up."""
    found = table(edition)
    tell(found, "dealer: place your bets")
    accept(found.submit(c.ShowMeter(by=SYSTEM, meter=250_000_00)))
    return found


def refused(found: Table[State], line: str) -> str:
    outcome = found.submit(said(line))
    assert isinstance(outcome, Refusal), line
    return outcome.reason


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_whole_system_may_fail_while_one_box_is_blocked(edition: str) -> None:
    """Box 3 is out of order; then the system fails before anybody has looked: void all the same (5.16)."""
    found = table(edition)
    tell(found, "dealer: report a fault of the coin spot of box 3")
    tell(found, "manager: rule block_box on progressive_fault", "dealer: place your bets")
    accept(found.submit(c.ShowMeter(by=SYSTEM, meter=250_000_00)))
    tell(found, "Ann: ante 50 on box 1", "Ann: bet 5 on the progressive of box 1", "dealer: no more bets")
    tell(found, "dealer: report a fault of the progressive system")
    assert (found.state.phase, chips(found, "Ann")) == ("idle", 10_000_00)
    (decision,) = MULTILINK.decisions(found.rules, found.state)
    assert decision.choices == ("close_table", "without_progressive")
    assert "is known" in refused(found, "dealer: report a fault of the coin spot of box 2")


@pytest.mark.parametrize("edition", EDITIONS)
def test_several_boxes_may_fail_one_after_the_other(edition: str) -> None:
    found = betting(edition)
    tell(found, "Ann: ante 50 on box 1", "Ann: bet 5 on the progressive of box 1")
    tell(found, "Ben: ante 50 on box 2", "Ben: bet 5 on the progressive of box 2")
    tell(found, "dealer: report a fault of the coin spot of box 1")
    assert "is known" in refused(found, "dealer: report a fault of the coin spot of box 1")
    tell(found, "manager: rule block_box on progressive_fault")
    assert (chips(found, "Ann"), chips(found, "Ben")) == (10_000_00, 9_945_00)
    tell(found, "dealer: report a fault of the coin spot of box 2")
    assert chips(found, "Ben") == 9_950_00  # the jackpot bet alone; the House has to choose again
    assert "pit manager" in refused(found, "Ben: bonus 10 on box 2")
    tell(found, "manager: rule block_box on progressive_fault")
    assert chips(found, "Ben") == 10_000_00
    for box, name in ((1, "Ann"), (2, "Ben")):
        assert f"no bets are taken on box {box}" in refused(found, f"{name}: ante 50 on box {box}")
    assert "no box 7" in refused(found, "dealer: report a fault of the coin spot of box 7")
    tell(found, "Cat: ante 50 on box 3", "Cat: bet 5 on the progressive of box 3", "dealer: no more bets")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_second_box_that_fails_once_somebody_has_looked_stops_nothing(edition: str) -> None:
    found = betting(edition)
    tell(found, "Ann: ante 50 on box 1", "Ann: bet 5 on the progressive of box 1", "dealer: no more bets")
    tell(found, "dealer: shuffle the cards")
    tell(found, "dealer: deal the hole cards as 2c 9s 8s", "Ann: look at box 1")
    tell(found, "dealer: report a fault of the coin spot of box 1")
    tell(found, "dealer: report a fault of the coin spot of box 2")
    assert found.state.phase == "first"
    tell(found, "manager: rule block_box on progressive_fault")
    tell(found, "Ann: fold box 1", "dealer: deal the flop as 2d Qs Js Ts", "dealer: reveal the flop")
    tell(found, "dealer: settle")
    assert found.state.claims == (1,)  # paid on what was registered before (5.17.1)


def test_the_dealer_may_report_any_box() -> None:
    found = betting("rws-multilink@3")

    def boxes() -> list[object]:
        options = MULTILINK.options(found.rules, found.state, DEALER)
        faults = [option for option in options if option.command == "ReportProgressiveFault"]
        return [[ask.maximum for ask in o.asks] or o.fixed.get("box", 0) for o in faults]

    assert boxes() == [0, 1, 2, 3, 4, 5, 6]
    tell(found, "dealer: report a fault of the coin spot of box 2")
    assert boxes() == [0, 1, 3, 4, 5, 6]
    tell(found, "dealer: report a fault of the progressive system")
    assert boxes() == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_going_on_without_jackpot_bets_returns_those_of_sound_boxes_too(edition: str) -> None:
    """5.17.2.c is about the game, not about the box that failed."""
    found = betting(edition)
    for name, box in (("Ann", 1), ("Ben", 2)):
        tell(found, f"{name}: ante 50 on box {box}", f"{name}: bet 5 on the progressive of box {box}")
    tell(found, "dealer: report a fault of the coin spot of box 1")
    assert (chips(found, "Ann"), chips(found, "Ben")) == (9_950_00, 9_945_00)
    tell(found, "manager: rule without_progressive on progressive_fault")
    assert (chips(found, "Ann"), chips(found, "Ben")) == (9_950_00, 9_950_00)
    assert "until the fault is repaired" in refused(found, "Ben: bet 5 on the progressive of box 2")
    assert "is known" in refused(found, "dealer: report a fault of the coin spot of box 2")


def test_boxes_are_repaired_one_by_one_or_all_at_once() -> None:
    found = table()
    tell(found, "dealer: report a fault of the coin spot of box 1")
    tell(found, "dealer: report a fault of the coin spot of box 2")
    tell(found, "manager: rule block_box on progressive_fault")
    assert "no fault of box 3" in refused(found, "manager: report that the equipment of box 3 works again")
    tell(found, "manager: report that the equipment of box 1 works again")
    assert found.state.fault is not None
    assert (found.state.fault.boxes, found.state.fault.course) == ((2,), "block_box")
    tell(found, "manager: report that the progressive system works again")
    assert found.state.fault is None
