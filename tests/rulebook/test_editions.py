"""The five shipped editions: complete, keyed alike, and with the figures of their documents."""

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
READINGS = {"rws-poker": 94, "rws-multilink": 60, "mbs-freebet": 49}
POKER_READINGS = {
    "BT": 11,
    "AI": 10,
    "RK": 8,
    "SP": 6,
    "SD": 8,
    "BL": 16,
    "TS": 5,
    "OT": 7,
    "IR": 22,
    "DK": 1,
}
# Numbers that the free-bet notes never used.
FREEBET_GAPS = {43, 44, 45, 47, 48, 49, 50, 51}

# The readings a table may switch, each with the setting that switches it.
SWITCHES = {
    "rws-poker": {
        "AI2": "all_in_raise_threshold",
        "AI3": "raise_floor",
        "BT3": "raise_floor",
        "AI4": "short_all_in_reopens",
        "AI6": "short_all_ins_accumulate",
        "AI9": "short_blind_call",
        "BT1": "min_open_bet",
        "RK2": "rake_basis",
        "RK3": "walk_rake_base",
        "RK4": "rake_before_flop",
        "SP1": "odd_chip_to",
        "SP2": "odd_chips",
        "SD1": "all_in_reveal",
        "SD2": "early_final_order",
        "OT2": "oot_fold_rule",
        "BL2": "entry_payment",
        "BL4": "missed_small_blind",
        "BL9": "button_policy",
        "IR1": "outcome_established",
        "BT6": "fold_when_check_free",
        "BT4": "under_raise",
        "AI7": "short_open_call",
        "SD3": "compare_to",
        "BL3": "join_on_sb",
        "BL8": "absent_sb_two_left",
        "BL11": "button_after_void",
        "BL13": "relocated_on_sb",
        "TS1": "max_applies_to",
        "TS2": "min_on_topup",
        "OT3": "oot_fold",
        "OT5": "oot_limit",
        "BT8": "pointless_raise",
        "BT7": "oversized_chip_is_call",
        "AI5": "complete_short_all_in",
        "BL10": "avoid_double_big_blind",
        "BL7": "absence_unit",
        "IR2": "replacement",
        "IR13": "all_in_expose_is_fold",
        "SD4": "forced_show",
        "SP5": "side_pot_left_alone",
        "TS3": "return_stake_window",
        "BL6": "return_on_button",
    },
    "rws-multilink": {
        "ML-A01": "deal_flop_for_folded_progressive",
        "ML-A02": "increment_timing",
        "ML-A03": "reverse_increment_on_return",
        "ML-A04": "partial_win_effect",
        "ML-A05": "freeze_increments_during_payment",
        "ML-A06": "jackpot_clock",
        "ML-A07": "progressive_stake_returned_on_win",
        "ML-A08": "progressive_wrong_size_policy",
        "ML-A11": "bonus_cap_includes_stake",
        "ML-A15": "refusal_bonus_provable",
        "ML-A16": "walkaway_after_flop",
        "ML-A18": "blind_street_bets",
        "ML-A19": "accidental_peek",
        "ML-A25": "exposed_card_affected",
        "ML-A26": "missed_burn_late",
        "ML-A27": "wrong_count_unseen",
        "ML-A28": "option_default",
        "ML-A29": "outcome_established_by",
        "ML-A30": "fault_scope",
        "ML-A31": "fault_before_close",
        "ML-A33": "void_after_jackpot_paid",
        "ML-A38": "money_rounding",
        "ML-A39": "role_for_house_decision",
        "ML-A40": "decision_order",
        "ML-A42": "minor_paid_from",
        "ML-A43": "auto_detect_progressive_hands",
        "ML-A48": "reconstruction_authority",
        "ML-A49": "simultaneous_shuffler_policy",
    },
    "mbs-freebet": {
        "FB-A02": "paid_double_on_free_hand",
        "FB-A03": "dealer_blackjack_loss",
        "FB-A04": "split_unlike_tens",
        "FB-A05": "pair_ten_face",
        "FB-A06": "double_for_less",
        "FB-A07": "control_after_surrender",
        "FB-A09": "insurance_by_others",
        "FB-A10": "outsider_pog_follows",
        "FB-A12": "pay_blackjack_immediately_vs_ten",
        "FB-A13": "dealer_draws_for_busted",
        "FB-A16": "void_reverses_interim",
        "FB-A17": "error_card_policy",
        "FB-A18": "late_surrender_scope",
        "FB-A19": "late_second_card_is_initial",
        "FB-A22": "out_of_cards_policy",
        "FB-A23": "burn_policy",
        "FB-A24": "under_minimum_memory",
        "FB-A25": "declined_leftover_means_stand",
        "FB-A26": "detrimental_rule",
        "FB-A27": "power_failure_scope",
        "FB-A28": "absent_policy",
        "FB-A29": "backbettor_double_forms",
        "FB-A34": "double_after_unlike_split",
        "FB-A37": "return_sides_with_main",
        "FB-A40": "surrender_rounding",
    },
}


@pytest.fixture(params=PARAGRAPHS)
def edition(request: pytest.FixtureRequest) -> Edition:
    return library().get(request.param)


def test_every_paragraph_is_there(edition: Edition) -> None:
    assert len(edition.paragraphs) == PARAGRAPHS[edition.id]


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
    assert all(before.policies[key] != after.policies[key] for key in before.policies)
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


def test_every_reading_is_recorded(edition: Edition) -> None:
    assert len(edition.readings) == READINGS[edition.game]


@pytest.mark.parametrize("name", ["rws-poker@6", "rws-poker@7"])
def test_poker_reading_ids(name: str) -> None:
    expected = {f"{group}{place}" for group, count in POKER_READINGS.items() for place in range(1, count + 1)}
    assert library().get(name).readings.keys() == expected


@pytest.mark.parametrize("name", ["rws-multilink@2", "rws-multilink@3"])
def test_multilink_reading_ids(name: str) -> None:
    places = range(1, READINGS["rws-multilink"] + 1)
    assert library().get(name).readings.keys() == {f"ML-A{place:02}" for place in places}


def test_freebet_reading_ids() -> None:
    expected = {f"FB-A{place:02}" for place in range(1, 58) if place not in FREEBET_GAPS}
    assert library().get("mbs-freebet@3").readings.keys() == expected


def test_consequential_readings_can_be_switched(edition: Edition) -> None:
    for reading, setting in SWITCHES[edition.game].items():
        assert setting in edition.readings[reading].settings
        switch = edition.settings[setting]
        assert len(switch.choices) > 1 or switch.type == "boolean"
    special = {None, "IR12", "IR17", "IR18", "IR19", "AI3", "ML-A09"}  # the last is limits in money
    switched = {setting.reading for setting in edition.settings.values()} - special
    assert switched == SWITCHES[edition.game].keys() - {"AI3"}


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


@pytest.mark.parametrize("edition", sorted(PARAGRAPHS))
def test_every_setting_is_asked_for_by_its_game_or_its_link(edition: str) -> None:
    """A parameter that nothing reads does not load; a setting that nothing reads would promise what never
    happens."""
    found = library().get(edition)
    rooms = [SOURCE / "games" / found.id.partition("@")[0].partition("-")[2], SOURCE / "links"]
    text = "".join(file.read_text() for room in rooms for file in room.rglob("*.py"))
    assert [name for name in found.settings if not re.search(rf"\b{name}\b", text)] == []
