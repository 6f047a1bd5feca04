"""How many hands a split leads to, and what each hand may know of the others.

As long as every hand is played by its own cards alone, the cards of one hand and of the dealer are
exchangeable with those of the other hands, which can then be ignored, with one exception: whether the second
card of another hand was a pair card decides whether there was one more split. A path through the splits says
of some second cards that they are pair cards and of some that they are not. Inclusion and exclusion replaces
"these are not" by sums over "these are", and pair cards known to be gone are simply missing from the shoe.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from math import comb


class Kind(IntEnum):
    """What a hand carries."""

    STAKED = 0
    """The original wager."""
    MARKER = 1
    """A Free Bet Marker only."""
    ADDED = 2
    """A wager added for a paid split."""


@dataclass(frozen=True)
class Known:
    """One hand of a path: whether its second card is known to be no pair card; what is known of others."""

    kind: Kind
    is_unpaired: bool
    others_paired: int
    others_unpaired: int


@lru_cache(maxsize=64)
def final_hands(new: Kind, again: frozenset[Kind], hands_max: int) -> Mapping[Known, int]:
    """Every hand that a first split can end in, over all paths, with how many paths it appears in.

    `new` is what a hand formed by a split carries; a hand of a kind in `again` is split again whenever its
    second card pairs it and there is room.
    """
    found: Counter[Known] = Counter()
    _walk(found, new, again, hands_max, 2, (new, Kind.STAKED), 0, ())
    return found


def _walk(
    found: Counter[Known],
    new: Kind,
    again: frozenset[Kind],
    hands_max: int,
    hands: int,
    waiting: tuple[Kind, ...],
    paired: int,
    done: tuple[tuple[Kind, bool], ...],
) -> None:
    """Deal second cards, the last hand in `waiting` first; a hand split again goes on before the new one."""
    if not waiting:
        for at, (kind, is_unpaired) in enumerate(done):
            others = sum(unpaired for place, (_, unpaired) in enumerate(done) if place != at)
            found[Known(kind, is_unpaired, paired, others)] += 1
        return
    *rest, kind = waiting
    if kind in again and hands < hands_max:
        _walk(found, new, again, hands_max, hands + 1, (*rest, new, kind), paired + 1, done)
        _walk(found, new, again, hands_max, hands, tuple(rest), paired, (*done, (kind, True)))
    else:
        _walk(found, new, again, hands_max, hands, tuple(rest), paired, (*done, (kind, False)))


@dataclass(frozen=True)
class Weights:
    """Per number of pair cards missing from the shoe, the weight of a hand of one kind.

    `unpaired` counts for hands whose second card is no pair card, `paired` for those where it is one.
    """

    unpaired: tuple[float, ...]
    paired: tuple[float, ...]


def weights(hands: Mapping[Known, int], kind: Kind, pair_cards: int, cards: int) -> Weights:
    """The weights of all hands of a kind in a shoe with so many pair cards among so many cards."""
    depth = 1 + max(known.others_paired + known.others_unpaired for known in hands)
    gone = [1.0]
    for number in range(depth):
        gone.append(gone[-1] * max(pair_cards - number, 0) / (cards - number))
    unpaired, paired = [0.0] * depth, [0.0] * depth
    for known, paths in hands.items():
        if known.kind is not kind:
            continue
        for more in range(known.others_unpaired + 1):
            missing = known.others_paired + more
            weight = paths * (-1) ** more * comb(known.others_unpaired, more) * gone[missing]
            unpaired[missing] += weight
            if not known.is_unpaired:
                paired[missing] += weight
    return Weights(tuple(unpaired), tuple(paired))
