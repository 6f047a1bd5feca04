"""The mathematics: evaluator against eval7 and phevaluator, exact Multi-Link, simulators, equity.

Single thread. Kernels get a fixed set of hands made beforehand; peers get their own kind of cards.
"""

from __future__ import annotations

import warnings

import numpy as np
import phevaluator

from bench import Bench
from bench._compiled import seven_cards
from croupier.analysis.catalogue import adopt
from croupier.analysis.figures import Asked
from croupier.analysis.kernels.boards import compare
from croupier.analysis.kernels.cards import CARD
from croupier.analysis.kernels.chance import dealt
from croupier.analysis.kernels.evaluator import values_of_seven
from croupier.analysis.multilink import enumeration, main_game
from croupier.analysis.multilink import simulator as multilink
from croupier.analysis.poker import simulator as poker
from croupier.analysis.poker.equity import equity

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its range parser, built on import, warns about its own library
    import eval7

HANDS = 1_000_000
PEER_HANDS = 20_000
BOARDS = 2_000
ROUNDS = 1_000_000
POKER_HANDS = 20_000
SUIT_DISTINCT_BOARDS = 134_459


def benches() -> list[Bench]:
    return [*_evaluator(), *_multilink(), *_poker()]


def _evaluator() -> list[Bench]:
    hands = dealt(1, HANDS, 7)
    out = np.zeros(HANDS, np.uint16)
    named = [[CARD[int(card)] for card in hand] for hand in hands[:PEER_HANDS]]
    eval7_hands = [[eval7.Card(card) for card in hand] for hand in named]
    few, few_out = hands[:PEER_HANDS], out[:PEER_HANDS]

    def ours() -> None:
        values_of_seven(hands, out)

    def by_eval7() -> None:
        # As many hands as ours, the same few again and again, so that preparing them takes a bearable time.
        for _ in range(HANDS // PEER_HANDS):
            for hand in eval7_hands:
                eval7.evaluate(hand)

    def by_phevaluator() -> None:
        for hand in named:
            phevaluator.evaluate_cards(*hand)

    in_cpp, theirs = None, np.zeros(HANDS, np.uint16)
    if (by_cpp := seven_cards(hands, theirs)) is not None:
        by_cpp()
        ours()
        assert np.array_equal(out, theirs), "both value every hand alike"
        name = "C++, OMPEval's way with cards, our tables"
        # As fast as C++; a twentieth is what a busy machine makes of it.
        in_cpp = Bench(
            "kernel: seven cards, C++", HANDS, ours, by_cpp, name, target_ratio_min=0.95, repeats=101
        )
    return [
        *([in_cpp] if in_cpp else []),
        Bench("kernel: seven cards, eval7", HANDS, ours, by_eval7, "eval7", target_ratio_min=100, repeats=7),
        Bench("kernel: seven cards", HANDS, ours, target_per_second_min=150_000_000),
        Bench(
            "kernel: seven cards, phevaluator",
            PEER_HANDS,
            lambda: values_of_seven(few, few_out),
            by_phevaluator,
            "phevaluator",
        ),
    ]


def _multilink() -> list[Bench]:
    rules = adopt("rws-multilink@3", {})
    simulator = multilink.simulator_of(rules, Asked())
    boards = dealt(2, BOARDS, 5).astype(np.int64)
    wins, losses, values = (np.zeros(1326, np.int32) for _ in range(3))

    def all_holdings() -> None:
        for board in boards:
            compare(board, wins, losses, values)

    def exact_main_game() -> None:
        enumeration.counts.cache_clear()
        main_game._best_play.cache_clear()
        main_game.main_figures(rules)

    return [
        Bench("kernel: board against all holdings", BOARDS, all_holdings),
        Bench(
            "exact Multi-Link main game, boards",
            SUIT_DISTINCT_BOARDS,
            exact_main_game,
            target_per_second_min=SUIT_DISTINCT_BOARDS / 3,  # all of them in three seconds
            repeats=3,
        ),
        Bench(
            "simulate Multi-Link, rounds",
            ROUNDS,
            lambda: simulator.run(1, ROUNDS),
            target_per_second_min=8_000_000,
        ),
    ]


def _poker() -> list[Bench]:
    simulator = poker.simulator_of(adopt("rws-poker@7", {}), Asked())
    return [
        Bench(
            "equity of two hands before the flop, exact",
            1,
            lambda: equity(["AsKs", "QhQd"]),
            target_per_second_min=1,
        ),
        Bench("simulate poker between ten bots, hands", POKER_HANDS, lambda: simulator.run(1, POKER_HANDS)),
    ]
