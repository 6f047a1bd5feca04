"""A table as one viewer may know it: the only place where state is turned into messages."""

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.house.answers import Happened
from croupier.house.house import Look
from croupier.house.ledger.accounts import NOWHERE, NameOf, Places
from croupier.money import Transfer
from croupier.server.sockets import wire
from croupier.server.sockets.pieces import Changes, Offers, Parts, encode, listed
from croupier.server.sockets.voices import Voice
from croupier.server.tables.clock import Countdown
from croupier.table import Actor, Event, OpenDecision, Role, say
from croupier.table.words import announce, aside

# Watches from the rail. Nobody has this id and no card belongs to it.
RAIL = Actor("(rail)", Role.PLAYER)

# Command ids of what the machine decided by itself, as against what it deals.
CLOCK = "clock:"
RECOVERY = "recovery"


class Scene:
    """What all viewers of one moment share, and the pieces of their messages."""

    def __init__(self, look: Look, countdown: Countdown, at: int, offers: Offers) -> None:
        self.look, self.at, self._offers, self._open = look, at, offers, look.offered.decisions
        clock = (
            wire.Clock(
                places=countdown.places,
                ends_at=countdown.ends_at,
                seconds=countdown.seconds,
                bank_ms=countdown.bank_ms,
                bank_seconds=countdown.bank_seconds,
            )
            if countdown.has_limit
            else None
        )
        self._common = {
            "clock": encode(clock),
            "awaited": encode(look.offered.awaited),
            "round": encode(look.round or None),
        }

    def parts(self, actor: Actor, can_act: bool, voice: Voice) -> Parts:
        look = self.look
        return Parts(
            look.game.view(look.rules, look.state, actor),
            self._offers.encoded(actor, look.options(actor), voice) if can_act else b"[]",
            self._decisions(actor, can_act, voice),
            self._common,
        )

    def _decisions(self, actor: Actor, can_act: bool, voice: Voice) -> bytes:
        if not self._open:
            return b"[]"
        return voice.encode([wire.Decision.of(each, can_act and is_for(each, actor)) for each in self._open])


class Telling:
    """What happened and the scene after it: the message `events`, for one audience after the other."""

    def __init__(self, scene: Scene, told: "Sequence[EncodedEvent]") -> None:
        self._scene, self._told = scene, told
        moment = told[0].happened.version, scene.look.version, scene.at
        self._head = b'{"type":"events","first":%d,"seq":%d,"at":%d,"events":' % moment
        self._is_for_all = all(each.is_for_all for each in told)  # as nearly everything that happens
        self._said: dict[Voice, tuple[bytes, Changes]] = {}

    def to(self, actor: Actor, can_act: bool, voice: Voice) -> "Message":
        if voice not in self._said:
            alike = listed([each.for_all(voice) for each in self._told]) if self._is_for_all else b""
            self._said[voice] = alike, Changes(voice)
        alike, changes = self._said[voice]
        happened = alike or listed([each.for_viewer(actor, voice) for each in self._told])
        return Message(self._head + happened, self._scene.parts(actor, can_act, voice), changes)


class Message:
    """For those who may know the same; what they have is nearly always the same too."""

    __slots__ = ("_before", "_changes", "_happened", "_written", "parts")

    def __init__(self, happened: bytes, parts: Parts, changes: Changes) -> None:
        self._happened, self.parts, self._changes = happened, parts, changes
        self._before: Parts | None = None
        self._written = b""

    def since(self, before: Parts | None, *more: bytes) -> bytes:
        """For a viewer with these parts; `more` are fields that this one has to be told besides."""
        if not self._written or before is not self._before:
            self._before = before
            self._written = b"%b%b}" % (self._happened, self._changes.between(before, self.parts))
        return b"".join((self._written[:-1], *more, b"}")) if more else self._written


def is_for(decision: OpenDecision, actor: Actor) -> bool:
    """Whether this actor may give the ruling."""
    if decision.role is Role.PLAYER:
        return actor.role is Role.PLAYER and actor.seat is not None and decision.seat in (None, actor.seat)
    return actor.role.may_act_as(decision.role)


class EncodedEvent:
    """Something that happened, and who was where then. Viewers who see the same share one encoding."""

    __slots__ = ("_made", "_name_of", "_places", "happened")

    def __init__(self, happened: Happened, places: Places, name_of: NameOf) -> None:
        self.happened = happened
        self._places, self._name_of = places, name_of
        self._made: list[tuple[Voice, Event, bytes]] = []

    @property
    def is_for_all(self) -> bool:
        """Whether everybody may see the same of it, because its kind knows no difference between viewers."""
        return type(self.happened.event).for_viewer is Event.for_viewer

    def for_all(self, voice: Voice) -> bytes:
        return self.for_viewer(RAIL, voice)

    @property
    def said(self) -> str:
        """Its words for somebody who walks by."""
        event = self.happened.event.for_viewer(RAIL)
        return announce(event, self._places.name_at) or say(event)

    def for_viewer(self, viewer: Actor, voice: Voice) -> bytes:
        event = self.happened.event.for_viewer(viewer)
        for spoken, known, encoded in self._made:
            if spoken is voice and (known is event or known == event):
                return encoded
        encoded = voice.encode(_happening(self.happened, event, self._name_of, self._places))
        self._made.append((voice, event, encoded))
        return encoded


def happening(happened: Happened, viewer: Actor, name_of: NameOf, places: Places = NOWHERE) -> wire.Happening:
    return _happening(happened, happened.event.for_viewer(viewer), name_of, places)


def _happening(happened: Happened, event: Event, name_of: NameOf, places: Places) -> wire.Happening:
    beside = aside(event)
    return wire.Happening(
        seq=happened.version,
        at=happened.at,
        by=wire.Who(happened.by, name_of(happened.by), Role(happened.role)),
        command=happened.command,
        round=happened.round or None,
        words=say(event),
        event=fields_of(event),
        citations=event.citations,
        transfers=movements(happened.event.transfers(), places),
        is_system_decision=happened.by == "system" and is_decision(happened.command_id),
        is_void=event.voids_round,
        ends_round=event.ends_round or event.voids_round,
        empties=event.empties,
        aside=wire.Aside(*beside) if beside else None,
        said=announce(event, places.name_at),
    )


def fields_of(event: Event) -> dict[str, Any]:
    """What it says; paragraphs go beside it."""
    found: dict[str, Any] = msgspec.to_builtins(event, str_keys=True)
    found.pop("citations", None)
    return found


def is_decision(command_id: str) -> bool:
    return command_id.startswith((CLOCK, RECOVERY))


def movements(transfers: Sequence[Transfer], places: Places) -> tuple[wire.Movement, ...]:
    """Which chips went where, in the words people use at the table."""
    return tuple(
        wire.Movement(
            source=each.source,
            target=each.target,
            cents=each.cents,
            source_words=places.words(each.source),
            target_words=places.words(each.target),
        )
        for each in transfers
    )
