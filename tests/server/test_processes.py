"""Several real processes on one real PostgreSQL: any takes any command, and everybody knows who is there."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.client import BotPlayer, Client, Refused, TableNow
from croupier.faults.database import Database
from croupier.table import Option
from tests.patience import finish

from .houses import HouseProcess, manager, patient, seats, until

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release


AWAY_SECONDS = 3


class Floor:
    """A house of three processes, its manager, and its database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.database = Database()
        first = self._start("p0").ready()
        self.invitation = first.first_manager()
        self.processes = [first, *(self._start(name) for name in ("p1", "p2"))]
        for process in self.processes[1:]:
            process.ready()
        self.token = finish(self._manager())

    def _start(self, name: str) -> HouseProcess:
        return HouseProcess(
            self.database.where,
            self._folder,
            name,
            key_file=self._folder / "house.key",
            pace_ms=0,
            thinking_ms=0,
            betting_seconds=5,
            absent_seconds=5,
            away_seconds=AWAY_SECONDS,
            is_demo="yes",
            demo_tables="",
            sign_ins_per_minute=100_000,
        )

    async def _manager(self) -> str:
        client = await manager(self.processes[0], self.invitation)
        async with client:
            return client.token

    def url(self, number: int) -> str:
        return self.processes[number].url

    def replace(self, number: int) -> None:
        self.processes[number].stop()
        self.processes[number] = self._start(f"again{number}").ready()

    async def open(self, edition: str, **more: Any) -> str:
        """A new table, once every process knows it."""
        async with patient(self.url(0), self.token) as boss:
            table = (await boss.post("/api/tables", {"edition": edition, **more}))["id"]
        for process in self.processes:
            async with patient(process.url) as client:
                await until(client.tables, lambda lines: any(line["id"] == table for line in lines))
        return str(table)

    async def line(self, number: int, table: str) -> dict[str, Any]:
        async with patient(self.url(number)) as client:
            return dict(await client.get(f"/api/tables/{table}"))

    def close(self) -> None:
        for process in self.processes:
            process.stop()
        self.database.stop()


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    house = Floor(tmp_path_factory.mktemp("floor"))
    try:
        yield house
    finally:
        house.close()


@contextlib.asynccontextmanager
async def guest(floor: Floor, number: int, name: str) -> AsyncIterator[Client]:
    async with patient(floor.url(number)) as client:
        await client.demo(name)
        yield client


async def take_seat(client: Client, table: str, place: int) -> None:
    """Whoever is to stay connects first: on a busy machine the time to be away is over before they have."""
    await client.post(f"/api/tables/{table}/seat", {"place": place, "chips": 200_00})


# Who is there


def test_a_player_at_one_process_is_not_away_at_another(floor: Floor) -> None:
    """Ben, who sits down later and has no connection anywhere, is stood up; Ann, who has one, is not."""

    async def run() -> None:
        table, other = await floor.open("rws-poker@7"), await floor.open("rws-poker@7")
        async with guest(floor, 1, "Ann") as ann, guest(floor, 0, "Ben") as ben:
            async with ann.table(table) as there:
                await anext(there.moments())
                await take_seat(ann, table, 1)
                for number in (0, 2):
                    line = await until(lambda n=number: floor.line(n, table), _is_here("Ann"))
                    assert not seats(line)["Ann"]["is_away"]
                await take_seat(ben, other, 1)
                await until(lambda: floor.line(0, other), lambda line: "Ben" not in seats(line))
                for number in range(3):
                    assert seats(await floor.line(number, table))["Ann"]["is_connected"]
            # A goodbye is known to all, too.
            for number in (0, 2):
                await until(
                    lambda n=number: floor.line(n, table),
                    lambda line: "Ann" not in seats(line) or seats(line)["Ann"]["is_away"],
                )

    finish(run())


def _is_here(name: str) -> Any:
    return lambda line: name in seats(line) and seats(line)[name]["is_connected"]


