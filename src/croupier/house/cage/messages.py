"""What happens in the cage, as its stream of the journal keeps it."""

from typing import Literal

from croupier.house.cage.chips import Counts
from croupier.house.ledger import CASH, box_of, player_account
from croupier.house.register import HouseEvent
from croupier.money import Account, Cents, Transfer

ISSUED: Account = "chips_issued"  # below zero by all chips that there are
CAGE_CHIPS: Account = "cage/chips"

Way = Literal["fill", "credit"]


def float_of(table: str) -> Account:
    """The chips in a table's rack."""
    return f"float/{table}"


def in_play_at(table: str) -> Account:
    """The chips that have gone out of the rack to players, as far as counts have taken them in."""
    return f"in_play/{table}"


def uncounted_at(table: str) -> Account:
    """Chips that a count has not found; below zero, found beyond what there should be."""
    return f"uncounted/{table}"


def box_difference(table: str) -> Account:
    return f"box_difference/{table}"


def _move(source: Account, target: Account, cents: Cents) -> tuple[Transfer, ...]:
    """An amount below zero goes the other way."""
    if cents < 0:
        source, target, cents = target, source, -cents
    return (Transfer(source, target, cents),) if cents else ()


# Chips


class ChipSetMade(HouseEvent, frozen=True, kw_only=True):
    words = "The house has a set of chips: {title}"
    chips: str
    title: str
    denominations: tuple[Cents, ...]


class ChipsStocked(HouseEvent, frozen=True, kw_only=True):
    """New chips come into the cage, or old ones are destroyed (counts below zero)."""

    matters = "chips"
    words = "Chips worth {cents} come into the cage: {reason}"
    chips: str
    counts: Counts
    cents: Cents
    reason: str

    def transfers(self) -> tuple[Transfer, ...]:
        return _move(ISSUED, CAGE_CHIPS, self.cents)


class FloatOpened(HouseEvent, frozen=True, kw_only=True):
    """A table opens with chips counted into its rack. What play had moved by then is kept for comparison."""

    matters = "chips"
    words = "Table {table} opens with {cents} in its rack"
    table: str
    chips: str
    counts: Counts
    cents: Cents
    version: int  # of the table's stream, to which the next figures belong
    in_play: Cents
    won: Cents
    round: int
    position: int
    is_by_play: bool  # a virtual rack is what play says; nobody counts it

    def transfers(self) -> tuple[Transfer, ...]:
        return _move(CAGE_CHIPS, float_of(self.table), self.cents)


class ChipsAsked(HouseEvent, frozen=True, kw_only=True):
    words = "{by} asks for a {way} of {cents} at table {table}"
    slip: str
    way: Way
    table: str
    counts: Counts
    cents: Cents
    by: str


class ChipsApproved(HouseEvent, frozen=True, kw_only=True):
    """By the pit; the cage has the last word."""

    words = "{by} approves it for the pit"
    slip: str
    by: str


class ChipsMoved(HouseEvent, frozen=True, kw_only=True):
    """The cage has handed the chips over, or taken them."""

    matters = "chips"
    words = "A {way} of {cents} at table {table}"
    slip: str
    way: Way
    table: str
    counts: Counts
    cents: Cents
    asked_by: str
    approved_by: str
    by: str

    def transfers(self) -> tuple[Transfer, ...]:
        cents = self.cents if self.way == "fill" else -self.cents
        return _move(CAGE_CHIPS, float_of(self.table), cents)


class ChipsReceived(HouseEvent, frozen=True, kw_only=True):
    """At the table, by a fourth person who has counted them down."""

    words = "{by} signs for it at the table"
    slip: str
    by: str


class ChipsRefused(HouseEvent, frozen=True, kw_only=True):
    words = "{by} refuses it: {reason}"
    slip: str
    by: str
    reason: str


class RackCounted(HouseEvent, frozen=True, kw_only=True):
    """A count: play since the last one is taken in, then what was not found, or was found beyond it."""

    matters = "chips"
    words = "The rack of table {table} holds {cents}, {expected} was due"
    table: str
    counts: Counts
    cents: Cents
    expected: Cents
    from_play: Cents  # what play brought into the rack since the last count
    version: int
    in_play: Cents
    won: Cents
    drop: Cents  # since the table opened: chips bought less chips taken home
    prizes: Cents  # since the table opened: jackpots paid over the table
    first_round: int
    last_round: int
    is_closing: bool
    reason: str = ""

    @property
    def difference(self) -> Cents:
        return self.cents - self.expected

    def transfers(self) -> tuple[Transfer, ...]:
        rack = float_of(self.table)
        moved = _move(in_play_at(self.table), rack, self.from_play)
        moved += _move(uncounted_at(self.table), rack, self.difference)
        return moved + (_move(rack, CAGE_CHIPS, self.cents) if self.is_closing else ())


class ColouredUp(HouseEvent, frozen=True, kw_only=True):
    """Small chips for large ones of the same worth, between a player and the rack."""

    words = "{by} colours up {cents} at table {table}"
    table: str
    taken: Counts
    given: Counts
    cents: Cents
    by: str


class CashDropped(HouseEvent, frozen=True, kw_only=True):
    """Cash laid down at the table goes into its box and onto the player's account."""

    matters = "chips"
    words = "{person} lays down {cents} at table {table}"
    table: str
    person: str
    cents: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return _move(box_of(self.table), player_account(self.person), self.cents)


class BoxCounted(HouseEvent, frozen=True, kw_only=True):
    matters = "chips"
    words = "The box of table {table} holds {cents}, {expected} was due"
    table: str
    cents: Cents
    expected: Cents
    reason: str = ""

    @property
    def difference(self) -> Cents:
        return self.cents - self.expected

    def transfers(self) -> tuple[Transfer, ...]:
        box = box_of(self.table)
        return _move(CASH, box, self.cents) + _move(box, box_difference(self.table), self.difference)
