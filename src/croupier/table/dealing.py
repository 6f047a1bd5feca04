"""Cards onto the table: commands and events that every game with a dealing device shares."""

from typing import Literal

from croupier.cards import (
    Card,
    Device,
    DeviceError,
    SeedError,
    commitment,
    decks,
    physical,
    shuffle,
    stacked,
    virtual,
)
from croupier.table.messages import Citations, Command, Event, refuse
from croupier.table.purposes import Purpose

DeviceKind = Literal["card_shoe", "electronic_shuffler"]


class ShuffleCards(Command, frozen=True, kw_only=True):
    """Put freshly shuffled cards into the dealing device.

    A seed makes a sealed virtual order that can be verified afterwards; first cards rehearse a known
    order; neither means that a person has shuffled and will name each card as it comes.
    """

    words = ("shuffle the cards", "load the cards {first_cards}", "shuffle with seed {seed}")
    purpose = Purpose.ROUTINE

    seed: str = ""
    first_cards: tuple[Card, ...] = ()


class CardsShuffled(Event, frozen=True, kw_only=True):
    """The device is loaded. The order is sealed; its commitment is public before the first card."""

    words = "The cards are shuffled"
    sealed = ("order", "seed")

    device: DeviceKind
    source: Literal["virtual", "physical"]
    decks: int
    commitment: str
    order: tuple[Card, ...]
    seed: str


def shuffled(command: ShuffleCards, kind: DeviceKind, deck_count: int, citations: Citations) -> CardsShuffled:
    """What the shuffle command leads to."""
    order: tuple[Card, ...] = ()
    seal = ""
    if command.seed:
        seed = _seed(command.seed, citations)
        try:
            order, seal = shuffle(decks(deck_count), seed), commitment(seed)
        except SeedError as error:
            refuse(citations, str(error))
    elif command.first_cards:
        try:
            order = stacked(kind, command.first_cards, deck_count).undealt
        except (DeviceError, ValueError) as error:
            refuse(citations, str(error))
    return CardsShuffled(
        device=kind,
        source="virtual" if order else "physical",
        decks=deck_count,
        commitment=seal,
        order=order,
        seed=command.seed,
        citations=citations,
    )


def loaded(event: CardsShuffled) -> Device:
    """The device after the shuffle."""
    if event.source == "physical":
        return physical(event.device, event.decks)
    return virtual(event.device, event.order, event.decks)


def _seed(text: str, citations: Citations) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        refuse(citations, "a seed is written in hexadecimal digits")
