"""What the mathematics of Free Bet Blackjack offers to the command line, reports and simulations."""

from collections.abc import Callable, Mapping
from typing import Final

from croupier.analysis.figures import Asked, BetFigures, Plot, Section, Series, Strategy, Table, places
from croupier.analysis.freebet import bets
from croupier.analysis.freebet.charted import best_chart, chart_value
from croupier.analysis.freebet.optimal import expectation
from croupier.analysis.freebet.paper import KEY, chart_tables, departures
from croupier.analysis.freebet.pot_of_gold import Markers, best_markers, chart_markers
from croupier.analysis.freebet.prices import price_table
from croupier.analysis.freebet.simulator import FreeBetSimulator, simulator_of
from croupier.analysis.freebet.terms import Terms
from croupier.rulebook import Rules

_FIGURES: Final[Mapping[str, Callable[[Rules, Asked], BetFigures]]] = {
    bets.MAIN: bets.main_figures,
    bets.PAIR: bets.pair_figures,
    bets.BUSTED: bets.busted_figures,
    bets.POT_OF_GOLD: bets.pot_of_gold_figures,
    bets.INSURANCE: bets.insurance_figures,
}


class FreeBet:
    """The mathematics of one game, for all its editions."""

    def bets(self, rules: Rules) -> tuple[str, ...]:
        return bets.BETS

    def edge(self, rules: Rules, bet: str, asked: Asked) -> BetFigures:
        return _FIGURES[bet](rules, asked)

    def strategy(self, rules: Rules, asked: Asked) -> Strategy:
        terms = Terms.of(rules, asked)
        chart = best_chart(terms)
        decisions = bets.decisions_for(terms)
        cited = places(rules.cite("drawing", "doubling", "free_double", "free_split", "surrender"))
        lost = expectation(dict(decisions)) - chart_value(terms, chart)
        return Strategy(
            edition=rules.edition.id,
            title=f"Free Bet Blackjack, {terms.decks} deck{'s' if terms.decks > 1 else ''}",
            text=(
                "Two charts: one for hands with money on them, one for hands that carry a marker only and "
                "have nothing to lose. Never insure, never take even money. "
                f"Following totals instead of cards costs {lost:.5%} of the wager. {KEY}"
            ),
            charts=(*chart_tables(chart, cited), departures(chart, decisions)),
            assumed=bets.assumed_of(rules, asked),
        )

    def simulator(self, rules: Rules, asked: Asked) -> FreeBetSimulator:
        return simulator_of(rules, asked)

    def sections(self, rules: Rules, asked: Asked) -> tuple[Section, ...]:
        return (
            Section(
                title="What the open readings are worth",
                text="Where the document can be read in several ways, the house chooses; this is the price.",
                tables=(price_table(rules, asked),),
            ),
            Section(
                title="How many decks",
                text="The main wager by number of decks, a fresh shoe for every round.",
                tables=(_by_decks(rules, asked),),
            ),
            Section(
                title="What a round can bring",
                text="The main wager's result by the chart, and the markers a round uses.",
                tables=(_marker_table(rules, asked),),
                plots=(_results(rules, asked),),
            ),
        )


def _by_decks(rules: Rules, asked: Asked) -> Table:
    low, high = rules.parameter("decks_min"), rules.parameter("decks_max")
    rows = []
    for decks in range(low, high + 1):
        terms = Terms.of(Rules.adopt(rules.edition, {**rules.settings, "decks": decks}), asked)
        best = expectation(dict(bets.decisions_for(terms)))
        by_chart = chart_value(terms, best_chart(terms))
        rows.append((str(decks), f"{-best:.5%}", f"{-by_chart:.5%}"))
    return Table(
        title="House edge by number of decks",
        columns=("Decks", "Best play", "Best chart"),
        rows=tuple(rows),
        paragraphs=places(rules.cite("decks")),
    )


def _marker_table(rules: Rules, asked: Asked) -> Table:
    terms = Terms.of(rules, asked)
    chart, best = chart_markers(terms, best_chart(terms)), best_markers(terms)

    def chance(markers: Markers, number: int) -> str:
        return f"{float(markers.get(number, 0)):.7%}"

    return Table(
        title="Free Bet Markers used in a round",
        columns=("Markers", "By the chart", "Best play for Pot of Gold"),
        rows=tuple((str(n), chance(chart, n), chance(best, n)) for n in range(max(best) + 1)),
        paragraphs=places(rules.cite("pot_of_gold_wager", "pot_of_gold_pays")),
    )


def _results(rules: Rules, asked: Asked) -> Plot:
    terms = Terms.of(rules, asked)
    counts = bets.sampled(terms).main
    chances: dict[float, float] = {}
    for way, net in bets.main_nets(terms).items():
        chances[float(net)] = chances.get(float(net), 0.0) + int(counts[way]) / int(counts.sum())
    shown = sorted((net, chance) for net, chance in chances.items() if chance)
    return Plot(
        title="Result of the main wager",
        x_label="wagers won",
        y_label="chance",
        series=(
            Series("by the chart", tuple(net for net, _ in shown), tuple(chance for _, chance in shown)),
        ),
        kind="bar",
        log_y=True,
        note=f"From {bets.SIMULATED_ROUNDS:,} simulated rounds.",
        paragraphs=places(rules.cite("main_pays")),
    )
