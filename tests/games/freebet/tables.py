"""Tables to test on: players with chips, cards that come as told, and money counted."""

import random
from typing import Any

from msgspec.structs import replace

from croupier.games import catalogue
from croupier.games.freebet import FREEBET, State
from croupier.rulebook import Rules
from croupier.table import Accepted, Actor, Command, Event, Refusal, Role, Table

EDITION = "mbs-freebet@3"
CATALOGUE = catalogue()
CHIPS = 10_000_00

DEALER = Actor("dealer", Role.DEALER)
SUPERVISOR = Actor("supervisor", Role.PIT_SUPERVISOR)
MANAGER = Actor("manager", Role.PIT_MANAGER)
SHIFT_MANAGER = Actor("shift manager", Role.SHIFT_MANAGER)
STAFF = [DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER]


def rules(**settings: Any) -> Rules:
    return CATALOGUE.rules(EDITION, settings)


def table(settings: dict[str, Any], players: dict[str, int], chips: int = CHIPS) -> Table[State]:
    """A table with these players at their places."""
    made = Table(FREEBET, rules(**settings), CATALOGUE.rules)
    for name, place in players.items():
        for command in FREEBET.seat(Actor(name, Role.PLAYER, place), place, chips):
            done(made, command)
    return made


def done(made: Table[State], command: Command) -> tuple[Event, ...]:
    outcome = made.submit(command)
    assert isinstance(outcome, Accepted), f"{command}: {outcome}"
    return outcome.events


def refused(made: Table[State], command: Command) -> Refusal:
    """The refusal of a command that must leave no trace."""
    before = made.state
    outcome = made.submit(command)
    assert isinstance(outcome, Refusal), f"accepted: {command}"
    assert made.state is before
    return outcome


def disguise(state: State, viewer: Actor, chance: random.Random) -> State:
    """The same table with the undealt cards in another order: nobody may be able to tell."""
    undealt = list(state.device.undealt)
    chance.shuffle(undealt)
    return replace(state, device=replace(state.device, undealt=tuple(undealt)))
