"""The four Betting Rounds: check, BET, call, raise, fold, all-in, and what each does to the table."""

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from msgspec.structs import replace

from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.permissions import (
    Targets,
    not_your_turn,
    own_seat,
    refuse_while_open,
    refuse_wrong_deal,
    require_own_seat,
    whose_turn,
)
from croupier.games.poker.plan import is_dealt_wrong
from croupier.games.poker.state import HEADS_UP, Hand, Premature, Seat, State
from croupier.games.poker.terms import FIRST, Terms, terms
from croupier.games.poker.turns import (
    Limits,
    after_action,
    after_fold,
    full_raise,
    limits,
    raise_floor,
    stage,
    verdict_on,
)
from croupier.messages import Message
from croupier.table import Ask, Citations, Command, Draft, Moment, Offer, Role, money, refuse, text
from croupier.table.offers import Each, within

# What the player whose turn it is may do


@within("betting")
def own_turn(at: Moment[State]) -> Targets:
    """The seat of the player who asks, if it is their turn."""
    state = at.state
    if state.open or state.coming or state.shuffle_due or is_dealt_wrong(terms(at.rules), state):
        return ()
    seat = state.seats[state.to_act - 1]
    return ({"seat": state.to_act},) if seat is not None and seat.player == at.by.id else ()


def turn_where(is_so: Callable[[State], bool]) -> Each:
    """As above, where this is so."""
    return within("betting")(lambda at: found if (found := own_turn(at)) and is_so(at.state) else ())


turn_to_match = turn_where(lambda state: state.hand(state.to_act).bet < state.current_bet)
turn_free = turn_where(lambda state: state.hand(state.to_act).bet >= state.current_bet)
turn_after_bet = turn_where(lambda state: state.current_bet > 0)
turn_before_bet = turn_where(lambda state: state.current_bet == 0)


def turn_of(at: Moment[State], number: int) -> tuple[Seat, Hand]:
    """The player's own seat, with the turn on it and nothing waiting for a ruling."""
    state = at.state
    if state.open or state.shuffle_due or (state.coming and state.phase == "betting"):
        refuse_while_open(at)
    if state.to_act != number or state.phase != "betting":  # at the showdown a turn is one to show
        require_own_seat(at, number)
        not_your_turn(at, number)
    seat = state.seats[number - 1]
    assert seat is not None
    if seat.player != at.by.id:
        require_own_seat(at, number)
    refuse_wrong_deal(at)
    assert seat.hand is not None
    return seat, seat.hand


def course(table: Terms, state: State) -> Citations:
    """The paragraphs on what may be done at this turn."""
    return table.turn[stage(state)][state.street]


@POKER.action(c.Check, Role.PLAYER, "own_decisions_only", each=turn_free)
def check(at: Moment[State], seat: int) -> Offer:
    _, hand = turn_of(at, seat)
    state, table = at.state, terms(at.rules)
    if hand.bet < state.current_bet:
        cites = table.no_check[state.street]
        if stage(state) == FIRST:
            cites = table.turn[FIRST][1] + cites
        refuse(cites, "there is a bet to match: {left:or}", left=left_to(at, seat))
    return Offer(table.check[stage(state)][state.street] + bound_by(at, seat))


@POKER.action(c.Call, Role.PLAYER, "own_decisions_only", each=turn_to_match)
def call(at: Moment[State], seat: int) -> Offer:
    player, hand = turn_of(at, seat)
    state, table = at.state, terms(at.rules)
    if hand.premature is not None:
        require_verdict(at, seat, "call")
    if hand.bet >= state.current_bet:
        cites = at.cite("call") + course(table, state)
        refuse(cites, "there is nothing to call: {left:or}", left=left_to(at, seat))
    cites = table.call[stage(state)][state.street] + bound_by(at, seat)
    return Offer(cites, costs=min(state.current_bet - hand.bet, player.chips))


@POKER.action(c.Bet, Role.PLAYER, "own_decisions_only", each=turn_before_bet)
def bet(at: Moment[State], seat: int) -> Offer:
    turn_of(at, seat)
    table, current = terms(at.rules), at.state.current_bet
    if current:
        cites = at.cite("opening_bet") + course(table, at.state)
        refuse(cites, "{bet:money} has been bet already: {left:or}", bet=current, left=left_to(at, seat))
    return wager(at, seat, table.bet[stage(at.state)][at.state.street])


