"""What dealt cards and settlements do to the state."""

from typing import Any

from msgspec.structs import replace

from croupier.cards import Card, Device

from . import events as e
from .game import FREEBET
from .points import is_natural, total
from .state import Area, Following, Hand, State, Status, with_hand


def after_draw(state: State, card: Card, is_next_card: bool) -> dict[str, Any]:
    """What changes when a card leaves the device, or the cards that count as next."""
    if is_next_card:
        return {"next_cards": state.next_cards[1:], "error_card": None}
    return {"device": drawn(state.device, card)}


def drawn(device: Device, card: Card) -> Device:
    return device.draw(1, (card,) if device.source == "physical" else ())[1]


@FREEBET.after(e.CardDealt)
def card_dealt(state: State, event: e.CardDealt) -> State:
    area = state.areas[event.area]
    hand = with_card(area.hands[event.hand], event.card)
    areas = state.areas | {event.area: with_hand(area, event.hand, hand)}
    return replace(state, areas=areas, withdraw_right=False, **_on_dealing(state, event, event.area))


@FREEBET.after(e.DealerCardDealt)
def dealer_card_dealt(state: State, event: e.DealerCardDealt) -> State:
    """A first card that comes late leaves players the right to withdraw until the next one."""
    return replace(
        state,
        dealer=(*state.dealer, event.card),
        dealer_card_first=False,
        finishing=0,
        withdraw_right=not state.dealer,
        **_on_dealing(state, event, 0),
    )


def _on_dealing(state: State, event: e.CardDealt | e.DealerCardDealt, area: int) -> dict[str, Any]:
    """What a card of the subsequent deal changes; one to the Dealer leaves followers their say."""
    changes = after_draw(state, event.card, event.is_next_card)
    changes["has_begun"] = True
    if state.following and area:
        changes["following"] = None
    if state.skip:
        changes["skip"] = replace(state.skip, dealt=(*state.skip.dealt, (area, event.card)))
    return changes


def with_card(hand: Hand, card: Card) -> Hand:
    cards = (*hand.cards, card)
    status: Status = hand.status
    if len(cards) == 2 and not hand.is_split and not hand.has_late_card and is_natural(cards):
        status = "blackjack"
    elif total(cards) > 21:
        status = "bust"
    return replace(hand, cards=cards, status=status, wants_card=False)


@FREEBET.after(e.DealerCompleted)
def dealer_completed(state: State, event: e.DealerCompleted) -> State:
    return replace(state, phase="complete")


@FREEBET.after(e.WagerSettled)
def wager_settled(state: State, event: e.WagerSettled) -> State:
    area = _without_bet(state.areas[event.area], event)
    gain = event.winnings - event.taken
    player = state.players[event.place]
    player = replace(player, chips=player.chips + event.stake + gain)
    changes: dict[str, Any] = {}
    if state.following and event.bet == "main" and event.area == state.following.area:
        changes["following"] = _still_asked(state.following, event.place)
    if event.place in state.short_now and event.result in ("returned", "withdrawn"):
        changes["short_now"] = _without_short(state, area, event)
    return replace(
        state,
        areas=state.areas | {event.area: area},
        players=state.players | {event.place: player},
        net=state.net | {event.place: state.net.get(event.place, 0) + gain} if gain else state.net,
        has_interim=state.has_interim or event.is_interim,
        **changes,
    )


def _still_asked(following: Following, place: int) -> Following | None:
    """Who has left the hand follows nobody."""
    asked = tuple(each for each in following.asked if each != place)
    return replace(following, asked=asked) if asked else None


def _without_short(state: State, after: Area, event: e.WagerSettled) -> tuple[int, ...]:
    """A wager under the minimum that goes back without a result has not been settled once."""
    gone = _short_bets(state.areas[event.area], event.place) - _short_bets(after, event.place)
    if not gone:
        return state.short_now
    at = state.short_now.index(event.place)
    return (*state.short_now[:at], *state.short_now[at + 1 :])


def _short_bets(area: Area, place: int) -> set[str]:
    found = {side.bet for side in area.sides if side.place == place and side.is_short}
    is_main = any(wager.place == place and wager.is_short and wager.is_live for wager in area.wagers)
    return found | {"main"} if is_main else {*found}


def _without_bet(area: Area, event: e.WagerSettled) -> Area:
    if event.bet == "main":
        return _without_stake(area, event)
    if event.bet == "insurance":
        gone = (event.holder, event.place)
        return replace(area, insurances=tuple(n for n in area.insurances if (n.holder, n.place) != gone))
    key = (event.bet, event.place)
    sides = tuple(side for side in area.sides if (side.bet, side.place) != key)
    has_settled = area.has_settled_pairs or (event.bet == "pair" and event.result in ("won", "lost"))
    return replace(area, sides=sides, has_settled_pairs=has_settled)


def _without_stake(area: Area, event: e.WagerSettled) -> Area:
    """`hand` is -1 for a wager whose area never got cards."""
    has_wager, added = event.hand < 0, 0
    if event.hand >= 0:
        hand = area.hands[event.hand]
        for stake in hand.stakes:
            if stake.place == event.place:
                has_wager, added = stake.has_wager, stake.added
        stakes = tuple(stake for stake in hand.stakes if stake.place != event.place)
        status: Status = hand.status if stakes or hand.status == "bust" else "done"
        hand = replace(hand, stakes=stakes, status=status)
        area = replace(area, hands=(*area.hands[: event.hand], hand, *area.hands[event.hand + 1 :]))
    busted = added if event.result == "bust" else 0
    is_out = event.result in ("surrendered", "returned", "withdrawn")
    if not (has_wager or busted or is_out):
        return area
    wagers = tuple(
        replace(w, is_live=w.is_live and not has_wager, busted=w.busted + busted, is_out=is_out)
        if w.place == event.place
        else w
        for w in area.wagers
    )
    return replace(area, wagers=wagers)


@FREEBET.after(e.AdditionsRefunded)
def additions_refunded(state: State, event: e.AdditionsRefunded) -> State:
    state = replace(state, net=state.net | {event.place: state.net.get(event.place, 0) + event.amount})
    return state.with_chips(event.place, event.amount)


def cleared(state: State, **changes: Any) -> State:
    """The table between two Rounds: what lasts is the players, the device and what is remembered."""
    players = {
        place: replace(player, is_ready=False) if player.is_ready else player
        for place, player in state.players.items()
    }
    blank = State(
        round=state.round,
        players=players,
        places=state.places,
        device=state.device,
        unseen=state.unseen,
        is_shuffled=state.is_shuffled,
        is_shoe_burnt=state.is_shoe_burnt,
        shuffle_due=state.shuffle_due,
        wagers_max=state.wagers_max,
        short=state.short,
    )
    return replace(blank, **changes) if changes else blank


@FREEBET.after(e.RoundConcluded)
def round_concluded(state: State, event: e.RoundConcluded) -> State:
    return cleared(state, short=state.short | event.short) if event.short else cleared(state)
