"""Cards that lie face down and that nobody has seen: unknown until they are turned up, and named then.

With real cards only its player knows a hand, and one that is collected unseen is never known.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, DeviceError
from croupier.games.multilink import events as e
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.permissions import Here
from croupier.games.multilink.plan import came, spots_of
from croupier.games.multilink.state import State
from croupier.messages import reason_of
from croupier.rulebook import Rules
from croupier.table import Ask, Draft, cards_for
from croupier.table.deals import goes_to
from croupier.table.facts import Spot

T = TypeVar("T")


def unknown_at(rules: Rules, state: State, *wanted: Spot) -> tuple[int, ...]:
    """Which of the cards that have left the device lie unknown at these spots."""
    lying = zip(_spots(rules, state), state.device.out, strict=False)
    return tuple(at for at, (spot, card) in enumerate(lying) if spot in wanted and card == UNKNOWN)


def asked_for(rules: Rules, state: State, places: Sequence[int]) -> tuple[Ask, ...]:
    """What has to be named before these can lie face up."""
    spots = _spots(rules, state)
    names = [goes_to(spots[at], "box") for at in places]
    return (cards_for("cards", names, unseen=0),) if places else ()


def name(draft: Draft[State], places: Sequence[int], named: tuple[Card, ...], rule: str) -> None:
    """These of the cards that have left the device are what is named; refused if they cannot be."""
    require_named(draft, places, named, rule)
    if not places:
        return
    state, spots = draft.state, _spots(draft.rules, draft.state)
    try:
        state.device.require_unseen(named)
    except DeviceError as error:
        said = "{error}; look again, or report extra cards"
        draft.refuse("wrong_deck_count", said, error=reason_of(error))
    if state.face_up in named:
        said = "{card:card} lies in the device; look again, or report extra cards"
        draft.refuse("wrong_deck_count", said, card=state.face_up)
    draft.emit(
        e.CardsNamed(
            cards=named,
            places=tuple(places),
            spots=tuple(spots[at] for at in places),
            numbers=tuple(_number(spots, at) for at in places),
            citations=draft.cite(rule),
        )
    )


def require_named(draft: Here, places: Sequence[int], named: tuple[Card, ...], rule: str) -> None:
    if len(named) != len(places) or UNKNOWN in named:
        said = "name every card that is turned up: {count}" if places else "these cards are known already"
        draft.refuse(rule, said, count=len(places))


def told_apart(rules: Rules, state: State) -> State:
    """The same with a name of its own for each unknown card, to see which of them a mistake concerns."""
    spots = _spots(rules, state)
    for at, card in enumerate(state.device.out[: len(spots)]):
        if card == UNKNOWN:
            state = _known(state, Card(f"?{at}"), at, spots[at], _number(spots, at))
    return state


def place_of(card: Card) -> int | None:
    """Where a card that was told apart came among those that have left the device."""
    return int(card[1:]) if card[0] == "?" else None


def _spots(rules: Rules, state: State) -> tuple[Spot, ...]:
    """Where each card lies that has left the device, in the order they came."""
    dealt = [spot for deal in came(rules, state) for spot in spots_of(rules, state, deal)]
    return (*dealt, *(each.spot for each in state.coming))


def _number(spots: Sequence[Spot], at: int) -> int:
    """Which of the cards of its hand, its pile or the board a card is."""
    return Counter((spot.kind, spot.place) for spot in spots[:at])[spots[at].kind, spots[at].place]


@MULTILINK.after(e.CardsNamed)
def cards_named(state: State, event: e.CardsNamed) -> State:
    named = zip(event.cards, event.places, event.spots, event.numbers, strict=True)
    for card, at, spot, number in named:
        state = _known(state, card, at, spot, number)
    return state


def _known(state: State, card: Card, at: int, spot: Spot, number: int) -> State:
    out = state.device.out
    state = replace(state, device=replace(state.device, out=_put(out, at, card)))
    if (before := len(out) - len(state.coming)) <= at:
        laid = replace(state.coming[at - before], card=card)
        return replace(state, coming=_put(state.coming, at - before, laid))
    if spot.kind == "hand":
        if spot.place not in state.boxes:
            return state
        return state.with_box(spot.place, cards=_put(state.boxes[spot.place].cards, number, card))
    if spot.kind == "board":
        return replace(state, board=_put(state.board, number, card))
    if spot.kind == "dealer":
        return replace(state, dealer=_put(state.dealer, number, card))
    return replace(state, burnt=_put(state.burnt, number, card)) if spot.kind == "burn" else state


def _put(lying: tuple[T, ...], at: int, one: T) -> tuple[T, ...]:
    return (*lying[:at], one, *lying[at + 1 :]) if at < len(lying) else lying