@POKER.action(c.RaiseTo, Role.PLAYER, "own_decisions_only", each=turn_after_bet)
def raise_to(at: Moment[State], seat: int) -> Offer:
    turn_of(at, seat)
    table = terms(at.rules)
    if not at.state.current_bet:
        cites = at.cite("raise") + course(table, at.state)
        refuse(cites, "nobody has bet yet: {left:or}", left=left_to(at, seat))
    return wager(at, seat, table.raise_[stage(at.state)][at.state.street] + bound_by(at, seat))


@POKER.action(c.AllIn, Role.PLAYER, "own_decisions_only", each=own_turn)
def all_in(at: Moment[State], seat: int) -> Offer:
    turn_of(at, seat)
    return whole_stack(at, seat)


@POKER.action(c.Fold, Role.PLAYER, "own_decisions_only", each=own_turn)
def fold(at: Moment[State], seat: int) -> Offer:
    _, hand = turn_of(at, seat)
    if hand.premature is not None:
        require_verdict(at, seat, "fold")
    if hand.bet >= at.state.current_bet and terms(at.rules).fold_when_check_free == "refuse":
        cites = course(terms(at.rules), at.state) + at.cite("fold", reading="BT6")
        refuse(cites, "a check costs nothing: check")
    return Offer(terms(at.rules).fold[stage(at.state)][at.state.street] + bound_by(at, seat))


@check.taken
@call.taken
@fold.taken
def acts(draft: Draft[State], command: c.AtSeat, offer: Offer) -> None:
    _MADE[type(command)](draft, command.seat)


@all_in.taken
def goes_all_in(draft: Draft[State], command: c.AllIn, offer: Offer) -> None:
    if offer.facts == "call":
        make_call(draft, command.seat, offer.citations)
    else:
        make_all_in(draft, command.seat)


@bet.taken
@raise_to.taken
def wagers(draft: Draft[State], command: c.Bet | c.RaiseTo, offer: Offer) -> None:
    put_in(draft, command.seat, command.amount, offer.facts)


def left_to(at: Moment[State], number: int) -> list[Message]:
    """What the player whose turn it is may do, in a word each."""
    state = at.state
    bounds = limits(terms(at.rules), state, number)
    found = [to_stay(bounds)]
    if bounds.raise_max:
        found.append(Message("raise" if state.current_bet else "bet"))
    table = terms(at.rules)
    is_refused = not bounds.to_call and table.fold_when_check_free == "refuse"
    is_bound = bounds.verdict == "check" and table.oot_check_fold == "refuse"
    if not is_bound and not is_refused:
        found.append(Message("fold"))
    return found


def to_stay(bounds: Limits) -> Message:
    return Message("call {bet:money}" if bounds.to_call else "check", {"bet": bounds.to_call})


# How much


def to_call(state: State, number: int) -> int:
    """Chips still to put in, never more than the player has."""
    seat, hand = state.seat(number), state.hand(number)
    return min(state.current_bet - hand.bet, seat.chips)


def wager(at: Moment[State], number: int, cites: Citations, **more: Any) -> Offer:
    """A BET or Raise total within the bounds of this turn."""
    table = terms(at.rules)
    bounds = limits(table, at.state, number)
    if not bounds.raise_max:
        refuse_raise(at, number, bounds)
    least, most, chip = bounds.raise_min, bounds.raise_max, table.lowest_chip
    top = most - (most - least) % chip
    # Where only the whole stack is left to put in, all-in says so.
    return Offer(cites, (money("amount", least, top, chip),), facts=bounds, is_listed=least < most, **more)


