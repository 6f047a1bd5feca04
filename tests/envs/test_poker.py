"""Poker as an environment, one table and many."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from croupier.envs import poker_v0, proof, wishes
from croupier.envs.drawing import seed_rows
from croupier.envs.poker import PokerBatch, PokerSetup, live, setup
from croupier.envs.poker.quick import QuickTable
from croupier.envs.vector import random_actions
from croupier.games import GAMES
from croupier.rulebook import Library
from croupier.table import Catalogue

# Readings and settings that move chips in a regular Round.
SWITCHES: dict[str, tuple[Any, ...]] = {
    "small_blind": ("5", "2.50", "25"),
    "lowest_chip": ("0.50", "2.50"),
    "min_open_bet": ("big_blind", "lowest_chip"),
    "raise_floor": ("largest", "latest"),
    "all_in_raise_threshold": ("50%", "100%"),
    "short_all_in_reopens": (True, False),
    "short_all_ins_accumulate": (True, False),
    "short_blind_call": ("full", "actual"),
    "rake_basis": ("per_pot", "total"),
    "walk_rake_base": ("matched", "full", "small_blind_only"),
    "rake_before_flop": (True, False),
    "odd_chip_to": ("first_winner", "literal"),
    "odd_chips": ("one_each", "all_to_first"),
    "all_in_reveal": ("after_river", "at_once"),
    "early_final_order": ("analogous", "left_of_button"),
    "button_policy": ("next_player", "dead_button"),
    "rake_percent": ("5%", "2.5%"),
    "rake_cap": ("30", "3"),
}


@pytest.mark.parametrize("edition", ["rws-poker@6", "rws-poker@7"])
def test_batches_and_tables_agree_on_everything_seen_and_won(edition: str) -> None:
    chance = random.Random(edition)
    for seed in range(5):
        seats = chance.choice((2, 3, 6, 10))
        proof.poker(
            12,
            seed,
            edition=edition,
            settings={name: chance.choice(choices) for name, choices in SWITCHES.items()}
            | {"table_stake_min": "25"},
            seats=seats,
            stakes=[chance.choice((25_00, 50_00, 125_00, 200_00, 1_000_00)) for _ in range(seats)],
            session=chance.random() < 0.5,
        )


@pytest.mark.parametrize(
    "wanted",
    [
        {"seats": 3},
        {"seats": 3, "session": True, "stakes": 100_00},
        {"seats": 4, "strict": True},
        {"seats": 2, "session": True, "stakes": 200_00, "exact": True},
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_finds_nothing_wrong(wanted: dict[str, Any]) -> None:
    api_test(poker_v0.env(**wanted), num_cycles=60)
    seed_test(lambda: poker_v0.env(**wanted), num_cycles=20)


@pytest.mark.parametrize("strict", [False, True])
def test_a_bet_that_nobody_calls_wins_the_blinds(strict: bool) -> None:
    env = poker_v0.env(seats=3, rake=False, strict=strict)
    env.reset(seed=1)
    actions = env.unwrapped.setup.actions
    first = env.agent_selection  # three-handed the button opens
    env.step(actions.index("raise_100%"))
    env.step(actions.index("fold"))
    env.step(actions.index("fold"))
    # Blinds of 5 and 10; the pot-sized raise comes back but for what the Big Blind matched of it.
    assert env.rewards == {name: 1.5 if name == first else env.rewards[name] for name in env.agents}
    assert sorted(env.rewards.values()) == [-1.0, -0.5, 1.5]
    assert all(env.terminations.values())
    assert ("PotAwarded" in env.infos[first].get("events", ())) == strict
    # 1,000 each, and one has 15 of the others' now.
    chips = env.unwrapped.setup.layout.places["chips"]
    assert env.observe(first)["observation"][chips].tolist() == [1015_00, 995_00, 990_00]


@pytest.mark.parametrize("session", [False, True])
def test_a_quick_table_is_the_row_of_a_batch(session: bool) -> None:
    setup, generator = PokerSetup(seats=3, stakes=100_00, session=session), np.random.default_rng(1)
    batch, table = PokerBatch(1, setup), QuickTable(setup, 0)
    seed_rows(table._words, batch._seeds(5))
    batch.reset(5)
    table.deal()
    hands = 0
    for _ in range(400):
        assert table.seen(table.to_act).tolist() == batch.observations[0].tolist()
        assert table.mask().tolist() == batch.mask[0].tolist()
        action = random_actions(batch.mask, generator)
        batch.step(action)
        table.act(int(action[0]))
        won = np.zeros(3, np.int64)
        while table.is_over:
            won += table.net
            hands += 1
            if session and table.winner is not None:
                table.clear()
            table.deal()
        assert won.tolist() == batch.net[0].tolist()
    assert hands > 30


@pytest.mark.parametrize("strict", [False, True])
def test_nobody_sees_other_cards(strict: bool) -> None:
    env = poker_v0.env(seats=4, observation="dict", strict=strict)
    env.reset(seed=5)
    hands = [tuple(env.observe(name)["observation"]["hole"]) for name in env.agents]
    assert len({card for hand in hands for card in hand}) == 8
    asked = env.agent_selection
    assert [bool(env.observe(name)["action_mask"].any()) for name in env.agents] == [
        name == asked for name in env.agents
    ]


def test_chips_are_neither_made_nor_lost_in_a_session() -> None:
    batch = PokerBatch(16, seats=4, stakes=200_00, session=True, rake=False)
    batch.reset(2)
    generator = np.random.default_rng(2)
    for _ in range(300):
        batch.step(random_actions(batch.mask, generator))
        assert (batch.net.sum(axis=1) == 0).all()


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_table_can_be_seen(mode: str) -> None:
    env = poker_v0.env(seats=2, render_mode=mode)
    env.reset(seed=1)
    picture = env.render()
    assert "player_0" in picture if mode == "ansi" else picture.shape == (400, 640, 3)


@pytest.mark.parametrize(
    ("name", "chosen", "said"),
    [
        ("under_raise", "call", "refuse, not call"),
        ("pointless_raise", "allow", "while_answerable, not allow"),
        ("complete_short_all_in", "yes", "no, not yes"),
        ("avoid_double_big_blind", "yes", "no, not yes"),
    ],
)
def test_readings_that_batches_do_not_follow_are_refused(name: str, chosen: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"{name} {said}"):
        PokerSetup(settings={name: chosen})


def test_mistakes_are_answered_with_what_to_do() -> None:
    env = poker_v0.env(seats=2)
    env.reset(seed=1)
    with pytest.raises(
        ValueError, match="player_0: action number 9 is not possible now; possible: fold, call"
    ):
        env.step(9)
    with pytest.raises(ValueError, match="a table has 2 to 10"):
        PokerSetup(seats=11)
    with pytest.raises(ValueError, match="3 stakes for 2 seats"):
        PokerSetup(seats=2, stakes=(200_00, 200_00, 200_00))
    with pytest.raises(ValueError, match=r"in chips of 1"):
        PokerSetup(seats=2, stakes=200_01)
    batch = PokerBatch(1, seats=2)
    batch.reset(1)
    with pytest.raises(ValueError, match=r"20.. to 100000 can, in chips of 100"):
        batch.step(np.array([2]), np.array([13]))


@pytest.mark.parametrize("session", [False, True])
def test_stakes_with_which_nobody_is_ever_asked_are_refused(session: bool) -> None:
    """Two players with 25 each at Blinds of 25 and 50 are all-in before anybody could choose."""
    settings = {"small_blind": "25", "table_stake_min": "25", "short_blind_call": "actual"}
    batch = PokerBatch(2, seats=2, stakes=[25_00, 25_00], session=session, settings=settings)
    with pytest.raises(ValueError, match="all-in on the Blinds: bring more chips"):
        batch.reset(1)


def test_odd_chips_follow_the_hand_that_others_compare_theirs_with() -> None:
    """Read literally, an odd chip goes to who has not mucked; that depends on whose hand counted."""
    settings = {"small_blind": "25", "lowest_chip": "2.50", "rake_percent": "2.5%", "table_stake_min": "25"}
    settings |= {"odd_chip_to": "literal", "compare_to": "first_shown"}
    stakes = [125_00, 200_00, 375_00, 200_00, 125_00, 375_00]
    for seed in (32, 33):
        proof.poker(46, seed, settings=settings, seats=6, stakes=stakes, sizes=())


# Two players at Blinds of 25 and 50, one with no more than a Small Blind. On the button he is all-in with it
# and nobody has anything to decide; in the Big Blind he leaves the other, 25 short of a full one, to decide.
EVERY_OTHER: dict[str, Any] = {
    "seats": 2,
    "stakes": [25_00, 1_000_00],
    "settings": {"small_blind": "25", "table_stake_min": "25", "short_blind_call": "full"},
}


@pytest.mark.parametrize("session", [False, True])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hands_without_a_decision_agree_too(session: bool, seed: int) -> None:
    proof.poker(12, seed, session=session, **EVERY_OTHER)


@pytest.mark.parametrize("strict", [False, True])
def test_an_episode_begins_where_somebody_is_asked(strict: bool) -> None:
    env = poker_v0.env(strict=strict, **EVERY_OTHER)
    for seed in range(3):
        env.reset(seed=seed)
        assert env.agent_selection == "player_1"
        assert env.observe("player_1")["action_mask"].any()
        assert env._cumulative_rewards == {"player_0": 0.0, "player_1": 0.0}  # no part of this episode
        env.step(0)  # gives up the 25 he has posted, half a Big Blind, before rake
        assert env.rewards["player_1"] == -0.5
        assert all(env.terminations.values())


@pytest.mark.parametrize("strict", [False, True])
def test_a_session_counts_what_was_won_before_anybody_was_asked(strict: bool) -> None:
    """The Small Blind's 25, half a Big Blind, are won or lost in the first hand without a decision."""
    env = poker_v0.env(session=True, rake=False, strict=strict, **EVERY_OTHER)
    seen = set()
    for seed in range(12):
        env.reset(seed=seed)
        assert env.observe(env.agent_selection)["action_mask"].any()
        chips = env.unwrapped.table.before
        for seat, stake in enumerate(EVERY_OTHER["stakes"]):
            won = (chips[seat] - stake) / 50_00
            assert env._cumulative_rewards[f"player_{seat}"] == won
            seen.add(won)
    assert {0.5, -0.5} <= seen


