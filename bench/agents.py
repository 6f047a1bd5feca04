"""Decisions a second for agents: batches with a policy from outside, single tables, and what others give.

OpenSpiel, rlcard, pokerkit and Gymnasium's Blackjack step one table at a time; that is what they have.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pokerkit
from numpy.typing import NDArray

from bench import Bench
from croupier.envs import FREEBET, poker_v0
from croupier.envs.batch import Batch, random_actions
from croupier.envs.freebet import FreeBetBatch
from croupier.envs.freebet import kernel as f
from croupier.envs.multilink import MultiLinkBatch
from croupier.envs.multilink import kernel as m
from croupier.envs.poker import PokerBatch, PokerSetup, PokerTable
from croupier.envs.poker.search import Position

TABLES = 4096
STEPS = 25
SINGLE = 400  # decisions of peers that step one table at a time
Policy = Callable[[Batch], NDArray[np.int64]]


def at_random(generator: np.random.Generator) -> Policy:
    return lambda batch: random_actions(batch.mask, generator)


def freebet_chart() -> Policy:
    """A plain chart as two tables: what one would like to do, and what is always possible instead."""
    wanted = np.zeros((4, 2, 2, 11, 32), np.int64)
    wanted[f.SURRENDERING] = wanted[f.INSURING] = f.PLAY_ON
    wanted[f.PLAYING, ..., :17] = f.HIT
    wanted[f.PLAYING, 1, 0, :, 9:12] = f.FREE_DOUBLE
    for pair in (1, 2, 3, 4, 6, 7, 8, 9):
        wanted[f.PLAYING, 1, :, pair] = f.FREE_SPLIT
    instead = np.array([f.DEAL, f.PLAY_ON, f.PLAY_ON, f.STAND])
    rows = np.arange(TABLES)

    def choose(batch: Batch) -> NDArray[np.int64]:
        seen = batch.observations
        phase = seen[:, f.O_PHASE]
        two = (seen[:, f.O_CARDS] == 2).view(np.int8)
        liked = wanted[phase, two, seen[:, f.O_SOFT], seen[:, f.O_PAIR], seen[:, f.O_TOTAL]]
        return np.where(batch.mask[rows, liked], liked, instead[phase])

    return choose


def multilink_table() -> Policy:
    """Fold the weakest starting hands, bet with a pair or better: one table."""
    table = np.zeros((4, m.UNKNOWN_CLASS + 1, 11), np.int64)
    table[m.FIRST] = m.FLOP
    table[m.FIRST, -8:] = m.FOLD
    table[m.SECOND :] = m.CHECK
    table[m.SECOND :, :, 2:] = m.BET

    def choose(batch: Batch) -> NDArray[np.int64]:
        seen = batch.observations
        return table[seen[:, m.O_PHASE], seen[:, m.O_CLASS], seen[:, m.O_MADE]]

    return choose


def stepped(batch: Batch, policy: Policy) -> Callable[[], None]:
    batch.reset(1)

    def work() -> None:
        for _ in range(STEPS):
            batch.step(policy(batch))

    return work


def rounds_played(batch: Batch, policy: Policy, rounds: int) -> Callable[[], None]:
    batch.reset(1)

    def work() -> None:
        left = rounds
        while left > 0:
            batch.step(policy(batch))
            left -= int(np.count_nonzero(batch.done))

    return work


# Peers, one decision after the other


def by_openspiel() -> Callable[[], None]:
    import pyspiel

    game = pyspiel.load_game(
        "universal_poker(betting=nolimit,numPlayers=6,numRounds=4,blind=50 100 0 0 0 0,"
        "firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
        "stack=10000 10000 10000 10000 10000 10000,bettingAbstraction=fcpa)"
    )
    chance = random.Random(7)

    def work() -> None:
        done, state = 0, game.new_initial_state()
        while done < SINGLE:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                actions, _ = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choice(actions))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                done += 1

    return work


def by_rlcard() -> Callable[[], None]:
    import rlcard

    env = rlcard.make("no-limit-holdem", config={"game_num_players": 6, "seed": 7})
    chance = random.Random(7)

    def work() -> None:
        state, _ = env.reset()
        for _ in range(SINGLE):
            if env.is_over():
                state, _ = env.reset()
            state, _ = env.step(chance.choice(list(state["legal_actions"])))

    return work


def by_pokerkit() -> Callable[[], None]:
    from bench.poker import SEATS

    chance, every = random.Random(7), tuple(pokerkit.Automation)

    def new() -> Any:
        return pokerkit.NoLimitTexasHoldem.create_state(every, True, 0, (5, 10), 10, (1000,) * SEATS, SEATS)

    def work() -> None:
        state = new()
        for _ in range(SINGLE):
            if not state.status:
                state = new()
            roll = chance.random()
            if roll < 0.2 and state.checking_or_calling_amount:
                state.fold()
            elif roll < 0.4 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
            else:
                state.check_or_call()

    return work


def by_gymnasium() -> Callable[[], None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gym.make("Blackjack-v1")
    chance = random.Random(7)

    def work() -> None:
        env.reset()
        for _ in range(SINGLE):
            if env.step(chance.randrange(2))[2]:
                env.reset()

    return work


def by_one_table() -> Callable[[], None]:
    """Our own for one table, made as Gymnasium's is."""
    env, chance = gym.make(FREEBET), random.Random(7)

    def work() -> None:
        _, info = env.reset()
        for _ in range(SINGLE):
            legal = np.flatnonzero(info["action_mask"])
            _, _, is_over, _, info = env.step(int(chance.choice(legal)))
            if is_over:
                _, info = env.reset()

    return work


