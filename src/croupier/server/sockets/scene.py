"""A table as one viewer may know it: the only place where state is turned into messages."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house.answers import Happened
from croupier.house.house import Look
from croupier.house.ledger.accounts import NOWHERE, NameOf, Places
from croupier.money import Transfer
from croupier.server.sockets import wire
from croupier.server.tables.clock import Asked
from croupier.table import Actor, Event, OpenDecision, Role, say

if TYPE_CHECKING:
    from croupier.server.sockets.viewer import Viewer

# Watches from the rail. Nobody has this id and no card belongs to it.
RAIL = Actor("(rail)", Role.PLAYER)

# Command ids of what the machine decided by itself, as against what it deals.
CLOCK = "clock:"
RECOVERY = "recovery"


class Scene:
    """What all viewers of one moment share, and what it takes to make their messages."""

    def __init__(self, look: Look, asked: Asked, at: int, homes: Mapping[str, int]) -> None:
        self.look, self.asked, self.at = look, asked, at
        self._homes = homes
        self._awaited, self._open = look.offered.awaited, look.offered.decisions
        self.clock = wire.Clock(asked.places, asked.ends_at, asked.seconds) if asked.has_limit else None

    def fields(self, actor: Actor, can_act: bool) -> dict[str, Any]:
        look = self.look
        return {
            "seq": look.version,
            "view": look.game.view(look.rules, look.state, actor),
            "options": look.options(actor) if can_act else (),
            "decisions": tuple(
                wire.Decision.of(decision, can_act and is_for(decision, actor)) for decision in self._open
            ),
            "clock": self.clock,
            "awaited": self._awaited,
            "round": look.round or None,
            "at": self.at,
        }

    def seated(self, viewer: "Viewer") -> Actor:
        """The viewer as an actor with the place they sit at now."""
        known = viewer.seated
        if known.role is Role.PLAYER and known.seat != (place := self._homes.get(known.id)):
            known = viewer.seated = Actor(known.id, known.role, place)
        return known


def is_for(decision: OpenDecision, actor: Actor) -> bool:
    """Whether this actor may give the ruling."""
    if decision.role is Role.PLAYER:
        return actor.role is Role.PLAYER and actor.seat is not None and decision.seat in (None, actor.seat)
    return actor.role.may_act_as(decision.role)


class Told:
    """Something that happened, and who was where then. Viewers who see the same share one encoding."""

    def __init__(self, happened: Happened, places: Places, name_of: NameOf) -> None:
        self.happened = happened
        self._places, self._name_of = places, name_of
        self._made: list[tuple[Event, msgspec.Raw]] = []

    def for_viewer(self, viewer: Actor) -> msgspec.Raw:
        event = self.happened.event.for_viewer(viewer)
        for known, encoded in self._made:
            if known is event or known == event:
                return encoded
        made = _happening(self.happened, event, self._name_of, self._places)
        encoded = msgspec.Raw(wire.write(made))
        self._made.append((event, encoded))
        return encoded


def happening(happened: Happened, viewer: Actor, name_of: NameOf, places: Places = NOWHERE) -> wire.Happening:
    return _happening(happened, happened.event.for_viewer(viewer), name_of, places)


def _happening(happened: Happened, event: Event, name_of: NameOf, places: Places) -> wire.Happening:
    body = msgspec.to_builtins(event, str_keys=True)
    body.pop("citations", None)
    return wire.Happening(
        seq=happened.version,
        at=happened.at,
        by=wire.Who(happened.by, name_of(happened.by), Role(happened.role)),
        command=happened.command,
        round=happened.round or None,
        words=say(event),
        event=body,
        citations=event.citations,
        transfers=movements(happened.event.transfers(), places),
        is_system_decision=happened.by == "system" and is_decision(happened.command_id),
        is_void=event.voids_round,
        ends_round=event.ends_round or event.voids_round,
        empties=event.empties,
    )


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
