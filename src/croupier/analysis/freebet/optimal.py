"""The best play that looks at the cards of its own hand: value and decision for every hand of two cards."""

from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.against_ace import takes_even_money
from croupier.analysis.freebet.shoe.families import dealt
from croupier.analysis.freebet.shoe.play import NEVER, Action, draw_or_stand, worth
from croupier.analysis.freebet.shoe.showdown import MASS, NATURAL
from croupier.analysis.freebet.shoe.tables import Tables, family_of, tables_for
from croupier.analysis.freebet.splits.splitting import Kind, Weights, final_hands, weights
from croupier.analysis.freebet.splits.tens import ten_pairs
from croupier.analysis.freebet.terms import ACE, TEN, VALUES, Terms
from croupier.analysis.kernels.compiling import njit

BOTH: Final = (False, True)


@dataclass(frozen=True)
class SplitPlay:
    """The best way to go on after splitting a pair."""

    value: float
    again: frozenset[Kind]
    doubled: frozenset[tuple[Kind, int, Action]]
    """Which two-card hands are doubled: what the hand carries, its second card, and how."""


@dataclass(frozen=True)
class Decision:
    """The best action for two dealt cards against a first card, with the value of every action."""

    chance: float
    value: float
    action: Action
    values: dict[Action, float]
    split: SplitPlay | None = None


def optimal(terms: Terms) -> dict[tuple[int, int, int], Decision]:
    """(first card of the dealer, lower card, higher card) -> the best decision; naturals included."""
    tables = tables_for(terms.shoe, terms.dealer)
    return {
        (first, *cards): decision
        for first in range(VALUES)
        for cards, decision in _against(terms, tables, first).items()
    }


def expectation(decisions: dict[tuple[int, int, int], Decision]) -> float:
    """The player's expectation per unit wagered."""
    return sum(decision.chance * decision.value for decision in decisions.values())


def _against(terms: Terms, tables: Tables, first: int) -> dict[tuple[int, int], Decision]:
    family, fates = dealt(), tables.dealt(first)
    worths = worth(family, fates, Kind.STAKED, terms, after_split=False)
    _, hits = draw_or_stand(family, worths)
    found = {}
    for low in range(VALUES):
        for high in range(low, VALUES):
            at = family.pair(low, high)
            mass = float(fates[at, MASS])
            if mass <= 0:
                continue
            chance = tables.chance_of_first(first) * mass * (1 if low == high else 2)
            natural = float(fates[at, NATURAL]) / mass
            if (low, high) == (ACE, TEN):
                value = natural_value(terms, first, natural, even_money=takes_even_money(terms))
                found[low, high] = Decision(chance, value, Action.STAND, {Action.STAND: value})
                continue
            values = {
                Action.STAND: float(worths.stand[at]) / mass,
                Action.HIT: float(hits[at]) / mass,
                Action.DOUBLE: float(worths.double[at]) / mass,
                Action.FREE_DOUBLE: float(worths.free_double[at]) / mass,
                Action.SURRENDER: surrender_value(terms, first, natural),
            }
            if low == high:
                found[low, high] = _pair_decision(terms, tables, first, low, chance, values)
            else:
                action = max(values, key=lambda each: values[each])
                found[low, high] = Decision(chance, values[action], action, _allowed(values))
    return found


def natural_value(terms: Terms, first: int, dealer_natural: float, *, even_money: bool) -> float:
    """A blackjack: paid unless the dealer ties; against an ace even money may be had instead."""
    pays = float(terms.blackjack_pays)
    if first == TEN and terms.blackjack_paid_at_once_against_ten:
        return pays
    return 1.0 if first == ACE and even_money else pays * (1 - dealer_natural)


def surrender_value(terms: Terms, first: int, dealer_natural: float) -> float:
    """Giving up the hand before the dealer's second card, or after it is known to make no blackjack."""
    lost = float(1 - terms.surrender_kept)
    if terms.surrender == "early":
        return NEVER if first == ACE else -lost
    if terms.surrender == "late":
        return -dealer_natural - lost * (1 - dealer_natural)
    return NEVER


def _allowed(values: dict[Action, float]) -> dict[Action, float]:
    return {action: value for action, value in values.items() if value > NEVER}


