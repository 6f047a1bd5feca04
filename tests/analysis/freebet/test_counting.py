"""The counter's view: shoes dealt to the cutting card, ramps by hand, index numbers against solved shoes."""

from dataclasses import replace
from math import log, sqrt

import numpy as np
import pytest

from croupier.analysis.catalogue import adopt
from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.freebet.against_ace import insurance_value
from croupier.analysis.freebet.charted import best_chart_value
from croupier.analysis.freebet.known_cards.counter import Curve, Dealt, Point, best_ramp, curves, ramp
from croupier.analysis.freebet.known_cards.counting import counting_tables
from croupier.analysis.freebet.known_cards.effects import BETS, effects_of
from croupier.analysis.freebet.known_cards.indexes import Index, indexes, per_count
from croupier.analysis.freebet.optimal import optimal
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.terms import TEN, Terms

RULES = adopt("mbs-freebet@3", {})
TAGS = {
    "main": (-1, 1, 0, 1, 1, 1, 0, -1, -1, -1),
    "pair": (0,) * 10,
    "busted": (0, -1, 0, 1, 1, 1, 1, 1, 1, 1),
    "pot_of_gold": (1, -1, -1, -1, 0, -1, -1, 0, 0, 1),
    "insurance": (*(1,) * 9, -1),
}


def whole(curve: Curve) -> tuple[float, float]:
    """Over all counts: expectation per bet that can be made, and its standard error."""
    often = sum(point.often for point in curve.points)
    mean = sum(point.often * point.ev for point in curve.points) / often
    return mean, sqrt(sum((point.often * point.error) ** 2 for point in curve.points)) / often


@pytest.mark.parametrize("areas", [1, 4])
def test_a_shoe_of_one_round_is_a_fresh_shoe(areas: int) -> None:
    """Nothing has been seen, so every count is 0 and every bet what it is from a full shoe."""
    found = curves(RULES, Dealt(0.01, areas, 1_000_000), TAGS)
    for bet in ("main", "pair", "busted", "pot_of_gold"):
        assert [point.true_count for point in found[bet].points if point.often] == [0], bet
    for bet, exact in {
        "main": best_chart_value(Terms.of(RULES)),
        "pair": -35 / 311,
        "busted": -0.085070,
        "pot_of_gold": -0.078948,
        "insurance": -23 / 311,
    }.items():
        mean, error = whole(found[bet])
        assert abs(mean - exact) < 4 * error + 1e-6, bet


def test_deep_in_the_shoe_counts_spread_and_tell() -> None:
    found = curves(RULES, Dealt(rounds=1_000_000), TAGS)
    assert sum(point.often for point in found["main"].points) == pytest.approx(1)
    assert sum(point.often for point in found["insurance"].points) == pytest.approx(1 / 13, abs=0.002)
    for bet in BETS:
        if bet != "pair":
            assert found[bet].line[1] > 0, bet
    # A third of the cards are tens at a true count of 104/39: rounded down it gains from 3 on.
    assert found["insurance"].good_from == 3
    assert found["pair"].good_from is None


def test_more_areas_see_more_cards_and_go_less_deep_round_by_round() -> None:
    alone, full = (curves(RULES, Dealt(0.75, areas, 200_000), TAGS)["main"] for areas in (1, 7))
    assert alone.points[-1].often > full.points[-1].often > 0


def coin(chance: float) -> Curve:
    """An even bet that is won with a chance, at one count."""
    ev = 2 * chance - 1
    return Curve("main", (), (Point(0, 1.0, ev, 0.01, sqrt(1 - ev**2), ((1.0, chance), (-1.0, 1 - chance))),))