@bet.outside
@raise_to.outside
def amount_outside(at: Moment[State], command: Any, offer: Offer, ask: Ask) -> None:
    """The whole stack may always be put in; everything else that is not offered has its paragraph."""
    bounds, amount, current = offer.facts, command.amount, at.state.current_bet
    if amount == bounds.raise_max:
        return
    if amount > bounds.raise_max:
        cites = at.cite("table_stake", "increasing_stake", "all_in")
        refuse(cites, "the most you can put in is {most:money}, all-in", most=bounds.raise_max)
    if 0 < amount <= current:
        short = ("all_in_below_required",) if _is_called_short(at.state) else ()
        cites = at.cite("raise", "minimum_raise", "not_below_preceding", "call", *short, reading="BT2")
        template = "a raise goes beyond the bet: {stay}, or raise to {least:money} at least"
        refuse(cites, template, stay=to_stay(bounds), least=bounds.raise_min)
    if current and amount < bounds.raise_min and terms(at.rules).under_raise != "refuse":
        return
    if amount < bounds.raise_min:
        cites = at.cite("minimum_raise", "not_below_preceding", reading="BT2" if current else "BT1")
        template = "the smallest BET is {least:money}; go up to {most:money}, all-in"
        if current:
            template = "the smallest raise is to {least:money}; go up to {most:money}, all-in"
        refuse(cites, template, least=bounds.raise_min, most=bounds.raise_max)
    at.refuse("split_pot", "bet in chips of {chip:money}", chip=terms(at.rules).lowest_chip)


def _is_called_short(state: State) -> bool:
    """Somebody is all-in for less than has to be called; the others still owe all of it."""
    return any(
        hand.is_active and not state.seat(number).chips and hand.bet < state.current_bet
        for number, hand in state.hands
    )


def put_in(draft: Draft[State], number: int, amount: int, bounds: Limits, more: Citations = ()) -> None:
    """A BET or Raise; a raise that is too small becomes what the House makes of it."""
    if draft.state.current_bet and amount < bounds.raise_min:
        more += draft.cite("minimum_raise", "not_below_preceding", reading="BT4")
        if terms(draft.rules).under_raise == "call":
            make_call(draft, number, more)
            return
        amount = bounds.raise_min
    make_wager(draft, number, amount, more)


# One chip, and no word with it


def unlisted(at: Moment[State]) -> Targets:
    """Who counts out a bet bets; this is for tables where chips lie on the felt."""
    return ()


@POKER.action(c.PutInChip, Role.PLAYER, "own_decisions_only", each=unlisted)
def put_in_chip(at: Moment[State], seat: int) -> Offer:
    player, _ = turn_of(at, seat)
    chip = terms(at.rules).lowest_chip
    return Offer(at.cite("gestures_bind", reading="BT7"), (money("amount", chip, player.chips, chip),))


@put_in_chip.outside
def chip_outside(at: Moment[State], command: c.PutInChip, offer: Offer, ask: Ask) -> None:
    if command.amount == ask.maximum:
        return
    if command.amount > ask.maximum:
        cites = at.cite("table_stake", "increasing_stake", "all_in")
        refuse(cites, "the most you can put in is {most:money}, all-in", most=ask.maximum)
    at.refuse("split_pot", "bet in chips of {chip:money}", chip=ask.minimum)


@put_in_chip.taken
def chip_is_put_in(draft: Draft[State], command: c.PutInChip, offer: Offer) -> None:
    number, amount, at = command.seat, command.amount, moment(draft, command)
    seat, hand = draft.state.dealt(number)
    owed = min(draft.state.current_bet - hand.bet, seat.chips)
    if amount < owed:
        refuse(draft.cite("call"), "there is a bet to match: {left:or}", left=left_to(at, number))
    is_oversized = amount > owed and terms(draft.rules).oversized_chip_is_call
    if owed > 0 and (amount == owed or is_oversized):
        require_verdict(at, number, "call")
        make_call(draft, number, offer.citations)
        return
    told = c.RaiseTo(by=command.by, seat=number, amount=hand.bet + amount)
    found = wager(at, number, offer.citations)
    (ask,) = found.asks
    if not ask.minimum <= told.amount <= ask.maximum:
        amount_outside(at, told, found, ask)
    put_in(draft, number, told.amount, found.facts, offer.citations)


def whole_stack(at: Moment[State], number: int) -> Offer:
    """All-in, to call or beyond the call."""
    seat, hand = at.state.seat(number), at.state.hand(number)
    whole = hand.bet + seat.chips
    if whole <= at.state.current_bet:
        if hand.premature is not None:
            require_verdict(at, number, "call")
        return Offer(at.cite("all_in_to_stay"), costs=seat.chips)
    bounds = limits(terms(at.rules), at.state, number)
    if bounds.barred == "pointless" and bounds.to_call:  # what nobody can answer would only come back
        cites = at.cite("no_limit", "all_in", reading="BT8")
        return Offer(cites, costs=bounds.to_call, facts="call", is_listed=False)
    if not bounds.raise_max:
        refuse_raise(at, number, bounds)
    return Offer(at.cite("all_in"), costs=seat.chips)


