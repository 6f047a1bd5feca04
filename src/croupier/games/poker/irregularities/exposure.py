"""A player's own cards seen while the betting goes on: the document folds the hand, without a ruling."""

from typing import NoReturn

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.games.poker.betting import fold_hand, follow, forfeit_wager
from croupier.games.poker.commands import ReportHandExposed
from croupier.games.poker.events import HandExposed, HandSeen
from croupier.games.poker.face_down import name_some
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.courses import MANAGER
from croupier.games.poker.permissions import Targets, refuse_while_asked, refuse_while_open
from croupier.games.poker.state import State, coming_at
from croupier.games.poker.terms import terms
from croupier.table import Ask, Draft, Moment, Offer, Role, integer, refuse
from croupier.table.facts import Spot
from croupier.table.matters import ask


def who_could_expose(state: State) -> list[int]:
    """Active Players while somebody has a decision left; afterwards a hand shown early is valid."""
    return [number for number in state.active if could_expose(state, number)] if _is_undecided(state) else []


def could_expose(state: State, number: int) -> bool:
    seat = state.seats[number - 1] if 1 <= number <= len(state.seats) else None
    hand = seat.hand if seat is not None else None
    return hand is not None and hand.is_active and bool(cards_of(state, number)) and _is_undecided(state)


def cards_of(state: State, number: int) -> tuple[Card, ...]:
    """The player's own cards, also of a deal that is under way."""
    return state.hand(number).cards or coming_at(state, Spot("hand", number))


def _is_undecided(state: State) -> bool:
    if state.phase == "blinds":
        return bool(state.coming)  # in the middle of the deal
    return state.phase == "betting" or (state.phase == "dealing" and not state.is_betting_over)


def exposable(at: Moment[State]) -> Targets:
    return tuple({"seat": number} for number in who_could_expose(at.state))


@POKER.action(ReportHandExposed, Role.DEALER, each=exposable)
def report_hand_exposed(at: Moment[State], seat: int) -> Offer:
    (refuse_while_asked if at.state.phase == "blinds" else refuse_while_open)(at)
    if not could_expose(at.state, seat):
        refuse_exposure(at)
    count = integer("count", 1, len(cards_of(at.state, seat)))
    return Offer(at.cite("exposed_hole_card"), (count,), group="irregularity")


@report_hand_exposed.outside
def wrong_count(at: Moment[State], command: ReportHandExposed, offer: Offer, ask: Ask) -> None:
    if command.cards:
        return  # they are named, so nobody has to count them
    template = "say how many cards were seen, {least} to {most}"
    at.refuse("exposed_hole_card", template, least=ask.minimum, most=ask.maximum)


def refuse_exposure(at: Moment[State]) -> NoReturn:
    if not _is_undecided(at.state) and at.state.phase not in ("idle", "blinds"):
        cites = at.cite("exposed_hole_card", "early_reveal")
        refuse(cites, "nobody has a decision left in this Round: a hand that is seen now stays valid")
    able = who_could_expose(at.state)
    template = "hands that could be exposed before the betting is over: {seats:list}"
    at.refuse(
        "exposed_hole_card", template if able else "nobody has a hand that could be exposed", seats=able
    )


@report_hand_exposed.taken
def is_exposed(draft: Draft[State], command: ReportHandExposed, offer: Offer) -> None:
    number, is_asked = command.seat, terms(draft.rules).all_in_expose_is_fold == "manager"
    own = cards_of(draft.state, number)
    cards = command.cards or own[: command.count]
    if UNKNOWN in own:
        name_some(draft, own, command.cards, number)
        own = cards_of(draft.state, number)
    if not set(cards) <= set(own):
        draft.refuse("exposed_hole_card", "seat {seat} does not hold these cards", seat=number)
    if is_asked and not draft.state.seat(number).chips and draft.state.phase != "blinds":
        rule = "exposed_hole_card"
        question = "{where:Seat} is all-in and has exposed Hole Cards: is the hand folded?"
        draft.emit(HandSeen(seat=number, cards=cards, citations=draft.cite(rule, reading="IR13")))
        choices = ("fold", "play_on")
        ask(draft, "exposed_all_in", MANAGER, question, choices, rule, reading="IR13", where=number)
        return
    forfeit_wager(draft, number)
    fold_exposed(draft, number, cards)


def fold_exposed(draft: Draft[State], number: int, cards: tuple[Card, ...]) -> None:
    cites = draft.cite("exposed_hole_card", "fold", reading="IR13")
    draft.emit(HandExposed(seat=number, cards=cards, citations=cites))
    follow(draft)


@POKER.after(HandSeen)
def hand_seen(state: State, event: HandSeen) -> State:
    return state.with_hand(event.seat, shown=event.cards)


@POKER.after(HandExposed)
def hand_exposed(state: State, event: HandExposed) -> State:
    if state.phase == "blinds":  # the deal goes on, and the betting begins without the hand
        out = state.with_hand(event.seat, is_active=False, shown=event.cards)
        return replace(out, outs=(*state.outs, event.seat))
    return fold_hand(state, event.seat, shown=event.cards)
