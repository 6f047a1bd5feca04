"""The page that compares the games says what the mathematics says today."""

import re
from pathlib import Path

import pytest

from croupier.analysis.catalogue import adopt, bets_of, edge_of
from croupier.analysis.figures import Asked
from croupier.analysis.risk.rounds import bands, moments
from croupier.analysis.words import bet_name

PAGE = (Path(__file__).parents[2] / "docs" / "comparison.md").read_text("utf-8")
ROUNDS = 240


@pytest.mark.parametrize("edition", ["mbs-freebet@3", "rws-multilink@2", "rws-multilink@3"])
def test_every_bet_stands_there_with_todays_figures(edition: str) -> None:
    rules = adopt(edition, {})
    for bet in bets_of(rules):
        figures = edge_of(rules, bet, Asked())
        found = moments(figures)
        row = (
            f"| {edition} | {bet_name(bet)} | {100 * figures.house_edge:.4f}% | {found.sd:.4f} | "
            f"{found.skewness:+.3f} | {100 * found.hit_frequency:.3f}% | "
            f"{100 * bands(figures, ROUNDS).behind:.3f}% |"
        )
        assert row in PAGE


def test_what_version_3_changed_is_the_difference_of_the_edges() -> None:
    old, new = (edge_of(adopt(f"rws-multilink@{version}", {}), "progressive", Asked()) for version in (2, 3))
    assert f"{100 * (old.house_edge - new.house_edge):+.4f}%" in PAGE


def test_the_rake_is_that_of_the_bots() -> None:
    rakes = [edge_of(adopt(f"rws-poker@{version}", {}), "rake", Asked()) for version in (6, 7)]
    told = re.search(r"the rake is ([\d.]+) big blinds", PAGE)
    assert told is not None
    assert {f"{100 * each.house_edge:.1f}" for each in rakes} == {told[1]}
