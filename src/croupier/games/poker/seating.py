"""Sitting down, topping up, going away and coming back."""

from msgspec.structs import replace

from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.permissions import require_own_seat
from croupier.games.poker.rounds import between_rounds, positions_repeated, with_chips
from croupier.games.poker.state import SEATS_MAX, Blind, Positions, Seat, State, owed_by, taken_by
from croupier.games.poker.terms import terms
from croupier.money import say_money
from croupier.table import Draft, Role

# Handlers


@POKER.on(c.SitDown, Role.PLAYER, "seated_players_only")
def sit_down(draft: Draft[State], command: c.SitDown) -> None:
    taken = next((n for n, s in enumerate(draft.state.seats, 1) if s and s.player == command.by.id), None)
    if taken is not None:
        draft.refuse("own_decisions_only", f"one player, one seat: yours is {taken}")
    require_free_seat(draft, command.seat)
    require_stake(draft, command.chips, 0)
    require_what_was_taken(draft, command)
    cites = draft.rules.cite("joining_stake", "table_stake", "seated_players_only", "new_player")
    draft.emit(e.PlayerSeated(seat=command.seat, player=command.by.id, chips=command.chips, citations=cites))


@POKER.on(c.RelocatePlayer, Role.DEALER, "relocated_player")
def relocate_player(draft: Draft[State], command: c.RelocatePlayer) -> None:
    if not command.player.strip() or any(s and s.player == command.player for s in draft.state.seats):
        draft.refuse("relocated_player", "name a player who does not sit at this table yet")
    require_free_seat(draft, command.seat)
    require_stake(draft, command.chips, 0)
    draft.emit(
        e.PlayerSeated(
            seat=command.seat,
            player=command.player,
            chips=command.chips,
            is_relocated=draft.state.positions.button > 0,  # only a game that goes on lets him in for nothing
            citations=draft.rules.cite("relocated_player"),
        )
    )


@POKER.on(c.TopUp, Role.PLAYER, "own_decisions_only")
def top_up(draft: Draft[State], command: c.TopUp) -> None:
    seat = require_own_seat(draft, command, command.seat)
    if draft.state.phase != "idle":
        draft.refuse(
            "increasing_stake", "chips are added between Rounds only: wait until this one is settled"
        )
    require_stake(draft, command.chips, seat.chips)
    cites = draft.rules.cite("increasing_stake", "joining_stake", reading="TS1")
    draft.emit(e.StakeIncreased(seat=command.seat, chips=command.chips, citations=cites))


@POKER.on(c.TakeOff, Role.PLAYER, "own_decisions_only")
def take_off(draft: Draft[State], command: c.TakeOff) -> None:
    require_own_seat(draft, command, command.seat)
    draft.refuse("reducing_stake", "a stake is never reduced: play on, or leave the game with all of it")


@POKER.on(c.LeaveGame, Role.PLAYER, "own_decisions_only")
def leave_game(draft: Draft[State], command: c.LeaveGame) -> None:
    seat = require_own_seat(draft, command, command.seat)
    require_not_in_round(draft, seat)
    cites = draft.rules.cite("table_stake", reading="TS3")
    draft.emit(e.PlayerLeft(seat=command.seat, player=seat.player, chips=seat.chips, citations=cites))


@POKER.on(c.LeaveSeat, Role.PLAYER, "own_decisions_only")
def leave_seat(draft: Draft[State], command: c.LeaveSeat) -> None:
    seat = require_own_seat(draft, command, command.seat)
    go_away(draft, command.seat, seat, has_announced_return=command.intent == "returning")


@POKER.on(c.ReportAbsent, Role.DEALER, "missed_blinds")
def report_absent(draft: Draft[State], command: c.ReportAbsent) -> None:
    seat = require_occupied(draft, command.seat)
    go_away(draft, command.seat, seat, has_announced_return=False)


@POKER.on(c.ReturnToSeat, Role.PLAYER, "own_decisions_only")
def return_to_seat(draft: Draft[State], command: c.ReturnToSeat) -> None:
    seat = require_own_seat(draft, command, command.seat)
    if not seat.is_away:
        draft.refuse("missed_blinds", "you have not left the seat")
    draft.emit(e.SeatResumed(seat=command.seat, citations=draft.rules.cite("missed_blinds")))


@POKER.on(c.DeemGone, Role.PIT_SUPERVISOR, "deemed_left")
def deem_gone(draft: Draft[State], command: c.DeemGone) -> None:
    seat = require_occupied(draft, command.seat)
    turns = terms(draft.rules).missed_turns_deemed_left
    if not seat.is_away or (seat.missed_turns < turns and seat.has_announced_return):
        draft.refuse(
            "deemed_left",
            f"seat {command.seat} has missed {seat.missed_turns} turns; it takes {turns}, "
            "or leaving without announcing a return",
            reading="BL7",
        )
    require_not_in_round(draft, seat)
    cites = draft.rules.cite("deemed_left", reading="BL7")
    draft.emit(e.PlayerLeft(seat=command.seat, player=seat.player, chips=seat.chips, citations=cites))


# What several of them ask


