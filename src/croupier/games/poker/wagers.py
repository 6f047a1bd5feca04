"""What an action comes to: a check, a call, a fold, a BET, a Raise, or an all-in too short to be one."""

from msgspec.structs import replace

from croupier.games.poker import events as e
from croupier.games.poker.incidents import WagerForfeited
from croupier.games.poker.limits import raise_floor, verdict_on
from croupier.games.poker.state import HEADS_UP, State
from croupier.games.poker.terms import Terms, terms
from croupier.table import Draft


def make_check(draft: Draft[State], number: int) -> None:
    draft.emit(e.Checked(seat=number, citations=terms(draft.rules).check[draft.state.street]))
    follow(draft)


def make_call(draft: Draft[State], number: int) -> None:
    state, table = draft.state, terms(draft.rules)
    seat = state.seats[number - 1]
    assert seat is not None
    assert seat.hand is not None
    hand, chips = seat.hand, seat.chips
    amount = state.current_bet - hand.bet
    cites = table.call[state.street]
    if amount >= chips:
        keys = ("all_in", "all_in_chips", "all_in_to_stay") if amount > chips else ("all_in", "all_in_chips")
        amount, cites = chips, cites + draft.rules.cite(*keys)
    draft.emit(
        e.Called(
            seat=number,
            amount=amount,
            to=hand.bet + amount,
            is_all_in=amount == chips,
            citations=cites,
        )
    )
    follow(draft)


def make_fold(draft: Draft[State], number: int) -> None:
    table = terms(draft.rules)
    forfeit_wager(draft, number)
    by_round = table.last_fold if len(draft.state.active) == HEADS_UP else table.fold
    draft.emit(e.Folded(seat=number, citations=by_round[draft.state.street]))
    follow(draft)


def forfeit_wager(draft: Draft[State], number: int) -> None:
    """A bet Out of Turn that a larger one has answered stays in the Pot once its maker's hand is out."""
    hand = draft.state.hand(number)
    premature = hand.premature
    if premature is None or verdict_on(terms(draft.rules), draft.state, number) != "call_or_raise":
        return
    amount = min(premature.amount - hand.bet, draft.state.seat(number).chips)
    if amount > 0:
        cites = draft.rules.cite("out_of_turn_after_larger_bet", reading="RK6")
        draft.emit(WagerForfeited(seat=number, amount=amount, citations=cites))


def make_wager(draft: Draft[State], number: int, to: int) -> None:
    """A BET, a Raise, or an all-in too short to be one."""
    state, table = draft.state, terms(draft.rules)
    seat, hand = state.seat(number), state.hand(number)
    amount = to - hand.bet
    is_all_in = amount == seat.chips
    if not state.current_bet:
        cites = table.bet[state.street]
        if is_all_in:
            short = ("all_in_below_required",) if to < raise_floor(table, state) else ()
            cites += draft.rules.cite("all_in", "all_in_chips", *short)
        draft.emit(
            e.BetMade(
                seat=number,
                amount=amount,
                to=to,
                is_all_in=is_all_in,
                floor=max(to, table.raise_min),
                citations=cites,
            )
        )
    else:
        draft.emit(raised(draft, table, number, to, amount, is_all_in))
    follow(draft)


def raised(draft: Draft[State], table: Terms, number: int, to: int, amount: int, is_all_in: bool) -> e.Wager:
    state = draft.state
    excess = to - state.current_bet
    cites = table.raise_[state.street]
    if excess >= state.floor:
        if is_all_in:
            cites += draft.rules.cite("all_in", "all_in_chips")
        return e.Raised(seat=number, amount=amount, to=to, is_all_in=is_all_in, floor=excess, citations=cites)
    # A raise below the floor lowers it only where the House says so.
    floor = state.floor if table.raise_floor == "largest" else max(excess, table.raise_min)
    if not is_all_in:  # made Out of Turn and standing as it was made, whatever the floor
        cites += draft.rules.cite("not_below_preceding", reading="OT6")
        return e.Raised(seat=number, amount=amount, to=to, floor=floor, citations=cites)
    so_far = state.short_excess if table.short_all_ins_accumulate else 0
    enough = table.raise_threshold_percent * state.floor
    if 100 * (so_far + excess) >= enough:  # half a raise or more is a Raise
        keys = ("all_in", "all_in_chips", "short_all_in", "not_below_preceding")
        cites += draft.rules.cite(*keys, reading="AI6" if 100 * excess < enough else "AI2")
        return e.Raised(seat=number, amount=amount, to=to, is_all_in=is_all_in, floor=floor, citations=cites)
    keys = ("all_in", "all_in_chips", "short_all_in", "all_in_below_required")
    return e.ShortAllInMade(
        seat=number,
        amount=amount,
        to=to,
        is_all_in=is_all_in,
        short_excess=so_far + excess,
        reopens=table.short_all_in_reopens,
        citations=draft.rules.cite(*keys, reading="AI1"),
    )


def follow(draft: Draft[State]) -> None:
    """Where the turn reaches a player whose action Out of Turn stands, it is made now."""
    state = draft.state
    if not state.prematures or state.phase != "betting":
        return
    number = state.to_act
    premature = state.hand(number).premature
    if premature is None or verdict_on(terms(draft.rules), state, number) != "stands":
        return
    before = len(draft.events)
    hand, chips = state.hand(number), state.seat(number).chips
    if premature.amount <= state.current_bet:
        make_call(draft, number)
    else:
        make_wager(draft, number, min(premature.amount, hand.bet + chips))
    stands = draft.events[before]
    cites = draft.rules.cite("out_of_turn_after_fold", reading="OT2")
    draft.events[before] = replace(stands, citations=stands.citations + cites)
