"""How every hand of a player fares against the dealer, for one shoe: the kernel of the exact analysis."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.shoe.dealer import BLACKJACK, BUST, LOWEST_FINAL, RESULTS, DealerTree
from croupier.analysis.freebet.shoe.hands import Hands
from croupier.analysis.freebet.terms import ACE, TEN, VALUES
from croupier.analysis.kernels.compiling import njit

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
_LANES = 64


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
    _run(tree, first, hands, wanted, shoe, given, out, np.zeros((0, RESULTS)))
    return out


def results(
    tree: DealerTree,
    first: int,
    hands: Hands,
    wanted: NDArray[np.int64],
    shoe: NDArray[np.int64],
    given: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Per hand in `wanted` the chance of its cards in one order with each end of the dealer's hand."""
    out, ends = np.zeros((len(wanted), COLUMNS)), np.zeros((len(wanted), RESULTS))
    _run(tree, first, hands, wanted, shoe, given, out, ends)
    ends[:, BUST] = out[:, MASS] - ends[:, :BUST].sum(axis=1)
    return ends


def _run(
    tree: DealerTree,
    first: int,
    hands: Hands,
    wanted: NDArray[np.int64],
    shoe: NDArray[np.int64],
    given: NDArray[np.int64],
    out: NDArray[np.float64],
    by_result: NDArray[np.float64],
) -> None:
    _fill(
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
        by_result,
    )


@njit(cache=True)
def _fill(
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
    by_result: NDArray[np.float64],
) -> None:
    """Several hands at once, lane by lane, so that the processor's vectors are full."""
    rest = np.zeros((VALUES, _LANES), np.float64)
    product = np.ones((_FACTORS, _LANES), np.float64)  # of the latest set of each size
    ends = np.zeros((RESULTS + 1, _LANES), np.float64)
    scale = np.zeros((_FACTORS, _LANES), np.float64)
    chances = np.zeros(_LANES, np.float64)
    lefts = np.zeros(_LANES, np.float64)
    rows = wanted.shape[0]
    for start in range(0, rows, _LANES):
        for lane in range(_LANES):  # lanes past the last hand repeat it
            hand = wanted[min(start + lane, rows - 1)]
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
                rest[card, lane] = here
            chances[lane] = chance
            lefts[lane] = left
            scale[0, lane] = 1.0
            for drawn in range(1, _FACTORS):
                scale[drawn, lane] = scale[drawn - 1, lane] / max(left - drawn + 1.0, 1.0)
        ends[:] = 0.0
        for at in range(value.shape[0]):
            less, number = float(held[at]), orders[at]
            last, length, final = value[at], size[at], result[at]
            for lane in range(_LANES):
                product[length, lane] = product[length - 1, lane] * (rest[last, lane] - less)
            if number:
                for lane in range(_LANES):
                    ends[final, lane] += number * product[length, lane] * scale[length, lane]
        for lane in range(min(_LANES, rows - start)):
            row = start + lane
            if chances[lane] > 0.0:
                if by_result.shape[0]:
                    for final in range(RESULTS):
                        by_result[row, final] = chances[lane] * ends[final, lane]
                _judge(
                    first,
                    totals[wanted[row]],
                    child[wanted[row]],
                    chances[lane],
                    lefts[lane],
                    rest[:, lane],
                    ends[:, lane],
                    out[row],
                )


@njit(cache=True)
def _judge(
    first: int,
    total: int,
    child: NDArray[np.int64],
    chance: float,
    left: float,
    rest: NDArray[np.float64],
    ends: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """One hand's row, from how the dealer ends against it."""
    beaten = 0.0
    beating = 0.0
    for final in range(BLACKJACK):
        if final + LOWEST_FINAL < total:
            beaten += ends[final]
        elif final + LOWEST_FINAL > total:
            beating += ends[final]
    finished = 0.0
    for final in range(RESULTS):
        finished += ends[final]
    out[0] = chance
    out[1] = chance * (beaten + 1.0 - finished)
    out[2] = chance * beating
    out[3] = chance * ends[BLACKJACK]
    for card in range(VALUES):
        if child[card] < 0:
            busts = chance * rest[card] / max(left, 1.0)
            out[4] += busts
            if first == ACE:
                tens = rest[TEN] - (1.0 if card == TEN else 0.0)
                out[5] += busts * tens / max(left - 1.0, 1.0)
            elif first == TEN:
                aces = rest[ACE] - (1.0 if card == ACE else 0.0)
                out[5] += busts * aces / max(left - 1.0, 1.0)
