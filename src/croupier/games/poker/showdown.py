"""The Game Marker and the hands: who shows first, who has to show at all."""

from msgspec.structs import replace

from croupier.cards import strength, words_of
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.face_down import asked_for, name
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.courses import MANAGER
from croupier.games.poker.permissions import (
    At,
    Targets,
    own_seat,
    refuse_decided,
    refuse_while_open,
    refuse_without_turn,
    require_own_seat,
    whose_turn,
)
from croupier.games.poker.state import State, is_laid, is_unknown
from croupier.games.poker.terms import Terms, terms
from croupier.rulebook import Rules
from croupier.table import Citations, Draft, GiveRuling, Matter, Moment, Offer, Role, refuse
from croupier.table.matters import ask
from croupier.table.offers import within


def first_to_show(table: Terms, state: State) -> tuple[int, str]:
    """The seat that shows first, and the rule that says so."""
    active = state.active
    for number in reversed(state.raisers):
        if number in active:
            return number, "last_raiser_shows_first"
    is_fourth = state.street == table.betting_rounds
    counts_bettor = is_fourth or table.early_final_order == "analogous"
    if counts_bettor and state.first_bettor in active:
        return state.first_bettor, "first_to_show_without_raise"
    return active[0], "first_to_show_without_raise"


def next_to_show(state: State, start: int) -> int:
    """The first seat from `start` clockwise that has neither shown nor mucked; 0 once everyone has."""
    order, seats = state.order, state.seats
    place = order.index(start)
    for number in order[place:] + order[:place]:
        seat = seats[number - 1]
        if seat and (hand := seat.hand) and hand.is_active and not hand.has_shown:
            return number
    return 0


def must_show(table: Terms, state: State, number: int, strength: int) -> bool:
    """Whether no better hand has been shown yet for the highest pot that the player shares with somebody.

    Who has to show first shows in any case, even if somebody was quicker.
    """
    first, _ = first_to_show(table, state)
    if number == first:
        return True
    others = {n: hand for n, hand in state.hands if hand.is_active and n != number}
    level = min(state.hand(number).total, max((hand.total for hand in others.values()), default=0))
    if table.compare_to == "first_shown":
        others = {first: others[first]}
    return not any(
        hand.has_shown and hand.total >= level and hand.strength > strength for hand in others.values()
    )


@POKER.action(c.FlipMarker, Role.DEALER)
def flip_marker(at: Moment[State]) -> Offer:
    refuse_while_open(at)
    if not can_flip_marker(at.rules, at.state):
        if at.state.is_marker_flipped:
            at.refuse("marker_showdown", "the marker shows SHOWDOWN already")
        refuse_decided(at)
        cites = at.cite("showdown", "marker_betting_round")
        refuse(cites, "the marker is flipped once the Final Betting Round is over")
    return Offer(at.cite("showdown"))


@flip_marker.taken
def marker_is_flipped(draft: Draft[State], command: c.FlipMarker, offer: Offer) -> None:
    state, rules, table = draft.state, draft.rules, terms(draft.rules)
    first, rule = first_to_show(table, state)
    cites = rules.cite("showdown", "marker_showdown", "final_betting_round", "showdown_duties", rule)
    if state.street < table.betting_rounds:
        cites += rules.cite("final_betting_round", reading="SD1") + rules.cite(rule, reading="SD2")
    draft.emit(e.MarkerFlipped(first=first, citations=cites))
    if len(state.board) < table.community_cards:
        for number in state.active:
            if not state.hand(number).has_shown and not is_unknown(state, number):
                emit_unranked(draft, number, rules.cite("showdown", reading="SD1"))
        return
    for number in state.active:
        hand = state.hand(number)
        if hand.has_shown and not hand.strength:  # shown while the board was not complete
            emit_shown(draft, number, rules.cite("early_reveal", "showdown"))


@within("showdown", "closed", "dealing", "settling")
def own_showing(at: Moment[State]) -> Targets:
    """The seat of the player who asks, if it could show a hand now."""
    return tuple(target for target in own_seat(at) if can_show(at.state, target["seat"]))


