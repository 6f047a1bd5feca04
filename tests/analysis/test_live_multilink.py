"""The fast rounds against the live table; `python -m tests.analysis.live_multilink 200000` plays more."""

import pytest

from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.multilink.provider import MultiLink
from croupier.games.multilink.game import MULTILINK
from croupier.rulebook import Library, Rules
from tests.analysis.drafts import draft
from tests.analysis.live_multilink import compare


@pytest.mark.parametrize(
    "edition", [pytest.param("rws-multilink@2", marks=pytest.mark.soak), "rws-multilink@3"]
)
def test_trust_4_simulated_rounds_are_live_rounds(edition: str) -> None:
    # All 17 ways a round can end occur among them.
    assert compare(Library().get(edition), 15_000, seed=int(edition[-1])) == 17


def test_simulated_rounds_of_a_draft_are_live_rounds() -> None:
    """Other numbers everywhere; the kernel and the table pay the same cents."""
    numbers = {"flop_multiple": 3, "turn_multiple": 2, "river_multiple": 2, "bonus_cap": 400_00}
    lines = {"main.flop": "2 to 1", "main.turn": "3 to 1", "main.river": "4 to 1", "main.ante": "5 to 1"}
    lines |= {"bonus.low_pair": "4 to 1", "bonus.high_pair": "11 to 1", "progressive.straight": "25 for 1"}
    assert compare(draft("rws-multilink@3", numbers, lines), 1_000, seed=4) > 3


@pytest.mark.parametrize(("name", "value"), [("dealer_cards", 1), ("progressive_board_cards", 4)])
def test_no_figure_is_given_that_would_not_hold_at_the_table(name: str, value: int) -> None:
    rules = Rules.adopt(draft("rws-multilink@3", {name: value}))
    for bet in MULTILINK.priced:
        with pytest.raises(AnalysisError, match=name):
            MultiLink().edge(rules, bet, Asked())
    with pytest.raises(AnalysisError, match=name):
        MultiLink().simulator(rules, Asked())
