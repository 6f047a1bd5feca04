"""What every card does that leaves the device: it is named, goes to its hand, and the Round goes on."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from croupier.cards import Card, Device, DuplicateCard, ForeignCard
from croupier.games.freebet import events as e
from croupier.games.freebet.control import Target, controller
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.offered import offer_late
from croupier.games.freebet.plan import DEALER, next_place
from croupier.games.freebet.points import HIGHEST, count, total
from croupier.games.freebet.state import HELD, Aside, Hand, State, with_aside, with_hand
from croupier.games.freebet.turns import advance, after_card
from croupier.rulebook import Rules
from croupier.table import Ask, Draft, Moment, deals
from croupier.table.deals import Undrawn, drawn
from croupier.table.subjects import Destination

_WRONG = "wrong_or_unshuffled_cards"
_UNDRAWN: Undrawn = {DuplicateCard: (_WRONG, "extra cards"), ForeignCard: (_WRONG, "a foreign card")}


def draw(draft: Draft[State], count: int, cards: Sequence[Card], rule: str) -> tuple[Card, ...]:
    """The next cards from the device; one that cannot have come is a case of its own."""
    return drawn(draft, count, cards, _UNDRAWN, rule)


def named(state: State, *places: str | Destination) -> tuple[Ask, ...]:
    """A physical device has its cards named, unless the next one lies on the table already."""
    return () if len(places) == 1 and state.held else deals.named(state.device, places)


def next_named(rules: Rules, state: State) -> tuple[Ask, ...]:
    """The next card of the subsequent deal."""
    return named(state, *next_place(rules, state)) if state.device.source == "physical" else ()


def require_next_card(at: Moment[State]) -> None:
    if at.state.device.remaining < 1 and not at.state.held:
        at.refuse("cards_run_out", "the device is empty: riffle the discards first")


def next_card(draft: Draft[State], named: Sequence[Card]) -> tuple[Card, bool]:
    """The next card and whether it lay on the table already."""
    state = draft.state
    if state.held:
        card = state.held[0].card
        if named and tuple(named) != (card,):
            template = "{card} counts as the next card: deal it without naming one"
            draft.refuse("card_dealt_in_error", template, card=card)
        return card, True
    return draw(draft, 1, named, "drawing")[0], False


def deal_to(draft: Draft[State], target: Target, card: Card, is_next: bool) -> None:
    number, index = target
    is_first = not draft.state.dealer
    cites = draft.cite(*card_rules(draft.state, target, card, is_next))
    if target != DEALER:
        draft.emit(
            e.CardDealt(
                area=number, hand=index, card=card, is_next_card=is_next, at=draft.at, citations=cites
            )
        )
        after_card(draft, number, index)
        advance(draft)
        return
    draft.emit(e.DealerCardDealt(card=card, is_next_card=is_next, at=draft.at, citations=cites))
    if is_first:
        offer_late(draft)
    else:
        advance(draft)


def card_rules(state: State, target: Target, card: Card, is_next: bool) -> tuple[str, ...]:
    """The paragraphs behind one card."""
    keys: tuple[str, ...] = (value_rule(card),)
    is_error_card = is_next and state.held[0].why == "error"
    if is_error_card:
        keys = (*keys, "card_dealt_in_error")
    if target == DEALER:
        if not state.dealer:
            return (*keys, "dealer_first_card_missed_late")
        if is_error_card and state.held[0].is_refused:
            keys = (*keys, "error_card_refused_by_all")
        return (*keys, "dealer_draws", "soft_total") if count(state.dealer)[1] else (*keys, "dealer_draws")
    hand = state.areas[target[0]].hands[target[1]]
    if state.following and state.following.kind == "double":
        keys = (*keys, "declined_double_one_card")
    elif state.following:
        keys = (*keys, "stay_on_first_hand")
    if hand.is_doubled:
        return (*keys, "doubled_hand_one_card", "subsequent_deal")
    if len(hand.cards) == 1:
        return (*keys, "split_hands_in_order" if hand.is_split else "one_card_hand_played", "subsequent_deal")
    if controller(state, target[0]) is None:
        return (*keys, "absent_player", "subsequent_deal")
    return (*keys, "drawing", "subsequent_deal")


def value_rule(card: Card) -> str:
    """The paragraph that gives a card its points."""
    if card[0] == "A":
        return "ace_value"
    return "face_values" if card[0] in "JQK" else "pip_values"


def after_draw(state: State, card: Card, is_next_card: bool) -> dict[str, Any]:
    """What changes when a card leaves the device, or the cards that count as next."""
    if not is_next_card:
        return {"device": without(state.device, card)}
    return {"aside": with_aside(state, HELD, *state.held[1:])}


def without(device: Device, card: Card) -> Device:
    return device.draw(1, (card,) if device.source == "physical" else ())[1]


@FREEBET.after(e.CardDealt)
def card_dealt(state: State, event: e.CardDealt) -> State:
    area = state.areas[event.area]
    hand = with_card(area.hands[event.hand], event.card)
    areas = state.areas | {event.area: with_hand(area, event.hand, hand)}
    return replace(state, areas=areas, withdraw_right=False, **_on_dealing(state, event, event.area))


# A first card of the Dealer that comes late leaves players the right to withdraw until the next one.
def after_late_first_card(state: State) -> dict[str, Any]:
    offer = replace(state.offer, late_rule="late_surrender_or_insurance")
    return {"dealer_after": None, "withdraw_right": True, "offer": offer}


@FREEBET.after(e.DealerCardDealt)
def dealer_card_dealt(state: State, event: e.DealerCardDealt) -> State:
    changes = _on_dealing(state, event, 0)
    if state.dealer:
        changes |= {"withdraw_right": False, "offer": replace(state.offer, late_rule="", is_too_late=True)}
    else:
        changes |= after_late_first_card(state)
    return replace(state, dealer=(*state.dealer, event.card), **changes)


def _on_dealing(state: State, event: e.CardDealt | e.DealerCardDealt, area: int) -> dict[str, Any]:
    """What a card of the subsequent deal changes; one to the Dealer leaves followers their say."""
    changes = after_draw(state, event.card, event.is_next_card)
    changes |= {"has_begun": True, "aside": found_late(changes.get("aside", state.aside))}
    if state.following and area:
        changes["following"] = None
    if state.skip and (area or state.dealer):  # the Dealer's late first card is never taken back
        changes["skip"] = state.skip.with_dealt((area, event.card))
    return changes


def found_late(aside: tuple[Aside, ...]) -> tuple[Aside, ...]:
    """What lies aside once a further card has been dealt."""
    return tuple([replace(each, is_late=True) if each.why == "astray" else each for each in aside])


def with_card(hand: Hand, card: Card) -> Hand:
    hand = replace(hand, cards=(*hand.cards, card), wants_card=False)
    if hand.is_blackjack:
        return replace(hand, status="blackjack")
    return replace(hand, status="bust") if total(hand.cards) > HIGHEST else hand
