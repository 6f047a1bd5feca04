"""Every reading that was taken is named by something that happens."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.table import Event
from croupier.table.scenario import play, read_script
from tests.games.multilink.setting import EDITIONS, SHELF, accept, said
from tests.games.multilink.test_link import NOTHING, ROYAL, STRAIGHT_FLUSH, linked, settle
from tests.games.multilink.test_link import play as deal

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "rws-multilink"


def cited_by_link(events: list[Event]) -> set[str | None]:
    return {citation.reading for event in events for citation in event.citations}


def link_readings() -> set[str | None]:
    tables = linked("North", "South", increment_rate="20%")
    for name, cards in (("North", STRAIGHT_FLUSH), ("South", ROYAL)):
        deal(tables, name, cards, dealt_at=1_000 if name == "North" else 2_000)
        settle(tables, name)
    deal(tables, "North", NOTHING, dealt_at=3_000)
    accept(tables.give("North", said("dealer: report a foreign card")))
    return cited_by_link(tables.post.events)


def test_every_reading_is_cited_in_play() -> None:
    cited: set[str | None] = link_readings()
    for path in sorted(SCENARIOS.rglob("*.scenario")):
        script = read_script(path)
        for edition in script.editions:
            performance = play(script, edition, SHELF.game, SHELF.rules)
            cited |= {citation.reading for citation in performance.cited}
    for edition in EDITIONS:
        readings = set(SHELF.library.get(edition).readings)
        assert readings >= {f"ML-A{place:02}" for place in range(1, 51)}
        assert readings <= cited


def chosen_readings() -> Iterator[tuple[Path, str, str]]:
    """Scenarios that choose another reading than the recommended one, with the setting and the edition."""
    for path in sorted(SCENARIOS.rglob("*.scenario")):
        script = read_script(path)
        for edition in script.editions:
            settings = SHELF.library.get(edition).settings
            for line in script.settings:
                name = line.text.partition(" ")[0]
                if name in settings and settings[name].reading:
                    yield path, name, edition


CHOSEN = list(chosen_readings())


@pytest.mark.parametrize(
    ("path", "name", "edition"), CHOSEN, ids=lambda part: getattr(part, "stem", str(part))
)
def test_another_reading_really_changes_what_happens(path: Path, name: str, edition: str) -> None:
    """The same events under the recommended reading do not come out as the scenario says."""
    script = read_script(path)
    assert play(script, edition, SHELF.game, SHELF.rules).passed
    without = tuple(line for line in script.settings if line.text.partition(" ")[0] != name)
    assert not play(replace(script, settings=without), edition, SHELF.game, SHELF.rules).passed


def test_every_reading_with_a_setting_is_chosen_somewhere() -> None:
    for edition in EDITIONS:
        settings = SHELF.library.get(edition).settings.values()
        wanted = {setting.name for setting in settings if setting.reading}
        assert wanted == {name for _, name, under in CHOSEN if under == edition}
