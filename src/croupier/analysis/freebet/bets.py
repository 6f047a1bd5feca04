"""The figures of each bet of an edition."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final

from croupier.analysis.figures import Asked, BetFigures, Outcome, exact_figures, places
from croupier.analysis.freebet.against_ace import insurance_value, insurance_ways, insure_words, insures
from croupier.analysis.freebet.charted import best_chart, best_chart_value
from croupier.analysis.freebet.distribution import Ending, all_endings
from croupier.analysis.freebet.optimal import Decision, expectation, optimal
from croupier.analysis.freebet.pot_of_gold import best_markers, chart_markers, marker_ways
from croupier.analysis.freebet.sides import busted_ways, pair_ways, pays_by_number, words_of
from croupier.analysis.freebet.simulating import rounds
from croupier.analysis.freebet.simulating.simulate import Counts, simulate
from croupier.analysis.freebet.terms import Terms, stake_of
from croupier.games.freebet import Terms as Book
from croupier.money import say_money
from croupier.rulebook import Rules

MAIN: Final = "main"
PAIR: Final = "pair"
BUSTED: Final = "busted"
POT_OF_GOLD: Final = "pot_of_gold"
INSURANCE: Final = "insurance"
BETS: Final = (MAIN, PAIR, BUSTED, POT_OF_GOLD, INSURANCE)

SIMULATED_ROUNDS: Final = 8_000_000
SIMULATED_SEED: Final = 3


@lru_cache(maxsize=16)
def decisions_for(terms: Terms) -> Mapping[tuple[int, int, int], Decision]:
    """The best play, kept for the last few tables asked for."""
    return optimal(terms)


@lru_cache(maxsize=16)
def sampled(terms: Terms, draws_for_busted: bool = True) -> Counts:
    """Rounds by the chart, for what is not enumerated: the spread of results."""
    return simulate(
        terms, best_chart(terms), SIMULATED_ROUNDS, SIMULATED_SEED, draws_for_busted=draws_for_busted
    )


def main_nets(terms: Terms) -> dict[int, Fraction]:
    """Where the simulator counts a result -> that result in wagers."""
    nets = {rounds.NET + net: Fraction(net) for net in range(-rounds.NET, rounds.NET + 1)}
    return nets | {
        rounds.BLACKJACK: terms.blackjack_pays,
        rounds.EVEN_MONEY: Fraction(1),
        rounds.SURRENDERED: terms.surrender_kept - 1,
    }


def deviation(ended: Iterable[Ending]) -> float:
    """The standard deviation of a result with these endings."""
    listed = list(ended)
    mean = sum(chance * net for _, chance, net in listed)
    return sqrt(sum(chance * (net - mean) ** 2 for _, chance, net in listed))


@lru_cache(maxsize=16)
def endings_of(terms: Terms) -> tuple[Ending, ...]:
    """How rounds end under the best play, kept for the last few tables asked for."""
    return all_endings(terms, decisions_for(terms))


def assumed_of(rules: Rules, asked: Asked, bet: str = MAIN) -> dict[str, str]:
    """What the figures hold for, in words. A wager outside the bet's limits is refused."""
    return {
        "decks": str(Book.of(rules).decks),
        "shoe": "full and freshly shuffled for every round",
        "wager": say_money(stake_of(rules, asked, bet)),
        **{name: value for name, value in rules.chosen.items() if name != "decks"},
    }


def main_figures(rules: Rules, asked: Asked) -> BetFigures:
    terms = Terms.of(rules, asked)
    decisions = dict(decisions_for(terms))
    ev = expectation(decisions)
    chart_ev = best_chart_value(terms)
    ended = endings_of(terms)
    return BetFigures(
        edition=rules.edition.id,
        bet=MAIN,
        unit="the original wager",
        ev=ev,
        house_edge=-ev,
        sd=deviation(ended),
        sd_assumes="hands of one split taken as independent given the dealer's end",
        outcomes=tuple(Outcome(name, chance, net) for name, chance, net in ended),
        exact=True,
        paragraphs=places(
            rules.cite(
                "main_pays", "free_split", "free_double", "surrender", "dealer_draws", "dealer_22_stands_off"
            )
        ),
        assumed={
            **assumed_of(rules, asked),
            "play": "the best that looks at the cards of its own hand and the dealer's",
        },
        details={
            "chart_ev": chart_ev,
            "chart_house_edge": -chart_ev,
            "chart_costs": ev - chart_ev,
        },
    )