@pytest.mark.parametrize("strict", [False, True])
def test_stakes_with_which_no_episode_begins_are_refused_by_the_table_too(strict: bool) -> None:
    settings = {"small_blind": "25", "table_stake_min": "25", "short_blind_call": "actual"}
    env = poker_v0.env(seats=2, stakes=[25_00, 25_00], settings=settings, strict=strict)
    with pytest.raises(ValueError, match="all-in on the Blinds: bring more chips"):
        env.reset(seed=1)


def test_a_hand_that_is_over_asks_nobody_and_says_so() -> None:
    env = poker_v0.env(seats=2, strict=True)
    env.reset(seed=1)
    table = env.unwrapped.table
    table.act(0)
    for ask in (lambda: table.to_act, lambda: table.act(0)):
        with pytest.raises(ValueError, match=r"the hand is over; deal\(\) begins the next"):
            ask()


@pytest.mark.parametrize(("hands", "seed"), [(45, 5), (60, 7)])
def test_who_need_not_show_keeps_the_side_pot_that_was_his(hands: int, seed: int) -> None:
    """In the first the table gave it to the all-in winner of the Main Pot, where a Side Pot that everybody
    has left is the Active Players'. Nobody had left it: he alone had bet on, and mucked a hand that was
    beaten for the Main Pot only.
    """
    settings = {"side_pot_left_alone": "active_players", "table_stake_min": "25"}
    stakes = (5000, 2500, 20000, 12500, 37500, 5000)
    assert proof.poker(hands, seed, settings=settings, seats=6, stakes=stakes) >= hands


def test_a_draft_with_a_larger_first_raise_is_played_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = (
        '[edition]\nid = "rws-poker@908"\nbased_on = "rws-poker@7"\neffective = 2027-01-01T06:00:00+08:00\n'
    )
    raised = "[parameters]\ninitial_raise_big_blinds = { value = 2 }\n"
    (tmp_path / "rws-poker@908.toml").write_text(edition + raised)
    shelf = Catalogue(Library(tmp_path), GAMES)
    for room in (setup, live, wishes):
        monkeypatch.setattr(room, "catalogue", lambda: shelf)
    wanted = {"settings": {"table_stake_min": "25"}, "stakes": (5000, 2500, 20000, 12500, 37500, 5000)}
    assert proof.poker(100, 3, edition="rws-poker@908", seats=6, **wanted) >= 100
