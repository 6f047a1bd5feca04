"""Free Bet Blackjack as a game of the catalogue."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.cards import physical
from croupier.games.freebet.control import controller, current
from croupier.games.freebet.events import ControlAnnounced, PlacementStands, PlayResumed, TotalAnnounced, bets
from croupier.games.freebet.permissions import basis
from croupier.games.freebet.plan import wrong
from croupier.games.freebet.settled import READER
from croupier.games.freebet.short_forms import SHORT_FORMS
from croupier.games.freebet.state import State, contested, is_asked, place_of, wager_of
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.view import View, facts, picture, view
from croupier.money import Account, Cents, say_money, stack
from croupier.rulebook import Rules
from croupier.table import (
    Accepted,
    Actor,
    Command,
    Furniture,
    Game,
    GiveRuling,
    Matter,
    Option,
    Purpose,
    Refusal,
    Role,
)
from croupier.table.game import Applier
from croupier.table.matters import MATTER, MatterOpened, MatterResolved
from croupier.table.messages import Event
from croupier.table.mistakes import Mistake

E = TypeVar("E", bound=Event)


class FreeBet(Game[State]):
    """Places up to the number of areas are seats; players at higher places stand behind them."""

    title = "Free Bet Blackjack"
    short_title = "Free Bet"
    shape = "bow"
    dock = (
        (Purpose.SURRENDER,),
        (Purpose.STAND, Purpose.DECLINE),
        (Purpose.HIT, Purpose.EVEN_MONEY),
        (Purpose.SPLIT,),
        (Purpose.DOUBLE, Purpose.INSURE, Purpose.RETURN),
    )
    short_forms = SHORT_FORMS
    first_hands = "croupier.teaching.freebet:FIRST_HANDS"
    bots = "croupier.players.freebet:seat"
    chips_at = "place"  # a player has one number, and wagers on several areas
    bet_reader = READER
    amending_reading = "FB-A57"
    priced = ("main", "pair", "busted", "pot_of_gold", "insurance")
    mathematics = "croupier.analysis.freebet.provider:FreeBet"
    advice = "croupier.analysis.freebet.seat"
    terminal = "croupier.cli.terminal.layouts.freebet:FreeBetLayout"

    def after(self, kind: type[E]) -> Callable[[Applier[State, E]], Applier[State, E]]:
        """The time of who is asked runs from the last event that says when it was."""
        register = super().after(kind)
        if "at" not in kind.__struct_fields__:
            return register

        def timed(applier: Applier[State, E]) -> Applier[State, E]:
            def applied(state: State, event: Any) -> State:
                return replace(applier(state, event), asked_at=event.at)

            register(applied)
            return applier

        return timed

    def initial(self, rules: Rules) -> State:
        return State(device=physical("card_shoe", Terms.of(rules).decks))

    def furniture(self, rules: Rules) -> Furniture:
        return _furniture(rules)

    def place_of(self, state: State, player: str) -> int | None:
        return place_of(state, player)

    def player_at(self, state: State, place: int) -> str | None:
        return state.players[place].name if place in state.players else None

    def decides_at(self, state: State, place: int, command: Command) -> str | None:
        """Once the bets are closed, an area has one who decides for it."""
        is_about_area = getattr(command, "area", 0) == place and state.phase not in ("idle", "betting")
        leading = controller(state, place) if is_about_area and place in state.areas else None
        return self.player_at(state, leading or place)

    def holdings(self, state: State) -> Mapping[Account, Cents]:
        held: dict[Account, Cents] = {stack(place): player.chips for place, player in state.players.items()}
        for key, cents in chips_down(state).items():
            held[bets(*key)] = cents
        return held

    def less(self, state: State, place: int, cents: Cents) -> State:
        return state.with_chips(place, -cents)

    def options_basis(self, rules: Rules, state: State, actor: Actor) -> object | None:
        place = place_of(state, actor.id) if actor.role is Role.PLAYER else None
        return None if place is None else basis(rules, state, place)

    def view(self, rules: Rules, state: State, viewer: Actor) -> View:
        return view(rules, state, viewer)

    def picture(self, view: msgspec.Struct) -> list[str]:
        assert isinstance(view, View)
        return picture(view)

    def middle(self, view: msgspec.Struct) -> tuple[str, ...]:
        assert isinstance(view, View)
        return view.dealer

    def facts(self, rules: Rules, state: State) -> Mapping[str, object]:
        return facts(rules, state)

    def pending(self, rules: Rules, state: State) -> tuple[Matter, ...]:
        """While the power has failed everything else waits, but for what was referred."""
        if state.phase == "idle":
            return ()
        found = super().pending(rules, state)
        if is_asked(state, "power_failure"):
            return tuple(each for each in found if each.key in (MATTER, "power_failure"))
        return found

    def is_still_asked(self, rules: Rules, state: State, matter: Matter) -> bool:
        """Nobody waits for who is absent; one card is asked about as long as a wager lies on it."""
        place = matter.seat or 0
        if matter.key not in ("power_failure", "finish_hand", "one_card"):
            return True
        if place not in state.players or state.players[place].is_absent:
            return False
        if matter.key == "one_card":
            return matter.about in state.areas and wager_of(state.areas[matter.about], place) is not None
        target = current(state) if matter.key == "finish_hand" else None
        return matter.key == "power_failure" or (target is not None and controller(state, target[0]) == place)

    def wrong(self, rules: Rules, state: State) -> tuple[Mistake, ...]:
        return wrong(rules, state)

    def decide(self, rules: Rules, state: State, command: Command) -> Accepted[State] | Refusal:
        """As any game; the record names the rule by which a higher position does a lower one's work."""
        found = super().decide(rules, state, command)
        if isinstance(found, Refusal) or not self._is_from_above(rules, state, command):
            return found
        first, *others = found.events
        if isinstance(first, MatterResolved):
            return found
        first = replace(first, citations=first.citations + rules.cite("acting_in_position"))
        return Accepted((first, *others), found.state)

    def _is_from_above(self, rules: Rules, state: State, command: Command) -> bool:
        """Whether somebody above the position whose work it is does it. Telling what happened is nobody's."""
        role = command.by.role
        if role is Role.DEALER or not role.is_staff:
            return False
        position = self.authority(rules, type(command))
        if isinstance(command, GiveRuling):
            asked = [each.role for each in self.pending(rules, state) if each.name == command.decision]
            position = next(each for each in asked if role.may_act_as(each))
        elif command.purpose is Purpose.SERVE:
            return not Role.PIT_MANAGER.may_act_as(role)  # positions up to this one are named for it
        elif position is Role.DEALER and command.purpose is not Purpose.ROUTINE:
            return False
        return role is not position

    def awaited(self, rules: Rules, state: State) -> tuple[int, ...]:
        from croupier.games.freebet.routine import awaited

        return awaited(rules, state)

    def routine(self, rules: Rules, state: State) -> Option | None:
        from croupier.games.freebet.routine import routine

        return routine(rules, state)

    def overdue(self, rules: Rules, state: State, place: int) -> Option | None:
        from croupier.games.freebet.routine import overdue

        return overdue(rules, state, place)

    def seconds_to_answer(self, rules: Rules, state: State) -> int | None:
        """Claimants of equal standing have a time of their own to agree."""
        return Terms.of(rules).claims_timeout if contested(state) else None


@lru_cache
def _furniture(rules: Rules) -> Furniture:
    terms = Terms.of(rules)
    stakes = f"${say_money(terms.main_min)} – ${say_money(terms.main_max)}"
    return Furniture(terms.areas, terms.decks, terms.action_clock_seconds, "area", stakes)


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
FREEBET.policies.binding(Terms)
FREEBET.tells(ControlAnnounced, PlacementStands, PlayResumed, TotalAnnounced, MatterOpened)
