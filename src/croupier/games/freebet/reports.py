"""What can go wrong at the table, reported as facts, and what people then ask for (section 5)."""

from typing import Literal

from croupier.cards import Card
from croupier.money import Cents
from croupier.table import Command, Purpose

from .commands import MainOrSide

Mistake = Literal[
    "without_dealer", "without_burning", "past_area", "one_card_to_area", "to_unbet_area", "exchanging_area"
]


class OverlookWager(Command, frozen=True, kw_only=True):
    """A wager outside the limits that nobody noticed before the deal."""

    words = ("overlook {amount} on the {bet} of area {area} by {player}",)
    purpose = Purpose.REPORT
    player: str
    area: int
    bet: MainOrSide
    amount: Cents


class ReportPulledWager(Command, frozen=True, kw_only=True):
    """A player has taken chips off the layout after the closing call."""

    words = ("report that {player} pulled the {bet} of area {area}",)
    purpose = Purpose.REPORT
    player: str
    area: int
    bet: MainOrSide


class Misdeal(Command, frozen=True, kw_only=True):
    """The initial deal as it happened, with one mistake in it. Exchanging an area means with the next one."""

    words = (
        "misdeal {mistake}",
        "misdeal {mistake} {area}",
        "misdeal {mistake} with {cards}",
        "misdeal {mistake} {area} with {cards}",
    )
    purpose = Purpose.REPORT
    mistake: Mistake
    area: int = 0
    cards: tuple[Card, ...] = ()


class ReportMisdeal(Command, frozen=True, kw_only=True):
    words = ("report the misdeal",)
    purpose = Purpose.REPORT


class Reconstruct(Command, frozen=True, kw_only=True):
    words = ("reconstruct the cards", "reconstruct the cards with {cards}")
    purpose = Purpose.ROUTINE
    cards: tuple[Card, ...] = ()


class SkipOffer(Command, frozen=True, kw_only=True):
    """The Dealer goes on without offering Surrender or Insurance."""

    words = ("continue without an offer",)
    purpose = Purpose.REPORT


class ApproveLateInsurance(Command, frozen=True, kw_only=True):
    words = ("approve late insurance",)
    purpose = Purpose.REPORT


class DealToWrongArea(Command, frozen=True, kw_only=True):
    """A card that was due elsewhere; without an area it lies on the Dealer's hand."""

    words = (
        "deal the card to area {area} by mistake",
        "deal the card to area {area} by mistake {cards}",
        "deal the card to the dealer by mistake",
        "deal the card to the dealer by mistake {cards}",
    )
    purpose = Purpose.REPORT
    area: int = 0
    cards: tuple[Card, ...] = ()


class DrawInError(Command, frozen=True, kw_only=True):
    """A card that nobody asked for."""

    words = ("draw a card in error", "draw a card in error {cards}")
    purpose = Purpose.REPORT
    cards: tuple[Card, ...] = ()


class RefuseCard(Command, frozen=True, kw_only=True):
    words = ("refuse the card", "refuse the card on area {area}")
    purpose = Purpose.CHOOSE
    area: int = 0


class DrawTogether(Command, frozen=True, kw_only=True):
    """Several cards left the device at once. A person names the disclosed ones only."""

    words = (
        "draw {count} cards together with {disclosed} disclosed",
        "draw {count} cards together with {disclosed} disclosed {cards}",
    )
    purpose = Purpose.REPORT
    count: int
    disclosed: int
    cards: tuple[Card, ...] = ()


class PassOver(Command, frozen=True, kw_only=True):
    """The Dealer goes past a player who should have been asked."""

    words = ("pass over area {area}",)
    purpose = Purpose.REPORT
    area: int


class ReportPassedOver(Command, frozen=True, kw_only=True):
    words = ("report that area {area} was passed over",)
    purpose = Purpose.REPORT
    area: int


class ReportFaceUpCard(Command, frozen=True, kw_only=True):
    words = ("report a card face upwards in the device",)
    purpose = Purpose.REPORT


class ReportWrongCards(Command, frozen=True, kw_only=True):
    words = ("report {fault} cards",)
    purpose = Purpose.REPORT
    fault: Literal["extra", "missing", "foreign", "unshuffled"]


class RiffleDiscards(Command, frozen=True, kw_only=True):
    """The cards have run out: a seed or first cards for a virtual device, neither for a physical one."""

    words = ("riffle the discards", "riffle the discards {first_cards}", "riffle the discards by seed {seed}")
    purpose = Purpose.ROUTINE
    seed: str = ""
    first_cards: tuple[Card, ...] = ()


class CutCards(Command, frozen=True, kw_only=True):
    words = ("cut at {position}",)
    purpose = Purpose.CHOOSE
    position: int


class ReportAbsent(Command, frozen=True, kw_only=True):
    words = ("report that {player} is absent",)
    purpose = Purpose.ABSENT
    player: str


class ReportReturn(Command, frozen=True, kw_only=True):
    words = ("report that {player} is back",)
    purpose = Purpose.PRESENT
    player: str


class WithdrawFromArea(Command, frozen=True, kw_only=True):
    """Dissatisfied with how a mistake was handled: take back what is still undecided on the area."""

    words = ("withdraw from area {area}",)
    purpose = Purpose.WITHDRAW
    area: int


class ReportPowerFailure(Command, frozen=True, kw_only=True):
    words = ("report a power failure",)
    purpose = Purpose.INTERRUPTION


class ResumePlay(Command, frozen=True, kw_only=True):
    words = ("resume the game",)
    purpose = Purpose.ROUTINE


class ReferIrregularity(Command, frozen=True, kw_only=True):
    words = ("refer to the shift manager: {matter}",)
    purpose = Purpose.REFER
    matter: str
