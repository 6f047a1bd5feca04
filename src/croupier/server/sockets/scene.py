"""A table as one viewer may know it: the only place where state is turned into messages."""

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.house.answers import Happened
from croupier.house.house import Look
from croupier.house.ledger.accounts import NOWHERE, NameOf, Places
from croupier.money import Transfer
from croupier.server.sockets import wire
from croupier.server.sockets.pieces import Offers, encode, listed
from croupier.server.tables.clock import Asked
from croupier.table import Actor, Event, OpenDecision, Role, say
from croupier.table.words import announce, aside

# Watches from the rail. Nobody has this id and no card belongs to it.
RAIL = Actor("(rail)", Role.PLAYER)

# Command ids of what the machine decided by itself, as against what it deals.
CLOCK = "clock:"
RECOVERY = "recovery"


class Scene:
    """What all viewers of one moment share, and the pieces of their messages."""

    def __init__(self, look: Look, asked: Asked, at: int, offers: Offers) -> None:
        self.look, self._offers, self._open = look, offers, look.offered.decisions
        self.common = wire.Common(
            seq=look.version,
            clock=wire.Clock(asked.places, asked.ends_at, asked.seconds) if asked.has_limit else None,
            awaited=look.offered.awaited,
            round=look.round or None,
            at=at,
        )

    def view(self, actor: Actor) -> bytes:
        look = self.look
        return encode(look.game.view(look.rules, look.state, actor))

    def options(self, actor: Actor, can_act: bool) -> bytes:
        return self._offers.encoded(actor, self.look.options(actor)) if can_act else b"[]"

    def decisions(self, actor: Actor, can_act: bool) -> bytes:
        if not self._open:
            return b"[]"
        return encode([wire.Decision.of(each, can_act and is_for(each, actor)) for each in self._open])

    def snapshot(
        self, actor: Actor, can_act: bool, table: wire.TableLine, you: wire.You, past: int
    ) -> wire.Snapshot:
        own: dict[str, Any] = {
            "view": msgspec.Raw(self.view(actor)),
            "options": msgspec.Raw(self.options(actor, can_act)),
            "decisions": msgspec.Raw(self.decisions(actor, can_act)),
        }
        return wire.Snapshot(**msgspec.structs.asdict(self.common), **own, table=table, you=you, past=past)


class Telling:
    """What happened and the scene after it: the message `events`, for one viewer after the other."""

    def __init__(self, scene: Scene, told: "Sequence[Told]") -> None:
        self._scene, self._told = scene, told
        first = told[0].happened.version
        self._head = b'{"type":"events","first":%d,' % first + encode(scene.common)[1:-1] + b',"events":'
        # Nearly everything that happens, everybody may see.
        self._alike = listed([each.for_all() for each in told]) if all(e.is_for_all for e in told) else b""

    def to(self, actor: Actor, can_act: bool, *more: bytes) -> bytes:
        """For a viewer; `more` are fields that this one has to be told besides."""
        scene = self._scene
        return b"".join(
            (
                self._head,
                self._alike or listed([each.for_viewer(actor) for each in self._told]),
                b',"view":',
                scene.view(actor),
                b',"options":',
                scene.options(actor, can_act),
                b',"decisions":',
                scene.decisions(actor, can_act),
                *more,
                b"}",
            )
        )


def is_for(decision: OpenDecision, actor: Actor) -> bool:
    """Whether this actor may give the ruling."""
    if decision.role is Role.PLAYER:
        return actor.role is Role.PLAYER and actor.seat is not None and decision.seat in (None, actor.seat)
    return actor.role.may_act_as(decision.role)


class Told:
    """Something that happened, and who was where then. Viewers who see the same share one encoding."""

    __slots__ = ("_made", "_name_of", "_places", "happened")

    def __init__(self, happened: Happened, places: Places, name_of: NameOf) -> None:
        self.happened = happened
        self._places, self._name_of = places, name_of
        self._made: list[tuple[Event, bytes]] = []

    @property
    def is_for_all(self) -> bool:
        """Whether everybody may see the same of it, because its kind knows no difference between viewers."""
        return type(self.happened.event).for_viewer is Event.for_viewer

    def for_all(self) -> bytes:
        return self._made[0][1] if self._made else self.for_viewer(RAIL)

    @property
    def said(self) -> str:
        """Its words for somebody who walks by."""
        event = self.happened.event.for_viewer(RAIL)
        return announce(event, self._places.name_at) or say(event)

    def for_viewer(self, viewer: Actor) -> bytes:
        event = self.happened.event.for_viewer(viewer)
        for known, encoded in self._made:
            if known is event or known == event:
                return encoded
        encoded = encode(_happening(self.happened, event, self._name_of, self._places))
        self._made.append((event, encoded))
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
