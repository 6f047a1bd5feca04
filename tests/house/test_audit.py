"""The audit finds whatever is not as it was written, and backups come back whole."""

import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import apsw
import pytest
from typer import Typer
from typer.testing import CliRunner

from croupier.cli.house import register
from croupier.games import catalogue
from croupier.house.anchor import Head, note, noted, signed
from croupier.house.audit import Audit, Report
from croupier.house.backup import backup, restore
from croupier.house.house import House
from croupier.house.journal import JournalError, Writing, open_journal
from croupier.house.journal.rows import encode_events
from croupier.house.journal.sealing import Sealer, SealError
from croupier.table import ShuffleCards
from high_card import CATALOGUE
from tests.house.conftest import fresh_schema
from tests.house.helpers import DEALER, done, floor_at, run, tamper

POKER = "rws-poker@7"

# An entry in a stream of its own, where the chain has no place for one.
COPIED = (
    "INSERT INTO entry SELECT {}, 'table/ghost', first, last, command_id, who, role, at, command, events,"
    " digests, hash FROM entry WHERE position = 6"
)


def filled(where: str, folder: Path) -> None:
    """Two tables of the example game with some Rounds."""

    async def work() -> None:
        async with floor_at(where, folder) as floor:
            await floor.table()
            await floor.table("t2")
            for table in ("t1", "t2", "t1"):
                await floor.round(table)

    run(work())


def audited(where: str, folder: Path, known: tuple[int, str] | None = None) -> Report:
    journal = open_journal(where)
    try:
        return Audit(journal, CATALOGUE, Sealer.from_file(folder / "house.key")).run(known=known)
    finally:
        journal.close()


def test_a_sound_house_has_nothing_to_find(where: str, tmp_path: Path) -> None:
    filled(where, tmp_path)
    report = audited(where, tmp_path)
    assert report.is_good, report.findings
    assert (report.tables, report.rounds) == (2, 3)


def test_a_house_whose_books_do_not_balance_does_not_open(where: str, tmp_path: Path) -> None:
    filled(where, tmp_path)
    tamper(where, "UPDATE balance SET cents = cents + 1 WHERE account = 'player/ann'")
    with pytest.raises(JournalError, match=r"hold 0\.01 instead of 0; croupier audit"):
        House.open(where, CATALOGUE, tmp_path / "house.key")


@pytest.mark.parametrize(
    ("sql", "check"),
    [
        ("UPDATE entry SET who = 'x' WHERE position = 5", "chain"),
        ("DELETE FROM entry WHERE position = 6", "chain"),
        ("UPDATE balance SET cents = cents + 1 WHERE account = 'player/ann'", "trial balance"),
        ("UPDATE posting SET cents = cents + 1 WHERE account = 'table/t1/stack/1'", "books"),
        (
            "UPDATE balance SET cents = cents + 1 WHERE account = 'cash' OR account = 'table/t1/stack/1'",
            "books",
        ),
        ("DELETE FROM posting WHERE account LIKE 'table/t2/%'", "books"),
        ("DELETE FROM round WHERE number = 2", "rounds"),
        ("UPDATE round SET last = NULL WHERE number = 1", "rounds"),
        ("UPDATE round SET edition = 'high-card@2' WHERE number = 1", "rounds"),
        ("UPDATE round SET first = first + 1 WHERE number = 1", "rounds"),
        ("UPDATE round SET last = last - 1 WHERE number = 1", "rounds"),
        ("UPDATE round SET opened_at = opened_at - 86400000 WHERE number = 2", "rounds"),
        ("UPDATE round SET closed_at = closed_at + 86400000 WHERE number = 2", "rounds"),
        ("UPDATE round SET closed_at = NULL WHERE number = 2", "rounds"),
        ("INSERT INTO round VALUES ('table/ghost', 1, 'high-card@1', 1, 2, 1, 1)", "rounds"),
        ("INSERT INTO round_mark VALUES ('9.9', 0, 'table/ghost', 1)", "index"),
        ("UPDATE posting SET at = at - 86400000 WHERE account LIKE 'table/t1/%'", "books"),
        ("UPDATE posting SET memo = 'a gift' WHERE account = 'player/ann'", "books"),
        ("UPDATE posting SET other = 'player/bob' WHERE account = 'cash'", "books"),
        ("UPDATE posting SET position = position + 999 WHERE account = 'player/ann'", "books"),
        ("UPDATE posting SET line = line + 7 WHERE account = 'player/ann'", "books"),
        ("UPDATE entry SET last = last + 1 WHERE position = 6", "chain"),
        (COPIED.format("0"), "chain"),
        (COPIED.format("position + 999"), "chain"),
        ("DELETE FROM head", "chain"),
    ],
)
def test_whatever_is_changed_is_found(where: str, tmp_path: Path, sql: str, check: str) -> None:
    filled(where, tmp_path)
    tamper(where, sql)
    report = audited(where, tmp_path)
    assert check in {finding.check for finding in report.findings}


