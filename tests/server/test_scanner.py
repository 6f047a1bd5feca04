"""docs/scanner.py: a scanner is a client of the house, and sends one card at a time."""

import asyncio
import importlib.util
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from croupier.client import RemoteTable, TableNow
from croupier.games import catalogue
from croupier.house.people.sessions import Session
from croupier.table import SYSTEM, Role
from tests.patience import finish

from .conftest import FAST, MANAGER, PASSWORD, Served, build
from .houses import patient

T = TypeVar("T")
FILE = Path(__file__).parents[2] / "docs" / "scanner.py"


def scanner_module() -> Any:
    spec = importlib.util.spec_from_file_location("scanner", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(lambda: build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())) as server:
        server.run(server.context.desk.open_table(MANAGER, "t1", "rws-poker@7", cards="physical"))
        yield server


async def key_of(served: Served) -> str:
    people = served.context.people
    session = await people.accept(await people._invite(SYSTEM, (Role.DEALER,)), "Shoe", PASSWORD)
    assert isinstance(session, Session)
    return session.token


async def told(table: RemoteTable, command: str, place: int = 0, **values: Any) -> None:
    recorded = {"recorded": {"place": place}, "seat": place} if place else {}
    await table.give({"type": command, **recorded, **values})
    async for moment in table.moments():
        if moment.seq >= table.done:
            return


async def before_the_flop(table: RemoteTable) -> None:
    async for _ in table.moments():
        break
    for place in (1, 2):
        await told(table, "SitDown", place, chips=500_00)
    await told(table, "ShuffleCards")
    await told(table, "AnnounceBlinds", button="placed")
    await told(table, "PostSmallBlind", 1)
    await told(table, "PostBigBlind", 2)
    await told(table, "DealHoleCards", cards=["??"] * 5)
    await told(table, "Call", 1)
    await told(table, "Check", 2)


async def until(table: RemoteTable, is_so: Callable[[TableNow], bool]) -> TableNow:
    while (now := table.now) is None or now.seq < table.done or not is_so(now):
        await asyncio.sleep(0)
    return now


def at_the_table(served: Served, work: Callable[[RemoteTable, Any], Awaitable[T]], **more: Any) -> T:
    async def run() -> T:
        async with patient(served.url) as client:
            client.token = served.run(key_of(served))
            async with client.table("t1", role="dealer") as table:
                await before_the_flop(table)
                return await work(table, scanner_module().Scanner(table, **more))

    return finish(run())


def test_a_flop_is_read_card_by_card_and_a_card_that_is_out_is_read_again(served: Served) -> None:
    async def work(table: RemoteTable, scanner: Any) -> list[str]:
        said = [await scanner.take(card) for card in ("Ts", "Ts", "Js", "2d")]
        await until(table, lambda now: now.view["board"] == ["Ts", "Js", "2d"])
        return said

    said = at_the_table(served, work)
    assert [said[0], said[2], said[3]] == ["Ts: Flop", "Js: Flop", "2d: Flop"]
    assert said[1].startswith("Ts not taken: ")


def test_a_misread_card_is_taken_back_and_read_again(served: Served) -> None:
    async def work(table: RemoteTable, scanner: Any) -> list[str]:
        said = [await scanner.take(line) for line in ("Ts", "Jd", "undo", "Js", "2d")]
        await until(table, lambda now: now.view["board"] == ["Ts", "Js", "2d"])
        return said

    said = at_the_table(served, work)
    assert said == ["Ts: Flop", "Jd: Flop", "taken back: deal the next card", "Js: Flop", "2d: Flop"]


def test_hands_are_scanned_as_they_are_shown(served: Served) -> None:
    """Down to the showdown nobody bets; a hand that was misread is taken back whole."""

    async def work(table: RemoteTable, scanner: Any) -> list[str]:
        said = []
        for cards in (("Ts", "Js", "2d"), ("3c",), ("4c",)):
            said += [await scanner.take(card) for card in cards]
            for _ in range(2):
                await until(table, lambda now: bool(now.awaited))
                assert table.now is not None
                await told(table, "Check", table.now.awaited[0])
        await told(table, "FlipMarker")
        return [*said, *[await scanner.take(line) for line in ("Ah", "Ad", "undo", "Ac", "Kc", "Kh")]]

    said = at_the_table(served, work)
    first = said[5].removeprefix("Ah: hand at place ").removesuffix(", another card")
    other = {"1": "2", "2": "1"}[first]
    assert said[6:] == [
        f"Ah Ad: hand at place {first}",
        f"taken back: seat {first}: show the hand",
        f"Ac: hand at place {first}, another card",
        f"Ac Kc: hand at place {first}",
        f"Kh: hand at place {other}, another card",
    ]