def refuse_raise(at: Moment[State], number: int, bounds: Limits) -> NoReturn:
    left = left_to(at, number)
    if bounds.barred == "out_of_turn":
        require_verdict(at, number, "raise")
        cites = at.cite("out_of_turn_after_smaller_bet", reading="OT5")
        refuse(cites, "having acted Out of Turn you may {left:or}", left=left)
    if bounds.barred == "acted":
        cites = at.cite("short_all_in", reading="AI4")
        template = "the all-in was no Raise, so the betting is not open to you again: {left:or}"
        refuse(cites, template, left=left)
    if bounds.barred == "pointless":
        cites = at.cite("betting_structure", reading="BT8")
        refuse(cites, "nobody is left who could answer a raise: {left:or}", left=left)
    at.refuse("all_in_to_stay", "your stake does not reach beyond the call: {left:or}", left=left)


_BINDING: dict[str, str] = {
    "check": "out_of_turn_after_check",
    "call_or_fold": "out_of_turn_after_smaller_bet",
    "call_or_raise": "out_of_turn_after_larger_bet",
}


def bound_by(at: Moment[State] | Draft[State], number: int) -> Citations:
    """The paragraph that says what is left to a player who has acted Out of Turn."""
    if not at.state.prematures or at.state.hand(number).premature is None:
        return ()
    rule = _BINDING.get(verdict_on(terms(at.rules), at.state, number))
    return at.cite(rule) if rule else ()


def require_verdict(at: Moment[State], number: int, action: str) -> None:
    """What an action Out of Turn left its maker."""
    verdict = verdict_on(terms(at.rules), at.state, number)
    may_fold = terms(at.rules).oot_check_fold == "allow"
    if verdict == "check" and action != "check" and not (may_fold and action == "fold"):
        template = "having acted Out of Turn you have to check behind a check"
        if may_fold:
            template = "having acted Out of Turn you may check or fold behind a check"
        at.refuse("out_of_turn_after_check", template, reading="OT9")
    if verdict == "call_or_fold" and action == "raise":
        template = "having acted Out of Turn you may call {bet:money} or fold"
        at.refuse("out_of_turn_after_smaller_bet", template, bet=at.state.current_bet)


# For the player whose turn it is: chips put in at his request, or time called on him


@within("betting")
def at_request(at: Moment[State]) -> Targets:
    kind = "raise_to" if at.state.current_bet else "bet"
    return tuple({"seat": at.state.to_act, "action": action} for action in ("call", "all_in", kind))


def require_turn_at(at: Moment[State], number: int) -> None:
    refuse_while_open(at)
    if at.state.phase != "betting" or at.state.to_act != number:
        not_your_turn(at, number)
    refuse_wrong_deal(at)


@POKER.action(c.PlaceOnRequest, Role.DEALER, "bets_on_request", each=at_request)
def place_on_request(at: Moment[State], seat: int, action: str) -> Offer:
    """The decision is the player's; the Pit Employee only moves the chips."""
    require_turn_at(at, seat)
    state, cites = at.state, at.cite("bets_on_request", reading="IR20")
    if action == "all_in":
        found = whole_stack(at, seat)
        # A call for all that is left is told as a call.
        under = found.citations + cites if found.facts else cites
        return replace(found, citations=under, group="house", is_listed=found.costs > to_call(state, seat))
    if action == "call":
        if state.hand(seat).bet >= state.current_bet:
            at.refuse("bets_on_request", "there is nothing to call")
        require_verdict(at, seat, "call")
        return Offer(cites, group="house", costs=to_call(state, seat))
    if (state.current_bet == 0) != (action == "bet"):
        at.refuse("bets_on_request", "bet when nobody has bet yet, raise otherwise")
    return wager(at, seat, cites, group="house")


place_on_request.outside(amount_outside)


