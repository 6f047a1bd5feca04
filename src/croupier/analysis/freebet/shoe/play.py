"""What a hand is worth by what is done with it, for one dealer's first card."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.shoe.families import Family
from croupier.analysis.freebet.shoe.hands import HIGHEST
from croupier.analysis.freebet.shoe.showdown import BREAK, BREAK_NATURAL, LOSE, NATURAL, WIN
from croupier.analysis.freebet.splits.splitting import Kind
from croupier.analysis.freebet.terms import Terms
from croupier.analysis.kernels.compiling import njit

NEVER: Final = -np.inf
"""The worth of what is not allowed."""


class Action(IntEnum):
    """What a player may do with a hand."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    FREE_DOUBLE = 3
    SURRENDER = 4
    SPLIT = 5

    @property
    def words(self) -> str:
        name = self.name.lower().replace("_", " ")
        return f"paid {name}" if self is Action.DOUBLE else name


@dataclass(frozen=True)
class Stake:
    """What rides on a hand, in original wagers."""

    original: int = 0
    added: int = 0
    markers: int = 0

    def doubled(self) -> "Stake":
        return Stake(self.original, self.added + 1, self.markers)

    def doubled_free(self) -> "Stake":
        return Stake(self.original, self.added, self.markers + 1)


STAKES: Final = {
    Kind.STAKED: Stake(original=1),
    Kind.MARKER: Stake(markers=1),
    Kind.ADDED: Stake(added=1),
}


@dataclass(frozen=True)
class Worth:
    """Per hand of a family: what each action brings, weighted by the chance of the hand."""

    stand: NDArray[np.float64]
    break_: NDArray[np.float64]
    """What is lost by drawing a card that busts."""
    double: NDArray[np.float64]
    free_double: NDArray[np.float64]


def worth(
    family: Family, fates: NDArray[np.float64], kind: Kind, terms: Terms, *, after_split: bool
) -> Worth:
    """The worth of standing, of busting and of both doubles."""
    stake = STAKES[kind]
    may_double = not after_split or terms.double_after_split
    pays_double = may_double and (kind is not Kind.MARKER or terms.paid_double_on_free_hand)
    two = family.two_cards
    is_free = np.zeros(HIGHEST + 1, np.bool_)
    is_free[list(terms.free_double_totals)] = may_double
    free = two[is_free[family.totals[two]] & ~family.soft[two]]
    stand, break_ = _ends(fates, *_prices(stake, terms))
    double = _one_card(family.child, two if pays_double else two[:0], fates, *_prices(stake.doubled(), terms))
    free_double = _one_card(family.child, free, fates, *_prices(stake.doubled_free(), terms))
    return Worth(stand, break_, double, free_double)


def _prices(stake: Stake, terms: Terms) -> tuple[float, float, float, float, float]:
    """What a win brings, and what a loss, a dealer's blackjack, a bust and one before a blackjack cost."""
    money = stake.original + stake.added
    taken = money if terms.blackjack_takes_all else stake.original
    refunded = stake.added if terms.capped_at_original else 0
    return float(money + stake.markers), float(money), float(taken), float(money), float(refunded)


@njit(cache=True)
def _ends(
    fates: NDArray[np.float64], won: float, lost: float, taken: float, broken: float, refunded: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Standing on every hand, and busting with the next card."""
    stand = np.empty(fates.shape[0])
    break_ = np.empty(fates.shape[0])
    for hand in range(fates.shape[0]):
        stand[hand] = won * fates[hand, WIN] - lost * fates[hand, LOSE] - taken * fates[hand, NATURAL]
        break_[hand] = refunded * fates[hand, BREAK_NATURAL] - broken * fates[hand, BREAK]
    return stand, break_


@njit(cache=True)
def _one_card(
    child: NDArray[np.int64],
    hands: NDArray[np.int64],
    fates: NDArray[np.float64],
    won: float,
    lost: float,
    taken: float,
    broken: float,
    refunded: float,
) -> NDArray[np.float64]:
    """Take one card to each of these hands and stand; no other hand may."""
    result = np.full(fates.shape[0], -np.inf)
    for hand in hands:
        total = refunded * fates[hand, BREAK_NATURAL] - broken * fates[hand, BREAK]
        for value in range(child.shape[1]):
            at = child[hand, value]
            if at >= 0:
                total += won * fates[at, WIN] - lost * fates[at, LOSE] - taken * fates[at, NATURAL]
        result[hand] = total
    return result


def draw_or_stand(family: Family, worth: Worth) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Per hand the worth of the better of standing and hitting on to the best end, and of hitting alone."""
    return _draw_or_stand(family.child, family.may_draw, worth.stand, worth.break_)


@njit(cache=True)
def _draw_or_stand(
    child: NDArray[np.int64],
    may_draw: NDArray[np.bool_],
    stand: NDArray[np.float64],
    break_: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    best = stand.copy()
    hits = np.full(stand.shape[0], -np.inf)
    for hand in range(stand.shape[0] - 1, -1, -1):
        if not may_draw[hand]:
            continue
        hit = break_[hand]
        for value in range(child.shape[1]):
            if child[hand, value] >= 0:
                hit += best[child[hand, value]]
        hits[hand] = hit
        if hit > best[hand]:
            best[hand] = hit
    return best, hits
