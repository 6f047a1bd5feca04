"""Limits that players set for themselves hold at every table and process, and not only until regretted."""

from pathlib import Path

import pytest

from croupier.house.answers import Acknowledged, Declined
from croupier.house.limits import DAY_MS
from croupier.house.totals.sessions import sessions_of
from croupier.table import ShuffleCards
from high_card import messages as m
from tests.house.helpers import ANN, DEALER, MANAGER, Floor, Time, bet, done, floor_at, run
from tests.house.test_totals import findings


def refused(answer: object) -> str:
    assert isinstance(answer, Declined), answer
    return answer.reason


async def lose(floor: Floor) -> int:
    """Rounds of 5.00 until Ann has lost some of them; what she has lost today."""
    for _ in range(12):
        done(await floor.give(ShuffleCards(by=DEALER)))
        done(await floor.give(m.OpenBetting(by=DEALER)))
        answer = await floor.give(bet(5_00))
        if isinstance(answer, Declined):
            break
        done(await floor.give(m.DealCards(by=DEALER)))
        done(await floor.give(m.Stay(by=ANN, seat=1)))
    return floor.house.limits.use("ann").lost


def test_a_loss_limit_stops_the_next_stake_and_not_the_round(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        time = Time()
        async with floor_at(where, tmp_path, now=time) as floor:
            await floor.table()
            limits = floor.house.limits
            done(await limits.set(ANN, "loss", 4_99, time.now + DAY_MS))
            done(await floor.give(ShuffleCards(by=DEALER)))
            done(await floor.give(m.OpenBetting(by=DEALER)))
            # A stake of 5.00 could lose more than 4.99.
            words = refused(await floor.give(bet(5_00)))
            assert "your own limit of 4.99 a day is reached: play on from 14 April 2024, 00:00" in words
            assert findings(floor) == []

    run(work())


def test_what_was_lost_today_counts_and_tomorrow_is_another_day(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        time = Time()
        async with floor_at(where, tmp_path, now=time) as floor:
            await floor.table()
            lost = await lose(floor)
            limits = floor.house.limits
            stack = floor.house.ledger.balance("table/t1/stack/1")
            assert lost == 500_00 - stack, "from play itself, to the cent"
            done(await limits.set(ANN, "loss", max(1, lost), time.now + 2 * DAY_MS))
            if lost > 0:
                assert "reached" in limits.reached("ann")
            time.now += DAY_MS
            assert limits.use("ann").lost == 0
            assert limits.reached("ann", 1) == ""
            (session,) = sessions_of(floor.house.journal, "ann")
            (stay,) = session.stays
            assert (stay.rounds, stay.idle, stay.won) == (12, 0, -lost)
            assert stay.average_bet == 5_00

    run(work())


@pytest.mark.parametrize(
    ("amount", "later", "is_taken"), [(50_00, 0, True), (50_00, -1, False), (50_01, 0, False)]
)
def test_only_stricter_before_its_day(
    sqlite_where: str, tmp_path: Path, amount: int, later: int, is_taken: bool
) -> None:
    async def work() -> None:
        time = Time()
        until = time.now + 7 * DAY_MS
        async with floor_at(sqlite_where, tmp_path, now=time) as floor:
            await floor.table()
            done(await floor.house.limits.set(ANN, "loss", 50_00, until))
            answer = await floor.house.limits.set(ANN, "loss", amount, until + later)
            assert isinstance(answer, Acknowledged) is is_taken
            undone = await floor.house.limits.set(ANN, "loss", None, until)
            assert "cannot be undone before 20 April 2024, 17:20" in refused(undone)
            time.now = until
            done(await floor.house.limits.set(ANN, "loss", None, until))
            assert floor.house.limits.of("ann").loss is None

    run(work())


def test_exclusion_holds_at_every_process(where: str, tmp_path: Path) -> None:
    """Set through one process, it holds at once through another that has not heard of it."""

    async def work() -> None:
        time = Time()
        async with floor_at(where, tmp_path, now=time) as here, floor_at(where, tmp_path, now=time) as there:
            await here.table()
            done(await here.desk.open_table(MANAGER, "t2", "high-card@1"))
            until = time.now + 30 * DAY_MS
            done(await here.house.limits.exclude(ANN, until))
            await there.house._catch_up(there.house.floor)
            words = refused(await there.desk.sit(ANN, "t2", 1, 100_00))
            assert "excluded yourself from play until 13 May 2024, 17:20" in words
            assert "cannot end before" in refused(await here.house.limits.exclude(ANN, until - 1))
            time.now = until
            done(await there.desk.sit(ANN, "t2", 1, 100_00))
            assert findings(here) == []

    run(work())


def test_time_is_that_of_play(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        time = Time()
        async with floor_at(sqlite_where, tmp_path, now=time) as floor:
            await floor.table()
            done(await floor.house.limits.set(ANN, "time", 60, time.now + DAY_MS))
            await floor.round()
            time.now += 59 * 60_000
            await floor.round()
            assert floor.house.limits.use("ann").minutes == 59
            assert "1 are left" in floor.house.limits.nears("ann")
            assert floor.house.limits.reached("ann") == ""
            time.now += 60_000
            await floor.round()
            assert "60 minutes a day is reached" in floor.house.limits.reached("ann")
            done(await floor.give(ShuffleCards(by=DEALER)))
            done(await floor.give(m.OpenBetting(by=DEALER)))
            refused(await floor.give(bet(5_00)))

    run(work())
