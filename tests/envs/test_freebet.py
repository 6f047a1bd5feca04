"""Free Bet Blackjack as an environment, one table and many."""

import random
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import croupier.envs
from croupier.envs import proof
from croupier.envs.freebet import FreeBetBatch, FreeBetEnv, FreeBetSetup
from croupier.envs.vector import random_actions
from tests.effort import EFFORT

# Readings and settings that move money or offers in a regular Round.
SWITCHES: dict[str, tuple[Any, ...]] = {
    "decks": (1, 6, 8),
    "dealer_blackjack_loss": ("live_original_plus_busted", "capped_at_original"),
    "dealer_draws_for_busted": (True, False),
    "pair_ten_face": (False, True),
    "split_unlike_tens": (True, False),
    "paid_double_on_free_hand": (True, False),
    "pay_blackjack_immediately_vs_ten": (False, True),
    "burn_policy": ("none", "per_shoe", "per_round"),
    "surrender_rounding": ("exact", "up", "down"),
    "blackjack_rounding": ("exact", "up", "down"),
    "lowest_chip": ("0.50", "5.00"),
}


def named(env: FreeBetEnv, name: str) -> int:
    return env.actions.index(name)


@pytest.mark.parametrize(
    "wanted", [{}, {"observation": "dict"}, {"observation": "flat", "exact": True}, {"betting": "choose"}]
)
@pytest.mark.filterwarnings("default")
def test_gymnasium_finds_nothing_wrong(wanted: dict[str, Any]) -> None:
    check_env(gym.make(croupier.envs.FREEBET, **wanted).unwrapped)


def test_batches_and_tables_agree_on_everything_seen_and_won() -> None:
    chance = random.Random(5)
    for seed in range(3 * EFFORT):
        settings = {name: chance.choice(choices) for name, choices in SWITCHES.items()}
        proof.freebet(
            12,
            seed,
            settings=settings,
            wager=35_00,
            areas=chance.choice((1, 2)),
            sides=chance.choice(((), ("pair", "busted", "pot_of_gold"))),
            betting=chance.choice(("fixed", "choose")),
            shoe=chance.choice(("cut_card", "fresh")),
        )


def test_a_free_double_that_wins_pays_two_wagers_for_one() -> None:
    # 6 and 5 against a 9; the free card is a ten for 21, the dealer draws an 8 for 17.
    env = FreeBetEnv(settings={"burn_policy": "none"})
    _, info = env.reset(options={"cards": ["6s", "9d", "5c", "Th", "8c"]})
    assert [env.actions[at] for at in np.flatnonzero(info["action_mask"])] == ["surrender", "play_on"]
    seen, reward, is_over, _, info = env.step(named(env, "play_on"))
    assert seen[env.layout.places["total"]] == 11
    assert info["action_mask"][named(env, "free_double")]
    _, reward, is_over, _, info = env.step(named(env, "free_double"))
    assert (reward, is_over, info["net"]) == (2.0, True, 50_00)
    assert "HandDoubled" in info["events"]
    assert "mbs-freebet@3 3.26.5" in info["paragraphs"]


def test_insurance_and_even_money_by_exact_amounts() -> None:
    # 20 against an Ace; 10 insured at 2 to 1 while the wager of 25 is lost to Blackjack.
    env = FreeBetEnv(settings={"burn_policy": "none"}, exact=True)
    env.reset(options={"cards": ["Ks", "Ad", "Qc", "Th"]})
    env.step({"action": named(env, "insure"), "amount": 10_00})
    _, reward, _, _, info = env.step({"action": named(env, "stand"), "amount": 0})
    assert info["net"] == 20_00 - 25_00
    assert reward == pytest.approx(-0.2)
    env.reset(options={"cards": ["Ks", "Ad", "Qc", "Th"]})
    with pytest.raises(ValueError, match=r"12\.50 is, in chips of 50 cents"):
        env.step({"action": named(env, "insure"), "amount": 13_00})


def test_seeds_repeat_card_for_card() -> None:
    def played(env: FreeBetEnv, seed: int) -> list[Any]:
        seen, info = env.reset(seed=seed)
        found = [seen.tolist()]
        for _ in range(60):
            seen, reward, is_over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
            found += [seen.tolist(), reward]
            if is_over:
                seen, info = env.reset()
        return found

    env = FreeBetEnv()
    assert played(env, 7) == played(FreeBetEnv(), 7) == played(env, 7) != played(env, 8)


