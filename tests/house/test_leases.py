"""Which process a table belongs to, as several processes on one store know it; and who decides commands."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from croupier.house.answers import Acknowledged, Declined, Outdated
from croupier.house.floor.leases import Leases
from croupier.house.floor.presence import QUIET_LOOKS_MAX, SETTLED, Presence
from croupier.house.house import House
from croupier.table import Refusal, ShuffleCards
from high_card import CATALOGUE
from high_card import messages as m
from tests.patience import finish

from .helpers import ANN, DEALER, MANAGER, Floor, bet, done

TABLES = [f"t{number}" for number in range(1, 13)]


class Process:
    """One process's part in a house. It looks when it is told to."""

    def __init__(self, where: str, folder: Path, name: str) -> None:
        self.house = House.open(where, CATALOGUE, folder / "house.key")
        self.floor = Floor(self.house)
        self.presence = Presence(self.house.journal)
        self.presence.process = name  # so that the same tables fall to the same process every time
        self.leases = Leases(self.house.journal, self.presence, self.house.floor)
        self.changed: list[str] = []
        self.leases.on_change = self.changed.extend

    @property
    def name(self) -> str:
        return self.presence.process

    async def start(self) -> None:
        await self.look()

    async def look(self) -> None:
        await self.house._catch_up(self.house.floor)
        await self.presence._exchange()

    def own(self) -> set[str]:
        return {table for table in TABLES if self.leases.is_ours(table)}

    async def close(self) -> None:
        await self.house.close()


async def rounds(*processes: Process, times: int = SETTLED + 8) -> None:
    """Everyone tells and looks, often enough for everyone to take part and for tables to move."""
    for _ in range(times):
        for process in processes:
            await process.look()


def with_processes(
    where: str, folder: Path, work: Callable[..., Awaitable[None]], count: int, tables: int = 12
) -> None:
    """The first opens the tables before the others come."""

    async def run() -> None:
        first = Process(where, folder, "a")
        for table in TABLES[:tables]:
            done(await first.floor.desk.open_table(MANAGER, table, "high-card@1"))
        processes = [first, *(Process(where, folder, name) for name in "bc"[: count - 1])]
        try:
            await work(*processes)
        finally:
            for process in processes:
                await process.close()

    finish(run())


# Whose a table is


def shared(*processes: Process) -> None:
    """Each table belongs to exactly one, and all say the same."""
    for table in TABLES:
        owners = {process.leases.owner(table) for process in processes}
        assert owners <= {process.name for process in processes}, owners
        assert len(owners) == 1, (table, owners)


def test_a_process_on_its_own_owns_everything_and_writes_nothing(where: str, tmp_path: Path) -> None:
    async def work(a: Process) -> None:
        await a.look()
        before = a.house.journal.commits
        await rounds(a)
        assert a.own() == set(TABLES)
        assert a.leases.count == len(TABLES)
        assert a.house.journal.commits == before
        assert a.house.journal.store.query("SELECT * FROM lease") == []

    with_processes(where, tmp_path, work, 1)


def test_who_joins_gets_a_share_and_people_keep_their_table(where: str, tmp_path: Path) -> None:
    async def work(a: Process, b: Process) -> None:
        await rounds(a)
        for number in range(3):
            a.presence.came("t1", f"p{number}")
        await b.look()
        assert b.own() == set(), "who has just come listens"
        assert a.own() == set(TABLES)
        await rounds(a, b)
        shared(a, b)
        assert "t1" in a.own()
        assert a.own()
        assert b.own()
        assert set(b.changed) >= b.own(), "dealers are woken"
        # Its people move to the other process, and so does the table.
        for number in range(3):
            a.presence.went("t1", f"p{number}")
            b.presence.came("t1", f"p{number}")
        await rounds(a, b)
        shared(a, b)
        assert "t1" in b.own()
        # One more person is no reason to move.
        b_own = b.own()
        for process, count in ((b, 1), (a, 4)):
            for number in range(count):
                process.presence.came("t1", f"q{process is a}{number}")
        await rounds(a, b)
        assert b.own() == b_own

    with_processes(where, tmp_path, work, 2)


