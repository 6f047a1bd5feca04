"""The four Betting Rounds: check, BET, call, raise, fold, all-in."""

from typing import NoReturn

from msgspec.structs import replace

from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.limits import Limits, limits, verdict_on
from croupier.games.poker.permissions import not_your_turn, refuse_while_open, require_own_seat
from croupier.games.poker.state import Hand, Seat, State
from croupier.games.poker.terms import Terms, terms
from croupier.games.poker.wagers import make_call, make_check, make_fold, make_wager
from croupier.money import say_money
from croupier.table import Citations, Command, Draft, Role, refuse


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
