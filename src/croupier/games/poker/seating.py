"""Sitting down, topping up, going away and coming back."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.blinds import call_blinds_again
from croupier.games.poker.game import POKER
from croupier.games.poker.permissions import Targets, own_seat, require_own_seat, seat_of
from croupier.games.poker.rounds import with_chips
from croupier.games.poker.state import SEATS_MAX, Blind, Positions, Seat, State, owed_by, taken_by
from croupier.games.poker.terms import terms
from croupier.messages import Message
from croupier.money import round_up
from croupier.table import Ask, Draft, Moment, Offer, Role, choice, money, text
from croupier.table.offers import Each, within

# Coming


def free_seats(at: Moment[State]) -> Targets:
    """Every free chair, for somebody who has none."""
    return () if own_seat(at) else each_free(at)


def each_free(at: Moment[State]) -> Targets:
    seats = at.state.seats
    return tuple({"seat": n} for n in range(1, terms(at.rules).seats + 1) if seats[n - 1] is None)


def each_taken(at: Moment[State]) -> Targets:
    return tuple({"seat": number} for number, seat in enumerate(at.state.seats, 1) if seat is not None)


@POKER.action(c.SitDown, Role.PLAYER, "seated_players_only", each=free_seats)
def sit_down(at: Moment[State], seat: int) -> Offer:
    if taken := seat_of(at.state, at.by.id):
        at.refuse("own_decisions_only", "one player, one seat: yours is {seat}", seat=taken)
    require_free_seat(at, seat)
    # Coming back with less, as long as the House remembers it, would be reducing the stake by a detour.
    is_free = terms(at.rules).return_stake_window == "none"
    return stake(at, "joining_stake", taken=0 if is_free else taken_by(at.state, at.by.id))


@sit_down.taken
def sits_down(draft: Draft[State], command: c.SitDown, offer: Offer) -> None:
    cites = draft.cite("joining_stake", "table_stake", "seated_players_only", "new_player")
    draft.emit(e.PlayerSeated(seat=command.seat, player=command.by.id, chips=command.chips, citations=cites))


@POKER.action(c.RelocatePlayer, Role.DEALER, "relocated_player", each=each_free)
def relocate_player(at: Moment[State], seat: int) -> Offer:
    require_free_seat(at, seat)
    found = replace(stake(at, "relocated_player"), under=at.cite("relocated_player", reading="TS6"))
    return replace(found, asks=(text("player"), *found.asks))


@relocate_player.taken
def is_relocated(draft: Draft[State], command: c.RelocatePlayer, offer: Offer) -> None:
    if not command.player.strip() or seat_of(draft.state, command.player):
        draft.refuse("relocated_player", "name a player who does not sit at this table yet")
    draft.emit(
        e.PlayerSeated(
            seat=command.seat,
            player=command.player,
            chips=command.chips,
            is_relocated=draft.state.positions.button > 0,  # only a game that goes on lets him in for nothing
            citations=offer.under,
        )
    )


@POKER.action(c.TopUp, Role.PLAYER, "own_decisions_only", each=within("idle")(lambda at: own_seat(at)))
def top_up(at: Moment[State], seat: int) -> Offer:
    player = require_own_seat(at, seat)
    if at.state.phase != "idle":
        at.refuse("increasing_stake", "chips are added between Rounds only: wait until this one is settled")
    found = stake(at, "increasing_stake", already=player.chips)
    cites = at.cite("increasing_stake", "joining_stake", reading="TS1")
    return replace(found, event=partial(e.StakeIncreased, seat=seat), under=cites)


def stake(at: Moment[State], rule: str, already: int = 0, taken: int = 0) -> Offer:
    """Joining takes at least the minimum, adding as the House reads it; no purchase is above the maximum."""
    table = terms(at.rules)
    chip, is_total = table.lowest_chip, table.max_applies_to == "total"
    most = table.table_stake_max - (already if is_total else 0)
    is_bound = table.min_on_topup or not already
    least = max(round_up(table.table_stake_min, chip), chip) if is_bound else chip
    bring = max(least, round_up(min(taken, table.table_stake_max), chip))
    found = money("chips", bring, most - most % chip, chip)
    return Offer(
        at.cite(rule), (found,), facts=(least, most, taken), group="house", is_listed=bring <= found.maximum
    )


@sit_down.outside
@relocate_player.outside
@top_up.outside
def stake_outside(at: Moment[State], command: Any, offer: Offer, ask: Ask) -> None:
    chip, (least, most, taken) = terms(at.rules).lowest_chip, offer.facts
    is_whole = isinstance(command, c.RelocatePlayer) and terms(at.rules).relocated_stake == "whole"
    if is_whole and command.chips > 0 and not command.chips % chip:
        return
    if command.chips % chip or not least <= command.chips <= most:
        at.require(most > 0, "joining_stake", "your stake is at the maximum", "TS1")
        template = "bring {bring:money} to {most:money} in chips of {chip:money}"
        at.refuse("joining_stake", template, "TS1", bring=ask.minimum, most=most, chip=chip)
    template = "bring at least {bring:money}: you left with {taken:money}"
    at.refuse("reducing_stake", template, "TS3", bring=ask.minimum, taken=taken)


@POKER.on(c.TakeOff, Role.PLAYER, "own_decisions_only")
def take_off(draft: Draft[State], command: c.TakeOff) -> None:
    require_own_seat(Moment(draft.rules, draft.state, command.by), command.seat)
    draft.refuse("reducing_stake", "a stake is never reduced: play on, or leave the game with all of it")


# Going away and coming back


def among(seats: Callable[[Moment[State]], Targets], is_meant: Callable[[Seat], bool]) -> Each:
    """Those of the seats that are meant."""
    return lambda at: [target for target in seats(at) if is_meant(at.state.seat(target["seat"]))]


def is_away(seat: Seat) -> bool:
    return seat.is_away


def is_there(seat: Seat) -> bool:
    return not seat.is_away


@POKER.action(
    c.LeaveGame, Role.PLAYER, "own_decisions_only", each=among(own_seat, lambda seat: seat.hand is None)
)
def leave_game(at: Moment[State], seat: int) -> Offer:
    require_not_in_round(at, require_own_seat(at, seat))
    return Offer(at.cite("table_stake", reading="TS3"), group="house")


_MISSED_ROUNDS = (
    "seat {seat} has missed {missed:count} Round; it takes {turns}, or leaving without announcing a return | "
    "seat {seat} has missed {missed:count} Rounds; it takes {turns}, or leaving without announcing a return"
)
_MISSED_TURNS = (
    "seat {seat} has missed {missed:count} turn; it takes {turns}, or leaving without announcing a return | "
    "seat {seat} has missed {missed:count} turns; it takes {turns}, or leaving without announcing a return"
)


@POKER.action(c.DeemGone, Role.PIT_SUPERVISOR, "deemed_left", each=among(each_taken, is_away))
def deem_gone(at: Moment[State], seat: int) -> Offer:
    player = require_occupied(at, seat)
    table = terms(at.rules)
    turns, is_by_round = table.absence_limit, table.absence_unit == "round"
    missed = player.missed_rounds if is_by_round else player.missed_turns
    if not player.is_away or (missed < turns and player.has_announced_return):
        at.refuse(
            "deemed_left",
            _MISSED_ROUNDS if is_by_round else _MISSED_TURNS,
            "BL7",
            seat=seat,
            missed=missed,
            turns=turns,
        )
    require_not_in_round(at, player)
    return Offer(at.cite("deemed_left", reading="BL7"), group="house")


@leave_game.taken
@deem_gone.taken
def leaves(draft: Draft[State], command: c.LeaveGame | c.DeemGone, offer: Offer) -> None:
    seat = draft.state.seat(command.seat)
    draft.emit(
        e.PlayerLeft(seat=command.seat, player=seat.player, chips=seat.chips, citations=offer.citations)
    )


@POKER.action(c.LeaveSeat, Role.PLAYER, "own_decisions_only", each=among(own_seat, is_there))
def leave_seat(at: Moment[State], seat: int) -> Offer:
    require_there(at, seat, require_own_seat(at, seat))
    return Offer(at.cite("missed_blinds"), (choice("intent", "returning", "without_a_word"),), group="house")


@POKER.action(c.ReportAbsent, Role.DEALER, "missed_blinds", each=among(each_taken, is_there))
def report_absent(at: Moment[State], seat: int) -> Offer:
    require_there(at, seat, require_occupied(at, seat))
    return Offer(at.cite("missed_blinds"), group="house")


@leave_seat.taken
@report_absent.taken
def goes_away(draft: Draft[State], command: c.LeaveSeat | c.ReportAbsent, offer: Offer) -> None:
    is_returning = isinstance(command, c.LeaveSeat) and command.intent == "returning"
    draft.emit(e.SeatLeft(seat=command.seat, has_announced_return=is_returning, citations=offer.citations))
    if not draft.state.open:
        call_blinds_again(draft)


@POKER.action(c.ReturnToSeat, Role.PLAYER, "own_decisions_only", each=among(own_seat, is_away))
def return_to_seat(at: Moment[State], seat: int) -> Offer:
    at.require(require_own_seat(at, seat).is_away, "missed_blinds", "you have not left the seat")
    return Offer(at.cite("missed_blinds"), event=partial(e.SeatResumed, seat=seat), group="house")


# What several of them ask


def require_free_seat(at: Moment[State], number: int) -> None:
    count = terms(at.rules).seats
    if not 1 <= number <= count or at.state.seats[number - 1] is not None:
        free = [target["seat"] for target in each_free(at)]
        template = "seat {seat} is not free; free seats: {free:list}"
        at.refuse("seated_players_only", template, seat=number, free=free or [Message("none")])


def require_occupied(at: Moment[State], number: int) -> Seat:
    seat = at.state.seats[number - 1] if 1 <= number <= SEATS_MAX else None
    if seat is None:
        at.refuse("seated_players_only", "nobody sits at {seat}", seat=number)
    return seat


def require_not_in_round(at: Moment[State], seat: Seat) -> None:
    if seat.hand is not None:
        at.refuse("round_of_play", "this seat is in the Round: that is possible once it is settled")


def require_there(at: Moment[State], number: int, seat: Seat) -> None:
    if seat.is_away:
        at.refuse("missed_blinds", "seat {seat} is away already", seat=number)


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
    return replace(state, seats=with_chips(state, {event.seat: event.chips}))


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
    if event.seat in positions.posted:
        positions = replace(positions, posted=tuple(n for n in positions.posted if n != event.seat))
    if not any(seats):  # a table that has emptied begins afresh
        positions, owing = Positions(), ()
    return replace(state, seats=seats, taken=taken, missing=missing, positions=positions, owing=owing)


def _missing_now(state: State, number: int) -> list[Blind]:
    """Blinds this seat misses in the present Round."""
    return [blind for seat, blind in state.missing if seat == number]


@POKER.after(e.SeatLeft)
def seat_left(state: State, event: e.SeatLeft) -> State:
    seat = replace(
        state.seat(event.seat),
        is_away=True,
        has_announced_return=event.has_announced_return,
        has_waited=False,
    )
    return replace(state, seats=state.with_seat(event.seat, seat))


@POKER.after(e.SeatResumed)
def seat_resumed(state: State, event: e.SeatResumed) -> State:
    seat = replace(state.seat(event.seat), is_away=False, has_announced_return=True, missed_rounds=0)
    return replace(state, seats=state.with_seat(event.seat, seat))
