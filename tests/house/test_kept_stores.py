"""What a release has written, every later one of its major version reads, replays and plays on."""

import re
import tarfile
from pathlib import Path

import pytest

from croupier.faults.autoplay import Autoplay
from croupier.games import catalogue
from croupier.house.answers import Acknowledged
from croupier.house.audit import Audit
from croupier.house.journal import open_journal
from croupier.house.journal.sealing import Sealer
from croupier.house.recovery import Recovery
from croupier.table.bots import RandomBot
from tests.house.helpers import SUPERVISOR, Floor, done, floor_at, run
from tests.house.kept_store import KEPT, write

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
NOW = "now"
RELEASED = sorted(file.name.removesuffix(".tar.xz") for file in KEPT.glob("*.tar.xz"))


@pytest.fixture(params=[*RELEASED, NOW])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of a store that a release has written; and one as it would be written today."""
    if request.param == NOW:
        write(tmp_path)
    else:
        with tarfile.open(KEPT / f"{request.param}.tar.xz") as packed:
            packed.extractall(tmp_path, filter="data")
    return tmp_path


def test_every_release_has_left_a_store() -> None:
    releases = re.findall(r"^## (\d+)\.(\d+)\.(\d+) ", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE)
    assert [".".join(each) for each in releases if int(each[0]) >= 2] == RELEASED[::-1]


def test_a_kept_store_is_read_replayed_and_played_on(kept: Path) -> None:
    where = str(kept / "house.db")

    async def work() -> None:
        async with floor_at(where, kept, catalogue()) as floor:
            over = [row.id for row in floor.rounds.search(limit=1_000) if row.last is not None]
            assert len(over) > 20
            verdicts = [floor.rounds.verify(name, use_snapshots=False) for name in over]
            assert [each.round for each in verdicts if not each.is_verified] == []
            # 1,000.00 less the tenth that Ann has won
            assert floor.house.ledger.balance("link/main/jackpot/meter") == 900_00
            assert floor.people.roster.named("Olive") is not None
            await _confirmed(floor)
            await _played_on(floor)

    run(work())
    journal = open_journal(where)
    report = Audit(journal, catalogue(), Sealer.from_file(kept / "house.key")).run()
    journal.close()
    assert report.is_good, report.findings


async def _confirmed(floor: Floor) -> None:
    """Rounds that were under way are held, and the pit confirms what their documents say."""
    recovery = Recovery(floor.house)
    held = await recovery.start()
    assert held
    for each in await recovery.waiting():
        done(await recovery.confirm(SUPERVISOR, each.table))


async def _played_on(floor: Floor) -> None:
    for table in ("rws-poker-6", "rws-multilink-3", "mbs-freebet-3"):
        bots = {f"{name}-{table}": RandomBot(number) for number, name in enumerate("ab")}
        game = Autoplay(floor.house, table, bots)
        for _ in range(60):
            assert isinstance(await game.step(), Acknowledged), table
