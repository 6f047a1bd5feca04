"""The four Betting Rounds: check, BET, call, raise, fold, all-in, and what each does to the table."""

from typing import Any, NoReturn

from msgspec.structs import replace

from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.events import WagerForfeited
from croupier.games.poker.game import POKER
from croupier.games.poker.permissions import not_your_turn, refuse_while_open, require_own_seat
from croupier.games.poker.state import HEADS_UP, Hand, Premature, Seat, State
from croupier.games.poker.terms import Terms, terms
from croupier.games.poker.turns import Limits, after_action, after_fold, limits, raise_floor, verdict_on
from croupier.money import say_money
from croupier.table import Citations, Command, Draft, Role, refuse


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
        draft.emit(raise_of(draft, table, number, to, amount, is_all_in))
    follow(draft)


def raise_of(
    draft: Draft[State], table: Terms, number: int, to: int, amount: int, is_all_in: bool
) -> e.Wager:
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


@POKER.on(c.Check, Role.PLAYER, "own_decisions_only")
def check(draft: Draft[State], command: c.Check) -> None:
    number, _, hand = require_turn(draft, command, command.seat)
    state = draft.state
    if hand.bet < state.current_bet:
        table = terms(draft.rules)
        owed = limits(table, state, number).to_call
        cites = table.no_check[state.street]
        if state.street == 1 and not state.acted:
            cites = table.first_turn[1] + cites
        refuse(cites, f"there is a bet to match: call {say_money(owed)}, raise or fold")
    make_check(draft, number)


@POKER.on(c.Call, Role.PLAYER, "own_decisions_only")
def call(draft: Draft[State], command: c.Call) -> None:
    number, _, hand = require_turn(draft, command, command.seat)
    if hand.bet >= draft.state.current_bet:
        cites = draft.rules.cite("call") + course(terms(draft.rules), draft.state)
        refuse(cites, "there is nothing to call: check, bet or raise")
    if hand.premature is not None:
        require_verdict(draft, number, "call")
    make_call(draft, number)


@POKER.on(c.Fold, Role.PLAYER, "own_decisions_only")
def fold(draft: Draft[State], command: c.Fold) -> None:
    number, _, hand = require_turn(draft, command, command.seat)
    if hand.premature is not None:
        require_verdict(draft, number, "fold")
    make_fold(draft, number)


@POKER.on(c.Bet, Role.PLAYER, "own_decisions_only")
def bet(draft: Draft[State], command: c.Bet) -> None:
    number, _, _ = require_turn(draft, command, command.seat)
    if draft.state.current_bet:
        current = say_money(draft.state.current_bet)
        table = terms(draft.rules)
        cites = draft.rules.cite("opening_bet") + course(table, draft.state)
        refuse(cites, f"{current} has been bet already: call, raise or fold")
    require_amount(draft, number, command.amount)
    make_wager(draft, number, command.amount)


@POKER.on(c.RaiseTo, Role.PLAYER, "own_decisions_only")
def raise_to(draft: Draft[State], command: c.RaiseTo) -> None:
    number, _, _ = require_turn(draft, command, command.seat)
    if not draft.state.current_bet:
        cites = draft.rules.cite("raise") + course(terms(draft.rules), draft.state)
        refuse(cites, "nobody has bet yet: check or bet")
    require_amount(draft, number, command.amount)
    make_wager(draft, number, command.amount)


@POKER.on(c.AllIn, Role.PLAYER, "own_decisions_only")
def all_in(draft: Draft[State], command: c.AllIn) -> None:
    number, seat, hand = require_turn(draft, command, command.seat)
    go_all_in(draft, number, seat, hand)


@POKER.on(c.PlaceOnRequest, Role.DEALER, "bets_on_request")
def place_on_request(draft: Draft[State], command: c.PlaceOnRequest) -> None:
    """The decision is the player's; the Pit Employee only moves the chips."""
    number = command.seat
    refuse_while_open(draft)
    if draft.state.phase != "betting" or draft.state.to_act != number:
        not_your_turn(draft, number)
    refuse_wrong_deal(draft)
    seat, hand = draft.state.seat(number), draft.state.hand(number)
    before = len(draft.events)
    if command.action == "all_in":
        go_all_in(draft, number, seat, hand)
    elif command.action == "call":
        if hand.bet >= draft.state.current_bet:
            draft.refuse("bets_on_request", "there is nothing to call")
        if hand.premature is not None:
            require_verdict(draft, number, "call")
        make_call(draft, number)
    else:
        is_opening = draft.state.current_bet == 0
        if is_opening != (command.action == "bet"):
            draft.refuse("bets_on_request", "bet when nobody has bet yet, raise otherwise")
        require_amount(draft, number, command.amount)
        make_wager(draft, number, command.amount)
    # The same event with the paragraph that lets staff place it; nothing else about it differs.
    placed = draft.events[before]
    cites = draft.rules.cite("bets_on_request", reading="IR20")
    draft.events[before] = replace(placed, citations=placed.citations + cites)


@POKER.on(c.CallTime, Role.DEALER, "matters_not_provided_for")
def call_time(draft: Draft[State], command: c.CallTime) -> None:
    """The documents know no clock; a player whose time is called checks if that is free, else folds.

    The House's clock calls by itself; without one it is for the dealer to call a player who has walked off.
    """
    refuse_while_open(draft)
    if draft.state.phase != "betting" or draft.state.to_act != command.seat:
        not_your_turn(draft, command.seat)
    refuse_wrong_deal(draft)
    before = len(draft.events)
    if draft.state.hand(command.seat).bet >= draft.state.current_bet:
        make_check(draft, command.seat)
    else:
        make_fold(draft, command.seat)
    done = draft.events[before]
    cites = draft.rules.cite("matters_not_provided_for", reading="BT11")
    draft.events[before] = replace(done, citations=done.citations + cites)


