"""What the house answers, and what it tells those who listen."""

from msgspec import Struct

from croupier.table import Citations, Event, Refusal


class Happened(Struct, frozen=True):
    """An event in its place: numbered, stamped and attributed. Show it with `event.for_viewer` only."""

    stream: str
    version: int
    position: int
    at: int
    by: str
    role: str
    command: str  # the kind of command that led to it
    command_id: str
    event: Event
    round: str = ""  # id of the Round it belongs to, "" between Rounds


class Acknowledged(Struct, frozen=True):
    """The command is durable. A repeated command gets the answer of the first time."""

    happened: tuple[Happened, ...]
    version: int
    is_repeat: bool = False


class Outdated(Struct, frozen=True):
    """What the sender may do has changed since the version it was looking at. Nothing was done."""

    version: int
    reason: str = "the table has moved on since you looked; look again"


class Declined(Struct, frozen=True):
    """The house says no, for a reason of its own: no document is concerned. Nothing was done."""

    reason: str
    citations: Citations = ()


Answer = Acknowledged | Refusal | Declined | Outdated
