"""A house to test with: a clock that stands still, and the example game unless another is wanted."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import apsw
import pytest
from argon2 import PasswordHasher

from croupier.faults.autoplay import Autoplay, seat_bots
from croupier.house.answers import Acknowledged, Answer, Declined
from croupier.house.floor.desk import Desk
from croupier.house.history.rounds import Rounds
from croupier.house.house import House
from croupier.house.journal import open_journal, schema
from croupier.house.journal.postgres import PostgresStore
from croupier.house.journal.sqlite import SqliteStore
from croupier.house.people import People, Session
from croupier.table import Actor, Catalogue, Command, Role, ShuffleCards
from croupier.table.bots import RandomBot
from high_card import CATALOGUE
from high_card import messages as m

T = TypeVar("T")

MANAGER = Actor("mona", Role.SHIFT_MANAGER)
SUPERVISOR = Actor("sue", Role.PIT_SUPERVISOR)
DEALER = Actor("dee", Role.DEALER)
ANN = Actor("ann", Role.PLAYER, 1)
BEN = Actor("ben", Role.PLAYER, 2)

# As quick as Argon2 can be made: what it costs to guess is not what is tested here.
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

SPRING_2024 = 1_713_000_000_000


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


class Time:
    """Milliseconds that pass only when a test says so."""

    def __init__(self, now: int = SPRING_2024) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class Floor:
    """A house and its desks."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.desk = Desk(house)
        self.people = People(house, QUICK)
        self.rounds = Rounds(house.journal, house.catalogue, house.sealer)

    async def table(self, name: str = "t1", **more: Any) -> None:
        """A table of the example game with Ann in seat 1, who has 1,000.00 and brings 500.00."""
        done(await self.desk.open_table(MANAGER, name, more.pop("edition", "high-card@1"), **more))
        if not self.house.ledger.balance("player/ann"):
            done(await self.desk.deposit(MANAGER, "ann", 1_000_00, "cash"))
        done(await self.desk.sit(ANN, name, 1, 500_00))

    async def give(self, command: Command, table: str = "t1", expect: int | None = None) -> Answer:
        return await self.house.submit(table, command, expect)

    async def until_deciding(self, table: str = "t1") -> None:
        for command in (ShuffleCards(by=DEALER), m.OpenBetting(by=DEALER), bet(5_00), m.DealCards(by=DEALER)):
            done(await self.give(command, table))

    async def round(self, table: str = "t1") -> None:
        """Ann bets 5.00 and stays in."""
        await self.until_deciding(table)
        done(await self.give(m.Stay(by=ANN, seat=1), table))

    async def play(self, table: str, edition: str, steps: int, bots: int = 2, **more: Any) -> Autoplay:
        """A table of a real game with bots, some steps on."""
        players = {f"{name}-{table}": RandomBot(number) for number, name in enumerate("abcdef"[:bots])}
        done(await self.desk.open_table(MANAGER, table, edition, **more))
        await seat_bots(self.house, table, players, 1_500_00, 1_000_000_00)
        game = Autoplay(self.house, table, players)
        for _ in range(steps):
            await game.step()
        return game


def bet(cents: int) -> m.PlaceBet:
    return m.PlaceBet(by=ANN, seat=1, amount=cents)


def done(answer: Answer) -> Acknowledged:
    assert isinstance(answer, Acknowledged), answer
    return answer


@asynccontextmanager
async def floor_at(
    where: str, folder: Path, catalogue: Catalogue = CATALOGUE, now: Time | None = None
) -> AsyncIterator[Floor]:
    house = House.open(where, catalogue, folder / "house.key", now)
    try:
        yield Floor(house)
    finally:
        await house.close()


def texts_of_store(floor: Floor) -> bytes:
    """Everything in the store as it lies on the disk, for looking for what must not be there."""
    found = []
    for table in ("entry", "snapshot", "posting", "balance", "round", "session"):
        for row in floor.house.journal.store.query(f"SELECT * FROM {table}"):
            found += [
                bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()
                for value in row
            ]
    return b"\n".join(found)


def tamper(where: str, sql: str) -> None:
    """Change a store behind the house's back."""
    journal = open_journal(where)
    with journal.store.writing():
        journal.store.run(sql)
    journal.close()


@contextmanager
def going_back(where: str, folder: Path) -> Iterator[None]:
    """At the end the store holds again what it held at the beginning."""
    folder.mkdir()
    journal = open_journal(where)
    journal.store.copy_to(folder)
    yield
    if isinstance(journal.store, PostgresStore):
        journal.store.load_from(folder)
    else:
        assert isinstance(journal.store, SqliteStore)
        source, target = apsw.Connection(str(folder / "house.db")), apsw.Connection(where)
        with target.backup("main", source, "main") as copy:
            copy.step(-1)
        source.close()
        target.close()
    journal.close()


def with_another_step(monkeypatch: pytest.MonkeyPatch, *statements: str) -> None:
    """The program as a later one might be, whose schema has gone a step further."""
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, statements))
    monkeypatch.setattr("croupier.house.journal.store.NEWEST", schema.NEWEST + 1)


async def registered(people: People, name: str, password: str) -> Session | Declined:
    """A new player, by a manager's one-time link."""
    link = await people.invite(Actor("manager", Role.SHIFT_MANAGER), [Role.PLAYER])
    assert isinstance(link, str)
    return await people.accept(link, name, password)