@POKER.on(c.Declare, Role.PLAYER, "own_decisions_only")
def declare(draft: Draft[State], command: c.Declare) -> None:
    require_own_seat(draft, command, command.seat)
    if not command.text.strip():
        draft.refuse("gestures_bind", "say something, or act with chips or a gesture")
    cites = draft.rules.cite("gestures_bind")
    draft.emit(e.IntentionSpoken(seat=command.seat, text=command.text[:200], citations=cites))


@POKER.on(c.DecideFor, Role.PLAYER, "own_decisions_only")
def decide_for(draft: Draft[State], command: c.DecideFor) -> None:
    require_own_seat(draft, command, command.seat)
    draft.refuse("own_decisions_only", f"this is your own seat: {command.action} when the turn comes to it")


@POKER.on(c.ProposeDeal, Role.PLAYER, "no_agreed_split")
def propose_deal(draft: Draft[State], command: c.ProposeDeal) -> None:
    require_own_seat(draft, command, command.seat)
    draft.refuse(
        "no_agreed_split",
        "each hand is played to its conclusion, once, and no Pot is divided by agreement: play on or fold",
    )


# What may be done


def course(table: Terms, state: State) -> Citations:
    """The paragraphs on what may be done at this turn: the first of the Betting Round, or a later one."""
    if state.acted == 0:
        return table.first_turn[state.street]
    return table.later_turn[state.street]


def require_turn(draft: Draft[State], command: Command, number: int) -> tuple[int, Seat, Hand]:
    """The player's own seat, with the turn on it and nothing waiting for a ruling."""
    state = draft.state
    if state.question is not None:
        refuse_while_open(draft)
    if state.to_act != number or not number:
        require_own_seat(draft, command, number)
        not_your_turn(draft, number)
    seat = state.seats[number - 1]
    assert seat is not None
    if seat.player != command.by.id:
        require_own_seat(draft, command, number)
    if state.trouble.wrong_deal or state.trouble.surplus:
        refuse_wrong_deal(draft)
    assert seat.hand is not None
    return number, seat, seat.hand


def refuse_wrong_deal(draft: Draft[State]) -> None:
    if draft.state.trouble.wrong_deal or draft.state.trouble.surplus:
        draft.refuse("voiding_events", "the cards are not right: the dealer has to report that first")


def require_verdict(draft: Draft[State], number: int, action: str) -> None:
    """What an action Out of Turn left its maker."""
    verdict = verdict_on(terms(draft.rules), draft.state, number)
    if verdict == "check" and action != "check":
        draft.refuse("out_of_turn_after_check", "having acted Out of Turn you have to check behind a check")
    if verdict == "call_or_fold" and action == "raise":
        bound = say_money(draft.state.current_bet)
        draft.refuse(
            "out_of_turn_after_smaller_bet", f"having acted Out of Turn you may call {bound} or fold"
        )


def require_amount(draft: Draft[State], number: int, amount: int) -> None:
    """A BET or Raise total within the bounds of this turn."""
    table, state = terms(draft.rules), draft.state
    bounds = limits(table, state, number)
    if not bounds.raise_max:
        refuse_raise(draft, number, bounds)
    if amount > bounds.raise_max:
        draft.refuse("table_stake", f"the most you can put in is {say_money(bounds.raise_max)}, all-in")
    if amount == bounds.raise_max:
        return
    if 0 < amount <= state.current_bet:
        cites = draft.rules.cite("call", "all_in_below_required")
        refuse(cites, f"less than a raise has to match the bet: call {say_money(bounds.to_call)}")
    if amount < bounds.raise_min:
        least = say_money(bounds.raise_min)
        reading = "BT1" if not state.current_bet else "BT2"
        cites = draft.rules.cite("minimum_raise", "not_below_preceding", reading=reading)
        what = "the smallest BET is" if not state.current_bet else "the smallest raise is to"
        refuse(cites, f"{what} {least}; go up to {say_money(bounds.raise_max)}, all-in")
    if amount % table.lowest_chip:
        draft.refuse("split_pot", f"bet in chips of {say_money(table.lowest_chip)}")


def refuse_raise(draft: Draft[State], number: int, bounds: Limits) -> NoReturn:
    calls = f"call {say_money(bounds.to_call)} or fold" if bounds.to_call else "check or fold"
    if bounds.barred == "out_of_turn":
        require_verdict(draft, number, "raise")
    if bounds.barred == "acted":
        cites = draft.rules.cite("short_all_in", reading="AI4")
        refuse(cites, f"the all-in was no Raise, so the betting is not open to you again: {calls}")
    if bounds.barred == "pointless":
        cites = draft.rules.cite("betting_structure", reading="BT8")
        refuse(cites, f"nobody is left who could answer a raise: {calls}")
    draft.refuse("all_in_to_stay", f"your stake does not reach beyond the call: {calls}")


def go_all_in(draft: Draft[State], number: int, seat: Seat, hand: Hand) -> None:
    whole = hand.bet + seat.chips
    if whole <= draft.state.current_bet:
        if hand.premature is not None:
            require_verdict(draft, number, "call")
        make_call(draft, number)
        return
    bounds = limits(terms(draft.rules), draft.state, number)
    if not bounds.raise_max:
        refuse_raise(draft, number, bounds)
    make_wager(draft, number, whole)


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
