"""The end of a Round, settled or void: what goes back and what is carried over."""

from typing import Any

from msgspec.structs import replace

from croupier.games.poker.state import Positions, Seat, State


def bets_to_return(state: State) -> dict[int, int]:
    """Everything each player has put in during this Round."""
    return {number: hand.total + hand.dead for number, hand in state.hands if hand.total + hand.dead}


def with_chips(state: State, refunds: dict[int, int]) -> tuple[Seat | None, ...]:
    """The seats after these amounts have gone to their stacks."""
    seats = list(state.seats)
    for number, cents in refunds.items():
        seat = state.seat(number)
        seats[number - 1] = replace(seat, chips=seat.chips + cents)
    return tuple(seats)


def between_rounds(
    state: State, seats: tuple[Seat | None, ...], positions: Positions, **changes: Any
) -> State:
    """The table with the Round cleared away; button, orbit and blinds stay known."""
    cleared = tuple(
        replace(seat, hand=None) if seat is not None and seat.hand is not None else seat for seat in seats
    )
    return State(
        seats=cleared,
        device=state.device,
        round=state.round,
        taken=state.taken,
        owing=state.owing,
        positions=positions,
        exposed=state.exposed,
        **changes,
    )


def with_debts_settled(state: State) -> tuple[Seat | None, ...]:
    """Who has been dealt in owes nothing more; who was absent owes the blinds missed."""
    seats = list(state.seats)
    for place, seat in enumerate(seats):
        if seat is None:
            continue
        if seat.hand is not None:  # dealt in, there to the end or not
            if seat.is_new or seat.is_relocated or seat.missed:
                seats[place] = replace(
                    seat, is_new=False, is_relocated=False, missed=(), missed_turns=0, has_waited=False
                )
        elif seat.is_away:
            seats[place] = replace(seat, missed_rounds=seat.missed_rounds + 1)
    for number, blind in state.missing:
        absent = seats[number - 1]
        if absent is not None:
            missed = absent.missed if blind in absent.missed else (*absent.missed, blind)
            seats[number - 1] = replace(absent, missed=missed, missed_turns=absent.missed_turns + 1)
    return tuple(seats)


def positions_after(state: State) -> Positions:
    """The empty seat of an absent Small Blind gets the button next, unless the Big Blind was missed there."""
    missed = [number for number, blind in state.missing if blind == "small_blind"]
    due = [number for number in missed if "big_blind" not in state.seat(number).missed]
    return replace(state.positions, next_button=due[0]) if due else state.positions


def positions_repeated(state: State) -> Positions:
    """The Round is called again with the button where it is."""
    return replace(state.positions, is_button_staying=True)
