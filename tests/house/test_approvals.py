"""What needs a second person survives a crash at any point."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.house.answers import Held
from croupier.house.approvals import Approvals
from croupier.house.cage.limits import Limits
from croupier.house.floor.two_persons import TwoPersonsDesk
from croupier.table import Actor, Role

from .helpers import MANAGER, done, floor_at, run


@pytest.mark.parametrize("is_written", [False, True])
def test_what_was_confirmed_before_a_crash_is_done_once_after_it(
    where: str, tmp_path: Path, is_written: bool
) -> None:
    """Confirmed, and then the process dies: before it was booked, or before that was written down."""

    async def money(floor: Any, approval: Any) -> Any:
        details = approval.details
        return await floor.desk.deposit(
            approval.asker, details["person"], details["cents"], "x", command_id=approval.command_id
        )

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            approvals = Approvals(floor.house)

            async def dies(approval: Any) -> Any:
                if is_written:
                    await money(floor, approval)
                raise SystemError("the power is gone")

            approvals.kinds["money"] = dies
            asked = await approvals.ask(
                MANAGER, "money", {"person": "ann", "cents": 5_00}, words="5 to Ann", reason="x"
            )
            with pytest.raises(SystemError):
                await approvals.confirm(Actor("max", Role.PIT_MANAGER), asked.id)  # type: ignore[union-attr]
        async with floor_at(where, tmp_path) as floor:
            approvals = Approvals(floor.house)
            approvals.kinds["money"] = lambda approval: money(floor, approval)
            assert [each.status for each in approvals.listed()] == ["confirmed"]
            await asyncio.gather(approvals.look_after(), approvals.look_after())
            assert [each.status for each in approvals.listed()] == ["done"]
            assert floor.house.ledger.balance("player/ann") == 5_00

    run(work())


def test_whoever_calls_the_desk_is_under_the_rule_of_two_persons(where: str, tmp_path: Path) -> None:
    """It was HTTP's once: what called the desk itself was under no limit."""
    max_ = Actor("max", Role.PIT_MANAGER)

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            approvals = Approvals(floor.house)
            desk = TwoPersonsDesk(floor.house, approvals, Limits(house=100_00), 50_00)
            done(await desk.deposit(MANAGER, "ann", 100_00, "cash"))
            for held in (
                await desk.deposit(MANAGER, "ann", 100_01, "cash"),
                await desk.withdraw(MANAGER, "ann", 100_01, "cash"),
                await desk.open_table(MANAGER, "t1", "high-card@1", {"maximum_bet": "60"}),
            ):
                assert isinstance(held, Held), held
            assert floor.house.ledger.balance("player/ann") == 100_00
            opens, _, pays = approvals.listed()
            done(await approvals.confirm(max_, pays.id))
            done(await approvals.confirm(max_, opens.id))
            assert floor.house.ledger.balance("player/ann") == 200_01
            changed = await desk.change_rules(MANAGER, "t1", "high-card@1", {"maximum_bet": "70"})
            assert isinstance(changed, Held)
            number = floor.house.journal.read("player/ann")[-1].position
            assert isinstance(await desk.reverse(MANAGER, number, "a mistake"), Held)

    run(work())


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("way", ["onto", "off", "back"])
def test_two_payments_at_one_moment_do_not_pass_the_limit_of_a_day(
    where: str, tmp_path: Path, way: str, processes: int
) -> None:
    """Both looked at the day before either was in it."""

    async def work() -> None:
        async with floor_at(where, tmp_path) as here, floor_at(where, tmp_path) as there:
            limits = Limits(house=100_00, player_day=100_00)
            windows = [
                TwoPersonsDesk(floor.house, Approvals(floor.house), limits, 50_00)
                for floor in (here, (here, there)[processes - 1])
            ]
            receipts = []
            for _ in range(2) if way != "onto" else ():
                booked = done(await here.desk.deposit(MANAGER, "ann", 60_00, "cash"))
                receipts.append(booked.happened[0].position)

            async def pay(desk: TwoPersonsDesk, number: int) -> Any:
                if way == "back":
                    return await desk.reverse(MANAGER, receipts[number], "a mistake")
                move = desk.deposit if way == "onto" else desk.withdraw
                return await move(MANAGER, "ann", 60_00, "cash")

            answers = await asyncio.gather(*(pay(desk, number) for number, desk in enumerate(windows)))
            assert sorted(type(each).__name__ for each in answers) == ["Acknowledged", "Held"], answers

    run(work())
