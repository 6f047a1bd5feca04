"""A successor says only what differs; what is read is complete."""

from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.money import ToOne
from croupier.rulebook import Edition, EditionError, Library, library, load_edition
from croupier.rulebook.numbers import in_document_order

from .conftest import Writer

HEADER = """\
[edition]
id = "inn-dice@2"
based_on = "inn-dice@1"
effective = 2025-01-02T08:00:00+08:00
"""

Successor = Callable[[str], Edition]


@pytest.fixture
def succeed(write: Writer, tmp_path: Path) -> Successor:
    """Load a successor of the invented edition from the text of its differences."""
    write()

    def load(text: str) -> Edition:
        file = tmp_path / "inn-dice@2.toml"
        file.write_text(HEADER + text, encoding="utf-8")
        return load_edition(file)

    return load


def test_nothing_said_is_nothing_changed_but_the_header(succeed: Successor, tmp_path: Path) -> None:
    edition, base = succeed(""), load_edition(tmp_path / "inn-dice@1.toml")
    assert (edition.id, edition.game, edition.version) == ("inn-dice@2", "inn-dice", 2)
    assert (edition.operator, edition.title, edition.based_on) == (base.operator, base.title, base.id)
    assert edition.changes == ()
    for field in ("paragraphs", "rules", "parameters", "paytables", "policies", "settings", "readings"):
        assert list(getattr(edition, field).items()) == list(getattr(base, field).items())


def test_fields_given_are_laid_over_the_rest(succeed: Successor) -> None:
    edition = succeed("""
[[paragraph]]
number = "2.2"
gist = "Fives and sixes win."

[rules]
winning = ["2.2", "2.1"]

[parameters]
dice = { value = 3 }

[policies]
winning = "lowest_die"

[settings.rolls]
max = 9

[readings.D1]
taken = "A tie loses."
""")
    assert edition.paragraphs["2.2"].gist == "Fives and sixes win."
    assert (edition.paragraphs["2.2"].kind, edition.paragraphs["2.2"].executable) == ("settlement", "yes")
    assert edition.rules["winning"] == ("2.2", "2.1")
    assert (edition.parameters["dice"].value, edition.parameters["dice"].paragraph) == (3, "2.2")
    assert edition.policies == {"winning": "lowest_die"}
    assert (edition.settings["rolls"].maximum, edition.settings["rolls"].minimum) == (9, 1)
    assert (edition.readings["D1"].taken, edition.readings["D1"].title) == ("A tie loses.", "Ties")


def test_pay_lines_are_corrected_and_placed(succeed: Successor) -> None:
    edition = succeed("""
[paytables.main]
lines = [
    { key = "six", pays = "2 to 1" },
    { key = "five", pays = "1 to 1", words = "One five" },
    { key = "twelve", pays = "5 to 1", words = "Twelve", after = "sixes" },
]
""")
    lines = edition.paytables["main"].lines
    assert [(line.key, line.pays) for line in lines] == [
        ("sixes", ToOne(10)),
        ("twelve", ToOne(5)),
        ("six", ToOne(2)),
        ("five", ToOne(1)),
    ]
    assert lines[2].words == "One six"


def test_renumbered_paragraph_is_followed_by_whatever_cites_it(succeed: Successor) -> None:
    edition = succeed("""
[renumbered]
"2.1" = "2.3"
"2.2" = "2.1"

[[paragraph]]
number = "2.2"
kind = "betting"
executable = "yes"
gist = "New."

[rules]
novelty = ["2.2"]
""")
    assert list(edition.paragraphs) == ["1.1", "1.2", "2.1", "2.2", "2.3"]
    assert (edition.rules["stake"], edition.rules["winning"]) == (("2.3",), ("2.1",))
    assert edition.paragraphs["2.1"].gist == "Sixes win."
    assert edition.parameters["dice"].paragraph == "2.1"
    assert edition.paytables["main"].paragraph == "2.1"
    assert edition.settings["stake_min"].paragraphs == ("2.3",)
    assert edition.readings["D1"].paragraphs == ("2.1",)


def test_a_line_moves_all_beneath_a_number_or_all_after_it(write: Writer, tmp_path: Path) -> None:
    whole = write(('gist = "Sixes win."', 'gist = "Sixes win, by 2.1 and 1.2, at 2.1% or 2.10."')).read_text()
    whole = whole.replace('number = "2.2"', 'number = "2.1a"').replace('"2.2"', '"2.1a"')
    (tmp_path / "inn-dice@1.toml").write_text(whole)

    def moved(lines: str) -> dict[str, str]:
        (tmp_path / "inn-dice@2.toml").write_text(f"{HEADER}[renumbered]\n{lines}\n")
        paragraphs = load_edition(tmp_path / "inn-dice@2.toml").paragraphs
        return {number: paragraph.gist for number, paragraph in paragraphs.items()}

    assert list(moved('"2" = "3"')) == ["1.1", "1.2", "3.1", "3.1a"]
    assert moved('"2" = "3"')["3.1a"] == "Sixes win, by 3.1 and 1.2, at 2.1% or 2.10."
    assert list(moved('"1.1+" = "1.5"')) == ["1.5", "1.6", "2.1", "2.1a"]
    assert moved('"1.1+" = "1.5"')["2.1a"] == "Sixes win, by 2.1 and 1.6, at 2.1% or 2.10."
    assert list(moved('"1+" = "2"')) == ["2.1", "2.2", "3.1", "3.1a"]
    assert list(moved('"1+" = "2"\n"2.1a" = "4"')) == ["2.1", "2.2", "3.1", "4"], "the nearest line counts"


