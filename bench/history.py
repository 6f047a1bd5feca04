"""What a house with a long history costs: `python -m bench.history 1e6` makes one and measures it.

A first and a last day are played for real, at two tables of Poker. The time between, twelve months, is filled
with copies of real Rounds at ten other tables: entries of the same sizes in one true chain, postings, lists,
index and snapshots as the house writes them. Copies are sealed for another place: they are listed, found,
counted, moved and chained like any other, but cannot be decided again; the days that are audited are real.
Everything is measured twice: all in one store, and with the old months in archives.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from croupier.games import catalogue
from croupier.house.audit import DayAudit
from croupier.house.autoplay import Autoplay, seat_bots
from croupier.house.backup import backup
from croupier.house.floor.desk import Desk
from croupier.house.history.rounds import Rounds
from croupier.house.house import House
from croupier.house.journal import Journal, Posting, Span, Writing, open_journal, open_store
from croupier.house.journal.archive.months import begin_of, following, month_of
from croupier.house.journal.archive.moving import archive
from croupier.house.journal.chain import digests, link
from croupier.house.journal.rows import encode_events
from croupier.house.journal.sealing import Sealer
from croupier.house.journal.sqlite import SqliteStore
from croupier.house.ledger import Ledger, day_of
from croupier.house.recovery import Recovery
from croupier.table import Actor, Role
from croupier.table.bots import RandomBot

EDITION = "rws-poker@7"
FIRST_MONTH = "2025-10"
MONTHS = 12
TABLES = tuple(f"h{number}" for number in range(10))
REAL = ("t1", "t2")
REAL_STEPS = 300  # at each real table on each real day
BATCH = 500  # Rounds in one transaction
DAY_MS = 86_400_000
SNAPSHOT_BYTES = 3_700  # as those of a Poker table
_POSTED = "SELECT account, other, -cents, memo FROM posting WHERE position = ? AND cents < 0 ORDER BY line"
_BOOK = "INSERT INTO balance VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET cents = cents + excluded.cents"
MANAGER = Actor("manager", Role.SHIFT_MANAGER)


class Copied(Struct, frozen=True):
    """One entry of a real Round, to be written again elsewhere."""

    writing: Writing  # of table t1
    postings: tuple[Posting, ...]


class Pattern(Struct, frozen=True):
    """A real Round."""

    entries: tuple[Copied, ...]
    marks: tuple[str, ...]


class Clock:
    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        self.now += 2_000  # a command every two seconds
        return self.now


async def make(
    folder: Path, days: tuple[int, int], rounds: int, say: Callable[[str], None], archives: bool
) -> int:
    """Two real days, played by one house, and what is between them; how many entries that took.

    `archives`: each month as soon as it is full, so that a long history needs no more room than its archives.
    """
    clock = Clock(days[0])
    house = House.open(str(folder / "house.db"), catalogue(), folder / "house.key", clock)
    players = {
        table: {f"{name}-{table}": RandomBot(number) for number, name in enumerate("abcd")} for table in REAL
    }
    for table in (*REAL, *TABLES):
        await Desk(house).open_table(MANAGER, table, EDITION)
    for table in REAL:
        await seat_bots(house, table, players[table], 1_500_00, 10_000_000_00)
    games = [Autoplay(house, table, players[table]) for table in REAL]
    await play(house, games)
    # What is made up need not outlive a power cut.
    journal = Journal(SqliteStore(folder / "house.db", checkpoint_pages=20_000, synchronous="OFF"))
    filler, since, until = Filler(journal), day_of(days[0])[1], day_of(days[1])[0] - 1000
    month, entries, done = FIRST_MONTH, 0, 0
    while since + done * (until - since) // rounds < until and done < rounds:
        end = begin_of(following(month))
        upto = min(rounds, rounds * (end - since) // (until - since))
        entries += filler.fill(range(done, upto), lambda n: since + (until - since) * n // rounds)
        month, done = following(month), upto
        say(f"{done:,} Rounds, {time.process_time():,.0f} s")
        if archives:
            move(folder, month, end, say)
    journal.close()
    clock.now = days[1]
    await play(house, games)
    await house.close()
    return entries


async def play(house: House, games: list[Autoplay]) -> None:
    """A real day."""
    for table, game in zip(REAL, games, strict=True):
        for _ in range(REAL_STEPS):
            await game.step()
        while (await house.look(table)).round:
            await game.step()


def patterns(journal: Journal) -> list[Pattern]:
    """The real Rounds of t1, without those in which somebody bought chips."""
    found = []
    query = journal.store.query
    for row in journal.rounds("stream = 'table/t1' AND closed_at IS NOT NULL", limit=1000):
        entries = []
        for entry in journal.read("table/t1", after=row.first - 1, until=row.last):
            writing = Writing(
                stream=entry.stream, expected=0, events=entry.events, command=entry.command, by=entry.by,
                role=entry.role, command_id=entry.command_id,
            )  # fmt: skip
            posted = query(_POSTED, (entry.position,))
            entries.append(Copied(writing, tuple(Posting(*each) for each in posted)))
        marks = query("SELECT mark FROM round_mark WHERE stream = 'table/t1' AND number = ?", (row.number,))
        found.append(Pattern(tuple(entries), tuple(mark for (mark,) in marks)))
    return found


def move(folder: Path, before: str, now: int, say: Callable[[str], None]) -> None:
    """What `croupier archive` does."""
    store = open_store(str(folder / "house.db"))
    for moved in archive(store, before, now):
        say(f"{moved.path.name}: {moved.rounds:,} Rounds, {moved.size / 1e6:,.0f} MB")
    store.close()


class Filler:
    """Writes copies as `Journal` would, many to a transaction."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._patterns = patterns(journal)
        self._position, self._hash = journal.head()
        self._versions = {table: journal.version(f"table/{table}") for table in TABLES}
        self._numbers = Counter[str]()
        self._booked = Counter[str]()
        self._commands = 0

    def fill(self, rounds: range, time_of: Callable[[int], int]) -> int:
        """These Rounds, each at its time; how many entries they took."""
        before = self._position
        for start in range(0, len(rounds), BATCH):
            with self._journal.store.writing():
                self._write((number, time_of(number)) for number in rounds[start : start + BATCH])
        return self._position - before

    def _write(self, rounds: Iterator[tuple[int, int]]) -> None:
        entries, postings, listed, marks, snapshots = [], [], [], [], []
        for each, at in rounds:
            table = TABLES[each % len(TABLES)]
            stream, pattern = f"table/{table}", self._patterns[each % len(self._patterns)]
            self._numbers[table] += 1
            number, first, opened = self._numbers[table], self._versions[table] + 1, at
            for copied in pattern.entries:
                known = self._versions[table]
                self._commands += 1
                name = f"c{copied.writing.command_id[:15]}-{self._commands:x}"
                writing = replace(copied.writing, stream=stream, expected=known, command_id=name, at=at)
                digest = digests(writing.command, writing.events)
                self._position += 1
                self._hash = link(self._hash, self._position, writing, digest)
                self._versions[table] = known + len(writing.events)
                entries.append(
                    (
                        *(self._position, stream, known + 1, self._versions[table], writing.command_id),
                        *(writing.by, writing.role, at, writing.command, encode_events(writing.events)),
                        *(digest, self._hash),
                    )
                )
                if self._versions[table] // 256 > known // 256:
                    snapshots.append((stream, self._versions[table], "copied", bytes(SNAPSHOT_BYTES)))
                postings += self._post(copied, table, at)
                at += 1
            listed.append((stream, number, EDITION, first, self._versions[table], opened, at - 1))
            marks += [(mark.replace("-t1", f"-{table}"), opened, stream, number) for mark in pattern.marks]
        run_many = self._journal.store.run_many
        run_many(f"INSERT INTO entry VALUES ({', '.join('?' * 12)})", entries)
        run_many("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?, ?)", postings)
        run_many("INSERT INTO round VALUES (?, ?, ?, ?, ?, ?, ?, 1)", listed)
        run_many("INSERT INTO round_mark VALUES (?, ?, ?, ?)", marks)
        run_many("INSERT INTO snapshot VALUES (?, ?, ?, ?)", snapshots)
        run_many(_BOOK, list(self._booked.items()))
        self._booked.clear()
        self._journal.store.run("UPDATE head SET position = ?, hash = ?", (self._position, self._hash))

    def _post(self, copied: Copied, table: str, at: int) -> Iterator[tuple[object, ...]]:
        for line, each in enumerate(copied.postings):
            source, target = (name.replace("t1", table) for name in (each.source, each.target))
            for account, other, cents in ((source, target, -each.cents), (target, source, each.cents)):
                self._booked[account] += cents
                yield account, self._position, line, other, cents, at, each.memo


