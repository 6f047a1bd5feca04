"""A card that left the device wrongly after the initial deal: laid elsewhere, or asked for by nobody."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.cards import Card, DeviceError
from croupier.table import Draft, Moment, Offer, Role
from croupier.table.offers import within

from .. import commands as c
from .. import events as e
from ..control import controller, current, due, is_held_up, is_short
from ..dealing import (
    after_draw,
    deal_to,
    lay_card,
    named,
    named_from_device,
    next_card,
    next_initial,
    require_next_card,
)
from ..game import FREEBET
from ..play import advance, deciding
from ..points import count
from ..seating import during, own_place, require_power
from ..state import Area, State, with_hand
from ..terms import Terms
from .interruptions import DEALT, refer

# On the wrong hand


@within("closed", "playing")
def wrong_places(at: Moment[State]) -> Iterator[dict[str, int]]:
    is_due = at.state.phase == "closed" or due(at.rules, at.state) is not None
    if is_due and not at.state.misplaced:
        yield from ({"area": number} for number in range(Terms.of(at.rules).areas + 1))


@FREEBET.action(c.DealToWrongArea, Role.DEALER, each=wrong_places)
def deal_to_wrong_area(at: Moment[State], area: int) -> Offer:
    if at.state.phase == "closed":
        return _initial_to_wrong_area(at, area)
    target = due(at.rules, at.state)
    if target is None:
        at.refuse("incorrect_dealing", "no card is due; a card nobody asked for is 'drawn in error'")
    if at.state.misplaced:
        at.refuse("incorrect_dealing", "one card lies on the wrong hand already: report the misdeal first")
    if not 0 <= area <= Terms.of(at.rules).areas or area == target[0]:
        at.refuse("incorrect_dealing", "name an area of this table, or the Dealer, that was not due the card")
    require_next_card(at)
    asks = named(at.state, f"area {area}" if area else "Dealer")
    return Offer(at.cite("incorrect_dealing"), asks, group="irregularity")


def _initial_to_wrong_area(at: Moment[State], area: int) -> Offer:
    """In the initial deal, card by card: the place that was due the card still waits for one."""
    due_to, to = next_initial(at).facts, f"area {area}" if area else "Dealer"
    if to == due_to or not 0 <= area <= Terms.of(at.rules).areas:
        at.refuse("incorrect_dealing", f"the card belongs to {due_to}: name another area of this table")
    return Offer(at.cite("incorrect_dealing"), named(at.state, to), facts=to, group="irregularity")


@deal_to_wrong_area.taken
def deals_to_wrong_area(draft: Draft[State], command: c.DealToWrongArea, offer: Offer) -> None:
    (card, is_next), cites = next_card(draft, command.cards), offer.citations
    if draft.state.phase == "closed":
        lay_card(draft, offer.facts, card)
    elif command.area:
        draft.emit(e.CardMisplaced(area=command.area, card=card, is_next_card=is_next, citations=cites))
    else:
        draft.emit(e.CardLaidOnDealer(card=card, is_next_card=is_next, citations=cites))


@FREEBET.after(e.CardMisplaced)
def card_misplaced(state: State, event: e.CardMisplaced) -> State:
    changes = after_draw(state, event.card, event.is_next_card)
    return replace(state, misplaced=(event.area, event.card), **changes)


@FREEBET.after(e.CardLaidOnDealer)
def card_laid_on_dealer(state: State, event: e.CardLaidOnDealer) -> State:
    return replace(state, misplaced=(0, event.card), **after_draw(state, event.card, event.is_next_card))


def move_card(draft: Draft[State]) -> None:
    """The card goes to where it was due; found only after further cards, that cannot be restored any more.

    From an area without a wager it is discarded, whenever it is found.
    """
    assert draft.state.misplaced is not None
    area, card = draft.state.misplaced
    if area and not draft.state.areas.get(area, Area()).wagers:
        cites = draft.cite("cards_without_wager_late", "withdrawal_when_dissatisfied")
        draft.emit(e.UnbetCardsDiscarded(area=area, citations=cites))
        return
    if draft.state.is_misplaced_late:
        cites = draft.cite("incorrect_dealing_late", reading="FB-A17")
        draft.emit(e.PlayStands(clears="misplaced", citations=cites))
        refer(draft, "a card on the wrong hand was found after further cards had been dealt")
        return
    is_offered = may_be_refused(draft)
    cites = draft.cite("card_dealt_in_error" if is_offered else "incorrect_dealing_late", reading="FB-A17")
    draft.emit(e.CardMoved(area=area, card=card, is_offered=is_offered, citations=cites))
    if is_offered:
        return
    if target := due(draft.rules, draft.state):
        deal_to(draft, target, card, True)
    else:  # the player it was for has left the Round meanwhile
        advance(draft)


def may_be_refused(draft: Draft[State]) -> bool:
    """Whether the House reads a card on the wrong hand as one in error, and who was due it may still choose.

    Who has doubled or split must get a card, and so must the Dealer.
    """
    state, target = draft.state, due(draft.rules, draft.state)
    if not target or not target[0] or Terms.of(draft.rules).error_card_policy == "by_cause":
        return False
    hand = state.areas[target[0]].hands[target[1]]
    return hand.wants_card and not hand.is_doubled and controller(state, target[0]) is not None


@FREEBET.after(e.CardMoved)
def card_moved(state: State, event: e.CardMoved) -> State:
    changes: dict[str, Any] = {"misplaced": None, "next_cards": (event.card, *state.next_cards)}
    target = current(state)
    if event.is_offered and target:
        area = state.areas[target[0]]
        hand = replace(area.hands[target[1]], wants_card=False)
        changes |= {"error_card": event.card, "error_cards_more": error_cards(state)}
        changes["areas"] = state.areas | {target[0]: with_hand(area, target[1], hand)}
    return replace(state, **changes)


# Asked for by nobody


@FREEBET.action(c.DrawInError, Role.DEALER, each=during(*DEALT))
def draw_in_error(at: Moment[State]) -> Offer:
    """A card that nobody asked for counts as the next one; on a completed Dealer's hand it is discarded."""
    state = at.state
    at.require(state.phase in DEALT, "card_dealt_in_error", "no cards are being dealt")
    is_next_known = len(state.next_cards) > len(error_cards(state))
    if due(at.rules, state) is not None or is_held_up(state) or is_next_known:
        at.refuse("card_dealt_in_error", "a card is due or another matter is open: deal it as it should go")
    at.require(state.remaining >= 1, "cards_run_out", "the device is empty: no card can come from it")
    asks = named_from_device(state, ["card in error"])
    return Offer(at.cite("card_dealt_in_error", reading="FB-A17"), asks, group="irregularity")