def pair_figures(rules: Rules, asked: Asked) -> BetFigures:
    return exact_figures(
        rules,
        PAIR,
        "the Pair wager",
        pair_ways(rules),
        rules.cite("pair", "pair_wager", "main_pays", reading="FB-A05"),
        assumed=assumed_of(rules, asked, PAIR),
    )


def insurance_figures(rules: Rules, asked: Asked) -> BetFigures:
    """Per unit insured. What the player's own two cards say moves the figure a little."""
    terms = Terms.of(rules)
    none, both = insurance_value(terms, 0), insurance_value(terms, 2)
    return exact_figures(
        rules,
        INSURANCE,
        "the Insurance wager, placed against an ace",
        insurance_ways(terms),
        rules.cite("insurance", "insurance_wager_meaning", "main_pays"),
        assumed={**assumed_of(rules, Asked()), "seen": "the dealer's ace only"},
        details={
            "ev_holding_no_ten": float(none),
            "ev_holding_no_ten_rational": str(none),
            "ev_holding_two_tens": float(both),
            "ev_holding_two_tens_rational": str(both),
            "best_play": insure_words(insures(terms)),
        },
    )


def busted_figures(rules: Rules, asked: Asked) -> BetFigures:
    cited = rules.cite("busted_wager", "busted_pays", "dealer_draws", reading="FB-A14")
    terms = Terms.of(rules)
    if Book.of(rules).dealer_draws_for_busted:
        return exact_figures(
            rules,
            BUSTED,
            "the Busted wager",
            busted_ways(rules, terms),
            cited,
            assumed=assumed_of(rules, asked, BUSTED),
        )
    return _busted_sampled(rules, asked, terms)


def _busted_sampled(rules: Rules, asked: Asked, terms: Terms) -> BetFigures:
    """On the other reading the bet hangs on whether any main hand is left, so it is simulated."""
    counts = sampled(terms, False).busted
    pays = pays_by_number(rules, "busted")
    most, total = max(pays), int(counts.sum())
    by_line = dict.fromkeys(pays, 0)
    for cards, number in enumerate(counts.tolist()):
        if cards and number:
            by_line[min(cards, most)] += number
    ways = [
        (words_of(rules, "busted", line), number / total, float(pays[line]))
        for line, number in by_line.items()
    ]
    ways.append(("Dealer does not bust, or draws no more", int(counts[0]) / total, -1.0))
    ev = sum(chance * net for _, chance, net in ways)
    sd = sqrt(sum(chance * net * net for _, chance, net in ways) - ev * ev)
    return BetFigures(
        edition=rules.edition.id,
        bet=BUSTED,
        unit="the Busted wager",
        ev=ev,
        house_edge=-ev,
        sd=sd,
        outcomes=tuple(Outcome(*way) for way in ways),
        exact=sd / sqrt(total),
        paragraphs=places(rules.cite("busted_wager", "busted_pays", "dealer_stops_early", reading="FB-A13")),
        assumed={
            **assumed_of(rules, asked, BUSTED),
            "table": "one area, played by the best chart; the dealer stops where no main hand needs a card",
            "rounds": f"{total:,}",
        },
    )


def pot_of_gold_figures(rules: Rules, asked: Asked) -> BetFigures:
    """By the main game's chart; the best play for this bet alone stands in the details."""
    terms = Terms.of(rules)
    best = marker_ways(rules, best_markers(terms))
    best_ev = sum((chance * net for _, chance, net in best), Fraction(0))
    return exact_figures(
        rules,
        POT_OF_GOLD,
        "the Pot of Gold wager",
        marker_ways(rules, chart_markers(terms, best_chart(terms))),
        rules.cite("pot_of_gold_wager", "pot_of_gold_pays", "free_bet_marker", reading="FB-A11"),
        assumed={**assumed_of(rules, asked, POT_OF_GOLD), "play": "the best chart of the main game"},
        details={
            "best_play": "split every pair but tens, double every hand that may be doubled free",
            "best_play_ev": float(best_ev),
            "best_play_house_edge": float(-best_ev),
            "best_play_rational": str(best_ev),
        },
    )
