"""What Gymnasium, PettingZoo and learning libraries expect of an environment, of all of ours."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import croupier.envs
from croupier.envs import poker_v0
from croupier.envs.batch import Batch
from croupier.envs.freebet import FreeBetBatch, FreeBetEnv, FreeBetSetup
from croupier.envs.multilink import MultiLinkSetup
from croupier.envs.one import OneTableEnv
from croupier.envs.poker import PokerBatch, PokerSetup
from croupier.envs.poker.search import Position

IDS = (croupier.envs.FREEBET, croupier.envs.MULTILINK)
COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda each: pickle.loads(pickle.dumps(each)),
}


def _first(mask: Any) -> int:
    return int(np.argmax(mask))


def _last(mask: Any) -> int:
    return int(np.flatnonzero(mask)[-1])


def _gym_run(env: Any, info: dict[str, Any], steps: int) -> list[Any]:
    found = []
    for _ in range(steps):
        seen, reward, is_over, _, info = env.step(_last(info["action_mask"]))
        found.append((seen.tolist(), reward, is_over))
        if is_over:
            seen, info = env.reset()
            found.append(seen.tolist())
    return found


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("name", IDS)
def test_a_copy_in_mid_hand_goes_on_alike(name: str, strict: bool, way: str) -> None:
    env = gym.make(name, strict=strict)
    _, info = env.reset(seed=5)
    _, _, is_over, _, info = env.step(_last(info["action_mask"]))
    assert not is_over
    other = COPIES[way](env)
    assert _gym_run(other, info, 6) == _gym_run(env, info, 6)


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_copy_of_poker_goes_on_alike(wrapped: bool, strict: bool, way: str) -> None:
    env: Any = (poker_v0.env if wrapped else poker_v0.raw_env)(seats=3, strict=strict)
    env.reset(seed=4)
    env.step(1)
    other = COPIES[way](env)
    runs = []
    for each in (env, other):
        told = []
        while each.agents and not each.terminations[each.agent_selection]:
            seen = each.observe(each.agent_selection)
            told.append((each.agent_selection, seen["observation"].tolist()))
            each.step(_first(seen["action_mask"][1:]) + 1)
        runs.append((told, dict(each.rewards)))
    assert runs[0] == runs[1]
    assert len(runs[0][0]) > 3


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("make", [lambda: FreeBetBatch(8), lambda: PokerBatch(8, seats=3)])
def test_a_copy_of_a_batch_goes_on_alike(make: Callable[[], Batch], way: str) -> None:
    batch = make()
    batch.reset(3)
    batch.step(np.argmax(batch.mask, axis=1))
    other = COPIES[way](batch)
    for _ in range(20):
        for each in (batch, other):
            each.step(np.argmax(each.mask, axis=1))
        assert (batch.observations == other.observations).all()
        assert (batch.net == other.net).all()


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_of_a_position_goes_its_own_way(way: str) -> None:
    position = Position(seats=2, rake=False)
    position.deal(["As", "Ah", "7c", "2d"])
    other = COPIES[way](position)
    other.step(0)
    assert (other.is_over, position.is_over) == (True, False)


# One table is a batch of one


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("form", ["array", "dict", "flat"])
def test_one_table_passes_gymnasiums_own_check(name: str, form: str) -> None:
    env = gym.make(name, observation=form)
    assert isinstance(env.unwrapped, OneTableEnv)
    check_env(env.unwrapped)


def test_strict_gives_the_live_table_and_so_does_what_only_it_can() -> None:
    for wanted in ({"strict": True}, {"render_mode": "ansi"}, {"exact": True}):
        assert isinstance(gym.make(croupier.envs.FREEBET, **wanted).unwrapped, FreeBetEnv)
    env = gym.make(croupier.envs.FREEBET)
    with pytest.raises(ValueError, match="strict=True"):
        env.reset(options={"cards": ["As"]})
    env.reset(seed=1)
    with pytest.raises(TypeError, match="whole number"):
        env.unwrapped.step(0.5)
    with pytest.raises(ValueError, match="is not possible now; possible: surrender, play_on"):
        env.unwrapped.step(0)


def test_episodes_of_several_rounds() -> None:
    env = gym.make(croupier.envs.FREEBET, rounds=3)
    _, info = env.reset(seed=2)
    ends, is_over = 0, False
    while not is_over:
        _, _, is_over, _, info = env.step(_last(info["action_mask"]))
        ends += info["net"] != 0 or is_over
    assert ends <= 3
    assert not info["action_mask"].any()


# Vectors


@pytest.mark.parametrize("name", IDS)
def test_the_same_step_tells_what_ended(name: str) -> None:
    envs: Any = gym.make_vec(name, num_envs=16)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    _, info = envs.reset(seed=1)
    assert envs.actions == envs.batch.actions
    ended = 0
    for _ in range(30):
        seen, reward, over, _, info = envs.step(np.argmax(info["action_mask"], axis=1))
        assert ("final_obs" in info) == bool(over.any())
        if over.any():
            ended += int(over.sum())
            assert (info["_final_obs"] == over).all()
            assert (info["_final_info"] == over).all()
            assert info["final_obs"].shape == seen.shape
            assert (info["final_info"]["net"][over] / envs.layout.unit == reward[over]).all()
    assert ended > 16


def test_the_next_step_begins_the_next_whatever_is_chosen() -> None:
    plain: Any = gym.make_vec(croupier.envs.FREEBET, num_envs=16)
    later: Any = gym.make_vec(croupier.envs.FREEBET, num_envs=16, autoreset_mode="NextStep")
    assert later.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP

    def rewards(envs: Any, steps: int) -> list[list[float]]:
        found: list[list[float]] = [[] for _ in range(16)]
        _, info = envs.reset(seed=1)
        ended = np.zeros(16, bool)
        for _ in range(steps):
            seen, reward, over, _, info = envs.step(np.argmax(info["action_mask"], axis=1))
            if envs is later:
                assert (reward[ended] == 0).all()
                assert not over[ended].any()
                assert (seen[over] == envs.layout.nothing).all()
                ended = over
            for table in np.flatnonzero(over):
                found[table].append(float(reward[table]))
        return found

    for one, other in zip(rewards(plain, 30), rewards(later, 45), strict=True):
        assert one[: len(other)] == other[: len(one)]
        assert min(len(one), len(other)) > 3


def test_no_other_autoreset_is_promised() -> None:
    with pytest.raises(ValueError, match="SameStep or NextStep"):
        gym.make_vec(croupier.envs.FREEBET, num_envs=2, autoreset_mode="Disabled")


# What the numbers mean, and where they are


@pytest.mark.parametrize(
    "setup", [FreeBetSetup(), MultiLinkSetup(), PokerSetup()], ids=lambda each: each.edition
)
def test_every_number_of_an_observation_is_explained(setup: Any) -> None:
    text = (Path(__file__).parents[2] / "docs" / "observations.md").read_text()
    assert setup.layout.explained() in text


def test_the_state_of_poker_has_everybodys_cards() -> None:
    env = poker_v0.raw_env(seats=3)
    env.reset(seed=1)
    state = env.state()
    assert env.state_space.contains(state)
    hole = env.setup.layout.places["hole"]
    cards = state[:, hole].ravel().tolist()
    assert len(set(cards)) == 6
    seen = env.observe(env.agent_selection)["observation"]
    assert any((row == seen).all() for row in state)


def test_other_libraries_see_a_batch_without_a_copy() -> None:
    batch = FreeBetBatch(4)
    batch.reset(1)
    for array in (batch.observations, batch.mask, batch.net, batch.done):
        assert np.shares_memory(np.from_dlpack(array), array)
