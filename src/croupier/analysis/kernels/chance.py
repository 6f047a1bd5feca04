"""Random numbers for simulations: xoshiro256++, seeded through splitmix64. Never for a live deal."""

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiling import njit

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@njit(cache=True, inline="always")
def _mixed(state: np.uint64) -> np.uint64:
    word = (state ^ (state >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@njit(cache=True)
def seed_words(seed: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The generator's four words. Seeds next to each other give unrelated streams."""
    one = np.uint64(seed) + _GOLDEN
    two = one + _GOLDEN
    three = two + _GOLDEN
    return _mixed(one), _mixed(two), _mixed(three), _mixed(three + _GOLDEN)


@njit(cache=True)
def seeded(seed: int) -> NDArray[np.uint64]:
    """The same as an array."""
    return np.array(seed_words(seed))


@njit(cache=True, inline="always")
def rotated(word: np.uint64, by: int) -> np.uint64:
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@njit(cache=True, inline="always")
def stepped(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """The four words after one step, and the random word it gave. Scalars, so that they stay in registers."""
    word = rotated(a + d, 23) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotated(d, 45)
    return a, b, c, d, word


@njit(cache=True)
def dealt(seed: int, rounds: int, count: int) -> NDArray[np.uint8]:
    """The first `count` cards of many shuffled decks, one deck a row."""
    hands = np.zeros((rounds, count), np.uint8)
    deck = np.arange(52).astype(np.uint8)
    a, b, c, d = seeded(seed)
    half = np.uint64(32)
    low = np.uint64(0xFFFFFFFF)
    for row in range(rounds):
        for place in range(count):
            left = np.uint64(52 - place)
            a, b, c, d, word = stepped(a, b, c, d)
            product = (word >> half) * left
            while (product & low) < left and (product & low) < (np.uint64(1) << half) % left:
                a, b, c, d, word = stepped(a, b, c, d)
                product = (word >> half) * left
            other = place + np.int64(product >> half)
            deck[place], deck[other] = deck[other], deck[place]
            hands[row, place] = deck[place]
    return hands