class OldHouse:
    """A folder with such a house, and what it is asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.where = str(folder / "house.db")
        self.last_month = FIRST_MONTH
        for _ in range(MONTHS - 1):
            self.last_month = following(self.last_month)
        self.since = begin_of(FIRST_MONTH) + DAY_MS // 2
        self.until = begin_of(following(self.last_month)) + DAY_MS // 2  # the first of the thirteenth month

    def make(self, rounds: int, say: Callable[[str], None], archives: bool = False) -> int:
        return asyncio.run(make(self.folder, (self.since, self.until), rounds, say, archives))

    def archive(self, say: Callable[[str], None]) -> None:
        move(self.folder, month_of(self.until), self.until, say)

    def sizes(self) -> tuple[float, float]:
        """The live store and its archives, in MB."""
        folder = Path(f"{self.where}-archive")
        files = list(folder.iterdir()) if folder.exists() else []
        return Path(self.where).stat().st_size / 1e6, sum(each.stat().st_size for each in files) / 1e6

    # What is measured

    def questions(self) -> Iterator[tuple[str, Callable[[], object]]]:
        journal = open_journal(self.where)
        sealer = Sealer.existing(self.folder / "house.key")
        rounds, ledger = Rounds(journal, catalogue(), sealer), Ledger(journal)
        old = begin_of(FIRST_MONTH) + 10 * DAY_MS
        week = Span(since=old, until=old + DAY_MS)
        cited = cited_in(rounds)
        yield "list: the latest 50", lambda: list(rounds.search(limit=50))
        yield "list: 50 of a day a year ago", lambda: list(rounds.search(since=week.since, until=week.until))
        yield "search: a player, the latest 50", lambda: list(rounds.search(player="a-h3"))
        yield (
            "search: player and paragraph, a day a year ago",
            lambda: list(rounds.search(player="a-h3", paragraph=cited, since=week.since, until=week.until)),
        )
        yield "search: a player who never played", lambda: list(rounds.search(player="nobody"))
        yield (
            "statement: an account, the last day",
            lambda: ledger.statement("table/h3/stack/1", day_of(self.until)[0] - DAY_MS),
        )
        yield (
            "statement: an account, a day a year ago",
            lambda: ledger.statement("table/h3/stack/1", week.since, week.until),
        )
        yield "replay: a Round of the first day", lambda: list(rounds.replay("t1.3"))
        yield (
            "verify: a Round of the first day",
            lambda: rounds.verify("t1.3").is_verified or sys.exit("t1.3"),
        )
        for name, at in (("first", self.since), ("last", self.until)):
            yield f"audit of the {name} day", lambda at=at: self._audit(journal, sealer, at)  # type: ignore[misc]
        yield "a command that was never given", lambda: journal.find("table/t1", f"new-{time.time_ns()}")
        journal.close()
        yield "start, and open a table", lambda: asyncio.run(self._start())

    def _audit(self, journal: Journal, sealer: Sealer, at: int) -> None:
        report = DayAudit(journal, catalogue(), sealer).run(*day_of(at))
        if report.findings or not report.tables:
            sys.exit(f"the day is not sound: {report.findings[:3]}")

    async def _start(self) -> None:
        house = House.open(self.where, catalogue(), self.folder / "house.key", Clock(self.until + DAY_MS))
        await Recovery(house).start()
        await house.look("t1")
        await house.close()


def cited_in(rounds: Rounds) -> str:
    return rounds.recall("t1.3").paragraphs[0]


def taken(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds on the clock and of processor: the median of five, or one that takes long."""
    found = []
    for _ in range(5):
        clock, processor = time.perf_counter(), time.process_time()
        work()
        found.append((1000 * (time.perf_counter() - clock), 1000 * (time.process_time() - processor)))
        if found[0][0] > 5_000:
            break
    return median(each[0] for each in found), median(each[1] for each in found)


