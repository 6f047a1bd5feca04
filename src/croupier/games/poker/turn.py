"""Whose turn it is: where the betting goes after every action."""

from typing import Any

from msgspec.structs import replace

from croupier.games.poker.state import Seat, State, active_among

BOARD_FULL = 5


def next_to_act(
    seats: tuple[Seat | None, ...], order: tuple[int, ...], start: int, current: int, acted: int
) -> int:
    """The first seat from place `start` in the order that has a decision; 0 if nobody has.

    A player with chips decides when a bet is to be matched, or when the betting is open to him and
    somebody else could still answer.
    """
    for number in order[start:] + order[:start]:
        seat = seats[number - 1]
        if (
            seat
            and seat.chips
            and (hand := seat.hand)
            and hand.is_active
            and (hand.bet < current or (not acted >> number & 1 and can_be_answered(seats, order, number)))
        ):
            return number
    return 0


def can_be_answered(seats: tuple[Seat | None, ...], order: tuple[int, ...], number: int) -> bool:
    """Whether anybody else in the Round still has chips to answer with."""
    for other in order:
        seat = seats[other - 1]
        if seat and seat.chips and other != number and seat.hand and seat.hand.is_active:
            return True
    return False


def after_action(
    state: State,
    seats: tuple[Seat | None, ...],
    number: int,
    current: int,
    acted: int,
    **changes: Any,
) -> State:
    """The state once `number` has acted and the turn has moved on."""
    order = state.order
    coming = next_to_act(seats, order, order.index(number) + 1, current, acted)
    if coming:
        return replace(state, seats=seats, to_act=coming, current_bet=current, acted=acted, **changes)
    return replace(
        state,
        seats=seats,
        to_act=0,
        current_bet=current,
        acted=acted,
        phase=phase_after_betting(state),
        is_betting_over=is_betting_over(seats, order),
        **changes,
    )


def after_fold(state: State, seats: tuple[Seat | None, ...], number: int, **changes: Any) -> State:
    """The state once `number` is out; with one Active Player left the Round is decided."""
    if len(active_among(seats, state.order)) == 1:
        return replace(state, seats=seats, to_act=0, phase="settling", is_betting_over=True, **changes)
    if not state.to_act:
        return replace(state, seats=seats, is_betting_over=is_betting_over(seats, state.order), **changes)
    if state.to_act == number:
        return after_action(state, seats, number, state.current_bet, state.acted, **changes)
    # Somebody else's hand went out: whoever is to act may have nobody left to answer.
    before = state.order[state.order.index(state.to_act) - 1]
    return after_action(state, seats, before, state.current_bet, state.acted, **changes)


def phase_after_betting(state: State) -> str:
    """What follows a Betting Round, or a street without one."""
    if len(state.board) < BOARD_FULL:
        return "dealing"
    return "settling" if state.is_marker_flipped else "closed"


def is_betting_over(seats: tuple[Seat | None, ...], order: tuple[int, ...]) -> bool:
    """Nobody can bet any more once at most one Active Player has chips left."""
    able = 0
    for number in order:
        seat = seats[number - 1]
        if seat and seat.chips and seat.hand and seat.hand.is_active:
            able += 1
    return able <= 1


def open_betting(state: State, **changes: Any) -> State:
    """Begin the Betting Round that follows a street: bets in front go in, the turn is left of the button."""
    seats = list(state.seats)
    for number in state.order:
        seat = seats[number - 1]
        assert seat is not None
        assert seat.hand is not None
        if seat.hand.bet or seat.hand.premature:
            seats[number - 1] = replace(seat, hand=replace(seat.hand, bet=0, premature=None))
    whole = tuple(seats)
    if state.is_betting_over:
        after = replace(state, seats=whole, acted=0, current_bet=0, to_act=0, prematures=(), **changes)
        return replace(after, phase=phase_after_betting(after))
    return replace(
        state,
        seats=whole,
        acted=0,
        phase="betting",
        street=state.street + 1,
        current_bet=0,
        prematures=(),
        short_excess=0,
        raisers=(),
        first_bettor=0,
        to_act=next_to_act(whole, state.order, 0, 0, 0),
        **changes,
    )
