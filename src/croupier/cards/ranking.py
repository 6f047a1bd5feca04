"""Which hand wins: the best five of five, six or seven cards as one number, bigger is better.

Every card has a key and the keys of a hand are added: three bits count each rank, four bits each suit. The
sum tells a flush by one bit and is otherwise looked up: no combinations are tried while a Round is played.

A strength is a category and the five ranks that count, the most important first, a hexadecimal digit each:
0x7_DDDBB is a Full House, Kings over Jacks. Equal strengths are equal rankings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from croupier.cards.card import SUITS, Card, CardError, rank_value
from croupier.cards.deck import DECK, IN_DECK
from croupier.cards.ranking_tables import (
    CATEGORY_SHIFT,
    Category,
    by_ranks,
    by_suited_ranks,
    rank_bit,
    rank_step,
)

CARDS_MIN: Final = 5
CARDS_MAX: Final = 7

_SUIT_SHIFT: Final = 40
_RANK_BITS: Final = (1 << _SUIT_SHIFT) - 1
# A suit's four bits start at three, so that the fifth card of the suit sets the highest of them.
_START: Final = 0x3333 << _SUIT_SHIFT
_FLUSH_BITS: Final = 0x8888 << _SUIT_SHIFT


def _suit_step(suit: str) -> int:
    return 1 << _SUIT_SHIFT + 4 * SUITS.index(suit)


_KEYS: Final = {card: rank_step(rank_value(card)) | _suit_step(card[1]) for card in DECK}
_SUIT_OF_FLUSH: Final = {_suit_step(suit) << 3: suit for suit in SUITS}
_RANK_BIT: Final = {card: rank_bit(rank_value(card)) for card in DECK}
# A tuple, because calling an IntEnum costs more than ranking the hand.
_CATEGORIES: Final[tuple[Category, ...]] = tuple(Category)

# Filled at the first hand, so that a program that ranks none does not wait for them.
_by_ranks: Final[dict[int, int]] = {}
_by_suited_ranks: Final[dict[int, int]] = {}


def strength(cards: Sequence[Card]) -> int:
    """Rank five, six or seven different cards. Bigger is better, equal is a tie.

    That the cards are different is the dealing device's business; it is not checked here.
    """
    if len(cards) > CARDS_MAX:
        raise _fault(cards)
    key = _START
    keys = _KEYS
    try:
        for card in cards:
            key += keys[card]
        if key & _FLUSH_BITS:
            return _flush_strength(cards, key)
        return _by_ranks[key & _RANK_BITS]
    except KeyError:
        if not _is_hand(cards):
            raise _fault(cards) from None
    _fill_tables()
    return strength(cards)


def category(value: int) -> Category:
    """The category of a strength."""
    return _CATEGORIES[(value >> CATEGORY_SHIFT) - 1]


def ranks_that_count(value: int) -> tuple[int, ...]:
    """The five ranks (2 to 14) that a strength compares, the most important first."""
    return tuple(value >> shift & 0xF for shift in (16, 12, 8, 4, 0))


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that play, the most important first."""
    value = strength(cards)
    pool = list(cards)
    if category(value) in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        suits = [card[1] for card in cards]
        flush = max(SUITS, key=suits.count)
        pool = [card for card in cards if card[1] == flush]
    best = []
    for wanted in ranks_that_count(value):
        card = next(card for card in pool if rank_value(card) == wanted)
        pool.remove(card)
        best.append(card)
    return tuple(best)


def _flush_strength(cards: Sequence[Card], key: int) -> int:
    # Five of seven cards in one suit leave no room for four of a kind or a full house: the flush is the hand.
    suit = _SUIT_OF_FLUSH[key & _FLUSH_BITS]
    held = 0
    for card in cards:
        if card[1] == suit:
            held |= _RANK_BIT[card]
    return _by_suited_ranks[held]


def _fill_tables() -> None:
    _by_suited_ranks.update(by_suited_ranks())
    _by_ranks.update(by_ranks())


def _is_hand(cards: Sequence[Card]) -> bool:
    return CARDS_MIN <= len(cards) <= CARDS_MAX and len(IN_DECK.intersection(cards)) == len(cards)


def _fault(cards: Sequence[Card]) -> CardError:
    given = " ".join(cards) or "none"
    template = "a hand is {least} to {most} different cards of one deck; given: {given}"
    return CardError(template, least=CARDS_MIN, most=CARDS_MAX, given=given)
