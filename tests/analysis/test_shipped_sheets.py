"""The par sheets that ship with the pages say what the mathematics says today."""

from html import escape
from importlib.resources import files

import pytest

from croupier.analysis.catalogue import adopt, edge
from croupier.analysis.concerns import concerns
from croupier.analysis.words import bet_name
from croupier.rulebook import library


@pytest.mark.parametrize("edition", library().ids)
def test_a_sheet_shows_todays_figures(edition: str) -> None:
    """`make sheets` renews them after an edition or the mathematics has changed."""
    sheet = files("croupier").joinpath("web", "par", f"{edition}.html").read_text("utf-8")
    rules = adopt(edition, {})
    for bet in edge(rules):
        row = f"<td>{bet_name(bet.bet)}</td><td>{escape(bet.unit)}</td><td>{100 * bet.house_edge:.4f}%</td>"
        assert row in sheet
    for section in concerns(rules):
        assert f">{escape(section.title)}</h2>" in sheet
        for table in section.tables:
            for cell in table.rows[-1]:
                assert escape(cell, quote=False) in sheet
