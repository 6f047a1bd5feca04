"""What needs a second person survives a crash at any point."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.house.approvals import Approvals
from croupier.table import Actor, Role

from .helpers import MANAGER, floor_at, run


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
                await approvals.confirm(Actor("max", Role.PIT_MANAGER), asked.id)
        async with floor_at(where, tmp_path) as floor:
            approvals = Approvals(floor.house)
            approvals.kinds["money"] = lambda approval: money(floor, approval)
            assert [each.status for each in approvals.listed()] == ["confirmed"]
            await asyncio.gather(approvals.look_after(), approvals.look_after())
            assert [each.status for each in approvals.listed()] == ["done"]
            assert floor.house.ledger.balance("player/ann") == 5_00

    run(work())
