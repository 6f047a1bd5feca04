"""Which process a table belongs to, as several processes on one store know it; and who decides commands."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import uvloop

from croupier.house.answers import Acknowledged, Declined, Outdated
from croupier.house.floor import peers as peers_room
from croupier.house.floor.forwarding import Forwarding
from croupier.house.floor.leases import Leases
from croupier.house.floor.peers import Answering, Peers, Sockets, Unreachable
from croupier.house.floor.presence import QUIET_LOOKS_MAX, SETTLED, Presence
from croupier.house.house import House
from croupier.table import Refusal, ShuffleCards
from high_card import CATALOGUE
from high_card import messages as m
from tests.patience import PATIENCE_S, finish

from .helpers import ANN, DEALER, MANAGER, Floor, bet, done

TABLES = [f"t{number}" for number in range(1, 13)]


class Process:
    """One process's part in a house. It looks when it is told to."""

    def __init__(self, where: str, folder: Path, name: str, peers: Peers | None = None) -> None:
        self.house = House.open(where, CATALOGUE, folder / "house.key")
        self.floor = Floor(self.house)
        self.presence = Presence(self.house.journal)
        self.presence.process = name  # so that the same tables fall to the same process every time
        self.leases = Leases(self.house.journal, self.presence, self.house.floor)
        self.changed: list[str] = []
        self.leases.on_change = self.changed.extend
        self.peers = peers
        self.how: list[str] = []
        if peers is not None:
            self.forwarding = Forwarding(self.house, self.presence, self.leases, peers)
            self.forwarding.on_forwarded = self.how.append

    @property
    def name(self) -> str:
        return self.presence.process

    async def start(self) -> None:
        if self.peers is not None:
            await self.forwarding.start()
        await self.look()

    async def look(self) -> None:
        await self.house._catch_up(self.house.floor)
        await self.presence._exchange()

    def own(self) -> set[str]:
        return {table for table in TABLES if self.leases.is_ours(table)}

    async def close(self) -> None:
        if self.peers is not None:
            await self.forwarding.stop()
        await self.house.close()


async def rounds(*processes: Process, times: int = SETTLED + 8) -> None:
    """Everyone tells and looks, often enough for everyone to take part and for tables to move."""
    for _ in range(times):
        for process in processes:
            await process.look()


def with_processes(
    where: str, folder: Path, work: Callable[..., Awaitable[None]], *peers: Peers | None, tables: int = 12
) -> None:
    """The first opens the tables before the others come."""

    async def run() -> None:
        first = Process(where, folder, "a", peers[0])
        for table in TABLES[:tables]:
            done(await first.floor.desk.open_table(MANAGER, table, "high-card@1"))
        named = zip("bc", peers[1:], strict=False)
        processes = [first, *(Process(where, folder, name, each) for name, each in named)]
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

    with_processes(where, tmp_path, work, None)


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

    with_processes(where, tmp_path, work, None, None)


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

    with_processes(where, tmp_path, work, None, None, None)


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

    with_processes(where, tmp_path, work, None, None)


def test_a_process_that_has_handed_over_owns_nothing(sqlite_where: str, tmp_path: Path) -> None:
    async def work(a: Process, b: Process) -> None:
        await rounds(a, b)
        a.presence.retire()
        await rounds(a, b, times=2)
        assert (a.own(), b.own()) == (set(), set(TABLES))

    with_processes(sqlite_where, tmp_path, work, None, None)


# Who decides


class Wires(Peers):
    """Questions by direct call; a test says what goes wrong."""

    known: dict[str, "Wires"]

    def __init__(self, known: dict[str, "Wires"], address: str) -> None:
        self.known, self.address = known, address
        known[address] = self
        self.is_lost = self.is_late = False
        self.late: list[asyncio.Task[bytes]] = []

    async def start(self, answering: Answering) -> None:
        self.answering = answering

    async def stop(self) -> None:
        await asyncio.gather(*self.late)

    async def ask(self, address: str, body: bytes) -> bytes:
        if self.is_late:  # whoever asks has given up before the owner begins
            self.late.append(asyncio.create_task(self.known[address].answering(body)))
            raise Unreachable
        answer = await self.known[address].answering(body)
        if self.is_lost:
            raise Unreachable
        return answer


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


def wires() -> tuple[Wires, Wires]:
    known: dict[str, Wires] = {}
    return Wires(known, "a"), Wires(known, "b")