def test_a_random_policy_takes_every_legal_action_equally_often() -> None:
    mask = np.tile(np.array([0, 1, 0, 1, 1, 0], np.int8), (30_000, 1))
    mask[:3] = [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0]
    chosen = random_actions(mask, np.random.default_rng(4))
    assert chosen[:3].tolist() == [0, 5, 0]
    # 10,000 each; four standard deviations of a binomial are 4 * sqrt(30,000 * 1/3 * 2/3) = 327.
    assert np.bincount(chosen[3:]) == pytest.approx([0, 10_000, 0, 10_000, 10_000], abs=327)


def test_make_vec_with_a_policy_from_outside() -> None:
    envs = gym.make_vec(croupier.envs.FREEBET, num_envs=64, observation="dict", rounds=2)
    seen, infos = envs.reset(seed=1)
    assert seen["seen"].shape == (64, 10)
    generator, ends, won = np.random.default_rng(1), 0, 0.0
    for _ in range(50):
        seen, rewards, over, cut, infos = envs.step(random_actions(infos["action_mask"], generator))
        ends += int(over.sum())
        won += float(rewards.sum())
    assert ends > 64
    assert won < 0
    assert not cut.any()
    envs.step(envs.action_space.sample())
    envs.close()


@pytest.mark.parametrize("name", [croupier.envs.FREEBET, croupier.envs.MULTILINK])
def test_masks_are_given_as_maskable_ppo_asks_for_them(name: str) -> None:
    """sb3-contrib itself is not here: this is what it asks of an environment, behind Gymnasium's wrappers."""
    env: Any = gym.make(name, observation="flat")
    assert isinstance(env.action_space, gym.spaces.Discrete)
    assert env.action_space.start == 0
    assert isinstance(env.observation_space, gym.spaces.Box)
    assert (env.observation_space.dtype, len(env.observation_space.shape)) == (np.float32, 1)
    assert env.has_wrapper_attr("action_masks")
    chance = np.random.default_rng(3)
    seen, info = env.reset(seed=3)
    for _ in range(30):
        masks = env.get_wrapper_attr("action_masks")()
        assert (masks.dtype, masks.shape) == (np.bool_, (env.action_space.n,))
        assert masks.any()
        assert masks.tolist() == info["action_mask"].astype(bool).tolist()
        assert env.observation_space.contains(seen)
        # What comes from a policy is a number of NumPy's own kind.
        seen, _, is_over, _, info = env.step(chance.choice(np.flatnonzero(masks)))
        if is_over:
            seen, info = env.reset()


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_table_can_be_seen(mode: str) -> None:
    env = gym.make(croupier.envs.FREEBET, render_mode=mode)
    env.reset(seed=1)
    picture: Any = env.render()
    if mode == "ansi":
        assert "area 1: agent 25" in picture
    else:
        assert picture.shape == (400, 640, 3)
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 5


def test_mistakes_are_answered_with_what_to_do() -> None:
    env = FreeBetEnv()
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        env.step(0)
    env.reset(options={"cards": ["Ks", "9d", "Qc"]})
    with pytest.raises(ValueError, match="action hit is not possible now; possible: surrender, play_on"):
        env.step(named(env, "hit"))
    with pytest.raises(ValueError, match="possible: surrender, play_on"):
        env.step(99)
    with pytest.raises(ValueError, match="choose one of array, dict, flat"):
        FreeBetEnv(observation="cards")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="choose from ansi, rgb_array"):
        FreeBetEnv(render_mode="human")
    with pytest.raises(ValueError, match=r"25 to 1,000 is, in chips of 0\.50"):
        FreeBetSetup(wager=20_00)
    with pytest.raises(ValueError, match="choose from pair, busted, pot_of_gold"):
        FreeBetSetup(sides=("perfect_pair",))
    with pytest.raises(ValueError, match="riffle the discards when the cards run out"):
        FreeBetSetup(settings={"manual_shuffling": False, "out_of_cards_policy": "void"})
    for setting in ("double_for_less", "double_after_unlike_split"):
        with pytest.raises(ValueError, match=setting):
            FreeBetSetup(settings={setting: False})
    FreeBetSetup(settings={"double_after_unlike_split": False, "split_unlike_tens": False})
    batch = FreeBetBatch(2)
    with pytest.raises(RuntimeError, match="call reset"):
        batch.step(np.array([0, 0]))
    batch.reset(1)
    with pytest.raises(ValueError, match="table 0: action stand is not possible now; possible: "):
        batch.step(np.array([0, 0]))
    with pytest.raises(ValueError, match="one action for each of 2 tables"):
        batch.step(np.array([0]))
