"""What each action of a Betting Round does to the table."""

from typing import Any

from msgspec.structs import replace

from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.state import Premature, Seat, State
from croupier.games.poker.turn import after_action, after_fold


@POKER.after(e.Checked)
def checked(state: State, event: e.Checked) -> State:
    number = event.seat
    acted = state.acted | 1 << number
    if not state.prematures:
        return after_action(state, state.seats, number, state.current_bet, acted)
    free = state.with_hand(number, premature=None)
    return _answered(after_action(free, free.seats, number, state.current_bet, acted), number, "check", 0)


@POKER.after(e.Folded)
def folded(state: State, event: e.Folded) -> State:
    return fold_hand(state, event.seat)


def fold_hand(state: State, number: int, **changes: Any) -> State:
    """Take a hand out of the Round, whoever's turn it is."""
    seat = state.seats[number - 1]
    assert seat is not None
    assert seat.hand is not None
    hand = replace(seat.hand, is_active=False, premature=None, **changes)
    seats = state.with_seat(number, replace(seat, hand=hand))
    after = after_fold(state, seats, number, outs=(*state.outs, number))
    return _answered(after, number, "fold", 0) if state.prematures else after


def _with_chips_in(state: State, event: e.Wager) -> tuple[Seat | None, ...]:
    seat = state.seats[event.seat - 1]
    assert seat is not None
    assert seat.hand is not None
    hand = replace(seat.hand, bet=event.to, total=seat.hand.total + event.amount, premature=None)
    return state.with_seat(event.seat, replace(seat, chips=seat.chips - event.amount, hand=hand))


def _wagered(state: State, event: e.Wager, current_bet: int, acted: int, **changes: Any) -> State:
    """The chips go in and the turn passes; who is bound by an action Out of Turn takes note."""
    pot = state.pot + event.amount
    seats = _with_chips_in(state, event)
    after = after_action(state, seats, event.seat, current_bet, acted, pot=pot, **changes)
    return _answered(after, event.seat, "wager", event.to) if state.prematures else after


@POKER.after(e.Called)
def called(state: State, event: e.Called) -> State:
    return _wagered(state, event, state.current_bet, state.acted | 1 << event.seat)


@POKER.after(e.BetMade)
def bet_made(state: State, event: e.BetMade) -> State:
    return _wagered(state, event, event.to, 1 << event.seat, floor=event.floor, first_bettor=event.seat)


@POKER.after(e.Raised)
def raised(state: State, event: e.Raised) -> State:
    raisers = (*state.raisers, event.seat)
    return _wagered(
        state, event, event.to, 1 << event.seat, floor=event.floor, short_excess=0, raisers=raisers
    )


@POKER.after(e.ShortAllInMade)
def short_all_in_made(state: State, event: e.ShortAllInMade) -> State:
    acted = (0 if event.reopens else state.acted) | 1 << event.seat
    first = state.first_bettor or event.seat
    return _wagered(state, event, event.to, acted, short_excess=event.short_excess, first_bettor=first)


@POKER.after(e.IntentionSpoken)
def intention_spoken(state: State, event: e.IntentionSpoken) -> State:
    return state


def _answered(state: State, number: int, action: str, to: int) -> State:
    """Note what a skipped player has done in the binding of whoever acted Out of Turn."""
    for bound in state.prematures:
        premature = state.hand(bound).premature
        if premature is not None and number in premature.skipped:
            state = state.with_hand(bound, premature=_noted(premature, action, to))
    still = tuple(n for n in state.prematures if state.hand(n).premature is not None)
    return state if still == state.prematures else replace(state, prematures=still)


def _noted(premature: Premature, action: str, to: int) -> Premature:
    if action == "fold":
        return replace(premature, folded=premature.folded + 1)
    if action == "check":
        return replace(premature, answer="check")
    return replace(premature, answer="smaller" if to <= premature.amount else "larger")
