"""The kernel's hands against the live table; `python -m tests.analysis.live_poker 200000` plays more."""

import pytest

from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.poker.provider import Poker
from croupier.games.poker import POKER
from croupier.rulebook import Edition, Library, Rules
from tests.analysis.drafts import draft
from tests.analysis.live_poker import HOUSES, compare
from tests.effort import EFFORT

V7 = Library().get("rws-poker@7")


@pytest.mark.parametrize("edition", ["rws-poker@6", "rws-poker@7"])
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: " ".join(house) or "defaults")
def test_trust_4_simulated_hands_are_live_hands(edition: str, house: dict[str, str]) -> None:
    raked = compare(Library().get(edition), house, 300 * EFFORT, seed=3)
    assert (raked > 0) == (house.get("rake_cap") != "0")


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_any_number_of_players(seats: int) -> None:
    assert compare(V7, {}, 200, seed=seats, stacks=(50_000,) * seats) > 0


# What a number of the book may become, and the rake moves with it.
MONEY = {"big_blind_multiple": 3, "initial_raise_big_blinds": 2}


@pytest.mark.parametrize("base", ["rws-poker@6", "rws-poker@7"])
def test_simulated_hands_of_a_draft_are_live_hands(base: str) -> None:
    assert compare(draft(base, {**MONEY, "burnt_cards_shoe": 5}), {}, 300, seed=5) > 0


def rake(edition: Edition) -> int:
    rules = Rules.adopt(edition, {}, POKER.policies)
    return Poker().simulator(rules, Asked()).run(7, 2_000).sums["rake"]


def test_the_rake_moves_with_the_money() -> None:
    usual = rake(V7)
    for name, value in MONEY.items():
        assert rake(draft("rws-poker@7", {name: value})) != usual, name


def test_no_figure_is_given_that_would_not_hold_at_the_table() -> None:
    changed = draft("rws-poker@7", {"hole_cards": 1, "hole_packet": 1})
    with pytest.raises(AnalysisError, match="2 Hole Cards"):
        Poker().simulator(Rules.adopt(changed, {}, POKER.policies), Asked())