def test_tables_of_a_process_that_dies_are_taken_over_after_three_looks(where: str, tmp_path: Path) -> None:
    async def work(a: Process, b: Process, c: Process) -> None:
        await rounds(a, b, c)
        shared(a, b, c)
        lost = b.own()
        assert lost
        for _ in range(QUIET_LOOKS_MAX - 1):
            await a.look()
            await c.look()
        assert (a.own() | c.own()) & lost == set(), "a look too early"
        await rounds(a, c, times=2)  # the first saw a beat that the other had seen already
        assert a.own() | c.own() == set(TABLES)
        shared(a, c)
        # It was only slow: it sees what it has lost, and gets a share again.
        await b.look()
        await b.look()
        assert not a.own() & b.own()
        await rounds(a, b, c)
        shared(a, b, c)
        assert b.own()
        # One that goes in good order is missed at once.
        b.presence._task = asyncio.create_task(asyncio.sleep(0))
        await b.presence.stop()
        await a.look()
        await c.look()
        assert a.own() | c.own() == set(TABLES)
        shared(a, c)

    with_processes(where, tmp_path, work, 3)


def test_of_two_who_take_a_table_one_gets_it(where: str, tmp_path: Path) -> None:
    async def work(a: Process, b: Process) -> None:
        await rounds(a, b)
        before = a.leases._known["t1"]
        assert before == b.leases._known["t1"]
        await asyncio.gather(a.leases._write([("t1", a.name)]), b.leases._write([("t1", b.name)]))
        await a.look()
        await b.look()
        assert a.leases._known["t1"] == b.leases._known["t1"]
        rows = a.house.journal.store.query("SELECT term FROM lease ORDER BY term")
        assert a.leases._known["t1"].term == rows[-1][0] > before.term
        shared(a, b)

    with_processes(where, tmp_path, work, 2)


def test_a_process_that_has_handed_over_owns_nothing(sqlite_where: str, tmp_path: Path) -> None:
    async def work(a: Process, b: Process) -> None:
        await rounds(a, b)
        a.presence.retire()
        await rounds(a, b, times=2)
        assert (a.own(), b.own()) == (set(), set(TABLES))

    with_processes(sqlite_where, tmp_path, work, 2)


# Who decides


async def at_a(a: Process, b: Process) -> None:
    """Both started; t1, where Ann sits, belongs to `a`."""
    await a.start()
    a.presence.came("t1", "ann")
    await rounds(a)
    await b.start()
    await rounds(a, b)
    done(await a.floor.desk.deposit(MANAGER, "ann", 1_000_00, "cash"))
    done(await a.floor.desk.sit(ANN, "t1", 1, 500_00))
    done(await a.floor.give(ShuffleCards(by=DEALER)))
    await b.house.look("t1")
    assert {each.leases.owner("t1") for each in (a, b)} == {a.name}


def test_any_process_decides_for_any_table(where: str, tmp_path: Path) -> None:
    async def work(a: Process, b: Process) -> None:
        await at_a(a, b)
        opened = done(await b.floor.give(m.OpenBetting(by=DEALER, id="open")))
        assert [type(each.event).__name__ for each in opened.happened] == ["BettingOpened"]
        # Again, from either side: the first answer.
        for process in (a, b):
            again = done(await process.floor.give(m.OpenBetting(by=DEALER, id="open")))
            assert (again.version, again.is_repeat) == (opened.version, True)
        # A no is the same no.
        assert isinstance(await b.floor.give(bet(1)), Refusal)
        assert isinstance(await b.floor.give(bet(5_00), expect=1), Outdated)
        done(await b.floor.give(bet(5_00), expect=opened.version))
        done(await a.floor.desk.pause(MANAGER, "t1", "a break"))
        done(await a.floor.give(m.DealCards(by=DEALER)))
        done(await b.floor.give(m.Stay(by=ANN, seat=1)))
        await b.look()
        assert isinstance(await b.floor.give(m.OpenBetting(by=DEALER)), Declined)

    with_processes(where, tmp_path, work, 2, tables=1)


def test_two_who_both_believe_to_own_a_table_do_no_harm(where: str, tmp_path: Path) -> None:
    async def work(a: Process, b: Process) -> None:
        await at_a(a, b)
        b.leases._owners["t1"] = b.name
        asked = [each.floor.give(m.OpenBetting(by=DEALER, id="deal:4")) for each in (a, b)]
        answers = [done(answer) for answer in await asyncio.gather(*asked)]
        assert len({answer.version for answer in answers}) == 1
        assert sorted(answer.is_repeat for answer in answers) == [False, True]
        bets = [each.floor.give(m.PlaceBet(by=ANN, seat=1, amount=5_00)) for each in (a, b)]
        found = [type(answer) for answer in await asyncio.gather(*bets)]
        assert found.count(Acknowledged) == 1, found

    with_processes(where, tmp_path, work, 2, tables=1)
