"""What both engines promise: order, expected versions, one transaction, durable answers."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import pytest

from croupier.house.journal import (
    Conflict,
    Journal,
    JournalError,
    Overdrawn,
    Posting,
    RoundPart,
    StoreUnavailable,
    Writing,
    open_journal,
    open_store,
)
from croupier.house.journal.chain import breaks
from croupier.house.journal.schema import NEWEST
from croupier.house.journal.sqlite import SqliteStore
from croupier.house.ledger import Ledger
from tests.house.helpers import with_another_step
from tests.patience import PATIENCE_S


@pytest.fixture
def journal(where: str) -> Iterator[Journal]:
    opened = open_journal(where)
    yield opened
    opened.close()


def writing(stream: str, expected: int, *events: bytes, **more: object) -> Writing:
    return Writing(stream=stream, expected=expected, events=events or (b'{"n":1}',), **more)  # type: ignore[arg-type]


def put(journal: Journal, *writings: Writing) -> list[int]:
    return [entry.position for entry in journal.append(writings).result(PATIENCE_S).entries]


def test_streams_count_their_own_versions_and_positions_count_all(journal: Journal) -> None:
    assert put(journal, writing("table/a", 0, b"1", b"2")) == [1]
    assert put(journal, writing("table/b", 0, b"3")) == [2]
    assert put(journal, writing("table/a", 2, b"4")) == [3]
    assert [(entry.first, entry.last, entry.events) for entry in journal.read("table/a")] == [
        (1, 2, (b"1", b"2")),
        (3, 3, (b"4",)),
    ]
    assert [entry.stream for entry in journal.everything()] == ["table/a", "table/b", "table/a"]
    assert journal.version("table/a") == 3
    assert journal.version("table/none") == 0
    assert journal.streams("table/") == ["table/a", "table/b"]


def test_when_somebody_last_did_something_in_a_stream(journal: Journal) -> None:
    acts = [("ann", "x1", 5), ("ben", "x2", 6), ("ann", "clock:3", 7)]
    for version, (who, command_id, at) in enumerate(acts):
        put(journal, writing("table/a", version, by=who, command_id=command_id, at=at))
    put(journal, writing("table/b", 0, by="ann", command_id="x4", at=8))
    assert journal.last_by("table/a", "ann", 0, "clock:") == 5
    assert journal.last_by("table/a", "ann", 0, "other:") == 7
    assert journal.last_by("table/a", "cat", 0, "clock:") is None
    # Ben's is version 2: beyond version 1 there is something of his, beyond version 2 nothing.
    assert [journal.last_by("table/a", "ben", after, "clock:") for after in (1, 2)] == [6, None]


@pytest.mark.parametrize("expected", [-1, 0, 2])
def test_a_wrong_expected_version_is_a_conflict_and_leaves_nothing(journal: Journal, expected: int) -> None:
    put(journal, writing("table/a", 0))
    with pytest.raises(Conflict) as caught:
        put(journal, writing("table/a", expected))
    assert (caught.value.actual, caught.value.expected) == (1, expected)
    assert journal.head()[0] == 1


def test_several_streams_in_one_transaction_all_or_none(journal: Journal) -> None:
    assert put(journal, writing("table/a", 0), writing("link/l", 0)) == [1, 2]
    with pytest.raises(Conflict):
        put(journal, writing("table/a", 1), writing("link/l", 0))
    assert journal.version("table/a") == 1
    assert put(journal, writing("table/a", 1), writing("table/a", 2)) == [3, 4]


def test_trust_10_a_repeated_command_is_done_once_and_answered_the_same(journal: Journal) -> None:
    first = journal.append((writing("table/a", 0, b"1", command_id="c1"),)).result(PATIENCE_S)
    put(journal, writing("table/a", 1, b"2", command_id="c2"))
    again = journal.append((writing("table/a", 2, b"other", command_id="c1"),)).result(PATIENCE_S)
    assert again.is_repeat
    assert again.entries == first.entries
    assert journal.version("table/a") == 2
    assert not journal.append((writing("table/b", 0, command_id="c1"),)).result(PATIENCE_S).is_repeat
    assert journal.find("table/a", "c2") is not None
    assert journal.find("table/a", "c3") is None


def test_a_repetition_within_the_same_group_is_also_done_once(journal: Journal) -> None:
    answers = [journal.append((writing("table/a", 0, command_id="same"),)) for _ in range(20)]
    results = [answer.result(PATIENCE_S) for answer in answers]
    assert [result.is_repeat for result in results] == [False] + [True] * 19
    assert journal.version("table/a") == 1


def test_many_appends_share_a_commit(journal: Journal) -> None:
    answers = [journal.append((writing(f"table/{n % 7}", n // 7),)) for n in range(700)]
    assert sorted(answer.result(PATIENCE_S).entries[0].position for answer in answers) == list(range(1, 701))
    assert journal.appends == 700
    assert journal.commits < 100


def test_one_bad_batch_does_not_hurt_the_others_in_its_group(journal: Journal) -> None:
    answers = [journal.append((writing(f"table/{n}", n % 2),)) for n in range(50)]
    assert [answer.exception(30) is None for answer in answers] == [n % 2 == 0 for n in range(50)]
    assert journal.head()[0] == 25


def test_positions_have_no_gaps_with_several_writers(where: str) -> None:
    journals = [open_journal(where) for _ in range(3)]

    def write(number: int) -> None:
        for version in range(60):
            journals[number].append((writing(f"table/{number}", version),)).result(PATIENCE_S)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = list(journals[0].everything())
    assert [entry.position for entry in entries] == list(range(1, 181))
    assert list(breaks(entries, journals[1].head())) == []
    for journal in journals:
        journal.close()


def test_two_writers_of_one_stream_both_get_through_by_looking_again(where: str) -> None:
    journals = [open_journal(where) for _ in range(2)]

    def write(journal: Journal) -> None:
        for _ in range(30):
            while True:
                answer = journal.append((writing("table/a", journal.version("table/a")),))
                if not isinstance(answer.exception(30), Conflict):
                    break

    threads = [threading.Thread(target=write, args=(journal,)) for journal in journals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert journals[0].version("table/a") == 60
    for journal in journals:
        journal.close()


def test_money_moves_with_the_events_and_the_trial_balance_is_zero(journal: Journal) -> None:
    ledger = Ledger(journal)
    put(journal, writing("player/ann", 0, postings=(Posting("cash", "player/ann", 100_00, "cash in"),), at=5))
    put(journal, writing("table/a", 0, postings=(Posting("player/ann", "table/a/stack/1", 40_00),), at=9))
    assert ledger.balances() == {"cash": -100_00, "player/ann": 60_00, "table/a/stack/1": 40_00}
    assert ledger.trial_balance() == 0
    assert ledger.disagreements() == {}
    lines = [(line.at, line.other, line.cents) for line in ledger.statement("player/ann")]
    assert lines == [(5, "cash", 100_00), (9, "table/a/stack/1", -40_00)]
    assert [line.cents for line in ledger.statement("player/ann", since=6)] == [-40_00]
    assert ledger.totals("player/") == {"player/ann": (100_00, 40_00)}


@pytest.mark.parametrize(("asked", "is_fine"), [(99_99, True), (100_00, True), (100_01, False)])
def test_a_player_cannot_spend_what_is_not_there(journal: Journal, asked: int, is_fine: bool) -> None:
    put(journal, writing("player/ann", 0, postings=(Posting("cash", "player/ann", 100_00),)))
    answer = journal.append((writing("t", 0, postings=(Posting("player/ann", "x", asked),)),))
    assert (answer.exception(30) is None) == is_fine
    if not is_fine:
        assert isinstance(answer.exception(), Overdrawn)
        assert journal.version("t") == 0


def test_money_cannot_be_spent_twice_within_one_group(journal: Journal) -> None:
    put(journal, writing("player/ann", 0, postings=(Posting("cash", "player/ann", 100_00),)))
    spend = [
        journal.append((writing(f"t/{n}", 0, postings=(Posting("player/ann", f"t/{n}", 60_00),)),))
        for n in range(4)
    ]
    assert sum(answer.exception(30) is None for answer in spend) == 1
    assert Ledger(journal).balance("player/ann") == 40_00


def test_money_that_another_process_has_spent_is_not_there(where: str) -> None:
    """What a journal remembers of balances and versions holds only until somebody else writes."""
    here, there = open_journal(where), open_journal(where)
    put(here, writing("player/ann", 0, postings=(Posting("cash", "player/ann", 100_00),)))
    put(there, writing("t", 0, postings=(Posting("player/ann", "t", 70_00),)))
    late = here.append((writing("u", 0, postings=(Posting("player/ann", "u", 60_00),)),))
    assert isinstance(late.exception(30), Overdrawn)
    assert isinstance(here.append((writing("t", 0),)).exception(30), Conflict)
    put(here, writing("u", 0, postings=(Posting("player/ann", "u", 30_00),)))
    assert isinstance(
        there.append((writing("t", 1, postings=(Posting("player/ann", "t", 1),)),)).exception(30), Overdrawn
    )
    assert Ledger(there).balances() == {"cash": -100_00, "t": 70_00, "u": 30_00}
    for journal in (here, there):
        journal.close()


def test_rounds_and_snapshots_are_found_again(journal: Journal) -> None:
    opens = RoundPart(number=1, edition="g@1", opens=True)
    closes = RoundPart(number=1, edition="g@1", closes=True)
    put(journal, writing("table/a", 0, round=opens, at=10))
    put(journal, writing("table/a", 1, b"1", b"2", round=closes, at=20, snapshot=b"state"))
    (row,) = journal.rounds()
    assert (row.id, row.first, row.last, row.opened_at, row.closed_at) == ("a.1", 1, 3, 10, 20)
    kept = journal.snapshot("table/a")
    assert kept is not None
    assert (kept.version, kept.body) == (3, b"state")
    assert journal.snapshot("table/a", until=2) is None


def test_everything_is_there_after_reopening(where: str) -> None:
    journal = open_journal(where)
    put(journal, writing("table/a", 0, b"x", command_id="c", by="ann", role="player", at=7))
    before = list(journal.everything()), journal.head()
    journal.close()
    again = open_journal(where)
    assert (list(again.everything()), again.head()) == before
    again.close()
    with pytest.raises(JournalError):
        journal.append((writing("table/a", 1),))


def test_others_hear_of_what_was_written(where: str) -> None:
    writer, reader = open_journal(where), open_journal(where)
    heard: list[dict[str, int]] = []
    arrived, stop = threading.Event(), threading.Event()

    def hear(streams: dict[str, int]) -> None:
        heard.append(streams)
        arrived.set()

    follower = threading.Thread(target=reader.follow, args=(hear, stop, 0.1))
    follower.start()
    while not arrived.wait(0.2):  # the follower may begin after the first append: write until it hears
        put(writer, writing("table/a", writer.version("table/a")))
    assert heard[0]["table/a"] >= 1
    stop.set()
    follower.join()
    writer.close()
    reader.close()


def _with_schema(where: str, version: int) -> None:
    store = open_store(where)
    with store.writing():
        store.run("UPDATE meta SET value = ? WHERE name = 'schema'", (version,))
    store.close()


def test_newer_stores_are_left_alone(where: str) -> None:
    _with_schema(where, NEWEST + 1)
    with pytest.raises(JournalError, match="newer croupier"):
        open_store(where)


def test_a_store_of_1_x_is_refused_in_a_sentence(where: str) -> None:
    _with_schema(where, 10)
    with pytest.raises(JournalError, match=r"written by croupier 1\.x, which this version does not read"):
        open_store(where)


def test_a_store_of_an_earlier_step_is_brought_forward(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = open_journal(where)
    put(journal, writing("table/a", 0))
    journal.close()
    with_another_step(monkeypatch, "ALTER TABLE entry ADD COLUMN later {int} NOT NULL DEFAULT 7")
    for _ in range(2):  # once, and then no more
        journal = open_journal(where)
        assert journal.store.query("SELECT stream, later FROM entry") == [("table/a", 7)]
        journal.close()


def test_sqlite_is_set_up_to_keep_what_it_has_committed(sqlite_where: str) -> None:
    journal = open_journal(sqlite_where)
    assert journal.store.query("PRAGMA journal_mode") == [("wal",)]
    assert journal.store.query("PRAGMA synchronous") == [(2,)]  # FULL
    journal.close()


def test_a_store_that_fails_says_so_and_nothing_is_half_done(sqlite_where: str) -> None:
    journal = open_journal(sqlite_where)
    blocker = apsw.Connection(sqlite_where)
    journal.store._writer.set_busy_timeout(10)  # type: ignore[attr-defined]
    blocker.execute("BEGIN IMMEDIATE")
    answer = journal.append((writing("table/a", 0),))
    assert isinstance(answer.exception(30), StoreUnavailable)
    blocker.execute("ROLLBACK")
    assert put(journal, writing("table/a", 0)) == [1]
    blocker.close()
    journal.close()


def test_a_store_lets_go_of_everything_though_somebody_still_reads(tmp_path: Path) -> None:
    """A page that was closed in the middle of a report must not keep the next process from serving."""
    store = SqliteStore(tmp_path / "house.db")
    store.be_present()
    counting = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    with ThreadPoolExecutor() as pool:
        report = pool.submit(store.query, counting)
        while not store._reading.locked():
            time.sleep(0.001)
        store.close()
        assert isinstance(report.exception(PATIENCE_S), StoreUnavailable)
    later = SqliteStore(tmp_path / "house.db")
    assert later.take_over(is_overdue=False)
    later.close()


def test_a_sqlite_store_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    """Also one that was made before this was so; and what SQLite and we put beside it."""
    for name in ("new.db", "old.db"):
        path = tmp_path / name
        if name == "old.db":
            open_store(str(path)).close()
            path.chmod(0o644)
        store = open_store(str(path))
        store.be_present()
        found = {each.name: each.stat().st_mode & 0o077 for each in tmp_path.glob(f"{name}*")}
        store.close()
        assert len(found) > 2
        assert found == dict.fromkeys(found, 0)
