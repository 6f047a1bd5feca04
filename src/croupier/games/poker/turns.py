"""Whose turn it is, what the player may put in, and what an action Out of Turn binds to."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.poker.state import Bettors, Seat, State, active_among
from croupier.games.poker.terms import AFTER_BET, AFTER_CHECK, FIRST, LATER, Terms
from croupier.money import round_up
from croupier.table.sharing import shared

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
    # Somebody else's hand went out: the player to act may have nobody left to answer.
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
        seat, hand = state.dealt(number)
        if hand.bet or hand.premature or hand.is_limited:
            seats[number - 1] = replace(seat, hand=replace(hand, bet=0, premature=None, is_limited=False))
    whole = tuple(seats)
    if state.is_betting_over:  # the bets of the last Betting Round stay known: its street may still go back
        after = replace(state, acted=0, current_bet=0, to_act=0, prematures=(), **changes)
        return replace(after, phase=phase_after_betting(after))
    return replace(
        state,
        seats=whole,
        acted=0,
        phase="betting",
        street=state.street + 1,
        current_bet=0,
        last_full=0,
        prematures=(),
        short_excess=0,
        earlier=Bettors(state.raisers, state.first_bettor),
        raisers=(),
        first_bettor=0,
        to_act=next_to_act(whole, state.order, 0, 0, 0),
        **changes,
    )


def stage(state: State) -> int:
    """Where the betting stands for the paragraphs on what may be done."""
    if not state.acted and (state.street > 1 or not state.outs):
        return FIRST
    if state.street == 1 or not state.current_bet:
        return LATER
    for number in state.order:
        if number == state.first_bettor:
            break
        seat = state.seats[number - 1]
        if seat and seat.hand and seat.hand.is_active and (seat.chips or seat.hand.bet):
            return AFTER_CHECK  # he could have bet before the one who did
    return AFTER_BET


Verdict = Literal["free", "stands", "check", "call_or_fold", "call_or_raise"]


class Limits(Struct, frozen=True):
    """The bounds of one player's turn, as totals in this Betting Round."""

    to_call: int  # chips still to put in, never more than the player has
    raise_min: int  # smallest bet or raise total; the whole stack where that is less
    raise_max: int  # the whole stack; 0 if the player may not raise
    verdict: Verdict = "free"
    barred: Literal["", "acted", "pointless", "out_of_turn"] = ""


def full_raise(terms: Terms, state: State) -> int:
    """What a full Raise adds to the bet that is to be matched.

    Where the House lets a short all-in be completed, it is what that one lacked.
    """
    lacking = state.last_full + state.floor - state.current_bet
    return lacking if terms.complete_short_all_in and 0 < lacking < state.floor else state.floor


def raise_floor(terms: Terms, state: State) -> int:
    """The smallest total that is a full BET or Raise now."""
    if state.current_bet == 0:
        return terms.open_min
    return round_up(state.current_bet + full_raise(terms, state), terms.lowest_chip)


def is_pointless(terms: Terms, state: State, number: int) -> bool:
    """Whether a raise is barred because of what the others have left."""
    if terms.pointless_raise == "allow":
        return False
    if terms.pointless_raise == "while_answerable":
        return not can_be_answered(state.seats, state.order, number)
    others = [(state.seat(n), hand) for n, hand in state.hands if n != number and hand.is_active]
    return not any(seat.chips and hand.bet + seat.chips > state.current_bet for seat, hand in others)


def limits(terms: Terms, state: State, number: int) -> Limits:
    """What the player at `number`, whose turn it is, may do."""
    seat, hand = state.seat(number), state.hand(number)
    owed = max(state.current_bet - hand.bet, 0)
    whole = hand.bet + seat.chips
    verdict = verdict_on(terms, state, number) if hand.premature else "free"
    barred: Literal["", "acted", "pointless", "out_of_turn"] = ""
    if verdict in ("check", "call_or_fold") or hand.is_limited:
        barred = "out_of_turn"
    elif state.acted >> number & 1:
        barred = "acted"
    elif is_pointless(terms, state, number):
        barred = "pointless"
    can_raise = whole > state.current_bet and not barred
    return Limits(
        to_call=min(owed, seat.chips),
        raise_min=min(raise_floor(terms, state), whole) if can_raise else 0,
        raise_max=whole if can_raise else 0,
        verdict=verdict,
        barred=barred,
    )


@shared
def asked(terms: Terms, state: State) -> Limits:
    """What the player to act may do; worked out once for a moment, whoever asks."""
    return limits(terms, state, state.to_act)


def verdict_on(terms: Terms, state: State, number: int) -> Verdict:
    """What an action Out of Turn binds its maker to, by what the skipped players have done since."""
    hand = state.hand(number)
    premature = hand.premature
    if premature is None or premature.action == "fold":
        return "free"
    if premature.action == "check":  # it binds behind a check only
        return "check" if premature.answer == "check" and hand.bet >= state.current_bet else "free"
    if premature.folded == len(premature.skipped):
        return "stands"
    if terms.oot_fold_rule == "any" and premature.folded and premature.answer != "larger":
        return "stands"
    if premature.answer == "check" and hand.bet >= state.current_bet:
        return "check"
    if premature.answer == "none":
        return "free"
    # Where somebody checks a live payment, one who still owes the bet cannot check behind: he may call.
    return "call_or_raise" if premature.answer == "larger" else "call_or_fold"
