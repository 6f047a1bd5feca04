"""One draft with changed rules, one figure three ways: counted, simulated, played at the table.

Every round has the same five bets; the figure is what they bring the player together, in cents.
"""

import random
import re
from math import sqrt
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.analysis.catalogue import adopt, provider_of
from croupier.analysis.figures import Asked
from croupier.analysis.freebet.charted import best_chart, chart_value
from croupier.analysis.freebet.simulating.simulate import simulate
from croupier.analysis.freebet.simulating.simulator import FreeBetSimulator, simulator_of
from croupier.analysis.freebet.terms import Terms
from croupier.analysis.lab import draft_of
from croupier.analysis.whatif import adopt_with
from croupier.cards import SUITS, Card
from croupier.games import GAMES
from croupier.games.freebet import FREEBET, State
from croupier.rulebook import Library, Rules
from croupier.table import Catalogue, Table
from tests.analysis.freebet.live import BUSTED, GOLD, INSURED, MAIN, PAIR, PLAYER, RANKS, LiveRound, expected
from tests.games.freebet import tables as live
from tests.games.freebet.randomly import shuffle_command

STAKES = {"main": MAIN, "pair": PAIR, "busted": BUSTED, "pot_of_gold": GOLD, "insurance": INSURED}
ACES = 1 / 13  # how often the dealer shows one, and Insurance is offered
CHANGES = {
    "dealer_draws_to_soft": "16",
    "free_double_totals": "10, 11",
    "main.blackjack": "6 to 5",
    "main.pair": "10 to 1",
    "decks": "2",
}


def drafted(folder: Path) -> Catalogue:
    """The draft as the lab writes it, read from its file."""
    text = draft_of("mbs-freebet@3", adopt_with("mbs-freebet@3", CHANGES))
    (folder / "mbs-freebet@904.toml").write_text(
        re.sub(r"^id = .*", 'id = "mbs-freebet@904"', text, flags=re.M)
    )
    return Catalogue(Library(folder), GAMES)


def by_the_chart(rules: Rules) -> float:
    """The main wager, every deal counted."""
    terms = Terms.of(rules)
    return chart_value(terms, best_chart(terms))


def counted(rules: Rules) -> dict[str, float]:
    """What each bet brings in a round, in parts of its stake; Insurance is made in every thirteenth."""
    sides = {bet: provider_of(rules).edge(rules, bet, Asked()).ev for bet in STAKES if bet != "main"}
    return {**sides, "main": by_the_chart(rules), "insurance": ACES * sides["insurance"]}


def played(rules: Rules, simulator: FreeBetSimulator, shelf: Catalogue, rounds: int) -> list[int]:
    """The simulator's first rounds at the table, card by card; each must bring the same cents."""
    chance = random.Random(5)
    counts = simulate(
        simulator.terms,
        simulator.chart,
        rounds,
        7,
        pair_ten_face=simulator.pair_ten_face,
        draws_for_busted=simulator.draws_for_busted,
        traced=rounds,
    )
    table: Table[State] = Table(FREEBET, rules, shelf.rules)
    live.done(table, FREEBET.seat(PLAYER, 1, 10**9)[0])
    live.done(table, shuffle_command(simulator.terms.decks, chance))
    results = []
    for at in range(rounds):
        dealt = counts.cards[at, : counts.trace[at, 0]].tolist()
        undealt = tuple(Card(RANKS[rank] + chance.choice(SUITS)) for rank in dealt)
        state = replace(table.state, device=replace(table.state.device, undealt=undealt))
        one = LiveRound(rules, state, simulator.chart)
        results.append(one.play())
        assert results[-1] == expected(rules, simulator.terms, counts.trace[at], one.insured), undealt
    return results


@pytest.mark.parametrize(
    ("simulated", "at_the_table"),
    [(2_000_000, 1_000), pytest.param(50_000_000, 20_000, marks=pytest.mark.soak)],
)
def test_a_draft_gives_one_figure_counted_simulated_and_played(
    simulated: int, at_the_table: int, tmp_path: Path
) -> None:
    shelf = drafted(tmp_path)
    rules = shelf.rules("mbs-freebet@904", {"burn_policy": "none", "lowest_chip": 1})
    exact = counted(rules)
    # By hand: 7 of the other 103 cards pair the first, and 11 times the wager comes back.
    assert exact["pair"] == pytest.approx(11 * 7 / 103 - 1)

    simulator = simulator_of(rules, Asked())
    tally = simulator.run(7, simulated)
    for bet, wanted in exact.items():
        mean = tally.sums[bet] / simulator.stakes[bet] / simulated
        square = tally.squares[bet] / simulator.stakes[bet] ** 2 / simulated
        error = sqrt((square - mean**2) / simulated)
        assert abs(mean - wanted) < 4 * error, bet
        if bet == "main":  # the approved rules would be told apart
            assert abs(mean - by_the_chart(adopt("mbs-freebet@3", {"decks": 2}))) > 8 * error

    results = played(rules, simulator, shelf, at_the_table)
    mean = sum(results) / at_the_table
    error = sqrt(sum((each - mean) ** 2 for each in results)) / at_the_table
    together = sum(STAKES[bet] * wanted for bet, wanted in exact.items())
    assert abs(mean - together) < 4 * error
