"""One strategy: what `edge` says of a bet is what `simulate` comes to, whatever the book is changed to.

Random what-ifs within their bounds, in every edition; a few here, more with EFFORT.
"""

from math import sqrt

import pytest

from croupier.analysis.catalogue import adopt, bets_of, edge, provider_of, strategy_of
from croupier.analysis.figures import Asked, BetFigures
from croupier.analysis.freebet.charted import best_chart
from croupier.analysis.freebet.terms import Terms
from croupier.analysis.multilink.strategy import besides
from croupier.analysis.simulation import estimates
from croupier.analysis.whatif import adopt_with
from croupier.games.freebet import FREEBET
from croupier.rulebook import Rules
from tests.analysis import live_multilink, live_poker
from tests.analysis.freebet import live as live_freebet
from tests.analysis.random_drafts import random_what_if
from tests.effort import EFFORT

ROUNDS = 1_000_000
HANDS = 30_000
EXAMPLES = {
    "mbs-freebet@3": 4,
    "rws-multilink@2": 1,
    "rws-multilink@3": 1,
    "rws-poker@6": 2,
    "rws-poker@7": 2,
}
CASES = [(edition, seed) for edition, number in EXAMPLES.items() for seed in range(number * EFFORT)]


def said(figures: BetFigures) -> tuple[float, float]:
    """A bet's expectation as a chart has it, where one is played, and its standard error."""
    ev = figures.details.get("chart_ev", figures.ev)
    assert isinstance(ev, float)
    return ev, 0.0 if figures.exact is True else float(figures.exact)


def require_agreement(rules: Rules, rounds: int) -> None:
    simulator = provider_of(rules).simulator(rules, Asked())
    found = {each.bet: each for each in estimates(simulator.run(17, rounds), simulator.stakes)}
    for bet in bets_of(rules):
        figures = provider_of(rules).edge(rules, bet, Asked())
        ev, error = said(figures)
        # By every ending that there is: a sample may have missed the rarest. Insurance is offered at times.
        often = 1 / 13 if bet == "insurance" else 1.0
        spread = max(found[bet].standard_error, figures.sd / sqrt(often * rounds))
        assert abs(found[bet].ev - ev) <= 4 * sqrt(spread**2 + error**2) + 1e-12, (bet, ev, found[bet])


@pytest.mark.parametrize(("edition", "seed"), CASES)
def test_the_simulation_comes_to_the_figure_of_every_bet(edition: str, seed: int) -> None:
    changes, found = random_what_if(edition, seed)
    print(changes)
    require_agreement(found.rules, HANDS if edition.startswith("rws-poker") else ROUNDS)


@pytest.mark.parametrize(("edition", "seed"), CASES)
def test_simulated_rounds_are_rounds_of_the_live_table(edition: str, seed: int) -> None:
    changes, found = random_what_if(edition, seed)
    print(changes)
    changed, chosen = found.rules.edition, found.rules.chosen
    if edition.startswith("mbs-freebet"):

        def adopted(**settings: object) -> Rules:
            return Rules.adopt(changed, {**settings, **chosen, "lowest_chip": 1}, FREEBET.policies)

        assert live_freebet.compare(200, seed, adopted) == 200
    elif edition.startswith("rws-multilink"):
        assert live_multilink.compare(changed, 500, seed, chosen) > 10
    else:
        live_poker.compare(changed, chosen, 100, seed)


def test_even_money_is_taken_where_it_is_better() -> None:
    """At 6 to 5 a blackjack against an ace brings 0.83 waiting; both figures take 1 instead."""
    rules = adopt_with("mbs-freebet@3", {"main.blackjack": "6 to 5"}).rules
    assert best_chart(Terms.of(rules)).even_money
    require_agreement(rules, 10 * ROUNDS)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, "Never insure, never take even money."),
        ({"main.blackjack": "6 to 5"}, "Never insure, take even money."),
        ({"main.insurance": "3 to 1"}, "Always insure, never take even money."),
        (
            {"main.insurance": "20 to 9"},
            "Insure a hand without a ten-value card, no other, never take even money.",
        ),
        # A blackjack that waits and is insured in full brings 1.06.
        (
            {"main.insurance": "3 to 1", "main.blackjack": "6 to 5", "insurance_percent_max": "100"},
            "Always insure, never take even money.",
        ),
        ({"main.pair": "20 to 1"}, "Of the side bets place Pair: the player gains; leave"),
    ],
)
def test_the_words_of_a_strategy_follow_the_book(changes: dict[str, str], says: str) -> None:
    rules = adopt_with("mbs-freebet@3", changes).rules
    assert says in provider_of(rules).strategy(rules, Asked()).text


# Of 2,598,960 hands a royal flush (4) wins the meter and a straight flush (36) a tenth of it: 7.6 meters.
# A bet of 5 gets 400, 80, 40 and 20 for 1 with 624, 3,744, 5,108 and 10,200 others: 957,440 bets in all.
# The rest is 5 x 1,641,520 / 7.6. In version 2 the fixed prizes are 2,507,600 dollars of the 12,994,800.
@pytest.mark.parametrize(
    ("edition", "changes", "says"),
    [
        (
            "rws-multilink@3",
            {},
            "leave the Bonus alone; place the Progressive Jackpot bet while the meter shows 1,079,947.37 or",
        ),
        ("rws-multilink@2", {}, "while the meter shows 1,379,894.74 or more"),
        ("rws-multilink@3", {"bonus.low_pair": "9 to 1"}, "place the Bonus at 5: the player gains"),
        ("rws-multilink@3", {"progressive.flush": "5000 for 1"}, "Progressive Jackpot bet at any meter"),
    ],
)
def test_the_words_on_side_bets_follow_the_book(edition: str, changes: dict[str, str], says: str) -> None:
    rules = adopt_with(edition, changes).rules
    assert says in besides(rules, Asked())


def test_a_strategy_has_the_words_on_side_bets() -> None:
    rules = adopt("rws-multilink@3", {})
    assert besides(rules, Asked()) in strategy_of(rules, Asked()).text


def test_the_shipped_words_are_those_of_the_approved_edition() -> None:
    rules = adopt("mbs-freebet@3", {})
    assert strategy_of(rules, Asked()) == provider_of(rules).strategy(rules, Asked())
    assert [each.bet for each in edge(rules)] == list(bets_of(rules))
