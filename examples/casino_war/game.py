"""Casino War as a game of the catalogue: what may be seen, what is there, and who is asked."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from casino_war import messages as m
from casino_war.state import Seat, State
from croupier.cards import Card, physical, show
from croupier.money import Account, Cents, say_money
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Actor, Furniture, Game, Option, Pending, Purpose, ShuffleCards

EDITIONS = Path(__file__).parent / "editions"
SPOTS: tuple[m.Spot, ...] = ("wager", "tie", "second")


class View(Struct, frozen=True):
    """All cards lie face up, so everybody may know everything but the shoe."""

    phase: str
    seats: dict[int, Seat]
    dealer: Card | None
    burnt: tuple[Card, ...]
    cards_left: int


class CasinoWar(Game[State]):
    def initial(self, rules: Rules) -> State:
        return State(device=physical("card_shoe", rules.parameter("decks")))

    def furniture(self, rules: Rules) -> Furniture:
        return Furniture(
            rules.integer("seats"), rules.parameter("decks"), rules.integer("action_clock_seconds")
        )

    def place_of(self, state: State, player: str) -> int | None:
        return next((number for number, seat in state.seats.items() if seat.player == player), None)

    def player_at(self, state: State, place: int) -> str | None:
        return state.seats[place].player if place in state.seats else None

    def holdings(self, state: State) -> Mapping[Account, Cents]:
        stacks = {f"stack/{number}": seat.chips for number, seat in state.seats.items()}
        return stacks | spots(state)

    def facts(self, rules: Rules, state: State) -> Mapping[str, object]:
        seats = state.seats.items()
        return {
            "phase": state.phase,
            "stack": {str(number): say_money(seat.chips) for number, seat in seats},
            "wager": {str(number): say_money(seat.wager) for number, seat in seats},
            "card": {str(number): show(seat.card) for number, seat in seats if seat.card},
        }

    def view(self, rules: Rules, state: State, viewer: Actor) -> View:
        return View(state.phase, state.seats, state.dealer, state.burnt, state.device.remaining)

    def awaited(self, rules: Rules, state: State) -> tuple[int, ...]:
        if state.pending:
            return ()
        if state.phase == "betting":
            return tuple(n for n, seat in sorted(state.seats.items()) if not seat.wager and seat.chips)
        return tuple(state.undecided)

    def routine(self, rules: Rules, state: State) -> Option | None:
        from casino_war.terms import WarTerms

        if state.pending or state.undecided:
            return None
        is_out = state.device.remaining <= WarTerms.of(rules).cut_card_position
        wants_shuffle = state.phase == "idle" and (is_out or not state.device.undealt)
        for option in self.options(rules, state, SYSTEM):
            is_shuffle = option.command == ShuffleCards.__name__
            if option.purpose is Purpose.ROUTINE and is_shuffle == wants_shuffle:
                return option
        return None

    def overdue(self, rules: Rules, state: State, place: int) -> Option | None:
        return self.offered(rules, state, SYSTEM, Purpose.TIME_OUT, place)

    def pending(self, rules: Rules, state: State) -> tuple[Pending, ...]:
        return state.pending


def spots(state: State) -> dict[str, Cents]:
    """Everything that lies on the layout."""
    return {
        f"{spot}/{number}": cents
        for number, seat in state.seats.items()
        for spot in SPOTS
        if (cents := getattr(seat, spot))
    }


CASINO_WAR = CasinoWar("casino-war")
