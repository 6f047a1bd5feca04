"""The shape every game has: decide, evolve, options, view.

A game registers one function per command (`on`) and one per event (`after`). Handlers work on a Draft:
they read its state, emit events, and each event has already been applied when the next line runs.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, NoReturn, Protocol, TypeVar, Union

import msgspec
from msgspec import Struct

from croupier.money import Account, Cents
from croupier.rulebook import Policies, Rules
from croupier.table.messages import (
    Accepted,
    Command,
    Event,
    OpenDecision,
    Refusal,
    Refused,
    RulesAdopted,
    S,
    refuse,
)
from croupier.table.options import Option
from croupier.table.roles import Actor, Role

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


class Draft(Struct, Generic[S]):
    """A decision being worked out: the events so far and the state they lead to."""

    rules: Rules
    state: S
    appliers: Mapping[type[Event], Callable[[S, Any], S]]
    events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.state = self.appliers[type(event)](self.state, event)

    def refuse(self, rule: str, reason: str, reading: str | None = None) -> NoReturn:
        """End the command here: nothing is kept, and `reason` says what may be done instead."""
        refuse(self.rules.cite(rule, reading=reading), reason)


class Attendant(Protocol):
    """Hears what happens on a table and answers with commands of its own."""

    def heard(self, event: Event, at: int) -> tuple[Command, ...]: ...


class Common(Protocol):
    """Equipment that several tables share, with rules and a state of its own."""

    name: str
    game: "Game[Any]"
    rules: Rules
    state: Any

    def give(self, command: Command) -> list[tuple[str, Command]]:
        """A command to the equipment itself; the answers name the table they are for."""
        ...

    def heard(self, table: str, event: Event, at: int) -> list[tuple[str, Command]]:
        """What happened at a table; answers likewise."""
        ...

    def news(self) -> list[Event]:
        """What has happened on it since this was asked last."""
        ...


Handler = Callable[[Draft[S], C], None]
Applier = Callable[[S, E], S]


class Game(ABC, Generic[S]):
    """One game of the house, for all its editions."""

    name: str

    def __init__(self, name: str) -> None:
        self.name = name
        self.policies = Policies(name)
        self._handlers: dict[type[Command], Callable[[Draft[S], Any], None]] = {}
        self._appliers: dict[type[Event], Callable[[S, Any], S]] = {}
        self._authority: dict[type[Command], tuple[Role, str]] = {}
        self._also: dict[type[Command], tuple[Role, ...]] = {}

    # What each game says for itself.

    @abstractmethod
    def initial(self, rules: Rules) -> S:
        """An empty table under these rules."""

    @abstractmethod
    def options(self, rules: Rules, state: S, actor: Actor) -> tuple[Option, ...]:
        """What `actor` may do now, with bounds."""

    @abstractmethod
    def view(self, rules: Rules, state: S, viewer: Actor) -> msgspec.Struct:
        """All that `viewer` may know. The only way state leaves the core."""

    @abstractmethod
    def view_type(self) -> type[msgspec.Struct]:
        """What `view` gives."""

    @abstractmethod
    def holdings(self, state: S) -> Mapping[Account, Cents]:
        """Every chip the state knows of, by account; checked against the transfers of its events."""

    @abstractmethod
    def facts(self, rules: Rules, state: S) -> Mapping[str, object]:
        """The state in a dealer's words, for scenarios: {"to act": "1", "stack": {"1": "100"}}."""

    @abstractmethod
    def seat(self, player: Actor, place: int, chips: Cents) -> tuple[Command, ...]:
        """The commands by which a player takes a place with chips."""

    @abstractmethod
    def is_round_open(self, state: S) -> bool: ...

    @abstractmethod
    def place_of(self, state: S, player: str) -> int | None:
        """Where this player sits, if they do."""

    @abstractmethod
    def player_at(self, state: S, place: int) -> str | None:
        """Who decides at this place, if anybody does."""

    @abstractmethod
    def awaited(self, rules: Rules, state: S) -> tuple[int, ...]:
        """Places whose player is asked to act now, in the order they are asked."""

    @abstractmethod
    def routine(self, rules: Rules, state: S) -> Option | None:
        """What the dealer does next if nothing goes wrong, once nobody who is awaited wants to act.

        None while the game cannot go on without a player, a ruling, or new players.
        """

    def picture(self, view: msgspec.Struct) -> list[str]:
        """A view as a few lines of text, for the terminal."""
        return [f"{name}: {value}" for name, value in msgspec.to_builtins(view).items()]

    def read_view(self, body: Any) -> msgspec.Struct:
        """A view that came as JSON, as `view` gave it: for programs at the other end of a connection."""
        return msgspec.convert(body, self.view_type(), str_keys=True)

    def attendants(self, rules: Rules) -> tuple["Attendant", ...]:
        """Equipment that answers the table by itself, such as a jackpot link, for a table on its own."""
        return ()

    def common(self, rules: Rules, tables: tuple[str, ...]) -> "Common | None":
        """The equipment these tables share, where the game has such a thing."""
        return None

    def decisions(self, rules: Rules, state: S) -> tuple[OpenDecision, ...]:
        """What waits for somebody's ruling."""
        return ()

    # How commands and events find their functions.

    def on(
        self, kind: type[C], role: Role, rule: str = "acting_in_position", also: tuple[Role, ...] = ()
    ) -> Callable[[Handler[S, C]], Handler[S, C]]:
        """Register the function that decides `kind`, and the lowest role that may give it under `rule`.

        `also` names roles beside the ladder, for what a player or the staff may do: answering a question.
        """

        def register(handler: Handler[S, C]) -> Handler[S, C]:
            assert kind not in self._handlers, f"{kind.__name__} has two handlers"
            self._handlers[kind] = handler
            self._authority[kind] = (role, rule)
            self._also[kind] = also
            return handler

        return register

    def after(self, kind: type[E]) -> Callable[[Applier[S, E]], Applier[S, E]]:
        """Register the function that applies `kind` to the state. It never refuses and never checks."""

        def register(applier: Applier[S, E]) -> Applier[S, E]:
            assert kind not in self._appliers, f"{kind.__name__} is applied twice"
            self._appliers[kind] = applier
            return applier

        return register

    @property
    def commands(self) -> tuple[type[Command], ...]:
        return tuple(self._handlers)

    @property
    def events(self) -> tuple[type[Event], ...]:
        return tuple(self._appliers)

    def authority(self, kind: type[Command]) -> Role:
        """The lowest role that may give this command."""
        return self._authority[kind][0]

    # One way through the house.

    def draft(self, rules: Rules, state: S) -> Draft[S]:
        return Draft(rules, state, self._appliers)

    def decide(self, rules: Rules, state: S, command: Command) -> Accepted[S] | Refusal:
        """Work out what a command leads to. Pure: a refused command leaves no trace."""
        kind = type(command)
        handler = self._handlers.get(kind)
        if handler is None:
            return Refusal(
                rules.cite("matters_not_provided_for"),
                f"{kind.__name__} is not a command of {self.name}; {self._known()}",
            )
        role, rule = self._authority[kind]
        given_by = command.by.role
        if given_by is not role and not given_by.may_act_as(role) and given_by not in self._also[kind]:
            return Refusal(
                rules.cite(rule),
                f"{kind.__name__} is for a {role.words}{' or above' if role.is_staff else ''}, "
                f"not for a {command.by.role.words}",
            )
        draft = Draft(rules, state, self._appliers)
        try:
            handler(draft, command)
        except Refused as refused:
            return refused.refusal
        assert draft.events, f"{kind.__name__} was accepted but nothing happened"
        return Accepted(tuple(draft.events), draft.state)

    def evolve(self, state: S, event: Event) -> S:
        return self._appliers[type(event)](state, event)

    # Messages as text, for the journal and the wire.

    @cached_property
    def command_decoder(self) -> "msgspec.json.Decoder[Command]":
        return msgspec.json.Decoder(Union[self.commands])  # noqa: UP007 - a union known only at run time

    @cached_property
    def event_decoder(self) -> "msgspec.json.Decoder[Event]":
        return msgspec.json.Decoder(Union[(*self.events, RulesAdopted)])

    @cached_property
    def commands_by_name(self) -> Mapping[str, type[Command]]:
        return {kind.__name__: kind for kind in self._handlers}

    def _known(self) -> str:
        return "it knows " + ", ".join(sorted(kind.__name__ for kind in self._handlers))
