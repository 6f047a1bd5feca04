"""All deals of the main game, counted: wins and losses of every holding after the flop and after the turn.

A street bet is decided before the next card, so what counts for the river bet is the sum over all rivers for
a holding and four cards on the board, in whichever order these came; for the turn bet the sum over turn and
river. Each of the 134,459 boards is compared once and added to every set of four it contains.
"""

from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.kernels.boards import NO_SUIT, RANK_PAIRS, UNIT, UNITS, measure
from croupier.analysis.kernels.cards import CARDS, HOLDINGS, holding
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.symmetry import CHOOSE, HOLDING_UNDER, Classes, canonical, classes, decode

# Three sums in one number: wins, losses, and wins that also pay the Ante; 46 rivers * 990 fit in 16 bits.
FIELD = 16
FIELD_MASK = (1 << FIELD) - 1
RIVERS = 46
TURNS_AND_RIVERS = 47 * RIVERS  # in order
DEALERS = 990


# By suit: the holdings with a card of it, their unit on a board of that suit, and their pair of ranks.
_OF_SUIT: NDArray[np.uint16] = np.array(
    [[number for number in range(HOLDINGS) if UNIT[suit, number] >= RANK_PAIRS] for suit in range(4)],
    np.uint16,
)
_OF_SUIT_UNIT: NDArray[np.uint16] = np.array([UNIT[suit, _OF_SUIT[suit]] for suit in range(4)], np.uint16)
_OF_SUIT_PAIR: NDArray[np.uint16] = np.array([UNIT[NO_SUIT, _OF_SUIT[suit]] for suit in range(4)], np.uint16)
_WITH: NDArray[np.uint16] = np.array(
    [[holding(card, other) for other in range(CARDS) if other != card] for card in range(CARDS)], np.uint16
)
"""By card: the holdings that have it."""


@njit(cache=True)
def _entries(
    keys: NDArray[np.int64],
    boards: NDArray[np.int64],
    four: NDArray[np.int32],
    rivers: NDArray[np.uint8],
    suits: NDArray[np.uint8],
) -> None:
    """For each set of four and each river: the board's class, and the suit of which it has three or more."""
    cards = np.zeros(4, np.int64)
    masks = np.zeros(4, np.int64)
    held = np.zeros(4, np.int64)
    at = 0
    for index in range(len(keys)):
        decode(keys[index], cards)
        held[:] = 0
        for card in cards:
            held[card & 3] += 1
        for river in range(CARDS):
            if river in cards:
                continue
            masks[:] = 0
            for card in cards:
                masks[card & 3] |= 1 << (card >> 2)
            masks[river & 3] |= 1 << (river >> 2)
            boards[at], _ = canonical(masks)
            four[at], rivers[at], suits[at] = index, river, NO_SUIT
            for suit in range(4):
                if held[suit] + (river & 3 == suit) >= 3:
                    suits[at] = suit
            at += 1


@njit(cache=True)
def _measured(key: int, ante_from: int, packed: NDArray[np.int64], space: NDArray[np.int32]) -> None:
    """One board's wins, losses and ante wins by unit."""
    board = np.zeros(5, np.int64)
    decode(key, board)
    suit = measure(board, space[0], space[1], space[2])
    for unit in range(RANK_PAIRS if suit == NO_SUIT else UNITS):
        won = np.int64(space[0, unit])
        paid = won if space[2, unit] >= ante_from else 0
        packed[unit] = won | np.int64(space[1, unit]) << FIELD | paid << 2 * FIELD


