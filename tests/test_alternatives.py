"""Scenarios under other choices of the House: none breaks, and one that makes a choice shows what it does."""

import pytest

from tests.alternatives import SHELF, choices, under_alternatives

# They show how far a choice reaches: where it makes no difference.
ALIKE = {
    "big-blind-twice-beside-who-waits",
    "covering-all-in-on-request",
    "dead-button-and-who-waits-on-it",
    "dead-button-two-players-and-back",
    "no-walk-once-hands-are-shown",
    "side-pot-of-active-players-stays-theirs",
    "walk-without-a-small-blind",
}


def test_a_scenario_that_chooses_a_reading_fails_without_the_choice() -> None:
    made = [each for game in SHELF.finished for each in choices(game)]
    assert {path.stem for path, _, differs in made if not differs} == ALIKE
    assert {chosen for _, chosen, _ in made} == {chosen for _, chosen, differs in made if differs}


@pytest.mark.soak
@pytest.mark.parametrize("game", SHELF.finished)
def test_no_scenario_breaks_under_any_other_choice(game: str) -> None:
    changed = [each for each in under_alternatives(game) if each.first]
    assert changed  # the alternatives are alternatives
