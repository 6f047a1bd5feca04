"""An edition loads whole and consistent, or is refused with a message that says what to put right."""

from fractions import Fraction

import pytest

from croupier.money import ToOne
from croupier.rulebook import REQUIRED_RULES, EditionError, load_edition

from .conftest import WHOLE, Writer


def test_whole_edition_loads(write: Writer) -> None:
    edition = load_edition(write())
    assert (edition.id, edition.game, edition.version) == ("inn-dice@1", "inn-dice", 1)
    assert edition.effective.isoformat() == "2024-01-02T08:00:00+08:00"
    assert list(edition.paragraphs) == ["1.1", "1.2", "2.1", "2.2"]
    assert edition.parameters["prize_cap"].value == 100_000
    assert edition.parameters["doubles"].value == (2, 4)
    assert [line.pays for line in edition.paytables["main"].lines] == [ToOne(10), ToOne(1)]
    assert edition.settings["fee"].default == Fraction(5, 2)
    assert edition.settings["stake_min"].maximum == 5_000
    assert edition.readings["D1"].settings == ("ties",)
    assert edition.changes[0].rules == ("winning",)


def test_paragraph_belongs_to_the_first_key_that_lists_it(write: Writer) -> None:
    edition = load_edition(write())
    assert edition.own_paragraphs() == {
        "round_of_play": ("1.1",),
        "matters_not_provided_for": ("1.2",),
        "stake": ("2.1",),
        "winning": ("2.2",),
    }
    assert edition.keys_of("1.2")[0] == "matters_not_provided_for"


# What is replaced by what, and every part that the message must have.
REFUSED: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "not TOML": ('title = "Dice at the Inn"', "title = ", ("file", "not valid TOML", "line 6")),
    "unknown section": ("[parameters]", "[paramters]", ("paramters", "unknown field", "'parameters'")),
    "unknown edition field": (
        "operator =",
        "operater =",
        ("edition.operater", "unknown field", "'operator'"),
    ),
    "missing edition field": ('operator = "The Inn"\n', "", ("edition.operator", "missing", "text")),
    "empty text": ('title = "Dice at the Inn"', 'title = " "', ("edition.title", "is empty")),
    "version not a number": ("version = 1", 'version = "1"', ("edition.version", "whole number", "'1'")),
    "id against version": ("version = 1", "version = 2", ("edition.id", "should be inn-dice@2")),
    "date without hour": ("2024-01-02T08:00:00+08:00", "2024-01-02", ("edition.effective", "offset")),
    "date without offset": ("08:00:00+08:00", "08:00:00", ("edition.effective", "offset", "+08:00")),
    "duplicate paragraph": ('number = "2.1"', 'number = "1.2"', ("paragraph 1.2: number", "1.2 is already")),
    "unknown kind": ('kind = "betting"', 'kind = "beting"', ("paragraph 2.1: kind", "'betting'", "setup")),
    "unknown paragraph field": ('number = "2.1"', 'numbr = "2.1"', ("paragraph[3].numbr", "'number'")),
    "unknown executability": (
        '"partly"',
        '"maybe"',
        ("paragraph 1.2: executable", "'maybe'", "yes, partly, no"),
    ),
    "rule without paragraph": ('stake = ["2.1"]', "stake = []", ("rules.stake", "at least one")),
    "rule citing nothing": ('stake = ["2.1"]', 'stake = ["2.7"]', ("rules.stake", "'2.7'", "'2.")),
    "rule citing twice": ('stake = ["2.1"]', 'stake = ["2.1", "2.1"]', ("rules.stake", "twice")),
    "rule as text": ('stake = ["2.1"]', 'stake = "2.1"', ("rules.stake", "list of texts")),
    "paragraph without rule": (
        'stake = ["2.1"]',
        'stake = ["2.2"]',
        ("rules", "no rule key names paragraph 2.1"),
    ),
    "parameter citing nothing": (
        'dice = { value = 2, paragraph = "2.2"',
        'dice = { value = 2, paragraph = "9"',
        ("parameters.dice", "no paragraph '9'", "known are 1.1, 1.2, 2.1, 2.2"),
    ),
    "parameter as fraction": ("value = 2,", "value = 2.5,", ("parameters.dice.value", "2.5")),
    "parameter bad money": ('"1,000.00"', '"lots"', ("parameters.prize_cap.value", "'lots'", "amount")),
    "parameter bad type": ('type = "money" }', 'type = "cash" }', ("parameters.prize_cap.type", "money")),
    "parameter unknown field": ("dice = { value", "dice = { vale", ("parameters.dice.vale", "'value'")),
    "pay table citing nothing": (
        '[paytables.main]\nparagraph = "2.2"',
        '[paytables.main]\nparagraph = "2.3"',
        ("paytables.main", "'2.3'"),
    ),
    "pay line unreadable": (
        '"10 to 1"',
        '"10 into 1"',
        ("paytables.main.sixes.pays", "'10 into 1'", "3 to 2"),
    ),
    "pay line twice": ('key = "six",', 'key = "sixes",', ("paytables.main.sixes.key", "already")),
    "pay line unknown field": ('key = "six", pays', 'key = "six", pay', ("paytables.main.six.pay", "'pays'")),
    "policy for unknown rule": ('winning = "highest', 'wining = "highest', ("policies.wining", "'winning'")),
    "setting of unknown type": ('type = "boolean"', 'type = "bool"', ("settings.shouting.type", "boolean")),
    "setting unknown field": (
        "min = 1\n",
        "minimum = 1\n",
        ("settings.rolls.minimum", "unknown field", "'min'"),
    ),
    "setting without words": ('words = "What a tie does."\n', "", ("settings.ties.words", "missing")),
    "setting money as number": (
        'default = "5.00"',
        "default = 5",
        ("settings.stake_min.default", "text", "5"),
    ),
    "setting default unreadable": (
        "default = false",
        'default = "perhaps"',
        ("settings.shouting", "yes or no"),
    ),
    "setting default below": (
        'default = "5.00"',
        'default = "0.99"',
        ("stake_min.default", "0.99", "1.00 to 50.00"),
    ),
    "setting default above": ('default = "2.5%"', 'default = "5.1%"', ("fee.default", "5.1%", "0% to 5%")),
    "setting default no choice": ('default = "push"', 'default = "pushy"', ("ties.default", "push, lose")),
    "setting choice without choices": ('choices = ["push", "lose"]\n', "", ("ties.choices", "missing")),
    "setting citing nothing": (
        'paragraphs = ["2.1"]\nwords = "The smallest',
        'paragraphs = ["2.4"]\nwords = "The smallest',
        ("settings.stake_min", "no paragraph '2.4'"),
    ),
    "setting below unknown": (
        'not_below = "stake_min"',
        'not_below = "stake"',
        ("stake_max.not_below", "'stake_m"),
    ),
    "setting of unknown reading": (
        'reading = "D1"',
        'reading = "D2"',
        ("ties.reading", "'D2'", "known are D1"),
    ),
    "reading not naming its switch": ('settings = ["ties"]\n', "", ("settings.ties.reading", "D1")),
    "reading of unknown setting": (
        'settings = ["ties"]',
        'settings = ["ties", "tie"]',
        ("readings.D1", "'tie'", "'ties'"),
    ),
    "reading citing nothing": (
        'paragraphs = ["2.2"]\ntaken',
        'paragraphs = ["2.0"]\ntaken',
        ("readings.D1", "no paragraph '2.0'"),
    ),
    "reading unknown field": ("taken = ", "takes = ", ("readings.D1.takes", "'taken'")),
    "change of unknown rule": (
        'rules = ["winning"]',
        'rules = ["winnings"]',
        ("change 'Sixes': rules", "'winning'"),
    ),
    "change of unknown effect": (
        'effect = "behaviour"',
        'effect = "big"',
        ("change 'Sixes': effect", "behaviour, wording"),
    ),
    "change unknown field": ("since = ", "sinse = ", ("change 'Sixes': sinse", "'since'")),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_with_file_place_and_what_is_allowed(case: str, write: Writer) -> None:
    old, new, parts = REFUSED[case]
    with pytest.raises(EditionError) as refused:
        load_edition(write((old, new)))
    message = str(refused.value)
    assert message.startswith("inn-dice@1.toml: ")
    assert all(part in message for part in parts), message


