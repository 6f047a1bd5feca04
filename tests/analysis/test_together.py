"""Several bets of one player: the simulated average lies by the exact one, and bets hang together."""

import pytest

from croupier.analysis.catalogue import adopt, edge_of
from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.risk.rounds import moments
from croupier.analysis.risk.together import together, wagers_of


@pytest.mark.parametrize(
    ("edition", "bets"),
    [("mbs-freebet@3", ("main", "pair", "busted", "pot_of_gold")), ("rws-multilink@3", ("bonus", "main"))],
)
@pytest.mark.soak  # the simulator of Multi-Link counts all deals first
def test_the_simulated_average_is_the_sum_of_the_exact_ones(edition: str, bets: tuple[str, ...]) -> None:
    rules = adopt(edition, {})
    found = together(rules, bets, Asked(), 200_000)
    assert abs(moments(found).mean - found.ev) < 4 * float(found.exact)


def test_pair_and_main_wager_of_free_bet() -> None:
    """25 on the wager and 5 on the Pair: 0.68% of the one and 35/311 of a fifth; pairs are split free."""
    rules = adopt("mbs-freebet@3", {})
    found = together(rules, ("main", "pair"), Asked(), 100_000)
    main, pair = edge_of(rules, "main", Asked()), edge_of(rules, "pair", Asked())
    assert found.ev == pytest.approx(main.ev + pair.ev / 5)
    assert abs(moments(found).mean - found.ev) < 4 * float(found.exact)
    assert found.sd**2 > main.sd**2 + pair.sd**2 / 25


def test_bets_that_are_not_there_are_refused() -> None:
    with pytest.raises(AnalysisError, match="main, bonus, progressive"):
        together(adopt("rws-multilink@3", {}), ("main", "pair"), Asked())
    with pytest.raises(AnalysisError, match="two or more"):
        together(adopt("rws-multilink@3", {}), ("main",), Asked())


def test_own_stakes() -> None:
    """100 on the wager and 50 on the Pair: the Pair counts a half, not a fifth."""
    rules = adopt("mbs-freebet@3", {})
    found = together(rules, wagers_of("main=100, Pair=50"), Asked(), 100_000)
    main, pair = edge_of(rules, "main", Asked()), edge_of(rules, "pair", Asked())
    assert found.ev == pytest.approx(main.ev + pair.ev / 2)
    assert abs(moments(found).mean - found.ev) < 4 * float(found.exact)
    assert found.assumed["stakes"] == "Main wager 100, Pair 50"


@pytest.mark.parametrize(
    ("edition", "text", "said"),
    [
        (
            "mbs-freebet@3",
            "main=100,pair=300",
            "Pair of 300 is not taken; this table takes 5 to 200",
        ),
        ("mbs-freebet@3", "main=100.30,pair", "in chips of 0.50"),
        ("rws-multilink@3", "main,progressive=2", "this table takes 5, in chips"),
    ],
)
def test_a_stake_that_no_table_takes_is_refused(edition: str, text: str, said: str) -> None:
    with pytest.raises(AnalysisError, match=said):
        together(adopt(edition, {}), wagers_of(text), Asked())
