"""Beginning a Round: where button and Blinds go, what everybody owes, and what is paid before the deal."""

from collections.abc import Callable
from functools import partial
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.permissions import Targets, refuse_while_open, require_own_seat
from croupier.games.poker.rounds import bets_to_return, between_rounds, positions_repeated, with_chips
from croupier.games.poker.state import SEATS_MAX, Blind, Due, DueKind, Hand, Positions, Seat, State
from croupier.games.poker.terms import Terms, terms
from croupier.messages import Message
from croupier.table import SYSTEM, Ask, Citations, Command, Draft, Moment, Offer, Role, choice, refuse
from croupier.table.offers import within
from croupier.table.sharing import shared

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


@shared
def plan(terms: Terms, state: State) -> Plan | None:
    """The next Round's positions; None if fewer than two players could take part."""
    able = present(state)
    if len(able) < PLAYERS_MIN:
        return None
    button = _button(terms, state, able)
    ring = clockwise(button)
    players = [n for n in ring if is_player(state, n)]
    order = tuple([n for n in players if n in able and not _waits(terms, state, n, button, len(able))])
    while terms.join_on_sb == "wait" and len(order) > PLAYERS_MIN and _is_joining(state, order[0]):
        order = order[1:]  # until the blinds have passed
    has_waiter = button in able and button not in order  # then those dealt in are not the only players
    if _is_button_dead(terms, state, able) and state.positions.big_blind_seat:
        blinds = _dead_button_blinds(state, order)
        if not has_waiter and _posts_as_two(terms, order, blinds):
            button = next(number for number in order if number != blinds.big)
            order = (blinds.big, button)
            blinds = _Blinds(button, button, blinds.big, blinds.missing)
    else:
        blinds = _blinds(terms, state, button, players, order)
        if not has_waiter and _is_double(terms, state, order, blinds):
            button, other = blinds.big, next(number for number in order if number != blinds.big)
            order, blinds = (other, button), _Blinds(button, button, other, blinds.missing)
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


def present(state: State) -> list[int]:
    """Who could take part in a Round."""
    return [n for n in range(1, SEATS_MAX + 1) if is_player(state, n) and _takes_part(state, n)]


def _takes_part(state: State, number: int) -> bool:
    """Who is there, and who has gone after posting: that blind was not missed, and is in the Pot."""
    return not state.seat(number).is_away or number in state.positions.posted


def _waits(terms: Terms, state: State, number: int, button: int, present: int) -> bool:
    """A player who returns where the button is, owing a blind, waits until it has passed.

    The document says so of a missed Small Blind; with the Big Blind missed it is as the House reads it.
    """
    missed = state.seat(number).missed
    is_bound = bool(missed) if terms.return_on_button == "wait" else missed == ("small_blind",)
    return number == button and is_bound and present > PLAYERS_MIN


def _is_joining(state: State, number: int) -> bool:
    """A newcomer who has not been dealt in and owes the payment for it."""
    return _owes_entry(state.seat(number), state.positions.orbit)


def _button(terms: Terms, state: State, present: list[int]) -> int:
    if not state.positions.button:
        return present[0]
    is_dead = _is_button_dead(terms, state, present)
    if state.positions.is_button_staying and (is_dead or _keeps_button(state, present)):
        return state.positions.button
    if state.positions.next_button and is_player(state, state.positions.next_button):
        return state.positions.next_button
    if is_dead:
        return state.positions.small_blind_position
    candidates = [n for n in clockwise(state.positions.button) if n in present]
    if terms.join_on_sb == "wait":  # the button passes over who has waited for the blinds to pass
        settled = [n for n in candidates if not _is_joining(state, n)]
        candidates = settled if len(settled) >= PLAYERS_MIN else candidates
    if len(present) == PLAYERS_MIN and "big_blind" in state.seat(candidates[0]).missed:
        return candidates[1]  # who comes back would wait, but with two players somebody has to take it
    return candidates[0]


