"""A draft from the plain text of a new version: what moved, changed in words, is new or is gone."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from croupier.rulebook import Edition, RulebookError, load_edition
from croupier.rulebook.document import align, read_text
from croupier.rulebook.drafting import draft_text

from .conftest import Writer

OLD = """\
Dice at the Inn
Contents
1. General
2. Playing

## 1. General

- 1.1 **Round** runs from the moment somebody calls until everybody has been paid by the innkeeper.
- 1.2 The innkeeper decides whatever else comes up at the table and may act for anybody who is absent.

## 2. Playing

- 2.1 A guest puts down a stake of at least one coin before the dice are rolled, as said in 1.2.
- 2.2 Two dice are rolled from the leather cup and every six that is showing wins for the guests.
"""
NEW = """\
1. General

1.1 Round runs from the moment somebody calls until everybody has been paid by the innkeeper.
1.2 The cup is made of leather and is inspected by a guest each evening.
1.3 The innkeeper decides whatever else comes up at the table and may act for anybody who is absent.

2. Playing

2.1 A guest puts down a stake of at least one coin before the dice are rolled, as said in 1.3.
2.2 Three dice are rolled from the leather cup and every six that is showing wins for the guests.
2.2.1 A die that falls from the table is rolled again by the same guest.
"""


@pytest.fixture
def base(write: Writer) -> Edition:
    return load_edition(write())


def test_what_moved_changed_and_is_new(base: Edition) -> None:
    found = align(base, read_text(NEW, base), read_text(OLD, base))
    assert found.kept == {"1.1": "1.1", "1.2": "1.3", "2.1": "2.1", "2.2": "2.2"}
    assert (found.new, found.gone) == (("1.2", "2.2.1"), ())
    (change,) = found.changed
    assert (change.number, change.differing) == ("2.2", 1)
    assert (change.figures_before, change.figures_after) == (("two",), ("three",))


def test_what_is_gone(base: Edition) -> None:
    found = align(base, read_text(OLD.replace("- 2.1", "").replace("2.2", "2.1"), base), read_text(OLD, base))
    assert (found.gone, found.kept["2.2"]) == (("2.1",), "2.1")


def test_without_the_old_text_our_gists_must_do(base: Edition) -> None:
    found = align(base, read_text(NEW, base), None)
    assert (found.kept["1.2"], found.kept["2.2"], found.changed) == ("1.3", "2.2", ())


def test_a_draft_has_numbers_and_none_of_the_sentences(base: Edition, tmp_path: Path) -> None:
    found = align(base, read_text(NEW, base), read_text(OLD, base))
    text = draft_text("inn-dice@2", base, datetime(2024, 5, 1, tzinfo=UTC), found)
    assert '"1.2" = "1.3"' in text
    assert '# KEY = ["2.2.1"]' in text
    assert "# 2.2: 1 of 18 words differ; figures two -> three. Does the gist still hold?" in text
    assert not any(words in text for words in ("leather", "absent", "somebody calls"))
    assert [row["number"] for row in tomllib.loads(text)["paragraph"]] == ["1.2", "2.2.1"]
    file = tmp_path / "inn-dice@2.toml"
    file.write_text(text)
    with pytest.raises(RulebookError, match=r"paragraph 1\.2: kind: .. is not allowed; allowed"):
        load_edition(file)  # it is for a person to complete
    said = text.replace('kind = ""', 'kind = "setup"').replace('gist = ""', 'gist = "Ours."')
    file.write_text(
        said.replace("# KEY = ", "", 1).replace("# KEY", "again").replace('["1.2"]', 'new = ["1.2"]')
    )
    assert load_edition(file).rules["matters_not_provided_for"] == ("1.3",)


def test_parameters_of_a_draft_name_their_paragraph_by_its_new_number(base: Edition) -> None:
    """A paragraph is put in before 2.2, so dice and pay table stand in 2.3."""
    more = NEW.replace("2.2", "2.3").replace("2.3 Three", "2.2 A marker lies beside the cup.\n2.3 Three")
    found = align(base, read_text(more, base), read_text(OLD, base))
    assert found.kept["2.2"] == "2.3"
    text = draft_text("inn-dice@2", base, datetime(2024, 5, 1, tzinfo=UTC), found)
    assert "# dice = { value = 2 }   # 2.3" in text
    assert "# [paytables.main]       # 2.3" in text


def test_letters_tails_and_tables(base: Edition) -> None:
    listed = "2. Play\n2.1 Dice:\n - a. first;\n - second\n - c. third.\n\nand so on.\n"
    assert read_text(f"{listed}2.2 Pays:\nsix\t2\nfive\t1\n", base) == {
        "2.1": "Dice:",
        "2.1a": "first;",
        "2.1b": "second",
        "2.1c": "third.",
        "2.1(tail)": "and so on.",
        "2.2": "Pays: six\t2 five\t1",
    }


def test_a_text_without_numbers_is_refused(base: Edition) -> None:
    with pytest.raises(RulebookError, match="no numbered paragraphs"):
        read_text("Roll the dice.\nWin.\n", base)
