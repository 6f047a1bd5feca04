"""Point values of cards and hands."""

from collections.abc import Sequence
from typing import Final

from croupier.cards import RANKS, Card
from croupier.messages import Message

TEN_VALUE: Final = frozenset("TJQK")
HIGHEST: Final = 21
VALUE: Final = {rank: 10 if rank in TEN_VALUE else 11 if rank == "A" else int(rank) for rank in RANKS}


def total(cards: Sequence[Card]) -> int:
    """Point total: every Ace is 11 unless that would exceed 21."""
    return count(cards)[0]


def count(cards: Sequence[Card]) -> tuple[int, bool]:
    """Point total, and whether it is soft: an Ace in it still counts 11."""
    points, aces = 0, 0
    for card in cards:
        value = VALUE[card[0]]
        points += value
        aces += value == 11
    while points > HIGHEST and aces:
        points -= 10
        aces -= 1
    return points, aces > 0


def is_ace(card: Card) -> bool:
    return card[0] == "A"


def is_ten(card: Card) -> bool:
    return card[0] in TEN_VALUE


def is_natural(cards: Sequence[Card]) -> bool:
    """An Ace and a ten-value card; whether it is a Blackjack also depends on where they were dealt."""
    return len(cards) == 2 and {VALUE[cards[0][0]], VALUE[cards[1][0]]} == {10, 11}


def is_pair(cards: Sequence[Card], ten_with_face: bool) -> bool:
    """A Pair for the side wager: the same rank, or where the House says so a Ten with a face card."""
    first, second = cards[0][0], cards[1][0]
    if first == second:
        return True
    return ten_with_face and "T" in (first, second) and {first, second} <= TEN_VALUE


def has_equal_values(cards: Sequence[Card]) -> bool:
    return len(cards) == 2 and VALUE[cards[0][0]] == VALUE[cards[1][0]]


def say_total(cards: Sequence[Card]) -> Message:
    points, is_soft = count(cards)
    return Message("soft {points}" if is_soft else "hard {points}", {"points": points})
