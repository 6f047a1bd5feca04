"""What the house answers, and what it tells those who listen."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from croupier.house.journal import Entry
from croupier.messages import Message
from croupier.table import Actor, Citations, Event, Refusal, Role


class _Kind(Struct):
    """As much of a command as says what it is."""

    type: str
    at: int = 0


_kind = msgspec.json.Decoder(_Kind)


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


def kind_of(entry: Entry) -> str:
    """The kind of command that led to an entry, "" if the house itself wrote it."""
    return _kind.decode(entry.command).type if entry.command else ""


def given_at(entry: Entry) -> int:
    """When its command was given. The entry may say a little later: none is earlier than the last one."""
    return (_kind.decode(entry.command).at if entry.command else 0) or entry.at


def told(
    entry: Entry, events: Sequence[Event], round_id: str = "", kind: str | None = None
) -> tuple[Happened, ...]:
    """What an entry of the journal says to listeners; `events` are its own, decoded, as is the `kind` of its
    command where somebody knows it."""
    command = kind_of(entry) if kind is None else kind
    found = [
        Happened(
            entry.stream,
            entry.first + offset,
            entry.position,
            entry.at,
            entry.by,
            entry.role,
            command,
            entry.command_id,
            event,
            round_id,
        )
        for offset, event in enumerate(events)
    ]
    return tuple(found)


def are_void(happened: Iterable[Happened]) -> bool:
    """Whether a Round was declared void among these."""
    return any(each.event.voids_round for each in happened)


class Acknowledged(Struct, frozen=True):
    """The command is durable. A repeated command gets the answer of the first time."""

    happened: tuple[Happened, ...]
    version: int
    is_repeat: bool = False


class Outdated(Struct, frozen=True):
    """What the sender may do has changed since the version it was looking at. Nothing was done."""

    version: int
    reason: str = Message("the table has moved on since you looked; look again")


class Declined(Struct, frozen=True):
    """The house says no, for a reason of its own: no document is concerned. Nothing was done."""

    reason: str
    citations: Citations = ()


def declined(template: str, /, citations: Citations = (), **values: Any) -> Declined:
    return Declined(Message(template, values), citations)


def needs(by: Actor, role: Role) -> Declined | None:
    """Why `by` may not do what a `role` does, if so."""
    if by.role.may_act_as(role):
        return None
    return declined("this is for {role:role} or above, not for {by:role}", role=role, by=by.role)


class Held(Struct, frozen=True):
    """It waits for a second person. Nothing was done."""

    approval: str
    reason: str


Answer = Acknowledged | Refusal | Declined | Outdated | Held
