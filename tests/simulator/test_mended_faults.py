"""Faults that were mended are put back for a moment, and the simulator finds each of them."""

from typing import Any

import pytest

from croupier.games import catalogue
from croupier.house.journal import Store
from croupier.house.journal.witness import Witness
from croupier.links import meter
from croupier.simulator.plan import LINK, Fault, Plan, TablePlan, VisitorPlan
from croupier.simulator.run import Outcome, simulate
from croupier.simulator.shrink import Shrinker

_PLAYERS = tuple(VisitorPlan(name=f"t1-player-{number}", kind="player", table="t1") for number in (1, 2))
_TABLE = TablePlan(name="t1", edition="rws-multilink@3", bots=1, link=LINK)


def _plan(seed: int, *faults: Fault, seconds: float = 600, processes: int = 1, is_late: bool = False) -> Plan:
    return Plan(
        seed=seed,
        seconds=seconds,
        processes=processes,
        is_meter_late=is_late,
        tables=(_TABLE,),
        visitors=_PLAYERS,
        faults=faults,
    )


def _first_to_break(plans: list[Plan]) -> Outcome:
    for plan in plans:
        outcome = simulate(plan)
        if not outcome.is_good:
            return outcome
    pytest.fail("the simulator found nothing")


@pytest.mark.soak
def test_a_clock_that_stops_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Multi-Link once had nothing for a clock to do when a player fell silent: everybody waited for ever."""
    plans = [
        _plan(
            seed, *(Fault(at=at, kind="vanish", who=who.name, amount=5000) for who in _PLAYERS), seconds=1200
        )
        for seed in (1, 2)
        for at in (60, 75, 90)
    ]
    assert simulate(plans[0]).is_good
    monkeypatch.setattr(type(catalogue().game("rws-multilink")), "overdue", lambda *_: None)
    found = _first_to_break(plans)
    assert found.broken is not None
    assert found.broken.check == "stuck"


def test_a_jackpot_that_grows_while_disabled_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bets that were held were once let in at the end of their Round, whether the link worked or not."""
    plans = [
        _plan(
            seed, *(Fault(at=at, kind="link", amount=60) for at in (60, 180, 300)), seconds=400, is_late=True
        )
        for seed in (1, 2, 3)
    ]
    assert simulate(plans[0]).is_good

    def let_in(draft: Any) -> None:
        for entry in draft.state.entries.values():
            if entry.is_held and entry.bets and entry.is_over and not meter.waiting(draft.state):
                meter.grow(draft, entry)

    monkeypatch.setattr(meter, "let_in", let_in)
    found = _first_to_break(plans)
    assert found.broken is not None
    assert found.broken.check == "meter"
    assert "while disabled" in found.broken.words


@pytest.mark.soak
def test_a_second_process_that_believes_itself_alone_is_found_and_told_shortly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process that started once took a lock it could not get for a sign that nobody else was there."""
    noise = [
        Fault(at=float(at), kind=kind, amount=3) for at in (20, 35, 70) for kind in ("cut", "lossy", "slow")
    ]  # type: ignore[arg-type]
    kills = [Fault(at=float(at), kind="kill", process=2, amount=1) for at in (50, 80, 110)]
    faults = sorted([*noise, *kills], key=lambda fault: fault.at)
    plans = [_plan(seed, *faults, seconds=140, processes=2) for seed in (1, 2, 3)]
    assert simulate(plans[0]).is_good

    async def is_alone(store: Store) -> bool:
        return True

    monkeypatch.setattr(Store, "is_alone", is_alone)
    found = _first_to_break(plans)
    assert found.broken is not None
    assert found.broken.check == "alone"
    shortest = Shrinker(found, runs_max=20).shrink()
    assert [fault.kind for fault in shortest.plan.faults] == ["kill"]
    assert simulate(shortest.plan).history == shortest.history


def test_a_process_that_serves_a_store_that_has_gone_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An append once named a version alone: two histories of one length went on side by side."""
    plans = [
        _plan(seed, Fault(at=40, kind="back", amount=9), seconds=100, processes=2) for seed in range(1, 5)
    ]
    for outcome in map(simulate, plans):
        assert outcome.is_good, outcome.broken
        assert any("goes back" in line for line in outcome.history)
    monkeypatch.setattr(Witness, "missing", lambda *_: 0)
    found = _first_to_break(plans)
    assert found.broken is not None
    assert found.broken.check == "back"
