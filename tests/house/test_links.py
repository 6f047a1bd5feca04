"""Several tables on one jackpot: the meter moves with the bets, and only by what is recorded."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.games import catalogue
from croupier.house import live_table as live
from croupier.house.answers import Declined
from croupier.house.listeners import Subscription
from croupier.links import messages as lm
from croupier.table import Refusal, Role
from tests.house.helpers import MANAGER, done, floor_at, run
from tests.house.jackpots import EDITION, NOTHING, bet, jackpot, meter_of, ticking
from tests.patience import PATIENCE_S


def test_trust_16_a_bet_moves_the_meter_in_the_same_transaction(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1", "t2")
            heard = floor.house.listeners.subscribe("link/main")
            await bet(floor, "t1", NOTHING)
            assert meter_of(floor) == 1_001_00  # a fifth of 5.00
            await bet(floor, "t2", NOTHING)
            assert meter_of(floor) == 1_002_00
            told = [await asyncio.wait_for(heard.next(), PATIENCE_S) for _ in range(2)]
            assert all(told)
            closings = [
                e for e in floor.house.journal.everything() if b'"BettingClosed"' in b"".join(e.events)
            ]
            registered = [
                e for e in floor.house.journal.everything() if b'"BetsRegistered"' in b"".join(e.events)
            ]
            assert len(closings) == len(registered) == 2
            for closed, grown in zip(closings, registered, strict=True):
                assert 0 < grown.position - closed.position <= 3

    run(work())


async def _growth(display: Subscription) -> int:
    """By how much the meter grew, once the display hears that it did."""
    async for happened in display:
        for each in happened:
            if type(each.event).__name__ == "BetsRegistered":
                return int(each.event.meter)  # type: ignore[attr-defined]
    raise AssertionError("nothing more will be heard")


def test_trust_13_every_display_hears_of_an_increment(audited: str, tmp_path: Path) -> None:
    """Also a display at another process, which learns of it through the store alone.

    The store wakes it, or else it looks twice a second: within a second, unless the machine stands still.
    """

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue()) as one:
            await jackpot(one, "t1")
            async with floor_at(audited, tmp_path, catalogue()) as two:
                two.house.follow()
                async with two.house.links.using("main") as link:
                    assert link.state.meter == 1_000_00
                displays = [each.house.listeners.subscribe("link/main") for each in (one, two)]
                await bet(one, "t1", NOTHING)
                for display in displays:
                    told = await asyncio.wait_for(_growth(display), PATIENCE_S)
                    assert told == 1_00  # a fifth of 5.00
                assert two.house.links.glance("main").meter == 1_001_00  # type: ignore[union-attr]

    run(work())


def test_trust_17_a_meter_is_corrected_by_a_shift_manager_with_a_reason(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1")
            manager = msgspec.structs.replace(MANAGER, role=Role.PIT_MANAGER)
            fewer = lm.CorrectMeter(by=manager, meter=900_00, reason="counted again")
            assert isinstance(await floor.house.order_link("main", fewer), Refusal)
            done(await floor.house.order_link("main", msgspec.structs.replace(fewer, by=MANAGER)))
            assert meter_of(floor) == 900_00
            entry = floor.house.journal.read("link/main")[-1]
            event: dict[str, Any] = msgspec.json.decode(entry.events[0])
            assert (event["by"], event["before"], event["after"]) == ("mona", 1_000_00, 900_00)

    run(work())


def test_trust_18_new_terms_wait_for_the_current_jackpot(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1")
            change = lm.ChangeTerms(
                by=MANAGER, rate="40%", reserve_share="0%", amount=0, reset_value=10_00, reason="season"
            )
            done(await floor.house.order_link("main", change))
            await bet(floor, "t1", NOTHING)
            assert meter_of(floor) == 1_001_00  # still a fifth of 5.00
            state = floor.house.links.glance("main")
            assert state is not None
            assert state.next_terms is not None

    run(work())


def test_a_jackpot_takes_tables_of_its_own_game_only(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            await jackpot(floor)
            for edition, link in (("rws-poker@7", "main"), (EDITION, "other")):
                answer = await floor.desk.open_table(MANAGER, "t1", edition, link=link)
                assert isinstance(answer, Declined)

    run(work())


def test_trust_14_bots_at_three_tables_lose_no_contribution(audited: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1")
            games = [await floor.play(f"b{n}", EDITION, 0, link="main") for n in range(3)]

            async def play(number: int) -> None:
                for _ in range(90):  # at random many bets are taken back again: Ann's stays
                    await games[number].step()

            await asyncio.gather(bet(floor, "t1", NOTHING), *(play(number) for number in range(3)))
            bodies = [
                b for e in floor.house.journal.read("link/main") for b in e.events if b"BetsRegistered" in b
            ]
            grown = sum(msgspec.json.decode(body)["meter"] for body in bodies)
            assert grown >= 1_00  # a fifth of Ann's 5.00

    run(work())


def test_a_link_opens_from_its_snapshot_as_from_its_beginning(
    audited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot after every event; the audit compares the last one with everything played again."""
    monkeypatch.setattr(live, "SNAPSHOT_EVERY", 1)

    async def work() -> None:
        async with floor_at(audited, tmp_path, catalogue(), ticking()) as floor:
            await jackpot(floor, "t1")
            await bet(floor, "t1", NOTHING)  # the last snapshot is of the very entry that begins something

    run(work())
