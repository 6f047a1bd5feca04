"""What the mathematics of poker offers: the rake. Players win from each other, the house only takes that."""

from functools import lru_cache
from math import sqrt

from croupier.analysis.figures import (
    Asked,
    BetFigures,
    Outcome,
    Plot,
    Section,
    Series,
    Strategy,
    Table,
    Tally,
    places,
)
from croupier.analysis.poker.simulator import PokerSimulator, simulator_of
from croupier.money import say_money
from croupier.rulebook import Rules, write_value

HANDS = 300_000
SECTION_HANDS = 50_000
SEED = 1
_KEYS = ("rake", "rake_meaning", "uncalled_not_raked")
_PERCENTS = ("1%", "2.5%", "5%")
_CAPS = ("5.00", "10.00", "20.00", "30.00", "50.00")


class Poker:
    """The rake by simulation with bots."""

    def edge(self, rules: Rules, bet: str, asked: Asked) -> BetFigures:
        del bet
        simulator = simulator_of(rules, asked)
        return rake_figures(rules, simulator, _played(simulator))

    def strategy(self, rules: Rules, asked: Asked) -> Strategy:
        del asked
        text = (
            "Players play against each other, so there is no best play that does not depend on them. "
            "`croupier equity` counts what hands and ranges are worth on any board."
        )
        return Strategy(rules.edition.id, "None against the house", text, ())

    def simulator(self, rules: Rules, asked: Asked) -> PokerSimulator:
        return simulator_of(rules, asked)

    def sections(self, rules: Rules, asked: Asked) -> tuple[Section, ...]:
        return (_by_settings(rules, asked),)


@lru_cache(maxsize=64)
def _played(simulator: PokerSimulator) -> Tally:
    """The hands behind the figures: rules that differ in nothing that a pot depends on share them."""
    return simulator.run(SEED, HANDS)


def rake_figures(rules: Rules, simulator: PokerSimulator, tally: Tally) -> BetFigures:
    """The rake of a hand at the whole table, in big blinds, with its standard error."""
    hands, big = tally.rounds, simulator.stakes["rake"]
    mean = tally.sums["rake"] / hands / big
    sd = sqrt(max(tally.squares["rake"] / hands / big**2 - mean * mean, 0.0))
    seats, pots = len(simulator.stacks), tally.counts["table"]["cents in pots"]
    details: dict[str, float | str] = {
        "big_blinds_per_100_hands": -100 * mean,
        "big_blinds_per_100_hands_and_seat": -100 * mean / seats,
        "dollars_per_100_hands": -mean * big,
        "percent_of_all_pots": -100 * tally.sums["rake"] / pots if pots else 0.0,
        "average_pot_in_big_blinds": pots / hands / big,
        "hands_with_a_flop_in_100": 100 * tally.counts["table"]["flops"] / hands,
        "hands_with_a_showdown_in_100": 100 * tally.counts["table"]["showdowns"] / hands,
    }
    for style in dict.fromkeys(style.name for style in simulator.styles):
        names = [name for name in simulator.seat_names if name.endswith(f" {style}")]
        won = sum(tally.sums[name] for name in names) / len(names)
        details[f"{style}_bots_win_per_100_hands"] = 100 * won / hands / big
    percent = write_value("percent", rules.percent("rake_percent"))
    return BetFigures(
        edition=rules.edition.id,
        bet="rake",
        unit="a hand of the whole table",
        price=f"{-mean:.4f} Big Blinds",
        ev=mean,
        house_edge=-mean,
        sd=sd,
        outcomes=_outcomes(simulator, tally),
        exact=sd / sqrt(hands),
        paragraphs=places(rules.cite(*_KEYS)),
        assumed={
            "hands": f"{hands:,}",
            "players": simulator.described["bots"],
            "stakes": simulator.described["stacks"],
            "rake": f"{percent} up to {say_money(rules.money('rake_cap'))}",
        },
        details=details,
    )


def _outcomes(simulator: PokerSimulator, tally: Tally) -> tuple[Outcome, ...]:
    ways = tally.counts["rake"]
    cap = simulator.rake_max
    below = -tally.sums["rake"] - cap * ways["at the cap"]
    nets = {
        "no rake": 0.0,
        "below the cap": -below / max(ways["below the cap"], 1),
        "at the cap": -float(cap),
    }
    big = simulator.stakes["rake"]
    return tuple(
        Outcome(
            name if name != "below the cap" else "below the cap, on average",
            n / tally.rounds,
            nets[name] / big,
        )
        for name, n in ways.items()
    )


def _by_settings(rules: Rules, asked: Asked) -> Section:
    rows, lines = [], []
    for percent in _PERCENTS:
        costs = []
        for cap in _CAPS:
            house = Rules.adopt(rules.edition, {**rules.chosen, "rake_percent": percent, "rake_cap": cap})
            simulator = simulator_of(house, asked)
            figures = rake_figures(house, simulator, simulator.run(SEED, SECTION_HANDS))
            costs.append(float(figures.details["big_blinds_per_100_hands_and_seat"]))
        rows.append((percent, *(f"{cost:.2f}" for cost in costs)))
        lines.append(Series(percent, tuple(float(cap) for cap in _CAPS), tuple(costs)))
    cited = places(rules.cite(*_KEYS))
    title = "Rake per 100 hands and seat, in big blinds"
    table = Table(title, ("rake", *(f"cap {cap}" for cap in _CAPS)), tuple(rows), "", cited)
    plot = Plot(title, "cap, dollars", "big blinds per 100 hands", tuple(lines), paragraphs=cited)
    text = (
        f"Simulated with {SECTION_HANDS:,} hands each, the same deals everywhere; bots, so an order of size."
    )
    return Section("What the rake costs", text, (table,), (plot,))
