"""What a player may do now."""

from collections.abc import Iterator

from croupier.cards import strength
from croupier.games.poker import commands as c
from croupier.games.poker.game import POKER
from croupier.games.poker.pit_options import pit_options
from croupier.games.poker.showdown import can_show_early, must_show
from croupier.games.poker.state import Seat, State, taken_by
from croupier.games.poker.terms import Terms, terms
from croupier.games.poker.turns import limits
from croupier.money import round_up
from croupier.rulebook import Rules
from croupier.table import Actor, Command, Option, Role, choice, money, offer, text

_DUES: dict[str, tuple[type[Command], str]] = {
    "small_blind": (c.PostSmallBlind, "posting_blinds"),
    "big_blind": (c.PostBigBlind, "posting_blinds"),
    "entry": (c.PayToJoin, "new_player"),
    "missed_blinds": (c.PayMissedBlinds, "missed_blinds"),
}


@POKER.listed
def options(rules: Rules, state: State, actor: Actor) -> Iterator[Option]:
    """Everything `actor` may do now."""
    if actor.role is not Role.PLAYER:
        yield from pit_options(rules, state, actor)
        return
    number = next((n for n, s in enumerate(state.seats, 1) if s is not None and s.player == actor.id), 0)
    if not number:
        yield from _seats_to_take(rules, state, actor)
        return
    if state.question is None:
        yield from play(rules, state, number)
    yield from _own_affairs(rules, state, number)


def _seats_to_take(rules: Rules, state: State, actor: Actor) -> Iterator[Option]:
    table = terms(rules)
    least = round_up(
        max(table.table_stake_min, min(taken_by(state, actor.id), table.table_stake_max)), table.lowest_chip
    )
    for number in range(1, table.seats + 1):
        if state.seats[number - 1] is None and least <= table.table_stake_max:
            stake = money("chips", least, table.table_stake_max, table.lowest_chip)
            yield offer(c.SitDown, rules.cite("joining_stake"), stake, group="house", seat=number)


def play(rules: Rules, state: State, number: int) -> Iterator[Option]:
    """The ordinary course of the game, for one seat."""
    if state.phase == "blinds":
        for due in state.dues:
            if due.seat == number and not due.is_paid:
                kind, rule = _DUES[due.kind]
                costs = min(due.live + due.dead, state.seat(number).chips)
                yield offer(kind, rules.cite(rule), costs=costs, seat=number)
    elif state.phase == "betting" and state.to_act == number and not state.trouble.wrong_deal:
        yield from betting(rules, terms(rules), state, number)
    elif can_show_early(state, number):
        yield offer(c.ShowHand, rules.cite("early_reveal"), seat=number)
    elif state.phase == "showdown" and state.to_act == number:
        hand = state.hand(number)
        yield offer(c.ShowHand, rules.cite("showdown_duties"), seat=number)
        if not must_show(state, number, strength(hand.cards + state.board)):
            yield offer(c.MuckHand, rules.cite("others_show"), seat=number)


def betting(rules: Rules, table: Terms, state: State, number: int) -> Iterator[Option]:
    bounds, street = limits(table, state, number), state.street
    if not bounds.to_call:
        yield offer(c.Check, table.check[street], seat=number)
    elif bounds.verdict != "check":
        yield offer(c.Call, table.call[street], costs=bounds.to_call, seat=number)
    if bounds.raise_max:
        least, most, chip = bounds.raise_min, bounds.raise_max, table.lowest_chip
        kind, cites = (c.RaiseTo, table.raise_) if state.current_bet else (c.Bet, table.bet)
        if least < most:
            top = most - (most - least) % chip
            yield offer(kind, cites[street], money("amount", least, top, chip), seat=number)
        yield offer(c.AllIn, rules.cite("all_in"), costs=state.seat(number).chips, seat=number)
    elif bounds.to_call and bounds.to_call == state.seat(number).chips and bounds.verdict != "check":
        yield offer(c.AllIn, rules.cite("all_in_to_stay"), costs=bounds.to_call, seat=number)
    if bounds.verdict != "check":
        yield offer(c.Fold, table.fold[street], seat=number)


def _own_affairs(rules: Rules, state: State, number: int) -> Iterator[Option]:
    seat, table = state.seat(number), terms(rules)
    if state.phase == "idle":
        yield from _top_up(rules, table, seat, number)
    if seat.hand is None:
        yield offer(c.LeaveGame, rules.cite("table_stake"), group="house", seat=number)
    if seat.is_away:
        yield offer(c.ReturnToSeat, rules.cite("missed_blinds"), group="house", seat=number)
    else:
        intent = choice("intent", "returning", "without_a_word")
        yield offer(c.LeaveSeat, rules.cite("missed_blinds"), intent, group="house", seat=number)
    yield offer(c.Declare, rules.cite("gestures_bind"), text("text"), group="house", seat=number)


def _top_up(rules: Rules, table: Terms, seat: Seat, number: int) -> Iterator[Option]:
    least = round_up(table.table_stake_min, table.lowest_chip) if not seat.chips else table.lowest_chip
    most = table.table_stake_max - seat.chips
    most -= most % table.lowest_chip
    if least <= most:
        chips = money("chips", least, most, table.lowest_chip)
        yield offer(c.TopUp, rules.cite("increasing_stake"), chips, group="house", seat=number)
