"""What places, bets and claims do to the state. Appliers never refuse and never check."""

from msgspec.structs import replace

from croupier.table import CardsShuffled, loaded

from . import events as e
from .game import FREEBET
from .state import (
    Area,
    Claim,
    Player,
    SideWager,
    State,
    Wager,
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
            area,
            event.place,
            amount=old.amount + event.amount,
            value=event.value,
            is_void=event.is_void,
            is_short=event.is_short,
        )
    else:
        wager = Wager(event.place, event.amount, event.value, is_void=event.is_void, is_short=event.is_short)
        area = replace(area, wagers=(*area.wagers, wager))
    return _breach(state.with_area(event.area, area), event).with_chips(event.place, -event.amount)


@FREEBET.after(e.SideWagerPlaced)
def side_wager_placed(state: State, event: e.SideWagerPlaced) -> State:
    area = state.areas[event.area]
    others = tuple(s for s in area.sides if (s.bet, s.place) != (event.bet, event.place))
    old = sum(s.amount for s in area.sides) - sum(s.amount for s in others)
    side = SideWager(event.bet, event.place, old + event.amount, event.value, event.is_void, event.is_short)
    state = without_claim(state, event.area, event.bet, 0, event.place)
    state = _breach(state.with_area(event.area, replace(area, sides=(*others, side))), event)
    return state.with_chips(event.place, -event.amount)


def _breach(state: State, event: e.WagerPlaced | e.SideWagerPlaced) -> State:
    """Remember a wager outside the limits until the Round is settled."""
    is_breach = event.is_short or event.is_void or event.value < event.amount
    if not is_breach and not state.short_now:
        return state
    return replace(state, has_breach=state.has_breach or is_breach, short_now=_short(state))


def _short(state: State) -> tuple[int, ...]:
    """The places of all wagers under the minimum on the layout."""
    found: list[int] = []
    for area in state.areas.values():
        found += [wager.place for wager in area.wagers if wager.is_short]
        found += [side.place for side in area.sides if side.is_short]
    return tuple(found)


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
    if state.short_now:
        state = replace(state, short_now=_short(state))
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
    state = without_claim(state, event.area, event.bet, event.holder, event.place)
    claim = Claim(event.area, event.bet, event.place, event.amount, event.holder)
    return replace(state, claims=(*state.claims, claim))


@FREEBET.after(e.ClaimRefused)
def claim_refused(state: State, event: e.ClaimRefused) -> State:
    return without_claim(state, event.area, event.bet, event.holder, event.place)


def without_claim(state: State, area: int, bet: str, holder: int, place: int) -> State:
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
