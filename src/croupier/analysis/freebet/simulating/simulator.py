"""Free Bet Blackjack as the simulation framework sees it: one area, every bet placed in every round."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from croupier.analysis.answers import answered
from croupier.analysis.figures import NOT_OFFERED, Asked, Tally
from croupier.analysis.freebet.bets import BUSTED, INSURANCE, MAIN, PAIR, POT_OF_GOLD, main_nets
from croupier.analysis.freebet.chart import Chart, KeptChart
from croupier.analysis.freebet.charted import best_chart
from croupier.analysis.freebet.sides import pays_by_number, pays_to_one
from croupier.analysis.freebet.simulating import rounds
from croupier.analysis.freebet.simulating.simulate import Counts, simulate
from croupier.analysis.freebet.terms import Terms, stake_of
from croupier.games.freebet import Terms as Book
from croupier.money import say_money
from croupier.rulebook import Rules

CHART = "chart"
"""The question for the best chart."""
LOST = "lost"


@dataclass(frozen=True)
class FreeBetSimulator:
    """Plays by the chart. Insurance is placed, full, whenever the dealer shows an ace, also where the chart
    takes even money: it is a bet on the dealer's next card, whoever makes it.
    """

    stakes: Mapping[str, int]
    described: Mapping[str, str]
    nets: Mapping[str, Mapping[str, int]]
    terms: Terms
    chart: Chart = field(repr=False)
    pair_ten_face: bool
    draws_for_busted: bool

    def run(self, seed: int, rounds: int) -> Tally:
        counted = simulate(
            self.terms,
            self.chart,
            rounds,
            seed,
            pair_ten_face=self.pair_ten_face,
            draws_for_busted=self.draws_for_busted,
        )
        counts = self._named(counted)
        sums = {bet: sum(n * self.nets[bet][way] for way, n in ways.items()) for bet, ways in counts.items()}
        squares = {
            bet: sum(n * self.nets[bet][way] ** 2 for way, n in ways.items()) for bet, ways in counts.items()
        }
        return Tally(rounds, sums, squares, counts)

    def _named(self, counted: Counts) -> dict[str, dict[str, int]]:
        main = dict(zip(MAIN_NAMES, counted.main.tolist(), strict=True))
        none, lost, won = counted.insurance.tolist()
        return {
            MAIN: main,
            PAIR: {LOST: int(counted.pairs[0]), "pair": int(counted.pairs[1])},
            BUSTED: self._numbered(BUSTED, "cards", counted.busted.tolist()),
            POT_OF_GOLD: self._numbered(POT_OF_GOLD, "markers", counted.markers.tolist()),
            INSURANCE: {NOT_OFFERED: none, LOST: lost, "won": won},
        }

    def _numbered(self, bet: str, what: str, numbers: list[int]) -> dict[str, int]:
        """Counts by number under the names of pay lines; the highest line takes all above it."""
        lines = dict.fromkeys(self.nets[bet], 0)
        most = max(int(name.rpartition("_")[2]) for name in lines if name != LOST)
        for number, times in enumerate(numbers):
            name = f"{what}_{min(number, most)}"
            lines[name if name in lines else LOST] += times
        return lines


def _main_name(way: int) -> str:
    special = {
        rounds.BLACKJACK: "blackjack",
        rounds.EVEN_MONEY: "even money",
        rounds.SURRENDERED: "surrender",
    }
    return special.get(way) or f"{way - rounds.NET:+d} wagers"


MAIN_NAMES = tuple(_main_name(way) for way in range(rounds.MAIN_WAYS))


def chart_for(rules: Rules, asked: Asked) -> Chart:
    """The best chart, from the shelf if it is there: the search takes as long as ten million Rounds."""
    return answered(CHART, rules, asked, KeptChart, lambda fresh: kept_chart(fresh, asked)).chart()


def kept_chart(rules: Rules, asked: Asked) -> KeptChart:
    return best_chart(Terms.of(rules, asked)).kept()


def simulator_of(rules: Rules, asked: Asked, own: Mapping[str, int] | None = None) -> FreeBetSimulator:
    """The chart at the stake asked for; side bets at stakes of one's own, or the smallest."""
    terms, wager = Terms.of(rules, asked), stake_of(rules, asked)
    stakes = {
        MAIN: wager,
        PAIR: Book.of(rules).pair_min,
        BUSTED: Book.of(rules).busted_min,
        POT_OF_GOLD: Book.of(rules).pot_of_gold_min,
        INSURANCE: wager * Book.of(rules).insurance_percent_max // 100,
        **(own or {}),
    }
    ratios: dict[str, dict[str, Fraction]] = {
        MAIN: {MAIN_NAMES[way]: net for way, net in main_nets(terms).items()},
        PAIR: {LOST: Fraction(-1), "pair": pays_to_one(rules, "main", "pair")},
        BUSTED: {LOST: Fraction(-1)} | _lines(rules, "busted", "cards"),
        POT_OF_GOLD: {LOST: Fraction(-1)} | _lines(rules, "pot_of_gold", "markers"),
        INSURANCE: {
            NOT_OFFERED: Fraction(0),
            LOST: Fraction(-1),
            "won": pays_to_one(rules, "main", "insurance"),
        },
    }
    nets = {
        bet: {way: round(ratio * stakes[bet]) for way, ratio in ways.items()} for bet, ways in ratios.items()
    }
    described = {
        "edition": rules.edition.id,
        "play": "the best chart",
        "shoe": "fresh for every round",
        "decks": str(terms.decks),
        **{f"stake.{bet}": say_money(stake) for bet, stake in stakes.items()},
        **{f"set.{name}": value for name, value in rules.chosen.items()},
    }
    return FreeBetSimulator(
        stakes,
        described,
        nets,
        terms,
        chart_for(rules, asked),
        Book.of(rules).pair_ten_face,
        Book.of(rules).dealer_draws_for_busted,
    )


def _lines(rules: Rules, table: str, what: str) -> dict[str, Fraction]:
    return {f"{what}_{number}": ratio for number, ratio in pays_by_number(rules, table).items()}