def _is_button_dead(terms: Terms, state: State, present: list[int]) -> bool:
    """It follows the blinds onto empty seats.

    Of two players it was the Small Blind. Where a third would leave it the Big Blind, or the same blinds are
    due again, it moves as ever.
    """
    if terms.button_policy != "dead_button":
        return False
    was = state.positions
    if was.small_blind_position != was.button or len(present) == PLAYERS_MIN:
        return True
    big = next(number for number in clockwise(was.big_blind_seat) if number in present)
    return not was.is_button_staying and big != was.button


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
            found = _Blinds(position, small, number, missing)
            if button in order and _posts_as_two(terms, order, found):
                return _Blinds(button, button, order[0], missing)
            return found
        if state.seat(number).is_away:
            missing.append((number, "big_blind"))
    raise AssertionError("two players are in the Round, so one of them has the Big Blind")


def _is_double(terms: Terms, state: State, order: tuple[int, ...], blinds: _Blinds) -> bool:
    """Of two players the same would post the Big Blind again, and the House does not want that."""
    was = state.positions
    is_again = was.big_blind_seat == blinds.big and not was.is_button_staying and not blinds.missing
    return terms.avoid_double_big_blind and is_again and len(order) == terms.heads_up_players


def _posts_as_two(terms: Terms, order: tuple[int, ...], blinds: _Blinds) -> bool:
    """Two players post as two, unless somebody is absent; for an absent Small Blind the House may say so.

    Who is passed over after missing the Big Blind is not due the Small Blind, so there is one.
    """
    is_small_only = blinds.missing == [(blinds.position, "small_blind")]
    is_plain = not blinds.missing or (is_small_only and terms.absent_sb_two_left == "heads_up")
    return is_plain and len(order) == terms.heads_up_players


def _dead_button_blinds(state: State, order: tuple[int, ...]) -> _Blinds:
    """Blinds move one place at a time, onto empty seats if need be; the Big Blind is always posted.

    After a void Round they stay: the same seat is due the Big Blind, or the next one if it is empty now.
    """
    was = state.positions
    missing: list[tuple[int, Blind]] = []
    # Where the Small Blind is due, and the place from which on the Big Blind is looked for.
    last = was.small_blind_position if was.is_button_staying else was.big_blind_seat
    due = was.big_blind_seat - was.is_button_staying
    big = next(number for number in clockwise(due) if number in order and number != last)
    for number in clockwise(last):
        if number == big:
            break
        if is_player(state, number) and state.seat(number).is_away:
            missing.append((number, "big_blind"))
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
            due: Due | None = Due(number, "big_blind", terms.big_blind, _dead_beside(terms, seat))
        elif number == small and _posts_small_blind(terms, seat, orbit, is_on_button=number == button):
            due = Due(number, "small_blind", terms.small_blind)
        else:
            due = _entry_due(terms, seat, number, orbit, blinds.small)
            small = 0 if number == blinds.small else small
        if due is not None:
            dues.append(due)
    return small, tuple(sorted(dues, key=lambda due: due.kind != "small_blind"))


def _dead_beside(terms: Terms, seat: Seat) -> int:
    """What who is due the Big Blind again, and has missed that alone, pays beside it."""
    is_both = terms.missed_big_blind_due_again == "both_blinds" and seat.missed == ("big_blind",)
    return terms.small_blind if is_both else 0


def _posts_small_blind(terms: Terms, seat: Seat, orbit: int, is_on_button: bool) -> bool:
    """Who owes something else pays that. On the button of two, a missed Small Blind is this one."""
    is_settled = not seat.missed or (is_on_button and seat.missed == ("small_blind",))
    is_exempt = seat.is_relocated and terms.relocated_on_sb == "exempt"
    return is_settled and not is_exempt and not _owes_entry(seat, orbit)


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
        more = terms.small_blind if number == small and terms.join_on_sb == "both" else 0
        is_live = terms.entry_payment == "live"
        # Only one of the two can count as the bet: the larger one, if it does at all.
        live, dead = (terms.entry, more) if is_live else (more, terms.entry)
        return Due(number, "entry", live, dead)
    return None


_PAYS: dict[str, tuple[type[e.Payment], str]] = {
    "small_blind": (e.SmallBlindPosted, "post the small blind"),
    "big_blind": (e.BigBlindPosted, "post the big blind"),
    "entry": (e.EntryPaid, "pay to join"),
    "missed_blinds": (e.MissedBlindsPaid, "pay the missed blinds"),
}


