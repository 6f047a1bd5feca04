"""Rounds of Multi-Link for one box, played by the tables of a strategy. Only counts; money comes later."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.analysis.kernels.chance import seeded, stepped
from croupier.analysis.kernels.evaluator import flush_suit, value_of_sum
from croupier.analysis.kernels.symmetry import CHOOSE, HOLDING_UNDER
from croupier.analysis.kernels.tables import BY_SUITED, CARD_KEY, FLUSH_BITS, START
from croupier.analysis.multilink.play import HAND_OF

# Where each ending of the main game is counted: fold, then by Turn bet, River bet and ending.
MAIN_WAYS = 1 + 2 * 2 * 4
VALUES = 7463
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)
_ACES_FROM = 48  # the lowest ace


@njit(cache=True, inline="always")
def _value(total: int, cards: NDArray[np.int64], first: int, count: int) -> int:
    """The value of `count` cards from place `first`, whose keys sum to `total`."""
    if total & FLUSH_BITS:
        suit, held = flush_suit(total), 0
        for place in range(first, first + count):
            card = cards[place]
            if card & 3 == suit:
                held |= 1 << (card >> 2)
        suited: int = BY_SUITED[held]
        return suited
    return value_of_sum(total)


@njit(cache=True, inline="always")
def _ordered(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


@njit(cache=True, nogil=True)
def play_rounds(
    seed: int,
    rounds: int,
    folds: NDArray[np.uint8],
    flop_index: NDArray[np.uint16],
    flop_renaming: NDArray[np.uint8],
    turn_bits: NDArray[np.uint8],
    four_index: NDArray[np.uint16],
    four_renaming: NDArray[np.uint8],
    river_bits: NDArray[np.uint8],
    ante_from: int,
    main: NDArray[np.int64],
    holes: NDArray[np.int64],
    flopped: NDArray[np.int64],
) -> int:
    """Play `rounds` rounds and add to the counts; returns how often both player and dealer held aces.

    `main` counts endings, `holes` the player's two cards by number, `flopped` the value with the flop.
    A dealt row is: two for the player, three for the flop, turn, river, two for the dealer.
    """
    a, b, c, d = seeded(seed)
    deck = np.arange(52)
    both_aces = 0
    for _ in range(rounds):
        for place in range(9):
            left = np.uint64(52 - place)
            a, b, c, d, word = stepped(a, b, c, d)
            product = (word >> _HALF) * left
            while (product & _LOW) < left and (product & _LOW) < (_ONE << _HALF) % left:
                a, b, c, d, word = stepped(a, b, c, d)
                product = (word >> _HALF) * left
            other = place + np.int64(product >> _HALF)
            deck[place], deck[other] = deck[other], deck[place]
        low, high = _ordered(deck[0], deck[1])
        hole = high * (high - 1) // 2 + low
        holes[hole] += 1
        if low >= _ACES_FROM and deck[7] >= _ACES_FROM and deck[8] >= _ACES_FROM:
            both_aces += 1
        board = START + CARD_KEY[deck[2]] + CARD_KEY[deck[3]] + CARD_KEY[deck[4]]
        own = CARD_KEY[deck[0]] + CARD_KEY[deck[1]]
        flopped[_value(board + own, deck, 0, 5)] += 1
        if folds[HAND_OF[hole]]:
            main[0] += 1
            continue
        f1, f2 = _ordered(deck[2], deck[3])
        f2, f3 = _ordered(f2, deck[4])
        f1, f2 = _ordered(f1, f2)
        number = f1 + CHOOSE[f2, 2] + CHOOSE[f3, 3]
        at = HOLDING_UNDER[flop_renaming[number], hole]
        turn = turn_bits[flop_index[number], at >> 3] >> (at & 7) & 1
        f3, f4 = _ordered(f3, deck[5])
        f2, f3 = _ordered(f2, f3)
        f1, f2 = _ordered(f1, f2)
        number = f1 + CHOOSE[f2, 2] + CHOOSE[f3, 3] + CHOOSE[f4, 4]
        at = HOLDING_UNDER[four_renaming[number], hole]
        river = river_bits[four_index[number], at >> 3] >> (at & 7) & 1
        board += CARD_KEY[deck[5]] + CARD_KEY[deck[6]]
        mine = _value(board + own, deck, 0, 7)
        theirs = _value(board + CARD_KEY[deck[7]] + CARD_KEY[deck[8]], deck, 2, 7)
        # Sums of comparisons instead of branches, which the processor would guess wrong half the time.
        ending = 3 * (mine == theirs) + 2 * (mine < theirs) + (mine > theirs) * (mine < ante_from)
        main[1 + (np.int64(turn) * 2 + river) * 4 + ending] += 1
    return both_aces
