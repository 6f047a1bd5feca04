"""Months in files of their own: read as before, in one chain with the rest, nothing lost or counted twice."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import apsw
import pytest
from typer.testing import CliRunner

from croupier.cli.main import app
from croupier.house.audit import Audit, DayAudit
from croupier.house.audit.significant import significant
from croupier.house.backup import backup, restore
from croupier.house.history.rounds import Rounds
from croupier.house.house import House
from croupier.house.journal import Entry, JournalError, open_journal, open_store
from croupier.house.journal.archive import moving
from croupier.house.journal.archive.files import digest_of
from croupier.house.journal.archive.months import begin_of
from croupier.house.journal.archive.moving import Moved, archive
from croupier.house.journal.sealing import Sealer
from croupier.house.journal.sqlite import SqliteStore
from croupier.house.ledger import Ledger
from croupier.table import Actor, Role
from high_card import CATALOGUE
from high_card import messages as m
from tests.house.helpers import ANN, MANAGER, Time, done, floor_at, run

_DAY_MS = 86_400_000
_JULY = begin_of("2026-07")
_NOW = begin_of("2026-09") + 5 * _DAY_MS  # when the archive is made
_AUDITOR = Actor("auditor", Role.AUDITOR)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in July, August and September. A Round of t1 is under way at midnight between the first two,
    while t2 plays on."""
    folder: Path = tmp_path_factory.mktemp("played")
    time = Time(_JULY + 20 * _DAY_MS)

    async def work() -> None:
        async with floor_at(str(folder / "house.db"), folder, CATALOGUE, time) as floor:
            await floor.table()
            await floor.table("t2")
            await floor.round("t2")
            for _ in range(3):
                await floor.round()
            time.now = begin_of("2026-08") - 1000
            await floor.until_deciding()
            time.now += 2000
            await floor.round("t2")
            done(await floor.give(m.Stay(by=ANN, seat=1)))
            await floor.round()
            done(await floor.desk.deposit(MANAGER, "ann", 7_00, "cash", command_id="slip-1"))
            time.now = begin_of("2026-09") + _DAY_MS
            await floor.round()

    run(work())
    return folder


