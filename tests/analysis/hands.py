"""Helpers: random cards, and counting the slow, obvious way."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.cards import CARD
from croupier.cards import DECK, Card, Category, category, strength


def random_hands(count: int, size: int, seed: int) -> NDArray[np.uint8]:
    chance = np.random.default_rng(seed)
    keys = chance.random((count, 52))
    return np.ascontiguousarray(np.argsort(keys, axis=1)[:, :size].astype(np.uint8))


def named(numbers: Sequence[int]) -> tuple[Card, ...]:
    return tuple(CARD[int(number)] for number in numbers)


def showdown_counts(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, int, int]:
    """Wins, losses and wins with a straight or better, over all rivers and dealer hands, one by one.

    Boards of fewer than five cards are completed in every way; each completion counts once.
    """
    wins = losses = paid = 0
    left = [card for card in DECK if card not in {*hole, *board}]
    for rest in combinations(left, 5 - len(board)):
        full = (*board, *rest)
        own = strength((*hole, *full))
        is_paid = category(own) >= Category.STRAIGHT
        for dealer in combinations([card for card in left if card not in rest], 2):
            theirs = strength((*dealer, *full))
            if own > theirs:
                wins += 1
                paid += is_paid
            elif own < theirs:
                losses += 1
    return wins, losses, paid
