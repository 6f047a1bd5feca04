"""What a player gains at Multi-Link who knows more: a second box's hand, a Burnt Card, a dealer's card.

For two own cards and a board in sight, every way the rest can come is compared once, and wins less losses are
summed for each unseen card and each two of them. What a bet is worth when some of them are known follows by
taking sums apart: exact for every card that may be known at once. Which own cards and boards are looked at is
random, so averages carry a standard error.
"""

from math import comb, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.kernels.cards import class_name
from croupier.analysis.kernels.chance import dealt
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.kernels.evaluator import flush_suit, value_of_sum
from croupier.analysis.kernels.tables import BY_SUITED, CARD_KEY, FLUSH_BITS, START
from croupier.analysis.multilink.main_game import Terms

Sums = NDArray[np.int64]

FLOPS = 400
FOURS = 6_000
SEED = 11
_LEFT_MAX = 47
KINDS = (
    "one card out of play: a Burnt Card, one of another box",
    "the hand of a second box",
    "one card of the Dealer's",
    "both cards of the Dealer's",
    "the next Community Card",
)


class Seen(Struct, frozen=True):
    """What knowing something adds to the Turn and the River, in antes a Round, with standard errors."""

    kind: str
    turn: float
    turn_error: float
    river: float
    river_error: float

    @property
    def gain(self) -> float:
        return self.turn + self.river

    @property
    def error(self) -> float:
        return sqrt(self.turn_error**2 + self.river_error**2)


@njit(cache=True)
def _value(total: int, masks: Sums, one: int, other: int) -> int:
    if total & FLUSH_BITS:
        suit = flush_suit(total)
        held = masks[suit]
        if one & 3 == suit:
            held |= 1 << (one >> 2)
        if other & 3 == suit:
            held |= 1 << (other >> 2)
        value: int = BY_SUITED[held]
        return value
    return value_of_sum(total)


@njit(cache=True)
def _one_board(
    board: Sums, own: Sums, left: Sums, first: int, second: int, pays: int, per: int, row: Sums, cell: Sums
) -> int:
    """All hands of the dealer on one board: sums by a dealer's card, added by two of them, and in all."""
    masks = np.zeros(4, np.int64)
    base = START
    for card in board:
        base += CARD_KEY[card]
        masks[card & 3] |= 1 << (card >> 2)
    mine = _value(base + CARD_KEY[own[0]] + CARD_KEY[own[1]], masks, own[0], own[1])
    row[:] = 0
    summed = 0
    for a in range(len(left)):
        if a in (first, second):
            continue
        half = base + CARD_KEY[left[a]]
        for b in range(a):
            if b in (first, second):
                continue
            theirs = _value(half + CARD_KEY[left[b]], masks, left[a], left[b])
            worth = pays * (mine > theirs) - per * (mine < theirs)
            row[a] += worth
            row[b] += worth
            cell[a, b] += worth
            summed += worth
    return summed


@njit(cache=True)
def _add_board(first: int, second: int, summed: int, row: Sums, sums: Sums, pairs: Sums) -> None:
    """A board's sums under its own cards; `second` is -1 where one card only was to come."""
    for place in (first, second):
        if place < 0:
            continue
        sums[0, place] += summed
        sums[2, place] += summed
        for other in range(len(row)):
            pairs[max(place, other), min(place, other)] += row[other]
    if second >= 0:
        pairs[max(first, second), min(first, second)] += summed
    for other in range(len(row)):
        sums[0, other] += row[other]
        sums[1, other] += row[other]


@njit(cache=True)
def summed_up(
    own: Sums, seen: Sums, left: Sums, pays: int, per: int, sums: Sums, pairs: Sums, dealers: Sums
) -> int:
    """Wins less losses over all that may come: in `sums` by card anywhere, with the dealer, on the board;
    in `pairs` by two cards anywhere, in `dealers` by the dealer's two."""
    board = np.zeros(5, np.int64)
    board[: len(seen)] = seen
    row = np.zeros(len(left), np.int64)
    total = 0
    for first in range(len(left)):
        board[len(seen)] = left[first]
        if len(seen) == 4:
            found = _one_board(board, own, left, first, -1, pays, per, row, dealers)
            _add_board(first, -1, found, row, sums, pairs)
            total += found
            continue
        for second in range(first):
            board[4] = left[second]
            found = _one_board(board, own, left, first, second, pays, per, row, dealers)
            _add_board(first, second, found, row, sums, pairs)
            total += found
    for a in range(len(left)):
        for b in range(a):
            pairs[a, b] += dealers[a, b]
    return total


def gains(own: Sums, seen: Sums, pays: int, per: int) -> tuple[float, tuple[float, ...]]:
    """What the next street bet is worth per unit: knowing nothing, then knowing each of KINDS, on average."""
    held = {*own.tolist(), *seen.tolist()}
    left = np.array([card for card in range(52) if card not in held], np.int64)
    n, coming = len(left), 5 - len(seen)
    sums, pairs, dealers = np.zeros((3, n), np.int64), np.zeros((n, n), np.int64), np.zeros((n, n), np.int64)
    total = summed_up(own, seen, left, pays, per, sums, pairs, dealers)
    anywhere, with_dealer, on_board = sums
    rows, columns = np.tril_indices(n, -1)

    def ways(cards: int, of_board: int, of_dealer: int = 2) -> int:
        return comb(cards, of_board) * comb(cards - of_board, of_dealer) * per

    two = total - anywhere[rows] - anywhere[columns] + pairs[rows, columns]
    informed = (
        np.maximum(total - anywhere, 0).mean() / ways(n - 1, coming),
        np.maximum(two, 0).mean() / ways(n - 2, coming),
        np.maximum(with_dealer, 0).mean() / ways(n - 1, coming, 1),
        np.maximum(dealers[rows, columns], 0).mean() / ways(n - 2, coming, 0),
        np.maximum(on_board, 0).mean() / ways(n - 1, coming - 1),
    )
    return max(total, 0) / ways(n, coming), tuple(float(each) for each in informed)


def seen_more(terms: Terms, folded: frozenset[str], flops: int = FLOPS, fours: int = FOURS) -> list[Seen]:
    """What each kind of knowledge adds, the Flop decided as without it."""
    turn = _street(terms.turn, terms.pays["turn"].as_integer_ratio(), folded, 3, flops)
    river = _street(terms.river, terms.pays["river"].as_integer_ratio(), folded, 4, fours)
    return [Seen(kind, *turn[at], *river[at]) for at, kind in enumerate(KINDS)]


def _street(
    size: int, ratio: tuple[int, int], folded: frozenset[str], cards: int, samples: int
) -> list[tuple[float, float]]:
    deals = dealt(SEED + cards, samples, 2 + cards).astype(np.int64)
    found = np.zeros((samples, len(KINDS)))
    for at, deal in enumerate(deals):
        if class_name(int(deal[0]), int(deal[1])) in folded:
            continue
        without, informed = gains(deal[:2], deal[2:], *ratio)
        found[at] = [size * (each - without) for each in informed]
    errors = found.std(axis=0) / sqrt(samples)
    return [(float(mean), float(error)) for mean, error in zip(found.mean(axis=0), errors, strict=True)]
