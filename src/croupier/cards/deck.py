"""The 52 cards, one to eight decks of them, and the count that finds what is wrong with a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from croupier.cards.card import RANKS, SUITS, Card, show

DECK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
IN_DECK: Final = frozenset(DECK)
DECKS_MAX: Final = 8


class DeckError(ValueError):
    """A number of decks that no game is played with."""


def decks(count: int) -> tuple[Card, ...]:
    """One to eight decks, one after another, unshuffled."""
    if not 1 <= count <= DECKS_MAX:
        raise DeckError(f"{count} decks: a game is played with 1 to {DECKS_MAX} decks")
    return DECK * count


class Findings(msgspec.Struct, frozen=True):
    """What a card count found. `foreign` belongs to no deck; a card is repeated once per copy concerned."""

    foreign: tuple[str, ...] = ()
    missing: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()

    @property
    def is_complete(self) -> bool:
        return not (self.foreign or self.missing or self.extra)

    @property
    def words(self) -> str:
        """One sentence without its full stop: `the 7♦ is missing; there is one A♠ too many`."""
        parts = [
            f"{text!r} does not belong to the set" + ("" if copies == 1 else f" (found {copies} times)")
            for text, copies in Counter(self.foreign).items()
        ]
        for card, copies in Counter(self.missing).items():
            parts.append(
                f"the {show(card)} is missing" if copies == 1 else f"{copies} {show(card)} are missing"
            )
        for card, copies in Counter(self.extra).items():
            verb, number = ("is", "one") if copies == 1 else ("are", str(copies))
            parts.append(f"there {verb} {number} {show(card)} too many")
        return "; ".join(parts) or "every card is there once per deck"


def audit(cards: Iterable[str], decks_count: int = 1) -> Findings:
    """Count `cards` against so many whole decks and name every card that is foreign, missing or too many."""
    expected = Counter(decks(decks_count))
    found = Counter(cards)
    # Deck order first, so that the same fault always reads the same.
    missing = tuple(card for card in DECK for _ in range(expected[card] - found[card]))
    extra = tuple(card for card in DECK for _ in range(found[card] - expected[card]))
    foreign = tuple(text for text in found.elements() if text not in IN_DECK)
    return Findings(foreign=foreign, missing=missing, extra=extra)