@pytest.mark.parametrize("key", REQUIRED_RULES)
def test_rule_keys_of_the_core_are_required(key: str, write: Writer) -> None:
    line = next(line for line in WHOLE.splitlines() if line.startswith(f"{key} = "))
    with pytest.raises(EditionError, match=f"rules.{key}: missing"):
        load_edition(write((f"{line}\n", "")))


@pytest.mark.parametrize("section", ["paragraph", "rules"])
def test_missing_section(section: str, write: Writer) -> None:
    file = write()
    head = WHOLE.partition(f"[{section}]" if section == "rules" else f"[[{section}]]")[0]
    file.write_text(head, encoding="utf-8")
    with pytest.raises(EditionError, match=f"{section}: missing"):
        load_edition(file)


def test_edition_comes_first(write: Writer) -> None:
    file = write()
    header, _, rest = WHOLE.partition("[[paragraph]]")
    file.write_text(f"[[paragraph]]{rest}\n{header}", encoding="utf-8")
    with pytest.raises(EditionError, match="edition: should be the first section"):
        load_edition(file)


def test_paragraph_as_single_table(write: Writer) -> None:
    file = write()
    header, _, rest = WHOLE.partition("[[paragraph]]")
    file.write_text(f'{header}[paragraph]\nnumber = "1"\n[rules]\nx = ["1"]\n', encoding="utf-8")
    assert rest
    with pytest.raises(EditionError, match=r"paragraph: should be written as \[\[paragraph\]\]"):
        load_edition(file)


def test_file_is_named_after_the_edition(write: Writer) -> None:
    with pytest.raises(
        EditionError, match=r"inn-dice@2.toml: edition.id: the file should be called inn-dice@1.toml"
    ):
        load_edition(write(name="inn-dice@2.toml"))
