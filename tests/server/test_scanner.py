"""docs/scanner.py: a scanner is a client of the house, and sends one card at a time."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.client import RemoteTable
from croupier.games import catalogue
from croupier.house.people.sessions import Session
from croupier.table import SYSTEM, Role
from tests.patience import finish

from .conftest import FAST, MANAGER, PASSWORD, Served, build
from .houses import patient

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


def test_a_flop_is_read_card_by_card_and_a_card_that_is_out_is_read_again(served: Served) -> None:
    async def run() -> list[str]:
        async with patient(served.url) as client:
            client.token = served.run(key_of(served))
            async with client.table("t1", role="dealer") as table:
                await before_the_flop(table)
                scanner = scanner_module().Scanner(table)
                said = [await scanner.take(card) for card in ("Ts", "Ts", "Js")]
                said += [await scanner.take(card) for card in ("Ts", "Js", "2d")]
                async for moment in table.moments():
                    if moment.view["board"]:
                        assert moment.view["board"] == ["Ts", "Js", "2d"]
                        return said
        raise AssertionError("the table has gone")

    said = finish(run())
    assert said[0] == "Ts; next: Flop, second card"
    assert said[2].startswith("not taken: ")
    assert said[5] == "2d; dealt"
