"""Who is connected where, as several processes on one store know it."""

import asyncio
from collections.abc import Awaitable, Callable

from croupier.house.floor.presence import SILENT_LOOKS_MAX, Presence, Spot
from croupier.house.journal import Journal, open_journal

ANN = ("t1", "ann")


class Watched(Presence):
    """Looks when it is told to, and remembers what it was told."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.changed: list[set[Spot]] = []
        self.taken: list[Spot] = []
        self.on_change = lambda spots: self.changed.append(set(spots))
        self.on_taken = self.taken.append

    async def look(self, times: int = 1) -> None:
        for _ in range(times):
            await self._exchange()


def with_processes(where: str, count: int, work: Callable[..., Awaitable[None]]) -> None:
    journals = [open_journal(where) for _ in range(count)]

    async def run() -> None:
        await work(*map(Watched, journals))

    try:
        asyncio.run(run())
    finally:
        for journal in journals:
            journal.close()


async def rounds(*processes: Watched) -> None:
    """Everyone tells and looks, often enough for everyone to know."""
    for _ in range(3):
        for process in processes:
            await process.look()


def test_a_person_at_one_process_is_there_for_all(where: str) -> None:
    async def work(a: Watched, b: Watched, c: Watched) -> None:
        await rounds(a, b, c)
        a.came(*ANN)
        await rounds(a, b, c)
        assert [each.is_elsewhere(*ANN) for each in (a, b, c)] == [False, True, True]
        assert b.changed == [{ANN}]
        a.went(*ANN)
        await rounds(a, b, c)
        assert not any(each.is_elsewhere(*ANN) for each in (a, b, c))
        assert b.changed == [{ANN}, {ANN}]

    with_processes(where, 3, work)


def test_the_newest_connection_wins_wherever_it_is(where: str) -> None:
    async def work(a: Watched, b: Watched, c: Watched) -> None:
        await rounds(a, b, c)
        a.came(*ANN)
        await rounds(a, b, c)
        b.came(*ANN)
        await rounds(b, a, c)
        assert (a.taken, b.taken) == ([ANN], [])
        assert [each.is_elsewhere(*ANN) for each in (a, b, c)] == [True, False, True]
        a.came(*ANN)
        await rounds(a, b, c)
        assert (a.taken, b.taken) == ([ANN], [ANN])
        # Whoever was replaced and goes takes nobody along.
        b.went(*ANN)
        await rounds(b, a, c)
        assert [each.is_elsewhere(*ANN) for each in (a, b, c)] == [False, True, True]

    with_processes(where, 3, work)


def test_both_at_the_same_moment_leave_one(where: str) -> None:
    async def work(a: Watched, b: Watched) -> None:
        await rounds(a, b)
        a.came(*ANN)
        b.came(*ANN)
        await rounds(a, b)
        assert sorted(a.taken + b.taken) == [ANN]
        assert a.is_elsewhere(*ANN) != b.is_elsewhere(*ANN)

    with_processes(where, 2, work)


def test_a_process_that_dies_takes_its_people_along_after_a_few_looks(where: str) -> None:
    async def work(a: Watched, b: Watched, c: Watched) -> None:
        await rounds(a, b, c)
        b.came(*ANN)
        await rounds(b, a, c)
        for _ in range(SILENT_LOOKS_MAX - 1):
            await a.look()
            await c.look()
        assert a.is_elsewhere(*ANN), "one look too early"
        await a.look()
        assert not a.is_elsewhere(*ANN)
        await c.look()
        assert not c.is_elsewhere(*ANN)
        assert a._journal.store.query("SELECT person FROM presence") == []

    with_processes(where, 3, work)


def test_a_process_that_was_only_slow_is_known_again(where: str) -> None:
    async def work(a: Watched, b: Watched) -> None:
        await rounds(a, b)
        b.came(*ANN)
        await rounds(b, a)
        await a.look(SILENT_LOOKS_MAX + 1)
        assert not a.is_elsewhere(*ANN)
        await rounds(b, a)
        assert a.is_elsewhere(*ANN)
        assert b.taken == []

    with_processes(where, 2, work)


def test_who_came_before_there_was_company_is_told_to_it(where: str) -> None:
    """And whoever left meanwhile is not."""

    async def work(a: Watched, b: Watched, c: Watched) -> None:
        await a.look()
        a.came(*ANN)
        a.came("t1", "ben")
        await a.look(2)
        await rounds(a, b)
        assert b.is_elsewhere(*ANN)
        await b.stop()
        await b._write([("DELETE FROM process WHERE id = ?", (b.process,))])
        await a.look()
        a.went("t1", "ben")
        await a.look(2)
        await rounds(c, a)
        await c.look()
        assert c.is_elsewhere(*ANN)
        assert not c.is_elsewhere("t1", "ben")

    with_processes(where, 3, work)


def test_alone_nothing_is_written(where: str) -> None:
    async def work(a: Watched) -> None:
        await a.look(2)
        before = a._journal.commits
        a.came(*ANN)
        await a.look(10)
        a.went(*ANN)
        await a.look(10)
        assert a._journal.commits == before
        assert a._journal.head()[0] == 0  # and nothing of it ever enters the chain

    with_processes(where, 1, work)


def test_what_a_dead_process_held_is_taken_up_again(where: str) -> None:
    """A crash and a start: the old row is still there when the person comes back."""

    async def work(old: Watched, company: Watched, new: Watched) -> None:
        await rounds(old, company)
        old.came(*ANN)
        await rounds(old, company)
        await new.look()
        new.came(*ANN)
        for _ in range(SILENT_LOOKS_MAX + 2):
            await new.look()
            await company.look()
        assert new.taken == []
        assert company.is_elsewhere(*ANN)

    with_processes(where, 3, work)


def test_an_audience_at_one_process_is_one_for_all(where: str) -> None:
    """Bots among themselves play while anybody looks, at whichever process."""

    async def work(a: Watched, b: Watched) -> None:
        await rounds(a, b)
        assert not b.is_watched_elsewhere
        a.is_watched = lambda: True
        await rounds(a, b)
        assert (a.is_watched_elsewhere, b.is_watched_elsewhere) == (False, True)
        await b.look(SILENT_LOOKS_MAX + 1)
        assert not b.is_watched_elsewhere

    with_processes(where, 2, work)