def test_a_newer_connection_at_another_process_replaces_the_older_one(floor: Floor) -> None:
    async def run() -> None:
        table = await floor.open("rws-poker@7")
        async with (
            guest(floor, 0, "Cat") as cat,
            patient(floor.url(2), cat.token) as elsewhere,
            cat.table(table) as first,
            contextlib.AsyncExitStack() as later,
        ):
            await anext(first.moments())
            await take_seat(cat, table, 1)
            second = await later.enter_async_context(elsewhere.table(table))
            await anext(second.moments())
            await until(_value(lambda: [each["code"] for each in first.notices]), bool)
            assert first.notices[0]["code"] == "replaced"
            now = await until(_value(lambda: first.now), lambda now: not now.you["is_connected"])
            assert now.options == []
            with pytest.raises(Refused) as refused:
                await first.give({"type": "LeaveGame"})
            assert refused.value.code == "not_allowed"
            assert second.notices == []
            for number in range(3):
                await until(lambda n=number: floor.line(n, table), _is_here("Cat"))
            assert second.now is not None
            await second.give({"type": "LeaveGame"})

    finish(run())


def _value(find: Any) -> Any:
    async def look() -> Any:
        return find()

    return look


# Any process, any command


def test_one_table_through_all_three_with_the_database_crashing_in_the_middle(floor: Floor) -> None:
    """Three play through three processes, three watch: the same events in the same order, none twice."""

    async def run() -> None:
        table = await floor.open("rws-poker@7")
        seen: list[list[dict[str, Any]]] = [[], [], []]
        stop = asyncio.Event()

        async def player(number: int) -> Any:
            async with guest(floor, number, f"Careful {number} (bot)") as client:
                return await BotPlayer(client, Careful(), stop=stop).visit(table)

        watching = [asyncio.create_task(_watch(floor, number, table, seen[number])) for number in range(3)]
        playing = [asyncio.create_task(player(number)) for number in range(3)]
        await until(_value(lambda: [_rounds(each) for each in seen]), lambda rounds: min(rounds) >= 3)
        before = [_rounds(each) for each in seen]
        await asyncio.to_thread(floor.database.crash)
        await until(
            _value(lambda: [_rounds(each) for each in seen]),
            lambda rounds: all(now >= then + 3 for now, then in zip(rounds, before, strict=True)),
        )
        stop.set()
        visits = await asyncio.gather(*playing)
        last = (await floor.line(0, table))["seq"]
        await until(_value(lambda: [each[-1]["seq"] for each in seen]), lambda at: min(at) >= last)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        _same_for_all(seen)
        assert all(visit.moves for visit in visits)
        async with patient(floor.url(2), floor.token) as boss:
            audit = await boss.post("/api/reports/audit")
            assert audit["is_good"], audit["findings"]

    finish(run())


class Careful:
    """Stakes no more than it must: it can play on for as long as it takes."""

    def choose(self, view: Any, options: tuple[Option, ...]) -> tuple[Option, dict[str, Any]] | None:
        wanted = ("PostSmallBlind", "PostBigBlind", "PayToJoin", "Check", "Fold", "MuckHand")
        return next(((option, {}) for option in options if option.command in wanted), None)


async def _watch(floor: Floor, number: int, table: str, seen: list[dict[str, Any]]) -> None:
    async with patient(floor.url(number)) as client, client.table(table) as there:
        async for moment in there.moments():
            seen += moment.events


def _rounds(seen: list[dict[str, Any]]) -> int:
    return len({each["round"] for each in seen if each["round"]})


def _same_for_all(seen: list[list[dict[str, Any]]]) -> None:
    said = []
    for each in seen:
        numbers = [event["seq"] for event in each]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "a gap, or something twice"
        said.append({event["seq"]: (event["words"], event["by"], event["at"]) for event in each})
    for one, other in itertools.combinations(said, 2):
        both = one.keys() & other.keys()
        assert both
        assert [one[number] for number in both] == [other[number] for number in both]


def test_trust_10_a_repeated_command_reaches_two_processes_and_is_done_once(floor: Floor) -> None:
    """A client that lost its server asks the next one with the same id."""

    async def run() -> None:
        table = await floor.open("mbs-freebet@3")
        async with (
            guest(floor, 0, "Eve") as client,
            patient(floor.url(1), client.token) as other,
            patient(floor.url(0), floor.token) as boss,
            client.table(table) as there,
        ):
            await anext(there.moments())
            await take_seat(client, table, 1)
            await _open_betting(boss, table)
            moment = await _offered(there, "PlaceWager")
            option = _option(moment, "PlaceWager")
            command = {"type": "PlaceWager", **option["fixed"], **_least(option)}
            body = {"id": "once", "expect": moment.seq, "command": command}
            first = await client.post(f"/api/tables/{table}/commands", body)
            again = await other.post(f"/api/tables/{table}/commands", body)
            assert first == again

    finish(run())


