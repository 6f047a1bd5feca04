"""Cards that lie face down and that nobody has seen: unknown until they are turned up, and named then.

With real cards nobody knows a hand before its player shows it, and a mucked hand is never known.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, DeviceError
from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.plan import HOLE_CARDS, spots_of
from croupier.games.poker.state import State, is_dealing_hands
from croupier.games.poker.terms import terms
from croupier.messages import reason_of
from croupier.table import Ask, Draft
from croupier.table.facts import Spot
from croupier.table.options import cards


def asked_for(lying: Sequence[Card]) -> tuple[Ask, ...]:
    """What has to be named before these can lie face up."""
    return (cards("cards", len(lying)),) if UNKNOWN in lying else ()


def name(draft: Draft[State], lying: tuple[Card, ...], named: tuple[Card, ...], seat: int = 0) -> None:
    """All cards of a seat, or Community Cards, are what is named; refused if they cannot be."""
    if UNKNOWN in lying and (len(named) < len(lying) or UNKNOWN in named):
        rule = "showdown_duties" if seat else "community_cards"
        draft.refuse(rule, "name every card that is turned up: {count}", count=len(lying))
    name_some(draft, lying, named, seat)


def name_some(draft: Draft[State], lying: tuple[Card, ...], named: tuple[Card, ...], seat: int) -> None:
    """Some of them, as they were seen."""
    new = list(named)
    for card in lying:
        if card in new:
            new.remove(card)
    if not new:
        return
    state = draft.state
    if len(new) > lying.count(UNKNOWN):
        if seat:
            draft.refuse("showdown_duties", "seat {seat} does not hold these cards", seat=seat)
        draft.refuse("community_cards", "other cards lie there")
    try:
        state.device.require_unseen(new)
    except DeviceError as error:
        template = "{error}; look again, or report extra cards"
        draft.refuse("wrong_deck_count", template, error=reason_of(error))
    cites = draft.cite("showdown_duties" if seat else "community_cards")
    places = _places(draft, seat, len(new))
    draft.emit(e.CardsNamed(seat=seat, cards=tuple(new), places=places, citations=cites))


def _places(draft: Draft[State], seat: int, count: int) -> tuple[int, ...]:
    """Which of the cards that have left the device these were."""
    state, table = draft.state, terms(draft.rules)
    out = state.device.out
    if state.coming and is_dealing_hands(state):
        places = list(range(len(out) - len(state.coming), len(out)))
        spots: Sequence[Spot] = [laid.spot for laid in state.coming]
    else:
        places = [place for place, card in enumerate(out) if card not in state.discarded]
        spots = spots_of(table, state, HOLE_CARDS)
    there = [
        place
        for place, spot in zip(places, spots, strict=False)
        if out[place] == UNKNOWN and (spot == Spot("hand", seat) if seat else spot.kind == "board")
    ]
    # A street that was laid face down came after the hands.
    last = [place for place in reversed(range(len(out))) if out[place] == UNKNOWN and place not in there]
    return tuple((there + last)[:count])


@POKER.after(e.CardsNamed)
def cards_named(state: State, event: e.CardsNamed) -> State:
    out = list(state.device.out)
    for place, card in zip(event.places, event.cards, strict=True):
        out[place] = card
    known = replace(state, device=replace(state.device, out=tuple(out)))
    if not event.seat:
        return replace(known, packet=_filled(state.packet, event.cards))
    spot = Spot("hand", event.seat)
    under_way = _filled(tuple(laid.card for laid in state.coming if laid.spot == spot), event.cards)
    left = iter(under_way)
    coming = tuple(replace(laid, card=next(left)) if laid.spot == spot else laid for laid in state.coming)
    hand = _filled(state.hand(event.seat).cards, event.cards)
    return replace(known, coming=coming).with_hand(event.seat, cards=hand)


def _filled(lying: tuple[Card, ...], named: tuple[Card, ...]) -> tuple[Card, ...]:
    left = iter(named)
    return tuple(next(left, card) if card == UNKNOWN else card for card in lying)
