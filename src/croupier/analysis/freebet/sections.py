"""What a report on Free Bet Blackjack shows besides the figures of each bet and the charts."""

from typing import Final

from croupier.analysis.figures import Asked, Plot, Section, Series, Table, places
from croupier.analysis.freebet import bets
from croupier.analysis.freebet.charted import best_chart, best_chart_value
from croupier.analysis.freebet.optimal import expectation
from croupier.analysis.freebet.pot_of_gold import Markers, best_markers, chart_markers
from croupier.analysis.freebet.terms import Terms, stake_of
from croupier.analysis.risk.rounds import after
from croupier.games.freebet import Terms as Book
from croupier.money import say_money
from croupier.rulebook import Rules

ROUNDS_PER_HOUR: Final = 60
HOURS_MAX: Final = 50
QUANTILES: Final = {
    "one in 40 below": 0.025,
    "one in six below": 1 / 6,
    "middle": 0.5,
    "one in six above": 5 / 6,
    "one in 40 above": 0.975,
}


def all_sections(rules: Rules, asked: Asked) -> tuple[Section, ...]:
    return (
        Section(
            title="How many decks",
            text="The main wager by number of decks, a fresh shoe for every round.",
            tables=(_by_decks(rules, asked),),
        ),
        Section(
            title="What a round can bring",
            text="The main wager's result by the best play, and the markers a round uses.",
            tables=(_result_table(rules, asked), _marker_table(rules, asked)),
            plots=(_result_plot(rules, asked),),
        ),
        _risk(rules, asked),
    )


def _risk(rules: Rules, asked: Asked) -> Section:
    """How far results stray from the average with the hours played."""
    wager = stake_of(rules, asked) / 100
    figures = bets.main_figures(rules, asked)

    def within(hours: int) -> tuple[float, ...]:
        spread = after(figures, hours * ROUNDS_PER_HOUR)
        return tuple(wager * spread.quantile(part) for part in QUANTILES.values())

    hours = tuple(range(1, HOURS_MAX + 1))
    found = {hour: within(hour) for hour in hours}
    lines = tuple(
        Series(name, tuple(map(float, hours)), tuple(found[hour][at] for hour in hours))
        for at, name in enumerate(QUANTILES)
    )
    rows = tuple((f"{hour:g}", *(f"{each:+,.2f}" for each in found[hour])) for hour in (1, 4, 10, 50))
    cited = places(rules.cite("main_pays"))
    return Section(
        title="Risk per hour",
        text=(
            f"One area at {say_money(stake_of(rules, asked))} and {ROUNDS_PER_HOUR} rounds an hour, the main "
            "wager alone, by the best play; a round's distribution convolved with itself, no normal formula."
        ),
        tables=(Table("Result after some hours, in dollars", ("hours", *QUANTILES), rows, "", cited),),
        plots=(Plot("Result of the main wager over time", "hours", "dollars", lines, paragraphs=cited),),
    )


def _by_decks(rules: Rules, asked: Asked) -> Table:
    low, high = Book.of(rules).decks_min, Book.of(rules).decks_max
    rows = []
    for decks in range(low, high + 1):
        terms = Terms.of(Rules.adopt(rules.edition, {**rules.settings, "decks": decks}), asked)
        best = expectation(dict(bets.decisions_for(terms)))
        by_chart = best_chart_value(terms)
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
        columns=("Markers", "By the best chart", "Best play for Pot of Gold"),
        rows=tuple((str(n), chance(chart, n), chance(best, n)) for n in range(max(best) + 1)),
        paragraphs=places(rules.cite("pot_of_gold_wager", "pot_of_gold_pays")),
    )


def _chances(rules: Rules, asked: Asked) -> list[tuple[float, float]]:
    """Results of the main wager in wagers, with their chances."""
    chances: dict[float, float] = {}
    for _, chance, net in bets.endings_of(Terms.of(rules, asked)):
        chances[net] = chances.get(net, 0.0) + chance
    return sorted((net, chance) for net, chance in chances.items() if chance)


def _result_table(rules: Rules, asked: Asked) -> Table:
    return Table(
        title="Result of the main wager",
        columns=("Wagers won", "Chance"),
        rows=tuple((f"{net:+g}", f"{chance:.7%}") for net, chance in _chances(rules, asked)),
        note="Exact but for the hands of one split, which are taken as independent given the dealer's end.",
        paragraphs=places(rules.cite("main_pays")),
    )


def _result_plot(rules: Rules, asked: Asked) -> Plot:
    shown = _chances(rules, asked)
    series = Series("best play", tuple(net for net, _ in shown), tuple(chance for _, chance in shown))
    return Plot(
        title="Result of the main wager",
        x_label="wagers won",
        y_label="chance",
        series=(series,),
        kind="bar",
        log_y=True,
        paragraphs=places(rules.cite("main_pays")),
    )
