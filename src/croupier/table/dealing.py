"""Cards onto the table: commands and events that every game with a dealing device shares."""

from collections.abc import Sequence
from typing import Literal

from croupier.cards import (
    Card,
    Device,
    DeviceError,
    Entropy,
    FairOrder,
    Seal,
    SeedError,
    commitment,
    decks,
    physical,
    shuffle,
    stacked,
    virtual,
)
from croupier.messages import reason_of
from croupier.table.messages import Citations, Event, Report, Routine, refuse

DeviceKind = Literal["card_shoe", "electronic_shuffler"]


class Shuffle(Routine, frozen=True, kw_only=True):
    """Cards are put in an order that nobody knows.

    A seed makes a sealed virtual order that can be verified afterwards; with what players added to it, each
    card is sealed by itself. First cards rehearse a known order; neither means that a person has shuffled and
    will name each card as it comes.
    """

    seed: str = ""
    first_cards: tuple[Card, ...] = ()
    entropy: Entropy | None = None  # the house's to say; without it the order follows from the seed alone


class ShuffleCards(Shuffle, frozen=True, kw_only=True):
    """Put freshly shuffled cards into the dealing device."""

    words = ("shuffle the cards", "load the cards {first_cards}", "shuffle with seed {seed}")


Fault = Literal["a_foreign_card", "missing_cards", "extra_cards", "insufficient_cards", "unshuffled_cards"]


class ReportFault(Report, frozen=True, kw_only=True):
    """Something is wrong with the cards themselves, or with the device."""

    about = "device"
    words = ("report {fault}",)
    fault: Fault


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
    seal: Seal | None = None


def in_order(
    cards: Sequence[Card], seed: str, entropy: Entropy | None, label: str = ""
) -> tuple[tuple[Card, ...], Seal | None]:
    """The order that follows from a seed and what was added to it; ValueError if they do not do."""
    try:
        secret = bytes.fromhex(seed)
    except ValueError:
        raise SeedError("a seed is written in hexadecimal digits") from None
    if entropy is None:
        return shuffle(cards, secret, label), None
    fair = FairOrder.made(cards, secret, entropy, label)
    return fair.order, fair.seal


def shuffled(command: ShuffleCards, kind: DeviceKind, deck_count: int, citations: Citations) -> CardsShuffled:
    """What the shuffle command leads to."""
    order: tuple[Card, ...] = ()
    seal: Seal | None = None
    committed = ""
    if command.seed:
        try:
            order, seal = in_order(decks(deck_count), command.seed, command.entropy)
        except ValueError as error:
            refuse(citations, "{error}", error=reason_of(error))
        committed = commitment(bytes.fromhex(command.seed))
    elif command.first_cards:
        try:
            order = stacked(kind, command.first_cards, deck_count).undealt
        except (DeviceError, ValueError) as error:
            refuse(citations, "{error}", error=reason_of(error))
    return CardsShuffled(
        device=kind,
        source="virtual" if order else "physical",
        decks=deck_count,
        commitment=committed,
        order=order,
        seed=command.seed,
        seal=seal,
        citations=citations,
    )


def loaded(event: CardsShuffled) -> Device:
    """The device after the shuffle."""
    if event.source == "physical":
        return physical(event.device, event.decks)
    return virtual(event.device, event.order, event.decks)
