"""What people decide: the House on restoring cards, the Shift Manager on what is not provided for."""

from functools import partial

from msgspec.structs import replace

from croupier.games.poker import events as e
from croupier.games.poker.betting import fold_hand, follow
from croupier.games.poker.blinds import call_blinds_again
from croupier.games.poker.commands import ReportLostHand
from croupier.games.poker.dealing import complete
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.courses import (
    MANAGER,
    annul_bets,
    current_street,
    is_restorable,
    put_in_order,
    put_on_top,
    take_back_street,
    take_back_under,
    void,
)
from croupier.games.poker.irregularities.exposure import fold_exposed
from croupier.games.poker.irregularities.section import void_rules
from croupier.games.poker.permissions import Targets, refuse_while_asked
from croupier.games.poker.plan import waiting, wrong
from croupier.games.poker.showdown import fold_refused, show_refused
from croupier.games.poker.state import State, is_laid
from croupier.games.poker.terms import terms
from croupier.games.poker.turns import next_to_act
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Matter, Moment, Offer, Role
from croupier.table.matters import MatterResolved, ask
from croupier.table.rulings import Carried, refers

_OPEN = "matters_not_provided_for"


# Matters not provided for: every course, on any hand, bet or street


def possible(rules: Rules, state: State) -> dict[str, Carried]:
    """All that can be ruled on a matter now, by name."""
    found: dict[str, Carried] = {"play_on": play_on}
    if state.phase == "idle":
        return found
    found["void"] = void_round
    mistakes, table = POKER.wrong(rules, state), terms(rules)
    if mistakes and is_restorable(table, state, mistakes, is_face_up_judged=True, is_order_judged=True):
        found["put_in_order"] = all_in_order
    if not state.street or state.coming:
        return found
    is_there = state.board or is_laid(state)
    if is_there and state.phase != "showdown" and state.device.kind == "card_shoe":
        found[f"take_back_the_{current_street(state)}"] = street_back
    if state.phase == "betting" and any(hand.bet for _, hand in state.hands) and state.street > 1:
        found["return_the_bets"] = bets_back
    if len(state.active) > 1:
        for number in state.active:
            found[f"fold_seat_{number}"] = partial(fold_ruled, number=number)
    return found


refers(POKER, refuse_while_asked, possible)


def play_on(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    """The ruling itself is the event; who has left meanwhile is not waited for with the blinds."""
    call_blinds_again(draft)


def void_round(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    if matter.mistakes:
        void(draft, *void_rules(draft.rules, matter))
    else:
        void(draft, *matter.rules, "round_voided")


def all_in_order(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    found = matter.mistakes or wrong(terms(draft.rules), draft.state)
    rules = dict.fromkeys((*matter.rules, "reconstruction"))
    put_in_order(draft, found, draft.cite(*rules, reading=matter.reading))
    if draft.state.coming and not waiting(terms(draft.rules), draft.state):
        complete(draft)


def street_back(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    annul_bets(draft, current_street(draft.state))
    take_back_street(draft, *matter.rules, shuffle=_OPEN)


def street_on_top(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    """A street that nobody has seen goes back on top with its burn."""
    cites = draft.cite(*matter.rules, reading=matter.reading)
    put_on_top(draft, current_street(draft.state), cites)


def bets_back(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    """The Betting Round begins anew: its Bets go back, who folded stays out."""
    state = draft.state
    refunds = {number: hand.bet for number, hand in state.hands if hand.bet}
    draft.emit(e.BettingRoundAnnulled(refunds=refunds, citations=draft.cite(*matter.rules)))
    draft.emit(e.BettingReopened(citations=draft.cite(*matter.rules)))


def fold_ruled(draft: Draft[State], command: GiveRuling, matter: Matter, number: int) -> None:
    cites = draft.cite(*matter.rules, "fold")
    if draft.state.phase in ("closed", "showdown", "settling"):
        draft.emit(e.HandMucked(seat=number, citations=cites))
        return
    draft.emit(e.HandRuledOut(seat=number, citations=cites))
    follow(draft)


# A hand that cannot be told from the muck any more


def losable(at: Moment[State]) -> Targets:
    active = at.state.active
    return tuple({"seat": number} for number in active) if len(active) > 1 and at.state.street else ()


@POKER.action(ReportLostHand, Role.DEALER, each=losable)
def report_lost_hand(at: Moment[State], seat: int) -> Offer:
    refuse_while_asked(at)
    if {"seat": seat} not in losable(at):
        at.refuse(_OPEN, "only the hand of an Active Player can be lost: {seats:list}", seats=at.state.active)
    return Offer(at.cite(_OPEN), group="irregularity", is_listed=at.state.phase == "showdown")


@report_lost_hand.taken
def hand_is_lost(draft: Draft[State], command: ReportLostHand, offer: Offer) -> None:
    question = "The hand of {where:seat} is lost in the muck: is it out of the Round?"
    choices = ("fold", "play_on", "void")
    ask(draft, "lost_hand", MANAGER, question, choices, _OPEN, reading="SD4", where=command.seat)


def fold_lost(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    fold_ruled(draft, command, matter, matter.where)


# What follows a ruling


def back_and_shuffled(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    """A street goes into the rest with its burn, and the rest is to be shuffled."""
    if matter.rules[0] == _OPEN:
        street_back(draft, command, matter)
    else:
        take_back_under(draft, matter.mistakes, matter.rules[0], None)


def fold_all_in(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    fold_exposed(draft, matter.where, draft.state.hand(matter.where).shown)


_CARRY_OUT: dict[tuple[str, str], Carried] = {
    ("cards", "put_in_order"): all_in_order,
    ("cards", "take_back"): back_and_shuffled,
    ("cards", "stands"): play_on,
    ("cards", "void"): void_round,
    ("early_street", "stands"): play_on,
    ("early_street", "put_back"): street_on_top,
    ("early_street", "void"): void_round,
    ("exposed_board", "replace"): play_on,
    ("exposed_board", "void"): void_round,
    ("exposed_all_in", "fold"): fold_all_in,
    ("exposed_all_in", "play_on"): play_on,
    ("refused_to_show", "show"): show_refused,
    ("refused_to_show", "fold"): fold_refused,
    ("lost_hand", "fold"): fold_lost,
    ("lost_hand", "play_on"): play_on,
    ("lost_hand", "void"): void_round,
}


@POKER.ruling(*dict.fromkeys(key for key, _ in _CARRY_OUT))
def ruled(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    _CARRY_OUT[matter.key, command.choice](draft, command, matter)


# Effects


@POKER.after(MatterResolved)
def matter_resolved(state: State, event: MatterResolved) -> State:
    return replace(state, stands=state.stands + event.stands)


@POKER.after(e.HandRuledOut)
def hand_ruled_out(state: State, event: e.HandRuledOut) -> State:
    return fold_hand(state, event.seat)


@POKER.after(e.BettingReopened)
def betting_reopened(state: State, event: e.BettingReopened) -> State:
    seats = state.seats
    return replace(
        state,
        acted=0,
        last_full=0,
        short_excess=0,
        raisers=(),
        first_bettor=0,
        to_act=next_to_act(seats, state.order, 0, 0, 0),
    )
