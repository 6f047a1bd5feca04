"""Bonus and jackpot by hand arithmetic; the jackpot over time against playing it."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.analysis.catalogue import adopt, edge
from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.multilink.long_run import LongRun, long_run, meter_at_win
from croupier.analysis.multilink.progressive import chance_of, terms_of
from croupier.analysis.multilink.provider import MultiLink
from croupier.money import FixedPrize, ForOne, ToOne
from croupier.rulebook import Library, Rules
from tests.analysis.drafts import draft

V2, V3 = "rws-multilink@2", "rws-multilink@3"


def figures(edition: str, bet: str, settings=None, **asked: int):
    return edge(adopt(edition, settings or {}), bet, Asked(**asked))[0]


@pytest.mark.parametrize("edition", [V2, V3])
def test_bonus_by_hand(edition: str) -> None:
    # Of 1,326 * 1,225 = 1,624,350 pairs of player's and dealer's cards, per unit:
    # A-A both      6 * 1      =      6 * 1000 =   6,000      A-K suited   4 * 1,225 =  4,900 * 25 = 122,500
    # A-A alone     6 * 1,225 - 6 = 7,344 * 30 = 220,320      A-Q, A-J s   8 * 1,225 =  9,800 * 20 = 196,000
    # A-K unsuited 12 * 1,225 = 14,700 * 15    = 220,500      K-K to J-J  18 * 1,225 = 22,050 * 10 = 220,500
    # A-Q, A-J o   24 * 1,225 = 29,400 * 5     = 147,000      T-T to 2-2  54 * 1,225 = 66,150 * 3  = 198,450
    # won 1,331,270; lost 1,624,350 - 154,350 winners = 1,470,000.
    found = figures(edition, "bonus")
    assert Fraction(found.rational) == Fraction(1_331_270 - 1_470_000, 1_624_350)
    assert found.exact is True
    assert "4.1.1" in found.paragraphs


@pytest.mark.parametrize(
    ("stake", "best_line"),
    # 1,000 to 1 on 100 is 100,000, the cap; a cent more is cut, 500 is paid 200 to 1 in effect.
    [
        (9_999, Fraction(1000)),
        (10_000, Fraction(1000)),
        (10_001, Fraction(10_000_000, 10_001)),
        (50_000, 200),
    ],
)
def test_bonus_cap(stake: int, best_line: Fraction) -> None:
    found = figures(V3, "bonus", bet_size=stake)
    assert found.outcomes[0].net == pytest.approx(float(best_line))
    won = 6 * Fraction(best_line) + 1_325_270
    assert Fraction(found.rational) == (won - 1_470_000) / 1_624_350


def test_bonus_cap_that_includes_the_stake() -> None:
    # With a stake of 100 at most 99,900 are won: 999 to 1. It bites above 100,000 / 1,001.
    found = figures(V3, "bonus", {"bonus_cap_includes_stake": True}, bet_size=10_000)
    assert found.outcomes[0].net == 999
    assert Fraction(found.rational) == Fraction(6 * 999 + 1_325_270 - 1_470_000, 1_624_350)
    assert found.details["cap_bites_above"] == pytest.approx(99.9001)


@pytest.mark.parametrize(
    ("edition", "bet", "minor"),
    [
        # (624 * 2,000 + 3,744 * 200 + 5,108 * 100) / 2,598,960 dollars, whatever the bet
        (V2, 500, Fraction(2_507_600, 2_598_960 * 5)),
        (V2, 200, Fraction(2_507_600, 2_598_960 * 2)),
        (V2, 1_000, Fraction(2_507_600, 2_598_960 * 10)),
        # (624 * 400 + 3,744 * 80 + 5,108 * 40 + 10,200 * 20) / 2,598,960 of the bet
        (V3, 500, Fraction(957_440, 2_598_960)),
        (V3, 200, Fraction(957_440, 2_598_960)),
        (V3, 1_000, Fraction(957_440, 2_598_960)),
    ],
)
def test_jackpot_by_hand(edition: str, bet: int, minor: Fraction) -> None:
    meter = 10_000_000
    found = figures(edition, "progressive", bet_size=bet, meter=meter)
    # 4 hands win all and 36 a tenth of the meter: (4 + 3.6) / 2,598,960 of it.
    major = Fraction(76, 10 * 2_598_960) * meter / bet
    assert Fraction(found.rational) == minor + major - 1
    assert found.details["minor_return"] == pytest.approx(float(minor))


@pytest.mark.parametrize("edition", [V2, V3])
def test_break_even_meter_is_fair(edition: str) -> None:
    terms = terms_of(adopt(edition, {}))
    assert terms.minors + terms.share_rate * terms.break_even == terms.bet
    around = [figures(edition, "progressive", meter=int(terms.break_even) + step).ev for step in (-100, 100)]
    assert around[0] < 0 < around[1]


def test_a_tenth_is_rounded_half_up() -> None:
    nets = [figures(V3, "progressive", meter=meter).outcomes[1].net for meter in (1_004, 1_005)]
    # 10% of 10.04 is 1.00, of 10.05 it is 1.01; on a bet of 5.00
    assert nets == pytest.approx([100 / 500 - 1, 101 / 500 - 1])


@pytest.mark.parametrize(("edition", "hits"), [(V2, 4 + 36 + 624 + 3_744 + 5_108), (V3, 4 + 36)])
def test_stake_returned_is_a_reading(edition: str, hits: int) -> None:
    """Of shares and sums only: version 3 pays the smaller hands so much for 1, the stake included (4.2)."""
    kept, returned = (figures(edition, "progressive", {"ML-A07": value}) for value in ("no", "yes"))
    assert Fraction(returned.rational) - Fraction(kept.rational) == Fraction(hits, 2_598_960)


def test_what_goes_in_comes_out() -> None:
    run = long_run(adopt(V3, {}))
    # 20% of 5.00 goes in; once in 649,740 bets the house puts up 50,000; minor prizes come from the house.
    paid = 100 + Fraction(5_000_000, 649_740) + Fraction(957_440 * 500, 2_598_960)
    assert run.payback == paid / 500


def test_reserve_lowers_the_meter_not_the_reset() -> None:
    run = long_run(adopt(V3, {"reserve_share": "25%"}))
    assert (run.growth, run.reserve) == (75, 25)
    assert run.payback == (75 + Fraction(5_000_000, 649_740) + Fraction(957_440 * 500, 2_598_960)) / 500


@pytest.mark.parametrize("effect", ["deduct", "reset", "none"])
@pytest.mark.parametrize("timing", ["at_acceptance", "after_round_if_unwon"])
def test_long_run_equals_playing_it(effect: str, timing: str) -> None:
    run = long_run(adopt(V3, {"partial_win_effect": effect, "increment_timing": timing}))
    wins = _played(run, cycles=40_000)
    error = wins.std() / np.sqrt(len(wins))
    assert abs(wins.mean() - float(run.mean)) < 4 * error
    spread = meter_at_win(run)
    assert spread is not None
    for part in (0.1, 0.5, 0.9):
        assert abs((wins < spread.quantile(part)).mean() - part) < 0.01
    mean = (spread.values * spread.chances).sum()
    assert mean == pytest.approx(float(run.mean), rel=2e-3)
    assert ((spread.values - mean) ** 2 * spread.chances).sum() ** 0.5 == pytest.approx(
        float(run.variance) ** 0.5, rel=5e-3
    )


def _played(run: LongRun, cycles: int) -> np.ndarray:
    """The meter at each full win: geometric numbers of bets between major wins, one win after another."""
    chance = np.random.default_rng(5)
    majors = [
        step for step in run.steps if step.chance in (chance_of("royal_flush"), chance_of("straight_flush"))
    ]
    rate = float(sum(step.chance for step in majors))
    meters = np.full(cycles, float(run.reset))
    won = np.full(cycles, np.nan)
    grows_on_win = majors[0].adds > run.reset
    while np.isnan(won).any():
        alive = np.isnan(won)
        bets = chance.geometric(rate, cycles) - (0 if grows_on_win else 1)
        meters = np.where(alive, meters + bets * float(run.growth), meters)
        is_full = chance.random(cycles) < float(majors[0].chance) / rate
        won = np.where(alive & is_full, meters, won)
        partial = majors[1]
        after = meters * float(partial.keeps) + (float(run.reset) if partial.keeps == 0 else 0.0)
        meters = np.where(alive & ~is_full, after, meters)
    return won


def test_meter_paying_minors_must_not_run_dry() -> None:
    with pytest.raises(AnalysisError, match="minor_paid_from = house"):
        long_run(adopt(V3, {"minor_paid_from": "meter", "reset_value": "0"}))


@pytest.mark.parametrize(
    ("bet", "asked", "words"),
    [
        ("progressive", {"meter": -1}, "0.00 or more"),
        ("progressive", {"bet_size": 0}, "0.01 or more"),
        ("bonus", {"bet_size": -1}, "0.01 or more"),
    ],
)
def test_impossible_sums_are_refused(bet: str, asked: dict[str, int], words: str) -> None:
    with pytest.raises(AnalysisError, match=words):
        figures(V3, bet, **asked)


def test_a_meter_of_nothing_pays_nothing() -> None:
    assert figures(V3, "progressive", meter=0).outcomes[0].net == -1


@pytest.mark.parametrize("base", [V2, V3])
@pytest.mark.parametrize(("bet", "table"), [("bonus", "bonus"), ("progressive", "progressive")])
def test_the_exact_figure_moves_with_every_pay_line(base: str, bet: str, table: str) -> None:
    """A line that pays nothing any more costs its chance times what it paid."""
    provider, usual = MultiLink(), Rules.adopt(Library().get(base))
    before = provider.edge(usual, bet, Asked())
    for line in usual.edition.paytables[table].lines:
        nothing = {ToOne: "0 to 1", ForOne: "0 for 1", FixedPrize: "0.00 fixed"}.get(type(line.pays))
        changed = draft(base, lines={f"{table}.{line.key}": nothing or "1% of jackpot"})
        assert provider.edge(Rules.adopt(changed), bet, Asked()).ev < before.ev, line.key


def test_the_bonus_moves_with_its_cap() -> None:
    provider, capped = MultiLink(), Rules.adopt(draft(V3, {"bonus_cap": 100_00}))
    assert provider.edge(capped, "bonus", Asked()).ev < figures(V3, "bonus").ev
