"""Free Bet Blackjack as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from croupier.cards import physical
from croupier.money import Account, Cents
from croupier.rulebook import Rules
from croupier.table import Actor, Command, Furniture, Game, OpenDecision, Option

from . import commands as c
from .placed import bets, stack
from .state import State

if TYPE_CHECKING:
    from .view import View

# Handlers register with the game, and what reads their rules is built on them: the methods below fetch it
# when they are called.


class FreeBet(Game[State]):
    """Places up to the number of areas are seats; players at higher places stand behind them."""

    def initial(self, rules: Rules) -> State:
        return State(device=physical("card_shoe", rules.integer("decks")))

    def furniture(self, rules: Rules) -> Furniture:
        return Furniture(
            rules.integer("areas"), rules.integer("decks"), rules.integer("action_clock_seconds")
        )

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
        from .options import options

        return options(self, rules, state, actor)

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

    def decisions(self, rules: Rules, state: State) -> tuple[OpenDecision, ...]:
        from .questions import questions

        return questions(rules, state)

    def awaited(self, rules: Rules, state: State) -> tuple[int, ...]:
        from .options import awaited

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
