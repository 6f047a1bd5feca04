"""What the mathematics of Free Bet Blackjack offers to the command line, reports and simulations."""

from collections.abc import Callable, Mapping
from typing import Final

from croupier.analysis.figures import Asked, BetFigures, Section, Strategy, places
from croupier.analysis.freebet import bets
from croupier.analysis.freebet.against_ace import insure_words
from croupier.analysis.freebet.chart import Chart
from croupier.analysis.freebet.charted import best_chart, best_chart_value
from croupier.analysis.freebet.optimal import expectation
from croupier.analysis.freebet.paper import KEY, chart_tables, departures
from croupier.analysis.freebet.sections import all_sections
from croupier.analysis.freebet.simulating.simulator import FreeBetSimulator, simulator_of
from croupier.analysis.freebet.terms import Terms
from croupier.analysis.words import bet_name
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

    def edge(self, rules: Rules, bet: str, asked: Asked) -> BetFigures:
        return _FIGURES[bet](rules, asked)

    def strategy(self, rules: Rules, asked: Asked) -> Strategy:
        terms = Terms.of(rules, asked)
        chart = best_chart(terms)
        decisions = bets.decisions_for(terms)
        cited = places(rules.cite("drawing", "doubling", "free_double", "free_split", "surrender"))
        lost = expectation(dict(decisions)) - best_chart_value(terms)
        return Strategy(
            edition=rules.edition.id,
            title=f"Free Bet Blackjack, {terms.decks} deck{'s' if terms.decks > 1 else ''}",
            text=(
                "Two charts: one for hands with money on them, one for hands that carry a marker only and "
                f"have nothing to lose. {_besides(rules, chart)} "
                f"Following totals instead of cards costs {lost:.5%} of the wager. {KEY}"
            ),
            charts=(*chart_tables(chart, cited), departures(chart, decisions)),
            assumed=bets.assumed_of(rules, asked),
        )

    def simulator(self, rules: Rules, asked: Asked) -> FreeBetSimulator:
        return simulator_of(rules, asked)

    def sections(self, rules: Rules, asked: Asked) -> tuple[Section, ...]:
        return all_sections(rules, asked)


def _besides(rules: Rules, chart: Chart) -> str:
    """What to answer against an ace, and which side bets to place."""
    even_money = "take even money" if chart.even_money else "never take even money"
    against_ace = f"{insure_words(chart.insure)}, {even_money}".capitalize()
    evs = {bet: _FIGURES[bet](rules, Asked()).ev for bet in (bets.PAIR, bets.BUSTED, bets.POT_OF_GOLD)}
    placed = ", ".join(bet_name(bet) for bet, ev in evs.items() if ev > 0)
    left = ", ".join(bet_name(bet) for bet, ev in evs.items() if ev <= 0)
    sides = [f"place {placed}: the player gains" if placed else "", f"leave {left} alone" if left else ""]
    return f"{against_ace}. Of the side bets {'; '.join(filter(None, sides))}."
