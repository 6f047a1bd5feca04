"""The House's view of the jackpot: each figure by a second way."""

import random
from fractions import Fraction
from math import exp

import pytest

from croupier.analysis.catalogue import adopt
from croupier.analysis.figures import AnalysisError
from croupier.analysis.multilink.house_tables import Pace, house_tables, result_after
from croupier.analysis.multilink.house_view import (
    PARTS,
    Way,
    adjustment,
    bankroll_for,
    funding,
    house_ways,
    stand_after,
    wait_for,
)
from croupier.analysis.multilink.long_run import long_run

READINGS = [
    {},
    {"partial_win_effect": "reset"},
    {"partial_win_effect": "none"},
    {"minor_paid_from": "meter", "increment_rate": "60%"},
    {"reserve_share": "10%", "increment_timing": "at_acceptance"},
]


@pytest.mark.parametrize("settings", READINGS)
@pytest.mark.parametrize("edition", ["rws-multilink@2", "rws-multilink@3"])
def test_the_house_keeps_what_players_do_not_get_back(edition: str, settings: dict[str, str]) -> None:
    """Added up way by way, and again by where the money goes: both are the stake less the long-run return."""
    run = long_run(adopt(edition, settings))
    kept = run.terms.bet * (1 - run.payback)
    ways = house_ways(run)
    assert sum(way.chance for way in ways) == 1
    assert sum(way.chance * way.result for way in ways) == kept
    assert funding(run).left == kept


def test_a_full_win_costs_the_reset_value() -> None:
    """The meter was owed before; a lost bet brings the stake less its contribution of 20%."""
    run = long_run(adopt("rws-multilink@3", {}))
    ways = {way.name: way for way in house_ways(run)}
    assert ways["lost"].result == 4_00
    assert ways["royal_flush"].result == 5_00 - 50_000_00 - 1_00
    # 2,598,960 hands of five cards, 4 of them royal; 50,000 at one bet in 649,740.
    assert funding(run).resets == Fraction(50_000_00, 649_740)


def test_waiting_is_geometric() -> None:
    found = wait_for("royal_flush")
    assert found.chance == Fraction(1, 649_740)
    for part, bets in zip(PARTS, found.quantiles, strict=True):
        assert 1 - (1 - 1 / 649_740) ** bets >= part - 1e-12
        assert 1 - (1 - 1 / 649_740) ** (bets - 1) < part


def test_the_life_of_the_meter_by_fractions() -> None:
    """Twelve bets taken one by one, moments in fractions, given that no royal flush came."""
    run = long_run(adopt("rws-multilink@3", {"increment_timing": "at_acceptance"}))
    full = sum((step.chance for step in run.steps if step.is_full), Fraction(0))
    mean, square = Fraction(run.reset), Fraction(run.reset) ** 2
    for _ in range(12):
        steps = [(step.chance / (1 - full), step.keeps, step.adds) for step in run.steps if not step.is_full]
        square = sum((p * (k * k * square + 2 * k * a * mean + a * a) for p, k, a in steps), Fraction(0))
        mean = sum((p * (k * mean + a) for p, k, a in steps), Fraction(0))
    found = stand_after(run, 12)
    assert found.mean == pytest.approx(float(mean), rel=1e-12)
    assert found.sd == pytest.approx(float(square - mean**2) ** 0.5, rel=1e-3)
    assert found.chance == pytest.approx(float((1 - full) ** 12), rel=1e-12)


def test_the_bankroll_holds_what_lundberg_promises() -> None:
    """An invented link: 2 gained with 0.9, 10 lost with 0.1. Simulated ruin stays below the bound."""
    ways = (Way("lost", Fraction(9, 10), Fraction(2)), Way("won", Fraction(1, 10), Fraction(-10)))
    rate = adjustment(ways)
    assert 0.9 * exp(-2 * rate) + 0.1 * exp(10 * rate) == pytest.approx(1)
    start = bankroll_for(ways, 0.9)
    chance, ruined = random.Random(5), 0
    for _ in range(2000):
        have = start
        for _ in range(400):
            have += -10 if chance.random() < 0.1 else 2
            if have < 0:
                ruined += 1
                break
    assert 0.01 < ruined / 2000 < 0.1


def test_the_result_is_the_same_on_a_coarser_lattice() -> None:
    """A bet's result between two places is divided: the average of many bets is exact all the same."""
    rules = adopt("rws-multilink@3", {})
    run = long_run(rules)
    ways, bets = house_ways(run), 20_000
    spread = result_after(rules, ways, run.terms.bet, bets)
    mean = float((spread.chances * spread.results).sum())
    assert mean == pytest.approx(bets * float(1 - run.payback), rel=1e-6)


def test_tables_name_their_paragraphs_and_refuse_a_link_that_does_not_play() -> None:
    rules = adopt("rws-multilink@3", {})
    found = house_tables(rules, Pace(900, 24))
    assert all(table.rows and table.paragraphs for table in found)
    # 649,740 bets at 21,600 a day.
    assert found[0].rows[0][:3] == ("royal flush", "649,740", "30.1")
    with pytest.raises(AnalysisError, match="more than 0 bets an hour"):
        house_tables(rules, Pace(0, 24))


def test_terms_under_which_no_bankroll_lasts_are_told() -> None:
    with pytest.raises(AnalysisError, match="no bankroll lasts"):
        adjustment((Way("lost", Fraction(1, 2), Fraction(1)), Way("won", Fraction(1, 2), Fraction(-3))))
