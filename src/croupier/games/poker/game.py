"""Poker as a game of the catalogue: what may be done, what may be seen, what is there."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.poker import events as e
from croupier.games.poker.permissions import seat_of, seat_of_actor
from croupier.games.poker.plan import is_dealt_wrong, wrong
from croupier.games.poker.rounds import with_chips
from croupier.games.poker.settled import READER
from croupier.games.poker.short_forms import SHORT_FORMS
from croupier.games.poker.state import State, unknown_hands
from croupier.games.poker.terms import Terms, terms
from croupier.games.poker.view import PokerView, facts, picture, view
from croupier.money import Account, Cents, say_money, stack
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Actor, Furniture, Game, Option, Purpose, Role
from croupier.table.mistakes import Mistake


def _is_asked(state: State, number: int) -> bool:
    """Whether the player of this seat may have to do, or may choose to do, something in the Round now."""
    if state.phase == "betting":
        return state.to_act == number
    if state.phase == "blinds":
        return any(due.seat == number and not due.is_paid for due in state.dues)
    if state.phase == "dealing":
        return state.is_betting_over
    if state.phase == "settling":
        return state.active == [number]
    return state.phase != "idle"


class Poker(Game[State]):
    title = "Poker"
    dock = (
        (Purpose.FOLD, Purpose.MUCK),
        (Purpose.CHECK, Purpose.CALL),
        (Purpose.BET, Purpose.RAISE, Purpose.ALL_IN, Purpose.POST, Purpose.SHOW, Purpose.RETURN),
    )
    short_forms = SHORT_FORMS
    first_hands = "croupier.teaching.poker:FIRST_HANDS"
    bots = "croupier.players.poker:seat"
    notation = "phh"
    bet_reader = READER
    amending_reading = "IR21"
    company = 5
    priced = ("rake",)
    mathematics = "croupier.analysis.poker.provider:Poker"
    advice = "croupier.analysis.poker.seat"
    terminal = "croupier.cli.terminal.layouts.poker:PokerLayout"

    def initial(self, rules: Rules) -> State:
        return State()

    def furniture(self, rules: Rules) -> Furniture:
        return _furniture(rules)

    def place_of(self, state: State, player: str) -> int | None:
        return seat_of(state, player) or None

    def player_at(self, state: State, place: int) -> str | None:
        seat = state.seats[place - 1] if 1 <= place <= len(state.seats) else None
        return seat.player if seat is not None else None

    def holdings(self, state: State) -> Mapping[Account, Cents]:
        stacks = {stack(n): seat.chips for n, seat in enumerate(state.seats, 1) if seat is not None}
        return stacks | {"pot": state.pot}

    def less(self, state: State, place: int, cents: Cents) -> State:
        return replace(state, seats=with_chips(state, {place: -cents}))

    def spare(self, state: State, place: int) -> Cents:
        """Nothing of a stake leaves the table in mid-Round."""
        return 0 if state.seat(place).hand is not None else state.seat(place).chips

    def facts(self, rules: Rules, state: State) -> Mapping[str, object]:
        return facts(rules, state)

    def view(self, rules: Rules, state: State, viewer: Actor) -> PokerView:
        return view(rules, state, viewer)

    def picture(self, view: Struct) -> list[str]:
        assert isinstance(view, PokerView)
        return picture(view)

    def middle(self, view: Struct) -> tuple[str, ...]:
        assert isinstance(view, PokerView)
        return view.board

    def options_basis(self, rules: Rules, state: State, actor: Actor) -> object | None:
        """For a player who is asked nothing: their own seat counts, not what the others do."""
        number = seat_of_actor(state, actor) if actor.role is Role.PLAYER else 0
        if not number or _is_asked(state, number):
            return None
        seat = state.seats[number - 1]
        assert seat is not None
        if state.phase == "idle":
            return number, seat, state.open
        return number, seat.is_away, seat.hand is None, state.open

    def awaited(self, rules: Rules, state: State) -> tuple[int, ...]:
        if state.open or state.coming or state.shuffle_due:
            return ()
        if state.phase == "blinds":
            return tuple(due.seat for due in state.dues if not due.is_paid)
        if state.phase == "betting":
            return () if is_dealt_wrong(Terms.of(rules), state) else (state.to_act,)
        if state.phase == "showdown":
            return (state.to_act,)
        if state.phase == "dealing" and state.is_marker_flipped:
            return unknown_hands(state)
        return ()

    def routine(self, rules: Rules, state: State) -> Option | None:
        from croupier.games.poker.routine import routine

        return routine(rules, state)

    def overdue(self, rules: Rules, state: State, place: int) -> Option | None:
        return self.offered(rules, state, SYSTEM, Purpose.TIME_OUT, place) or self.offered(
            rules, state, SYSTEM, Purpose.ABSENT, place
        )

    def wrong(self, rules: Rules, state: State) -> tuple[Mistake, ...]:
        return wrong(terms(rules), state)


@lru_cache
def _furniture(rules: Rules) -> Furniture:
    table = Terms.of(rules)
    stakes = f"${say_money(table.small_blind)} / ${say_money(table.big_blind)}"
    return Furniture(table.seats, seconds_to_act=table.action_clock_seconds, stakes=stakes)


POKER = Poker("rws-poker")
POKER.policies.binding(Terms)
POKER.tells(e.IntentionSpoken, e.InterruptionSurvived, e.PlacementStands)