@place_on_request.taken
def placed(draft: Draft[State], command: c.PlaceOnRequest, offer: Offer) -> None:
    number, is_plain = command.seat, command.action in ("call", "all_in")
    if is_plain and command.amount:
        draft.refuse("bets_on_request", "an amount is said with a bet or a raise only")
    if command.action == "all_in" and not offer.facts:
        make_all_in(draft, number, offer.citations)
    elif is_plain:
        make_call(draft, number, offer.citations)
    else:
        put_in(draft, number, command.amount, offer.facts, offer.citations)


@within("blinds", "betting", "dealing")
def with_chips_in(at: Moment[State]) -> Targets:
    return tuple({"seat": number} for number, hand in at.state.hands if hand.total + hand.dead)


@POKER.action(c.ReportPlacement, Role.DEALER, "bets_on_request", each=with_chips_in)
def report_placement(at: Moment[State], seat: int) -> Offer:
    """It was for the player to look: what lies there stands."""
    if {"seat": seat} not in with_chips_in(at):
        at.refuse("bets_on_request", "seat {seat} has nothing in", seat=seat)
    cites = at.cite("bets_on_request", reading="IR20")
    return Offer(cites, event=partial(e.PlacementStands, seat=seat), group="irregularity")


@POKER.action(c.CallTime, Role.DEALER, "matters_not_provided_for", each=whose_turn("betting"))
def call_time(at: Moment[State], seat: int) -> Offer:
    """The documents know no clock; a player whose time is called checks if that is free, else folds.

    The House's clock calls by itself; without one it is for the dealer to call a player who has walked off.
    """
    require_turn_at(at, seat)
    seconds = terms(at.rules).action_clock_seconds
    if at.by.role is Role.DEALER and seconds and not at.state.seat(seat).is_away:
        at.refuse(
            "matters_not_provided_for",
            "seat {seat} has {seconds} seconds and the clock calls time; a pit supervisor may rule so before",
            reading="BT12",
            seat=seat,
            seconds=seconds,
        )
    is_ruled = seconds and at.by.role is not Role.SYSTEM
    return Offer(at.cite("matters_not_provided_for", reading="BT12" if is_ruled else "BT11"), group="house")


@call_time.taken
def time_is_over(draft: Draft[State], command: c.CallTime, offer: Offer) -> None:
    is_free = draft.state.hand(command.seat).bet >= draft.state.current_bet
    (make_check if is_free else make_fold)(draft, command.seat, offer.citations)


# What is said, and what is never allowed


@POKER.action(c.Declare, Role.PLAYER, "own_decisions_only", each=own_seat)
def declare(at: Moment[State], seat: int) -> Offer:
    require_own_seat(at, seat)
    return Offer(at.cite("gestures_bind"), (text("text"),), group="house")


@declare.taken
def declares(draft: Draft[State], command: c.Declare, offer: Offer) -> None:
    draft.require(command.text.strip(), "gestures_bind", "say something, or act with chips or a gesture")
    draft.emit(e.IntentionSpoken(seat=command.seat, text=command.text[:200], citations=offer.citations))


@POKER.on(c.DecideFor, Role.PLAYER, "own_decisions_only")
def decide_for(draft: Draft[State], command: c.DecideFor) -> None:
    require_own_seat(moment(draft, command), command.seat)
    template = "this is your own seat: {action:name} when the turn comes to it"
    draft.refuse("own_decisions_only", template, action=command.action)


@POKER.on(c.ProposeDeal, Role.PLAYER, "no_agreed_split")
def propose_deal(draft: Draft[State], command: c.ProposeDeal) -> None:
    require_own_seat(moment(draft, command), command.seat)
    draft.refuse(
        "no_agreed_split",
        "each hand is played to its conclusion, once, and no Pot is divided by agreement: play on or fold",
    )


def moment(draft: Draft[State], command: Command) -> Moment[State]:
    return Moment(draft.rules, draft.state, command.by, command.at)


# What it comes to. `more` are paragraphs that let somebody else than the player do it.


def make_check(draft: Draft[State], number: int, more: Citations = ()) -> None:
    state, table = draft.state, terms(draft.rules)
    cites = table.check[stage(state)][state.street] + bound_by(draft, number)
    draft.emit(e.Checked(seat=number, citations=cites + more))
    follow(draft)