def _pair_decision(
    terms: Terms, tables: Tables, first: int, pair: int, chance: float, values: dict[Action, float]
) -> Decision:
    """Pairs, each with its splits; unlike tens that may not be split count as a case without."""
    plain = max(values, key=lambda each: values[each])
    value, split, split_values = 0.0, None, 0.0
    for share, pair_cards in ten_pairs(terms, tables, first, pair):
        if pair_cards is None:
            value += share * values[plain]
            continue
        found = best_split(terms, tables, first, pair, pair_cards)
        split_values += share * found.value
        value += share * max(values[plain], found.value)
        if found.value > values[plain]:
            split = found
    values = {**values, Action.SPLIT: split_values} if split_values or split else values
    return Decision(chance, value, Action.SPLIT if split else plain, _allowed(values), split)


def best_split(terms: Terms, tables: Tables, first: int, pair: int, pair_cards: int) -> SplitPlay:
    """The best of splitting again or not, with hands that carry money and with those that do not."""
    new = Kind.MARKER if terms.free_splits and pair != TEN else Kind.ADDED
    choices = (
        [frozenset[Kind]()]
        if pair == ACE and terms.ace_hands_max == 2
        else [
            frozenset(kind for kind, goes_on in zip((Kind.STAKED, new), again, strict=True) if goes_on)
            for again in product(BOTH, BOTH)
        ]
    )
    plays = [_split_play(terms, tables, first, pair, pair_cards, new, again) for again in choices]
    return max(plays, key=lambda play: play.value)


def _split_play(
    terms: Terms, tables: Tables, first: int, pair: int, pair_cards: int, new: Kind, again: frozenset[Kind]
) -> SplitPlay:
    most = terms.ace_hands_max if pair == ACE else terms.hands_max
    hands = final_hands(new, again, most)
    total, doubled = 0.0, set[tuple[Kind, int, Action]]()
    for kind in (Kind.STAKED, new):
        weighted = weights(hands, kind, pair_cards, int(tables.rest(first, pair).sum()))
        value, how = _kind_play(terms, tables, first, pair, pair_cards, kind, weighted)
        total += value
        doubled |= {(kind, second, action) for second, action in how.items()}
    return SplitPlay(total, again, frozenset(doubled))


def blended(
    tables: Tables, first: int, pair: int, pair_cards: int, weighted: Weights
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Fates weighted over the pair cards missing: for a second card unlike the pair, and for one like it."""
    layers = tables.split(pair, first)
    depth = min(len(weighted.unpaired), len(layers))
    unlike = _weighted(np.array(weighted.unpaired[:depth]), layers)
    like_value = int(tables.rest(first, pair)[pair])
    like = []
    for missing in range(depth):
        same_value, same = like_value - missing, pair_cards - missing
        share = max(same, 0) / same_value if same_value > 0 else 0.0
        like.append(share * weighted.paired[missing] + (1 - share) * weighted.unpaired[missing])
    return unlike, _weighted(np.array(like), layers)


@njit(cache=True)
def _weighted(weights: NDArray[np.float64], layers: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum of the first layers, each times its weight."""
    total = np.zeros(layers.shape[1:])
    for at in range(weights.shape[0]):
        if weights[at] != 0.0:
            total += weights[at] * layers[at]
    return total


def _kind_play(
    terms: Terms, tables: Tables, first: int, pair: int, pair_cards: int, kind: Kind, weighted: Weights
) -> tuple[float, dict[int, Action]]:
    """All hands of one kind together, and which second cards are doubled."""
    family = family_of(pair)
    unlike, like = blended(tables, first, pair, pair_cards, weighted)
    total, doubled = 0.0, dict[int, Action]()
    for fates, seconds in ((unlike, [v for v in range(VALUES) if v != pair]), (like, [pair])):
        worths = worth(family, fates, kind, terms, after_split=True)
        best, _ = draw_or_stand(family, worths)
        for second in seconds:
            at = family.pair(pair, second)
            values = {Action.STAND: float(worths.stand[at] if pair == ACE else best[at])}
            if pair != ACE:
                values[Action.DOUBLE] = float(worths.double[at])
                values[Action.FREE_DOUBLE] = float(worths.free_double[at])
            action = max(values, key=lambda each: values[each])
            total += values[action]
            if action is not Action.STAND:
                doubled[second] = action
    return total, doubled


def value_of_hands(terms: Terms, tables: Tables, first: int, pair: int, kind: Kind, missing: int) -> float:
    """A hand left by a split with one card of its pair, so many more of which are gone, played to its end."""
    weighted = (*(0.0,) * missing, 1.0)
    left = int(tables.rest(first, pair)[pair])
    value, _ = _kind_play(terms, tables, first, pair, left, kind, Weights(weighted, weighted))
    return value