def require_free_seat(draft: Draft[State], number: int) -> None:
    count = terms(draft.rules).seats
    if not 1 <= number <= count or draft.state.seats[number - 1] is not None:
        free = [str(n) for n in range(1, count + 1) if draft.state.seats[n - 1] is None]
        draft.refuse(
            "seated_players_only", f"seat {number} is not free; free seats: {', '.join(free) or 'none'}"
        )


def require_stake(draft: Draft[State], chips: int, already: int) -> None:
    """Joining takes at least the minimum; no purchase takes a stake above the maximum."""
    table = terms(draft.rules)
    least = max(table.table_stake_min - already, 0) if not already else table.lowest_chip
    most = table.table_stake_max - already
    if chips % table.lowest_chip or not least <= chips <= most or chips <= 0:
        what = f"bring {say_money(least)} to {say_money(most)} in chips of {say_money(table.lowest_chip)}"
        draft.refuse("joining_stake", what if most > 0 else "your stake is at the maximum", reading="TS1")


def require_what_was_taken(draft: Draft[State], command: c.SitDown) -> None:
    """Coming back within the Orbit with less would be reducing the stake by a detour."""
    taken = min(taken_by(draft.state, command.by.id), terms(draft.rules).table_stake_max)
    if command.chips < taken:
        reason = f"bring at least {say_money(taken)}, which you left with"
        draft.refuse("reducing_stake", reason, reading="TS3")


def require_occupied(draft: Draft[State], number: int) -> Seat:
    seat = draft.state.seats[number - 1] if 1 <= number <= SEATS_MAX else None
    if seat is None:
        draft.refuse("seated_players_only", f"nobody sits at {number}")
    return seat


def require_not_in_round(draft: Draft[State], seat: Seat) -> None:
    if seat.hand is not None:
        draft.refuse("round_of_play", "this seat is in the Round: that is possible once it is settled")


def go_away(draft: Draft[State], number: int, seat: Seat, has_announced_return: bool) -> None:
    if seat.is_away:
        draft.refuse("missed_blinds", f"seat {number} is away already")
    cites = draft.rules.cite("missed_blinds")
    draft.emit(e.SeatLeft(seat=number, has_announced_return=has_announced_return, citations=cites))
    if draft.state.phase == "blinds" and seat.hand is not None:
        refunds = {n: hand.total + hand.dead for n, hand in draft.state.hands if hand.total + hand.dead}
        cites = draft.rules.cite("absent_small_blind", "absent_big_blind", "posting_blinds")
        draft.emit(e.BlindsWithdrawn(refunds=refunds, citations=cites))


# Effects


@POKER.after(e.PlayerSeated)
def player_seated(state: State, event: e.PlayerSeated) -> State:
    # Who sits down before the second Orbit begins has joined in the first, whenever he is dealt in.
    seat = Seat(
        event.player,
        event.chips,
        is_new=state.positions.orbit > 1,
        is_relocated=event.is_relocated,
        missed=owed_by(state, event.player),
    )
    owing = tuple(entry for entry in state.owing if entry[0] != event.player)
    return replace(state, seats=state.with_seat(event.seat, seat), owing=owing)


@POKER.after(e.StakeIncreased)
def stake_increased(state: State, event: e.StakeIncreased) -> State:
    seat = state.seat(event.seat)
    return replace(state, seats=state.with_seat(event.seat, replace(seat, chips=seat.chips + event.chips)))


@POKER.after(e.PlayerLeft)
def player_left(state: State, event: e.PlayerLeft) -> State:
    others = tuple(entry for entry in state.taken if entry[0] != event.player)
    taken = (*others, (event.player, event.chips)) if event.chips else others
    seats = state.with_seat(event.seat, None)
    # What he has missed stays his debt; neither it nor a button sent here is for who takes the chair next.
    missed = dict.fromkeys([*state.seat(event.seat).missed, *_missing_now(state, event.seat)])
    owing = (*state.owing, (event.player, tuple(missed))) if missed else state.owing
    missing = tuple(entry for entry in state.missing if entry[0] != event.seat)
    positions = state.positions
    if positions.next_button == event.seat:
        positions = replace(positions, next_button=0)
    if not any(seats):  # a table that has emptied begins afresh
        positions, owing = Positions(), ()
    return replace(state, seats=seats, taken=taken, missing=missing, positions=positions, owing=owing)


def _missing_now(state: State, number: int) -> list[Blind]:
    """Blinds this seat misses in the present Round."""
    return [blind for seat, blind in state.missing if seat == number]


@POKER.after(e.SeatLeft)
def seat_left(state: State, event: e.SeatLeft) -> State:
    seat = replace(state.seat(event.seat), is_away=True, has_announced_return=event.has_announced_return)
    return replace(state, seats=state.with_seat(event.seat, seat))


@POKER.after(e.SeatResumed)
def seat_resumed(state: State, event: e.SeatResumed) -> State:
    seat = replace(state.seat(event.seat), is_away=False, has_announced_return=True)
    return replace(state, seats=state.with_seat(event.seat, seat))


@POKER.after(e.BlindsWithdrawn)
def blinds_withdrawn(state: State, event: e.BlindsWithdrawn) -> State:
    seats = with_chips(state, event.refunds)
    return between_rounds(state, seats, positions_repeated(state), is_shuffled=state.is_shuffled)
