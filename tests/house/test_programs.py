"""Which program decided is noted; what another one decided otherwise is told apart from tampering."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.house.audit import Report
from croupier.house.history import programs as deciders
from croupier.house.history.rounds import Check, Rounds
from croupier.house.journal import HandedOver, open_journal
from croupier.house.journal.sealing import Sealer
from high_card import CATALOGUE, play
from tests.house.helpers import floor_at, run
from tests.house.test_audit import audited
from tests.patience import PATIENCE_S

EARLIER, NOW = "e" * 64, "f" * 64


def _played(where: str, folder: Path, monkeypatch: pytest.MonkeyPatch, program: str, table: str) -> None:
    """A Round that is settled, served by `program`; nothing is noted for none."""

    async def work() -> None:
        async with floor_at(where, folder) as floor:
            if program:
                monkeypatch.setattr(deciders, "program_hash", lambda: program)
                await deciders.take_over(floor.house)
            await floor.table(table)
            await floor.round(table)

    run(work())


@contextmanager
def _another_rule(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if somebody had changed what the program decides: here only which paragraph it cites."""
    right = play.settled
    with monkeypatch.context() as patch:
        patch.setattr(play, "settled", lambda *given: replace(right(*given), citations=()))
        yield


def _audited(monkeypatch: pytest.MonkeyPatch, where: str, folder: Path) -> Report:
    with _another_rule(monkeypatch):
        return audited(where, folder)


def _verified(monkeypatch: pytest.MonkeyPatch, where: str, folder: Path, round: str) -> Check:
    journal = open_journal(where)
    with _another_rule(monkeypatch):
        verdict = Rounds(journal, CATALOGUE, Sealer.from_file(folder / "house.key")).verify(round)
    journal.close()
    return next(check for check in verdict.checks if check.name == "replay")


