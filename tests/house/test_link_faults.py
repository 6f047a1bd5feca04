"""A link that fails: tables hear of it, the pit runs it from one place, and it comes back as it was."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from croupier.games import catalogue
from croupier.links import messages as lm
from croupier.table import Refusal, ShuffleCards
from tests.house.helpers import DEALER, MANAGER, done, floor_at, run
from tests.house.jackpots import NOTHING, STRAIGHT_FLUSH, bet, deal, jackpot, meter_of, say, settled, ticking


def test_a_table_reports_a_fault_with_the_meter_of_the_link(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1", "t2")
            await bet(floor, "t1", NOTHING)
            await deal(floor, "t1")
            await bet(floor, "t2", NOTHING)
            done(await floor.house.order_link("main", lm.DisableLink(by=DEALER, reason="no signal")))
            while (await floor.house.look("t1")).state.fault is None:
                await asyncio.sleep(0.01)
            found = [
                msgspec.json.decode(event)
                for entry in floor.house.journal.read("table/t1")
                for event in entry.events
                if b'"ProgressiveFaultFound"' in event
            ]
            assert [event["meter"] for event in found] == [1_002_00]

    run(work())


def test_trust_19_a_disabled_jackpot_takes_no_bets_and_resumes_identical(
    audited: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1")
            await bet(floor, "t1", NOTHING)
            await deal(floor, "t1")
            await say(floor, "t1", "dealer: settle")
            before = meter_of(floor)
            done(await floor.house.order_link("main", lm.DisableLink(by=DEALER, reason="no signal")))
            while (await floor.house.look("t1")).state.is_link_open:
                await asyncio.sleep(0.01)
            done(await floor.house.submit("t1", ShuffleCards(by=DEALER, first_cards=NOTHING)))
            assert meter_of(floor) == before
            done(await floor.house.order_link("main", lm.EnableLink(by=MANAGER, reason="repaired")))
            assert meter_of(floor) == before

    run(work())


def test_the_pit_runs_a_failed_link_from_one_place(audited: str, tmp_path: Path) -> None:
    """One table is between Rounds, the other has its flop up; both are ordered and set going by the link."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1", "t2")
            await bet(floor, "t1", NOTHING)
            await deal(floor, "t1")
            await say(floor, "t1", "dealer: settle")
            await bet(floor, "t2", NOTHING)
            await deal(floor, "t2")

            async def fault(table: str) -> Any:
                return (await floor.house.look(table)).state.fault

            async def until(table: str, course: str | None) -> None:
                while (found := await fault(table)) is None or found.course != course:
                    if course is None and found is None:
                        return
                    await asyncio.sleep(0.01)

            done(await floor.house.order_link("main", lm.DisableLink(by=DEALER, reason="no signal")))
            for table in ("t1", "t2"):
                await until(table, "")
            order = lm.TakeCourse(by=MANAGER, table="all", course="without_progressive", reason="play on")
            assert isinstance(
                await floor.house.order_link("main", msgspec.structs.replace(order, by=DEALER)), Refusal
            )
            done(await floor.house.order_link("main", order))
            for table in ("t1", "t2"):
                await until(table, "without_progressive")
            done(await floor.house.order_link("main", lm.EnableLink(by=MANAGER, reason="cable")))
            await until("t1", None)
            assert (await fault("t2")).course == "without_progressive"  # until its Round is over
            await say(floor, "t2", "dealer: settle")
            assert await fault("t2") is None
            state = floor.house.links.glance("main")
            assert state is not None
            assert (state.faults, state.is_enabled) == ({}, True)
            assert meter_of(floor) == 1_002_00  # two bets of 5.00 at a fifth; the fault changed nothing

    run(work())


def test_the_record_of_a_fault_names_what_the_link_registered_though_the_display_was_behind(
    audited: str, tmp_path: Path
) -> None:
    """t1's display shows its own bet only until it next acts; the link has taken in t2's as well (5.17.1)."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1", "t2")
            await bet(floor, "t1", NOTHING)
            await deal(floor, "t1")
            await bet(floor, "t2", NOTHING)
            await say(floor, "t1", "dealer: report a fault of the progressive system")
            found = [
                msgspec.json.decode(event)
                for entry in floor.house.journal.read("table/t1")
                for event in entry.events
                if b'"ProgressiveFaultFound"' in event or b'"RegisteredRecorded"' in event
            ]
            assert found[-1]["meter"] == 1_002_00

    run(work())


def test_one_failure_takes_off_all_growth_before_a_waiting_prize_which_is_as_registered(
    audited: str, tmp_path: Path
) -> None:
    """As the scenario of the same case, through the store: 5.16, 5.17.1, 1.20."""

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1", "t2", "t3", meter=100_000_00)
            await bet(floor, "t1", NOTHING)
            await say(floor, "t1", "dealer: deal the hole cards")
            await bet(floor, "t2", STRAIGHT_FLUSH)
            await bet(floor, "t3", NOTHING)
            await deal(floor, "t2")
            await say(floor, "t3", "dealer: deal the hole cards")
            await say(floor, "t2", "dealer: settle")  # waits: t1 was dealt first
            assert meter_of(floor) == 100_003_00
            done(await floor.house.order_link("main", lm.DisableLink(by=DEALER, reason="no signal")))
            for table in ("t1", "t2", "t3"):
                await settled(floor, table)
            # A tenth of 100,003.00 is 10,000.30; the two bets that went back take 2.00 off.
            assert meter_of(floor) == 90_000_70
            ann = (await floor.house.look("t2")).state.players["ann"]
            assert ann.chips == 1_000_00 - 55_00 + 10_000_30

    run(work())
