"""Saying a hand: `Full House, Kings over Jacks`.

Two hands have the same words exactly when they tie, so a ruling read aloud also shows what decided it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from croupier.cards.card import RANKS, Card, rank_name
from croupier.cards.ranking import category, ranks_that_count, strength
from croupier.cards.ranking_tables import LOW, Category

_Ranks = tuple[int, ...]


def words(cards: Sequence[Card]) -> str:
    """The best hand in five, six or seven cards."""
    return words_of(strength(cards))


@cache
def words_of(value: int) -> str:
    """The same, from a strength. There are 7,462 of them, and saying one costs more than ranking it."""
    kind = category(value)
    detail = _DETAILS[kind](ranks_that_count(value))
    return f"{kind.title}, {detail}" if detail else kind.title


def brief_of(value: int) -> str:
    """Without the cards that only break ties: "One Pair, Kings", "Flush, Ace high"."""
    kind, ranks = category(value), ranks_that_count(value)
    if kind in (Category.FLUSH, Category.FIVE_ODD_CARDS):
        return f"{kind.title}, {_high(ranks)}"
    return ", ".join(words_of(value).split(", ")[:2])


def _one(value: int) -> str:
    return rank_name(RANKS[value - LOW])


def _many(value: int) -> str:
    return rank_name(RANKS[value - LOW], plural=True)


def _kickers(ranks: _Ranks) -> str:
    names = [_one(value) for value in ranks]
    if len(names) == 1:
        return f"{names[0]} kicker"
    return f"{', '.join(names[:-1])} and {names[-1]} kickers"


def _high(ranks: _Ranks) -> str:
    return f"{_one(ranks[0])} high"


def _each(ranks: _Ranks) -> str:
    return ", ".join(map(_one, ranks))


_DETAILS: Final[dict[Category, Callable[[_Ranks], str]]] = {
    Category.ROYAL_FLUSH: lambda ranks: "",
    Category.STRAIGHT_FLUSH: _high,
    Category.FOUR_OF_A_KIND: lambda ranks: f"{_many(ranks[0])}, {_kickers(ranks[4:])}",
    Category.FULL_HOUSE: lambda ranks: f"{_many(ranks[0])} over {_many(ranks[3])}",
    Category.FLUSH: _each,
    Category.STRAIGHT: _high,
    Category.THREE_OF_A_KIND: lambda ranks: f"{_many(ranks[0])}, {_kickers(ranks[3:])}",
    Category.TWO_PAIRS: lambda ranks: f"{_many(ranks[0])} and {_many(ranks[2])}, {_kickers(ranks[4:])}",
    Category.ONE_PAIR: lambda ranks: f"{_many(ranks[0])}, {_kickers(ranks[2:])}",
    Category.FIVE_ODD_CARDS: _each,
}
