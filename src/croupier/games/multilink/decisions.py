"""Looking, folding, betting the streets, checking."""

from collections.abc import Iterator
from functools import partial, reduce
from typing import Any

from msgspec.structs import replace

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.permissions import Here, nothing_open, refuse_until
from croupier.games.multilink.state import Box, State, has_seen
from croupier.games.multilink.terms import StreetBet, terms
from croupier.games.multilink.turns import asked_now, due
from croupier.messages import Message
from croupier.rulebook import Citation, Rules
from croupier.table import Citations, Draft, Moment, Offer, Refusal, Refused, Role, refuse
from croupier.table.messages import refusal
from croupier.table.offers import Target, within

WINDOWS: dict[str, StreetBet] = {"first": "flop", "second": "turn", "third": "river"}


def _own_hands(at: Moment[State]) -> Iterator[Target]:
    if at.state.phase not in ("idle", "betting", "closed") and may_look(at.rules, at.state, at.by.id):
        for number, box in at.state.boxes.items():
            if box.player == at.by.id and not box.is_examined:
                yield {"box": number}


@MULTILINK.action(c.LookAtHand, Role.PLAYER, "other_boxes", each=_own_hands)
def look_at_hand(at: Moment[State], box: int) -> Offer:
    state = at.state
    found = state.boxes.get(box)
    if found is None or found.player != at.by.id or not found.cards or found.status == "cancelled":
        at.refuse("other_boxes", "you have no hand on box {box} to look at", box=box)
    at.require(state.phase not in ("idle", "closed"), "other_boxes", "there are no cards to look at now")
    nothing_open(at, "dealing_error_options")
    if found.is_examined:
        at.refuse("other_boxes", "you have looked at box {box} already", "ML-A18", box=box)
    if not may_look(at.rules, state, at.by.id):
        said = "you have examined box {seen}; other hands are played without viewing"
        boxes: list[Any] = examined(state, at.by.id)
        seen = reduce(lambda seen, box: Message("{seen} and {box}", {"seen": seen, "box": box}), boxes)
        refuse(at.cite("other_boxes", "peeking", reading="ML-A18"), said, seen=seen)
    rule = terms(at.rules).by_device("flop_decision")
    return Offer(at.cite(rule, "other_boxes"), facts=found.cards)


@look_at_hand.taken
def hand_is_looked_at(draft: Draft[State], command: c.LookAtHand, offer: Offer) -> None:
    is_first = not has_seen(draft.state)
    about = {"player": command.by.id, "box": command.box, "cards": offer.facts}
    draft.emit(e.HandExamined(**about, citations=offer.citations))
    if is_first:
        tell_link_of_look(draft)


def tell_link_of_look(draft: Draft[State]) -> None:
    """The first look of a Round, where it counts for tables on the same link."""
    if terms(draft.rules).fault_scope == "link":
        cites = draft.cite("progressive_fault_seen", reading="ML-A30")
        draft.emit(e.CardsSeen(round=draft.state.round, citations=cites))


def examined(state: State, player: str) -> list[int]:
    """The hands this player has looked at."""
    return [number for number, box in state.boxes.items() if box.player == player and box.is_examined]


def may_look(rules: Rules, state: State, player: str) -> bool:
    """Whether the player may examine one more hand."""
    return len(examined(state, player)) < terms(rules).hands_viewed_max


def require_turn(draft: Here, player: str, number: int, rule: str, *when: str) -> Box:
    """The box that is asked now, belonging to this player; `when` are the rules on the time for it."""
    state = draft.state
    box = state.boxes.get(number)
    if box is None or box.player != player:
        cites = draft.cite("seated_player", "seated_players_only")
        refuse(cites, "box {box} is not yours to decide", box=number)
    found = due(draft.rules, state)
    if found != "decide":
        refuse_until(draft, found, rule, *when)
    if box.status == "cancelled":
        cites = draft.cite(*_invalidated_under(draft.rules, state, box))
        refuse(cites, "the hand of box {box} is invalidated, and its bets are back", box=number)
    if not box.ante:
        draft.refuse("ante_required", "box {box} has no Ante and takes no part in the Round", box=number)
    if not box.is_in:
        cites = draft.cite(terms(draft.rules).by_device("fold_decision"), "fold", reading="ML-A40")
        refuse(cites, "box {box} is out of the Round", box=number)
    asked = asked_now(draft.rules, state)
    if box.has_decided:
        has_checked = not getattr(box, WINDOWS[state.phase])  # which is as final as a bet
        said, reading = "box {box} has decided; it is the turn of box {asked}", "ML-A40"
        draft.refuse(rule, said, reading="ML-A62" if has_checked else reading, box=number, asked=asked[0])
    if number not in asked:
        said = "hands decide clockwise: it is the turn of box {asked}"
        draft.refuse(rule, said, "ML-A40", asked=asked[0])
    return box


