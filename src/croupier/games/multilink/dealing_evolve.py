"""What each step of the deal does to the table."""

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.multilink import events as e
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.state import Box, State
from croupier.table import CardsShuffled, loaded


def after_drawing(state: State, drawn: tuple[Card, ...]) -> State:
    device = state.device
    undealt, out = device.undealt[len(drawn) :], device.out + drawn
    return replace(
        state,
        device=Device(device.kind, device.source, device.decks, undealt, out),
        on_top=state.on_top[len(drawn) :],
        face_up=None,
    )


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
        number: _with_cards(box, event.hands[number]) if number in event.hands else box
        for number, box in state.boxes.items()
    }
    return replace(
        after_drawing(state, event.drawn),
        phase="first",
        boxes=boxes,
        burnt=event.burnt,
        dealer=event.dealer,
        dealt_at=event.at,
        first_dealt=next(iter(event.hands), 0),
        asked_at=event.at,
        mistakes=_noted(state, "hole", event.mistake),
    )


def _with_cards(box: Box, cards: tuple[Card, ...]) -> Box:
    return replace(box, cards=cards)


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