@POKER.action(c.ShowHand, Role.PLAYER, "own_decisions_only", each=own_showing)
def show_hand(at: Moment[State], seat: int) -> Offer:
    """The order says who must show first; once nobody has a decision left it forbids nobody to show."""
    require_own_seat(at, seat)
    refuse_while_open(at)
    state = at.state
    if not can_show(state, seat):
        if state.phase in ("showdown", "settling"):
            refuse_without_turn(at, seat)
        if state.phase == "showdown":
            at.refuse("showdown_duties", "this hand is shown already")
        require_showdown_turn(at, seat)
    asks = asked_for(state.hand(seat).cards)
    if state.phase == "settling":
        return Offer(at.cite("lone_survivor", reading="SD9"), asks)
    if state.phase != "showdown":
        return Offer(at.cite("early_reveal", "showdown"), asks)
    return Offer(shown_under(at, seat, None if state.to_act == seat else "SD9"), asks)


@show_hand.taken
def shows(draft: Draft[State], command: c.ShowHand, offer: Offer) -> None:
    name(draft, draft.state.hand(command.seat).cards, command.cards, command.seat)
    is_ranked = len(draft.state.board) == terms(draft.rules).community_cards
    (emit_shown if is_ranked else emit_unranked)(draft, command.seat, offer.citations)


@POKER.action(c.SeeToHand, Role.DEALER, each=whose_turn("showdown"))
def see_to_hand(at: Moment[State], seat: int) -> Offer:
    refuse_while_open(at)
    require_showdown_turn(at, seat)
    if is_unknown(at.state, seat):
        template = "nobody has seen the cards of seat {seat}: name them once they are shown, or collect them"
        at.refuse("others_show", template, seat=seat)
    return Offer(at.cite("others_show"))


@see_to_hand.taken
def is_seen_to(draft: Draft[State], command: c.SeeToHand, offer: Offer) -> None:
    rules, number = draft.rules, command.seat
    if has_to_show(draft, number):
        emit_shown(draft, number, shown_under(draft, number, "SD4"))
    else:
        draft.emit(e.HandMucked(seat=number, citations=rules.cite("others_show", reading="SD3")))


def unlisted(at: Moment[State]) -> Targets:
    """Not on a list: which of the two may be done would tell what the hand holds."""
    return ()


@POKER.action(c.TurnUpHand, Role.DEALER, each=unlisted)
def turn_up_hand(at: Moment[State], seat: int) -> Offer:
    refuse_while_open(at)
    require_showdown_turn(at, seat)
    if not has_to_show(at, seat) and not is_unknown(at.state, seat):
        at.refuse("others_show", "seat {seat} need not show: collect the hand", seat=seat)
    return Offer(shown_under(at, seat, "SD4"), asked_for(at.state.hand(seat).cards))


@turn_up_hand.taken
def is_turned_up(draft: Draft[State], command: c.TurnUpHand, offer: Offer) -> None:
    name(draft, draft.state.hand(command.seat).cards, command.cards, command.seat)
    emit_shown(draft, command.seat, offer.citations)


@within("showdown")
def own_mucking(at: Moment[State]) -> Targets:
    """The seat of the player who asks, if it is the one to show."""
    return tuple(target for target in own_seat(at) if target["seat"] == at.state.to_act)


@POKER.action(c.MuckHand, Role.PLAYER, "own_decisions_only", each=own_mucking)
def muck_hand(at: Moment[State], seat: int) -> Offer:
    require_own_seat(at, seat)
    return mucking(at, seat)


@POKER.action(c.CollectHand, Role.DEALER, each=unlisted)
def collect_hand(at: Moment[State], seat: int) -> Offer:
    return mucking(at, seat)


def mucking(at: Moment[State], number: int) -> Offer:
    refuse_while_open(at)
    require_showdown_turn(at, number)
    table, state = terms(at.rules), at.state
    first, rule = first_to_show(table, state)
    is_obliged = has_to_show(at, number)
    if is_obliged and table.forced_show == "manager":
        broken = rule if number == first else "others_show"
        return Offer(at.cite(broken, reading="SD4"), facts=broken)
    if number == first:
        at.refuse(rule, "this hand has to be shown, whatever others have shown already: show it")
    if is_obliged:
        at.refuse("others_show", "no better hand has been shown: this one has to be shown", reading="SD4")
    return Offer(at.cite("others_show", reading="SD3"), facts="")


@muck_hand.taken
@collect_hand.taken
def is_mucked(draft: Draft[State], command: c.MuckHand | c.CollectHand, offer: Offer) -> None:
    """A hand that had to be shown is the manager's, where the House leaves that to him."""
    if broken := offer.facts:
        question = "{where:Seat} has to show and does not: is the hand shown, or folded?"
        choices, number = ("show", "fold"), command.seat
        ask(draft, "refused_to_show", MANAGER, question, choices, broken, reading="SD4", where=number)
    else:
        draft.emit(e.HandMucked(seat=command.seat, citations=offer.citations))


