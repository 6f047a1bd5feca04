"""One playing card: how it is written, read and said."""

from __future__ import annotations

import re
from typing import Final, NewType

Card = NewType("Card", str)
"""Two characters, rank then suit: `As`, `Td`. Plain text, so that journals and pages stay readable."""

UNKNOWN: Final = Card("??")
"""A card that left the device face down and that nobody has seen. It is no card to play with."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

_SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SUIT_NAMES: Final = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}
_RANK_NAMES: Final = {
    "2": "Two",
    "3": "Three",
    "4": "Four",
    "5": "Five",
    "6": "Six",
    "7": "Seven",
    "8": "Eight",
    "9": "Nine",
    "T": "Ten",
    "J": "Jack",
    "Q": "Queen",
    "K": "King",
    "A": "Ace",
}
_VALUES: Final = {rank: value for value, rank in enumerate(RANKS, start=2)}

# Every suit sign people type or paste, hollow signs included, to its letter.
_SUIT_LETTERS: Final = dict(zip("cdhs♣♦♥♠♧♢♡♤", "cdhscdhscdhs", strict=True))

# ASCII keeps IGNORECASE from letting the Kelvin sign pass for a King. A pasted emoji suit carries an
# invisible variation selector behind it.
_CARD: Final = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠♧♢♡♤])[\ufe0e\ufe0f]?", re.IGNORECASE | re.ASCII)
_SEPARATORS: Final = re.compile(r"[\s,]+")


class CardError(ValueError):
    """A text that names no card, or cards that make no hand: a template and its values."""

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template, self.values = template, values


def _not_a_card(text: str) -> CardError:
    return CardError(
        "'{text}' is not a card: a card is a rank (2 to 9, 10 or T, J, Q, K, A) and a suit "
        "(c, d, h, s or ♣, ♦, ♥, ♠), like As, Td or 10♦",
        text=text,
    )


def _canonical(match: re.Match[str]) -> Card:
    rank, suit = match.groups()
    return Card(("T" if rank == "10" else rank.upper()) + _SUIT_LETTERS[suit.lower()])


def parse_card(text: str) -> Card:
    """Read one card: `As`, `aS`, `10♦`, `T♦`, `Td`."""
    match = _CARD.fullmatch(text.strip())
    if match is None:
        raise _not_a_card(text)
    return _canonical(match)


def parse_cards(text: str, *, may_be_unknown: bool = False) -> tuple[Card, ...]:
    """Read cards in order, separated by blanks or commas or run together: `As Kd, 10♦`, `AsKdTd`.

    `??` or `unknown` is a card that nobody has seen, where such a one may be meant.
    """
    cards = []
    for token in filter(None, _SEPARATORS.split(text)):
        if may_be_unknown and token.lower() in (UNKNOWN, "unknown"):
            cards.append(UNKNOWN)
            continue
        at = 0
        while at < len(token):
            match = _CARD.match(token, at)
            if match is None:
                raise _not_a_card(token[at:])
            cards.append(_canonical(match))
            at = match.end()
    return tuple(cards)


def rank(card: Card) -> str:
    """The rank's character, one of `RANKS`."""
    return card[0]


def suit(card: Card) -> str:
    """The suit's letter, one of `SUITS`."""
    return card[1]


def rank_value(card: Card) -> int:
    """2 to 14, the Ace high."""
    return _VALUES[card[0]]


def rank_name(rank: str, *, plural: bool = False) -> str:
    """`Six`, or `Sixes`; takes a character of `RANKS`."""
    name = _RANK_NAMES[rank]
    if not plural:
        return name
    return name + ("es" if name.endswith("x") else "s")


def show(card: Card) -> str:
    """As on the card's face: `10♦`."""
    if card == UNKNOWN:
        return card
    return ("10" if card[0] == "T" else card[0]) + _SYMBOLS[card[1]]


def spoken(card: Card) -> str:
    """As a dealer calls it: `Ten of Diamonds`."""
    return f"{_RANK_NAMES[card[0]]} of {_SUIT_NAMES[card[1]]}"
