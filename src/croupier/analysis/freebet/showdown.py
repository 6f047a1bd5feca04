"""How every hand of a player fares against the dealer, for one shoe: the kernel of the exact analysis."""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.analysis.freebet.dealer import BLACKJACK, LOWEST_FINAL, RESULTS, DealerTree
from croupier.analysis.freebet.hands import Hands
from croupier.analysis.freebet.terms import ACE, TEN, VALUES

# What is known of a hand, each multiplied by the chance of drawing its cards in one given order.
MASS: Final = 0
WIN: Final = 1
LOSE: Final = 2
"""To a dealer's hand that is no blackjack."""
NATURAL: Final = 3
"""The dealer has a blackjack."""
BREAK: Final = 4
"""The next card busts the hand."""
BREAK_NATURAL: Final = 5
"""The next card busts the hand, and the dealer goes on to have a blackjack."""
COLUMNS: Final = 6

_FACTORS = 32


def fates(
    tree: DealerTree,
    first: int,
    hands: Hands,
    wanted: NDArray[np.int64],
    shoe: NDArray[np.int64],
    given: NDArray[np.int64],
) -> NDArray[np.float64]:
    """A row of COLUMNS per hand in `wanted`.

    `shoe` is what the hand and the dealer draw from; `given` are cards the hand had before and does not draw.
    """
    out = np.zeros((len(wanted), COLUMNS))
    _fill(
        tree.parent,
        tree.value,
        tree.held,
        tree.size,
        tree.orders,
        tree.result,
        first,
        hands.cards,
        hands.totals,
        hands.child,
        wanted,
        shoe,
        given,
        out,
    )
    return out


@njit(cache=True)
def _fill(
    parent: NDArray[np.int64],
    value: NDArray[np.int64],
    held: NDArray[np.int64],
    size: NDArray[np.int64],
    orders: NDArray[np.float64],
    result: NDArray[np.int64],
    first: int,
    cards: NDArray[np.int64],
    totals: NDArray[np.int64],
    child: NDArray[np.int64],
    wanted: NDArray[np.int64],
    shoe: NDArray[np.int64],
    given: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    rest = np.zeros(VALUES, np.float64)
    product = np.ones(parent.shape[0], np.float64)
    ends = np.zeros(RESULTS + 1, np.float64)
    scale = np.zeros(_FACTORS, np.float64)
    for row in range(wanted.shape[0]):
        hand = wanted[row]
        chance = 1.0
        left = float(shoe.sum())
        for card in range(VALUES):
            here = float(shoe[card])
            for _ in range(cards[hand, card] - given[card]):
                chance *= here / max(left, 1.0)
                here -= 1.0
                left -= 1.0
                if here < 0.0:
                    chance = 0.0
            rest[card] = here
        if chance <= 0.0:
            continue
        scale[0] = 1.0
        for drawn in range(1, _FACTORS):
            scale[drawn] = scale[drawn - 1] / max(left - drawn + 1.0, 1.0)
        ends[:] = 0.0
        for at in range(1, parent.shape[0]):
            product[at] = product[parent[at]] * (rest[value[at]] - held[at])
            ends[result[at]] += orders[at] * product[at] * scale[size[at]]
        # Entry -1, the last, gathers sets that finish nothing; their orders are zero.
        beaten = 0.0
        beating = 0.0
        for final in range(5):
            if final + LOWEST_FINAL < totals[hand]:
                beaten += ends[final]
            elif final + LOWEST_FINAL > totals[hand]:
                beating += ends[final]
        finished = 0.0
        for final in range(RESULTS):
            finished += ends[final]
        out[row, 0] = chance
        out[row, 1] = chance * (beaten + 1.0 - finished)
        out[row, 2] = chance * beating
        out[row, 3] = chance * ends[BLACKJACK]
        for card in range(VALUES):
            if child[hand, card] < 0:
                busts = chance * rest[card] / max(left, 1.0)
                out[row, 4] += busts
                if first == ACE:
                    tens = rest[TEN] - (1.0 if card == TEN else 0.0)
                    out[row, 5] += busts * tens / max(left - 1.0, 1.0)
                elif first == TEN:
                    aces = rest[ACE] - (1.0 if card == ACE else 0.0)
                    out[row, 5] += busts * aces / max(left - 1.0, 1.0)