_POSTING = "posting_blinds"
_OWED = {"entry": "new_player", "missed_blinds": "missed_blinds"}  # what is due beside the two blinds


@POKER.action(c.AnnounceBlinds, Role.DEALER)
def announce_blinds(at: Moment[State]) -> Offer:
    refuse_while_open(at)
    at.require(at.state.phase == "idle", "round_of_play", "a Round is under way: settle it first")
    found = plan(terms(at.rules), at.state)
    if found is None:
        at.refuse("posting_blinds", "a Round needs two players with chips at the table", reading="BL5")
    return Offer(at.cite("commencement"), (choice("button", "placed", "forgotten"),), facts=found)


@announce_blinds.outside
def not_said(at: Moment[State], command: c.AnnounceBlinds, offer: Offer, ask: Ask) -> None:
    """The button is where it belongs unless somebody says otherwise."""


@announce_blinds.taken
def blinds_are_announced(draft: Draft[State], command: c.AnnounceBlinds, offer: Offer) -> None:
    announce(draft, offer.facts, is_button_placed=command.button != "forgotten")


def announce(draft: Draft[State], found: Plan, is_button_placed: bool) -> None:
    rules = draft.rules
    cites = rules.cite("round_of_play", "commencement", "dealer_button", "orbit", "posting_blinds")
    if found.button == draft.state.positions.next_button:
        cites += rules.cite("absent_small_blind")
    if waits_on_button(draft.state, found):
        is_listed = draft.state.seat(found.button).missed == ("small_blind",)
        cites += rules.cite("missed_small_blind_on_button", reading=None if is_listed else "BL6")
    waiting = [n for n, seat in enumerate(draft.state.seats, 1) if seat and _sits_out(draft.state, found, n)]
    if waiting:
        cites += rules.cite("new_player", reading="BL3")
    draft.emit(
        e.BlindsAnnounced(
            button=found.button,
            orbit=found.orbit,
            is_button_placed=is_button_placed,
            small_blind_position=found.small_blind_position,
            small_blind_seat=found.small_blind_seat,
            big_blind_seat=found.big_blind_seat,
            order=found.order,
            dues=found.dues,
            keeps_taken=terms(rules).return_stake_window == "game",
            citations=cites,
        )
    )
    for number, blind in found.missing:
        # Who has missed the Big Blind before is passed over for the Small Blind by the same paragraph.
        is_small = blind == "small_blind" and "big_blind" not in draft.state.seat(number).missed
        key = "absent_small_blind" if is_small else "absent_big_blind"
        draft.emit(e.BlindMissed(seat=number, blind=blind, citations=rules.cite(key, reading="BL12")))


def call_blinds_again(draft: Draft[State]) -> None:
    """Before the deal a Round begins anew without those who have gone; not while a ruling is awaited.

    What was due and is posted stays in: its player is in the Round, there or not. Only who is due something
    else now gets it back to post that. With fewer than two players left no Round is possible, all of it goes
    back, and who has gone is absent like anybody.
    """
    state = draft.state
    posted = {due.seat: due for due in state.dues if due.is_paid}
    has_left = any(state.seat(number).is_away for number in state.order if number not in posted)
    if not has_left or state.phase != "blinds" or state.coming:
        return
    cites = draft.cite("absent_small_blind", "absent_big_blind", "posting_blinds")
    draft.emit(e.BlindsWithdrawn(refunds=bets_to_return(state), citations=cites))
    found = plan(terms(draft.rules), draft.state)
    if found is None:
        return
    announce(draft, found, state.positions.is_button_placed)
    for due in found.dues:
        is_away = draft.state.seat(due.seat).is_away
        if is_away or (
            due.seat in posted and replace(posted[due.seat], is_paid=False, is_asked=False) == due
        ):
            draft.emit(payment(Moment(draft.rules, draft.state, SYSTEM), due).facts)


def _sits_out(state: State, found: Plan, number: int) -> bool:
    """A newcomer with chips who is there and not dealt in."""
    seat = state.seat(number)
    is_ready = bool(seat.chips) and not seat.is_away and number not in found.order
    return is_ready and _is_joining(state, number)


def waits_on_button(state: State, announced: Plan | e.BlindsAnnounced) -> bool:
    """Somebody who owes a blind sits where the button is and is not dealt in."""
    seat = state.seats[announced.button - 1]
    is_there = seat is not None and bool(seat.missed) and bool(seat.chips) and not seat.is_away
    return is_there and announced.button not in announced.order


