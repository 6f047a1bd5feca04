"""The best chart: exact value, no cell to improve, and never better than play by cards."""

import random

import numpy as np
import pytest

from croupier.analysis.freebet.chart import Chart
from croupier.analysis.freebet.charted import Judge, Worths, best_chart, best_chart_value, chart_value
from croupier.analysis.freebet.optimal import expectation, optimal
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.shoe.tables import tables_for
from croupier.analysis.freebet.terms import ACE, TEN
from tests.analysis.freebet.tables import terms_with


def against(terms, chart: Chart, first: int) -> float:
    tables = tables_for(terms.shoe, terms.dealer)
    return sum(value for _, _, value in Judge(Worths(terms, tables, first), chart).initial())


@pytest.mark.parametrize("decks", [pytest.param(1, marks=pytest.mark.soak), 8])
def test_a_chart_gives_a_little_away(decks):
    terms = terms_with(decks=decks)
    lost = expectation(optimal(terms)) - chart_value(terms, best_chart(terms))
    # The search keeps the value of what it ends with; judged from nothing the chart is worth the same.
    assert chart_value(terms, best_chart(terms)) == pytest.approx(best_chart_value(terms), abs=1e-12)
    # Published composition effects: some hundredths of a percent with one deck, next to nothing with eight.
    assert 0 < lost < (0.001 if decks == 1 else 0.00001)


def test_no_single_cell_can_be_changed_for_the_better():
    terms = terms_with(decks=6)
    chart = best_chart(terms)
    chance = random.Random(5)
    for _ in range(60):
        part, soft, first = chance.randrange(2), chance.randrange(2), chance.randrange(10)
        total = chance.randrange(12 if soft else 5, 21)
        changed = chart.copy()
        kind = chance.choice(("hit", "double", "surrender", "split"))
        if kind == "hit":
            changed.hit[part, soft, total, first] ^= 1
        elif kind == "double":
            cell = changed.double[part, soft, total]
            cell[first] = 0 if cell[first] else int(Action.DOUBLE)
        elif kind == "surrender" and first != ACE:
            changed.surrender[soft, total, first] ^= 1
        else:
            changed.split[part, chance.randrange(1, TEN), first] ^= 1
        assert against(terms, changed, first) <= against(terms, chart, first) + 1e-13, (
            kind,
            part,
            soft,
            total,
            first,
        )


def test_a_worse_chart_is_worth_less():
    """Hard 18 drawn to, whatever the dealer shows."""
    terms = terms_with(decks=6)
    worse = best_chart(terms).copy()
    worse.hit[0, 0, 18] = 1
    assert chart_value(terms, worse) < chart_value(terms, best_chart(terms)) - 0.01


def test_hands_with_nothing_to_lose_are_played_more_boldly():
    chart = best_chart(terms_with(decks=8))
    with_money, free = chart.hit[0, 0], chart.hit[1, 0]
    assert np.all(free[12:] >= with_money[12:])
    assert free[17, 8]
    assert not with_money[17, 8]
    assert np.all(chart.double[:, 0, 9:12] == Action.FREE_DOUBLE)
    assert np.all(chart.split[0, [0, 1, 2, 3, 5, 6, 7, 8]] == 1)
    assert not chart.split[0, [4, TEN]].any()


def test_nobody_surrenders_against_an_ace():
    for decks in (1, 8):
        assert not best_chart(terms_with(decks=decks)).surrender[:, :, ACE].any()