def test_money_moved_on_both_sides_of_the_books_is_found(sqlite_where: str, tmp_path: Path) -> None:
    """Balances and postings changed together, the sum still zero: only the events know better."""
    filled(sqlite_where, tmp_path)
    for table in ("balance", "posting"):
        tamper(
            sqlite_where,
            f"UPDATE {table} SET cents = cents + 100 WHERE account = 'table/t1/stack/1'"
            + (
                " AND position = (SELECT max(position) FROM posting p WHERE p.account = 'table/t1/stack/1')"
                * (table == "posting")
            ),
        )
        tamper(
            sqlite_where,
            f"UPDATE {table} SET cents = cents - 100 WHERE account = 'table/t2/stack/1'"
            + (
                " AND position = (SELECT max(position) FROM posting p WHERE p.account = 'table/t2/stack/1')"
                * (table == "posting")
            ),
        )
    found = {finding.check for finding in audited(sqlite_where, tmp_path).findings}
    assert "trial balance" not in found
    assert "books" in found


@pytest.mark.parametrize("change", ["doubled", "given to another", "forgotten"])
def test_a_deposit_is_what_the_journal_says(where: str, tmp_path: Path, change: str) -> None:
    """Both sides and the balances agree with each other, and no table has anything to do with it."""
    filled(where, tmp_path)
    journal = open_journal(where)
    sql = "SELECT min(position) FROM posting WHERE account = 'player/ann'"
    position = int(journal.store.query(sql)[0][0])
    journal.close()
    changes = {
        "doubled": ("UPDATE posting SET cents = cents * 2 WHERE position = {0}",),
        "given to another": (
            "UPDATE posting SET account = 'player/eve' WHERE position = {0} AND account = 'player/ann'",
            "UPDATE posting SET other = 'player/eve' WHERE position = {0} AND other = 'player/ann'",
            "INSERT INTO balance VALUES ('player/eve', 0)",
        ),
        "forgotten": ("DELETE FROM posting WHERE position = {0}",),
    }
    for sql in changes[change]:
        tamper(where, sql.format(position))
    total = "(SELECT coalesce(sum(p.cents), 0) FROM posting p WHERE p.account = balance.account)"
    tamper(where, f"UPDATE balance SET cents = {total}")
    findings = audited(where, tmp_path).findings
    assert {finding.check for finding in findings} == {"books"}
    assert any("player/ann" in finding.words for finding in findings)


@pytest.mark.parametrize("stream", ["floor", "people", "program", "player/ann", "table/t1"])
@pytest.mark.parametrize("events", ["ff", "91c40178"])  # no list of events; an event that is not JSON
def test_what_cannot_be_read_is_found(sqlite_where: str, tmp_path: Path, stream: str, events: str) -> None:
    filled(sqlite_where, tmp_path)
    last = f"(SELECT max(position) FROM entry WHERE stream = '{stream}')"
    if stream in ("people", "program"):  # streams that a house without a server does not have
        journal = open_journal(sqlite_where)
        journal.append((Writing(stream=stream, expected=0, events=(b"{}",)),)).result()
        journal.close()
    tamper(sqlite_where, f"UPDATE entry SET events = x'{events}' WHERE position = {last}")
    assert "chain" in {finding.check for finding in audited(sqlite_where, tmp_path).findings}


def test_what_cannot_have_happened_is_found(sqlite_where: str, tmp_path: Path) -> None:
    """Nobody sits where the blinds are asked for: an audit ended there, with an error of its own."""

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            await floor.play("p", POKER, 40)

    run(work())
    journal = open_journal(sqlite_where)
    (first, *_) = [entry for entry in journal.read("table/p") if b'"PlayerSeated"' in entry.events[0]]
    elsewhere = encode_events((first.events[0].replace(b'"seat":1', b'"seat":9'), *first.events[1:]))
    tamper(sqlite_where, f"UPDATE entry SET events = x'{elsewhere.hex()}' WHERE position = {first.position}")
    report = Audit(journal, catalogue(), Sealer.from_file(tmp_path / "house.key")).run()
    journal.close()
    (found,) = [each.words for each in report.findings if each.check == "replay"][-1:]
    assert found.startswith("table/p cannot be played again: ")