def is_waiting_on_button(state: State, number: int) -> bool:
    """The same, once the blinds have been announced."""
    seat = state.seat(number)
    is_out = state.phase == "blinds" and number not in state.order and not seat.is_away
    return is_out and bool(seat.missed) and number == state.positions.button


@POKER.action(c.PlaceButton, Role.DEALER)
def place_button(at: Moment[State]) -> Offer:
    if at.state.phase == "idle" or at.state.positions.is_button_placed:
        at.refuse("commencement", "the Dealer Button is where it belongs")
    return Offer(at.cite("commencement"), event=partial(e.ButtonPlaced, button=at.state.positions.button))


# What is paid before the deal


def due_from(kind: DueKind) -> Callable[[Moment[State]], Targets]:
    """The seat of the player who asks, if this is due from it."""

    @within("blinds")
    def each(at: Moment[State]) -> Targets:
        unpaid = [due.seat for due in at.state.dues if due.kind == kind and not due.is_paid]
        return tuple([{"seat": number} for number in unpaid if at.state.seat(number).player == at.by.id])

    return each


def paying(at: Moment[State], number: int, kind: DueKind) -> Offer:
    """What is due of this kind from the player's own seat."""
    require_own_seat(at, number)
    refuse_while_open(at)
    due, seat = due_at(at.state, number), at.state.seat(number)
    if is_waiting_on_button(at.state, number):
        cites = at.cite("missed_blinds", "missed_small_blind_on_button")
        refuse(cites, "the Dealer Button is on this seat: wait until it has passed")
    if due is None or due.kind != kind:
        is_spared = kind == "entry" and seat.is_relocated
        why = _WHY[due.kind](at, number, seat) if due else ()
        cites = why or at.cite("relocated_player" if is_spared else owed_under(kind))
        refuse_not_due(cites, at.state, number, due)
    return payment(at, due)


def due_at(state: State, number: int) -> Due | None:
    """What this seat still has to pay before the deal."""
    dues = state.dues if state.phase == "blinds" else ()
    return next((due for due in dues if due.seat == number and not due.is_paid), None)


def payment(at: Moment[State], due: Due) -> Offer:
    """What is due; a player with less puts in everything."""
    seat, number = at.state.seat(due.seat), due.seat
    live = min(due.live, seat.chips)
    dead = min(due.dead, seat.chips - live)
    is_all_in, why = live + dead == seat.chips, _WHY[due.kind](at, number, seat)
    if is_all_in:
        is_owed = due.kind in _OWED and live + dead < due.live + due.dead
        why += at.cite("all_in", "all_in_chips", "all_in_to_stay", reading="AI11" if is_owed else "AI9")
    paid = _PAYS[due.kind][0](seat=number, live=live, dead=dead, is_all_in=is_all_in, citations=why)
    return Offer(at.cite(owed_under(due.kind)), facts=paid, costs=live + dead)


def owed_under(kind: DueKind) -> str:
    """The rule by which something of this kind is due."""
    return _OWED.get(kind, _POSTING)


@POKER.action(c.PostSmallBlind, Role.PLAYER, "own_decisions_only", each=due_from("small_blind"))
def post_small_blind(at: Moment[State], seat: int) -> Offer:
    return paying(at, seat, "small_blind")


@POKER.action(c.PostBigBlind, Role.PLAYER, "own_decisions_only", each=due_from("big_blind"))
def post_big_blind(at: Moment[State], seat: int) -> Offer:
    return paying(at, seat, "big_blind")


@POKER.action(c.PayToJoin, Role.PLAYER, "own_decisions_only", each=due_from("entry"))
def pay_to_join(at: Moment[State], seat: int) -> Offer:
    return paying(at, seat, "entry")


@POKER.action(c.PayMissedBlinds, Role.PLAYER, "own_decisions_only", each=due_from("missed_blinds"))
def pay_missed_blinds(at: Moment[State], seat: int) -> Offer:
    return paying(at, seat, "missed_blinds")


@within("blinds")
def each_unpaid(at: Moment[State]) -> Targets:
    return tuple([{"seat": due.seat} for due in at.state.dues if not due.is_paid])