def test_a_command_is_decided_by_the_process_that_the_table_belongs_to(where: str, tmp_path: Path) -> None:
    async def work(a: Process, b: Process) -> None:
        await at_a(a, b)
        before = b.house.journal.appends
        told = b.house.subscribe("table/t1")
        opened = done(await b.floor.give(m.OpenBetting(by=DEALER, id="open")))
        assert [type(each.event).__name__ for each in opened.happened] == ["BettingOpened"]
        assert b.house.journal.appends == before, "nothing was written here"
        assert b.house.glance("t1").version == opened.version  # type: ignore[union-attr]
        assert (await told.next()) == opened.happened
        # Again, from either side: the first answer.
        for process in (a, b):
            again = done(await process.floor.give(m.OpenBetting(by=DEALER, id="open")))
            assert (again.version, again.is_repeat) == (opened.version, True)
        # A no is the same no.
        assert isinstance(await b.floor.give(bet(1)), Refusal)
        assert isinstance(await b.floor.give(bet(5_00), expect=1), Outdated)
        done(await b.floor.give(bet(5_00), expect=opened.version))
        done(await a.floor.desk.pause(MANAGER, "t1", "a break"))
        done(await b.floor.give(m.DealCards(by=DEALER)))
        done(await b.floor.give(m.Stay(by=ANN, seat=1)))
        assert isinstance(await b.floor.give(m.OpenBetting(by=DEALER)), Declined)
        assert set(b.how) == {"answered"}
        assert a.how == []

    with_processes(where, tmp_path, work, *wires(), tables=1)


def test_a_lost_answer_costs_time_and_does_nothing_twice(where: str, tmp_path: Path) -> None:
    async def work(a: Process, b: Process) -> None:
        await at_a(a, b)
        assert isinstance(b.peers, Wires)
        b.peers.is_lost = True
        opened = done(await b.floor.give(m.OpenBetting(by=DEALER)))
        placed = done(await b.floor.give(bet(5_00), expect=opened.version))
        assert (opened.is_repeat, placed.is_repeat) == (True, True)
        assert placed.happened
        assert b.how == ["unanswered"] * 2
        entries = a.house.journal.read("table/t1")
        assert len({each.command_id for each in entries}) == len(entries)
        assert entries[-1].last == placed.version

    with_processes(where, tmp_path, work, *wires(), tables=1)


def test_an_owner_that_answers_after_the_deadline_does_nothing_twice(where: str, tmp_path: Path) -> None:
    async def work(a: Process, b: Process) -> None:
        await at_a(a, b)
        assert isinstance(b.peers, Wires)
        b.peers.is_late = True
        opened = done(await b.floor.give(m.OpenBetting(by=DEALER)))
        placed = done(await b.floor.give(bet(5_00), expect=opened.version))
        await asyncio.gather(*b.peers.late)
        entries = a.house.journal.read("table/t1")
        assert entries[-1].last == placed.version
        kinds = [each.command_id for each in entries]
        assert len(set(kinds)) == len(kinds)

    with_processes(where, tmp_path, work, *wires(), tables=1)


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
        assert b.how == []

    with_processes(where, tmp_path, work, *wires(), tables=1)


# The connection between them


class Echo:
    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.wait = asyncio.Event()
        self.wait.set()

    async def __call__(self, body: bytes) -> bytes:
        self.heard.append(body)
        await self.wait.wait()
        return body[::-1]


async def pair(secret: bytes = b"s" * 32, other: bytes = b"s" * 32) -> tuple[Sockets, Sockets, Echo]:
    asking, asked, echo = Sockets("127.0.0.1", secret), Sockets("127.0.0.1", other), Echo()
    await asking.start(echo)
    await asked.start(echo)
    return asking, asked, echo


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_many_questions_at_once_each_get_their_answer(loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    """In the loop of a served house, too, whose connections are objects of its own."""

    async def work() -> None:
        asking, asked, _ = await pair()
        bodies = [str(number).encode() * (1 + number * 50) for number in range(100)]
        answers = await asyncio.gather(*(asking.ask(asked.address, body) for body in bodies))
        assert answers == [body[::-1] for body in bodies]
        assert len(asked._guests) == 1, "one connection for all"
        await asking.stop()
        await asked.stop()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(asyncio.wait_for(work(), PATIENCE_S))


def test_a_stranger_is_not_answered() -> None:
    """With another key, as that of another house or another program, and with none."""

    async def work() -> None:
        asking, asked, echo = await pair(other=b"t" * 32)
        with pytest.raises(Unreachable):
            await asking.ask(asked.address, b"cards?")
        host, port = asked.address.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"\0" * 4096)
        with pytest.raises(asyncio.IncompleteReadError):
            await reader.readexactly(4096)
        writer.close()
        assert echo.heard == []
        await asking.stop()
        await asked.stop()

    finish(work())


def test_who_does_not_answer_in_time_is_done_without_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        asking, asked, echo = await pair()
        assert await asking.ask(asked.address, b"ab") == b"ba"
        echo.wait.clear()
        monkeypatch.setattr(peers_room, "DEADLINE_S", 0.05)
        with pytest.raises(Unreachable):
            await asking.ask(asked.address, b"cd")
        with pytest.raises(Unreachable):
            await asking.ask(asked.address, b"not sent")
        assert echo.heard == [b"ab", b"cd"]
        asking._not_before.clear()
        await asked.stop()  # gone for good: whoever waits is told at once
        monkeypatch.setattr(peers_room, "DEADLINE_S", 60.0)
        with pytest.raises(Unreachable):
            await asking.ask(asked.address, b"ef")
        await asking.stop()

    finish(work())
