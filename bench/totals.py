"""Reports over ten million Rounds: `python -m bench.totals` fills a store with their totals and asks.

What the Rounds themselves would take (tens of gigabytes of journal) is not written: reports read totals only.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from croupier.house.journal import open_journal
from croupier.house.journal.counts import BETS, RULES, TABLES
from croupier.house.totals.asking import By, Totals, Wanted
from croupier.house.totals.shifts import DAY_MS, Shifts

ROUNDS = 10_000_000
TABLES_OPEN = 30
ROUNDS_AN_HOUR = 60
HOUR_MS = 3_600_000
START = 1_767_196_800_000  # 1 January 2026, where the house stands
BETS_OF = (("main", (25_00, 50_00, 100_00, 200_00)), ("pair", (5_00, 10_00)), ("busted", (5_00, 10_00)))
EDITION = "mbs-freebet@3"


def fill(where: str, rounds: int) -> int:
    """Rows as the house writes them, for so many Rounds at so many tables around the clock."""
    chance = random.Random(1)
    journal = open_journal(where)
    hours = rounds // (TABLES_OPEN * ROUNDS_AN_HOUR)
    bets, tables = [], []
    for hour in range(hours):
        for number in range(TABLES_OPEN):
            key = (START + hour * HOUR_MS, f"table/t{number}", "rules", f"dealer{number % 9}")
            tables.append((*key, ROUNDS_AN_HOUR, 0, 500_00, 400_00))
            for bet, sizes in BETS_OF:
                for size in sizes:
                    count = ROUNDS_AN_HOUR // len(sizes)
                    net = round(chance.gauss(0.01, 0.15) * count * size)
                    bets.append((*key, bet, size, count, count, count * size, count * size, net, 0))
    store = journal.store
    with store.writing():
        store.run_many(RULES.upsert, [("rules", EDITION, "{}")])
        store.run_many(BETS.upsert, bets)
        store.run_many(TABLES.upsert, tables)
    journal.close()
    return len(bets) + len(tables)


def main() -> None:
    rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        where = str(Path(folder) / "house.db")
        rows = fill(where, rounds)
        journal = open_journal(where)
        totals = Totals(journal, Shifts())
        print(f"{rounds:,} Rounds are {rows:,} rows of totals")
        end = START + rounds // (TABLES_OPEN * ROUNDS_AN_HOUR) * HOUR_MS
        asked: tuple[tuple[str, int, tuple[By, ...]], ...] = (
            ("a day by table", end - DAY_MS, ("table",)),
            ("a day by shift, table and bet", end - DAY_MS, ("shift", "table", "bet")),
            ("a month by day", end - 30 * DAY_MS, ("day",)),
            ("everything by table", 0, ("table",)),
            ("everything by day and shift", 0, ("day", "shift")),
        )
        for words, since, by in asked:
            began = time.perf_counter()
            lines = totals.lines(Wanted(since=since, until=end, by=by))
            print(f"{words}: {len(lines)} lines in {1000 * (time.perf_counter() - began):.0f} ms")
        journal.close()


if __name__ == "__main__":
    main()