def show_refused(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    """A hand that nobody knows is named as it is turned up: its turn goes on until then."""
    if not is_unknown(draft.state, draft.state.to_act):
        emit_shown(draft, draft.state.to_act, matter.cites(draft.rules))


def fold_refused(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    cites = draft.cite(*matter.rules, "fold", reading="SD4")
    draft.emit(e.HandMucked(seat=draft.state.to_act, citations=cites))


def shown_under(at: At, number: int, reading: str | None = None) -> Citations:
    """The paragraphs by which a hand is shown; for the first of them there is one of its own."""
    first, rule = first_to_show(terms(at.rules), at.state)
    return terms(at.rules).show + at.cite(rule if number == first else "others_show", reading=reading)


def has_to_show(at: At, number: int) -> bool:
    """As far as it is known: of an unknown hand nobody can say that it is not beaten."""
    table, state = terms(at.rules), at.state
    if is_unknown(state, number):
        return number == first_to_show(table, state)[0]
    return must_show(table, state, number, strength(state.hand(number).cards + state.board))


def require_showdown_turn(at: Moment[State], number: int) -> None:
    state = at.state
    if state.phase != "showdown":
        refuse_decided(at)
        if state.phase == "settling":
            at.refuse("showdown_duties", "every hand has been shown or taken in: settle the pots")
        cites = at.cite("showdown", "marker_betting_round")
        refuse(cites, "hands are shown after the Game Marker is flipped to SHOWDOWN")
    if state.to_act != number:
        first, rule = first_to_show(terms(at.rules), state)
        duty = at.cite(rule) if state.to_act == first else ()  # it has a paragraph of its own
        refuse(duty + at.cite("others_show", reading="SD3"), "seat {seat} shows next", seat=state.to_act)


def emit_shown(draft: Draft[State], number: int, cites: Citations) -> None:
    state = draft.state
    cards = state.hand(number).cards
    value = strength(cards + state.board)
    draft.emit(
        e.HandShown(seat=number, cards=cards, strength=value, ranking=words_of(value), citations=cites)
    )


def emit_unranked(draft: Draft[State], number: int, cites: Citations) -> None:
    """A hand turned up while cards are still to come."""
    cards, ranking = draft.state.hand(number).cards, "the board is not complete"
    draft.emit(e.HandShown(seat=number, cards=cards, strength=0, ranking=ranking, citations=cites))


# Effects


@POKER.after(e.MarkerFlipped)
def marker_flipped(state: State, event: e.MarkerFlipped) -> State:
    if state.phase == "dealing":
        return replace(state, is_marker_flipped=True)
    return _turn_passed(replace(state, is_marker_flipped=True, phase="showdown", to_act=event.first))


@POKER.after(e.HandShown)
def hand_shown(state: State, event: e.HandShown) -> State:
    return _turn_passed(
        state.with_hand(event.seat, shown=event.cards, has_shown=True, strength=event.strength)
    )


@POKER.after(e.HandMucked)
def hand_mucked(state: State, event: e.HandMucked) -> State:
    mucked = state.with_hand(event.seat, is_active=False, has_shown=True)
    return _turn_passed(replace(mucked, outs=(*state.outs, event.seat)))


def _turn_passed(state: State) -> State:
    """At the showdown the turn goes round until everybody has shown or mucked, or one player is left."""
    if state.phase != "showdown":
        return state
    coming = next_to_show(state, state.to_act) if len(state.active) > 1 else 0
    return replace(state, to_act=coming) if coming else replace(state, phase="settling", to_act=0)


def can_flip_marker(rules: Rules, state: State) -> bool:
    if state.phase == "closed":
        return True
    is_waiting = state.phase == "dealing" and state.is_betting_over and not state.is_marker_flipped
    return is_waiting and not is_laid(state) and terms(rules).all_in_reveal == "at_once"


def can_show(state: State, number: int) -> bool:
    """Nobody has a decision left, or nobody else is left, and the hand is not shown yet."""
    hand = state.seat(number).hand
    is_over = state.phase in ("closed", "showdown") or (state.phase == "dealing" and state.is_betting_over)
    is_alone = state.phase == "settling" and state.active == [number]
    return (is_over or is_alone) and hand is not None and hand.is_active and not hand.has_shown
