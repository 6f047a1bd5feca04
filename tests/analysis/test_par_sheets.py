"""A par sheet has every bet and every concern of its edition, with the figures that the commands tell."""

import re
from html import escape

import pytest

from croupier.analysis.advice.answering import ParSheet
from croupier.analysis.catalogue import adopt, edge
from croupier.analysis.concerns import concerns
from croupier.analysis.risk.tables import MANY, return_bands
from croupier.analysis.words import bet_name
from croupier.rulebook import library


@pytest.mark.parametrize("edition", library().ids)
def test_a_sheet_shows_the_figures_of_its_edition(edition: str) -> None:
    sheet, rules = ParSheet(edition).answered(), adopt(edition, {})
    assert edition in sheet
    for bet in edge(rules):
        unit = f'<td class="words">{escape(bet.unit)}</td>'
        row = f"<td>{bet_name(bet.bet)}</td>{unit}<td>{bet.priced}</td>"
        assert row in sheet
    for section in concerns(rules):
        assert f">{escape(section.title)}</h2>" in sheet
        for table in section.tables:
            for cell in table.rows[-1]:
                assert escape(cell, quote=False) in sheet


def test_a_sheet_has_a_cover_to_sign_and_what_a_regulator_compares() -> None:
    sheet = ParSheet("rws-multilink@3").answered()
    for words in ("Prepared by", "Checked by", "Approved by", "Signature"):
        assert words in sheet
    for words in ("hit frequency", "volatility", "Return by meter", "Actual return after many Rounds"):
        assert words in sheet
    for links_to in re.findall(r'<a href="#([^"]+)"', sheet):
        assert f'id="{links_to}"' in sheet


def test_charts_are_in_colour_that_prints() -> None:
    sheet = ParSheet("mbs-freebet@3").answered()
    assert "print-color-adjust: exact" in sheet
    for letter in "SHPFDR":
        assert f'<td class="{letter}">{letter}' in sheet


def test_the_bands_of_a_return_are_those_of_the_normal_law_where_that_holds() -> None:
    (main,) = edge(adopt("mbs-freebet@3", {}), "main")
    for rounds, row in zip(MANY, return_bands([main]).rows, strict=True):
        low, high = (float(cell.rstrip("%")) for cell in row[3:5])
        for end, sign in ((low, -1), (high, 1)):
            normal = 100 * (1 + main.ev + sign * 1.96 * main.sd / rounds**0.5)
            assert end == pytest.approx(normal, abs=0.06)