@pytest.fixture
def house(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to do as one likes with."""
    return Path(shutil.copytree(played, tmp_path / "house"))


def move(
    folder: Path, before: str = "2026-09", step: Callable[[str], None] = lambda words: None
) -> list[Moved]:
    with closing(open_store(str(folder / "house.db"))) as store:
        return list(archive(store, before, _NOW, step))


def answers(folder: Path) -> dict[str, object]:
    """Whatever one may ask a house about its past."""
    with closing(open_journal(str(folder / "house.db"))) as journal:
        rounds = Rounds(journal, CATALOGUE, Sealer.existing(folder / "house.key"))
        ledger = Ledger(journal)
        rows = list(rounds.search())
        names = sorted(row.id for row in rows)
        august = begin_of("2026-08")
        cited = rounds.recall(names[0]).paragraphs[0]
        return {
            "list": rows,
            "two": [list(rounds.search(limit=2)), list(rounds.search(table="t2", limit=1))],
            "found": list(rounds.search(player="ann", paragraph=cited, until=begin_of("2026-09"))),
            "recalled": [rounds.recall(name) for name in names],
            "replayed": [[each[0] for each in rounds.replay(name)] for name in names],
            "fair": [rounds.fairness(name, _AUDITOR, opens=True) for name in names],
            "verified": [rounds.verify(name) for name in names],
            "statement": [ledger.statement(name, *span) for name in ("player/ann", "cash", "table/t1/stack/1")
                          for span in ((), (august,), (0, august))],
            "totals": [ledger.totals("", *span) for span in ((), (august,), (0, august))],
            "books": [ledger.disagreements(), ledger.trial_balance(), ledger.balances()],
            "significant": [significant(journal), significant(journal, limit=2)],
            "everything": list(journal.everything()),
            "from the middle": [list(journal.everything(after)) for after in range(1, journal.head()[0], 7)],
            "streams": {name: (journal.version(name), journal.read(name)) for name in journal.streams()},
            "ends": [journal.head(), journal.last_at(), journal.last_round("table/t2")],
            "at": [journal.at(position) for position in range(journal.head()[0] + 2)],
        }  # fmt: skip


def entries(folder: Path) -> list[Entry]:
    with closing(open_journal(str(folder / "house.db"))) as journal:
        return list(journal.everything())


def audited(folder: Path) -> list[str]:
    with closing(open_journal(str(folder / "house.db"))) as journal:
        report = Audit(journal, CATALOGUE, Sealer.existing(folder / "house.key")).run()
        return [f"{each.check}: {each.words}" for each in report.findings]


def day(folder: Path, at: int) -> tuple[object, ...]:
    with closing(open_journal(str(folder / "house.db"))) as journal:
        audit = DayAudit(journal, CATALOGUE, Sealer.existing(folder / "house.key"))
        report = audit.run(at, at + _DAY_MS)
        return report.first, report.last, report.head, report.events, report.findings


def test_everything_is_answered_as_before(played: Path, house: Path) -> None:
    before = answers(played)
    days = [
        _JULY + 20 * _DAY_MS,
        begin_of("2026-08") - _DAY_MS,
        begin_of("2026-08"),
        begin_of("2026-09") + _DAY_MS,
    ]
    july, august = move(house)
    assert (july.month.name, july.rounds, august.month.name, august.rounds) == ("2026-07", 5, "2026-08", 2)
    assert july.month.last > august.month.first, "the Round that was under way is whole in July's file"
    after = answers(house)
    assert all(before.values()), "each question has an answer"
    assert {name: after[name] == before[name] for name in before} == dict.fromkeys(before, True)
    assert [day(house, at) for at in days] == [day(played, at) for at in days]
    assert audited(house) == []
    with closing(open_store(str(house / "house.db"))) as store:
        assert store.query("SELECT count(*) FROM round") == [(1,)], "only September is in the live store"
    for path in (house / "house.db-archive").iterdir():
        assert path.stat().st_mode & 0o077 == 0
    assert (house / "house.db-archive").stat().st_mode & 0o077 == 0


def test_month_after_month_and_all_of_it(played: Path, house: Path) -> None:
    before = answers(played)
    for month in ("2026-08", "2026-08", "2026-09"):
        move(house, month)
    assert answers(house) == before
    with closing(open_store(str(house / "house.db"))) as store:
        list(archive(store, "2026-11", begin_of("2026-11")))
        assert store.query("SELECT count(*) FROM entry") == [(0,)]
    assert answers(house) == before
    assert audited(house) == []


class Stopped(Exception):  # noqa: N818
    """As if the power went."""


@pytest.mark.parametrize("at", ["written", "named", "let go", "done"])
@pytest.mark.parametrize("which", [1, 2])
def test_stopped_at_any_step_nothing_is_lost_or_counted_twice(
    played: Path, house: Path, tmp_path: Path, at: str, which: int
) -> None:
    """What a crash leaves is what is on disk at that moment: a copy of it, taken there, is opened."""
    crashed = tmp_path / "crashed"
    heard = []

    def step(words: str) -> None:
        heard.append(words)
        if heard.count(at) == which and words == at:
            shutil.copytree(house, crashed)
            raise Stopped

    with suppress(Stopped):
        move(house, step=step)
    with closing(open_journal(str(crashed / "house.db"))) as journal:
        assert [entry.position for entry in journal.everything()] == list(range(1, journal.head()[0] + 1))
        assert len(journal.store.archives()) == which - (at != "done")
    move(crashed)  # goes on where it was
    assert not list((crashed / "house.db-archive").glob("*.new"))
    assert entries(crashed) == entries(played)
    assert audited(crashed) == []


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE packed_entry SET at = at + 1 WHERE position = 3",
        "UPDATE packed_entry SET body = (SELECT max(body) FROM packed_entry) WHERE position = 3",
        "DELETE FROM packed_entry WHERE position = 3",
        "UPDATE packed_posting SET cents = cents + 1",
        "DELETE FROM packed_round WHERE number = 1",
        "UPDATE packed_round SET number = number + 100 WHERE number = 1",
        "INSERT INTO packed_mark SELECT mark, opened_at + 1, stream, number FROM packed_mark LIMIT 1",
        "UPDATE packed_mark SET opened_at = opened_at + 1",
        "UPDATE name SET text = text || '!' WHERE id = 1",
        "INSERT INTO notable VALUES ('made up', 1, 0, 0, '', 0, '')",
        "INSERT INTO snapshot VALUES ('table/t1', 1, '', x'')",
    ],
)
def test_a_file_that_does_not_give_back_what_it_was_given_is_not_relied_on(
    played: Path, house: Path, monkeypatch: pytest.MonkeyPatch, sql: str
) -> None:
    def spoil(path: Path) -> bytes:
        with closing(apsw.Connection(str(path))) as file:
            file.execute(sql)
        return digest_of(path)

    with monkeypatch.context() as patch:
        patch.setattr(moving, "digest_of", spoil)  # what is asked last of the file that was written
        with pytest.raises(JournalError, match="does not give back"):
            move(house)
    assert entries(house) == entries(played)
    assert not list((house / "house.db-archive").glob("*.db"))
    move(house)
    assert answers(house) == answers(played)


def test_play_goes_on_and_a_command_is_still_done_once(house: Path) -> None:
    """All is archived, and then the same slip comes again."""
    with closing(open_store(str(house / "house.db"))) as store:
        list(archive(store, "2026-11", begin_of("2026-11")))
    time = Time(begin_of("2026-11") + _DAY_MS)

    async def work() -> None:
        async with floor_at(str(house / "house.db"), house, CATALOGUE, time) as floor:
            held = floor.house.ledger.balance("player/ann")
            again = done(await floor.desk.deposit(MANAGER, "ann", 7_00, "cash", command_id="slip-1"))
            assert again.is_repeat
            assert floor.house.ledger.balance("player/ann") == held
            await floor.round()
            await floor.round("t2")

    run(work())
    assert audited(house) == []
    with closing(open_journal(str(house / "house.db"))) as journal:
        assert journal.rounds("stream = 'table/t1'", limit=1)[0].number == 7


def _places(path: Path) -> Iterator[int]:
    """Bytes all over a file."""
    size = path.stat().st_size
    yield from range(size // 23, size, size // 11)


def test_an_altered_byte_is_found_and_named(house: Path) -> None:
    move(house)
    file = house / "house.db-archive" / "2026-07.db"
    whole = file.read_bytes()
    for place in _places(file):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            found = audited(house)
        except JournalError as error:
            found = [str(error)]
        assert any(str(file) in words for words in found), place
    file.write_bytes(whole)
    assert audited(house) == []


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE packed_entry SET who = 'eve' WHERE position = 5", "chain: broken: position 5"),
        ("DELETE FROM packed_entry WHERE position = 6", "chain: removed: position 6"),
        ("UPDATE packed_posting SET cents = cents + 1 WHERE position = 7", "its postings are not those"),
        ("UPDATE packed_round SET number = 99 WHERE number = 1", "was played and is not in the list"),
        ("UPDATE packed_entry SET body = x'00' WHERE position = 8", "cannot be read"),
    ],
)
def test_what_was_altered_in_an_archive_is_named(house: Path, sql: str, words: str) -> None:
    """Also when whoever altered it made the live store say that this is the file."""
    move(house)
    file = house / "house.db-archive" / "2026-07.db"
    with closing(apsw.Connection(str(file))) as altered:
        altered.execute(sql)
    with closing(SqliteStore(house / "house.db")) as store:
        assert [str(file) in each for each in store.altered_archives()] == [True]
        with store.writing():
            store.run("UPDATE archive SET digest = ? WHERE month = '2026-07'", (digest_of(file),))
    found = "\n".join(audited(house))
    assert words in found


def test_a_missing_file_is_named(house: Path) -> None:
    move(house)
    file = house / "house.db-archive" / "2026-07.db"
    file.unlink()
    result = CliRunner().invoke(app, ["audit", "--store", str(house / "house.db")])
    assert result.exit_code != 0
    assert f"the archive {file} of this house is missing" in " ".join(result.output.split())
    with pytest.raises(JournalError, match=r"2026-07.db of this house is missing"):
        House.open(str(house / "house.db"), CATALOGUE, house / "house.key")


def test_a_backup_has_the_archives_and_a_later_one_takes_them_from_it(played: Path, house: Path) -> None:
    where, key = str(house / "house.db"), house / "house.key"
    move(house, "2026-08")
    first = house.parent / "first"
    assert backup(where, key, first).archives == ("2026-07",)
    move(house)
    second = house.parent / "second"
    assert backup(where, key, second, earlier=first).archives == ("2026-07", "2026-08")
    july = Path("house.db-archive") / "2026-07.db"
    assert (first / july).stat().st_ino == (second / july).stat().st_ino != (house / july).stat().st_ino
    again = house.parent / "again"
    restore(second, str(again / "house.db"), again / "house.key")
    assert answers(again) == answers(played)
    assert audited(again) == []
    (second / july).unlink()
    with pytest.raises(JournalError, match=r"2026-07.db is missing"):
        restore(second, str(again / "other.db"), again / "other.key")


def test_it_refuses_what_is_not_over_and_a_house_that_is_served(house: Path) -> None:
    path = str(house / "house.db")

    async def work() -> None:
        async with floor_at(path, house, CATALOGUE, Time(begin_of("2026-09") + 2 * _DAY_MS)) as floor:
            await floor.until_deciding()
            floor.house.journal.store.be_present()
            with pytest.raises(JournalError, match="is being served"):
                move(house)

    run(work())
    with closing(open_store(path)) as store, pytest.raises(JournalError, match=r"is not over: t1\.7"):
        list(archive(store, "2026-10", begin_of("2026-10")))
    for month, words in (("2026-10", "has not begun"), ("July", "not a month")):
        with pytest.raises(JournalError, match=words):
            move(house, month)
    assert [moved.month.name for moved in move(house, "2026-9")] == ["2026-07", "2026-08"]


def test_a_postgresql_store_says_what_to_do_instead(postgres: object) -> None:
    from tests.house.conftest import fresh_schema

    with (
        closing(open_store(fresh_schema(postgres))) as store,
        pytest.raises(JournalError, match="partitions"),
    ):
        list(archive(store, "2026-08", _NOW))


def test_the_command(house: Path) -> None:
    said = CliRunner().invoke(app, ["archive", str(house / "house.db"), "--before", "2026-08"])
    assert said.exit_code == 0, said.output
    assert "2026-07.db: 5 Rounds" in said.output
    assert "1 month moved" in said.output
    said = CliRunner().invoke(app, ["archive", str(house / "house.db"), "--before", "2026-08"])
    assert "There is nothing to move" in said.output
