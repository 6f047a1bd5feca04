"""What each step of the deal does to the table."""

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.multilink import events as e
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.state import Laid, State
from croupier.table import CardsShuffled, loaded


def after_drawing(state: State, drawn: tuple[Card, ...]) -> State:
    device, count = state.device, len(drawn)
    undealt, out = device.undealt[count:], device.out + drawn
    is_to_come = state.face_up_after >= count
    return replace(
        state,
        device=Device(device.kind, device.source, device.decks, undealt, out),
        on_top=state.on_top[count:],
        face_up=state.face_up if is_to_come else None,
        face_up_after=state.face_up_after - count if is_to_come else 0,
        coming=(),
    )


@MULTILINK.after(e.CardDealt)
def card_dealt(state: State, event: e.CardDealt) -> State:
    laid = Laid(event.cards[0], event.place, event.at, event.box)
    return replace(state, coming=(*state.coming, laid))


def swept(state: State) -> State:
    """Cards of a deal that will not be finished have left the device all the same."""
    return after_drawing(state, tuple(laid.card for laid in state.coming)) if state.coming else state


@MULTILINK.after(CardsShuffled)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    return replace(state, device=loaded(event), is_shuffled=True, face_up=None, on_top=())


@MULTILINK.after(e.CommunityCardsDealt)
def community_cards_dealt(state: State, event: e.CommunityCardsDealt) -> State:
    return replace(
        after_drawing(state, event.cards),
        board=event.cards,
        mistakes=_noted(state, "community", event.mistake),
    )


@MULTILINK.after(e.HoleCardsDealt)
def hole_cards_dealt(state: State, event: e.HoleCardsDealt) -> State:
    boxes = {
        number: replace(box, cards=event.hands[number], dealt_at=event.times.get(number, event.at))
        if number in event.hands
        else box
        for number, box in state.boxes.items()
    }
    stray = event.hands.get(event.stray, ())
    if stray:
        boxes[event.stray] = replace(boxes[event.stray], cards=())
    return replace(
        after_drawing(state, event.drawn),
        phase="first",
        boxes=boxes,
        stray=stray,
        stray_of=event.stray,
        burnt=event.burnt,
        dealer=event.dealer,
        first_dealt=next(iter(event.hands), 0),
        asked_at=event.at,
        mistakes=_noted(state, "hole", event.mistake),
    )


def _noted(state: State, what: str, mistake: str) -> tuple[str, ...]:
    return (*state.mistakes, f"{what} {mistake}") if mistake else state.mistakes


@MULTILINK.after(e.StreetDealt)
def street_dealt(state: State, event: e.StreetDealt) -> State:
    return replace(
        after_drawing(state, event.burnt + event.cards),
        phase=f"{event.street}_down",
        burnt=state.burnt + event.burnt,
        board=state.board + event.cards,
        mistakes=_noted(state, event.street, event.mistake),
    )


_AFTER_REVEAL = {"flop": "second", "turn": "third", "river": "board"}


@MULTILINK.after(e.StreetRevealed)
def street_revealed(state: State, event: e.StreetRevealed) -> State:
    """The next window opens; hands that were left to be checked down have nothing to decide."""
    boxes = {
        number: replace(box, has_decided=event.street == "river" or box.has_left)
        for number, box in state.boxes.items()
    }
    return replace(
        state,
        phase=_AFTER_REVEAL[event.street],
        boxes=boxes,
        board_shown=state.board_shown + len(event.cards),
        asked_at=event.at,
    )


@MULTILINK.after(e.DealerHandOpened)
def dealer_hand_opened(state: State, event: e.DealerHandOpened) -> State:
    return replace(
        after_drawing(state, event.cards) if event.is_drawn else state,
        phase="showdown",
        dealer=event.cards,
        is_dealer_shown=True,
        mistakes=_noted(state, "dealer", event.mistake),
    )
