"""Where the button and the blinds go, and what everyone owes before being dealt in."""

from msgspec import Struct

from croupier.games.poker.state import SEATS_MAX, Blind, Due, Seat, State
from croupier.games.poker.terms import Terms

PLAYERS_MIN = 2


class Plan(Struct, frozen=True):
    """One Round's positions. A Small Blind seat of 0 is a Round without one."""

    button: int
    orbit: int
    small_blind_position: int
    small_blind_seat: int
    big_blind_seat: int
    order: tuple[int, ...]
    dues: tuple[Due, ...]
    missing: tuple[tuple[int, Blind], ...]


class _Blinds(Struct):
    """The two blinds while they are being found."""

    position: int
    small: int
    big: int
    missing: list[tuple[int, Blind]]


def plan(terms: Terms, state: State) -> Plan | None:
    """The next Round's positions; None if fewer than two players could take part."""
    present = [n for n, seat in enumerate(state.seats, 1) if seat and seat.chips and not seat.is_away]
    if len(present) < PLAYERS_MIN:
        return None
    button = _button(terms, state, present)
    ring = clockwise(button)
    players = [n for n in ring if is_player(state, n)]
    order = tuple([n for n in players if n in present and not _waits(state, n, button, len(present))])
    if terms.button_policy == "dead_button" and state.positions.big_blind_seat:
        blinds = _dead_button_blinds(terms, state, order)
        if len(order) == terms.heads_up_players:
            button = blinds.small
            order = (blinds.big, blinds.small)
    else:
        blinds = _blinds(terms, state, button, players, order)
    orbit = _orbit(state, button)
    small, dues = _dues(terms, state, orbit, order, blinds, button)
    return Plan(button, orbit, blinds.position, small, blinds.big, order, dues, tuple(blinds.missing))


_CLOCKWISE = [
    [(after + step - 1) % SEATS_MAX + 1 for step in range(1, SEATS_MAX + 1)] for after in range(SEATS_MAX + 1)
]


def clockwise(after: int) -> list[int]:
    """All seats from the left of `after`, which comes last."""
    return _CLOCKWISE[after]


def is_player(state: State, number: int) -> bool:
    """Somebody with chips has this seat, there or not."""
    seat = state.seats[number - 1]
    return seat is not None and seat.chips > 0


def _waits(state: State, number: int, button: int, present: int) -> bool:
    """Whoever returns where the button is, owing a blind, waits until it has passed."""
    return number == button and bool(state.seat(number).missed) and present > PLAYERS_MIN


def _button(terms: Terms, state: State, present: list[int]) -> int:
    if not state.positions.button:
        return present[0]
    is_dead = terms.button_policy == "dead_button"
    if state.positions.is_button_staying and (is_dead or _keeps_button(state, present)):
        return state.positions.button
    if state.positions.next_button and is_player(state, state.positions.next_button):
        return state.positions.next_button
    if is_dead:
        return state.positions.small_blind_position
    candidates = [n for n in clockwise(state.positions.button) if n in present]
    if len(present) == PLAYERS_MIN and "big_blind" in state.seat(candidates[0]).missed:
        return candidates[1]  # who comes back would wait, but with two players somebody has to take it
    return candidates[0]


def _keeps_button(state: State, present: list[int]) -> bool:
    """The same blinds are due again, so the button stays even where its player has gone away.

    Only the last two players need it between them.
    """
    return is_player(state, state.positions.button) or len(present) > PLAYERS_MIN


def _orbit(state: State, button: int) -> int:
    """One more each time the button reaches or passes the Dealer's left, where seat 1 is."""
    last = state.positions
    if not last.button:
        return 1
    return last.orbit if button >= last.button else last.orbit + 1


def _blinds(terms: Terms, state: State, button: int, players: list[int], order: tuple[int, ...]) -> _Blinds:
    missing: list[tuple[int, Blind]] = []
    ring = iter(players)
    position = small = 0
    for number in ring:
        if number in order:
            position = small = number
            break
        if not state.seat(number).is_away:
            continue
        missing.append((number, "small_blind"))
        if "big_blind" not in state.seat(number).missed:
            position = number  # due and absent: no Small Blind in this Round
            break
    for number in ring:
        if number in order:
            if not missing and len(order) == terms.heads_up_players and button in order:
                return _Blinds(button, button, small, missing)  # two players and nobody absent
            return _Blinds(position, small, number, missing)
        if state.seat(number).is_away:
            missing.append((number, "big_blind"))
    raise AssertionError("two players are in the Round, so one of them has the Big Blind")


def _dead_button_blinds(terms: Terms, state: State, order: tuple[int, ...]) -> _Blinds:
    """Blinds move one place at a time, onto empty seats if need be; the Big Blind is always posted.

    After a void Round they stay: the same seat is due the Big Blind, or the next one if it is empty now.
    """
    was, last = state.positions, state.positions.big_blind_seat
    missing: list[tuple[int, Blind]] = []
    big = next(n for n in clockwise(last - 1 if was.is_button_staying else last) if n in order)
    if was.is_button_staying:
        last = was.small_blind_position
    for number in clockwise(last):
        if number == big:
            break
        if is_player(state, number) and state.seat(number).is_away:
            missing.append((number, "big_blind"))
    if len(order) == terms.heads_up_players:
        small = next(number for number in order if number != big)
        return _Blinds(small, small, big, missing)
    if last in order:
        return _Blinds(last, last, big, missing)
    if is_player(state, last) and state.seat(last).is_away:
        missing.append((last, "small_blind"))
    return _Blinds(last, 0, big, missing)


def _dues(
    terms: Terms,
    state: State,
    orbit: int,
    order: tuple[int, ...],
    blinds: _Blinds,
    button: int,
) -> tuple[int, tuple[Due, ...]]:
    """Who posts the Small Blind after all, and what everybody pays."""
    small = blinds.small
    dues = []
    for number in order:
        seat = state.seat(number)
        if number == blinds.big:
            due: Due | None = Due(number, "big_blind", terms.big_blind)
        elif number == small and _posts_small_blind(seat, orbit, is_on_button=number == button):
            due = Due(number, "small_blind", terms.small_blind)
        else:
            due = _entry_due(terms, seat, number, orbit, blinds.small)
            small = 0 if number == blinds.small else small
        if due is not None:
            dues.append(due)
    return small, tuple(sorted(dues, key=lambda due: due.kind != "small_blind"))


def _posts_small_blind(seat: Seat, orbit: int, is_on_button: bool) -> bool:
    """Who owes something else pays that. On the button of two, a missed Small Blind is this one."""
    is_settled = not seat.missed or (is_on_button and seat.missed == ("small_blind",))
    return is_settled and not seat.is_relocated and not _owes_entry(seat, orbit)


def _owes_entry(seat: Seat, orbit: int) -> bool:
    return seat.is_new and not seat.is_relocated and orbit > 1


def _entry_due(terms: Terms, seat: Seat, number: int, orbit: int, small: int) -> Due | None:
    owes_entry = _owes_entry(seat, orbit)
    if seat.missed:
        is_dead = terms.missed_small_blind == "dead"
        is_small_only = seat.missed == ("small_blind",) and number != small and not owes_entry
        live = 0 if is_small_only else terms.big_blind
        dead = terms.small_blind if is_dead else 0
        return Due(number, "missed_blinds", live + terms.small_blind - dead, dead)
    if owes_entry and terms.entry:
        is_live = terms.entry_payment == "live"
        return Due(number, "entry", terms.entry if is_live else 0, 0 if is_live else terms.entry)
    return None
