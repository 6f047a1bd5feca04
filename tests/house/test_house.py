"""Commands through the one door: durable, done once, never in the wrong Round."""

import asyncio
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from croupier.house import tables
from croupier.house.answers import Acknowledged, Declined, Happened, Outdated
from croupier.house.journal import StoreUnavailable
from croupier.house.journal.program import program_hash
from croupier.house.live_table import SNAPSHOT_EVERY, LiveTable
from croupier.house.stamps import Clock
from croupier.table import SYSTEM, Refusal, ShuffleCards, fill
from high_card import messages as m
from tests.house.helpers import ANN, BEN, DEALER, MANAGER, Floor, Time, bet, done, floor_at, run
from tests.patience import PATIENCE_S


def test_trust_10_restart_loses_or_duplicates_nothing(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            await floor.round()
            await floor.until_deciding()
            before = await floor.house.look("t1")
            balances, head = floor.house.ledger.balances(), floor.house.journal.head()
        async with floor_at(where, tmp_path) as floor:
            after = await floor.house.look("t1")
            assert (after.state, after.version, after.round) == (before.state, before.version, "t1.2")
            assert (floor.house.ledger.balances(), floor.house.journal.head()) == (balances, head)

    run(work())


def test_trust_10_a_repeated_command_is_done_once_and_gets_the_first_answer(
    where: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            for command in (ShuffleCards(by=DEALER), m.OpenBetting(by=DEALER)):
                done(await floor.give(command))
            wager = msgspec.structs.replace(bet(7_00), id="b-1")
            first = done(await floor.give(wager))
            again = done(await floor.give(wager))
            assert (first.is_repeat, again.is_repeat) == (False, True)
            assert [each.event for each in again.happened] == [each.event for each in first.happened]
            assert again.version == first.version
            done(await floor.give(m.DealCards(by=DEALER)))
            later = done(await floor.give(wager))  # the rules would refuse it by now
            assert later.is_repeat
            assert floor.house.ledger.balance("table/t1/bet/1") == 7_00

    run(work())


def test_a_refused_command_leaves_no_trace(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            head = floor.house.journal.head()
            refused = await floor.give(bet(5_00))
            assert isinstance(refused, Refusal)
            assert refused.citations
            assert floor.house.journal.head() == head
            nowhere = await floor.give(bet(5_00), "t9")
            assert isinstance(nowhere, Declined)

    run(work())


def test_a_late_click_never_lands_in_the_next_round(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            await floor.until_deciding()
            seen = (await floor.house.look("t1")).version
            stay = m.Stay(by=ANN, seat=1)
            assert isinstance(await floor.give(stay, expect=seen - 1), Outdated)  # before the deal
            done(await floor.give(stay, expect=seen))
            await floor.until_deciding()
            late = await floor.give(stay, expect=seen - 3)
            assert isinstance(late, Outdated)
            assert (await floor.house.look("t1")).round == "t1.2"

    run(work())


def test_the_machine_goes_on_with_a_routine_that_is_still_due_and_with_nothing_else(
    sqlite_where: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            done(await floor.desk.deposit(MANAGER, "ben", 100_00, "cash"))
            done(await floor.desk.sit(BEN, "t1", 2, 100_00))
            for command in (ShuffleCards(by=DEALER), m.OpenBetting(by=DEALER), bet(5_00)):
                done(await floor.give(command))
            seen = (await floor.house.look("t1")).version
            done(await floor.give(m.PlaceBet(by=BEN, seat=2, amount=5_00)))
            done(await floor.give(m.DealCards(by=SYSTEM), expect=seen))  # to deal was next, and still is
            assert isinstance(await floor.give(m.DealCards(by=SYSTEM), expect=seen), Outdated)
            look = await floor.house.look("t1")
            overdue = look.game.overdue(look.rules, look.state, 2)
            assert overdue is not None
            done(await floor.give(m.Stay(by=ANN, seat=1)))
            late = fill(look.game.commands_by_name[overdue.command], overdue, SYSTEM)
            assert isinstance(await floor.give(late, expect=look.version), Outdated)  # time is not routine
            done(await floor.give(late, expect=look.version + 1))

    run(work())


def test_what_others_did_does_not_make_a_click_late(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            done(await floor.desk.deposit(MANAGER, "ben", 100_00, "cash"))
            done(await floor.desk.sit(BEN, "t1", 2, 100_00))
            for command in (ShuffleCards(by=DEALER), m.OpenBetting(by=DEALER)):
                done(await floor.give(command))
            seen = (await floor.house.look("t1")).version
            done(await floor.give(m.PlaceBet(by=BEN, seat=2, amount=5_00)))
            done(await floor.give(bet(5_00), expect=seen))

    run(work())


def test_two_processes_serve_one_table(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as one, floor_at(where, tmp_path) as two:
            two.house.follow()
            await one.table()
            heard = two.house.listeners.subscribe("table/t1")
            while "t1" not in two.house.floor.state.tables:
                await asyncio.sleep(0.01)
            done(await one.give(ShuffleCards(by=DEALER)))
            done(await two.give(m.OpenBetting(by=DEALER)))
            done(await one.give(bet(5_00)))  # it has not heard of the other's command: it looks again
            done(await two.give(m.DealCards(by=DEALER)))
            done(await one.give(m.Stay(by=ANN, seat=1)))
            last = (await one.house.look("t1")).version
            versions: list[int] = []
            while not versions or versions[-1] < last:
                told = await asyncio.wait_for(heard.next(), PATIENCE_S)
                assert told is not None
                versions += [each.version for each in told]
            assert versions == list(range(versions[0], last + 1))
            assert (await two.house.look("t1")).state == (await one.house.look("t1")).state

    run(work())


def test_many_commands_at_once_for_one_table_are_taken_one_by_one(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as one, floor_at(where, tmp_path) as two:
            await one.table()
            await two.house._catch_up(two.house.floor)
            houses = [one.house, two.house] * 10
            answers = await asyncio.gather(*(each.submit("t1", ShuffleCards(by=DEALER)) for each in houses))
            assert all(isinstance(answer, Acknowledged) for answer in answers)
            assert one.house.journal.version("table/t1") == 2 + 20

    run(work())


def test_a_listener_who_is_too_slow_is_cut_off_and_hurts_nobody(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            slow, quick = (
                floor.house.listeners.subscribe("table/t1", limit=2),
                floor.house.listeners.subscribe("table/t1"),
            )
            await floor.round()
            assert slow.is_cut_off
            assert not quick.is_cut_off
            assert len([each async for each in slow]) == 2
            floor.house.listeners.unsubscribe(quick)
            assert len([each async for each in quick]) == 5

    run(work())


def test_opening_a_table_does_not_replay_its_life(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            while floor.house.journal.version("table/t1") < 2 * SNAPSHOT_EVERY + 10:
                await floor.round()
            live = await floor.house.look("t1")
        async with floor_at(where, tmp_path) as floor:
            read: list[int] = []
            apply = LiveTable.apply

            def counting(self: LiveTable, entries: list[object]) -> object:
                read.append(sum(len(entry.events) for entry in entries))  # type: ignore[attr-defined]
                return apply(self, entries)  # type: ignore[arg-type]

            monkeypatch.setattr(LiveTable, "apply", counting)
            again = await floor.house.look("t1")
            assert again.state == live.state
            assert again.round == live.round
            assert sum(read) < SNAPSHOT_EVERY
            whole = LiveTable(
                "t1", floor.house.catalogue, floor.house.journal, floor.house.sealer, use_snapshots=False
            )
            assert whole.state == again.state

    run(work())


def test_a_new_program_keeps_snapshots_of_its_own_in_passing(where: str, tmp_path: Path) -> None:
    """Without them every look at an earlier Round would play the whole life of its table again."""

    def kept(floor: Floor) -> list[tuple[int, str]]:
        sql = "SELECT version, program FROM snapshot WHERE stream = 'table/t1' ORDER BY version"
        return [(int(version), program) for version, program in floor.house.journal.store.query(sql)]

    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            while floor.house.journal.version("table/t1") < 2 * SNAPSHOT_EVERY + 10:
                await floor.round()
            own = kept(floor)
            assert len(own) == 2
            floor.house.journal.errand("UPDATE snapshot SET program = 'the one before'", ()).result()
        async with floor_at(where, tmp_path) as floor:
            await floor.house.look("t1")
        async with floor_at(where, tmp_path) as floor:
            assert kept(floor) == own
            house = floor.house
            whole = LiveTable("t1", house.catalogue, house.journal, house.sealer, own[1][0], False)
            again = LiveTable("t1", house.catalogue, house.journal, house.sealer, own[1][0])
            assert (again.state, again.rounds) == (whole.state, whole.rounds)

    run(work())


def test_tables_make_room_for_others(
    sqlite_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "LOADED_MAX", 3)

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            watched = floor.house.listeners.subscribe("table/t0")
            for number in range(8):
                done(await floor.desk.open_table(MANAGER, f"t{number}", "high-card@1"))
                await floor.house.look(f"t{number}")
            assert len(floor.house._tables) <= 4
            assert floor.house.glance("t0") is not None  # somebody listens
            assert floor.house.glance("t1") is None
            done(await floor.give(ShuffleCards(by=DEALER), "t1"))
            floor.house.listeners.unsubscribe(watched)

    run(work())


def test_tables_that_are_all_in_use_are_not_gone_through_for_every_command(
    sqlite_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "LOADED_MAX", 3)

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            house, asked = floor.house, Counter[str]()
            watched = [house.listeners.subscribe(f"table/t{number}") for number in range(40)]
            for number in range(40):
                done(await floor.desk.open_table(MANAGER, f"t{number}", "high-card@1"))
                await house.look(f"t{number}")
            is_wanted = house._tables._is_wanted

            def counted(table: str) -> bool:
                asked[table] += 1
                return is_wanted(table)

            monkeypatch.setattr(house._tables, "_is_wanted", counted)
            for _ in range(20):
                await house.look("t7")
            assert len(house._tables) == 40
            assert asked.total() <= 20 * 4
            for each in watched:
                house.listeners.unsubscribe(each)
            for _ in range(20):
                await house.look("t7")
            assert len(house._tables) == 3

    run(work())


def test_a_store_that_is_away_is_waited_for_and_then_reported(
    sqlite_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            write, failures = floor.house.journal._write, [2]

            def failing(asked: list[object]) -> object:
                if failures[0]:
                    failures[0] -= 1
                    raise StoreUnavailable("away")
                return write(asked)  # type: ignore[arg-type]

            monkeypatch.setattr(floor.house.journal, "_write", failing)
            done(await floor.give(ShuffleCards(by=DEALER)))
            failures[0] = 10_000
            floor.house.patience_s = 0.2
            with pytest.raises(StoreUnavailable):
                await floor.give(m.OpenBetting(by=DEALER))

    run(work())


def test_trust_12_the_clock_never_goes_back() -> None:
    time = Time(1000)
    clock = Clock(time)
    assert clock.stamp() == 1000
    time.now = 900
    assert clock.stamp() == 1000
    time.now = 1001
    assert clock.stamp() == 1001


def test_trust_27_the_program_has_a_hash() -> None:
    assert len(program_hash()) == 64


def test_every_entry_says_who_did_it(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            await floor.round()
            assert {(entry.by, entry.role) for entry in floor.house.journal.everything()} == {
                ("mona", "shift_manager"),
                ("ann", "player"),
                ("dee", "dealer"),
            }
            assert all(entry.at and entry.command_id for entry in floor.house.journal.everything())

    run(work())


def test_trust_25_nothing_is_told_before_it_is_recorded(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor, floor_at(where, tmp_path) as other:
            await floor.table()
            told, recorded = floor.house.listeners.tell, []

            def checking(happened: tuple[Happened, ...]) -> None:
                if happened and happened[0].stream == "table/t1":
                    recorded.append(other.house.journal.version("table/t1") >= happened[-1].version)
                told(happened)

            floor.house.listeners.tell = checking  # type: ignore[method-assign]
            await floor.round()
            assert recorded == [True] * 5

    run(work())


def test_trust_26_every_shuffle_is_logged_with_its_commitment(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()
            for _ in range(3):
                await floor.round()
            bodies = [body for entry in floor.house.journal.read("table/t1") for body in entry.events]
            shuffles = [msgspec.json.decode(body) for body in bodies if b'"CardsShuffled"' in body]
            assert len({each["commitment"] for each in shuffles}) == 3
            assert {each["decks"] for each in shuffles} == {1}

    run(work())
