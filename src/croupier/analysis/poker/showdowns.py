"""Showdowns by the million: every board that can come, or a random sample of deals."""

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.chance import seeded, stepped
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.evaluator import flush_suit, value_of_sum
from croupier.analysis.kernels.tables import BY_SUITED, CARD_KEY, FLUSH_BITS, START

PLAYERS_MAX = 10
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)


@njit(cache=True)
def _suited(board: NDArray[np.int64], one: int, other: int, suit: int) -> int:
    held = 0
    for card in board:
        if card & 3 == suit:
            held |= 1 << (card >> 2)
    if one & 3 == suit:
        held |= 1 << (one >> 2)
    if other & 3 == suit:
        held |= 1 << (other >> 2)
    value: int = BY_SUITED[held]
    return value


@njit(cache=True)
def _shown(board: NDArray[np.int64], base: int, holes: NDArray[np.int64], shares: NDArray[np.int64]) -> None:
    """Count one showdown: shares[player, n] for a pot that n players divide."""
    best, count, winners = 0, 0, 0
    for player in range(holes.shape[0]):
        one, other = holes[player, 0], holes[player, 1]
        total = base + CARD_KEY[one] + CARD_KEY[other]
        value = value_of_sum(total)
        if total & FLUSH_BITS:
            value = _suited(board, one, other, flush_suit(total))
        if value > best:
            best, count, winners = value, 1, 1 << player
        elif value == best:
            count += 1
            winners |= 1 << player
    for player in range(holes.shape[0]):
        if winners >> player & 1:
            shares[player, count] += 1


@njit(cache=True)
def every_board(holes: NDArray[np.int64], board: NDArray[np.int64], shares: NDArray[np.int64]) -> int:
    """Show down every completion of the board; returns how many there were."""
    used = 0
    for card in board:
        used |= 1 << card
    for player in range(holes.shape[0]):
        used |= 1 << holes[player, 0] | 1 << holes[player, 1]
    left = np.array([card for card in range(52) if not used >> card & 1])
    known, missing = len(board), 5 - len(board)
    full = np.zeros(5, np.int64)
    full[:known] = board
    places = np.arange(missing)
    shown = 0
    while True:
        base = START
        for at in range(missing):
            full[known + at] = left[places[at]]
        for card in full:
            base += CARD_KEY[card]
        _shown(full, base, holes, shares)
        shown += 1
        at = missing - 1  # the next choice: raise the last place that has room
        while at >= 0 and places[at] == len(left) - missing + at:
            at -= 1
        if at < 0:
            return shown
        places[at] += 1
        for after in range(at + 1, missing):
            places[after] = places[after - 1] + 1


@njit(cache=True, nogil=True)
def sampled_boards(
    seed: int,
    samples: int,
    ranges: NDArray[np.int64],
    sizes: NDArray[np.int64],
    board: NDArray[np.int64],
    shares: NDArray[np.int64],
) -> int:
    """Show down random deals: hands drawn from the ranges, drawn again when two share a card.

    Returns how many draws that took, so that ranges that exclude each other can be noticed.
    """
    a, b, c, d = seeded(seed)
    known = len(board)
    full = np.zeros(5, np.int64)
    full[:known] = board
    taken = np.int64(0)
    for card in board:
        taken |= np.int64(1) << card
    holes = np.zeros((len(sizes), 2), np.int64)
    draws, shown = 0, 0
    while shown < samples and draws < 1000 * (samples + 100):
        draws += 1
        used, is_free = taken, True
        for player in range(len(sizes)):
            a, b, c, d, word = stepped(a, b, c, d)
            many = np.uint64(sizes[player])
            product = (word >> _HALF) * many
            while (product & _LOW) < many and (product & _LOW) < (_ONE << _HALF) % many:
                a, b, c, d, word = stepped(a, b, c, d)
                product = (word >> _HALF) * many
            choice = np.int64(product >> _HALF)
            holes[player, 0], holes[player, 1] = ranges[player, choice, 0], ranges[player, choice, 1]
            two = np.int64(1) << holes[player, 0] | np.int64(1) << holes[player, 1]
            is_free &= not used & two
            used |= two
        if not is_free:
            continue
        at = known
        while at < 5:
            a, b, c, d, word = stepped(a, b, c, d)
            card = np.int64(word >> np.uint64(58))  # 0 to 63: above 51 there is no card
            if card < 52 and not used >> card & 1:
                used |= np.int64(1) << card
                full[at] = card
                at += 1
        base = START
        for card in full:
            base += CARD_KEY[card]
        _shown(full, base, holes, shares)
        shown += 1
    return draws if shown == samples else -1
