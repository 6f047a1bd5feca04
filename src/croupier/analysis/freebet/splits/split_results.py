"""How rounds with a split end: the sum of the results of all hands, which share the dealer's hand.

Each hand's result is exact together with each end of the dealer's hand (total, blackjack, stand-off, bust),
and so is the chance of each path through the splits. Given the dealer's end and the path, the hands are taken
as independent: what is left out is that a card in one hand is missing from another. That moves the average by
less than 0.00001 of a wager, which is exact by other means.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.freebet.optimal import SplitPlay, blended
from croupier.analysis.freebet.shoe.dealer import BLACKJACK, BUST, LOWEST_FINAL, RESULTS, STAND_OFF
from croupier.analysis.freebet.shoe.play import STAKES, Action, Stake, draw_or_stand, worth
from croupier.analysis.freebet.shoe.reach import reach
from croupier.analysis.freebet.shoe.tables import Tables, family_of
from croupier.analysis.freebet.splits.splitting import Kind, final_hands, weights
from croupier.analysis.freebet.terms import ACE, TEN, VALUES, Terms
from croupier.analysis.kernels.compiling import njit

MOST: Final = 2
"""A hand wins or loses at most two wagers."""
_NOTHING: Final = 1e-12
"""An end that the dealer cannot come to, but for what 64-bit arithmetic leaves over."""
Joint: TypeAlias = NDArray[np.float64]
"""[result of the hand + MOST, end of the dealer's hand] -> chance."""


@dataclass(frozen=True)
class Path:
    """One way through the splits: its chance, how often it was split again, and the hands it leaves."""

    chance: float
    again: int
    hands: tuple[tuple[Kind, bool], ...]
    """What each carries, and whether its second card is known to be no pair card."""


def split_results(
    terms: Terms, tables: Tables, first: int, pair: int, pair_cards: int, play: SplitPlay
) -> dict[int, float]:
    """Result of the round in wagers -> chance, given that this pair was dealt and is split."""
    new = Kind.MARKER if terms.free_splits and pair != TEN else Kind.ADDED
    most = terms.ace_hands_max if pair == ACE else terms.hands_max
    cards = int(tables.rest(first, pair).sum())
    kinds = (Kind.STAKED, new)
    policies = {
        kind: _Policy(terms, tables, first, pair, pair_cards, kind, new, play, most) for kind in kinds
    }
    joints: dict[tuple[Kind, int], tuple[Joint, Joint]] = {}
    found: dict[int, float] = {}
    for path in _paths(new, play.again, most, pair_cards, cards):
        if (new, path.again) not in joints:
            ends = tables.split_results(pair, first, path.again)
            joints |= {(kind, path.again): policies[kind].joints(ends) for kind in kinds}
        total = _sum_of_hands(np.stack([joints[kind, path.again][unpaired] for kind, unpaired in path.hands]))
        offset = MOST * len(path.hands)
        for place, chance in enumerate(total.tolist()):
            if chance:
                found[place - offset] = found.get(place - offset, 0.0) + path.chance * chance
    return found


@njit(cache=True)
def _sum_of_hands(hands: NDArray[np.float64]) -> NDArray[np.float64]:
    """The result of all hands together, each a Joint: independent given the dealer's end."""
    number, width, ends = hands.shape
    total = np.zeros((width - 1) * number + 1)
    chances, longer = np.zeros(len(total)), np.zeros(len(total))
    everything = hands[0].sum()
    for end in range(ends):
        share = hands[0, :, end].sum() / everything
        if share < _NOTHING:
            continue
        chances[:] = 0.0
        chances[0] = 1.0
        for hand in range(number):
            whole = hands[hand, :, end].sum()
            longer[:] = 0.0
            for result in range(width):
                chance = hands[hand, result, end] / whole
                if chance != 0.0:
                    for at in range((width - 1) * hand + 1):
                        longer[at + result] += chances[at] * chance
            chances[:] = longer
        total += share * chances
    return total


def _paths(new: Kind, again: frozenset[Kind], most: int, pair_cards: int, cards: int) -> Iterator[Path]:
    def walk(
        chance: float, waiting: tuple[Kind, ...], seen: tuple[int, int], done: tuple[tuple[Kind, bool], ...]
    ) -> Iterator[Path]:
        paired, unpaired = seen
        if not waiting:
            yield Path(chance, paired, done)
            return
        *rest, kind = waiting
        if kind not in again or len(waiting) + len(done) >= most:
            yield from walk(chance, tuple(rest), seen, (*done, (kind, False)))
            return
        pairs = max(pair_cards - paired, 0) / (cards - paired - unpaired)
        if pairs:
            yield from walk(chance * pairs, (*rest, new, kind), (paired + 1, unpaired), done)
        yield from walk(chance * (1 - pairs), tuple(rest), (paired, unpaired + 1), (*done, (kind, True)))

    return walk(1.0, (new, Kind.STAKED), (0, 0), ())


class _Policy:
    """How hands of one kind are played after a split."""

    def __init__(
        self,
        terms: Terms,
        tables: Tables,
        first: int,
        pair: int,
        pair_cards: int,
        kind: Kind,
        new: Kind,
        play: SplitPlay,
        most: int,
    ) -> None:
        self.terms, self.pair, self.kind = terms, pair, kind
        self.family = family_of(pair)
        self.doubled: Mapping[int, Action] = {
            second: how for what, second, how in play.doubled if what is kind
        }
        cards = int(tables.rest(first, pair).sum())
        weighted = weights(final_hands(new, play.again, most), kind, pair_cards, cards)
        self.unlike, self.like = (
            self._hits(fates) for fates in blended(tables, first, pair, pair_cards, weighted)
        )

    def _hits(self, fates: NDArray[np.float64]) -> NDArray[np.bool_]:
        if self.pair == ACE:
            return np.zeros(len(self.family.members), np.bool_)
        worths = worth(self.family, fates, self.kind, self.terms, after_split=True)
        _, hits = draw_or_stand(self.family, worths)
        return (hits > worths.stand) & self.family.may_draw

    def joints(self, ends: NDArray[np.float64]) -> tuple[Joint, Joint]:
        """Over all second cards, and over those that are no pair cards."""
        unlike = self._joint(ends, [second for second in range(VALUES) if second != self.pair], self.unlike)
        return unlike + self._joint(ends, [self.pair], self.like), unlike

    def _joint(self, ends: NDArray[np.float64], seconds: list[int], hits: NDArray[np.bool_]) -> Joint:
        joint: Joint = np.zeros((2 * MOST + 1, RESULTS))
        stake, family = STAKES[self.kind], self.family
        by_stake: dict[Stake, list[int]] = {}
        for second in seconds:
            how = self.doubled.get(second)
            doubled = stake.doubled() if how is Action.DOUBLE else stake.doubled_free()
            by_stake.setdefault(stake if how is None else doubled, []).append(family.pair(self.pair, second))
        for rides, roots in by_stake.items():
            drawing = hits
            if rides != stake:
                drawing = np.zeros_like(hits)
                drawing[roots] = True
            orders = np.zeros(len(family.members))
            orders[roots] = 1.0
            money = rides.original + rides.added
            _enter(
                family.child,
                family.totals,
                drawing,
                orders,
                ends,
                money,
                money + rides.markers,
                money if self.terms.blackjack_takes_all else rides.original,
                rides.added if self.terms.capped_at_original else 0,
                joint,
            )
        return joint


@njit(cache=True)
def _enter(
    child: NDArray[np.int64],
    totals: NDArray[np.int64],
    drawing: NDArray[np.bool_],
    orders: NDArray[np.float64],
    ends: NDArray[np.float64],
    lost: int,
    won: int,
    taken: int,
    refunded: int,
    joint: Joint,
) -> None:
    """Hands that stand, by their total, and the cards that bust those that draw.

    `taken` is what a dealer's blackjack costs a hand that stands, `refunded` what it gives back to a bust.
    """
    reach(child, drawing, orders)
    held = np.zeros(RESULTS)
    for hand in range(child.shape[0]):
        if orders[hand] == 0.0:
            continue
        if drawing[hand]:
            held[:] = ends[hand]
            for value in range(child.shape[1]):
                if child[hand, value] >= 0:
                    held -= ends[child[hand, value]]
            for end in range(RESULTS):
                net = (refunded if end == BLACKJACK else 0) - lost
                joint[net + MOST, end] += orders[hand] * held[end]
            continue
        for end in range(RESULTS):
            if end == BLACKJACK:
                net = -taken
            elif end == STAND_OFF or end + LOWEST_FINAL == totals[hand]:
                net = 0
            elif end == BUST or end + LOWEST_FINAL < totals[hand]:
                net = won
            else:
                net = -lost
            joint[net + MOST, end] += orders[hand] * ends[hand, end]
