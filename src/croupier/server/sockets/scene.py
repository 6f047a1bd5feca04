"""A table as one viewer may know it: the only place where state is turned into messages."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from croupier.house.answers import Happened
from croupier.house.house import Look
from croupier.house.ledger.accounts import NOWHERE, NameOf, Places
from croupier.money import Transfer
from croupier.server.sockets import wire
from croupier.server.tables.clock import Asked
from croupier.table import Actor, OpenDecision, Role, say

# Watches from the rail. Nobody has this id and no card belongs to it.
RAIL = Actor("(rail)", Role.PLAYER)

# Command ids of what the machine decided by itself, as against what it deals.
CLOCK = "clock:"
RECOVERY = "recovery"


class Scene(Struct, frozen=True, kw_only=True):
    """What all viewers of one moment share, and what it takes to make their messages."""

    look: Look
    asked: Asked
    at: int
    name_of: NameOf

    def fields(self, actor: Actor, can_act: bool) -> dict[str, Any]:
        look = self.look
        game, rules, state = look.game, look.rules, look.state
        return {
            "seq": look.version,
            "view": game.view(rules, state, actor),
            "options": game.options(rules, state, actor) if can_act else (),
            "decisions": tuple(
                wire.Decision.of(decision, can_act and is_for(decision, actor))
                for decision in game.decisions(rules, state)
            ),
            "clock": self.clock(),
            "awaited": game.awaited(rules, state),
            "round": look.round or None,
            "at": self.at,
        }

    def clock(self) -> wire.Clock | None:
        asked = self.asked
        return wire.Clock(asked.places, asked.ends_at, asked.seconds) if asked.has_limit else None

    def seated(self, actor: Actor) -> Actor:
        """The actor with the place they sit at now."""
        place = self.look.game.place_of(self.look.state, actor.id)
        return Actor(actor.id, actor.role, place) if actor.role is Role.PLAYER else actor


def is_for(decision: OpenDecision, actor: Actor) -> bool:
    """Whether this actor may give the ruling."""
    if decision.role is Role.PLAYER:
        return actor.role is Role.PLAYER and actor.seat is not None and decision.seat in (None, actor.seat)
    return actor.role.may_act_as(decision.role)


class Told(Struct, frozen=True):
    """Something that happened, and who was where then."""

    happened: Happened
    places: Places


def happenings(told: Sequence[Told], viewer: Actor, name_of: NameOf) -> tuple[wire.Happening, ...]:
    return tuple(happening(each.happened, viewer, name_of, each.places) for each in told)


def happening(happened: Happened, viewer: Actor, name_of: NameOf, places: Places = NOWHERE) -> wire.Happening:
    event = happened.event.for_viewer(viewer)
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
    )


def is_decision(command_id: str) -> bool:
    return command_id.startswith((CLOCK, RECOVERY))


def movements(transfers: Sequence[Transfer], places: Places) -> tuple[wire.Movement, ...]:
    """Which chips went where, in the words of whoever stands at the table."""
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