def _invalidated_under(rules: Rules, state: State, box: Box) -> tuple[str, ...]:
    """What can have invalidated a hand, by what it shows."""
    if box.cards and len(box.cards) != terms(rules).hole_cards:
        return ("wrong_number_in_hand",)
    is_peeked_at = box.is_examined and len(examined(state, box.player)) > terms(rules).hands_viewed_max
    return ("peeking", "option_refund") if is_peeked_at else ("option_refund",)


@within(*WINDOWS)
def _asked(at: Moment[State]) -> Iterator[Target]:
    """The hands that are asked, as far as they are this player's."""
    for asked in asked_now(at.rules, at.state) if at.state.phase in WINDOWS else ():
        if at.state.boxes[asked].player == at.by.id:
            yield {"box": asked}


@MULTILINK.action(c.Fold, Role.PLAYER, "seated_players_only", each=_asked)
def fold(at: Moment[State], box: int) -> Offer:
    chosen, found = terms(at.rules), at.state.boxes.get(box)
    rule = chosen.by_device("fold_decision")
    if found is not None and found.player == at.by.id and found.flop:
        finish = at.cite(chosen.by_device("play_decision"), "in_for_the_finish")
        refuse(finish, "the hand is in for the finish: {instead}", instead=_instead_of_folding(at, box))
    require_turn(at, at.by.id, box, rule)
    cites = at.cite(rule, "fold", reading="ML-A14") + at.cite("no_change_after_close", reading="ML-A45")
    if chosen.fold_counts_as_seen:
        cites += at.cite("fold", reading="ML-A63")
    folds = partial(e.Folded, box=box, at=at.now, is_look=chosen.fold_counts_as_seen)
    return Offer(cites, event=folds)


def fold_for_absent(draft: Draft[State], number: int, at: int) -> None:
    """Who has walked away with decisions to be made counts as folded."""
    box = draft.state.boxes[number]
    cites = draft.cite("absent_with_decisions", "fold", reading="ML-A16" if box.flop else None)
    if box.registered:
        cites += draft.cite("absent_with_decisions", reading="ML-A17")
    draft.emit(e.Folded(box=number, at=at, why="walked_away", citations=cites))


def _instead_of_folding(at: Moment[State], number: int) -> Message:
    """What a hand in for the finish may do now, if it is asked."""
    if due(at.rules, at.state) != "decide" or number not in asked_now(at.rules, at.state):
        return Message("it cannot fold any more")
    is_barred = _why_no_street_bet(at, at.state.boxes[number], WINDOWS[at.state.phase])
    return Message("check" if is_barred else "bet or check")


_BETTING_ROUNDS: dict[StreetBet, str] = {
    "flop": "first_betting_round",
    "turn": "second_betting_round",
    "river": "third_betting_round",
}
_STREET_RULES: dict[StreetBet, tuple[str, ...]] = {
    "flop": ("play_decision", "flop_bet", "betting_round", _BETTING_ROUNDS["flop"], "in_for_the_finish"),
    "turn": ("flop", "turn_bet", _BETTING_ROUNDS["turn"]),
    "river": ("turn", "river_bet", _BETTING_ROUNDS["river"]),
}


def street_amount(rules: Rules, box: Box, bet: StreetBet) -> int:
    return terms(rules).street_amount(bet, box.ante)


def _street_bet(kind: type[c.PlaceStreetBet], bet: StreetBet) -> None:
    @MULTILINK.action(kind, Role.PLAYER, "seated_players_only", each=_asked)
    def place(at: Moment[State], box: int) -> Offer:
        return street_offer(at, at.by.id, box, bet)

    @place.taken
    def is_placed(draft: Draft[State], command: c.PlaceStreetBet, offer: Offer) -> None:
        """Without an amount the exact one is meant."""
        if command.amount is not None:
            require_exact(draft, command.box, bet, command.amount, offer.costs)
        put_street(draft, command.box, bet, offer.costs, command.at, offer.citations)


def require_exact(at: Here, number: int, bet: StreetBet, amount: int, wanted: int) -> None:
    if amount != wanted:
        also, reading = (("other_boxes",), "ML-A10") if bet == "flop" else ((), None)
        cites = at.cite(*also, f"{bet}_bet", reading=reading)
        said = "the {bet:name} bet on box {box} is exactly {wanted:money}"
        refuse(cites, said, bet=bet, box=number, wanted=wanted)


_street_bet(c.PlaceFlop, "flop")
_street_bet(c.PlaceTurn, "turn")
_street_bet(c.PlaceRiver, "river")