def make_call(draft: Draft[State], number: int, more: Citations = ()) -> None:
    state, table = draft.state, terms(draft.rules)
    seat, hand = state.dealt(number)
    chips = seat.chips
    amount = state.current_bet - hand.bet
    cites = table.call[stage(state)][state.street] + bound_by(draft, number) + more
    if amount >= chips:
        short = ("all_in_to_stay", "all_in_below_required") if amount > chips else ()
        amount, cites = chips, cites + draft.cite("all_in", "all_in_chips", *short)
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


def make_fold(draft: Draft[State], number: int, more: Citations = ()) -> None:
    state, table = draft.state, terms(draft.rules)
    more += bound_by(draft, number)
    forfeit_wager(draft, number)
    by_stage = table.last_fold if len(state.active) == HEADS_UP else table.fold
    draft.emit(e.Folded(seat=number, citations=by_stage[stage(state)][state.street] + more))
    follow(draft)


def forfeit_wager(draft: Draft[State], number: int) -> None:
    """A bet Out of Turn that a larger one has answered stays in the Pot once its maker's hand is out."""
    hand = draft.state.hand(number)
    premature = hand.premature
    if premature is None or verdict_on(terms(draft.rules), draft.state, number) != "call_or_raise":
        return
    amount = min(premature.amount - hand.bet, draft.state.seat(number).chips)
    if amount > 0:
        cites = draft.cite("out_of_turn_after_larger_bet", reading="RK6")
        draft.emit(e.WagerForfeited(seat=number, amount=amount, citations=cites))


def make_all_in(draft: Draft[State], number: int, more: Citations = ()) -> None:
    whole = draft.state.hand(number).bet + draft.state.seat(number).chips
    if whole <= draft.state.current_bet:
        make_call(draft, number, more)
    else:
        make_wager(draft, number, whole, more)


_MADE = {c.Check: make_check, c.Call: make_call, c.Fold: make_fold}


def make_wager(draft: Draft[State], number: int, to: int, more: Citations = ()) -> None:
    """A BET, a Raise, or an all-in too short to be one."""
    state, table = draft.state, terms(draft.rules)
    seat, hand = state.seat(number), state.hand(number)
    amount, more = to - hand.bet, bound_by(draft, number) + more
    is_all_in = amount == seat.chips
    if state.current_bet:
        made: e.Wager = raise_of(draft, number, to, amount, is_all_in)
    else:
        cites = table.bet[stage(state)][state.street]
        if is_all_in:
            short = ("all_in_below_required",) if to < raise_floor(table, state) else ()
            cites += draft.cite("all_in", "all_in_chips", *short)
        floor = max(to, table.raise_min)
        owed = table.open_min if is_all_in and table.short_open_call == "full" and to < table.open_min else 0
        made = e.BetMade(
            seat=number, amount=amount, to=to, is_all_in=is_all_in, floor=floor, owed=owed, citations=cites
        )
    draft.emit(replace(made, citations=made.citations + more) if more else made)
    follow(draft)


