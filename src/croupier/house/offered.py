"""What may be done at one version of a table, worked out once and kept as long as it is true."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from croupier.rulebook import Rules
from croupier.table import (
    Actor,
    Game,
    OpenDecision,
    Option,
    Table,
)
from croupier.table.sharing import once


class _Known(Struct, frozen=True):
    """Options, and what they follow from."""

    basis: object
    options: tuple[Option, ...]


# What each player's options were, by what they followed from: most of it comes again in the next Round.
_Memory = dict[Actor, dict[object, tuple[Option, ...]]]
_BASES_MAX = 64
_ACTORS_MAX = 64  # more than ever sit at a table: people come and go


class Offered:
    """What actors may do at one version of a table, and what the table waits for: worked out once.

    What has not changed since the version before is the same object: it is compared and kept at no cost.
    """

    def __init__(self, table: Table[Any], before: "Offered | None" = None, led_by: str = "") -> None:
        self.led_by = led_by  # who has brought this version about, if it was one
        self.rules, self.state, self.version = table.rules, table.state, table.version
        self._table = table.__copy__()  # as it is now: a table that catches up changes in its place
        self._options: dict[Actor, _Known] = {}
        is_same_game = before is not None and before.rules is table.rules
        self._before = before._options if before is not None and is_same_game else {}
        self._memory: _Memory = before._memory if before is not None and is_same_game else {}

    def options(self, actor: Actor) -> tuple[Option, ...]:
        known = self._options.get(actor)
        if known is None:
            known = self._options[actor] = self._asked(actor)
        return known.options

    def _asked(self, actor: Actor) -> "_Known":
        """The options, and what the game says they follow from: while that stays, so do they, and when it
        comes again, as after one's turn or in the next Round, they do too."""
        table = self._table
        basis = table.game.options_basis(table.rules, table.state, actor)
        known = self._before.get(actor)
        if basis is None:
            return self._worked_out(actor, basis, known)
        if known is not None and known.basis == basis:
            return known
        memory = self._memory.get(actor)
        if memory is None or len(memory) >= _BASES_MAX:
            if memory is None and len(self._memory) >= _ACTORS_MAX:
                self._memory.clear()
            memory = self._memory[actor] = {}
        try:
            options = memory.get(basis)
        except TypeError:  # something in it cannot be a key: it is compared with the last one only
            return self._worked_out(actor, basis, known)
        if options is not None:
            return _Known(basis, options)
        found = self._worked_out(actor, basis, known)
        memory[basis] = found.options
        return found

    def _worked_out(self, actor: Actor, basis: object, known: "_Known | None") -> "_Known":
        found = self._table.options(actor)
        return _Known(basis, known.options if known is not None and known.options == found else found)

    @once
    def awaited(self) -> tuple[int, ...]:
        return self._table.game.awaited(self.rules, self.state)

    @once
    def decisions(self) -> tuple[OpenDecision, ...]:
        return self._table.game.decisions(self.rules, self.state)

    @once
    def routine(self) -> Option | None:
        return self._table.game.routine(self.rules, self.state)

    @property
    def seconds_to_act(self) -> int:
        return self._table.game.furniture(self.rules).seconds_to_act

    @property
    def seconds_to_answer(self) -> int | None:
        return self._table.game.seconds_to_answer(self.rules, self.state)

    @once
    def whereabouts(self) -> "Whereabouts":
        return whereabouts(self._table.game, self.rules, self.state)

    @once
    def players(self) -> Mapping[int, str]:
        return _at_home(self.whereabouts)

    @once
    def homes(self) -> Mapping[str, int]:
        """Where each player sits."""
        return {player: place for place, player in self.players.items()}

    def forget(self) -> None:
        """A later version has come: what was before this one is compared with no more."""
        self._before = {}


# A place, who decides there, and where that player sits.
Whereabouts = list[tuple[int, str, int | None]]


def whereabouts(game: Game[Any], rules: Rules, state: Any) -> Whereabouts:
    found: Whereabouts = []
    for place in range(1, game.furniture(rules).places + 1):
        if (player := game.player_at(state, place)) is not None:
            found.append((place, player, game.place_of(state, player)))
    return found


def seated(game: Game[Any], rules: Rules, state: Any) -> dict[int, str]:
    """Who sits where. A player who has bet on further places decides there, but sits at one."""
    return _at_home(whereabouts(game, rules, state))


def _at_home(found: Whereabouts) -> dict[int, str]:
    return {place: player for place, player, home in found if home == place}