@njit(cache=True)
def _sum_rivers(
    boards: NDArray[np.int64],
    four: NDArray[np.int32],
    rivers: NDArray[np.uint8],
    suits: NDArray[np.uint8],
    ante_from: int,
    sums: NDArray[np.int64],
    by_ranks: NDArray[np.int64],
) -> None:
    """Add each board to the sets of four it comes from; equal boards stand together.

    What holds for two ranks whatever their suits goes into `by_ranks`; `sums` gets what is different: for
    holdings with a card of the board's suit, and less for those with the river itself.
    """
    packed = np.zeros(UNITS, np.int64)
    space = np.zeros((3, UNITS), np.int32)
    last = np.int64(-1)
    for at in range(len(boards)):
        if boards[at] != last:
            last = boards[at]
            _measured(last, ante_from, packed, space)
        row, ranks, suit = sums[four[at]], by_ranks[four[at]], suits[at]
        for pair in range(RANK_PAIRS):
            ranks[pair] += packed[pair]
        for other in range(CARDS - 1):
            number = _WITH[rivers[at], other]
            row[number] -= packed[UNIT[suit, number]]
        if suit != NO_SUIT:
            for place in range(_OF_SUIT.shape[1]):
                more = packed[_OF_SUIT_UNIT[suit, place]] - packed[_OF_SUIT_PAIR[suit, place]]
                row[_OF_SUIT[suit, place]] += more


@njit(cache=True)
def _spread(keys: NDArray[np.int64], by_ranks: NDArray[np.int64], sums: NDArray[np.int64]) -> None:
    """Give every holding what its ranks brought; those with a card of the four themselves are zero."""
    cards = np.zeros(4, np.int64)
    for four in range(len(keys)):
        decode(keys[four], cards)
        row, ranks = sums[four], by_ranks[four]
        for number in range(HOLDINGS):
            row[number] += ranks[UNIT[NO_SUIT, number]]
        for card in cards:
            for other in range(CARDS - 1):
                row[_WITH[card, other]] = 0


@njit(cache=True)
def _sum_turns(
    keys: NDArray[np.int64],
    index: NDArray[np.int32],
    renaming: NDArray[np.uint8],
    after_turn: NDArray[np.int64],
    after_flop: NDArray[np.int64],
) -> None:
    """Sum over the turns for each flop: fields of `after_flop` are wins, losses, ante wins."""
    cards = np.zeros(3, np.int64)
    for flop in range(len(keys)):
        decode(keys[flop], cards)
        for turn in range(CARDS):
            if turn in cards:
                continue
            number = set_number(cards[0], cards[1], cards[2], turn)
            row, under = after_turn[index[number]], HOLDING_UNDER[renaming[number]]
            for hole in range(HOLDINGS):
                packed = row[under[hole]]
                after_flop[0, flop, hole] += packed & FIELD_MASK
                after_flop[1, flop, hole] += packed >> FIELD & FIELD_MASK
                after_flop[2, flop, hole] += packed >> 2 * FIELD


@njit(cache=True)
def set_number(a: int, b: int, c: int, d: int) -> int:
    """The number of a set of four cards, a < b < c, d anywhere."""
    if d < c:
        c, d = d, c
    if c < b:
        b, c = c, b
    if b < a:
        a, b = b, a
    number: int = a + CHOOSE[b, 2] + CHOOSE[c, 3] + CHOOSE[d, 4]
    return number


class Counts(Struct, frozen=True):
    """What every holding can expect on the way to the showdown."""

    flops: Classes
    fours: Classes
    after_flop: NDArray[np.int64]
    """[wins, losses, ante wins][class of flop][holding], over 47 turns * 46 rivers * 990 dealers."""
    after_turn: NDArray[np.int64]
    """[class of four][holding]: the three packed, over 46 rivers * 990 dealers; zero where blocked."""


@cache
def counts(ante_from: int) -> Counts:
    """Count all deals; `ante_from` is the least value with which a winning Ante is paid."""
    flops, fours = classes(3), classes(4)
    size = len(fours.keys) * (CARDS - 4)
    boards, four = np.zeros(size, np.int64), np.zeros(size, np.int32)
    rivers, suits = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    _entries(fours.keys, boards, four, rivers, suits)
    order = np.argsort(boards, kind="stable")
    after_turn = np.zeros((len(fours.keys), HOLDINGS), np.int64)
    by_ranks = np.zeros((len(fours.keys), RANK_PAIRS), np.int64)
    _sum_rivers(boards[order], four[order], rivers[order], suits[order], ante_from, after_turn, by_ranks)
    _spread(fours.keys, by_ranks, after_turn)
    after_flop = np.zeros((3, len(flops.keys), HOLDINGS), np.int64)
    _sum_turns(flops.keys, fours.index, fours.renaming, after_turn, after_flop)
    return Counts(flops, fours, after_flop, after_turn)
