"""Effects of removal by hand."""

import numpy as np
import pytest

from croupier.analysis.catalogue import adopt
from croupier.analysis.freebet.known_cards.effects import (
    effects_of,
    shares,
    simple_count,
    value_of,
    without,
)
from croupier.analysis.freebet.terms import ACE, TEN, Terms

RULES = adopt("mbs-freebet@3", {})


def test_insurance_effects_are_those_of_the_fraction() -> None:
    """Six decks and the dealer's ace: 96 tens in 311 cards, 3 x 96/311 - 1."""
    found = effects_of(RULES, "insurance")
    assert found.base == pytest.approx(3 * 96 / 311 - 1)
    assert found.effects[TEN] == pytest.approx(3 * 95 / 310 - 3 * 96 / 311)
    assert found.effects[ACE] == pytest.approx(3 * 96 / 310 - 3 * 96 / 311)
    assert simple_count(found).tags == (*(1,) * 9, -1)
    assert simple_count(found).correlation == pytest.approx(1)


def test_pair_effects_are_those_of_the_fraction() -> None:
    """A card of one rank fewer: 12 ranks of 24 and one of 23 among 311 cards, whichever rank it is."""
    pairs = (12 * 24 * 23 + 23 * 22) / (311 * 310)
    found = effects_of(RULES, "pair")
    assert found.base == pytest.approx(12 * 23 / 311 - 1)
    assert found.effects == pytest.approx((12 * pairs - 12 * 23 / 311,) * 10)


@pytest.mark.parametrize("bet", [pytest.param("main", marks=pytest.mark.soak), "busted", "insurance"])
def test_effects_nearly_cancel_over_a_whole_deck(bet: str) -> None:
    """Removing the average card leaves the same game from a slightly smaller shoe."""
    found = effects_of(RULES, bet)
    total = float((shares() * np.array(found.effects)).sum())
    assert abs(total) < 0.05 * max(map(abs, found.effects))


def test_removing_cards_is_removing_them_from_the_shoe() -> None:
    terms = Terms.of(RULES)
    assert sum(without(terms, ACE).shoe) == 311
    assert without(terms, ACE).shoe[ACE] == 23
    assert value_of(RULES, without(terms, None), "pair") == value_of(RULES, terms, "pair")