def test_what_this_program_decides_otherwise_than_it_did_is_found(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _played(where, tmp_path, monkeypatch, NOW, "t1")
    assert audited(where, tmp_path).is_good
    report = _audited(monkeypatch, where, tmp_path)
    assert {finding.check for finding in report.findings} == {"replay"}
    assert report.notes == ()


def test_a_journal_in_which_no_program_is_noted_is_taken_for_this_ones(
    sqlite_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _played(sqlite_where, tmp_path, monkeypatch, "", "t1")
    report = _audited(monkeypatch, sqlite_where, tmp_path)
    assert {finding.check for finding in report.findings} == {"replay"}


@pytest.mark.parametrize("earlier", [EARLIER, ""])
def test_trust_27_what_an_earlier_program_decided_otherwise_is_told_with_its_name(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, earlier: str
) -> None:
    """After an upgrade that corrects a rule the journal is as sound as before, and says who decided."""
    _played(where, tmp_path, monkeypatch, earlier, "t1")
    _played(where, tmp_path, monkeypatch, NOW, "t2")
    report = audited(where, tmp_path)
    assert report.is_good
    assert report.notes == ()  # nothing was decided otherwise
    report = _audited(monkeypatch, where, tmp_path)
    (note,) = report.notes
    assert note.check == "program"
    assert note.words.startswith("table/t1: 1 decisions of ")
    assert (EARLIER if earlier else "a program that was not noted") in note.words
    (finding,) = report.findings  # t2 was decided by this very program
    assert "table/t2" in finding.words
    check = _verified(monkeypatch, where, tmp_path, "t1.1")
    assert not check.is_good
    assert (EARLIER if earlier else "a program that was not noted") in check.found
    assert "program" not in _verified(monkeypatch, where, tmp_path, "t2.1").found


def test_processes_that_start_together_note_their_program_once(where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(where, tmp_path) as one, floor_at(where, tmp_path) as other:
            await asyncio.gather(deciders.take_over(one.house), deciders.take_over(other.house))
            assert len(deciders.noted(one.house.journal)) == 1

    run(work())


def test_a_program_that_goes_on_is_noted_once(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in (EARLIER, EARLIER, NOW, NOW, EARLIER):
        monkeypatch.setattr(deciders, "program_hash", lambda program=program: program)

        async def work() -> None:
            async with floor_at(where, tmp_path) as floor:
                await deciders.take_over(floor.house)

        run(work())
    journal = open_journal(where)
    assert [each.program for each in deciders.noted(journal)] == [EARLIER, NOW, EARLIER]
    journal.close()


def test_an_earlier_program_writes_nothing_after_another_has_taken_over(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs serve one house during an upgrade: the position of the take-over says who decided what."""

    async def work() -> None:
        async with floor_at(where, tmp_path) as old, floor_at(where, tmp_path) as new:
            monkeypatch.setattr(deciders, "program_hash", lambda: EARLIER)
            before = await deciders.take_over(old.house)
            await old.table("t1")
            await old.round("t1")
            assert not before.is_over
            monkeypatch.setattr(deciders, "program_hash", lambda: NOW)
            after = await deciders.take_over(new.house)
            head = old.house.journal.head()
            with pytest.raises(HandedOver):
                await old.table("t2")
            with pytest.raises(HandedOver):
                await old.round("t1")
            assert old.house.journal.head() == head
            await new.round("t1")
            before._register.catch_up()  # as it does when it hears of it
            assert before.is_over
            assert not after.is_over
            assert after.serving.program == NOW

    run(work())
    report = audited(where, tmp_path)
    assert report.is_good, report.findings


@pytest.mark.parametrize(
    ("own", "program", "is_refused"),
    [("1.9.9", EARLIER, True), ("2.0.0", NOW, False), ("10.0.0", EARLIER, False)],
)
def test_an_earlier_version_does_not_take_the_house_back_from_a_later_one_that_lives(
    sqlite_where: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    own: str,
    program: str,
    is_refused: bool,
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as late, floor_at(sqlite_where, tmp_path) as early:
            monkeypatch.setattr(deciders, "version", lambda _: "2.0.0")
            monkeypatch.setattr(deciders, "program_hash", lambda: NOW)
            await deciders.take_over(late.house)
            late.house.follow()
            late.house.journal.store.be_present()
            monkeypatch.setattr(deciders, "version", lambda _: own)
            monkeypatch.setattr(deciders, "program_hash", lambda: program)
            early.house.journal.store.silent_s = PATIENCE_S
            if is_refused:
                with pytest.raises(
                    deciders.Superseded, match=r"2\.0\.0 serves this house, and this is 1\.9\.9"
                ):
                    await deciders.check_not_superseded(early.house)
            else:
                await deciders.check_not_superseded(early.house)

    run(work())


def test_of_two_programs_of_one_version_the_appointed_one_takes_over_once(
    sqlite_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They took the house from each other in turn, each whenever it was started again."""

    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as one, floor_at(sqlite_where, tmp_path) as two:
            two.house.journal.store.silent_s = PATIENCE_S
            monkeypatch.setattr(deciders, "program_hash", lambda: EARLIER)
            await deciders.take_over(one.house)
            one.house.follow()
            one.house.journal.store.be_present()
            await deciders.check_not_superseded(two.house)  # a second process of the same program
            monkeypatch.setattr(deciders, "program_hash", lambda: NOW)
            with pytest.raises(
                deciders.Superseded, match=r"another program of that version.*croupier appoint"
            ):
                await deciders.check_not_superseded(two.house)
            await deciders.appoint(two.house)
            await deciders.check_not_superseded(two.house)
            await deciders.take_over(two.house)
            monkeypatch.setattr(deciders, "program_hash", lambda: EARLIER)
            with pytest.raises(deciders.Superseded):
                await deciders.check_not_superseded(two.house)

    run(work())


def test_an_earlier_version_may_go_back_to_work_once_nobody_else_does(
    sqlite_where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path) as floor:
            monkeypatch.setattr(deciders, "version", lambda _: "2.0.0")
            await deciders.take_over(floor.house)
            monkeypatch.setattr(deciders, "version", lambda _: "1.0.0")
            floor.house.journal.store.silent_s = 0.01
            await deciders.check_not_superseded(floor.house)

    run(work())
