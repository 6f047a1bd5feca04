"""What a new version changes: behaviour first, and a moved number is not a changed rule."""

import pytest

from croupier.rulebook import RulebookError, UnknownKeyError, compare, library, load_edition, same_rule

from .conftest import Writer

SIX, SEVEN = "rws-poker@6", "rws-poker@7"
BOTH = (library().get(SIX), library().get(SEVEN))

# Old number -> new number, written from the documents by hand.
RENUMBERED = {
    **{f"1.{number}": f"1.{number + 1}" for number in range(15, 43)},
    "1.19i": "1.20i",
    "1.19ii": "1.20ii",
    "3.9": "3.9.1",
    "3.9.1": "3.9.2",
    "3.9.1a": "3.9.2a",
    "3.9.1b": "3.9.2b",
    "3.10": "3.9.3",
    "3.10.1": "3.9.4",
    "3.10.1a": "3.9.4a",
    "3.10.1b": "3.9.4b",
    "3.10.1c": "3.9.4c",
    "3.10.1d": "3.9.4d",
    "3.11": "3.9.5",
    "3.12": "3.9.6",
    "3.13": "3.9.7",
    "3.14": "3.11",
    "3.14.1": "3.11.1",
    "3.14.2": "3.11.2",
    "3.14.2a": "3.11.2a",
    "3.14.2b": "3.11.2b",
    "3.14.2c": "3.11.2c",
    "3.14.2d": "3.11.2d",
    "3.14.2e": "3.11.2e",
    "3.15": "3.12",
    "3.15.1": "3.12.1",
    "3.15.2": "3.12.2",
    "3.15.3": "3.12.3",
    "3.15.4": "3.12.4",
    "3.16": "3.13",
    "3.17": "3.14",
    "5.7": "5.9",
    "5.8": "5.10",
    "5.8.1": "5.10.1",
    "5.8.2": "5.10.2",
    "5.9": "5.11",
    "5.10": "5.12",
    "5.10.1": "5.12.1",
    "5.10.2": "5.12.2",
    "5.10.3": "5.12.3",
    "5.10.4": "5.12.4",
    "5.11": "5.13",
    "5.12": "5.14",
    "5.13": "5.15",
    "5.14": "5.16",
}
NEW_IN_SEVEN = {
    "1.15",
    "3.9",
    "3.10",
    *(f"3.10.{number}" for number in range(1, 9)),
    *(f"3.10.3{letter}" for letter in "ab"),
    *(f"3.10.5{letter}" for letter in "abcd"),
    "5.7",
    "5.8",
    "5.8.1",
    "5.8.2",
    "5.8.3",
}
# Numbers outside the definitions that exist in both versions with different content.
TRAPS = {
    "3.9.1", "3.10.1", "3.11", "3.12", "3.13", "3.14",
    "5.7", "5.8", "5.8.1", "5.8.2", "5.9", "5.10", "5.10.1", "5.10.2", "5.11", "5.12", "5.13", "5.14",
}  # fmt: skip


def test_poker_renumbering() -> None:
    comparison = compare(library().get(SIX), library().get(SEVEN))
    assert {move.old: move.new for move in comparison.moved} == RENUMBERED


def test_poker_numbers_that_now_mean_something_else() -> None:
    moved = compare(library().get(SIX), library().get(SEVEN)).moved
    traps = {move.old for move in moved if move.is_trap}
    assert traps >= TRAPS
    seven = library().get(SEVEN).paragraphs
    assert traps == {old for old in RENUMBERED if old in seven}
    assert {"3.15", "3.16", "3.17", "5.10.3", "3.14.2e"}.isdisjoint(traps)


def test_poker_new_rules() -> None:
    comparison = compare(library().get(SIX), library().get(SEVEN))
    assert {number for rule in comparison.new_rules for number in rule.paragraphs} == NEW_IN_SEVEN
    assert comparison.removed_rules == ()
    assert len(library().get(SEVEN).paragraphs) - len(library().get(SIX).paragraphs) == len(NEW_IN_SEVEN)


