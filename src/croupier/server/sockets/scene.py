"""A table as one viewer may know it: the only place where state is turned into messages."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house.answers import Happened
from croupier.house.house import Look
from croupier.house.ledger.accounts import NOWHERE, NameOf, Places
from croupier.money import Transfer
from croupier.server.sockets import wire
from croupier.server.tables.clock import Asked
from croupier.table import Actor, Event, OpenDecision, Option, Role, say
from croupier.table.words import announce, aside

if TYPE_CHECKING:
    from croupier.server.sockets.viewer import Viewer

# Watches from the rail. Nobody has this id and no card belongs to it.
RAIL = Actor("(rail)", Role.PLAYER)

# Command ids of what the machine decided by itself, as against what it deals.
CLOCK = "clock:"
RECOVERY = "recovery"


class Scene:
    """What all viewers of one moment share, and what it takes to make their messages."""

    def __init__(self, look: Look, asked: Asked, at: int, offers: "Offers") -> None:
        self.look, self._offers = look, offers
        self._homes, self._open = look.offered.homes, look.offered.decisions
        self._common = {
            "seq": look.version,
            "clock": wire.Clock(asked.places, asked.ends_at, asked.seconds) if asked.has_limit else None,
            "awaited": look.offered.awaited,
            "round": look.round or None,
            "at": at,
        }

    def fields(self, actor: Actor, can_act: bool) -> dict[str, Any]:
        look = self.look
        return {
            "view": look.game.view(look.rules, look.state, actor),
            "options": self._offers.encoded(actor, look.options(actor)) if can_act else (),
            "decisions": tuple(
                [wire.Decision.of(each, can_act and is_for(each, actor)) for each in self._open]
            ),
            **self._common,
        }

    def seated(self, viewer: "Viewer") -> Actor:
        """The viewer as an actor with the place they sit at now."""
        known = viewer.seated
        if known.role is Role.PLAYER and known.seat != (place := self._homes.get(known.id)):
            known = viewer.seated = Actor(known.id, known.role, place)
        return known


class Offers:
    """What everybody at a table was offered last, encoded: what has not changed is not encoded again.

    Options that stay are the same object (`croupier.house.tables.Offered`).
    """

    _KEPT = 64  # more than ever sit at a table

    def __init__(self) -> None:
        self._made: dict[Actor, tuple[tuple[Option, ...], msgspec.Raw]] = {}

    def encoded(self, actor: Actor, options: tuple[Option, ...]) -> msgspec.Raw:
        known = self._made.get(actor)
        if known is None or known[0] is not options:
            if len(self._made) >= self._KEPT:
                self._made.clear()  # people come and go
            known = self._made[actor] = (options, msgspec.Raw(wire.write(options)))
        return known[1]


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
    beside = aside(event)
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
        aside=wire.Aside(*beside) if beside else None,
        said=announce(event, places.name_at),
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
