"""What the ordinary events do to the state. Never refuses, never checks."""

from msgspec.structs import replace

from croupier.cards import Card
from croupier.table import CardsShuffled, loaded

from . import events as e
from .game import FREEBET
from .points import is_natural
from .state import (
    Area,
    Claim,
    Following,
    Hand,
    Insurance,
    Player,
    SideWager,
    Stake,
    State,
    Wager,
    stake_of,
    with_hand,
    with_stake,
    with_wager,
)


@FREEBET.after(e.SatDown)
def sat_down(state: State, event: e.SatDown) -> State:
    return replace(
        state,
        players=state.players | {event.place: Player(event.player, event.chips)},
        places=state.places | {event.player: event.place},
    )


@FREEBET.after(e.ChipsBought)
def chips_bought(state: State, event: e.ChipsBought) -> State:
    return state.with_chips(event.place, event.amount)


@FREEBET.after(e.LeftTable)
def left_table(state: State, event: e.LeftTable) -> State:
    name = state.players[event.place].name
    return replace(
        state,
        players={place: player for place, player in state.players.items() if place != event.place},
        places={player: place for player, place in state.places.items() if player != name},
        short=state.short if event.keeps_memory else {p: at for p, at in state.short.items() if p != name},
    )


@FREEBET.after(e.PlayerRestricted)
def player_restricted(state: State, event: e.PlayerRestricted) -> State:
    player = replace(state.players[event.place], is_restricted=event.is_restricted)
    return replace(state, players=state.players | {event.place: player})


@FREEBET.after(e.WagersRestricted)
def wagers_restricted(state: State, event: e.WagersRestricted) -> State:
    return replace(state, wagers_max=event.wagers)


@FREEBET.after(CardsShuffled)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    return replace(
        state, device=loaded(event), unseen=0, is_shuffled=True, is_shoe_burnt=False, shuffle_due=""
    )


@FREEBET.after(e.BettingOpened)
def betting_opened(state: State, event: e.BettingOpened) -> State:
    due = "missed_shuffle" if event.is_shuffle_missed else state.shuffle_due
    return replace(state, phase="betting", round=state.round + 1, shuffle_due=due)


@FREEBET.after(e.WagerPlaced)
def wager_placed(state: State, event: e.WagerPlaced) -> State:
    area = state.areas.get(event.area, Area())
    if any(wager.place == event.place for wager in area.wagers):
        old = next(wager for wager in area.wagers if wager.place == event.place)
        area = with_wager(
            area, event.place, amount=old.amount + event.amount, value=event.value, is_void=event.is_void
        )
    else:
        wager = Wager(event.place, event.amount, event.value, is_void=event.is_void)
        area = replace(area, wagers=(*area.wagers, wager))
    return _breach(state.with_area(event.area, area), event).with_chips(event.place, -event.amount)


@FREEBET.after(e.SideWagerPlaced)
def side_wager_placed(state: State, event: e.SideWagerPlaced) -> State:
    area = state.areas[event.area]
    others = tuple(s for s in area.sides if (s.bet, s.place) != (event.bet, event.place))
    old = sum(s.amount for s in area.sides) - sum(s.amount for s in others)
    side = SideWager(event.bet, event.place, old + event.amount, event.value, event.is_void)
    state = _without_claim(state, event.area, event.bet, 0, event.place)
    state = _breach(state.with_area(event.area, replace(area, sides=(*others, side))), event)
    return state.with_chips(event.place, -event.amount)


def _breach(state: State, event: e.WagerPlaced | e.SideWagerPlaced) -> State:
    """Remember a wager outside the limits until the Round is settled."""
    is_breach = event.is_short or event.is_void or event.value < event.amount
    if not is_breach:
        return state
    short = (*state.short_now, event.place) if event.is_short else state.short_now
    return replace(state, has_breach=True, short_now=short)


@FREEBET.after(e.WagerTakenBack)
def wager_taken_back(state: State, event: e.WagerTakenBack) -> State:
    area = state.areas[event.area]
    if event.bet == "main":
        wagers = tuple(wager for wager in area.wagers if wager.place != event.place)
        area = replace(area, wagers=wagers, sides=area.sides if wagers else ())
    else:
        area = replace(
            area, sides=tuple(s for s in area.sides if (s.bet, s.place) != (event.bet, event.place))
        )
    state = state.with_area(event.area, area)
    if not area.wagers:
        areas = {number: each for number, each in state.areas.items() if number != event.area}
        claims = tuple(claim for claim in state.claims if claim.area != event.area)
        state = replace(state, areas=areas, claims=claims)
    for place, cents in ({event.place: event.amount} | event.others).items():
        state = state.with_chips(place, cents)
    return state


@FREEBET.after(e.PlayerReady)
def player_ready(state: State, event: e.PlayerReady) -> State:
    player = replace(state.players[event.place], is_ready=True)
    return replace(state, players=state.players | {event.place: player})


@FREEBET.after(e.ControlAnnounced)
def control_announced(state: State, event: e.ControlAnnounced) -> State:
    return state


@FREEBET.after(e.BetClaimed)
def bet_claimed(state: State, event: e.BetClaimed) -> State:
    state = _without_claim(state, event.area, event.bet, event.holder, event.place)
    claim = Claim(event.area, event.bet, event.place, event.amount, event.holder)
    return replace(state, claims=(*state.claims, claim))


@FREEBET.after(e.ClaimRefused)
def claim_refused(state: State, event: e.ClaimRefused) -> State:
    return _without_claim(state, event.area, event.bet, event.holder, event.place)


def _without_claim(state: State, area: int, bet: str, holder: int, place: int) -> State:
    if not state.claims:
        return state
    left = tuple(claim for claim in state.claims if (*claim.spot, claim.place) != (area, bet, holder, place))
    return replace(state, claims=left, tie=())


@FREEBET.after(e.ClaimsTied)
def claims_tied(state: State, event: e.ClaimsTied) -> State:
    spot = (event.area, event.bet, event.holder)
    tie = tuple(claim for claim in state.claims if claim.spot == spot and claim.place in event.claimants)
    return replace(state, tie=tie)


@FREEBET.after(e.BettingClosing)
def betting_closing(state: State, event: e.BettingClosing) -> State:
    return replace(state, phase="claims")


@FREEBET.after(e.BettingClosed)
def betting_closed(state: State, event: e.BettingClosed) -> State:
    return replace(state, phase="closed", areas=dict(sorted(state.areas.items())))


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
    state = _without_claim(state, event.area, "insurance", event.holder, event.place)
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
    if not event.is_controller:  # the second hand is there already
        new = with_stake(area.hands[event.hand + 1], stake)
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
        area = with_wager(area, event.place, markers=wager.markers + 1)
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