@POKER.action(c.PostOnRequest, Role.DEALER, "bets_on_request", each=each_unpaid)
def post_on_request(at: Moment[State], seat: int) -> Offer:
    """Blind Bets are Bets: a Pit Employee may place them for a player who asks for it."""
    refuse_while_open(at)
    due = due_at(at.state, seat)
    if due is None:
        refuse_not_due(at.cite("bets_on_request"), at.state, seat, due)
    found, cites = payment(at, due), at.cite("bets_on_request", reading="IR20")
    paid = replace(found.facts, citations=found.facts.citations + cites)
    return replace(found, citations=cites, facts=paid, group="house")


# Who is there and does not post


def require_due(at: Moment[State], number: int) -> Due:
    refuse_while_open(at)
    due = due_at(at.state, number)
    if due is None:
        refuse_not_due(at.cite("posting_blinds"), at.state, number, due)
    return due


@POKER.action(c.AskForBlind, Role.DEALER, "posting_blinds", each=each_unpaid)
def ask_for_blind(at: Moment[State], seat: int) -> Offer:
    if require_due(at, seat).is_asked:
        at.refuse("posting_blinds", "seat {seat} has been asked: deal it out if nothing comes", seat=seat)
    cites = at.cite("posting_blinds", reading="BL17")
    return Offer(cites, event=partial(e.BlindAskedFor, seat=seat), group="house")


@POKER.action(c.DealOut, Role.DEALER, "missed_blinds", each=each_unpaid)
def deal_out(at: Moment[State], seat: int) -> Offer:
    """The blind passes as if nobody sat there; the House's clock has asked by running."""
    if not require_due(at, seat).is_asked and at.by.role is not Role.SYSTEM:
        at.refuse("posting_blinds", "ask seat {seat} for the blind first", "BL17", seat=seat)
    return Offer(at.cite("missed_blinds", reading="BL17"), group="house")


@deal_out.taken
def is_dealt_out(draft: Draft[State], command: c.DealOut, offer: Offer) -> None:
    draft.emit(e.SeatDealtOut(seat=command.seat, citations=offer.citations))
    call_blinds_again(draft)


@post_small_blind.taken
@post_big_blind.taken
@pay_to_join.taken
@pay_missed_blinds.taken
@post_on_request.taken
def pays(draft: Draft[State], command: Command, offer: Offer) -> None:
    draft.emit(offer.facts)


def _why_small_blind(at: Moment[State], number: int, player: Seat) -> Citations:
    found = at.cite(_POSTING, "small_blind", "blinds")
    if player.missed:
        found += at.cite("missed_small_blind_on_button", reading="BL20")
    return found + at.cite("relocated_player", reading="BL13") if player.is_relocated else found


def _why_big_blind(at: Moment[State], number: int, player: Seat) -> Citations:
    found = at.cite(_POSTING, "big_blind", "blinds", *_in_place_of(at.state))
    if player.missed == ("small_blind",):
        return found + at.cite("missed_small_blind_due_big_blind")
    if "small_blind" in player.missed:
        return found + at.cite("missed_both_due_big_blind")
    if player.missed:
        return found + at.cite("missed_blinds", reading="BL6")
    if player.is_relocated:
        return found + at.cite("relocated_player")
    return found + at.cite("new_player") if _owes_entry(player, at.state.positions.orbit) else found


def _in_place_of(state: State) -> tuple[str, ...]:
    """The paragraph by which an absent player's neighbour posts this Big Blind."""
    missed = [blind for _, blind in state.missing]
    if "big_blind" in missed:
        return ("absent_big_blind",)
    was = state.positions
    is_without = (was.small_blind_position, "small_blind") in state.missing
    return ("absent_small_blind",) if is_without else ()


def _why_entry(at: Moment[State], number: int, player: Seat) -> Citations:
    return at.cite("new_player", reading="BL2")


def _why_missed_blinds(at: Moment[State], number: int, player: Seat) -> Citations:
    positions = at.state.positions
    if _owes_entry(player, positions.orbit):
        return at.cite("new_player", "missed_blinds", reading="BL21")
    if player.missed == ("small_blind",) and number != positions.small_blind_position:
        where = "on_button" if player.has_waited else "elsewhere"
        return at.cite("missed_blinds", f"missed_small_blind_{where}")
    return at.cite("missed_blinds", reading="BL6")


