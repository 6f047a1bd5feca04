"""What a hand is worth by what is done with it, for one dealer's first card."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.analysis.freebet.families import Family
from croupier.analysis.freebet.showdown import BREAK, BREAK_NATURAL, LOSE, NATURAL, WIN
from croupier.analysis.freebet.splitting import Kind
from croupier.analysis.freebet.terms import Terms

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


@dataclass(frozen=True)
class Stake:
    """What rides on a hand, in original wagers."""

    original: int = 0
    added: int = 0
    markers: int = 0


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
    double = np.full(len(family.members), NEVER)
    free_double = np.full(len(family.members), NEVER)
    if not after_split or terms.double_after_split:
        two = family.two_cards
        if kind is not Kind.MARKER or terms.paid_double_on_free_hand:
            more = Stake(stake.original, stake.added + 1, stake.markers)
            double[two] = _one_card(family, two, fates, more, terms)
        free = two[np.isin(family.totals[two], terms.free_double_totals) & ~family.soft[two]]
        more = Stake(stake.original, stake.added, stake.markers + 1)
        free_double[free] = _one_card(family, free, fates, more, terms)
    return Worth(_stand(fates, stake, terms), _break(fates, stake, terms), double, free_double)


def _stand(fates: NDArray[np.float64], stake: Stake, terms: Terms) -> NDArray[np.float64]:
    money = stake.original + stake.added
    taken = money if terms.blackjack_takes_all else stake.original
    won = (money + stake.markers) * fates[:, WIN]
    result: NDArray[np.float64] = won - money * fates[:, LOSE] - taken * fates[:, NATURAL]
    return result


def _break(fates: NDArray[np.float64], stake: Stake, terms: Terms) -> NDArray[np.float64]:
    refunded = stake.added if terms.capped_at_original else 0
    result: NDArray[np.float64] = (
        refunded * fates[:, BREAK_NATURAL] - (stake.original + stake.added) * fates[:, BREAK]
    )
    return result


def _one_card(
    family: Family,
    hands: NDArray[np.int64],
    fates: NDArray[np.float64],
    stake: Stake,
    terms: Terms,
) -> NDArray[np.float64]:
    """Take one card to each of these hands and stand."""
    child = family.child[hands]
    stands = np.where(child >= 0, _stand(fates[child.ravel()], stake, terms).reshape(child.shape), 0.0)
    result: NDArray[np.float64] = stands.sum(axis=1) + _break(fates[hands], stake, terms)
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
