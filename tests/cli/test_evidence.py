"""The evidence book: every paragraph, what shows it, what does it, and which program it is about."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.house.journal.program import program_hash
from croupier.rulebook import library

ROOT = Path(__file__).parents[2]


@pytest.mark.soak
def test_the_book_has_every_paragraph_with_its_scenarios_and_its_code(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    where = ["--scenarios", str(ROOT / "scenarios" / "rws-multilink"), "--tests", str(ROOT / "tests")]
    done = CliRunner().invoke(app, ["evidence", "rws-multilink@2", "-o", str(book), "--no-figures", *where])
    assert book.exists(), done.output
    text = book.read_text()
    edition = library().get("rws-multilink@2")
    assert [number for number in edition.paragraphs if f'<tr id="p{number}">' not in text] == []
    assert program_hash() in text
    assert ".scenario" in text
    assert "multilink/" in text
    assert [reading for reading in edition.readings if reading not in text] == []
    assert "serial correlation" in text
    assert re.search(r"<th>missed burn(<td>)*<a href", text), "two mistakes at once"
    for links_to in re.findall(r'<a href="#([^"]+)"', text):
        assert f'id="{links_to}"' in text


@pytest.mark.soak
def test_a_reading_about_money_stands_with_its_price(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    where = ["--scenarios", str(ROOT / "scenarios" / "mbs-freebet"), "--tests", str(ROOT / "tests")]
    CliRunner().invoke(app, ["evidence", "mbs-freebet@3", "-o", str(book), *where])
    assert re.search(r"pair_ten_face yes</code> Pair: \+42\.7\d+%", book.read_text())


def test_a_folder_that_is_none_is_refused() -> None:
    done = CliRunner().invoke(app, ["evidence", "rws-poker@7", "-o", "never.html", "--scenarios", "nowhere"])
    assert done.exit_code == 2
    assert "nowhere is not a folder here" in done.stderr


def test_a_book_is_a_page_or_a_print_of_it() -> None:
    done = CliRunner().invoke(app, ["evidence", "rws-poker@7", "-o", "book.doc"])
    assert done.exit_code == 2
    assert "ends in .html or .pdf" in " ".join(done.stderr.split())