def test_a_journal_cut_off_together_with_its_head_is_found_by_who_noted_the_head(
    where: str, tmp_path: Path
) -> None:
    filled(where, tmp_path)
    journal = open_journal(where)
    position, digest = journal.head()
    before = list(journal.everything())[-2]
    journal.close()
    known = (position, digest.hex())
    assert audited(where, tmp_path, known).is_good
    assert {each.check for each in audited(where, tmp_path, (position, "00" * 32)).findings} == {"head"}
    tamper(where, f"DELETE FROM entry WHERE position = {position}")
    journal = open_journal(where)
    with journal.store.writing():
        journal.store.run("UPDATE head SET position = ?, hash = ?", (before.position, before.hash))
    journal.close()
    assert "head" in {each.check for each in audited(where, tmp_path, known).findings}


def test_the_wrong_key_is_found(sqlite_where: str, tmp_path: Path) -> None:
    filled(sqlite_where, tmp_path)
    (tmp_path / "other").mkdir()
    Sealer.from_file(tmp_path / "other" / "house.key")
    report = audited(sqlite_where, tmp_path / "other")
    assert {finding.check for finding in report.findings} == {"replay"}


def test_a_house_does_not_open_with_a_new_or_another_key(where: str, tmp_path: Path) -> None:
    filled(where, tmp_path)
    with pytest.raises(SealError, match="there is no key at"):
        House.open(where, CATALOGUE, tmp_path / "other" / "house.key")
    assert not (tmp_path / "other").exists()
    Sealer.from_file(tmp_path / "another.key")
    with pytest.raises(SealError, match="cannot be opened with this house's key"):
        House.open(where, CATALOGUE, tmp_path / "another.key")