async def _offered(there: Any, command: str) -> TableNow:
    async for moment in there.moments():
        if any(option["command"] == command for option in moment.options):
            return moment
    raise AssertionError


def _option(moment: TableNow, command: str) -> dict[str, Any]:
    return next(each for each in moment.options if each["command"] == command)


def _least(option: dict[str, Any]) -> dict[str, Any]:
    return {ask["field"]: ask["minimum"] for ask in option["asks"]}


async def _open_betting(boss: Client, table: str) -> None:
    """By a person: nothing happens at the table then that nobody has done."""
    await boss.put(f"/api/tables/{table}/dealer", {"mode": "person"})
    async with boss.table(table, "dealer") as console:
        async for moment in console.moments():
            offered = {option["command"]: option for option in moment.options}
            if "CloseBetting" in offered:
                return
            step = next((step for step in ("OpenBetting", "ShuffleCards") if step in offered), "")
            if not step or moment is not console.now or moment.seq < console.done:
                continue
            try:
                await console.use(offered[step], moment.seq)
            except Refused as refused:  # somebody was first at another process: the next moment tells
                if refused.code != "stale":
                    raise


# A process dies


def test_who_asked_a_process_to_leave_leaves_though_it_was_killed(floor: Floor) -> None:
    """A person deals, so that the Round cannot be over before the process is killed."""

    async def run() -> None:
        table = await floor.open("mbs-freebet@3", settings={"action_clock_seconds": "1"})
        async with (
            patient(floor.url(0), floor.token) as boss,
            guest(floor, 1, "Flo") as flo,
            patient(floor.url(0), flo.token) as elsewhere,
        ):
            async with flo.table(table) as there:
                await anext(there.moments())
                await take_seat(flo, table, 1)
                await _open_betting(boss, table)
                option = _option(await _offered(there, "PlaceWager"), "PlaceWager")
                await there.use(option, **_least(option))
                assert (await there.leave()) == {"is_leaving": True}
                assert (await there.stay()) == {"is_leaving": False}
                assert (await there.leave()) == {"is_leaving": True}
            line = await until(lambda: floor.line(2, table), lambda line: seats(line)["Flo"]["is_leaving"])
            assert line["seats"][0]["name"] == "Flo"
            floor.processes[1].kill()
            await boss.put(f"/api/tables/{table}/dealer", {"mode": "auto"})
            await until(lambda: floor.line(2, table), lambda line: not line["seats"])
            assert (await until(elsewhere.me, lambda me: me["balance"]))["balance"] > 0
        await asyncio.to_thread(floor.replace, 1)

    finish(run())


def test_when_a_process_is_killed_its_people_are_away_and_the_others_go_on(floor: Floor) -> None:
    async def run() -> None:
        table = await floor.open("rws-poker@7")
        lively = await floor.open("rws-poker@7", bots=3)
        seen: list[dict[str, Any]] = []
        async with guest(floor, 1, "Dora") as dora, dora.table(table) as there:
            await anext(there.moments())
            await take_seat(dora, table, 1)
            watching = asyncio.create_task(_watch(floor, 0, lively, seen))
            await until(lambda: floor.line(0, table), lambda line: "Dora" in seats(line))
            await until(lambda: floor.line(0, table), _is_here("Dora"))
            await until(_value(lambda: _rounds(seen)), lambda rounds: rounds >= 2)
            floor.processes[1].kill()
            played = _rounds(seen)
            for number in (0, 2):
                await until(
                    lambda n=number: floor.line(n, table),
                    lambda line: "Dora" not in seats(line) or seats(line)["Dora"]["is_away"],
                )
            await until(lambda: floor.line(2, table), lambda line: "Dora" not in seats(line))
            await until(_value(lambda: _rounds(seen)), lambda rounds: rounds >= played + 3)
            # What a dead process had under way is no interruption while others serve the floor.
            assert (await floor.line(0, lively))["status"] == "open"
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        await asyncio.to_thread(floor.replace, 1)
        line = await floor.line(1, lively)
        assert line["status"] == "open"

    finish(run())
