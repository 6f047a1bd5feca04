"""The shipped editions: complete, keyed alike, and with the figures of their documents."""

import re
from pathlib import Path

import pytest

import croupier
from croupier.money import FixedPrize, ForOne, JackpotShare, ToOne
from croupier.rulebook import REQUIRED_RULES, Edition, Rules, SettingError, library
from croupier.rulebook.settings import settle

SOURCE = Path(croupier.__file__).parent
PARAGRAPHS = {
    "rws-poker@6": 147,
    "rws-poker@7": 169,
    "rws-multilink@2": 138,
    "rws-multilink@3": 138,
    "mbs-freebet@3": 194,
}
# Numbers that the free-bet notes never used.
FREEBET_GAPS = {43, 44, 45, 47, 48, 49, 50, 51}


@pytest.fixture(params=library().ids)
def edition(request: pytest.FixtureRequest) -> Edition:
    return library().get(request.param)


@pytest.mark.parametrize(("name", "count"), PARAGRAPHS.items())
def test_every_paragraph_is_there(name: str, count: int) -> None:
    assert len(library().get(name).paragraphs) == count


def test_every_paragraph_has_a_rule_key_of_its_own(edition: Edition) -> None:
    owned = [number for numbers in edition.own_paragraphs().values() for number in numbers]
    assert sorted(owned) == sorted(edition.paragraphs)


def test_every_rule_can_be_cited(edition: Edition) -> None:
    rules = Rules.adopt(edition)
    for key in edition.rules:
        assert {citation.paragraph for citation in rules.cite(key)} <= edition.paragraphs.keys()
    assert edition.rules.keys() >= REQUIRED_RULES.keys()


def test_unnumbered_blocks_and_appendices_are_paragraphs_too() -> None:
    poker = library().get("rws-poker@7").paragraphs
    assert {"1(lead)", "1.5(tail)", "3.1.2(table)", "5.2(tail)", "5.4.2(tail)", "Appendix A"} <= poker.keys()
    assert "Appendix D" in library().get("rws-multilink@2").paragraphs


@pytest.mark.parametrize(
    ("old", "new"), [("rws-poker@6", "rws-poker@7"), ("rws-multilink@2", "rws-multilink@3")]
)
def test_keys_settings_and_policies_are_shared_between_versions(old: str, new: str) -> None:
    before, after = library().get(old), library().get(new)
    assert before.rules.keys() <= after.rules.keys()
    assert before.policies.keys() == after.policies.keys()
    assert before.readings.keys() == after.readings.keys()
    own = {"v2_512_unseen_card", "v2_515_others_choice", "v6_missed_burn"}
    assert before.settings.keys() - after.settings.keys() <= own


@pytest.mark.parametrize(
    ("key", "six", "seven"),
    [
        ("out_of_turn", "5.10", "5.12"),
        ("all_in", "3.15", "3.12"),
        ("short_all_in", "3.15.3", "3.12.3"),
        ("minimum_raise", "3.5", "3.5"),
        ("not_below_preceding", "3.16", "3.13"),
        ("acting_in_position", "1.28", "1.29"),
        ("round_of_play", "1.35", "1.36"),
        ("void_bets_returned", "5.12", "5.14"),
        ("matters_not_provided_for", "5.14", "5.16"),
        ("hole_cards_shoe", "3.9", "3.9.1"),
        ("river_shoe", "3.12", "3.9.6"),
        ("missed_street_burn", "5.14", "5.8"),
    ],
)
def test_poker_rule_under_its_number_in_each_version(key: str, six: str, seven: str) -> None:
    assert library().get("rws-poker@6").rules[key] == (six,)
    assert library().get("rws-poker@7").rules[key] == (seven,)


def test_readings_are_numbered_without_a_gap(edition: Edition) -> None:
    """An id is never given to something else and never taken away."""
    places: dict[str, list[int]] = {}
    for name in edition.readings:
        group, number = re.fullmatch(r"(.*?)(\d+)", name).groups()  # type: ignore[union-attr]
        places.setdefault(group, []).append(int(number))
    for group, numbers in places.items():
        gaps = FREEBET_GAPS if edition.game == "mbs-freebet" else set()
        assert sorted(numbers) == [n for n in range(1, max(numbers) + 1) if n not in gaps], group


def test_a_setting_and_the_reading_it_switches_name_each_other(edition: Edition) -> None:
    for name, setting in edition.settings.items():
        assert setting.reading is None or name in edition.readings[setting.reading].settings, name
    for reading in edition.readings.values():
        assert all(setting in edition.settings for setting in reading.settings), reading.id


def test_readings_that_do_not_arise_say_so() -> None:
    six, seven = library().get("rws-poker@6").readings, library().get("rws-poker@7").readings
    silent = {"IR5", "IR6", "IR7", "IR8", "IR9", "IR12", "DK1"}
    assert {name for name, reading in six.items() if "not arise" in reading.taken} == silent
    assert {name for name, reading in seven.items() if "not arise" in reading.taken} == {"IR17", "IR18"}


