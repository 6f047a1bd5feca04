"""Beginning a Round: the announcement, the button, and what is paid before the deal."""

from msgspec.structs import replace

from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.permissions import refuse_while_open, require_own_seat
from croupier.games.poker.positions import plan
from croupier.games.poker.state import Due, DueKind, Hand, Positions, State
from croupier.games.poker.terms import terms
from croupier.money import say_money
from croupier.table import Citations, Command, Draft, Role

_PAYS: dict[str, tuple[type[e.Payment], str]] = {
    "small_blind": (e.SmallBlindPosted, "post the small blind"),
    "big_blind": (e.BigBlindPosted, "post the big blind"),
    "entry": (e.EntryPaid, "pay to join"),
    "missed_blinds": (e.MissedBlindsPaid, "pay the missed blinds"),
}


@POKER.on(c.AnnounceBlinds, Role.DEALER)
def announce_blinds(draft: Draft[State], command: c.AnnounceBlinds) -> None:
    refuse_while_open(draft)
    state, rules = draft.state, draft.rules
    if state.phase != "idle":
        draft.refuse("round_of_play", "a Round is under way: settle it first")
    found = plan(terms(rules), state)
    if found is None:
        draft.refuse("posting_blinds", "a Round needs two players with chips at the table", reading="BL5")
    cites = rules.cite("round_of_play", "commencement", "dealer_button", "orbit", "posting_blinds")
    if found.button == state.positions.next_button:
        cites += rules.cite("absent_small_blind")
    draft.emit(
        e.BlindsAnnounced(
            button=found.button,
            orbit=found.orbit,
            is_button_placed=command.button != "forgotten",
            small_blind_position=found.small_blind_position,
            small_blind_seat=found.small_blind_seat,
            big_blind_seat=found.big_blind_seat,
            order=found.order,
            dues=found.dues,
            citations=cites,
        )
    )
    for number, blind in found.missing:
        key = "absent_small_blind" if number == found.small_blind_position else "absent_big_blind"
        draft.emit(e.BlindMissed(seat=number, blind=blind, citations=rules.cite(key, reading="BL12")))


@POKER.on(c.PlaceButton, Role.DEALER)
def place_button(draft: Draft[State], command: c.PlaceButton) -> None:
    if draft.state.phase == "idle" or draft.state.positions.is_button_placed:
        draft.refuse("commencement", "the Dealer Button is where it belongs")
    draft.emit(
        e.ButtonPlaced(button=draft.state.positions.button, citations=draft.rules.cite("commencement"))
    )


@POKER.on(c.PostSmallBlind, Role.PLAYER, "own_decisions_only")
def post_small_blind(draft: Draft[State], command: c.PostSmallBlind) -> None:
    cites = draft.rules.cite("posting_blinds", "small_blind", "blinds")
    if require_own_seat(draft, command, command.seat).missed:
        cites += draft.rules.cite("missed_small_blind_on_button")
    pay(draft, command, command.seat, "small_blind", cites)


@POKER.on(c.PostBigBlind, Role.PLAYER, "own_decisions_only")
def post_big_blind(draft: Draft[State], command: c.PostBigBlind) -> None:
    rules, number = draft.rules, command.seat
    cites = rules.cite("posting_blinds", "big_blind", "blinds")
    seat = require_own_seat(draft, command, number)
    if seat.missed == ("small_blind",):
        cites += rules.cite("missed_small_blind_due_big_blind")
    elif "small_blind" in seat.missed:
        cites += rules.cite("missed_both_due_big_blind")
    elif seat.missed:
        cites += rules.cite("missed_blinds", reading="BL6")
    elif seat.is_relocated:
        cites += rules.cite("relocated_player")
    elif seat.is_new and draft.state.positions.orbit > 1:
        cites += rules.cite("new_player")
    pay(draft, command, number, "big_blind", cites)


@POKER.on(c.PayToJoin, Role.PLAYER, "own_decisions_only")
def pay_to_join(draft: Draft[State], command: c.PayToJoin) -> None:
    pay(draft, command, command.seat, "entry", draft.rules.cite("new_player", reading="BL2"))


@POKER.on(c.PayMissedBlinds, Role.PLAYER, "own_decisions_only")
def pay_missed_blinds(draft: Draft[State], command: c.PayMissedBlinds) -> None:
    rules = draft.rules
    seat = require_own_seat(draft, command, command.seat)
    is_elsewhere = command.seat != draft.state.positions.small_blind_position
    if seat.is_new and draft.state.positions.orbit > 1 and not seat.is_relocated:
        cites = rules.cite("new_player", "missed_blinds", reading="BL6")
    elif seat.missed == ("small_blind",) and is_elsewhere:
        cites = rules.cite("missed_blinds", "missed_small_blind_elsewhere", "missed_small_blind_on_button")
    else:
        cites = rules.cite("missed_blinds", reading="BL6")
    pay(draft, command, command.seat, "missed_blinds", cites)


def pay(draft: Draft[State], command: Command, number: int, kind: DueKind, cites: Citations) -> None:
    """Put in what is due; a player with less puts in everything."""
    seat = require_own_seat(draft, command, number)
    refuse_while_open(draft)
    state = draft.state
    due = next((due for due in state.dues if due.seat == number), None)
    if state.phase != "blinds" or due is None or due.kind != kind or due.is_paid:
        draft.refuse("posting_blinds", _what_is_due(state, number, due))
    live = min(due.live, seat.chips)
    dead = min(due.dead, seat.chips - live)
    is_all_in = live + dead == seat.chips
    if is_all_in:
        cites += draft.rules.cite("all_in", "all_in_chips", "all_in_to_stay", reading="AI9")
    event = _PAYS[kind][0]
    draft.emit(event(seat=number, live=live, dead=dead, is_all_in=is_all_in, citations=cites))


def _what_is_due(state: State, number: int, due: Due | None) -> str:
    if state.phase != "blinds":
        return "blinds are posted after the announcement and before the deal"
    if due is None or due.is_paid:
        return f"nothing is due from seat {number}"
    return f"due from seat {number}: {_PAYS[due.kind][1]}, {say_money(due.live + due.dead)}"


# Effects


@POKER.after(e.BlindsAnnounced)
def blinds_announced(state: State, event: e.BlindsAnnounced) -> State:
    seats = list(state.seats)
    for number in event.order:
        seats[number - 1] = replace(state.seat(number), hand=Hand())
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
        taken=() if is_new_orbit else state.taken,
        owing=() if is_new_orbit else state.owing,
        order=event.order,
        dues=event.dues,
        exposed=(),
    )


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
