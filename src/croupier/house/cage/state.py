"""What the cage knows: its chips, the racks of open tables, and fills and credits that are not done yet."""

from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.house.cage import messages as m
from croupier.house.cage.chips import Counts, together, without
from croupier.house.likeness import like
from croupier.house.register import HouseEvent
from croupier.money import Cents

V = TypeVar("V")


class ChipSet(Struct, frozen=True):
    title: str
    denominations: tuple[Cents, ...]
    stock: Counts = {}  # in the cage


class Rack(Struct, frozen=True, kw_only=True):
    """The chips of one table since it opened."""

    chips: str
    opened_at: int
    opening: Cents
    position: int  # of the journal when it opened
    won_before: Cents  # the table's result until then
    in_play_before: Cents
    is_by_play: bool
    counts: Counts  # as last counted, with what came and went since
    booked: Cents  # the same in money
    in_play: Cents  # chips on the table at the last count
    round: int  # the last one before the last count
    fills: Cents = 0
    credits: Cents = 0
    uncounted: Cents = 0  # what counts did not find, all together


class Transfer(Struct, frozen=True, kw_only=True):
    """A fill or credit that is not signed by everybody yet."""

    slip: str
    way: m.Way
    table: str
    counts: Counts
    cents: Cents
    at: int
    asked_by: str
    approved_by: str = ""
    approved_at: int = 0
    delivered_by: str = ""  # the cage has handed the chips over, or taken them
    delivered_at: int = 0

    @property
    def signed(self) -> tuple[str, ...]:
        """Whoever has signed cannot sign again."""
        return tuple(filter(None, (self.asked_by, self.approved_by, self.delivered_by)))


class CageState(Struct, frozen=True):
    sets: dict[str, ChipSet] = field(default_factory=dict)
    racks: dict[str, Rack] = field(default_factory=dict)
    transfers: dict[str, Transfer] = field(default_factory=dict)


def after(cage: CageState, event: HouseEvent, at: int) -> CageState:
    """The cage once this has happened."""
    match event:
        case m.CashDropped() | m.BoxCounted():
            return cage  # what is in a box stands in the books: guests buy at the table itself
        case m.ChipSetMade():
            made = ChipSet(event.title, event.denominations)
            return replace(cage, sets=cage.sets | {event.chips: made})
        case m.ChipsStocked():
            return _stocked(cage, event.chips, event.counts)
        case m.FloatOpened():
            before = {"opening": event.cents, "won_before": event.won, "in_play_before": event.in_play}
            opened = like(Rack, event, opened_at=at, booked=event.cents, **before)
            cage = _stocked(cage, event.chips, without({}, event.counts))
            return replace(cage, racks=cage.racks | {event.table: opened})
        case m.ChipsAsked():
            asked = like(Transfer, event, at=at, asked_by=event.by)
            return replace(cage, transfers=cage.transfers | {asked.slip: asked})
        case m.ChipsApproved():
            approved = replace(cage.transfers[event.slip], approved_by=event.by, approved_at=at)
            return replace(cage, transfers=cage.transfers | {event.slip: approved})
        case m.ChipsRefused() | m.ChipsReceived():
            return replace(cage, transfers=_less(cage.transfers, event.slip))
        case m.ChipsMoved():
            delivered = replace(cage.transfers[event.slip], delivered_by=event.by, delivered_at=at)
            return _moved(replace(cage, transfers=cage.transfers | {event.slip: delivered}), event)
        case m.RackCounted():
            return _counted(cage, event)
        case m.ColouredUp():
            rack = cage.racks[event.table]
            counts = without(together(rack.counts, event.taken), event.given)
            return replace(cage, racks=cage.racks | {event.table: replace(rack, counts=counts)})
    raise TypeError(f"{type(event).__name__} is not an event of the cage")


def _less(kept: dict[str, V], name: str) -> dict[str, V]:
    return {each: kept[each] for each in kept if each != name}


def _stocked(cage: CageState, chips: str, counts: Counts) -> CageState:
    one = cage.sets[chips]
    return replace(cage, sets=cage.sets | {chips: replace(one, stock=together(one.stock, counts))})


def _moved(cage: CageState, event: m.ChipsMoved) -> CageState:
    rack = cage.racks[event.table]
    if event.way == "fill":
        rack = replace(
            rack,
            fills=rack.fills + event.cents,
            booked=rack.booked + event.cents,
            counts=together(rack.counts, event.counts),
        )
        cage = _stocked(cage, rack.chips, without({}, event.counts))
    else:
        rack = replace(
            rack,
            credits=rack.credits + event.cents,
            booked=rack.booked - event.cents,
            counts=without(rack.counts, event.counts),
        )
        cage = _stocked(cage, rack.chips, event.counts)
    return replace(cage, racks=cage.racks | {event.table: rack})


def _counted(cage: CageState, event: m.RackCounted) -> CageState:
    rack = cage.racks[event.table]
    if event.is_closing:
        back = _stocked(cage, rack.chips, event.counts)
        return replace(back, racks=_less(back.racks, event.table))
    rack = replace(
        rack,
        counts=event.counts,
        booked=event.cents,
        in_play=event.in_play,
        round=event.last_round,
        uncounted=rack.uncounted - event.difference,
    )
    return replace(cage, racks=cage.racks | {event.table: rack})
