"""What the deal, the offers and decisions on hands do to the state."""

from msgspec.structs import replace

from croupier.cards import Card

from . import events as e
from .applying_betting import without_claim
from .game import FREEBET
from .points import is_natural
from .state import (
    Area,
    Following,
    Hand,
    Insurance,
    Stake,
    State,
    stake_of,
    with_hand,
    with_stake,
    with_wager,
)


@FREEBET.after(e.CardBurnt)
def card_burnt(state: State, event: e.CardBurnt) -> State:
    if state.device.source == "physical":
        return replace(state, unseen=state.unseen + 1, is_shoe_burnt=True, is_round_burnt=True)
    return replace(state, device=state.device.draw(1)[1], is_shoe_burnt=True, is_round_burnt=True)


@FREEBET.after(e.InitialCardsDealt)
def initial_cards_dealt(state: State, event: e.InitialCardsDealt) -> State:
    named = event.cards if state.device.source == "physical" else ()
    areas = dict(state.areas)
    for number, cards in event.hands.items():
        areas[number] = replace(areas.get(number, Area()), hands=(first_hand(state, number, cards),))
    return replace(
        state,
        phase="dealt",
        device=state.device.draw(len(event.cards), named)[1],
        areas=areas if len(areas) == len(state.areas) else dict(sorted(areas.items())),
        dealer=event.dealer,
        dealt=event.cards,
        exchanged=event.exchanged,
        burn_missed=event.is_unburnt,
        is_shoe_burnt=True,
        is_round_burnt=True,
    )


def first_hand(state: State, number: int, cards: tuple[Card, ...]) -> Hand:
    """The hand of an area after the initial deal; without a wager it is nobody's."""
    area = state.areas.get(number)
    if area is None or not area.wagers:
        return Hand(1, cards, status="done")
    stakes = tuple(Stake(wager.place, True) for wager in area.wagers if wager.is_live)
    return Hand(1, cards, stakes, "blackjack" if is_natural(cards) else "open")


@FREEBET.after(e.SurrenderOffered)
def surrender_offered(state: State, event: e.SurrenderOffered) -> State:
    return replace(state, phase="surrender", answered=())


@FREEBET.after(e.InsuranceOffered)
def insurance_offered(state: State, event: e.InsuranceOffered) -> State:
    return replace(state, phase="insurance", answered=(), declined=())


@FREEBET.after(e.OfferDeclined)
def offer_declined(state: State, event: e.OfferDeclined) -> State:
    key = (event.area, event.place)
    declined = (*state.declined, key) if state.phase == "insurance" else state.declined
    return replace(state, answered=(*state.answered, key), declined=declined)


@FREEBET.after(e.InsurancePlaced)
def insurance_placed(state: State, event: e.InsurancePlaced) -> State:
    area = state.areas[event.area]
    insurance = Insurance(event.holder, event.place, event.amount)
    state = state.with_area(event.area, replace(area, insurances=(*area.insurances, insurance)))
    state = without_claim(state, event.area, "insurance", event.holder, event.place)
    state = replace(state, answered=(*state.answered, (event.area, event.place)))
    return state.with_chips(event.place, -event.amount)


@FREEBET.after(e.InsuranceClosing)
def insurance_closing(state: State, event: e.InsuranceClosing) -> State:
    return replace(state, is_closing=True)


@FREEBET.after(e.OfferClosed)
def offer_closed(state: State, event: e.OfferClosed) -> State:
    return replace(
        state, phase="playing", answered=(), declined=(), insurance_forgotten=False, is_closing=False
    )


@FREEBET.after(e.CardCalled)
def card_called(state: State, event: e.CardCalled) -> State:
    area = state.areas[event.area]
    index = next(i for i, hand in enumerate(area.hands) if hand.status == "open")
    return state.with_area(
        event.area, with_hand(area, index, replace(area.hands[index], wants_card=True)), has_begun=True
    )


@FREEBET.after(e.HandStood)
def hand_stood(state: State, event: e.HandStood) -> State:
    area = state.areas[event.area]
    hand = replace(area.hands[event.hand], status="stood", wants_card=False)
    return state.with_area(event.area, with_hand(area, event.hand, hand))


@FREEBET.after(e.HandDoubled)
def hand_doubled(state: State, event: e.HandDoubled) -> State:
    area = state.areas[event.area]
    hand = area.hands[event.hand]
    stake = stake_of(hand, event.place)
    assert stake is not None
    stake = replace(stake, added=stake.added + event.amount, markers=stake.markers + event.is_free)
    hand = replace(with_stake(hand, stake), is_doubled=True, wants_card=True)
    return _committed(state, event, with_hand(area, event.hand, hand), "double")


@FREEBET.after(e.HandSplit)
def hand_split(state: State, event: e.HandSplit) -> State:
    area = state.areas[event.area]
    stake = Stake(event.place, False, event.amount, int(event.is_free))
    if not event.is_controller:  # the second hand is there already, even if its maker has withdrawn
        new = replace(with_stake(area.hands[event.hand + 1], stake), status="open")
        return _committed(state, event, with_hand(area, event.hand + 1, new), "split")
    hand = area.hands[event.hand]
    first = replace(hand, cards=hand.cards[:1], is_split=True)
    second = Hand(len(area.hands) + 1, hand.cards[1:], (stake,), is_split=True)
    hands = (*area.hands[: event.hand], first, second, *area.hands[event.hand + 1 :])
    return _committed(state, event, replace(area, hands=hands), "split")


def _committed(state: State, event: e.HandDoubled | e.HandSplit, area: Area, kind: str) -> State:
    """Count the marker, take the chips, and note who may still follow."""
    if event.is_free:
        wager = next(w for w in area.wagers if w.place == event.place)
        led = wager.led + event.is_controller
        area = with_wager(area, event.place, markers=wager.markers + 1, led=led)
        if event.is_controller:
            area = replace(area, controller_markers=area.controller_markers + 1)
    if event.is_controller:
        following = Following(kind, event.area, event.hand, event.asked) if event.asked else None  # type: ignore[arg-type]
    else:
        following = _answered(state, event.place)
    state = state.with_area(event.area, area, following=following, has_begun=True)
    return state.with_chips(event.place, -event.amount) if event.amount else state


def _answered(state: State, place: int) -> Following | None:
    assert state.following is not None
    asked = tuple(each for each in state.following.asked if each != place)
    return replace(state.following, asked=asked) if asked else None


@FREEBET.after(e.WagerKept)
def wager_kept(state: State, event: e.WagerKept) -> State:
    return replace(state, following=_answered(state, event.place))
