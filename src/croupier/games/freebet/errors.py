"""Cards that left the device wrongly after the initial deal."""

from itertools import combinations

from croupier.cards import Card, DeviceError
from croupier.table import Draft, Role

from . import incidents as i
from .control import DEALER, controller, current, due, is_held_up
from .dealing import next_card
from .flow import advance, after_card, stand
from .game import FREEBET
from .places import own_place, require_power
from .points import dealer_stands, is_ace, total
from .reports import DealToWrongArea, DrawInError, DrawTogether, RefuseCard
from .state import State

DECLINE = "none"


@FREEBET.on(DealToWrongArea, Role.DEALER)
def deal_to_wrong_area(draft: Draft[State], command: DealToWrongArea) -> None:
    target = due(draft.rules, draft.state)
    if target is None:
        draft.refuse("incorrect_dealing", "no card is due; a card nobody asked for is 'drawn in error'")
    if command.area not in (0, *draft.state.areas) or command.area == target[0]:
        draft.refuse("incorrect_dealing", "name an area in play, or the Dealer, that was not due the card")
    card, is_next = next_card(draft, command.cards)
    cites = draft.rules.cite("incorrect_dealing")
    if not command.area:
        draft.emit(i.CardLaidOnDealer(card=card, is_next_card=is_next, citations=cites))
        return
    draft.emit(i.CardMisplaced(area=command.area, card=card, is_next_card=is_next, citations=cites))


@FREEBET.on(DrawInError, Role.DEALER)
def draw_in_error(draft: Draft[State], command: DrawInError) -> None:
    """A card that nobody asked for counts as the next one; on a completed Dealer's hand it is discarded."""
    state = draft.state
    if state.phase not in ("dealt", "surrender", "insurance", "playing", "complete"):
        draft.refuse("card_dealt_in_error", "no cards are being dealt")
    if due(draft.rules, state) is not None or is_held_up(state) or state.error_card or state.next_cards:
        draft.refuse(
            "card_dealt_in_error", "a card is due or another matter is open: deal it as it should go"
        )
    card, _ = next_card(draft, command.cards)
    if state.phase != "complete":
        cites = draft.rules.cite("card_dealt_in_error", reading="FB-A17")
        draft.emit(i.CardDrawnInError(card=card, citations=cites))
        return
    rule = "extra_card_on_completed_dealer_hand" if dealer_stands(state.dealer) else "dealer_stops_early"
    draft.emit(i.ErrorCardDiscarded(card=card, citations=draft.rules.cite(rule, reading="FB-A15")))


@FREEBET.on(RefuseCard, Role.PLAYER)
def refuse_card(draft: Draft[State], command: RefuseCard) -> None:
    place, state = own_place(draft, command), draft.state
    require_power(draft)
    target = current(state) if state.phase == "playing" else None
    if state.error_card is None or target is None or controller(state, target[0]) != place:
        draft.refuse("error_card_refused", "a card dealt in error may be refused by the player it comes to")
    if is_held_up(state) or state.areas[target[0]].hands[target[1]].wants_card:
        draft.refuse("error_card_refused", "you have asked for a card, or a question is open")
    cites = draft.rules.cite("error_card_refused", "refused_card_means_stand")
    draft.emit(i.CardRefused(area=target[0], citations=cites))
    advance(draft)


@FREEBET.on(DrawTogether, Role.DEALER)
def draw_together(draft: Draft[State], command: DrawTogether) -> None:
    """Two or more cards at once. The undisclosed ones stay the next in the device, order to be chosen."""
    state = draft.state
    target = due(draft.rules, state)
    if target is None or state.next_cards or not state.dealer:
        draft.refuse(
            "simultaneous_cards", "this is about cards drawn from the device for a hand that was due one"
        )
    most = min(4, state.remaining)
    if not 2 <= command.count <= most or not 0 <= command.disclosed <= command.count:
        draft.refuse("simultaneous_cards", f"2 to {most} cards together, of which none to all are disclosed")
    try:
        disclosed, _ = state.device.draw(command.disclosed, command.cards)
    except DeviceError as error:
        draft.refuse("simultaneous_cards", str(error))
    draft.emit(
        i.CardsDrawnTogether(
            count=command.count,
            disclosed=disclosed,
            area=target[0],
            citations=draft.rules.cite(*together_rules(target[0], command.disclosed)),
        )
    )


def together_rules(area: int, disclosed: int) -> tuple[str, ...]:
    seen = (
        ("none_seen", "one_seen")[disclosed] if disclosed < 2 else "both_seen" if not area else "several_seen"
    )
    prefix = "simultaneous" if area else "dealer_simultaneous"
    return (f"{prefix}_{seen}", f"{prefix}_{seen}_rest", "withdrawal_when_dissatisfied")


# What may be chosen


def player_choices(state: State, target: tuple[int, int], cards: tuple[Card, ...]) -> tuple[str, ...]:
    """One or more of the disclosed cards, as long as the hand may draw; or none. Split Aces draw once."""
    hand = state.areas[target[0]].hands[target[1]]
    found: dict[str, None] = {}
    for size in range(1, len(cards) + 1):
        if size > 1 and (hand.is_doubled or (hand.is_split and is_ace(hand.cards[0]))):
            break
        for chosen in combinations(cards, size):
            if total((*hand.cards, *chosen[:-1])) < 21 or size == 1:
                found[" ".join(chosen)] = None
    return (*found, DECLINE)


# Choosing


def choose_hidden(draft: Draft[State], position: int) -> None:
    assert draft.state.together is not None
    keys = together_rules(draft.state.together.area, 0)
    draft.emit(i.HiddenCardChosen(position=position, citations=draft.rules.cite(*keys)))
    advance(draft)


def choose_disclosed(draft: Draft[State], choice: str) -> None:
    """A player takes cards of those disclosed, first of the draw itself, then of what the last one left."""
    state = draft.state
    offered = state.together.disclosed if state.together else state.leftovers
    is_first = state.together is not None
    target = current(state)
    assert target is not None
    taken: tuple[Card, ...] = () if choice == DECLINE else tuple(Card(text) for text in choice.split())
    rest = list(offered)
    for card in taken:
        rest.remove(card)
    keys: tuple[str, ...] = ("simultaneous_several_seen" if is_first else "simultaneous_several_seen_rest",)
    if not taken:
        keys = (*keys, "refused_card_means_stand")
    draft.emit(
        i.DisclosedCardsChosen(
            area=target[0],
            taken=taken,
            left=tuple(rest) if is_first else (),
            burnt=() if is_first else tuple(rest),
            citations=draft.rules.cite(*keys, reading=None if is_first else "FB-A25"),
        )
    )
    if taken:
        after_card(draft, *target)
    else:
        stand(draft, *target, "refused_card_means_stand")
    advance(draft)


def choose_for_dealer(draft: Draft[State], card: Card) -> None:
    assert draft.state.together is not None
    rest = list(draft.state.together.disclosed)
    rest.remove(card)
    keys = ("dealer_simultaneous_both_seen", "dealer_simultaneous_both_seen_rest")
    draft.emit(
        i.DisclosedCardsChosen(
            area=DEALER[0],
            taken=(card,),
            left=(),
            burnt=tuple(rest),
            citations=draft.rules.cite(*keys, reading="FB-A26"),
        )
    )
    advance(draft)
