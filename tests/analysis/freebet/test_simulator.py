"""Simulated rounds agree with the exact figures, and the seams to the rest of the analysis hold.

The long run is `python -m bench.freebet_math --rounds 1e8`.
"""

import pickle
from math import sqrt

import msgspec
import numpy as np
import pytest

from croupier.analysis.catalogue import adopt, edge, provider_of
from croupier.analysis.figures import Asked
from croupier.analysis.freebet import bets
from croupier.analysis.freebet.charted import best_chart, chart_value
from croupier.analysis.freebet.simulating.simulate import simulate
from croupier.analysis.freebet.simulating.simulator import chart_for, simulator_of
from croupier.analysis.freebet.terms import Terms
from tests.analysis.freebet.live import random_chart
from tests.analysis.freebet.tables import EDITION, rules_with, terms_with

ROUNDS = 3_000_000


def result_of(terms: Terms, counts: np.ndarray) -> tuple[float, float]:
    """Mean and standard error of the main wager."""
    nets = np.array([float(net) for _, net in sorted(bets.main_nets(terms).items())])
    number = int(counts.sum())
    mean = float((counts * nets).sum()) / number
    return mean, sqrt((float((counts * nets**2).sum()) / number - mean**2) / number)


@pytest.mark.parametrize("decks", [1, 8])
def test_the_chart_earns_what_its_exact_value_says(decks):
    terms = terms_with(decks=decks)
    chart = best_chart(terms)
    mean, error = result_of(terms, simulate(terms, chart, ROUNDS, seed=11).main)
    assert abs(mean - chart_value(terms, chart)) < 3 * error


@pytest.mark.parametrize("capped", ["live_original_plus_busted", "capped_at_original"])
def test_any_chart_earns_what_its_exact_value_says(capped):
    """A chart of random decisions splits tens, doubles against aces and gives up good hands."""
    import random

    terms = terms_with(decks=1, dealer_blackjack_loss=capped, split_unlike_tens=False)
    chart = random_chart(terms, random.Random(4))
    mean, error = result_of(terms, simulate(terms, chart, ROUNDS, seed=12).main)
    assert abs(mean - chart_value(terms, chart)) < 3 * error


def test_all_bets_agree_with_their_exact_figures():
    rules = rules_with(decks=6)
    tally = simulator_of(rules, Asked()).run(5, ROUNDS)
    stakes = simulator_of(rules, Asked()).stakes
    for bet in (bets.PAIR, bets.BUSTED, bets.POT_OF_GOLD):
        figures = provider_of(rules).edge(rules, bet, Asked())
        assert abs(tally.sums[bet] / stakes[bet] / ROUNDS - figures.ev) < 3 * figures.sd / sqrt(ROUNDS), bet
    counts = tally.counts[bets.INSURANCE]
    offered = counts["won"] + counts["lost"]
    insured = bets.insurance_figures(rules, Asked())
    assert abs(offered / ROUNDS - 1 / 13) < 3 * sqrt(1 / 13 / ROUNDS)
    assert abs((2 * counts["won"] - counts["lost"]) / offered - insured.ev) < 3 * insured.sd / sqrt(offered)


def test_the_same_seed_gives_the_same_totals_and_another_does_not():
    simulator = simulator_of(rules_with(), Asked())
    again = pickle.loads(pickle.dumps(simulator))
    assert simulator.run(9, 20_000) == again.run(9, 20_000)
    assert simulator.run(9, 20_000) != simulator.run(10, 20_000)


def test_figures_of_every_bet_are_complete_and_go_out_as_json():
    rules = adopt(EDITION, {"FB-A02": "no", "decks": "6"})
    for figures in edge(rules):
        assert sum(way.probability for way in figures.outcomes) == pytest.approx(1, abs=1e-12)
        # Split hands are taken as independent given the Dealer's end: the main wager's results miss its exact
        # expectation by some millionths (docs/mathematics-freebet.md); every other bet is counted out.
        near = 1e-5 if figures.bet == "main" else 1e-12
        mean = sum(way.probability * way.net for way in figures.outcomes)
        assert mean == pytest.approx(figures.ev, abs=near)
        assert figures.house_edge == -figures.ev
        assert figures.sd > 0
        assert figures.paragraphs
        assert figures.assumed["paid_double_on_free_hand"] == "no"
        assert msgspec.json.decode(msgspec.json.encode(figures))["bet"] == figures.bet


def test_the_strategy_has_a_chart_for_money_and_one_for_markers():
    rules = rules_with(decks=6)
    strategy = provider_of(rules).strategy(rules, Asked())
    titles = [chart.title for chart in strategy.charts]
    assert titles[:6] == [
        f"{what} {on}"
        for on in ("with money on the hand", "with a marker only")
        for what in ("Hard totals", "Soft totals", "Pairs")
    ]
    hard, marker = strategy.charts[0], strategy.charts[3]
    row = {each[0]: dict(zip(hard.columns, each, strict=True)) for each in hard.rows}
    free = {each[0]: dict(zip(marker.columns, each, strict=True)) for each in marker.rows}
    assert row["16"]["T"] == "Rh"
    assert row["17"]["9"] == "S"
    assert free["17"]["9"] == "H"
    assert row["11"]["A"] == "Fh"


def test_risk_grows_with_the_root_of_the_hours():
    from croupier.analysis.freebet.sections import ROUNDS_PER_HOUR, _risk

    rules = rules_with(decks=6)
    terms = Terms.of(rules)
    (table,) = _risk(rules, Asked()).tables
    bands = {int(row[0]): [float(each.replace(",", "")) for each in row[1:]] for row in table.rows}
    assert all(band == sorted(band) for band in bands.values())
    widths = {hours: band[-1] - band[0] for hours, band in bands.items()}
    assert widths[50] / widths[1] == pytest.approx(sqrt(50), rel=0.03)
    # In the long run the middle of the band is the average, and its width so many standard deviations.
    average = 50 * ROUNDS_PER_HOUR * 25 * chart_value(terms, best_chart(terms))
    one_sd = 25 * bets.main_figures(rules, Asked()).sd * sqrt(50 * ROUNDS_PER_HOUR)
    assert bands[50][len(bands[50]) // 2] == pytest.approx(average, abs=one_sd / 20)


def test_a_chart_that_is_kept_is_the_chart_that_is_searched():
    for decks in (1, 6, 8):
        rules = rules_with(decks=decks)
        kept, searched = chart_for(rules, Asked()), best_chart(Terms.of(rules))
        assert kept.agrees_with(searched)
        assert (kept.even_money, kept.insure) == (searched.even_money, searched.insure)
