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
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from math import inf
from pathlib import Path
from statistics import median

from msgspec import Struct

from croupier.faults.autoplay import Autoplay, seat_bots
from croupier.games import catalogue
from croupier.house.audit import DayAudit
from croupier.house.backup import backup, restore
from croupier.house.floor.desk import Desk
from croupier.house.history.rounds import Rounds
from croupier.house.house import House
from croupier.house.journal import Journal, Posting, Span, Writing, open_journal, open_store
from croupier.house.journal.archive.months import begin_of, following, month_of
from croupier.house.journal.archive.moving import archive
from croupier.house.journal.chain import digests, encode_header
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
BATCH = 2_000  # Rounds in one transaction
CACHE_KB = 200_000
DAY_MS = 86_400_000
SNAPSHOT_BYTES = 3_700  # as those of a Poker table
_POSTED = "SELECT account, other, -cents, memo FROM posting WHERE position = ? AND cents < 0 ORDER BY line"
_ENTRY = f"INSERT INTO entry VALUES ({', '.join('?' * 12)})"
# Of Rounds in `temp.copied`, after the patterns in `temp.mark` and `temp.posted`.
_COPIES = (
    "INSERT INTO posting SELECT p.account, c.position + p.entry, p.line, p.other, p.cents,"
    " c.opened + p.entry, p.memo FROM temp.copied c CROSS JOIN temp.posted p"
    " ON p.pattern = c.pattern AND p.stream = c.stream",
    "INSERT INTO balance SELECT p.account, sum(p.cents) FROM temp.copied c CROSS JOIN temp.posted p"
    " ON p.pattern = c.pattern AND p.stream = c.stream GROUP BY p.account"
    " ON CONFLICT (account) DO UPDATE SET cents = cents + excluded.cents",
    f"INSERT INTO round SELECT stream, number, '{EDITION}', first, last, opened, closed FROM temp.copied",
    "INSERT INTO round_mark SELECT m.mark, c.opened, c.stream, c.number"
    " FROM temp.copied c CROSS JOIN temp.mark m ON m.pattern = c.pattern AND m.stream = c.stream",
    "INSERT INTO snapshot SELECT stream, last, 'copied', zeroblob("
    f"{SNAPSHOT_BYTES}) FROM temp.copied WHERE last / 256 > (first - 1) / 256",
)
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
    folder: Path,
    days: tuple[int, int],
    rounds: int,
    say: Callable[[str], None],
    archives: bool,
    minutes: float,
) -> tuple[int, int]:
    """Two real days, played by one house, and what is between them; how many Rounds and entries that is.

    `archives`: each month as soon as it is full, so that a long history needs no more room than its archives.
    `minutes`: how long to go on; the rest of the months stay empty.
    """
    clock, began = Clock(days[0]), time.perf_counter()
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
        passed = time.perf_counter() - began
        say(f"{done:,} Rounds, {time.process_time():,.0f} s, {passed:,.0f} s on the clock")
        if archives:
            move(folder, month, end, say)
        if (time.perf_counter() - began) * (done + rounds / MONTHS) / done > minutes * 60:
            break
    journal.close()
    clock.now = days[1]
    await play(house, games)
    await house.close()
    return done, entries


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
    """Writes copies as `Journal` would, many to a transaction: what is the same in every copy lies in tables
    of this connection, so that SQLite itself writes most rows."""

    def __init__(self, journal: Journal) -> None:
        self._store = journal.store
        self._store.run(f"PRAGMA cache_size = -{CACHE_KB:d}")
        self._patterns = [
            tuple(
                (
                    *(each.writing.by, each.writing.role, each.writing.command_id[:15]),
                    *(each.writing.command, encode_events(each.writing.events)),
                    *(digests(each.writing.command, each.writing.events), len(each.writing.events)),
                )
                for each in pattern.entries
            )
            for pattern in self._lay_out(patterns(journal))
        ]
        self._position, self._hash = journal.head()
        self._versions = {table: journal.version(f"table/{table}") for table in TABLES}
        self._numbers = Counter[str]()
        self._commands = 0

    def _lay_out(self, found: list[Pattern]) -> list[Pattern]:
        run, run_many = self._store.run, self._store.run_many
        run("CREATE TEMP TABLE copied (stream TEXT, number, pattern, position, first, last, opened, closed)")
        run("CREATE TEMP TABLE mark (pattern, stream, mark, PRIMARY KEY (pattern, stream, mark))")
        run(
            "CREATE TEMP TABLE posted (pattern, stream, entry, line, account, other, cents, memo,"
            " PRIMARY KEY (pattern, stream, entry, line, account)) WITHOUT ROWID"
        )
        for number, pattern in enumerate(found):
            for table in TABLES:
                place = number, f"table/{table}"
                marks = ((*place, mark.replace("-t1", f"-{table}")) for mark in pattern.marks)
                run_many("INSERT INTO temp.mark VALUES (?, ?, ?)", marks)
                posted = ((*place, *each) for each in self._posted(pattern, table))
                run_many("INSERT INTO temp.posted VALUES (?, ?, ?, ?, ?, ?, ?, ?)", posted)
        return found

    @staticmethod
    def _posted(pattern: Pattern, table: str) -> Iterator[tuple[object, ...]]:
        for entry, copied in enumerate(pattern.entries):
            for line, each in enumerate(copied.postings):
                source, target = (name.replace("t1", table) for name in (each.source, each.target))
                yield entry, line, source, target, -each.cents, each.memo
                yield entry, line, target, source, each.cents, each.memo

    def fill(self, rounds: range, time_of: Callable[[int], int]) -> int:
        """These Rounds, each at its time; how many entries they took."""
        before = self._position
        for start in range(0, len(rounds), BATCH):
            with self._store.writing():
                copied: list[tuple[object, ...]] = []
                part = rounds[start : start + BATCH]
                self._store.run_many(_ENTRY, self._entries(part, time_of, copied))
                self._write(copied)
        return self._position - before

    def _entries(
        self, rounds: range, time_of: Callable[[int], int], copied: list[tuple[object, ...]]
    ) -> Iterator[tuple[object, ...]]:
        """Rows of entries, in one true chain; in `copied` what else has to be written."""
        position, before = self._position, self._hash
        for each in rounds:
            table, number = TABLES[each % len(TABLES)], each % len(self._patterns)
            stream, opened, version = f"table/{table}", time_of(each), self._versions[table]
            start, first, at = position + 1, version + 1, opened
            for by, role, id, command, events, digest, count in self._patterns[number]:
                self._commands += 1
                position += 1
                name = f"c{id}-{self._commands:x}"
                header = position, stream, version + 1, name, by, role, at, digest
                before = sha256(before + encode_header(header)).digest()
                last = version + count
                yield position, stream, version + 1, last, name, by, role, at, command, events, digest, before
                version = last
                at += 1
            self._versions[table] = version
            self._numbers[table] += 1
            copied.append((stream, self._numbers[table], number, start, first, version, opened, at - 1))
        self._position, self._hash = position, before

    def _write(self, copied: list[tuple[object, ...]]) -> None:
        run = self._store.run
        run("DELETE FROM temp.copied")
        self._store.run_many("INSERT INTO temp.copied VALUES (?, ?, ?, ?, ?, ?, ?, ?)", copied)
        for sql in _COPIES:
            run(sql)
        run("UPDATE head SET position = ?, hash = ?", (self._position, self._hash))


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

    def make(
        self, rounds: int, say: Callable[[str], None], archives: bool, minutes: float
    ) -> tuple[int, int]:
        return asyncio.run(make(self.folder, (self.since, self.until), rounds, say, archives, minutes))

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


