"""What a house set under an earlier program, whose bounds were wider, opens, audits and plays on."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.faults.autoplay import Autoplay
from croupier.games import GAMES, catalogue
from croupier.house.answers import Acknowledged, Declined
from croupier.house.audit import Audit
from croupier.house.history.index import seated
from croupier.house.journal import open_journal
from croupier.house.journal.sealing import Sealer
from croupier.rulebook import Edition, Library, Rules, SettingError
from croupier.rulebook.edition import Setting
from croupier.table import Catalogue
from croupier.table.bots import RandomBot
from tests.house.helpers import MANAGER, Floor, done, floor_at, run

EDITIONS = Library().ids

# A Small Blind that the table's chips cannot pay: bounded since (1.7, 4.1).
UNEVEN = {"small_blind": "2.50", "lowest_chip": "1.00", "table_stake_min": "100"}


class _Earlier(Library):
    """The editions as a program knew them that bounded nothing."""

    def get(self, name: str) -> Edition:
        found = super().get(name)
        return replace(found, settings={each.name: _unbounded(each) for each in found.settings.values()})


def _unbounded(setting: Setting) -> Setting:
    return replace(setting, minimum=None, maximum=None, not_below=None, multiple_of=None)


def _earlier() -> Catalogue:
    return Catalogue(_Earlier(), GAMES)


async def _play(floor: Floor, table: str, edition: str, settings: dict[str, Any]) -> None:
    """Some Rounds under good settings, then some more under those that are taken up."""
    game = await floor.play(table, edition, 40)
    done(await floor.desk.change_rules(MANAGER, table, edition, settings))
    await _on(game)


async def _on(game: Autoplay, steps: int = 80) -> None:
    for _ in range(steps):
        answer = await game.step()
        assert isinstance(answer, Acknowledged), answer


def _made(where: str, folder: Path, edition: str, settings: dict[str, Any]) -> None:
    async def work() -> None:
        async with floor_at(where, folder, _earlier()) as floor:
            await floor.play("opened", edition, 60, settings=settings)
            await _play(floor, "changed", edition, settings)

    run(work())


def _audit(where: str, folder: Path) -> None:
    journal = open_journal(where)
    report = Audit(journal, catalogue(), Sealer.from_file(folder / "house.key")).run()
    journal.close()
    assert report.is_good, report.findings
    assert not report.notes


def test_a_store_of_wider_bounds_opens_plays_on_and_audits_clean(where: str, tmp_path: Path) -> None:
    _made(where, tmp_path, "rws-poker@7", UNEVEN)
    _audit(where, tmp_path)

    async def work() -> None:
        async with floor_at(where, tmp_path, catalogue()) as floor:
            for table in ("opened", "changed"):
                look = await floor.house.look(table)
                assert look.rules.money("small_blind") == 2_50
                bots = {player: RandomBot(5) for player in seated(look.game, look.state).values()}
                await _on(Autoplay(floor.house, table, bots))
                for row in list(floor.rounds.search(table=table))[1:]:
                    assert floor.rounds.verify(row.id).is_verified

    run(work())
    _audit(where, tmp_path)


def test_a_new_table_and_a_change_are_held_to_todays_bounds(sqlite_where: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with floor_at(sqlite_where, tmp_path, catalogue()) as floor:
            answers = [await floor.desk.open_table(MANAGER, "new", "rws-poker@7", UNEVEN)]
            done(await floor.desk.open_table(MANAGER, "good", "rws-poker@7"))
            answers.append(await floor.desk.change_rules(MANAGER, "good", "rws-poker@7", UNEVEN))
            for answer in answers:
                assert isinstance(answer, Declined)
                assert "small_blind: 2.50" in answer.reason
                assert "1.7" in answer.reason

    run(work())


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_bound_is_for_new_tables_alone(edition: str) -> None:
    """Each setting one step outside each of its bounds: refused when chosen, kept when it was taken."""
    shelf, found = catalogue(), catalogue().library.get(edition)
    tried = 0
    for setting in found.settings.values():
        for value in _outside(found, setting):
            tried += 1
            with pytest.raises(SettingError) as refused:
                shelf.rules(edition, {setting.name: value})
            assert refused.value.paragraphs
            assert Rules.accepted(found, {setting.name: value})[setting.name] == value
    assert tried >= 5


def _outside(edition: Edition, setting: Setting) -> list[Any]:
    if setting.type not in ("money", "integer"):
        return []
    below = [setting.minimum] if isinstance(setting.minimum, int) else []
    if setting.not_below is not None:
        below.append(edition.settings[setting.not_below].default)
    above = [setting.maximum + 1] if isinstance(setting.maximum, int) else []
    return [low - 1 for low in below if isinstance(low, int)] + above
