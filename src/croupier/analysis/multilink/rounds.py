"""Rounds of Multi-Link for one box, played by the tables of a strategy. Only counts; money comes later.

Rounds go through in blocks, one step for the whole block after the other: the look-ups of different rounds do
not wait for each other that way. Each step is a function of its own that goes through a whole block: handing
tables to another function for every single round would be several times slower.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.chance import seeded, stepped
from croupier.analysis.kernels.compiling import njit
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
_ACE = 48  # the lowest ace
BLOCK = 512


@njit(cache=True, inline="always")
def _ordered(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


@njit(cache=True, nogil=True)
def _deal(
    size: int,
    a: np.uint64,
    b: np.uint64,
    c: np.uint64,
    d: np.uint64,
    deck: NDArray[np.int64],
    cards: NDArray[np.int64],
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Nine cards a round; the generator's words after it."""
    for at in range(size):
        for place in range(9):
            left = np.uint64(52 - place)
            a, b, c, d, word = stepped(a, b, c, d)
            product = (word >> _HALF) * left
            while (product & _LOW) < left and (product & _LOW) < (_ONE << _HALF) % left:
                a, b, c, d, word = stepped(a, b, c, d)
                product = (word >> _HALF) * left
            other = place + np.int64(product >> _HALF)
            card = deck[other]
            deck[other] = deck[place]
            deck[place] = card
            cards[place, at] = card
    return a, b, c, d


@njit(cache=True, nogil=True)
def _number(
    size: int,
    cards: NDArray[np.int64],
    hole: NDArray[np.int64],
    three: NDArray[np.int64],
    four: NDArray[np.int64],
) -> None:
    """The numbers of the hole cards, of the flop, and of flop and turn."""
    for at in range(size):
        low, high = _ordered(cards[0, at], cards[1, at])
        hole[at] = high * (high - 1) // 2 + low
        f1, f2 = _ordered(cards[2, at], cards[3, at])
        f2, f3 = _ordered(f2, cards[4, at])
        f1, f2 = _ordered(f1, f2)
        three[at] = f1 + CHOOSE[f2, 2] + CHOOSE[f3, 3]
        f3, f4 = _ordered(f3, cards[5, at])
        f2, f3 = _ordered(f2, f3)
        f1, f2 = _ordered(f1, f2)
        four[at] = f1 + CHOOSE[f2, 2] + CHOOSE[f3, 3] + CHOOSE[f4, 4]


@njit(cache=True, nogil=True)
def _decide(
    size: int,
    hole: NDArray[np.int64],
    three: NDArray[np.int64],
    four: NDArray[np.int64],
    flop_index: NDArray[np.uint16],
    flop_renaming: NDArray[np.uint8],
    turn_bits: NDArray[np.uint8],
    four_index: NDArray[np.uint16],
    four_renaming: NDArray[np.uint8],
    river_bits: NDArray[np.uint8],
    bets: NDArray[np.int64],
) -> None:
    """Whether the Turn (2) and the River (1) are bet."""
    for at in range(size):
        where = np.int64(HOLDING_UNDER[flop_renaming[three[at]], hole[at]])
        turn = np.int64(turn_bits[flop_index[three[at]], where >> 3]) >> (where & 7) & 1
        where = np.int64(HOLDING_UNDER[four_renaming[four[at]], hole[at]])
        river = np.int64(river_bits[four_index[four[at]], where >> 3]) >> (where & 7) & 1
        bets[at] = 2 * turn + river


@njit(cache=True, nogil=True)
def _value(size: int, cards: NDArray[np.int64], sums: NDArray[np.int64], values: NDArray[np.int64]) -> None:
    """The flopped hand, the player's and the dealer's."""
    for at in range(size):
        board = START + CARD_KEY[cards[2, at]] + CARD_KEY[cards[3, at]] + CARD_KEY[cards[4, at]]
        own = CARD_KEY[cards[0, at]] + CARD_KEY[cards[1, at]]
        sums[0, at] = board + own
        board += CARD_KEY[cards[5, at]] + CARD_KEY[cards[6, at]]
        sums[1, at] = board + own
        sums[2, at] = board + CARD_KEY[cards[7, at]] + CARD_KEY[cards[8, at]]
        for hand in range(3):
            values[hand, at] = value_of_sum(sums[hand, at])
    for at in range(size):  # flushes are rare
        if (sums[0, at] | sums[1, at] | sums[2, at]) & FLUSH_BITS:
            for hand in range(3):
                if sums[hand, at] & FLUSH_BITS:
                    suit, held = flush_suit(sums[hand, at]), 0
                    for place in range(2 * (hand == 2), 5 if hand == 0 else 7 + 2 * (hand == 2)):
                        card = cards[place, at]
                        held |= (card & 3 == suit) << (card >> 2)
                    values[hand, at] = BY_SUITED[held]


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
    traced: NDArray[np.uint8],
    ways: NDArray[np.uint8],
) -> int:
    """Play `rounds` rounds and add to the counts; returns how often both player and dealer held aces.

    `main` counts endings, `holes` the player's two cards by number, `flopped` the value with the flop.
    A round's cards are: two for the player, three for the flop, turn, river, two for the dealer. The first
    rounds leave their cards in `traced` and their ending in `ways`, as many as these have rows.
    """
    a, b, c, d = seeded(seed)
    deck = np.arange(52)
    cards = np.zeros((9, BLOCK), np.int64)
    hole = np.zeros(BLOCK, np.int64)
    three, four = np.zeros(BLOCK, np.int64), np.zeros(BLOCK, np.int64)
    bets = np.zeros(BLOCK, np.int64)
    sums = np.zeros((3, BLOCK), np.int64)
    values = np.zeros((3, BLOCK), np.int64)
    both_aces = 0
    for start in range(0, rounds, BLOCK):
        size = min(BLOCK, rounds - start)
        a, b, c, d = _deal(size, a, b, c, d, deck, cards)
        _number(size, cards, hole, three, four)
        _decide(
            size, hole, three, four, flop_index, flop_renaming, turn_bits,
            four_index, four_renaming, river_bits, bets,
        )  # fmt: skip
        _value(size, cards, sums, values)
        for at in range(size):  # count; sums of comparisons, because branches would be guessed wrong
            mine, theirs = values[1, at], values[2, at]
            ending = 3 * (mine == theirs) + 2 * (mine < theirs) + (mine > theirs) * (mine < ante_from)
            way = (1 + bets[at] * 4 + ending) * (1 - np.int64(folds[HAND_OF[hole[at]]]))
            main[way] += 1
            holes[hole[at]] += 1
            flopped[values[0, at]] += 1
            lowest = min(cards[0, at], cards[1, at], cards[7, at], cards[8, at])
            both_aces += lowest >= _ACE
            if start + at < len(ways):
                ways[start + at] = way
                for place in range(9):
                    traced[start + at, place] = cards[place, at]
    return both_aces
