"""Which editions there are, and which is in force at which minute."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from croupier.rulebook import EditionError, Library, RulebookError, Rules, UnknownKeyError, in_force, library
from croupier.rulebook import library as library_function

from .conftest import WHOLE, Writer

MINUTE = timedelta(minutes=1)
EFFECTIVE = {
    "rws-poker@6": "2020-04-07T08:00:00+08:00",
    "rws-poker@7": "2023-04-19T08:00:00+08:00",
    "rws-multilink@2": "2020-06-28T08:00:00+08:00",
    "rws-multilink@3": "2020-12-08T08:00:00+08:00",
    "mbs-freebet@3": "2025-06-02T09:00:00+08:00",
}


def test_editions_are_listed_by_game_and_version() -> None:
    shipped = library().ids
    assert set(shipped) >= EFFECTIVE.keys()
    assert list(library().games) == sorted({name.partition("@")[0] for name in shipped})
    for game in library().games:
        versions = [edition.version for edition in library().editions(game)]
        assert versions == sorted(versions)
    assert [edition.id for edition in library().editions()] == list(shipped)


def test_versions_from_900_are_for_drafts_that_never_ship() -> None:
    """Tests draft under these numbers: whatever ships next, nothing has its name already."""
    assert [edition.id for edition in library().editions() if edition.version >= 900] == []


@pytest.mark.parametrize(("name", "moment"), EFFECTIVE.items())
def test_takes_effect_at_its_hour(name: str, moment: str) -> None:
    assert library().get(name).effective == datetime.fromisoformat(moment)


@pytest.mark.parametrize(
    ("game", "hour", "before", "after"),
    [
        ("rws-poker", EFFECTIVE["rws-poker@7"], "rws-poker@6", "rws-poker@7"),
        ("rws-multilink", EFFECTIVE["rws-multilink@3"], "rws-multilink@2", "rws-multilink@3"),
    ],
)
def test_in_force_a_minute_before_at_and_after_the_hour(
    game: str, hour: str, before: str, after: str
) -> None:
    moment = datetime.fromisoformat(hour)
    assert in_force(game, moment - MINUTE).id == before
    assert in_force(game, moment).id == after
    assert in_force(game, moment + MINUTE).id == after


@pytest.mark.parametrize("name", ["rws-poker@6", "rws-multilink@2", "mbs-freebet@3"])
def test_before_the_first_edition(name: str) -> None:
    game, first = name.partition("@")[0], datetime.fromisoformat(EFFECTIVE[name])
    with pytest.raises(RulebookError) as refused:
        in_force(game, first - MINUTE)
    assert f"no edition of {game} is in force at" in str(refused.value)
    assert f"the first, {name}, takes effect on {first.isoformat(' ', 'minutes')}" in str(refused.value)
    assert in_force(game, first).id == name
    assert in_force(game, first + MINUTE).id == name


def test_other_time_zones_are_the_same_moment() -> None:
    assert in_force("rws-poker", datetime(2023, 4, 19, 0, 0, tzinfo=UTC)).id == "rws-poker@7"
    assert in_force("rws-poker", datetime(2023, 4, 18, 23, 59, tzinfo=UTC)).id == "rws-poker@6"


def test_naive_moment_is_refused() -> None:
    with pytest.raises(RulebookError, match="offset from UTC"):
        in_force("rws-poker", datetime(2024, 1, 1))


def test_unknown_game_and_edition() -> None:
    with pytest.raises(UnknownKeyError, match="no game 'rws-pokr'; did you mean 'rws-poker'"):
        in_force("rws-pokr", datetime.now(UTC))
    with pytest.raises(UnknownKeyError, match="no edition 'rws-poker@908'; did you mean 'rws-poker@"):
        library().get("rws-poker@908")


def test_default_library_is_made_once() -> None:
    assert library_function() is library_function()
    assert library().get("rws-poker@7") is library().get("rws-poker@7")


def test_one_edition_is_read_without_the_others(tmp_path: Path, write: Writer) -> None:
    write()
    (tmp_path / "inn-dice@2.toml").write_text("not TOML at all", encoding="utf-8")
    assert Library(tmp_path, shipped=False).get("inn-dice@1").version == 1
    with pytest.raises(EditionError, match=r"inn-dice@2\.toml"):
        Library(tmp_path, shipped=False).get("inn-dice@2")


def test_in_force_reads_whole_only_the_one_in_force(tmp_path: Path, write: Writer) -> None:
    write()
    header = WHOLE.partition("[[paragraph]]")[0]
    later = header.replace("inn-dice@1", "inn-dice@2").replace("version = 1", "version = 2")
    (tmp_path / "inn-dice@2.toml").write_text(later.replace("2024", "2030"), encoding="utf-8")
    inn = Library(tmp_path, shipped=False)
    assert inn.in_force("inn-dice", datetime(2029, 12, 31, tzinfo=UTC)).id == "inn-dice@1"
    with pytest.raises(EditionError, match="paragraph: missing"):
        inn.in_force("inn-dice", datetime(2031, 1, 1, tzinfo=UTC))


def test_two_editions_of_one_moment(tmp_path: Path, write: Writer) -> None:
    write()
    second = WHOLE.replace("inn-dice@1", "inn-dice@2").replace("version = 1", "version = 2")
    (tmp_path / "inn-dice@2.toml").write_text(second, encoding="utf-8")
    with pytest.raises(RulebookError, match="same moment: inn-dice@1, inn-dice@2"):
        Library(tmp_path, shipped=False).in_force("inn-dice", datetime(2025, 1, 1, tzinfo=UTC))


def test_same_edition_in_two_places(tmp_path: Path, write: Writer) -> None:
    write()
    inn = Library(tmp_path, shipped=False)
    with pytest.raises(EditionError, match="inn-dice@1 is already at"):
        inn.add(tmp_path)
    with pytest.raises(RulebookError, match="is not a directory"):
        inn.add(tmp_path / "missing")


def test_a_draft_of_a_shipped_game(tmp_path: Path) -> None:
    """A new version is one more file: found by date, adopted, and citing its own numbers."""
    draft = """\
[edition]
id = "rws-poker@908"
based_on = "rws-poker@7"
effective = 2931-01-01T06:00:00+08:00

[renumbered]
"4.1" = "4.10"

[settings.rake_percent]
max = "6%"
"""
    (tmp_path / "rws-poker@908.toml").write_text(draft, encoding="utf-8")
    books = Library(tmp_path)
    hour = datetime.fromisoformat("2931-01-01T06:00:00+08:00")
    assert books.in_force("rws-poker", hour - MINUTE).id == library().ids[-1]
    edition = books.in_force("rws-poker", hour)
    rules = Rules.adopt(edition, {"rake_percent": "6%"})
    assert [str(citation) for citation in rules.cite("rake")] == ["rws-poker@908 4.10"]
    assert "rws-poker@908" not in library().ids
