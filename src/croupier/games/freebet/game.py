"""Free Bet Blackjack as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from croupier.cards import physical
from croupier.money import Account, Cents
from croupier.rulebook import Rules
from croupier.table import Action, Actor, Command, Furniture, Game, Moment, Option, Pending, Role
from croupier.table.settled import BetReader

from . import commands as c
from .events import bets, stack
from .state import Phase, State

if TYPE_CHECKING:
    from .view import View

_ALL = get_args(Phase)
Each = Callable[[Moment[State]], Iterable[Mapping[str, Any]]]


def within(*phases: Phase) -> Callable[[Each], Each]:
    """What is offered in these phases only, so that nobody has to be told why not in the others."""

    def register(each: Each) -> Each:
        each.phases = phases  # type: ignore[attr-defined]
        return each

    return register


# Handlers register with the game, and what reads their rules is built on them: the methods below fetch it
# when they are called.


class FreeBet(Game[State]):
    """Places up to the number of areas are seats; players at higher places stand behind them."""

    amending_reading = "FB-A57"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._in_phase: dict[tuple[Role, Phase], tuple[Action[State, Any], ...]] = {}

    def initial(self, rules: Rules) -> State:
        from .terms import Terms

        return State(device=physical("card_shoe", Terms.of(rules).decks))

    def settled_bets(self) -> BetReader:
        from croupier.games.freebet.settled import READER

        return READER

    def furniture(self, rules: Rules) -> Furniture:
        from .terms import Terms

        terms = Terms.of(rules)
        return Furniture(terms.areas, terms.decks, terms.action_clock_seconds)

    def is_round_open(self, state: State) -> bool:
        return state.phase != "idle"

    def seat(self, player: Actor, place: int, chips: Cents) -> tuple[Command, ...]:
        return (c.SitDown(by=player, seat=place, chips=chips),)

    def place_of(self, state: State, player: str) -> int | None:
        return state.places.get(player)

    def player_at(self, state: State, place: int) -> str | None:
        return state.players[place].name if place in state.players else None

    def holdings(self, state: State) -> Mapping[Account, Cents]:
        held: dict[Account, Cents] = {stack(place): player.chips for place, player in state.players.items()}
        for key, cents in chips_down(state).items():
            held[bets(*key)] = cents
        return held

    def options(self, rules: Rules, state: State, actor: Actor) -> tuple[Option, ...]:
        from .betting import overlooked

        at = Moment(rules, state, actor)
        found = self.ruling_options(rules, state, actor)
        for action in self._offered_in(actor.role, state.phase):
            action.list_in(found, at)
        if state.phase == "betting" and actor.role.may_act_as(Role.DEALER):
            found += overlooked(at)
        return tuple(found)

    def _offered_in(self, role: Role, phase: Phase) -> tuple[Action[State, Any], ...]:
        """The actions that somebody in this role may find offered in this phase, looked up once."""
        found = self._in_phase.get((role, phase))
        if found is None:
            found = tuple(
                each for each in self._actions_of(role) if phase in getattr(each.each, "phases", _ALL)
            )
            self._in_phase[role, phase] = found
        return found

    def view(self, rules: Rules, state: State, viewer: Actor) -> View:
        from .view import view

        return view(rules, state, viewer)

    def view_type(self) -> type[View]:
        from .view import View

        return View

    def picture(self, view: msgspec.Struct) -> list[str]:
        from .view import View, picture

        assert isinstance(view, View)
        return picture(view)

    def facts(self, rules: Rules, state: State) -> Mapping[str, object]:
        from .view import facts

        return facts(rules, state)

    def pending(self, rules: Rules, state: State) -> tuple[Pending, ...]:
        """While the power has failed everything else waits, but for what was referred."""
        if state.phase == "idle":
            return ()
        found = super().pending(rules, state)
        if state.power is not None:
            return tuple(each for each in found if each.key in ("referred", "power_failure"))
        return found

    def awaited(self, rules: Rules, state: State) -> tuple[int, ...]:
        from .routine import awaited

        return awaited(rules, state)

    def routine(self, rules: Rules, state: State) -> Option | None:
        from .routine import routine

        return routine(rules, state)

    def overdue(self, rules: Rules, state: State, place: int) -> Option | None:
        from .routine import overdue

        return overdue(rules, state, place)


def chips_down(state: State) -> dict[tuple[int, int], Cents]:
    """(area, place) -> all chips that player has on that area."""
    down: dict[tuple[int, int], Cents] = {}
    for number, area in state.areas.items():
        for wager in area.wagers:
            if wager.is_live:
                down[number, wager.place] = down.get((number, wager.place), 0) + wager.amount
        for hand in area.hands:
            for stake in hand.stakes:
                if stake.added:
                    down[number, stake.place] = down.get((number, stake.place), 0) + stake.added
        for side in area.sides:
            down[number, side.place] = down.get((number, side.place), 0) + side.amount
        for insurance in area.insurances:
            down[number, insurance.place] = down.get((number, insurance.place), 0) + insurance.amount
    return down


FREEBET = FreeBet("mbs-freebet")