def test_trust_11_backup_and_restore_keys_and_configuration_included(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    filled(where, tmp_path)
    settings = tmp_path / "croupier.toml"
    settings.write_text("port = 8000\n")
    label = backup(where, tmp_path / "house.key", tmp_path / "copy", settings)
    key = tmp_path / "copy" / "house.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    new = tmp_path / "new"
    target = str(new / "house.db")
    if where.startswith("postgresql"):
        target = fresh_schema(request.getfixturevalue("postgres"))
    assert restore(tmp_path / "copy", target, new / "house.key", new / "croupier.toml") == label
    assert (new / "croupier.toml").read_text() == "port = 8000\n"
    assert audited(target, new).head == audited(where, tmp_path).head

    async def goes_on() -> None:
        async with floor_at(target, new) as floor:
            await floor.round()
            assert (await floor.house.look("t1")).round == ""

    run(goes_on())
    with pytest.raises(JournalError, match="already"):
        restore(tmp_path / "copy", target, new / "other.key")


def test_trust_11_a_backup_taken_under_play_is_of_one_moment(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as floor:
            await floor.table()
            for number in range(3):
                for _ in range(3):
                    await floor.round()
                done(await floor.give(ShuffleCards(by=DEALER)))
                backup(where, tmp_path / "house.key", tmp_path / f"copy{number}")

    run(work())
    if not where.startswith("postgresql"):
        restore(tmp_path / "copy1", str(tmp_path / "new" / "house.db"), tmp_path / "new" / "house.key")
        report = audited(str(tmp_path / "new" / "house.db"), tmp_path / "new")
        assert report.is_good, report.findings


def test_trust_11_a_backup_without_the_key_opens_nothing_until_the_key_is_there(
    sqlite_where: str, tmp_path: Path
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()

    run(work())
    key, copy, new = tmp_path / "house.key", tmp_path / "copy", tmp_path / "new"
    backup(sqlite_where, key, copy, has_key=False)
    assert sorted(each.name for each in copy.iterdir()) == ["backup.json", "house.db"]
    with pytest.raises(JournalError, match=r"put the house's key at .*new.key"):
        restore(copy, str(new / "house.db"), new / "new.key")
    assert not (new / "house.db").exists()
    new.mkdir()
    (new / "new.key").write_bytes(key.read_bytes())
    restore(copy, str(new / "house.db"), new / "new.key")

    async def again() -> None:
        house = House.open(str(new / "house.db"), CATALOGUE, new / "new.key")
        assert (await house.look("t1")).version > 0
        await house.close()

    run(again())


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entry SET who = CAST(x'ff41' AS TEXT) WHERE position = 2",
        "UPDATE entry SET stream = CAST(x'ff41' AS TEXT) WHERE position = 2",
        "UPDATE posting SET other = CAST(x'ff41' AS TEXT)",
        "UPDATE balance SET account = CAST(x'ff41' AS TEXT) WHERE account = 'cash'",
        "INSERT INTO round (stream, number, edition, first, opened_at)"
        " VALUES (CAST(x'ff' AS TEXT), 1, 'x', 1, 1)",
    ],
)
def test_trust_21_a_broken_character_is_told_of(sqlite_where: str, tmp_path: Path, sql: str) -> None:
    """Among the findings, or where there is no going on as the sentence that the command line says."""

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            await floor.table()

    run(work())
    connection = apsw.Connection(sqlite_where)
    connection.execute(sql)
    connection.close()
    with suppress(JournalError):
        assert not audited(sqlite_where, tmp_path).is_good


def test_trust_21_an_end_that_was_cut_off_is_found_from_the_anchor(sqlite_where: str, tmp_path: Path) -> None:
    filled(sqlite_where, tmp_path)
    file, keys = tmp_path / "anchor", Sealer.existing(tmp_path / "house.key")
    journal = open_journal(sqlite_where)
    position, head = journal.head()
    note(file, signed(keys.signer, position, head, 1))
    before = list(journal.everything())[-2]
    journal.close()
    audit = lambda: audited_from(sqlite_where, tmp_path, noted(file, keys.public_keys))  # noqa: E731
    assert audit().is_good
    cut = apsw.Connection(sqlite_where)
    cut.execute("DELETE FROM entry WHERE position = ?", (position,))
    cut.execute("UPDATE head SET position = ?, hash = ?", (before.position, before.hash))
    cut.close()
    assert "head" in [finding.check for finding in audit().findings]
    file.write_bytes(file.read_bytes().replace(head.hex().encode(), b"00" * 32))
    with pytest.raises(ValueError, match="line 1: this house has not signed it"):
        noted(file, keys.public_keys)


def audited_from(where: str, folder: Path, anchors: list[Head]) -> Report:
    journal = open_journal(where)
    try:
        sealer = Sealer.existing(folder / "house.key")
        return Audit(journal, CATALOGUE, sealer).run(anchors=anchors)
    finally:
        journal.close()


def test_a_backup_that_is_not_whole_is_refused(sqlite_where: str, tmp_path: Path) -> None:
    filled(sqlite_where, tmp_path)
    backup(sqlite_where, tmp_path / "house.key", tmp_path / "copy")
    tamper(str(tmp_path / "copy" / "house.db"), "UPDATE head SET position = position - 1")
    with pytest.raises(JournalError, match="not whole"):
        restore(tmp_path / "copy", str(tmp_path / "new.db"), tmp_path / "new.key")


class TestCommands:
    """`croupier audit`, `round`, `backup` and `restore` on a house that has played poker."""

    @pytest.fixture(scope="class")
    @classmethod
    def folder(cls, tmp_path_factory: pytest.TempPathFactory) -> Path:
        folder = tmp_path_factory.mktemp("commands")

        async def work() -> None:
            async with floor_at(str(folder / "house.db"), folder, catalogue()) as floor:
                game = await floor.play("p", POKER, 0)
                while floor.house.journal.last_round("table/p") is None or floor.house.glance("p").round:  # type: ignore[union-attr]
                    await game.step()

        run(work())
        return folder

    @pytest.fixture
    def call(self, folder: Path) -> Callable[..., tuple[int, str]]:
        app = Typer()
        register(app)

        def call(*words: str, store: str = "house.db") -> tuple[int, str]:
            result = CliRunner().invoke(app, [*words, "--store", str(folder / store)])
            return result.exit_code, result.output

        return call

    def test_audit(self, call: Callable[..., tuple[int, str]]) -> None:
        code, said = call("audit")
        assert code == 0, said
        assert "plays again the same" in said
        assert call("audit", store="none.db")[0] == 2

    def test_round(self, call: Callable[..., tuple[int, str]]) -> None:
        code, said = call("round", "show", "p.1")
        assert code == 0, said
        assert "a-p's chips at seat 1" in said
        assert "stack/" not in said
        code, said = call("round", "replay", "p.1")
        assert code == 0, said
        code, said = call("round", "verify", "p.1")
        assert code == 0, said
        assert "fits the seed" in said
        assert call("round", "verify", "p.99")[0] == 2

    def test_review(self, folder: Path) -> None:
        """Every call and fold of a Round in the books has a grade."""
        from croupier.cli.main import app

        store = ["--store", str(folder / "house.db")]
        result = CliRunner().invoke(app, ["review", "p.1", *store])
        assert result.exit_code == 0, result.output
        assert "luck" in result.output
        missing = CliRunner().invoke(app, ["review", "p.99", *store])
        assert missing.exit_code == 2
        assert "there is no Round" in missing.output

    @pytest.mark.parametrize(
        "name", ["p", "p.", ".1", "p.-1", "p.1e0", "p.01x", "p.\u0661", "p.\u00b2", "p." + "9" * 30, "p.1\0"]
    )
    @pytest.mark.parametrize("verb", ["show", "replay", "verify"])
    def test_no_such_round(self, call: Callable[..., tuple[int, str]], verb: str, name: str) -> None:
        code, said = call("round", verb, name)
        assert code == 2
        assert "there is no Round" in said

    def test_a_head_beyond_all_numbers(self, call: Callable[..., tuple[int, str]]) -> None:
        assert call("audit", "--known", f"{'9' * 30}:{'0' * 64}")[0] == 2
        code, said = call("audit", "--known", f"{'9' * 15}:{'0' * 64}")
        assert code == 1
        assert "the end has been cut off" in said

    @pytest.mark.parametrize("words", [("audit",), ("round", "show", "p.1"), ("backup", "never")])
    def test_looking_makes_no_key(
        self, call: Callable[..., tuple[int, str]], folder: Path, words: tuple[str, ...]
    ) -> None:
        """A new key opens nothing, and would stand in the way of the right one."""
        missing = folder / "elsewhere" / "house.key"
        code, said = call(*words, "--key", str(missing))
        assert code == 2
        assert "there is no key" in said
        assert not missing.exists()
        assert not Path("never").exists()

    @pytest.mark.parametrize("words", [("audit",), ("round", "show", "p.1"), ("backup", "never")])
    def test_what_is_no_store_is_said_in_a_sentence(
        self, call: Callable[..., tuple[int, str]], folder: Path, words: tuple[str, ...]
    ) -> None:
        (folder / "text.db").write_text("hello, I am no database, but I am long enough to be looked at")
        (folder / "folder.db").mkdir(exist_ok=True)
        for store in ("text.db", "folder.db"):
            code, said = call(*words, store=store)
            assert code == 2
            assert store in said

    @pytest.mark.parametrize("label", ["", "{}", '{"engine": 1}'])
    def test_a_folder_that_is_no_backup(
        self, call: Callable[..., tuple[int, str]], tmp_path: Path, label: str
    ) -> None:
        (tmp_path / "backup.json").write_text(label)
        code, said = call("restore", str(tmp_path), store="nothing.db")
        assert code == 2
        assert "is not the label of a backup" in said

    def test_what_a_deleted_store_left_behind_stays_out_of_a_restored_one(
        self, call: Callable[..., tuple[int, str]], folder: Path
    ) -> None:
        call("backup", str(folder / "copy3"))
        (folder / "torn.db-wal").write_bytes(b"of another store")
        code, said = call("restore", str(folder / "copy3"), store="torn.db")
        assert code == 2
        assert "torn.db-wal is there already" in said

    def test_backup_and_restore(self, call: Callable[..., tuple[int, str]], folder: Path) -> None:
        code, said = call("backup", str(folder / "copy"))
        assert code == 0, said
        code, said = call("restore", str(folder / "copy"), store="again.db")
        assert code == 0, said
        assert call("audit", store="again.db")[0] == 0
        assert call("restore", str(folder / "copy"), store="again.db")[0] == 2

    def test_an_altered_store_fails_the_audit(
        self, call: Callable[..., tuple[int, str]], folder: Path
    ) -> None:
        call("backup", str(folder / "copy2"))
        call("restore", str(folder / "copy2"), store="altered.db")
        tamper(str(folder / "altered.db"), "UPDATE entry SET who = 'nobody' WHERE position = 4")
        code, said = call("audit", store="altered.db")
        assert code == 1
        assert "position 4" in said