def measure(house: OldHouse, folder: Path, say: Callable[[str], None]) -> dict[str, str]:
    """What each question took, told as soon as it is known: what was made for it took hours."""
    figures = {}
    for words, work in house.questions():
        clock, processor = taken(work)
        figures[words] = f"{clock:,.1f} ms ({processor:,.1f})"
        say(f"{words}: {figures[words]}")
    key = house.folder / "house.key"
    first, again = folder / "backup", folder / "again"
    live, archived = house.sizes()
    if shutil.disk_usage(folder).free > 2.4e6 * (live + archived):
        clock, processor = taken_once(lambda: backup(house.where, key, first))
        figures["backup"] = f"{clock:,.0f} ms ({processor:,.0f})"
        back = folder / "back" / "house.db"
        clock, processor = taken_once(lambda: restore(first, str(back), back.with_name("house.key")))
        figures["restore"] = f"{clock:,.0f} ms ({processor:,.0f})"
        shutil.rmtree(back.parent)
    else:  # as if there were one, with the same files
        figures["backup"] = "no room for it"
        shutil.copytree(house.folder, first, copy_function=os.link)
        (first / "backup.json").touch()
    clock, processor = taken_once(lambda: backup(house.where, key, again, earlier=first))
    figures["backup beside an earlier one"] = f"{clock:,.0f} ms ({processor:,.0f})"
    shutil.rmtree(first)
    shutil.rmtree(again)
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
    asked.add_argument(
        "--minutes", type=float, default=inf, help="make no month that would not be full by then"
    )
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="croupier-history-", dir=given.base) as name:
        folder = Path(name)
        (folder / "house").mkdir()
        house = OldHouse(folder / "house")

        def say(words: str) -> None:
            print(words, file=sys.stderr, flush=True)

        began = time.process_time()
        rounds, entries = house.make(given.rounds, say, given.archived_only, given.minutes)
        made = time.process_time() - began
        print(f"{rounds:,} Rounds, {entries:,} entries; {made:,.0f} s to make", flush=True)
        before = {} if given.archived_only else measure(house, folder, say)
        began = time.process_time()
        house.archive(say)
        print(f"{time.process_time() - began:,.0f} s to archive", flush=True)
        print("| milliseconds (of processor) | in one store | archived |\n|---|---|---|")
        for words, figure in measure(house, folder, say).items():
            print(f"| {words} | {before.get(words, '')} | {figure} |")


if __name__ == "__main__":
    main()
