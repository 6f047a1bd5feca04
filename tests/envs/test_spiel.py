"""Our games in OpenSpiel: its own tests pass, its own algorithms solve them."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr as sampling

from croupier.analysis.kernels.cards import NUMBER, class_names
from croupier.analysis.poker import preflop as p
from croupier.analysis.poker.versus import versus
from croupier.envs import spiel
from croupier.envs.spiel.abstract import exploitability

spiel.register()
PUSH_OR_FOLD = "croupier_poker(seats=2,stake=100,only=all_in,classes=True,sizes=none)"
# Push or fold with ten Big Blinds, as published: 58.3% of hands are pushed, 37.4% call.
PUSHED, CALLED = 0.583, 0.374


@pytest.mark.parametrize(
    "name",
    [
        "croupier_poker(seats=2)",
        "croupier_poker(seats=4,rake=True,stake=40)",
        PUSH_OR_FOLD,
        "croupier_preflop(stack=25.0)",
        "croupier_push_fold",
    ],
)
def test_openspiels_own_test_passes(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    is_raked = "rake=True" in name
    assert (game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM) == (not is_raked)


def _dealt(game: Any, *cards: str) -> Any:
    state = game.new_initial_state()
    for card in cards:
        state.apply_action(NUMBER[card])  # type: ignore[index]
    return state


def _names(state: Any) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def test_who_faces_a_shove_may_call() -> None:
    state = _dealt(pyspiel.load_game(PUSH_OR_FOLD), "As", "Ah", "7c", "2d")
    assert _names(state) == ["fold", "all_in"]
    state.apply_action(state.legal_actions()[-1])
    assert _names(state) == ["fold", "call"]


def test_only_names_actions_that_there_are() -> None:
    with pytest.raises(ValueError, match="only=shove: there are fold, call"):
        pyspiel.load_game("croupier_poker(only=shove)")


def test_a_state_says_what_it_is_and_no_player_sees_more_than_their_own() -> None:
    game = pyspiel.load_game("croupier_poker(seats=2)")
    state = _dealt(game, "As", "Ah", "7c")
    assert str(state) in ("AsAh 7c||", "7c AsAh||")
    state.apply_action(NUMBER["2d"])  # type: ignore[index]
    view = game.make_py_observer()
    for seat in (0, 1):
        view.set_from(state, seat)
        seen = {int(card) for card in np.flatnonzero(view.dict["hole"])}
        own = {NUMBER[card] for card in state.position.hole(seat)}
        assert seen == own
        assert state.information_state_string(seat).count("|") == 3
    assert view.dict["chips"].tolist() == [99.5, 99.0]
    assert view.dict["bets"].tolist() == [0.5, 1.0]


def test_push_or_fold_is_what_is_published() -> None:
    found = p.solve(p.game_of(p.push_or_fold(10.0)), 300, exactly=True)
    often = versus().deals.sum(axis=1)
    assert found.exploitability < 0.0005
    assert often @ found.strategy[""][:, 1] == pytest.approx(PUSHED, abs=0.005)
    assert often @ found.strategy["a"][:, 1] == pytest.approx(CALLED, abs=0.005)


def test_openspiel_solves_push_or_fold() -> None:
    game = pyspiel.load_game("croupier_push_fold(stack=10.0)")
    np.random.seed(1)  # the solver draws from NumPy's own
    solver = sampling.ExternalSamplingSolver(game, sampling.AverageType.SIMPLE)
    for _ in range(6_000):
        solver.iteration()
    policy = solver.average_policy()
    push, call = (_chances(game, policy, line) for line in ((), ("all-in",)))
    often = versus().deals.sum(axis=1)
    assert often @ push == pytest.approx(PUSHED, abs=0.06)
    assert often @ call == pytest.approx(CALLED, abs=0.10)
    for hand in ("AA", "TT", "AKo", "A9s", "KQs"):
        assert push[class_names().index(hand)] > 0.9
    for hand in ("AA", "TT", "AKo"):
        assert call[class_names().index(hand)] > 0.9
    for hand in ("32o", "72o", "42o"):
        assert push[class_names().index(hand)] < 0.2
        assert call[class_names().index(hand)] < 0.2
    assert exploitability(game, policy) < 0.1


def _chances(game: Any, policy: Any, line: tuple[str, ...]) -> Any:
    """How often each class puts its chips in."""
    found = []
    for hand in range(len(class_names())):
        state = game.new_initial_state()
        state.apply_action(hand)
        state.apply_action(hand)
        for word in line:
            state.apply_action(state.string_to_action(word))
        found.append(policy.action_probabilities(state).get(state.legal_actions()[-1], 0.0))
    return np.array(found)


def test_the_shipped_table_is_as_exact_as_it_says() -> None:
    for stack in (10.0, 100.0):
        shipped = p.kept()[stack]
        again = p.judged(stack, shipped.strategy)
        assert again.exploitability == pytest.approx(shipped.exploitability, abs=1e-6)
        assert again.value == pytest.approx(shipped.value, abs=1e-6)
