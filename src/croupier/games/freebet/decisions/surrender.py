"""Surrender, offered between the initial and the subsequent deal, and what it shares with Insurance."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import controller, is_held_up, is_short, is_unsplit
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import during, own_place, present, require_going_on
from croupier.games.freebet.points import is_ace
from croupier.games.freebet.settlement import settle_stake
from croupier.games.freebet.state import (
    Offered,
    State,
    Wager,
    is_asked,
    is_early,
    stake_of,
    wager_of,
    with_offer,
)
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import advance, refuse_without_cards, settle_interim
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Draft, Moment, Offer, Role, refuse
from croupier.table.offers import within

# What both offers share


def require_calm(at: Moment[State]) -> None:
    """Nothing is offered or answered while the Round itself is in question."""
    require_going_on(at)
    if is_asked(at.state, "cards"):
        at.refuse("incorrect_dealing_early", "the Round is interrupted; wait for the ruling")


def require_dealt(at: Moment[State], rule: str) -> None:
    """Offered once. What the Dealer forgot to offer may still be, until the subsequent deal commences."""
    if at.state.phase != "dealt" and not is_offer_due(at.state):
        at.refuse(rule, "this is offered once, before the subsequent deal commences")
    require_calm(at)


def is_offer_due(state: State) -> bool:
    """Whether play has gone on without an offer, and no further card has been asked for yet."""
    is_open = state.phase == "playing" and state.offer.is_skipped and not state.has_begun
    return is_open and not is_held_up(state)


def require_upcard(at: Moment[State]) -> None:
    if at.state.upcard is None:
        rule = "dealer_first_card_missed_early" if is_early(at.state) else "dealer_first_card_missed_late"
        at.refuse(rule, "the Dealer has no card yet: report the cards")


def is_against_ace(state: State) -> bool:
    return state.upcard is not None and is_ace(state.upcard)


def own_wagers(at: Moment[State]) -> Iterator[dict[str, int]]:
    """The areas on which who asks has a wager."""
    place = present(at)
    if place is not None:
        for number, area in at.state.areas.items():
            if area.hands and wager_of(area, place):
                yield {"area": number}


def own_wager(at: Moment[State], number: int, rule: str) -> tuple[int, int, Wager]:
    """Place, area and wager meant by a player who answers an offer."""
    require_calm(at)
    place = own_place(at)
    own = [n for n, area in at.state.areas.items() if wager_of(area, place) and area.hands]
    number = own[0] if number == 0 and len(own) == 1 else number
    bare = [n for n, area in at.state.areas.items() if wager_of(area, place) and n not in own]
    if bare and number in ((0, *bare) if not own else bare):
        refuse_without_cards(at, place, number or bare[0])
    if number not in own:
        said = "say which of your wagers you mean; you have one on area: {areas:list}"
        at.refuse(rule, said, areas=own or [Message("none")])
    wager = wager_of(at.state.areas[number], place)
    assert wager is not None
    return place, number, wager


def close_offer(draft: Draft[State], offer: Literal["surrender", "insure"]) -> None:
    keys = ("surrender_offered",) if offer == "surrender" else ("insurance_offered", "insurance")
    draft.emit(e.OfferClosed(offer=offer, citations=draft.cite(*keys)))
    settle_interim(draft)
    advance(draft)


@FREEBET.after(e.OfferClosed)
def offer_closed(state: State, event: e.OfferClosed) -> State:
    offer = Offered(is_skipped=state.offer.is_skipped, is_too_late=state.offer.is_too_late)
    return replace(state, phase="playing", offer=offer)


@FREEBET.after(e.OfferDeclined)
def offer_declined(state: State, event: e.OfferDeclined) -> State:
    key = (event.area, event.place)
    was = state.offer
    declined = (*was.declined, key) if state.phase == "insurance" else was.declined
    return with_offer(state, answered=(*was.answered, key), declined=declined)


@FREEBET.action(c.SkipOffer, Role.DEALER, each=during("dealt"))
def skip_offer(at: Moment[State]) -> Offer:
    at.require(at.state.phase == "dealt", "surrender_offered", "an offer is due right after the initial deal")
    require_calm(at)
    return Offer(at.cite("insurance_forgotten"), group="irregularity")


@skip_offer.taken
def skip(draft: Draft[State], command: c.SkipOffer, offer: Offer) -> None:
    rule = "insurance_offered" if is_against_ace(draft.state) else "surrender_offered"
    draft.emit(e.OfferSkipped(citations=draft.cite(rule)))
    settle_interim(draft)
    advance(draft)


@FREEBET.after(e.OfferSkipped)
def offer_skipped(state: State, event: e.OfferSkipped) -> State:
    return with_offer(replace(state, phase="playing"), is_skipped=True)


# Surrender


@FREEBET.action(c.OfferSurrender, Role.DEALER, each=during("dealt", "playing"))
def offer_surrender(at: Moment[State]) -> Offer:
    require_dealt(at, "surrender_offered")
    require_upcard(at)
    if is_against_ace(at.state):
        said = "there is no surrender against an Ace; offer Insurance"
        refuse(at.cite("surrender_offered", "surrender"), said)
    cites = at.cite("surrender", "surrender_offered")
    return Offer(at.cite("surrender_offered"), event=e.SurrenderOffered, under=cites)


@FREEBET.after(e.SurrenderOffered)
def surrender_offered(state: State, event: e.SurrenderOffered) -> State:
    return with_offer(replace(state, phase="surrender"), answered=(), is_skipped=False)


to_answer = within("surrender")(lambda at: own_wagers(at))


@FREEBET.action(c.Surrender, Role.PLAYER, each=to_answer)
def surrender(at: Moment[State], area: int) -> Offer:
    place, number, _ = own_wager(at, area, "surrender")
    there = at.state.areas[number]
    if at.state.phase != "surrender":
        if is_against_ace(at.state):
            at.refuse("surrender", "there is no surrender against an Ace")
        rules = (
            ["surrender", "surrender_offered"] if at.state.has_begun else ["surrender_offered", "surrender"]
        )
        if not is_unsplit(there):
            rules = ["no_surrender_after_split"]
        said = "surrender is possible only between its offer and its closing, before any split"
        if is_offer_due(at.state):
            said = "surrender has not been offered yet: ask the dealer for it before the next card"
        refuse(at.cite(*rules), said)
    at.require(is_unsplit(there), "no_surrender_after_split", "a split hand cannot be surrendered; play it")
    if is_short(there):
        rule = "player_short_of_cards_early" if is_early(at.state) else "one_card_hand_late"
        said = "area {area} has one card only: the dealer reports the cards first"
        at.refuse(rule, said, area=number)
    if at.state.has_begun and len(there.hands[0].cards) > 2 and not may_surrender_drawn(at.rules):
        said = "this hand has drawn a card and cannot be surrendered here; play it"
        at.refuse("late_surrender_or_insurance", said, reading="FB-A18")
    stake = stake_of(there.hands[0], place)
    if stake is None or there.hands[0].status == "bust":
        at.refuse("surrender", "this wager is decided already")
    warning = "Surrender a Blackjack?" if there.hands[0].status == "blackjack" else ""
    cites = at.cite("surrender", "surrender_offered")
    return Offer(cites, facts=(place, number, stake), warning=warning)


def may_surrender_drawn(rules: Rules) -> bool:
    """Whether a hand that has drawn may be surrendered once the Dealer's late first card has come."""
    return Terms.of(rules).late_surrender_scope == "unsplit"