@draw_in_error.taken
def drawn_in_error(draft: Draft[State], command: c.DrawInError, offer: Offer) -> None:
    try:
        (card,), _ = draft.state.device.draw(1, command.cards)
    except DeviceError as error:
        draft.refuse("card_dealt_in_error", str(error))
    if draft.state.phase != "complete":
        draft.emit(e.CardDrawnInError(card=card, citations=offer.citations))
        return
    is_completed = Terms.of(draft.rules).dealer_stands(*count(draft.state.dealer))
    rule = "extra_card_on_completed_dealer_hand" if is_completed else "dealer_stops_early"
    draft.emit(e.ErrorCardDiscarded(card=card, citations=draft.cite(rule, reading="FB-A15")))


@FREEBET.after(e.CardDrawnInError)
def card_drawn_in_error(state: State, event: e.CardDrawnInError) -> State:
    changes = after_draw(state, event.card, False)
    if state.error_card is None:
        return replace(state, next_cards=(event.card, *state.next_cards), error_card=event.card, **changes)
    more, behind = (*state.error_cards_more, event.card), len(error_cards(state))
    cards = (*state.next_cards[:behind], event.card, *state.next_cards[behind:])
    return replace(state, next_cards=cards, error_cards_more=more, **changes)


def error_cards(state: State) -> tuple[Card, ...]:
    """The cards on the table that nobody asked for, in the order they came."""
    return () if state.error_card is None else (state.error_card, *state.error_cards_more)


@FREEBET.after(e.ErrorCardDiscarded)
def error_card_discarded(state: State, event: e.ErrorCardDiscarded) -> State:
    return replace(state, removed=(*state.removed, event.card), **after_draw(state, event.card, False))


@within("playing")
def refusing(at: Moment[State]) -> Iterable[Mapping[str, Any]]:
    return deciding(at) if at.state.is_error_card_next else ()


@FREEBET.action(c.RefuseCard, Role.PLAYER, each=refusing)
def refuse_card(at: Moment[State], area: int) -> Offer:
    place, state = own_place(at), at.state
    require_power(at)
    target = current(state) if state.phase == "playing" else None
    if not state.is_error_card_next or target is None or controller(state, target[0]) != place:
        at.refuse("error_card_refused", "a card dealt in error may be refused by the player it comes to")
    if area not in (0, target[0]):
        at.refuse("error_card_refused", f"the card comes to area {target[0]} first: take or refuse it there")
    if is_short(state.areas[target[0]]):
        rule = "player_short_of_cards_early" if state.is_early else "one_card_hand_late"
        at.refuse(rule, f"area {target[0]} has one card only: the dealer reports the misdeal first")
    if is_held_up(state) or state.areas[target[0]].hands[target[1]].wants_card:
        at.refuse("error_card_refused", "you have asked for a card, or a question is open")
    return Offer(at.cite("error_card_refused"), facts=target[0], group="irregularity")


@refuse_card.taken
def refuses_card(draft: Draft[State], command: c.RefuseCard, offer: Offer) -> None:
    cites = draft.cite("error_card_refused", "refused_card_means_stand")
    draft.emit(e.CardRefused(area=offer.facts, citations=cites))
    advance(draft)


@FREEBET.after(e.CardRefused)
def card_refused(state: State, event: e.CardRefused) -> State:
    return state.with_area(event.area, replace(state.areas[event.area], takes_no_cards=True))
