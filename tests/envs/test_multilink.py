"""Multi-Link as an environment, one table and many."""

import random
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import croupier.envs
from croupier.envs import proof
from croupier.envs.multilink import MultiLinkBatch, MultiLinkEnv, MultiLinkSetup
from tests.effort import EFFORT

STRAIGHT_FLUSH = 154490  # the seed of a batch whose first deal flops one
SWITCHES: dict[str, tuple[Any, ...]] = {
    "device": ("card_shoe", "electronic_shuffler"),
    "increment_rate": ("20%", "33.3%"),
    "increment_amount": ("0", "0.07"),
    "reserve_share": ("0%", "12.5%"),
    "opening_value": ("0", "777.77"),
    "deal_flop_for_folded_progressive": (True, False),
    "complete_board_when_all_fold": (True, False),
    "increment_timing": ("at_acceptance", "after_round_if_unwon"),
    "partial_win_effect": ("deduct", "reset", "none"),
    "progressive_stake_returned_on_win": (True, False),
    "blind_street_bets": (True, False),
    "minor_paid_from": ("house", "meter"),
    "progressive_bet": ("5.00", "13.00"),
}


@pytest.mark.parametrize("wanted", [{}, {"observation": "flat", "betting": "choose"}])
@pytest.mark.filterwarnings("default")
def test_gymnasium_finds_nothing_wrong(wanted: dict[str, Any]) -> None:
    check_env(gym.make(croupier.envs.MULTILINK, **wanted).unwrapped)


@pytest.mark.parametrize("edition", ["rws-multilink@2", "rws-multilink@3"])
def test_batches_and_tables_agree_on_everything_seen_and_won(edition: str) -> None:
    chance = random.Random(edition)
    for seed in range(1 + EFFORT):
        boxes = chance.choice((1, 2, 3))
        proof.multilink(
            15,
            seed,
            edition=edition,
            settings={name: chance.choice(choices) for name, choices in SWITCHES.items()},
            boxes=boxes,
            looks_at=chance.randint(1, boxes),
            sides=chance.choice(((), ("bonus", "progressive"))),
            betting=chance.choice(("fixed", "choose")),
        )


def test_a_royal_flush_on_the_flop_takes_the_meter() -> None:
    # The shuffler deals the board first. A royal flush with the flop takes the whole meter.
    env = MultiLinkEnv(
        settings={"device": "electronic_shuffler", "opening_value": "10,000"}, sides=("bonus", "progressive")
    )
    cards = ["Ts", "Js", "Qs", "2d", "3c", "As", "Ks", "7h", "7c"]
    seen, _ = env.reset(options={"cards": cards})
    assert seen[env.layout.places["meter"]] == 10_001_00  # 20% of the bet of 5 has been added
    env.step(env.actions.index("flop"))
    env.step(env.actions.index("bet"))
    _, _, is_over, _, info = env.step(env.actions.index("check"))
    # Ante 25 and Flop 50 and Turn 25 win even money, the Bonus of 5 pays 25 to 1 for Ace-King suited, and the
    # jackpot bet of 5 is kept whatever it wins.
    assert info["net"] == 25_00 + 50_00 + 25_00 + 125_00 + 10_001_00 - 5_00
    assert is_over


def test_a_bonus_cap_may_include_the_stake() -> None:
    # Aces against 7 7: 5,000 at 30 to 1 would be 150,000; with the stake 100,000 is paid, so 95,000 are won.
    env = MultiLinkEnv(
        settings={
            "device": "electronic_shuffler", "bonus_min": "5,000", "bonus_max": "5,000",
            "bonus_cap_includes_stake": True,
        },
        sides=("bonus",),
    )  # fmt: skip
    env.reset(options={"cards": ["Ts", "Jd", "Qs", "2d", "3c", "As", "Ah", "7h", "7c"]})
    env.step(env.actions.index("flop"))
    env.step(env.actions.index("check"))
    _, _, is_over, _, info = env.step(env.actions.index("check"))
    assert info["net"] == 50_00 + 95_000_00  # One Pair wins the Flop, not the Ante
    assert is_over


def test_the_batch_pays_a_straight_flush_as_the_table_does() -> None:
    proof.multilink(1, 0, deal=STRAIGHT_FLUSH, settings={"opening_value": "4,321.98"}, sides=("progressive",))


def test_make_vec_plays_rounds() -> None:
    envs = gym.make_vec(croupier.envs.MULTILINK, num_envs=32, sides=("progressive",))
    _, infos = envs.reset(seed=3)
    for _ in range(20):
        _, rewards, over, _, infos = envs.step(envs.action_space.sample())
        assert (rewards[~over] == 0).all()
    assert infos["action_mask"].shape == (32, 4)


def test_mistakes_are_answered_with_what_to_do() -> None:
    with pytest.raises(ValueError, match="look at one of your boxes, 1 to 2"):
        MultiLinkSetup(boxes=2, looks_at=3)
    with pytest.raises(ValueError, match="choose from bonus, progressive"):
        MultiLinkSetup(sides=("pair",))
    with pytest.raises(ValueError, match="max_flop, max_turn and max_river"):
        MultiLinkSetup(settings={"max_turn": "80"})
    with pytest.raises(ValueError, match="decision_order = clockwise"):
        MultiLinkSetup(settings={"decision_order": "free"}, boxes=2)
    with pytest.raises(ValueError, match="money_rounding = half_up"):
        MultiLinkSetup(settings={"money_rounding": "down"})
    with pytest.raises(ValueError, match="auto_detect_progressive_hands = yes"):
        MultiLinkSetup(settings={"auto_detect_progressive_hands": "no"})
    with pytest.raises(ValueError, match="25 to 1,000 is, in chips of 1"):
        MultiLinkSetup(ante=5_00)
    batch = MultiLinkBatch(1)
    batch.reset(1)
    with pytest.raises(ValueError, match="possible: fold, flop"):
        batch.step(np.array([2]))