def street_offer(at: Moment[State], player: str, number: int, bet: StreetBet) -> Offer:
    """The exact bet of the hand that is asked."""
    when, *definitions = _STREET_RULES[bet]
    rule = terms(at.rules).by_device(when)
    box = require_turn(at, player, number, rule, _BETTING_ROUNDS[bet])
    window = WINDOWS[at.state.phase]
    if window != bet:
        said = "this is the time for the {window:name} bet, not the {bet:name}"
        refuse(at.cite(_BETTING_ROUNDS[bet], "betting_round"), said, window=window, bet=bet)
    if barred := _why_no_street_bet(at, box, bet):
        raise Refused(barred)
    wanted, extra = street_amount(at.rules, box, bet), ("other_boxes",) if is_blind(box) else ()
    cites = at.cite(rule, *definitions, *extra, reading="ML-A21" if bet == "river" else None)
    if box.ante > terms(at.rules).ante_max:
        cites += at.cite("over_maximum_unnoticed", reading="ML-A09")
    if wanted == terms(at.rules).most_on(bet):
        cites += at.cite("over_maximum", reading="ML-A09")
    return Offer(cites, costs=wanted)


def _why_no_street_bet(at: Moment[State], box: Box, bet: StreetBet) -> Refusal | None:
    """What stands against the bet of a hand that is asked."""
    if bet != "flop" and is_blind(box) and not terms(at.rules).blind_street_bets:
        cites = at.cite("other_boxes", reading="ML-A18")
        return refusal(cites, "a hand played blind takes no turn or river bet here: check")
    wanted, chips = street_amount(at.rules, box, bet), at.state.players[box.player].chips
    if chips >= wanted:
        return None
    other = "fold" if bet == "flop" else "check"
    said = "the bet is {wanted:money} and you have {chips:money}: buy chips or {other:name}"
    return refusal(at.cite(f"{bet}_bet"), said, wanted=wanted, chips=chips, other=other)


def put_street(
    draft: Draft[State],
    number: int,
    bet: StreetBet,
    amount: int,
    at: int,
    citations: Citations,
    is_unnoticed: bool = False,
) -> None:
    box = draft.state.boxes[number]
    is_look = terms(draft.rules).bet_counts_as_seen and may_look(draft.rules, draft.state, box.player)
    if is_look:
        citations += draft.cite("other_boxes", reading="ML-A66")
    draft.emit(
        e.StreetBetPlaced(
            player=box.player,
            seat=box.seat,
            box=number,
            bet=bet,
            amount=amount,
            at=at,
            is_unnoticed=is_unnoticed,
            is_look=is_look,
            citations=citations,
        )
    )


def is_blind(box: Box) -> bool:
    return not box.is_examined


@MULTILINK.action(c.Check, Role.PLAYER, "seated_players_only", each=_asked)
def check(at: Moment[State], box: int) -> Offer:
    require_turn(at, at.by.id, box, "check")
    if at.state.phase == "first":
        cites = at.cite(terms(at.rules).by_device("flop_decision"), "check")
        refuse(cites, "before the flop a hand folds or bets: there is no check")
    return Offer(check_cites(at), event=partial(e.Checked, box=box, at=at.now))


def check_cites(at: Here) -> tuple[Citation, ...]:
    when = _STREET_RULES[WINDOWS[at.state.phase]][0]
    return at.cite(terms(at.rules).by_device(when), "check")


# Events


@MULTILINK.after(e.HandExamined)
def hand_examined(state: State, event: e.HandExamined) -> State:
    return state.with_box(event.box, is_examined=True)


@MULTILINK.after(e.Folded)
def folded(state: State, event: e.Folded) -> State:
    box = state.boxes[event.box]
    has_left = box.has_left or event.why == "walked_away"
    box = replace(box, status="folded", has_decided=True, has_left=has_left)
    has_looked = state.has_looked or event.is_look
    return replace(state, boxes=state.boxes | {event.box: box}, asked_at=event.at, has_looked=has_looked)


@MULTILINK.after(e.StreetBetPlaced)
def street_bet_placed(state: State, event: e.StreetBetPlaced) -> State:
    box = state.boxes[event.box]
    changes = {event.bet: getattr(box, event.bet) + event.amount, "has_decided": True}
    return replace(
        state,
        boxes=state.boxes | {event.box: replace(box, **changes)},
        players=state.with_chips(event.player, -event.amount),
        asked_at=event.at,
        has_looked=state.has_looked or event.is_look,
    )


@MULTILINK.after(e.Checked)
def checked(state: State, event: e.Checked) -> State:
    boxes = state.boxes | {event.box: replace(state.boxes[event.box], has_decided=True)}
    return replace(state, boxes=boxes, asked_at=event.at)
