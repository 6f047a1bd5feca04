"""Hand ranking against treys (pure Python, like ours) and eval7 (compiled); and the shuffle."""

from __future__ import annotations

import random
import warnings

import treys

from bench import Bench
from croupier.cards import DECK, decks, new_seed, shuffle, strength

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its range parser, built on import, warns about its own library
    import eval7

HANDS = 2_000
SHUFFLES = 200


def benches() -> list[Bench]:
    chance = random.Random(7)
    hands = [tuple(chance.sample(DECK, 7)) for _ in range(HANDS)]
    # Each evaluator gets its own kind of cards, converted beforehand: only the ranking is raced.
    treys_hands = [
        ([treys.Card.new(c) for c in hand[:2]], [treys.Card.new(c) for c in hand[2:]]) for hand in hands
    ]
    eval7_hands = [[eval7.Card(c) for c in hand] for hand in hands]
    treys_evaluate = treys.Evaluator().evaluate
    seed, seed_of_eight, eight = new_seed(1), new_seed(8), decks(8)

    def ours() -> None:
        for hand in hands:
            strength(hand)

    def by_treys() -> None:
        for hole, board in treys_hands:
            treys_evaluate(hole, board)

    def by_eval7() -> None:
        for hand in eval7_hands:
            eval7.evaluate(hand)

    return [
        Bench("rank seven cards, treys", HANDS, ours, by_treys, "treys", target_ratio_min=5),
        Bench("rank seven cards, eval7 (compiled)", HANDS, ours, by_eval7, "eval7"),
        Bench(
            "shuffle one deck",
            SHUFFLES,
            lambda: [shuffle(DECK, seed) for _ in range(SHUFFLES)],
            target_per_second_min=33_333,  # 30 microseconds each
        ),
        Bench(
            "shuffle eight decks",
            SHUFFLES // 8,
            lambda: [shuffle(eight, seed_of_eight) for _ in range(SHUFFLES // 8)],
        ),
    ]
