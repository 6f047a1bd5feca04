"""The house's time: it never goes back, it never stands still, and who sets the clock is told of."""

from pathlib import Path

from croupier.house.house import House
from croupier.house.journal import open_journal
from croupier.house.journal.records import Writing
from croupier.house.stamps import Clock
from high_card import CATALOGUE

from .helpers import MANAGER, Floor, Time, done, floor_at, run

HOUR = 3_600_000


def test_trust_33_a_clock_set_back_does_not_stop_time() -> None:
    wall, steady = Time(10 * HOUR), Time(5)
    clock = Clock(wall, steady)
    assert clock.stamp() == 10 * HOUR
    wall.now -= HOUR  # somebody sets it back
    steady.now += 700
    wall.now += 700
    assert clock.stamp() == 10 * HOUR + 700, "seven tenths of a second have passed, whatever it says"
    assert clock.step() == -HOUR
    assert clock.step() == 0, "told once"
    wall.now += HOUR + 2_000  # set right again, and two seconds more
    steady.now += 1_000
    assert clock.stamp() == 10 * HOUR + 2_700
    assert clock.step() == HOUR + 1_000


def test_trust_33_after_a_restart_time_goes_on_from_the_record(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        wall, steady = Time(10 * HOUR), Time(0)
        async with floor_at(where, tmp_path, now=wall) as floor:
            done(await floor.desk.deposit(MANAGER, "ann", 1_00, "before"))
        wall.now -= HOUR
        house = House.open(where, CATALOGUE, tmp_path / "house.key", wall, steady)
        steady.now += 50
        wall.now += 50
        done(await Floor(house).desk.deposit(MANAGER, "ann", 1_00, "after"))
        at = [entry.at for entry in house.journal.everything()]
        assert at == sorted(at)
        assert at[-1] == 10 * HOUR + 50
        await house.close()

    run(work())


def test_trust_33_of_two_processes_the_one_ahead_counts(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        ahead, behind = Time(10 * HOUR), Time(9 * HOUR)
        async with floor_at(where, tmp_path, now=ahead) as one, floor_at(where, tmp_path, now=behind) as two:
            done(await two.desk.deposit(MANAGER, "ann", 1_00, "early"))
            done(await one.desk.open_table(MANAGER, "t1", "high-card@1"))
            done(await two.desk.open_table(MANAGER, "t2", "high-card@1"))  # a conflict: it reads, and hears
            assert two.house.clock.peek() == 10 * HOUR
            at = [entry.at for entry in two.house.journal.everything()]
            assert at == [9 * HOUR, 10 * HOUR, 10 * HOUR, 10 * HOUR, 10 * HOUR]
            assert two.house.card("t2").id == "t2"

    run(work())


def test_trust_33_the_journal_itself_takes_nothing_earlier(where: str) -> None:
    journal = open_journal(where)
    for at in (500, 400, 600):
        version = journal.version("player/ann")
        journal.append((Writing(stream="player/ann", expected=version, events=(b"{}",), at=at),)).result()
    assert [entry.at for entry in journal.everything()] == [500, 500, 600]
    journal.close()


def test_trust_33_a_clock_that_was_set_is_in_the_record(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        wall, steady = Time(10 * HOUR), Time(0)
        house = House.open(where, CATALOGUE, tmp_path / "house.key", wall, steady)
        assert await house.look_at_clock() == 0
        wall.now -= HOUR
        assert await house.look_at_clock() == -HOUR
        last = list(house.journal.everything())[-1]
        assert last.stream == "floor"
        assert b'"ClockSet"' in last.events[0]
        await house.close()

    run(work())
