"""Hit and stand, and the total that a hand has."""

from functools import partial

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import current
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.points import HIGHEST, count, total
from croupier.games.freebet.state import State, with_hand
from croupier.games.freebet.turns import Turn, advance, deciding, end_hand, hand_in_play
from croupier.messages import Message
from croupier.table import Draft, Moment, Offer, Role, integer
from croupier.table.offers import within

# Hit and stand

_NEVER_HIT = 18  # whatever the Dealer shows


@FREEBET.action(c.Hit, Role.PLAYER, each=deciding)
def hit(at: Moment[State], area: int) -> Offer:
    turn = hand_in_play(at, area)
    points, is_soft = count(at.state.areas[turn.area].hands[turn.index].cards)
    warning = Message("Hit on {points}?", {"points": points}) if points >= _NEVER_HIT and not is_soft else ""
    return Offer(at.cite("drawing"), facts=turn, warning=warning)


@hit.taken
def called(draft: Draft[State], command: c.Hit, offer: Offer) -> None:
    cites = draft.cite("drawing", "hand_signals", "wager_then_decide")
    draft.emit(e.CardCalled(area=offer.facts.area, citations=cites))


@FREEBET.after(e.CardCalled)
def card_called(state: State, event: e.CardCalled) -> State:
    area = state.areas[event.area]
    index = next(i for i, hand in enumerate(area.hands) if hand.is_playable)
    hand = replace(area.hands[index], wants_card=True)
    return state.with_area(event.area, with_hand(area, index, hand), has_begun=True)


@FREEBET.action(c.Stand, Role.PLAYER, each=deciding)
def stand(at: Moment[State], area: int) -> Offer:
    turn = hand_in_play(at, area, "aces_split_once")
    points, is_soft = count(at.state.areas[turn.area].hands[turn.index].cards)
    # No card takes such a hand over 21.
    is_odd = points <= HIGHEST - 10 and not is_soft
    warning = Message("Stand on {points}?", {"points": points}) if is_odd else ""
    return Offer(at.cite("stand_on_two_cards", "drawing"), facts=turn, warning=warning)


@stand.taken
def stands(draft: Draft[State], command: c.Stand, offer: Offer) -> None:
    turn: Turn = offer.facts
    keys = ["hand_signals", "wager_then_decide"]
    hand = draft.state.areas[turn.area].hands[turn.index]
    if len(hand.cards) == 2:
        keys.append("stand_on_two_cards")
        if len(hand.stakes) > 1 and not hand.has_late_card:
            keys.append("controller_declines_double")
    end_hand(draft, turn.area, turn.index, *keys)
    advance(draft)


@FREEBET.after(e.HandStood)
def hand_stood(state: State, event: e.HandStood) -> State:
    area = state.areas[event.area]
    hand = replace(area.hands[event.hand], status="stood", wants_card=False)
    return state.with_area(event.area, with_hand(area, event.hand, hand))


# A total announced wrongly


@within("dealt", "surrender", "insurance", "playing")
def with_cards(at: Moment[State]) -> list[dict[str, int]]:
    return [{"area": number} for number, area in at.state.areas.items() if area.hands]


@FREEBET.action(c.AnnounceTotal, Role.DEALER, each=with_cards)
def announce_total(at: Moment[State], area: int) -> Offer:
    """Each player counts for himself: what the Dealer says changes nothing."""
    there = at.state.areas.get(area)
    if there is None or not there.hands:
        at.refuse("own_computation", "area {area} has no cards", area=area)
    target = current(at.state)
    points = total(there.hands[target[1] if target and target[0] == area else -1].cards)
    event = partial(e.TotalAnnounced, area=area, total=points)
    cites = at.cite("own_computation", reading="FB-A56")
    return Offer(cites, (integer("said", 2, 40),), event=event, group="irregularity")