_WHY: dict[DueKind, Callable[[Moment[State], int, Seat], Citations]] = {
    "small_blind": _why_small_blind,
    "big_blind": _why_big_blind,
    "entry": _why_entry,
    "missed_blinds": _why_missed_blinds,
}


def refuse_not_due(cites: Citations, state: State, number: int, due: Due | None) -> NoReturn:
    if state.phase != "blinds":
        refuse(cites, "blinds are posted after the announcement and before the deal")
    if due is None or due.is_paid:
        refuse(cites, "nothing is due from seat {seat}", seat=number)
    what, amount = Message(_PAYS[due.kind][1]), due.live + due.dead
    refuse(cites, "due from seat {seat}: {what}, {amount:money}", seat=number, what=what, amount=amount)


# Effects


@POKER.after(e.BlindsAnnounced)
def blinds_announced(state: State, event: e.BlindsAnnounced) -> State:
    seats = list(state.seats)
    for number in event.order:
        seats[number - 1] = replace(state.seat(number), hand=Hand())
    if waits_on_button(state, event):
        seats[event.button - 1] = replace(state.seat(event.button), has_waited=True)
    is_new_orbit = event.orbit > max(state.positions.orbit, 1)
    return replace(
        state,
        phase="blinds",
        seats=tuple(seats),
        round=state.round + 1,
        positions=Positions(
            button=event.button,
            orbit=event.orbit,
            is_button_placed=event.is_button_placed,
            small_blind_position=event.small_blind_position,
            small_blind_seat=event.small_blind_seat,
            big_blind_seat=event.big_blind_seat,
        ),
        taken=() if is_new_orbit and not event.keeps_taken else state.taken,
        owing=() if is_new_orbit else state.owing,
        order=event.order,
        dues=event.dues,
        exposed=(),
    )


@POKER.after(e.BlindsWithdrawn)
def blinds_withdrawn(state: State, event: e.BlindsWithdrawn) -> State:
    """Called again, who has posted and gone is in it; with fewer than two players there is no Round."""
    seats = with_chips(state, event.refunds)
    posted = tuple(due.seat for due in state.dues if due.is_paid and state.seat(due.seat).is_away)
    called = between_rounds(
        state, seats, replace(positions_repeated(state), posted=posted), is_shuffled=state.is_shuffled
    )
    if len(present(called)) < PLAYERS_MIN:
        return replace(called, positions=replace(called.positions, posted=()))
    return called


@POKER.after(e.BlindAskedFor)
def blind_asked_for(state: State, event: e.BlindAskedFor) -> State:
    dues = [replace(due, is_asked=due.is_asked or due.seat == event.seat) for due in state.dues]
    return replace(state, dues=tuple(dues))


@POKER.after(e.SeatDealtOut)
def seat_dealt_out(state: State, event: e.SeatDealtOut) -> State:
    """As if away, but not gone without a word."""
    seat = replace(state.seat(event.seat), is_away=True, has_waited=False)
    return replace(state, seats=state.with_seat(event.seat, seat))


@POKER.after(e.BlindMissed)
def blind_missed(state: State, event: e.BlindMissed) -> State:
    return replace(state, missing=(*state.missing, (event.seat, event.blind)))


@POKER.after(e.ButtonPlaced)
def button_placed(state: State, event: e.ButtonPlaced) -> State:
    return replace(state, positions=replace(state.positions, is_button_placed=True))


def paid(state: State, event: e.Payment) -> State:
    seat = state.seat(event.seat)
    hand = replace(state.hand(event.seat), bet=event.live, total=event.live, dead=event.dead)
    chips = seat.chips - event.live - event.dead
    return replace(
        state,
        seats=state.with_seat(event.seat, replace(seat, chips=chips, hand=hand)),
        pot=state.pot + event.live + event.dead,
        dues=tuple(replace(due, is_paid=True) if due.seat == event.seat else due for due in state.dues),
    )


for _payment in (e.SmallBlindPosted, e.BigBlindPosted, e.EntryPaid, e.MissedBlindsPaid):
    POKER.after(_payment)(paid)