def test_a_ramp_by_hand() -> None:
    """A coin of 51 in 100: ruin is (49/51)^b, N0 is the variance over 0.02 squared."""
    found = ramp(coin(0.51), lambda _: 2.0)
    assert found.per_100 == pytest.approx(4)
    assert found.error == pytest.approx(2)
    assert found.sd == pytest.approx(2 * sqrt(1 - 0.02**2))
    assert found.n0 == pytest.approx((1 - 0.02**2) / 0.02**2)
    assert found.score == pytest.approx(1e6 / found.n0)
    assert found.exponent == pytest.approx(log(0.51 / 0.49) / 2)
    assert found.ruin(100) == pytest.approx((49 / 51) ** 50)
    assert ramp(coin(0.49), lambda _: 1.0).ruin(1000) == 1
    assert best_ramp(coin(0.49), 8, least=0).played == 0


def test_bets_rise_with_the_count_and_looking_on_costs_nothing() -> None:
    curve = curves(RULES, Dealt(rounds=1_000_000), TAGS)["pot_of_gold"]
    playing, looking = (best_ramp(curve, 8, least=least) for least in (1, 0))
    units = [bet for _, bet in looking.units]
    assert units[0] == 0
    assert max(units) == 8
    assert looking.per_100 > 0
    assert looking.score > playing.score
    assert looking.played < 0.25
    assert playing.played == pytest.approx(1)


def test_the_index_of_insurance_by_hand() -> None:
    """By its own perfect count it is even at 104/39 with the ace counted: 8/13, of six decks."""
    effects = effects_of(RULES, "insurance")
    slope = per_count(np.array(effects.effects)[:, None], TAGS["insurance"], 312)[0]
    assert -effects.base / slope == pytest.approx(104 / 39 - 8 / 13 / 6, abs=0.02)
    assert insurance_value(Terms.of(RULES), 0) < 0


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, str, str], Index]:
    terms = Terms.of(RULES)
    curve = curves(RULES, Dealt(rounds=200_000), TAGS)["main"]
    listed = indexes(RULES, terms, curve)
    assert [each.worth for each in listed] == sorted((each.worth for each in listed), reverse=True)
    return {(each.hand, each.dealer, each.other): each for each in listed}


def test_index_numbers_hold_in_shoes_that_are_solved(found: dict[tuple[str, str, str], Index]) -> None:
    """Hard 13 against a ten is surrendered from +1 on, 14 not below -3: at counts of +4 and -5, so it is."""
    thirteen, fourteen = found["13", "T", "surrender"], found["14", "T", "hit"]
    assert 0 < thirteen.true_count < 2
    assert thirteen.from_above
    assert -4 < fourteen.true_count < -2
    assert not fourteen.from_above
    rich = optimal(replace(Terms.of(RULES), gone=(0, 5, 0, 5, 5, 5, 0, 0, 0, 0)))
    poor = optimal(replace(Terms.of(RULES), gone=(4, 0, 0, 0, 0, 0, 0, 4, 4, 16)))
    for low in (3, 4):  # 4 and 9, 5 and 8
        assert rich[TEN, low, 11 - low].action is Action.SURRENDER
        assert poor[TEN, low, 11 - low].action is Action.HIT
    for low in (3, 4):  # 4 and ten, 5 and 9
        assert rich[TEN, low, 12 - low].action is Action.SURRENDER
        assert poor[TEN, low, 12 - low].action is Action.HIT


@pytest.mark.parametrize(
    ("dealt", "says"),
    [
        (Dealt(1.5), "such as 0.75"),
        (Dealt(0.99), "deal at most"),
        (Dealt(areas=8), "give 1 to 7"),
        (Dealt(rounds=0), "give 1 or more"),
    ],
)
def test_nonsense_is_refused(dealt: Dealt, says: str) -> None:
    with pytest.raises(AnalysisError, match=says):
        curves(RULES, dealt, TAGS)


def test_a_spread_of_none_is_refused() -> None:
    with pytest.raises(AnalysisError, match="give 1 or more"):
        best_ramp(coin(0.51), 0, least=0)


@pytest.mark.soak
def test_every_table_of_the_counter_has_its_note() -> None:
    tables = counting_tables(RULES, Asked(), Dealt(rounds=300_000))
    assert len(tables) == 7
    assert all(table.note and table.rows for table in tables)
