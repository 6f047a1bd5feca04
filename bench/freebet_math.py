"""The mathematics of Free Bet Blackjack: exact figures at eight decks, and simulated rounds.

`python -m bench.freebet_math 1e8` simulates so many rounds by the chart, with one deck and with eight, and
says how far the results are from the exact figures.
"""

import subprocess
import sys
from fractions import Fraction
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import Bench
from bench._compiled import program
from croupier.analysis.figures import Asked
from croupier.analysis.freebet import bets, charted
from croupier.analysis.freebet.chart import Chart
from croupier.analysis.freebet.shoe import tables
from croupier.analysis.freebet.simulating.simulate import simulate
from croupier.analysis.freebet.simulating.simulator import FreeBetSimulator, simulator_of
from croupier.analysis.freebet.terms import Terms
from croupier.rulebook import Rules, library

EDITION = "mbs-freebet@3"
ROUNDS = 4_000_000
WHOLE = 20_000_000
BATCH = 10_000_000
SECONDS_MAX = 1
DEALS = 550  # 55 pairs of player's cards against each of the dealer's 10


def _rules(decks: int) -> Rules:
    return Rules.adopt(library().get(EDITION), {"decks": decks})


def exact() -> None:
    """The main wager's figures from nothing but compiled code: best play, best chart, whole distribution."""
    for kept in (tables.tables_for, charted.settled, bets.decisions_for, bets.endings_of):
        kept.cache_clear()
    bets.main_figures(_rules(8), Asked())


def benches() -> list[Bench]:
    terms = Terms.of(_rules(8))
    chart = charted.best_chart(terms)
    return [
        Bench(
            name="free bet, 8 decks, exact, deals solved",
            operations=DEALS,
            ours=exact,
            target_per_second_min=DEALS / SECONDS_MAX,
            repeats=3,
        ),
        Bench(
            name="free bet, rounds simulated",
            operations=ROUNDS,
            ours=lambda: simulate(terms, chart, ROUNDS, 1),
            target_per_second_min=8_000_000,
            repeats=5,
        ),
        _whole(terms, chart),
    ]


def _whole(terms: Terms, chart: Chart) -> Bench:
    """The whole command, on all cores, against a whole program in C++ that counts the same."""
    folder = TemporaryDirectory()
    peer = program("freebet_chart", Path(folder.name))
    decisions = Path(folder.name) / "chart"
    decisions.write_bytes(
        b"".join(each.tobytes() for each in (chart.hit, chart.double, chart.surrender, chart.split))
    )
    command = [sys.executable, "-m", "croupier", "simulate", EDITION, "--decks", "8"]

    def ours() -> None:
        subprocess.run([*command, "--rounds", str(WHOLE)], check=True, capture_output=True)

    def theirs() -> list[list[int]]:
        assert folder.name, "the program lives as long as it is raced"
        asked = [str(peer), str(decisions), str(terms.decks), str(WHOLE)]
        said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
        return [[int(count) for count in line.split()] for line in said.splitlines()]

    if peer:
        mine = simulate(terms, chart, WHOLE, 1)
        counted = (mine.main, mine.pairs, mine.markers, mine.busted, mine.insurance)
        for own, other in zip(counted, theirs(), strict=True):
            assert all(abs(a - b) <= 5 * sqrt(a + b) for a, b in zip(own, other, strict=True)), (own, other)
    return Bench(
        name="free bet, whole simulate commands of 20 million rounds",
        operations=WHOLE,
        ours=ours,
        peer=theirs if peer else None,
        peer_name="C++, one thread",
        target_ratio_min=1.0,
        repeats=3,
    )


def agreement(decks: int, rounds: int) -> None:
    """Simulate and print each bet's result beside the exact one, and the distance in standard errors."""
    rules = _rules(decks)
    simulator = simulator_of(rules, Asked())
    tally = simulator.run(1, min(rounds, BATCH))
    while tally.rounds < rounds:
        tally.add(simulator.run(1 + tally.rounds, min(BATCH, rounds - tally.rounds)))
    for bet, wanted in _exact(rules, simulator).items():
        stake = simulator.stakes[bet]
        mean = tally.sums[bet] / tally.rounds / stake
        error = sqrt((tally.squares[bet] / tally.rounds / stake**2 - mean**2) / tally.rounds)
        print(
            f"{decks} decks, {tally.rounds:,} rounds, {bet}: {mean:+.6f} simulated, {wanted:+.6f} exact, "
            f"standard error {error:.6f}, {(mean - wanted) / error:+.2f} of them apart"
        )


def _exact(rules: Rules, simulator: FreeBetSimulator) -> dict[str, float]:
    """Per round: insurance is placed in one round of thirteen."""
    terms = simulator.terms
    ace = Fraction(terms.shoe[0], sum(terms.shoe))
    return {
        bets.MAIN: charted.chart_value(terms, simulator.chart),
        bets.PAIR: bets.pair_figures(rules, Asked()).ev,
        bets.BUSTED: bets.busted_figures(rules, Asked()).ev,
        bets.POT_OF_GOLD: bets.pot_of_gold_figures(rules, Asked()).ev,
        bets.INSURANCE: float(ace) * bets.insurance_figures(rules, Asked()).ev,
    }


if __name__ == "__main__":
    for decks in (1, 8):
        agreement(decks, int(float(sys.argv[1])))