def test_shuffler_only_where_the_edition_knows_it() -> None:
    assert library().get("rws-poker@6").settings["device"].choices == ("card_shoe",)
    for name in ("rws-poker@7", "rws-multilink@2", "rws-multilink@3"):
        assert library().get(name).settings["device"].choices == ("card_shoe", "electronic_shuffler")


@pytest.mark.parametrize(
    ("name", "parameter", "value", "paragraph"),
    [
        ("rws-poker@6", "burnt_cards_shoe", 3, "1.8"),
        ("rws-poker@7", "burnt_cards_shoe", 4, "1.8"),
        ("rws-poker@6", "all_in_raise_percent", 50, "3.15.3"),
        ("rws-poker@7", "all_in_raise_percent", 50, "3.12.3"),
        ("rws-poker@7", "rake_ceiling", 5, "4.1"),
        ("rws-poker@7", "big_blind_multiple", 2, "1.7"),
        ("rws-multilink@2", "bonus_cap", 10_000_000, "4.1.1"),
        ("rws-multilink@3", "flop_multiple", 2, "1.11"),
        ("mbs-freebet@3", "hands_per_area_max", 4, "3.22"),
        ("mbs-freebet@3", "wagers_per_area_max", 3, "3.10"),
        ("mbs-freebet@3", "free_double_totals", (9, 10, 11), "1.1.6"),
        ("mbs-freebet@3", "dealer_stand_off_total", 22, "4.7.3"),
    ],
)
def test_figures_of_the_documents(name: str, parameter: str, value: object, paragraph: str) -> None:
    found = library().get(name).parameters[parameter]
    assert (found.value, found.paragraph) == (value, paragraph)


def pays(name: str, table: str) -> list[object]:
    return [line.pays for line in library().get(name).paytables[table].lines]


def test_multilink_pay_tables() -> None:
    bonus = [1000, 30, 25, 20, 15, 10, 5, 3]
    for name in ("rws-multilink@2", "rws-multilink@3"):
        assert pays(name, "main") == [ToOne(1)] * 4
        assert pays(name, "bonus") == [ToOne(odds) for odds in bonus]
    major = [JackpotShare(100), JackpotShare(10)]
    assert pays("rws-multilink@2", "progressive") == [*major, *map(FixedPrize, (200_000, 20_000, 10_000))]
    assert pays("rws-multilink@3", "progressive") == [*major, *map(ForOne, (400, 80, 40, 20))]


def test_freebet_pay_tables() -> None:
    assert pays("mbs-freebet@3", "main") == [ToOne(3, 2), ToOne(1), ToOne(2), ToOne(11)]
    assert pays("mbs-freebet@3", "busted") == [ToOne(odds) for odds in (100, 50, 6, 2, 1)]
    assert pays("mbs-freebet@3", "pot_of_gold") == [ToOne(odds) for odds in (100, 50, 25, 10, 3)]


@pytest.mark.parametrize(
    ("name", "setting", "low", "high"),
    [
        ("rws-poker@7", "seats", 2, 10),
        ("rws-poker@7", "rake_percent", 0, 5),
        ("mbs-freebet@3", "decks", 1, 8),
        ("mbs-freebet@3", "areas", 1, 7),
        ("mbs-freebet@3", "wagers_per_area", 1, 3),
    ],
)
def test_house_bounds_follow_the_documents(name: str, setting: str, low: int, high: int) -> None:
    found = library().get(name).settings[setting]
    assert (found.minimum, found.maximum) == (low, high)


@pytest.mark.parametrize(
    ("name", "setting", "paragraph"),
    [
        ("rws-poker@6", "small_blind", "1.7"),
        ("rws-poker@7", "small_blind", "1.7"),
        ("rws-multilink@2", "progressive_bet", "3.3"),
        ("rws-multilink@3", "progressive_bet", "3.3"),
    ],
)
def test_the_one_amount_a_table_takes_can_be_paid_in_its_chips(
    name: str, setting: str, paragraph: str
) -> None:
    with pytest.raises(SettingError, match="paid in units of lowest_chip") as refused:
        settle(library().get(name).settings, {setting: "2.50", "lowest_chip": "1"})
    assert paragraph in refused.value.paragraphs


def test_every_setting_is_asked_for_by_its_game_or_its_link(edition: Edition) -> None:
    """A parameter that nothing reads does not load; a setting that nothing reads would promise what never
    happens."""
    rooms = [SOURCE / "games" / edition.game.partition("-")[2], SOURCE / "links"]
    text = "".join(file.read_text() for room in rooms for file in room.rglob("*.py"))
    assert [name for name in edition.settings if not re.search(rf"\b{name}\b", text)] == []
