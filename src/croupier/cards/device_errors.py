"""Why a dealing device could not do what was asked: data for the caller, a sentence for the person."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards.card import Card, show
from croupier.cards.deck import IN_DECK, Findings


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _face(text: str) -> str:
    return show(Card(text)) if text in IN_DECK else repr(text)


class DeviceError(ValueError):
    """Any refusal of a dealing device. Its text says what the person may do instead."""


class OutOfCards(DeviceError):  # noqa: N818 - the documents' situations are named, not suffixed
    def __init__(self, needed: int, left: int) -> None:
        super().__init__(needed, left)
        self.needed = needed
        self.left = left

    def __str__(self) -> str:
        return f"{_cards(self.needed)} needed, but the dealing device holds {_cards(self.left)}"


class ForeignCard(DeviceError):  # noqa: N818
    def __init__(self, card: str) -> None:
        super().__init__(card)
        self.card = card

    def __str__(self) -> str:
        return f"{self.card!r} is not one of the 52 cards: the card found does not belong to the set"


class DuplicateCard(DeviceError):  # noqa: N818
    def __init__(self, card: Card, decks: int = 1) -> None:
        super().__init__(card, decks)
        self.card = card
        self.decks = decks

    def __str__(self) -> str:
        held = "one deck holds one" if self.decks == 1 else f"{self.decks} decks hold {self.decks}"
        return f"one {show(self.card)} too many has come out: {held}"


class PutBack(DeviceError):  # noqa: N818
    def __init__(self, cards: Sequence[Card]) -> None:
        super().__init__(cards)
        self.cards = tuple(cards)

    def __str__(self) -> str:
        return f"the cards put back come again in their order: {' '.join(map(_face, self.cards))} first"


class WrongCount(DeviceError):  # noqa: N818
    def __init__(self, expected: int, named: Sequence[str]) -> None:
        super().__init__(expected, named)
        self.expected = expected
        self.named = tuple(named)

    def __str__(self) -> str:
        given = " ".join(map(_face, self.named)) or "none"
        return f"name {_cards(self.expected)}, as drawn; named: {given} ({len(self.named)})"


class NotOut(DeviceError):  # noqa: N818
    def __init__(self, card: str) -> None:
        super().__init__(card)
        self.card = card

    def __str__(self) -> str:
        return (
            f"{_face(self.card)} cannot go back: it has not left the dealing device, or has gone back already"
        )


class WrongOrder(DeviceError):  # noqa: N818
    def __init__(self, missing: Sequence[Card], surplus: Sequence[str]) -> None:
        super().__init__(missing, surplus)
        self.missing = tuple(missing)
        self.surplus = tuple(surplus)

    def __str__(self) -> str:
        lacks = " ".join(map(_face, self.missing)) or "nothing"
        adds = " ".join(map(_face, self.surplus)) or "nothing"
        return f"the new order is not the cards in the dealing device: it lacks {lacks} and adds {adds}"


class WrongSet(DeviceError):  # noqa: N818
    def __init__(self, findings: Findings) -> None:
        super().__init__(findings)
        self.findings = findings

    def __str__(self) -> str:
        return f"the cards are not whole decks: {self.findings.words}"


class WrongSource(DeviceError):  # noqa: N818
    """Named cards for a virtual device, or an order for a physical one."""


class WrongKind(DeviceError):  # noqa: N818
    """A packet from a Card Shoe, or a Burnt Card from an Electronic Card Shuffler."""
