"""Cards as small numbers for the kernels: rank * 4 + suit, deuce of clubs 0, ace of spades 51."""

from collections.abc import Iterable, Sequence
from typing import Final

from croupier.cards import RANKS, SUITS, Card

CARDS: Final = 52
HOLDINGS: Final = CARDS * (CARDS - 1) // 2

NUMBER: Final = {Card(rank + suit): 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
CARD: Final = {number: card for card, number in NUMBER.items()}


def numbers(cards: Iterable[Card]) -> tuple[int, ...]:
    """Cards as the kernels count them."""
    return tuple(NUMBER[card] for card in cards)


def holding(one: int, other: int) -> int:
    """The number of two cards, whichever comes first: 0 to 1325."""
    low, high = sorted((one, other))
    return high * (high - 1) // 2 + low


def class_name(one: int, other: int) -> str:
    """The starting hand two cards belong to: "AKs", "QQ", "72o"."""
    low, high = sorted((one, other))
    ranks = RANKS[high // 4] + RANKS[low // 4]
    if ranks[0] == ranks[1]:
        return ranks
    return ranks + ("s" if high % 4 == low % 4 else "o")


def class_names() -> tuple[str, ...]:
    """The 169 starting hands, pairs, then suited, then offsuit, each from the highest down."""
    descending: Sequence[str] = RANKS[::-1]
    pairs = tuple(rank * 2 for rank in descending)
    unlike = tuple(a + b for i, a in enumerate(descending) for b in descending[i + 1 :])
    return pairs + tuple(two + "s" for two in unlike) + tuple(two + "o" for two in unlike)
