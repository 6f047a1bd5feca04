"""Index numbers: from which true count on a hand is played otherwise than the chart says.

What each action on two cards is worth, and what each missing card moves it by, is exact. A count says how
many cards of each value are missing on the average; by that the worth of an action is a straight line over
the true count, and two lines cross at the index.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.freebet.against_ace import insurance_value
from croupier.analysis.freebet.known_cards.counter import Curve
from croupier.analysis.freebet.known_cards.effects import effects_of, shares
from croupier.analysis.freebet.known_cards.remembering import Memory
from croupier.analysis.freebet.pot_of_gold import two_card_total
from croupier.analysis.freebet.shoe.play import NEVER, Action
from croupier.analysis.freebet.simulating.shoes import LIMIT
from croupier.analysis.freebet.terms import ACE, TEN, VALUE_NAMES, Terms
from croupier.rulebook import Rules

_DECK = 52


class Index(Struct, frozen=True):
    """One hand that the count plays otherwise. The count is that of the cards seen before the hand."""

    hand: str
    dealer: str
    usual: str
    other: str
    true_count: float
    from_above: bool
    """The other play is right at this count and above; else at it and below."""
    worth: float
    """What it adds to a Round, in wagers, over all counts."""


def per_count(moves: NDArray[np.float64], tags: tuple[int, ...], cards: int) -> NDArray[np.float64]:
    """What a true count of one adds, from what each missing card adds (by value, first axis)."""
    weights = shares()
    own = np.array(tags, float)
    own -= (weights * own).sum()
    spread = float((weights * own * own).sum())
    if not spread:
        return np.zeros(moves.shape[1:])
    found: NDArray[np.float64] = np.tensordot(weights * own, moves, axes=1) / spread * (cards - 1) / _DECK
    return found


def indexes(rules: Rules, terms: Terms, curve: Curve, memory: Memory | None = None) -> tuple[Index, ...]:
    """All of them within the counts that come, the most valuable first; Insurance by the main count too."""
    memory = memory or Memory(terms)
    cards = sum(terms.shoe)
    slopes = per_count(memory.moves, curve.tags, cards)
    cells: dict[tuple[str, int], list[int]] = {}
    for at, (first, low, high) in enumerate(memory.deals):
        if (low, high) != (ACE, TEN):
            cells.setdefault((_hand(low, high), first), []).append(at)
    found = [
        index
        for (hand, first), deals in cells.items()
        for index in _crossings(hand, first, memory, slopes, np.array(deals), curve)
    ]
    moved = per_count(np.array(effects_of(rules, "insurance").effects)[:, None], curve.tags, cards)
    found += _insurance(terms, float(moved[0]), curve)
    return tuple(sorted(found, key=lambda each: -each.worth))


def _hand(low: int, high: int) -> str:
    if low == high:
        return f"{VALUE_NAMES[low]},{VALUE_NAMES[high]}"
    total, is_soft = two_card_total(low, high)
    return f"soft {total}" if is_soft else str(total)


def _crossings(
    hand: str,
    first: int,
    memory: Memory,
    slopes: NDArray[np.float64],
    deals: NDArray[np.int64],
    curve: Curve,
) -> Iterator[Index]:
    """Where another action overtakes the usual one, on either side."""
    chances = memory.chances[deals, None]
    allowed = (memory.values[deals] > NEVER).all(axis=0)
    at_zero = np.where(allowed, (chances * memory.values[deals]).sum(axis=0), -np.inf)
    slope = np.where(allowed, (chances * slopes[deals]).sum(axis=0), 0.0)
    usual = int(at_zero.argmax())
    for other in map(int, np.flatnonzero(allowed)):
        behind, gains = at_zero[other] - at_zero[usual], slope[other] - slope[usual]
        if other == usual or gains == 0.0 or abs(behind / gains) > LIMIT:
            continue
        count = -behind / gains
        if int((at_zero + count * slope).argmax()) not in (usual, other):
            continue  # a third action is better there
        yield Index(
            hand=hand,
            dealer=VALUE_NAMES[first],
            usual=Action(usual).words,
            other=Action(other).words,
            true_count=float(count),
            from_above=bool(gains > 0),
            worth=_worth(float(behind), float(gains), curve),
        )


def _worth(behind: float, gains: float, curve: Curve) -> float:
    """Over the counts as often as they come; a count rounded down is half a count more on the average."""
    return sum(p.often * max(behind + gains * (p.true_count + 0.5), 0.0) for p in curve.points)


def _insurance(terms: Terms, slope: float, curve: Curve) -> list[Index]:
    """Insurance of a hand with one ten-value card, per Round that an ace is shown in."""
    behind = float(insurance_value(terms, 1))
    if not slope or abs(behind / slope) > LIMIT:
        return []
    share = float(terms.insurance_part) * terms.shoe[ACE] / sum(terms.shoe)
    usual, other = ("insure", "do not insure") if behind > 0 else ("do not insure", "insure")
    gains, lost = (-slope, -behind) if behind > 0 else (slope, behind)
    worth = _worth(share * lost, share * gains, curve)
    return [Index("any", "A", usual, other, -behind / slope, gains > 0, worth)]