def raise_of(draft: Draft[State], number: int, to: int, amount: int, is_all_in: bool) -> e.Wager:
    state, table = draft.state, terms(draft.rules)
    excess = to - state.current_bet
    cites = table.raise_[stage(state)][state.street]
    full = full_raise(table, state)
    if excess >= full:
        if is_all_in:
            cites += draft.cite("all_in", "all_in_chips")
        if excess < state.floor:
            cites += draft.cite("short_all_in", reading="AI5")
        floor = max(excess, state.floor)
        return e.Raised(seat=number, amount=amount, to=to, is_all_in=is_all_in, floor=floor, citations=cites)
    # A raise below the floor lowers it only where the House says so.
    floor = state.floor if table.raise_floor == "largest" else max(excess, table.raise_min)
    if not is_all_in:  # made Out of Turn and standing as it was made, even below the floor
        cites += draft.cite("not_below_preceding", reading="OT6")
        return e.Raised(seat=number, amount=amount, to=to, floor=floor, citations=cites)
    so_far = state.short_excess if table.short_all_ins_accumulate else 0
    enough = table.raise_threshold_percent * full
    if 100 * (so_far + excess) >= enough:  # half a raise or more is a Raise
        keys = ("all_in", "all_in_chips", "short_all_in", "not_below_preceding")
        cites += draft.cite(*keys, reading="AI6" if 100 * excess < enough else "AI2")
        return e.Raised(seat=number, amount=amount, to=to, is_all_in=is_all_in, floor=floor, citations=cites)
    keys = ("all_in", "all_in_chips", "short_all_in", "all_in_below_required")
    return e.ShortAllInMade(
        seat=number,
        amount=amount,
        to=to,
        is_all_in=is_all_in,
        short_excess=so_far + excess,
        reopens=table.short_all_in_reopens,
        citations=course(table, state) + draft.cite(*keys, reading="AI1"),
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
    cites = draft.cite("out_of_turn_after_fold", reading="OT2")
    if premature.amount <= state.current_bet:
        make_call(draft, number, cites)
    else:
        whole = state.hand(number).bet + state.seat(number).chips
        make_wager(draft, number, min(premature.amount, whole), cites)


# What each action does to the table


@POKER.after(e.Checked)
def checked(state: State, event: e.Checked) -> State:
    number = event.seat
    acted = state.acted | 1 << number
    if not state.prematures:
        return after_action(state, state.seats, number, state.current_bet, acted)
    hand = state.hand(number)
    free = state.with_hand(number, premature=None, is_limited=_is_limited(hand))
    return _answered(after_action(free, free.seats, number, state.current_bet, acted), number, "check", 0)


@POKER.after(e.Folded)
def folded(state: State, event: e.Folded) -> State:
    return fold_hand(state, event.seat)


def fold_hand(state: State, number: int, **changes: Any) -> State:
    """Take a hand out of the Round at any player's turn."""
    seat, hand = state.dealt(number)
    hand = replace(hand, is_active=False, premature=None, **changes)
    seats = state.with_seat(number, replace(seat, hand=hand))
    after = after_fold(state, seats, number, outs=(*state.outs, number))
    return _answered(after, number, "fold", 0) if state.prematures else after


def _wagered(state: State, event: e.Wager, current_bet: int, acted: int, **changes: Any) -> State:
    """The chips go in and the turn passes; who is bound by an action Out of Turn takes note."""
    pot, (seat, hand) = state.pot + event.amount, state.dealt(event.seat)
    hand = replace(
        hand,
        bet=event.to,
        total=hand.total + event.amount,
        premature=None,
        is_limited=_is_limited(hand),
    )
    seats = state.with_seat(event.seat, replace(seat, chips=seat.chips - event.amount, hand=hand))
    after = after_action(state, seats, event.seat, current_bet, acted, pot=pot, **changes)
    return _answered(after, event.seat, "wager", event.to) if state.prematures else after


@POKER.after(e.Called)
def called(state: State, event: e.Called) -> State:
    return _wagered(state, event, state.current_bet, state.acted | 1 << event.seat)


@POKER.after(e.BetMade)
def bet_made(state: State, event: e.BetMade) -> State:
    to_match = event.owed or event.to
    changes = {"floor": event.floor, "last_full": to_match, "first_bettor": event.seat}
    return _wagered(state, event, to_match, 1 << event.seat, **changes)


@POKER.after(e.Raised)
def raised(state: State, event: e.Raised) -> State:
    raisers = (*state.raisers, event.seat)
    changes = {"floor": event.floor, "last_full": event.to, "short_excess": 0, "raisers": raisers}
    return _wagered(state, event, event.to, 1 << event.seat, **changes)


@POKER.after(e.ShortAllInMade)
def short_all_in_made(state: State, event: e.ShortAllInMade) -> State:
    acted = (0 if event.reopens else state.acted) | 1 << event.seat
    first = state.first_bettor or event.seat
    return _wagered(state, event, event.to, acted, short_excess=event.short_excess, first_bettor=first)


def _is_limited(hand: Hand) -> bool:
    return hand.is_limited or (hand.premature is not None and hand.premature.limits_on)


def _answered(state: State, number: int, action: str, to: int) -> State:
    """Note what a skipped player has done in the binding of the player who acted Out of Turn."""
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
    # A call for less behind a larger bet takes nothing off what there is to answer.
    is_larger = to > premature.amount or premature.answer == "larger"
    return replace(premature, answer="larger" if is_larger else "smaller")
