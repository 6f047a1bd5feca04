"""The ways a dealer's hand can end, as a list that one multiplication per entry turns into probabilities.

Which cards the dealer draws matters, their order does not, except that drawing stops at a finished hand. So
for each set of drawn cards we count the orders in which it is a finished hand and no earlier part of it was.
The chance of a set in one given order is a product over its cards, and each set's product is that of a
smaller set times one more factor.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.shoe.hands import HIGHEST, total_of
from croupier.analysis.freebet.terms import ACE, TEN, VALUES, Drawing

LOWEST_FINAL: Final = 12
"""No hand that stands on less is provided for: the dealer draws to 11 at least."""
BLACKJACK: Final = 10
STAND_OFF: Final = 11
BUST: Final = 12
RESULTS: Final = 13
"""Places 0 to 9 are final totals of 12 to 21 that are no blackjack."""
NOWHERE: Final = -1

Counts = tuple[int, ...]


@dataclass(frozen=True)
class DealerTree:
    """For one first card: sets of further cards, each behind the set that it extends by one card.

    `value` and `held` give a set's last factor: the product of the latest set of one card less times (cards
    of `value` in the shoe - `held`).
    """

    value: NDArray[np.int64]
    held: NDArray[np.int64]
    size: NDArray[np.int64]
    orders: NDArray[np.float64]
    result: NDArray[np.int64]


def is_finished(dealer: Drawing, counts: Counts) -> bool:
    """Whether the dealer draws no more to a hand of at least two cards."""
    total, soft = total_of(counts)
    return total > (dealer.draws_to_soft if soft else dealer.draws_to)


def result_of(dealer: Drawing, counts: Counts) -> int:
    """Where a finished hand counts."""
    total, soft = total_of(counts)
    if total == dealer.stand_off_total:
        return STAND_OFF
    if total > HIGHEST:
        return BUST
    if soft and total == HIGHEST and sum(counts) == 2:
        return BLACKJACK
    return total - LOWEST_FINAL


def _with(counts: Counts, value: int) -> Counts:
    return (*counts[:value], counts[value] + 1, *counts[value + 1 :])


def dealer_orders(dealer: Drawing, first: int) -> dict[Counts, int]:
    """Sets of further cards that finish the hand without busting past the stand-off -> number of orders.

    Busts are left out: they are what remains of the probability.
    """
    start: Counts = (0,) * VALUES
    open_sets: dict[Counts, int] = {start: 1}
    finished: dict[Counts, int] = {}
    while open_sets:
        longer: dict[Counts, int] = {}
        for drawn, orders in open_sets.items():
            for value in range(VALUES):
                more = _with(drawn, value)
                hand = _with(more, first)
                if not is_finished(dealer, hand):
                    longer[more] = longer.get(more, 0) + orders
                elif result_of(dealer, hand) != BUST:
                    finished[more] = finished.get(more, 0) + orders
        open_sets = longer
    return finished


@lru_cache(maxsize=64)
def dealer_tree(dealer: Drawing, first: int) -> DealerTree:
    """The list for a first card, made once per drawing rule."""
    finished = dealer_orders(dealer, first)
    start: Counts = (0,) * VALUES
    wanted = set(finished)
    for drawn in finished:
        while (drawn := _without_largest(drawn)) != start:
            wanted.add(drawn)
    rows = []
    for drawn in sorted(wanted, key=_cards_of):
        value = max(at for at, number in enumerate(drawn) if number)
        orders = finished.get(drawn, 0)
        result = result_of(dealer, _with(drawn, first)) if orders else NOWHERE
        rows.append((value, drawn[value] - 1, sum(drawn), orders, result))
    value_, held, size, orders_, result_ = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    return DealerTree(value_, held, size, orders_.astype(np.float64), result_)


def _cards_of(drawn: Counts) -> tuple[int, ...]:
    """The cards one by one, the smallest first: sorted so, a set comes right before all that extend it."""
    return tuple(value for value, number in enumerate(drawn) for _ in range(number))


def _without_largest(drawn: Counts) -> Counts:
    value = max(at for at, number in enumerate(drawn) if number)
    return (*drawn[:value], drawn[value] - 1, *drawn[value + 1 :])


def can_make_blackjack(first: int) -> bool:
    """Whether a first card can become a blackjack."""
    return first in (ACE, TEN)
