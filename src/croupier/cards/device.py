"""A dealing device: where cards come from and where some of them go back to.

Immutable and without chance: the order of a virtual device is given to it, the cards of a physical one are
named as they come. Every operation returns the device as it is afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from croupier.cards.card import UNKNOWN, Card
from croupier.cards.deck import DECK, IN_DECK, Findings, audit
from croupier.cards.device_errors import (
    DuplicateCard,
    ForeignCard,
    NotOut,
    OutOfCards,
    PutBack,
    WrongCount,
    WrongKind,
    WrongOrder,
    WrongSet,
    WrongSource,
)

Kind = Literal["card_shoe", "electronic_shuffler"]
Source = Literal["virtual", "physical"]


class Device(msgspec.Struct, frozen=True):
    """Make one with `virtual`, `physical` or `stacked`, which check the cards.

    `undealt` is the order still to come, next card first. Nobody knows that of a physical device, but for the
    cards that were put back on top. `out` are the cards that have left, in the order they left.
    """

    kind: Kind
    source: Source
    decks: int
    undealt: tuple[Card, ...] = ()
    out: tuple[Card, ...] = ()

    @property
    def remaining(self) -> int:
        """Cards still in the device."""
        return len(DECK) * self.decks - len(self.out)

    def draw(
        self, count: int, named: Sequence[Card] = (), face_down: int = 0
    ) -> tuple[tuple[Card, ...], Device]:
        """Take the next `count` cards. A physical device is told which they were.

        The first `face_down` of them are UNKNOWN if nobody has seen them.
        """
        if count < 0:
            raise ValueError(f"cannot draw {count} cards")
        if self.source == "physical":
            drawn = self._checked(count, named, face_down)
            return drawn, self.without(drawn)
        if named:
            raise WrongSource(
                "this dealing device is virtual and knows its own cards: draw without naming them"
            )
        if count > len(self.undealt):
            raise OutOfCards(needed=count, left=len(self.undealt))
        drawn = self.undealt[:count]
        return drawn, self._with(self.undealt[count:], self.out + drawn)

    def without(self, cards: tuple[Card, ...]) -> Device:
        """The device after these cards have left it, as they did: nothing is checked again."""
        return self._with(self.undealt[len(cards) :], self.out + cards)

    def packet(self, size: int, named: Sequence[Card] = ()) -> tuple[tuple[Card, ...], Device]:
        """Take the next packet from an Electronic Card Shuffler."""
        if self.kind != "electronic_shuffler":
            raise WrongKind(
                "a Card Shoe deals card by card: only an Electronic Card Shuffler dispenses packets"
            )
        return self.draw(size, named)

    def burn(self, named: Sequence[Card] = ()) -> tuple[Card, Device]:
        """Take the Burnt Card from a Card Shoe: a card drawn like any other, and counted as one."""
        if self.kind != "card_shoe":
            raise WrongKind("an Electronic Card Shuffler has no Burnt Card: only a Card Shoe burns")
        (card,), after = self.draw(1, named, face_down=1)
        return card, after

    def put_on_top(self, cards: Sequence[Card]) -> Device:
        """Undo a deal: `cards` go back and are the next ones, in this order."""
        out = self._without(cards)
        return self._with((*cards, *self.undealt), out)

    def take_back(self, cards: Sequence[Card]) -> Device:
        """`cards` go back underneath the rest; `reshuffled` then mixes them in."""
        out = self._without(cards)
        return self._with((*self.undealt, *cards) if self.source == "virtual" else self.undealt, out)

    def reshuffled(self, order: Sequence[Card] = ()) -> Device:
        """The cards in the device in a new order. Nobody can tell the order of a physical one: give none."""
        if self.source == "physical":
            if order:
                raise WrongSource("nobody knows the order inside a physical dealing device: give none")
            return self._with((), self.out)
        held, given = Counter(self.undealt), Counter(order)
        if held != given:
            raise WrongOrder(tuple((held - given).elements()), tuple((given - held).elements()))
        return self._with(tuple(order), self.out)

    def count(self, found: Iterable[str]) -> Findings:
        """Count the cards `found` in the device together with those out of it, against whole decks.

        What nobody has seen may be any card that is missing.
        """
        known = [card for card in self.out if card != UNKNOWN]
        findings = audit((*known, *found), self.decks)
        if len(findings.missing) > len(self.out) - len(known):
            return findings
        return Findings(foreign=findings.foreign, extra=findings.extra)

    def _with(self, undealt: tuple[Card, ...], out: tuple[Card, ...]) -> Device:
        return Device(self.kind, self.source, self.decks, undealt, out)

    def _checked(self, count: int, named: Sequence[Card], face_down: int) -> tuple[Card, ...]:
        if len(named) != count:
            if count > self.remaining:
                raise OutOfCards(needed=count, left=self.remaining)
            raise WrongCount(expected=count, named=named)
        again = self.undealt[:count]
        if not all(back in (UNKNOWN, card) for back, card in zip(again, named, strict=False)):
            raise PutBack(again)
        self._require_free(
            [card for place, card in enumerate(named) if card != UNKNOWN or place >= face_down], self.out
        )
        return tuple(named)

    def require_unseen(self, named: Sequence[Card]) -> None:
        """Raises unless cards that are out and unknown may be these: of the set, and nowhere else."""
        self._require_free(named, (*self.out, *self.undealt))

    def _require_free(self, named: Sequence[Card], known: Sequence[Card]) -> None:
        # A card that was really drawn is never "out of cards": past the last one, some card is one too many,
        # and the paragraphs on an excess of cards need to know which.
        seen = list(known)
        for card in named:
            if card not in IN_DECK:
                raise ForeignCard(card)
            if seen.count(card) >= self.decks:
                raise DuplicateCard(card, self.decks)
            seen.append(card)

    def _without(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """`out` less these cards. The copy that left last goes back: a mistake is undone from its end."""
        left = list(self.out[::-1])
        for card in cards:
            if card not in left:
                raise NotOut(card)
            left.remove(card)
        return tuple(left[::-1])


def virtual(kind: Kind, order: Sequence[Card], decks: int = 1) -> Device:
    """A device whose whole order is known to us (and sealed from everyone else)."""
    findings = audit(order, decks)
    if not findings.is_complete:
        raise WrongSet(findings)
    return Device(kind, "virtual", decks, tuple(order))


def physical(kind: Kind, decks: int = 1) -> Device:
    """A device on a real table: a dealer or a scanner names each card as it comes."""
    audit((), decks)  # refuses a number of decks that no game has
    return Device(kind, "physical", decks)


def stacked(kind: Kind, first_cards: Sequence[Card], decks: int = 1) -> Device:
    """A rehearsal: these cards come first, the rest of the decks follow in fixed order."""
    findings = audit(first_cards, decks)
    if findings.foreign or findings.extra:
        raise WrongSet(Findings(foreign=findings.foreign, extra=findings.extra))
    return Device(kind, "virtual", decks, (*first_cards, *findings.missing))
