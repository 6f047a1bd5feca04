"""The audit of one day finds what was altered in it, and reads nothing of the days before."""

import shutil
from pathlib import Path

import pytest

from croupier.house.audit import DayAudit, DayReport
from croupier.house.journal import open_journal
from croupier.house.journal.sealing import Sealer
from high_card import CATALOGUE
from tests.house.helpers import floor_at, run, tamper

_DAY_MS = 86_400_000
_FIRST_DAY = 1_700_000_000_000


def played(where: str, folder: Path) -> None:
    """Two tables on one day, one of them on the next."""
    at = [_FIRST_DAY]

    async def work() -> None:
        async with floor_at(where, folder, CATALOGUE, lambda: at[0]) as floor:
            await floor.table()
            await floor.table("t2")
            await floor.round("t1")
            await floor.round("t2")
            at[0] += _DAY_MS
            await floor.round("t1")

    run(work())


def audited(where: str, folder: Path, day: int) -> DayReport:
    journal = open_journal(where)
    try:
        since = _FIRST_DAY + day * _DAY_MS - 1000
        audit = DayAudit(journal, CATALOGUE, Sealer.existing(folder / "house.key"))
        return audit.run(since, since + _DAY_MS)
    finally:
        journal.close()


def head_of(where: str) -> tuple[int, str]:
    journal = open_journal(where)
    try:
        position, digest = journal.head()
        return position, digest.hex()
    finally:
        journal.close()


def test_days_follow_each_other_and_each_is_sound(where: str, tmp_path: Path) -> None:
    played(where, tmp_path)
    one, two = audited(where, tmp_path, 0), audited(where, tmp_path, 1)
    assert (one.findings, two.findings) == ((), ())
    assert (one.first, one.last + 1, two.last) == (1, two.first, head_of(where)[0])
    assert two.head == head_of(where)[1]
    assert (one.tables, two.tables) == (2, 1)
    nothing = audited(where, tmp_path, 5)
    assert nothing.is_good
    assert nothing.last < nothing.first
    tamper(where, f"UPDATE entry SET who = 'x' WHERE position = {one.last - 1}")
    assert not audited(where, tmp_path, 0).is_good
    assert audited(where, tmp_path, 1).is_good


@pytest.fixture(scope="module")
def two_days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("days")
    played(str(folder / "house.db"), folder)
    return folder


@pytest.mark.parametrize(
    ("sql", "check"),
    [
        ("UPDATE entry SET events = x'90' WHERE position = {middle}", "chain"),
        ("DELETE FROM entry WHERE position = {middle}", "chain"),
        ("DELETE FROM entry WHERE position = {last}", "chain"),
        ("DELETE FROM posting WHERE position = {last} AND account LIKE 'table/t1/%'", "books"),
        ("UPDATE posting SET cents = cents + 1 WHERE position >= {first}", "books"),
        (
            "UPDATE posting SET position = {middle} WHERE account = 'player/ann'"
            " AND position = (SELECT min(position) FROM posting WHERE account = 'player/ann')",
            "books",
        ),
        ("UPDATE balance SET cents = cents + 1 WHERE account = 'player/ann'", "trial balance"),
    ],
)
def test_what_was_altered_on_a_day_is_found(two_days: Path, tmp_path: Path, sql: str, check: str) -> None:
    for file in two_days.iterdir():
        shutil.copy(file, tmp_path)
    where = str(tmp_path / "house.db")
    day = audited(where, tmp_path, 1)
    tamper(where, sql.format(first=day.first, middle=(day.first + day.last) // 2, last=day.last))
    assert check in {finding.check for finding in audited(where, tmp_path, 1).findings}