def test_poker_behaviour_comes_with_policies_parameters_and_settings() -> None:
    behaviour = compare(library().get(SIX), library().get(SEVEN)).behaviour
    kinds = [difference.kind for difference in behaviour]
    assert kinds == ["change"] * 9 + ["policy"] * 4 + ["parameter"] * 3 + ["setting"] * 4
    named = {(item.kind, item.name): (item.before, item.after) for item in behaviour}
    assert named["policy", "missed_street_burn"] == ("manager_decides", "reconstruct_or_reshuffle")
    assert named["parameter", "burnt_cards_shoe"] == ("3", "4")
    assert named["parameter", "community_packet"] == ("(none)", "5")
    assert "electronic_shuffler" in named["setting", "device"][1]
    assert named["setting", "v6_missed_burn"][1] == "(none)"


def test_poker_wording() -> None:
    reworded = compare(library().get(SIX), library().get(SEVEN)).reworded
    assert len(reworded) == 6
    assert all(difference.kind == "wording" and difference.rules for difference in reworded)


def test_multilink_changes() -> None:
    comparison = compare(library().get("rws-multilink@2"), library().get("rws-multilink@3"))
    named = {(item.kind, item.name): (item.before, item.after) for item in comparison.behaviour}
    assert named["pay line", "progressive.four_of_a_kind"] == ("2,000 fixed", "400 for 1")
    assert named["pay line", "progressive.full_house"] == ("200 fixed", "80 for 1")
    assert named["pay line", "progressive.flush"] == ("100 fixed", "40 for 1")
    assert named["pay line", "progressive.straight"] == ("(none)", "20 for 1")
    assert {name for kind, name in named if kind == "pay line"} == {
        f"progressive.{hand}" for hand in ("four_of_a_kind", "full_house", "flush", "straight")
    }
    assert {name for kind, name in named if kind == "policy"} == {"exposed_card", "wrong_number_in_hand"}
    assert comparison.moved == comparison.new_rules == comparison.removed_rules == ()


def test_every_gist_that_differs_is_explained() -> None:
    for old, new in ((SIX, SEVEN), ("rws-multilink@2", "rws-multilink@3")):
        comparison = compare(library().get(old), library().get(new))
        subjects = {change.subject for change in library().get(new).changes}
        assert {difference.name for difference in comparison.reworded} <= subjects


def test_edition_against_itself() -> None:
    comparison = compare(library().get(SEVEN), library().get(SEVEN))
    assert not any(
        (
            comparison.behaviour,
            comparison.new_rules,
            comparison.removed_rules,
            comparison.reworded,
            comparison.moved,
        )
    )


def test_backwards_new_rules_are_removed_ones() -> None:
    comparison = compare(library().get(SEVEN), library().get(SIX))
    assert comparison.new_rules == ()
    assert {number for rule in comparison.removed_rules for number in rule.paragraphs} == NEW_IN_SEVEN
    assert {move.new: move.old for move in comparison.moved} == RENUMBERED


def test_unexplained_gist_is_reworded(write: Writer) -> None:
    old = load_edition(write())
    new = load_edition(write(('gist = "Sixes win."', 'gist = "Sixes always win."')))
    (difference,) = compare(old, new).reworded
    assert (difference.name, difference.before, difference.after) == (
        "winning",
        "Sixes win.",
        "Sixes always win.",
    )


def test_different_games_do_not_compare() -> None:
    with pytest.raises(RulebookError, match="different games"):
        compare(library().get(SIX), library().get("mbs-freebet@3"))


def test_same_rule_in_other_editions() -> None:
    found = same_rule(library().get(SEVEN), "5.12", BOTH)
    assert found.keys == ("out_of_turn",)
    (elsewhere,) = found.elsewhere
    assert (elsewhere.edition, elsewhere.paragraphs, elsewhere.is_borrowed) == (SIX, ("5.10",), False)


def test_same_rule_where_the_other_edition_is_silent() -> None:
    (elsewhere,) = same_rule(library().get(SEVEN), "5.8", BOTH).elsewhere
    assert (elsewhere.paragraphs, elsewhere.is_borrowed) == (("5.14",), True)
    assert same_rule(library().get(SEVEN), "3.10.1", BOTH).elsewhere == ()


def test_same_rule_of_an_unknown_paragraph() -> None:
    with pytest.raises(UnknownKeyError, match=r"rws-poker@7 has no paragraph '5\.17'"):
        same_rule(library().get(SEVEN), "5.17", ())
