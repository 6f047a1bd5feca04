"""Who may act for which seat, and when nobody may: asked by every offer."""

from collections.abc import Sequence
from typing import Any, NoReturn

from croupier.games.poker.plan import HOLE_CARDS, is_dealt_wrong, wrong
from croupier.games.poker.state import Seat, State, is_street_coming
from croupier.games.poker.terms import FIRST, device_key, terms
from croupier.games.poker.turns import stage
from croupier.table import Actor, Draft, Moment, deals, refuse
from croupier.table.facts import AnyFact, Burnt, Due, FaceDown, Fact, FoundUp, Seen
from croupier.table.offers import Each, within

At = Moment[State] | Draft[State]


def refuse_while_open(at: At, is_shuffle_meant: bool = False) -> None:
    """Nothing moves in a Round while a ruling is awaited, in the middle of a deal or before a shuffle."""
    refuse_while_asked(at)
    state = at.state
    if state.coming:
        rule = "community_cards" if is_street_coming(state) else "initial_deal"
        at.refuse(rule, "the cards are being dealt one by one: deal the next card")
    if state.shuffle_due is not None and not is_shuffle_meant:
        at.refuse(state.shuffle_due.rule, "nothing goes on yet: shuffle the remaining cards first")


def refuse_while_asked(at: At) -> None:
    if at.state.open:
        matter = at.state.open[0]
        cites = at.cite(*matter.rules, "matters_not_provided_for")
        refuse(cites, "wait for the ruling on {key:name}: {question}", key=matter.key, question=matter.asked)


def require_round(at: At, *keys: str) -> None:
    if at.state.phase == "idle":
        cites = at.cite(*keys, "round_voided", "round_of_play", reading="IR14")
        refuse(cites, "no Round is open, and settled Rounds stand")


def refuse_decided(at: At) -> None:
    """With one Active Player left there is nothing to deal, to flip or to show."""
    if at.state.phase == "settling" and len(at.state.active) == 1:
        at.refuse("lone_survivor", "one Active Player is left and wins: settle the pots", reading="SD8")


def refuse_wrong_deal(at: At) -> None:
    table, state = terms(at.rules), at.state
    if not (state.surplus or is_dealt_wrong(table, state)):
        return
    kinds = [each.kind for each in wrong(table, state) if each.deal == HOLE_CARDS]
    broken = [_BROKEN[kind] for kind in kinds if kind in _BROKEN]
    cites = at.cite("voiding_events", *dict.fromkeys(broken))
    refuse(cites, "the cards are not right: the dealer has to report that first")


_BROKEN = {
    "left_out": "missing_or_extra_hand",
    "extra_hand": "missing_or_extra_hand",
    "short": "wrong_number_of_cards",
    "surplus": "wrong_number_of_cards",
}


def seat_of(state: State, player: str) -> int:
    """Where this player sits; 0 if nowhere."""
    for number, seat in enumerate(state.seats, 1):
        if seat is not None and seat.player == player:
            return number
    return 0


def seat_of_actor(state: State, actor: Actor) -> int:
    """The same of somebody of whom it is known where they sat last: nearly always they still do."""
    number, seats = actor.seat, state.seats
    if number is not None and 0 < number <= len(seats):
        seat = seats[number - 1]
        if seat is not None and seat.player == actor.id:
            return number
    return seat_of(state, actor.id)


Targets = tuple[dict[str, Any], ...]  # what an offer can be about; a tuple is faster than a generator


def own_seat(at: Moment[State]) -> Targets:
    """The seat of the player who asks, if they have one."""
    found: Targets | None = at.notes.get("own seat")
    if found is None:
        number = seat_of_actor(at.state, at.by)
        found = at.notes["own seat"] = ({"seat": number},) if number else ()
    return found


def whose_turn(stage: str) -> Each:
    """The seat to act, in this stage of the Round."""
    return within(stage)(lambda at: ({"seat": at.state.to_act},))


def require_own_seat(at: Moment[State], number: int) -> Seat:
    """Only the person in the seat decides for it."""
    seats = at.state.seats
    seat = seats[number - 1] if 1 <= number <= len(seats) else None
    if seat is not None and seat.player == at.by.id:
        return seat
    own = seat_of(at.state, at.by.id)
    at.require(own, "seated_players_only", "only Seated Players take part: sit down first")
    template = "nobody sits at {seat}; your seat is {own}"
    if seat is not None:
        template = "seat {seat} decides for itself; your seat is {own}"
    return at.refuse("own_decisions_only", template, seat=number, own=own)


def refuse_without_turn(at: At, number: int) -> None:
    """Whose turn does not come any more in this Round is not told to wait for it."""
    state = at.state
    if state.phase in ("idle", "blinds"):
        return
    seat = state.seats[number - 1] if 1 <= number <= len(state.seats) else None
    hand = seat.hand if seat else None
    if seat is None or hand is None:
        template = "seat {seat} is not in this Round: the next one is open to it"
        at.refuse("round_of_play", template, seat=number)
    if not hand.is_active:
        template = "the hand of seat {seat} is out of this Round: the next one is open to it"
        at.refuse("fold", template, seat=number)
    if not seat.chips and state.phase in ("betting", "dealing"):
        template = "seat {seat} is all-in and places no further Bets in this Round"
        at.refuse("all_in_to_stay", template, seat=number)


def not_your_turn(at: At, number: int) -> NoReturn:
    state = at.state
    refuse_without_turn(at, number)
    if state.phase == "betting":
        cites = at.cite("out_of_turn")
        if stage(state) == FIRST:  # who begins is said in a paragraph of its own
            cites += terms(at.rules).turn[FIRST][state.street]
        template = "it is the turn of seat {turn}; wait until it comes to seat {seat}"
        refuse(cites, template, turn=state.to_act, seat=number)
    waits = {
        "idle": "no Round is under way: wait for the announcement of the blinds",
        "blinds": "the blinds are being posted: betting begins after the deal",
        "dealing": "the Betting Round is over: wait for the next card",
        "closed": "the betting is over: wait for the Game Marker",
        "showdown": "the betting is over: show or muck the hand when asked",
        "settling": "the betting is over: the pots are being settled",
    }
    # Before the deal there are the two Blinds and nothing else: no straddle, no bet in the dark.
    why = ("first_betting_round", "blinds") if state.phase == "blinds" else ()
    refuse(at.cite("betting_round", *why), waits[state.phase])


def require_sensible(at: At, facts: Sequence[AnyFact], plan: Sequence[Due], deal: str) -> None:
    """What cannot be said of this deal is refused before anything comes of it."""
    table, order = terms(at.rules), at.state.order
    is_hole = deal == HOLE_CARDS
    places = order if is_hole else ()
    others = [number for number in range(1, table.seats + 1) if number not in places]

    def rules_of(fact: Fact) -> tuple[str, ...]:
        if isinstance(fact, Burnt):
            return ("hole_cards", device_key(table.is_shoe, "hole_cards")) if is_hole else ("burnt_card",)
        if isinstance(fact, Seen | FoundUp):
            return ("cards_exposed_in_initial_deal" if is_hole else "exposed_card_discarded",)
        return ("missing_or_extra_hand" if is_hole else "community_cards",)

    deals.require_sensible(at, facts, plan, places, others, rules_of, () if is_hole else (FaceDown,))
