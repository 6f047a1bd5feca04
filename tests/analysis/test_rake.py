"""What the rake costs: chips are conserved, settings do what they say, wrong questions are refused."""

import pytest

from croupier.analysis.catalogue import adopt, edge, provider_of
from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.poker.simulator import simulator_of

EDITION = "rws-poker@7"
HANDS = 20_000


def raked(**settings: str):
    return simulator_of(adopt(EDITION, settings), Asked()).run(2, HANDS)


def test_what_players_lose_is_the_rake() -> None:
    tally = raked()
    seats = {bet: won for bet, won in tally.sums.items() if bet.startswith("seat")}
    assert len(seats) == 10
    assert sum(seats.values()) == tally.sums["rake"] < 0
    assert sum(tally.counts["rake"].values()) == HANDS


def test_no_rake_costs_nothing() -> None:
    for tally in (raked(rake_percent="0%"), raked(rake_cap="0")):
        assert tally.sums["rake"] == 0
        assert tally.counts["rake"]["no rake"] == HANDS


def test_settings_change_the_rake_and_nothing_else() -> None:
    # The bots do not look at the rake, so the same seed plays the same hands.
    low, high = raked(rake_cap="5"), raked(rake_cap="30")
    assert low.counts["table"] == high.counts["table"]
    assert 0 > low.sums["rake"] > high.sums["rake"]
    assert low.counts["rake"]["at the cap"] > high.counts["rake"]["at the cap"]
    # 5 in dollars at most from any hand
    assert low.sums["rake"] >= -500 * HANDS
    assert raked(rake_before_flop="no").sums["rake"] > high.sums["rake"]
    assert raked(rake_basis="total").sums["rake"] <= high.sums["rake"]


def test_rake_is_no_more_than_its_percentage_of_the_pots() -> None:
    tally = raked(rake_cap="100,000")
    assert -tally.sums["rake"] <= tally.counts["table"]["cents in pots"] * 5 // 100


def test_figures_carry_their_error() -> None:
    [figures] = edge(adopt(EDITION, {"seats": "6"}))
    assert isinstance(figures.exact, float)
    assert 0 < figures.exact < 0.01
    assert figures.rational is None
    assert figures.details["big_blinds_per_100_hands"] == pytest.approx(100 * figures.house_edge)
    assert figures.details["big_blinds_per_100_hands_and_seat"] == pytest.approx(100 * figures.house_edge / 6)
    assert "4.1" in figures.paragraphs
    assert sum(way.probability for way in figures.outcomes) == pytest.approx(1)
    assert sum(way.probability * way.net for way in figures.outcomes) == pytest.approx(figures.ev)


def test_the_same_seed_gives_the_same_hands() -> None:
    assert raked() == raked()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Asked(meter=0), "no jackpot meter"),
        (Asked(bet_size=199_99), "200 to 2,000"),
        (Asked(bet_size=2_000_01), "200 to 2,000"),
    ],
)
def test_wrong_questions_are_refused(asked: Asked, words: str) -> None:
    rules = adopt(EDITION, {})
    with pytest.raises(AnalysisError, match=words):
        provider_of(rules).edge(rules, "rake", asked)


@pytest.mark.parametrize("stake", [200_00, 2_000_00])
def test_stakes_at_the_limits_are_played(stake: int) -> None:
    simulator = simulator_of(adopt(EDITION, {}), Asked(bet_size=stake))
    assert simulator.run(1, 100).rounds == 100


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(AnalysisError, match="did you mean 'tight'"):
        simulator_of(adopt(EDITION, {}), Asked(), names=("tigth",))
