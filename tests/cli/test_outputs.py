"""Figures as tables, files and reports: whole, with names, the same bytes every time."""

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pandas
import pytest
import typer
from typer.testing import CliRunner, Result

from croupier.analysis.figures import Table
from croupier.analysis.reports.printing import _without_dates
from croupier.analysis.reports.workbook import workbook
from croupier.cli import app
from croupier.cli.console import count


def croupier(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"TERM": "dumb", "COLUMNS": "80"})


def test_csv_is_one_table_a_file_with_every_digit(tmp_path: Path) -> None:
    done = croupier("edge", "mbs-freebet@3", "--csv", str(tmp_path / "edge"))
    assert done.exit_code == 0
    files = sorted((tmp_path / "edge").iterdir())
    assert [file.name for file in files] == ["bets.csv", "outcomes.csv", "what-they-hold-for.csv"]
    assert all(str(file) in done.stdout for file in files)
    bets = pandas.read_csv(files[0], index_col="bet")
    assert bets["exact"]["Pair"] == "-35/311"
    assert bets["expectation"]["Pair"] == -35 / 311
    holds = pandas.read_csv(files[2]).set_index(["bet", "name"])["value"]
    assert "independent" in holds["Main wager", "deviation"]  # or the deviation would pass for exact


def test_what_is_no_share_of_a_stake_stands_in_no_column_of_house_edges(tmp_path: Path) -> None:
    assert croupier("edge", "rws-poker@7", "--csv", str(tmp_path)).exit_code == 0
    rake = pandas.read_csv(tmp_path / "bets.csv").iloc[0]
    assert pandas.isna(rake["house edge"])
    assert rake["price"] == "0.6335 Big Blinds"


def test_risk_says_which_distribution_takes_something_for_granted() -> None:
    main, pair = (croupier("risk", "mbs-freebet@3", "--bet", bet).stdout for bet in ("main", "pair"))
    assert "independent" in main
    assert "Every figure is from the exact" not in main
    assert "Every figure is from the exact" in pair


def test_how_many_may_be_written_short() -> None:
    assert [count(text) for text in ("2e5", "1,000", "12", "1_0")] == [200_000, 1000, 12, 10]
    for text in ("many", "1.5", "inf", ""):
        with pytest.raises(typer.BadParameter, match="10000 or 1e6"):
            count(text)
    assert "is not a whole number" in croupier("counting", "mbs-freebet@3", "--rounds", "x").stderr


def test_a_terminal_reads_names_and_a_program_keys() -> None:
    shown = croupier("edge", "mbs-freebet@3", "--bet", "Pot of Gold").stdout
    assert shown.startswith("Pot of Gold  house edge 7.8948%")
    assert "best play expectation" in shown
    assert "pot_of_gold" not in shown
    assert "ace king suited" in croupier("edge", "rws-multilink@3", "--bet", "bonus").stdout
    assert (
        '"bet": "pot_of_gold"' in croupier("edge", "mbs-freebet@3", "--bet", "pot_of_gold", "--json").stdout
    )


@pytest.mark.parametrize("command", ["edge", "strategy", "risk"])
def test_a_workbook_is_what_others_read(command: str, tmp_path: Path) -> None:
    """A sheet for each table, its columns in the first row, numbers as numbers."""
    file = tmp_path / "book.xlsx"
    assert croupier(command, "mbs-freebet@3", "--xlsx", str(file)).exit_code == 0
    sheets = pandas.read_excel(file, sheet_name=None)
    assert list(sheets)[-1] == "Notes"
    assert list(sheets["Notes"]["sheet"]) == list(sheets)[:-1]
    assert all(len(sheet) for sheet in sheets.values())
    if command == "edge":
        assert list(sheets)[:3] == ["Bets", "Outcomes", "What they hold for"]
        assert sheets["Bets"].set_index("bet")["expectation"]["Pair"] == pytest.approx(-35 / 311, abs=1e-14)


