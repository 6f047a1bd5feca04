"""What cards coming onto the table do to it."""

from typing import Any

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.state import HEADS_UP, NO_TROUBLE, State, Trouble
from croupier.games.poker.turn import is_betting_over, next_to_act, open_betting
from croupier.table import CardsShuffled


@POKER.after(CardsShuffled)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    # The order was checked when it was decided; an applier only does.
    device = Device(event.device, event.source, event.decks, event.order)
    return replace(state, device=device, is_shuffled=True, on_top=())


@POKER.after(e.HoleCardsDealt)
def hole_cards_dealt(state: State, event: e.HoleCardsDealt) -> State:
    seats = list(state.seats)
    for number, cards in event.hands.items():
        seat = state.seats[number - 1]
        assert seat is not None
        assert seat.hand is not None
        seats[number - 1] = replace(seat, hand=replace(seat.hand, cards=cards))
    whole = tuple(seats)
    dealt = replace(
        state,
        seats=whole,
        device=drawn_from(state.device, event.drawn),
        on_top=state.on_top[len(event.drawn) :],
        burnt=event.burnt,
        packet=event.packet,
        exposed=state.exposed + event.discarded,
        trouble=_trouble_of(event) if event.mistake else NO_TROUBLE,
        is_shuffled=False,
    )
    if state.street:
        return dealt  # dealt again: the betting stands as it was
    to_act = next_to_act(whole, state.order, _first_place(state), event.to_match, 0)
    return replace(
        dealt,
        phase="betting" if to_act else "dealing",
        street=1,
        acted=0,
        current_bet=event.to_match,
        floor=event.floor,
        to_act=to_act,
        is_betting_over=not to_act and is_betting_over(whole, state.order),
    )


def _first_place(state: State) -> int:
    """Left of the Big Blind; of two players the one with the button, whichever blind he has posted."""
    order, was = state.order, state.positions
    if len(order) == HEADS_UP and was.button in order:
        return order.index(was.button)
    return order.index(was.big_blind_seat) + 1


def _trouble_of(event: e.HoleCardsDealt) -> Trouble:
    if event.mistake == "without_burning":
        return Trouble(is_opening_burn_missed=True)
    return Trouble(wrong_deal=event.mistake, wrong_seat=event.mistake_seat)


@POKER.after(e.StreetDealt)
def street_dealt(state: State, event: e.StreetDealt) -> State:
    common: dict[str, Any] = {
        "device": drawn_from(state.device, event.drawn) if event.drawn else state.device,
        "on_top": state.on_top[len(event.drawn) :],
        "board": state.board + event.cards,
        "burnt": state.burnt + event.burnt,
        "packet": state.packet if event.drawn else state.packet[len(event.cards) :],
        "exposed": state.exposed + event.discarded,
    }
    if event.is_burn_missed or state.trouble.is_street_burn_missed:
        common["trouble"] = state.troubled(
            is_street_burn_missed=event.is_burn_missed,
            raisers=state.raisers,
            first_bettor=state.first_bettor,
        )
    if event.surplus:
        common["trouble"] = state.troubled(surplus=event.surplus, is_street_burn_missed=event.is_burn_missed)
        return replace(state, floor=event.floor, **common)
    return open_betting(state, floor=event.floor, **common)


@POKER.after(e.StreetLaid)
def street_laid(state: State, event: e.StreetLaid) -> State:
    return replace(
        state,
        device=drawn_from(state.device, event.burnt + event.cards),
        on_top=state.on_top[len(event.burnt + event.cards) :],
        packet=event.cards,
        burnt=state.burnt + event.burnt,
        trouble=state.troubled(is_street_burn_missed=event.is_burn_missed),
    )


def drawn_from(device: Device, cards: tuple[Card, ...]) -> Device:
    """The device after these cards have left it."""
    return device.draw(len(cards), cards if device.source == "physical" else ())[1]


def put_back(state: State, cards: tuple[Card, ...]) -> State:
    """The cards on top of the device again, in the order they came. A virtual one remembers by itself."""
    on_top = (*cards, *state.on_top) if state.device.source == "physical" else ()
    return replace(state, device=state.device.put_on_top(cards), on_top=on_top)
