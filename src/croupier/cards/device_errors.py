"""Why a dealing device could not do what was asked: data for the caller, a sentence for the person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from croupier.cards.card import Card, show
from croupier.cards.deck import IN_DECK, Findings


def _face(text: str) -> str:
    return show(Card(text)) if text in IN_DECK else repr(text)


def _faces(cards: Sequence[str]) -> str:
    return " ".join(map(_face, cards)) or "-"


class DeviceError(ValueError):
    """Any refusal of a dealing device. Its sentence says what the person may do instead."""

    said: ClassVar[str] = ""  # a template; without one it is what the error was raised with

    @property
    def template(self) -> str:
        return self.said or str(self.args[0])

    @property
    def values(self) -> Mapping[str, object]:
        return {}

    def __str__(self) -> str:
        return self.template.format(**self.values)


class OutOfCards(DeviceError):  # noqa: N818 - the documents' situations are named, not suffixed
    said = "cards needed: {needed}; the dealing device holds {left}"

    def __init__(self, needed: int, left: int) -> None:
        super().__init__(needed, left)
        self.needed = needed
        self.left = left

    @property
    def values(self) -> Mapping[str, object]:
        return {"needed": self.needed, "left": self.left}


class ForeignCard(DeviceError):  # noqa: N818
    said = "'{card}' is not one of the 52 cards: the card found does not belong to the set"

    def __init__(self, card: str) -> None:
        super().__init__(card)
        self.card = card

    @property
    def values(self) -> Mapping[str, object]:
        return {"card": self.card}


class DuplicateCard(DeviceError):  # noqa: N818
    said = "one {card} too many has come out; copies there are: {decks}"

    def __init__(self, card: Card, decks: int = 1) -> None:
        super().__init__(card, decks)
        self.card = card
        self.decks = decks

    @property
    def values(self) -> Mapping[str, object]:
        return {"card": show(self.card), "decks": self.decks}


class PutBack(DeviceError):  # noqa: N818
    said = "the cards put back come again in their order: {cards} first"

    def __init__(self, cards: Sequence[Card]) -> None:
        super().__init__(cards)
        self.cards = tuple(cards)

    @property
    def values(self) -> Mapping[str, object]:
        return {"cards": _faces(self.cards)}


class WrongCount(DeviceError):  # noqa: N818
    said = "cards to name, as drawn: {expected}; named: {given} ({count})"

    def __init__(self, expected: int, named: Sequence[str]) -> None:
        super().__init__(expected, named)
        self.expected = expected
        self.named = tuple(named)

    @property
    def values(self) -> Mapping[str, object]:
        return {"expected": self.expected, "given": _faces(self.named), "count": len(self.named)}


class NotOut(DeviceError):  # noqa: N818
    said = "{card} cannot go back: it has not left the dealing device, or has gone back already"

    def __init__(self, card: str) -> None:
        super().__init__(card)
        self.card = card

    @property
    def values(self) -> Mapping[str, object]:
        return {"card": _face(self.card)}


class WrongOrder(DeviceError):  # noqa: N818
    said = "the new order is not the cards in the dealing device: it lacks {missing} and adds {surplus}"

    def __init__(self, missing: Sequence[Card], surplus: Sequence[str]) -> None:
        super().__init__(missing, surplus)
        self.missing = tuple(missing)
        self.surplus = tuple(surplus)

    @property
    def values(self) -> Mapping[str, object]:
        return {"missing": _faces(self.missing), "surplus": _faces(self.surplus)}


class WrongSet(DeviceError):  # noqa: N818
    said = "the cards are not whole decks: {findings}"

    def __init__(self, findings: Findings) -> None:
        super().__init__(findings)
        self.findings = findings

    @property
    def values(self) -> Mapping[str, object]:
        return {"findings": self.findings.words}


class WrongSource(DeviceError):  # noqa: N818
    """Named cards for a virtual device, or an order for a physical one."""


class WrongKind(DeviceError):  # noqa: N818
    """A packet from a Card Shoe, or a Burnt Card from an Electronic Card Shuffler."""