def test_a_workbook_is_the_same_every_time() -> None:
    rows = (("1,000.5", "5%"), ("x & y", "<z>"), ("=1+1", "https://a.example"))
    table = Table("A: title/with signs", ("a", "b"), rows, "note", ("1.1",))
    first = workbook((table, table))
    assert first == workbook((table, table))
    book = openpyxl.load_workbook(io.BytesIO(first))
    assert book.sheetnames == ["A  title with signs", "A  title with signs 2", "Notes"]
    cells = [[cell.value for cell in row] for row in book.worksheets[0]]
    assert cells == [["a", "b"], [1000.5, 0.05], ["x & y", "<z>"], ["=1+1", "https://a.example"]]
    assert book.worksheets[0]["A4"].data_type == "s"  # text, not a formula
    assert book.worksheets[0]["B2"].number_format == "0.00##%"
    assert [cell.value for cell in book["Notes"][2]] == ["A  title with signs", table.title, "note", "1.1"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("report", "mbs-freebet@3", "-o", "par.docx"), ".html or .pdf"),
        (("strategy", "mbs-freebet@3", "-o", "card.docx"), ".html or .pdf"),
        (("strategy", "mbs-freebet@3", "--cards", "8c8d", "-o", "card.html"), "for all hands"),
        (("strategy", "rws-poker@7", "-o", "card.html"), "no chart to print"),
        (("edge", "mbs-freebet@3", "--xlsx", "edge.csv"), "ends in .xlsx"),
        (("edge", "mbs-freebet@3", "--csv", __file__), "--csv names a folder"),
        (("risk", "mbs-freebet@3", "--rounds", "0"), "give 1 or more"),
        (("risk", "mbs-freebet@3", "--bankroll", "0.5"), "at least one stake"),
        (("risk", "rws-poker@7"), "the rake is not a bet"),
        (("edge", "mbs-freebet@3", "--with", "decks"), "write NAME=VALUE"),
        (("edge", "mbs-freebet@3", "--with", "decks=9"), "allowed: 1 to 8"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    arguments: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = croupier(*arguments)
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["edge", "risk", "strategy"])
@pytest.mark.parametrize("edition", ["mbs-freebet@3", "rws-multilink@3"])
def test_tables_fit_eighty_columns_and_nothing_is_cut_off(command: str, edition: str) -> None:
    text = croupier(command, edition).stdout
    assert "…" not in text
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 80


def test_a_card_says_in_letters_what_its_colours_say(tmp_path: Path) -> None:
    """Hard 16 against a ten: surrendered with money on it, hit with a marker only."""
    file = tmp_path / "card.html"
    assert croupier("strategy", "mbs-freebet@3", "-o", str(file)).exit_code == 0
    page = file.read_text("utf-8")
    assert "http" not in page  # needs nothing else
    money, marker = page.index("With money on the hand"), page.index("With a marker only")
    assert _line(page, money, "16").endswith('<td class="R">Rh</td><td class="H">H</td></tr>')
    assert _line(page, marker, "16").endswith('<td class="H">H</td><td class="H">H</td></tr>')
    for colour, letters in re.findall(r'<(?:td|b) class="(\w)">([^<]+)<', page):
        assert letters.startswith(colour)
    assert "T,2 against 5 H, not S" in page


def test_the_card_of_multi_link_is_its_grid_of_starting_hands(tmp_path: Path) -> None:
    file = tmp_path / "card.html"
    assert croupier("strategy", "rws-multilink@3", "-o", str(file)).exit_code == 0
    page = file.read_text("utf-8")
    cells = re.findall(r'<td class="(\w)">([^<]+)<', page)
    assert len(cells) == 169
    kinds = {"F": "B +", "D": "b -", "S": "fold"}
    assert all(letters.startswith(kinds[colour]) for colour, letters in cells)
    assert sum(colour == "S" for colour, _ in cells) == 5  # 7-2 to 3-2 offsuit


@pytest.mark.skipif(not shutil.which("chromium-headless-shell"), reason="printed by Chromium")
@pytest.mark.parametrize("edition", ["mbs-freebet@3", "rws-multilink@3"])
def test_a_card_is_one_sheet(edition: str, tmp_path: Path) -> None:
    file = tmp_path / "card.pdf"
    assert croupier("strategy", edition, "-o", str(file)).exit_code == 0
    assert re.findall(rb"/Count (\d+)", file.read_bytes()) == [b"1"]


@pytest.mark.skipif(not shutil.which("chromium-headless-shell"), reason="printed by Chromium")
def test_a_par_sheet_has_no_page_for_a_few_lines(tmp_path: Path) -> None:
    """Poker has a cover, a page of figures and readings, and one with the picture of what the rake costs."""
    file = tmp_path / "par.pdf"
    assert croupier("report", "rws-poker@7", "-o", str(file)).exit_code == 0
    assert re.findall(rb"/Count (\d+)", file.read_bytes()) == [b"3"]


def _line(page: str, start: int, hand: str) -> str:
    """The line of a hand in the first chart behind a place."""
    at = page.index(f'<tr><th scope="row">{hand}</th>', start)
    return page[at : page.index("\n", at)]


def test_a_pipe_gets_every_line_whole() -> None:
    command = [sys.executable, "-c", "from croupier.cli import app; app()", "edge", "rws-multilink@3"]
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert any(len(line) > 80 for line in done.stdout.splitlines())
    assert "…" not in done.stdout


def test_a_pdf_does_not_tell_when_it_was_printed() -> None:
    printed = b"1 0 obj<</CreationDate (D:20261116151413+00'00') /ModDate (D:20261116151413+00'00')>>"
    clean = _without_dates(printed)
    assert len(clean) == len(printed)
    assert b"2026" not in clean
