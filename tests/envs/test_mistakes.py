"""What is asked of an environment and cannot be had is answered with what can."""

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import croupier.envs
from croupier.envs import poker_v0
from croupier.envs.freebet import FreeBetBatch, FreeBetEnv
from croupier.envs.multilink import MultiLinkBatch, MultiLinkEnv
from croupier.envs.poker import PokerBatch
from croupier.envs.poker.search import Position

assert croupier.envs


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: gym.make("croupier/FreeBet-v0", area=3), "'area' is unknown here; did you mean 'areas'?"),
        (lambda: FreeBetBatch(1, area=3), "did you mean 'areas'?"),
        (lambda: MultiLinkEnv(box=3), "did you mean 'boxes'?"),
        (lambda: MultiLinkBatch(1, box=3), "did you mean 'boxes'?"),
        (lambda: poker_v0.env(seat=3), "did you mean 'seats'?"),
        (lambda: PokerBatch(1, seat=3), "did you mean 'seats'?"),
        (lambda: Position(seat=3), "did you mean 'seats'?"),
    ],
)
def test_a_wish_that_is_unknown(make: Callable[[], Any], said: str) -> None:
    with pytest.raises(TypeError) as caught:
        make()
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("make", "known"),
    [
        (lambda: gym.make("croupier/FreeBet-v0", edition="rws-poker@7"), "mbs-freebet@3"),
        (
            lambda: gym.make("croupier/MultiLink-v0", edition="rws-poker@7"),
            "rws-multilink@2, rws-multilink@3",
        ),
        (lambda: poker_v0.env(edition="mbs-freebet@3"), "rws-poker@6, rws-poker@7"),
    ],
)
def test_an_edition_of_another_game(make: Callable[[], Any], known: str) -> None:
    with pytest.raises(ValueError, match=rf"is an edition of another game; choose from {known}"):
        make()


@pytest.mark.parametrize("action", [1.5, "hit", None, [1, 2]])
def test_an_action_that_is_no_number(action: Any) -> None:
    env = FreeBetEnv()
    env.reset(seed=1)
    with pytest.raises(TypeError, match=r"an action is a whole number, 0 \(stand\) to 9 \(even_money\), not"):
        env.step(action)
    table = poker_v0.env(seats=2)
    table.reset(seed=1)
    with pytest.raises(TypeError, match=r"a whole number, 0 \(fold\) to 6 \(all_in\), not"):
        table.step(action)


def test_numbers_of_numpy_are_actions() -> None:
    env = FreeBetEnv()
    for number in (np.int64(7), np.array(7), np.array([7])):
        env.reset(options={"cards": ["Ks", "9d", "Qc"]})
        assert env.step(number)[2] is False  # plays on


def test_an_exact_action_has_two_parts() -> None:
    for env in (FreeBetEnv(exact=True), poker_v0.env(seats=2, exact=True)):
        env.reset(seed=1)
        for action in (1, {"action": 1}):
            with pytest.raises(TypeError, match=r"with exact=True an action is .*number.*cents"):
                env.step(action)


def test_actions_of_a_batch_are_whole_numbers() -> None:
    batch = FreeBetBatch(2)
    batch.reset(1)
    with pytest.raises(TypeError, match="actions are whole numbers, not float64"):
        batch.step(np.array([7.5, 7.0]))


def test_an_option_of_reset_that_is_unknown() -> None:
    with pytest.raises(ValueError, match="reset has no option 'card'; did you mean 'cards'"):
        FreeBetEnv().reset(options={"card": ["As"]})


@pytest.mark.parametrize("threads", [1, 2])
def test_closed_tables(threads: int) -> None:
    batch = FreeBetBatch(2, threads=threads)
    batch.reset(1)
    actions = batch.mask.argmax(axis=1)
    batch.close()
    for ask in (lambda: batch.step(actions), lambda: batch.reset(1)):
        with pytest.raises(RuntimeError, match="these tables are closed: make new ones"):
            ask()


def test_a_closed_environment_has_to_be_reset() -> None:
    env = FreeBetEnv()
    env.reset(seed=1)
    env.close()
    with pytest.raises(gym.error.ResetNeeded, match=r"call reset\(\) before step\(\)"):
        env.step(7)
    env.reset(seed=1)
    env.step(7)


def test_poker_before_the_first_reset_and_after_the_end() -> None:
    env = poker_v0.raw_env(seats=2)
    with pytest.raises(AttributeError, match=r"there is no table yet: call reset\(\) first"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there is no agent 'player_2'; there are player_0, player_1"):
        env.observe("player_2")