@surrender.taken
def surrenders(draft: Draft[State], command: c.Surrender, offer: Offer) -> None:
    place, number, stake = offer.facts
    keys = [*filter(None, (draft.state.offer.late_rule,)), "surrender", "surrender_meaning"]
    passes = False
    if len(draft.state.areas[number].hands[0].stakes) > 1:
        keys.append("surrender_individually")
        if controller(draft.state, number) == place:
            keys.append("control_after_surrender")
            passes = Terms.of(draft.rules).control_after_surrender == "behind"
    settle_stake(draft, number, 0, stake, ("surrendered", tuple(keys)), is_interim=True, reading="FB-A08")
    if passes:
        cites = draft.cite("control_after_surrender", reading="FB-A07")
        draft.emit(e.ControlPassed(area=number, place=place, citations=cites))


@FREEBET.after(e.ControlPassed)
def control_passed(state: State, event: e.ControlPassed) -> State:
    return state.with_area(event.area, replace(state.areas[event.area], control_from=event.place))


@FREEBET.action(c.PlayOn, Role.PLAYER, each=to_answer)
def play_on(at: Moment[State], area: int) -> Offer:
    place, number, _ = own_wager(at, area, "surrender_offered")
    if at.state.phase != "surrender" or (number, place) in at.state.offer.answered:
        at.refuse("surrender_offered", "nobody asks you about surrender now")
    declined, cites = partial(e.OfferDeclined, area=number, place=place), at.cite("surrender_offered")
    return Offer(at.cite("surrender", "surrender_offered"), event=declined, under=cites)


@FREEBET.action(c.CloseSurrender, Role.DEALER, each=during("surrender"))
def close_surrender(at: Moment[State]) -> Offer:
    at.require(at.state.phase == "surrender", "surrender_offered", "surrender is not open")
    require_calm(at)
    return Offer(at.cite("surrender_offered"))


@close_surrender.taken
def closes_surrender(draft: Draft[State], command: c.CloseSurrender, offer: Offer) -> None:
    close_offer(draft, "surrender")