def by_pettingzoo() -> Callable[[], None]:
    """Our own table as PettingZoo asks for it."""
    env, chance = poker_v0.env(seats=6), random.Random(7)

    def work() -> None:
        env.reset()
        for _ in range(SINGLE):
            if env.terminations[env.agent_selection]:
                env.reset()
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(chance.choice(np.flatnonzero(mask))))

    return work


def by_live_table() -> Callable[[], None]:
    """Our own single table: every decision by the live rules, with its mask."""
    chance = random.Random(7)
    table = PokerTable(PokerSetup(seats=6), lambda: {"seed": chance.randbytes(64).hex()})

    def work() -> None:
        table.deal()
        for _ in range(SINGLE):
            if table.is_over:
                table.deal()
            legal = np.flatnonzero(table.mask())
            table.act(int(chance.choice(legal)))

    return work


def by_search() -> Callable[[], None]:
    """Our own positions for search, card by card as OpenSpiel's."""
    chance, root = random.Random(7), Position(seats=6)

    def work() -> None:
        done, position = 0, root.clone()
        while done < SINGLE:
            if position.is_over:
                position = root.clone()
            if position.is_chance:
                actions, _ = zip(*position.chance_outcomes(), strict=True)
                position.step(chance.choice(actions))
            else:
                position.step(chance.choice(position.legal_actions()))
                done += 1

    return work


def benches() -> list[Bench]:
    chance = np.random.default_rng(1)
    decisions = TABLES * STEPS
    poker = stepped(PokerBatch(TABLES, seats=6), at_random(chance))
    found = []
    for name, peer in (("OpenSpiel", by_openspiel()), ("rlcard", by_rlcard()), ("pokerkit", by_pokerkit())):
        found.append(_against(f"Poker decisions in a batch, random policy, {name}", poker, peer, name, 1e6))
    found += [
        _against(
            "Free Bet decisions in a batch, a chart as a table, gymnasium",
            stepped(FreeBetBatch(TABLES), freebet_chart()),
            by_gymnasium(),
            "Blackjack-v1",
            5e6,
        ),
        Bench(
            "Free Bet decisions in a batch, random policy",
            decisions,
            stepped(FreeBetBatch(TABLES), at_random(chance)),
            target_per_second_min=5e6,
        ),
        Bench(
            "Multi-Link Rounds in a batch, a strategy as a table",
            decisions // 3,
            rounds_played(
                MultiLinkBatch(TABLES, sides=("bonus", "progressive")), multilink_table(), decisions // 3
            ),
            target_per_second_min=3e6,
        ),
        Bench(
            "Poker decisions in a batch, two threads against one",
            decisions,
            stepped(PokerBatch(TABLES, seats=6, threads=2), at_random(chance)),
            poker,
            "one thread",
            target_ratio_min=1.4,
        ),
        Bench(
            "Poker decisions, 4,096 tables against 64",
            decisions,
            poker,
            _many(stepped(PokerBatch(64, seats=6), at_random(chance)), TABLES // 64),
            "64 tables",
            repeats=5,
        ),
        _against(
            "Poker decisions in a batch, our own live table", poker, by_live_table(), "live table", None
        ),
        Bench(
            "Poker decisions at one live table, pokerkit",
            SINGLE,
            by_live_table(),
            by_pokerkit(),
            "pokerkit",
            target_ratio_min=2,
        ),
        Bench(
            "Poker decisions of one environment, rlcard",
            SINGLE,
            by_pettingzoo(),
            by_rlcard(),
            "rlcard",
            target_ratio_min=1,
        ),
        Bench(
            "Free Bet decisions of one environment, gymnasium",
            SINGLE,
            by_one_table(),
            by_gymnasium(),
            "Blackjack-v1",
            target_ratio_min=1,
        ),
        Bench(
            "Poker decisions of a search, OpenSpiel",
            SINGLE,
            by_search(),
            by_openspiel(),
            "OpenSpiel",
            target_ratio_min=1,
        ),
    ]
    return found


def _many(work: Callable[[], None], times: int) -> Callable[[], None]:
    def repeated() -> None:
        for _ in range(times):
            work()

    return repeated


def _against(
    name: str, ours: Callable[[], None], peer: Callable[[], None], peer_name: str, target: float | None
) -> Bench:
    return Bench(
        name,
        TABLES * STEPS,
        ours,
        peer,
        peer_name,
        target_per_second_min=target,
        repeats=7,
        peer_operations=SINGLE,
    )
