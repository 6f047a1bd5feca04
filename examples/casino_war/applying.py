"""What each event does to the state. It never checks."""

from msgspec.structs import replace

from casino_war import messages as m
from casino_war.game import CASINO_WAR
from casino_war.state import Seat, State
from croupier.table import CardsShuffled, loaded


@CASINO_WAR.after(m.SatDown)
def sat_down(state: State, event: m.SatDown) -> State:
    return replace(state, seats=state.seats | {event.seat: Seat(event.player, event.chips)})


@CASINO_WAR.after(m.ChipsBought)
def chips_bought(state: State, event: m.ChipsBought) -> State:
    return state.with_seat(event.seat, chips=state.seats[event.seat].chips + event.chips)


@CASINO_WAR.after(m.SeatLeft)
def seat_left(state: State, event: m.SeatLeft) -> State:
    return replace(state, seats={n: seat for n, seat in state.seats.items() if n != event.seat})


@CASINO_WAR.after(CardsShuffled)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    return replace(state, device=loaded(event))


@CASINO_WAR.after(m.BetsCalled)
def bets_called(state: State, event: m.BetsCalled) -> State:
    seats = {number: replace(seat, card=None) for number, seat in state.seats.items()}
    return replace(state, phase="betting", seats=seats, dealer=None, burnt=())


@CASINO_WAR.after(m.WagerPlaced)
def wager_placed(state: State, event: m.WagerPlaced) -> State:
    chips = state.seats[event.seat].chips - event.amount
    state = state.with_seat(event.seat, chips=chips, **{event.spot: event.amount})
    return decided(state)


def decided(state: State) -> State:
    """Once every tie has been decided, those at war get their cards."""
    is_war = state.phase == "choosing" and bool(state.wagered) and not state.undecided
    return replace(state, phase="war") if is_war else state


@CASINO_WAR.after(m.CardDealt)
def card_dealt(state: State, event: m.CardDealt) -> State:
    named = (event.card,) if state.device.source == "physical" else ()
    state = replace(state, device=state.device.draw(1, named)[1])
    if event.seat:
        return state.with_seat(event.seat, card=event.card)
    return replace(state, dealer=event.card)


@CASINO_WAR.after(m.CardsBurnt)
def cards_burnt(state: State, event: m.CardsBurnt) -> State:
    named = event.cards if state.device.source == "physical" else ()
    device = state.device.draw(len(event.cards), named)[1]
    return replace(state, device=device, burnt=state.burnt + event.cards)


@CASINO_WAR.after(m.WagerSettled)
def wager_settled(state: State, event: m.WagerSettled) -> State:
    chips = state.seats[event.seat].chips + event.stake - event.taken + event.winnings
    return decided(state.with_seat(event.seat, chips=chips, **{event.spot: 0}))


@CASINO_WAR.after(m.WarDeclared)
def war_declared(state: State, event: m.WarDeclared) -> State:
    return replace(state, phase="choosing")


@CASINO_WAR.after(m.RulingAsked)
def ruling_asked(state: State, event: m.RulingAsked) -> State:
    return replace(state, pending=(event.pending,))


@CASINO_WAR.after(m.PlayResumed)
def play_resumed(state: State, event: m.PlayResumed) -> State:
    return replace(state, pending=())


@CASINO_WAR.after(m.RoundVoided)
def round_voided(state: State, event: m.RoundVoided) -> State:
    for account, cents in event.refunds.items():
        spot, _, number = account.partition("/")
        seat = state.seats[int(number)]
        state = state.with_seat(int(number), chips=seat.chips + cents, **{spot: 0})
    return replace(state, phase="idle", pending=())


@CASINO_WAR.after(m.RoundConcluded)
def round_concluded(state: State, event: m.RoundConcluded) -> State:
    return replace(state, phase="idle")
