"""A card that left the device wrongly after the initial deal: laid elsewhere, or asked for by nobody."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import controller, current, is_held_up, is_short
from croupier.games.freebet.drawing import after_draw, deal_to, draw
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import own_place, require_power
from croupier.games.freebet.plan import due
from croupier.games.freebet.points import count
from croupier.games.freebet.state import HELD, Area, Aside, State, is_early, with_aside, with_hand, with_offer
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import advance, deciding, end_hand
from croupier.table import Citations, Draft, Moment, Offer, Role
from croupier.table.facts import DEALER, Spot
from croupier.table.matters import refer
from croupier.table.offers import within

# On the wrong hand


def lay_astray(draft: Draft[State], number: int, card: Card, is_next: bool, cites: Citations) -> None:
    draft.emit(e.CardAstray(area=number, card=card, is_next_card=is_next, citations=cites))


@FREEBET.after(e.CardAstray)
def card_astray(state: State, event: e.CardAstray) -> State:
    """As a second card on the Dealer's hand it ends the time for Insurance, wherever it goes from there."""
    state = replace(state, **after_draw(state, event.card, event.is_next_card))
    state = replace(state, aside=(*state.aside, Aside(event.card, "astray", event.area)))
    return state if event.area or not state.dealer else with_offer(state, is_too_late=True)


def move_card(draft: Draft[State], astray: Aside) -> None:
    """The card goes to where it was due; found only after further cards, that cannot be restored any more.

    From an area without a wager it is discarded, whenever it is found.
    """
    area, card = astray.area, astray.card
    if area and not draft.state.areas.get(area, Area()).wagers:
        cites = draft.cite("cards_without_wager_late", "withdrawal_when_dissatisfied")
        draft.emit(e.UnbetCardsDiscarded(area=area, citations=cites))
        return
    if astray.is_late:
        cites = draft.cite("incorrect_dealing_late", reading="FB-A17")
        draft.emit(e.PlayStands(clears="astray", citations=cites))
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
    moved = Aside(event.card, "error" if event.is_offered else "next")
    changes: dict[str, Any] = {"aside": with_aside(state, ("astray", *HELD), moved, *state.held)}
    target = current(state)
    if event.is_offered and target:
        area = state.areas[target[0]]
        hand = replace(area.hands[target[1]], wants_card=False)
        changes["areas"] = state.areas | {target[0]: with_hand(area, target[1], hand)}
    return replace(state, **changes)


# Asked for by nobody


def lay_unasked(draft: Draft[State], spot: Spot, cards: tuple[Card, ...], cites: Citations) -> None:
    (card,) = draw(draft, 1, cards, "card_dealt_in_error")
    if draft.state.phase != "complete":
        is_dealers = spot == DEALER
        draft.emit(e.CardDrawnInError(card=card, is_dealers=is_dealers, citations=cites))
        return
    is_completed = Terms.of(draft.rules).dealer_stands(*count(draft.state.dealer))
    rule = "extra_card_on_completed_dealer_hand" if is_completed else "dealer_stops_early"
    draft.emit(e.ErrorCardDiscarded(card=card, citations=draft.cite(rule, reading="FB-A15")))


@FREEBET.after(e.CardDrawnInError)
def card_drawn_in_error(state: State, event: e.CardDrawnInError) -> State:
    aside = (*state.aside, Aside(event.card, "error"))
    state = replace(state, aside=aside, **after_draw(state, event.card, False))
    return with_offer(state, is_too_late=True) if event.is_dealers and state.dealer else state


@FREEBET.after(e.ErrorCardDiscarded)
def error_card_discarded(state: State, event: e.ErrorCardDiscarded) -> State:
    aside = (*state.aside, Aside(event.card, "removed"))
    return replace(state, aside=aside, **after_draw(state, event.card, False))


@within("playing")
def refusing(at: Moment[State]) -> Iterable[Mapping[str, Any]]:
    return deciding(at) if is_error_card_next(at.state) else ()


def is_error_card_next(state: State) -> bool:
    """Whether a card that nobody asked for comes next; cards taken back come before it."""
    return bool(state.held) and state.held[0].why == "error"


@FREEBET.action(c.RefuseCard, Role.PLAYER, each=refusing)
def refuse_card(at: Moment[State], area: int) -> Offer:
    place, state = own_place(at), at.state
    require_power(at)
    target = current(state) if state.phase == "playing" else None
    if not is_error_card_next(state) or target is None or controller(state, target[0]) != place:
        at.refuse("error_card_refused", "a card dealt in error may be refused by the player it comes to")
    if area not in (0, target[0]):
        said = "the card comes to area {area} first: take or refuse it there"
        at.refuse("error_card_refused", said, area=target[0])
    if is_short(state.areas[target[0]]):
        rule = "player_short_of_cards_early" if is_early(state) else "one_card_hand_late"
        said = "area {area} has one card only: the dealer reports the cards first"
        at.refuse(rule, said, area=target[0])
    if is_held_up(state) or state.areas[target[0]].hands[target[1]].wants_card:
        at.refuse("error_card_refused", "you have asked for a card, or a question is open")
    return Offer(at.cite("error_card_refused"), facts=target, group="irregularity")


@refuse_card.taken
def refuses_card(draft: Draft[State], command: c.RefuseCard, offer: Offer) -> None:
    is_for_area = Terms.of(draft.rules).refused_card_binds == "area"
    cites = draft.cite("error_card_refused", "refused_card_means_stand", reading="FB-A63")
    draft.emit(e.CardRefused(area=offer.facts[0], is_for_area=is_for_area, citations=cites))
    if not is_for_area:
        end_hand(draft, *offer.facts, "refused_card_means_stand")
    advance(draft)


@FREEBET.after(e.CardRefused)
def card_refused(state: State, event: e.CardRefused) -> State:
    refused = [replace(each, is_refused=each.why == "error") for each in state.held]
    aside = with_aside(state, HELD, *refused)
    area = replace(state.areas[event.area], takes_no_cards=event.is_for_area)
    return state.with_area(event.area, area, aside=aside)