def measure(house: OldHouse, folder: Path) -> dict[str, str]:
    figures = {}
    for words, work in house.questions():
        clock, processor = taken(work)
        figures[words] = f"{clock:,.1f} ms ({processor:,.1f})"
    key = house.folder / "house.key"
    first, again = folder / "backup", folder / "again"
    clock, processor = taken_once(lambda: backup(house.where, key, first))
    figures["backup"] = f"{clock:,.0f} ms ({processor:,.0f})"
    clock, processor = taken_once(lambda: backup(house.where, key, again, earlier=first))
    figures["backup beside an earlier one"] = f"{clock:,.0f} ms ({processor:,.0f})"
    shutil.rmtree(first)
    shutil.rmtree(again)
    live, archived = house.sizes()
    figures["live store, archives"] = f"{live:,.0f} MB, {archived:,.0f} MB"
    return figures


def taken_once(work: Callable[[], object]) -> tuple[float, float]:
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return 1000 * (time.perf_counter() - clock), 1000 * (time.process_time() - processor)


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m bench.history", description=__doc__)
    asked.add_argument("rounds", nargs="?", type=lambda text: int(float(text)), default=100_000)
    asked.add_argument("--in", dest="base", type=Path, help="a folder with room: 13 kB for a Round")
    asked.add_argument(
        "--archived-only", action="store_true", help="archive each month once it is full, and measure the end"
    )
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="croupier-history-", dir=given.base) as name:
        folder = Path(name)
        (folder / "house").mkdir()
        house = OldHouse(folder / "house")

        def say(words: str) -> None:
            print(words, file=sys.stderr, flush=True)

        began = time.process_time()
        entries = house.make(given.rounds, say, given.archived_only)
        made = time.process_time() - began
        print(f"{given.rounds:,} Rounds, {entries:,} entries; {made:,.0f} s to make", flush=True)
        before = {} if given.archived_only else measure(house, folder)
        began = time.process_time()
        house.archive(say)
        print(f"{time.process_time() - began:,.0f} s to archive", flush=True)
        print("| milliseconds (of processor) | in one store | archived |\n|---|---|---|")
        for words, figure in measure(house, folder).items():
            print(f"| {words} | {before.get(words, '')} | {figure} |")


if __name__ == "__main__":
    main()