def test_removed_things_are_gone(succeed: Successor) -> None:
    edition = succeed("""
[removed]
paragraphs = ["2.1"]
rules = ["stake"]
parameters = ["doubles"]
paytables = ["main.six"]
settings = ["stake_min", "stake_max", "ties.reading"]
readings = ["D1.settings"]
""")
    assert "2.1" not in edition.paragraphs
    assert "stake" not in edition.rules
    assert "doubles" not in edition.parameters
    assert [line.key for line in edition.paytables["main"].lines] == ["sixes"]
    assert not {"stake_min", "stake_max"} & edition.settings.keys()
    assert edition.settings["ties"].reading is None
    assert edition.readings["D1"].settings == ()


REFUSED: dict[str, tuple[str, tuple[str, ...]]] = {
    "unknown section": ("[remvoed]\n", ("remvoed", "unknown field", "'removed'")),
    "unknown thing removed": ('[removed]\nsettings = ["rols"]\n', ("removed.settings", "'rols'", "'rolls'")),
    "unknown kind removed": ('[removed]\nrule = ["stake"]\n', ("removed.rule", "'rules'")),
    "paragraph removed that is cited": (
        '[removed]\nparagraphs = ["2.1"]\n',
        ("rules.stake", "no paragraph '2.1 of inn-dice@1'"),
    ),
    "unknown paragraph renumbered": ('[renumbered]\n"9.9" = "1.3"\n', ("renumbered.9.9", "predecessor")),
    "renumbered onto another": ('[renumbered]\n"2.1" = "2.2"\n', ("renumbered", "two paragraphs become 2.2")),
    "new setting not whole": ("[settings.novel]\nmax = 3\n", ("settings.novel", "needs 'type'")),
    "new paragraph not whole": ('[[paragraph]]\nnumber = "2.9"\n', ("paragraph", "missing")),
    "mistyped parameter": (
        "[parameters]\ndcie = { value = 3 }\n",
        ("parameters.dcie", "none of this name", "'dice'", "'paragraph'"),
    ),
    "mistyped setting": ("[settings.rols]\nmax = 3\n", ("settings.rols", "'rolls'")),
    "mistyped reading": ('[readings.D11]\ntaken = "No."\n', ("readings.D11", "'D1'")),
    "mistyped pay table": ('[paytables.mian]\nlines = [{ key = "six" }]\n', ("paytables.mian", "'main'")),
    "mistyped pay line": (
        '[paytables.main]\nlines = [{ key = "sixs", pays = "2 to 1" }]\n',
        ("paytables.main.sixs", "'sixes'", "'words'"),
    ),
    "counting on from a letter": ('[renumbered]\n"2+" = "two"\n', ("renumbered.2+", "end in a figure")),
    "line after nothing": (
        '[paytables.main]\nlines = [{ key = "six", after = "fives" }]\n',
        ("paytables.main.six.after", "no line 'fives'"),
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_mistake_in_a_successor_is_named(case: str, succeed: Successor) -> None:
    text, parts = REFUSED[case]
    with pytest.raises(EditionError) as error:
        succeed(text)
    for part in ("inn-dice@2.toml", *parts):
        assert part in str(error.value)


@pytest.mark.parametrize("base", ["inn-dice@2", "inn-dice@3", "inn-cards@1", "inn-dice"])
def test_only_an_earlier_version_of_the_game_is_a_predecessor(base: str, tmp_path: Path) -> None:
    file = tmp_path / "inn-dice@2.toml"
    file.write_text(HEADER.replace("inn-dice@1", base), encoding="utf-8")
    with pytest.raises(EditionError, match="earlier version of inn-dice"):
        load_edition(file)


def test_a_predecessor_that_is_nowhere_is_named(tmp_path: Path) -> None:
    file = tmp_path / "inn-dice@2.toml"
    file.write_text(HEADER, encoding="utf-8")
    with pytest.raises(EditionError, match="based_on: there is no edition 'inn-dice@1' here"):
        load_edition(file)


def test_a_draft_may_succeed_a_shipped_edition_or_another_draft(tmp_path: Path) -> None:
    for version, base in ((998, 7), (999, 998)):
        (tmp_path / f"rws-poker@{version}.toml").write_text(
            f'[edition]\nid = "rws-poker@{version}"\nbased_on = "rws-poker@{base}"\n'
            f"effective = {version + 2000}-01-01T08:00:00+08:00\n"
            f"[parameters]\nmissed_turns_deemed_left = {{ value = {version - 990} }}\n",
            encoding="utf-8",
        )
    books = Library(tmp_path)
    assert books.get("rws-poker@999").parameters["missed_turns_deemed_left"].value == 9
    assert books.get("rws-poker@998").parameters["missed_turns_deemed_left"].value == 8
    assert books.get("rws-poker@999").paragraphs == books.get("rws-poker@7").paragraphs


@pytest.mark.parametrize("name", library().ids)
def test_paragraph_numbers_sort_as_the_documents_print_them(name: str) -> None:
    numbers = list(library().get(name).paragraphs)
    assert sorted(set(numbers), key=in_document_order) == numbers
