"""A player whom the Dealer went past: taken back if only the next hand has been served, else too late."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import current, is_held_up
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.state import (
    HELD,
    Area,
    Aside,
    Skip,
    State,
    Wager,
    Why,
    astray_card,
    cards_aside,
    with_aside,
    with_hand,
)
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import advance
from croupier.table import Draft, Moment, Offer, Role
from croupier.table.offers import within


@within("playing")
def area_in_play(at: Moment[State]) -> Iterator[dict[str, int]]:
    if target := current(at.state):
        yield {"area": target[0]}


@FREEBET.action(c.PassOver, Role.DEALER, each=area_in_play)
def pass_over(at: Moment[State], area: int) -> Offer:
    state = at.state
    target = current(state) if state.phase == "playing" else None
    if target is None or target[0] != area or is_held_up(state):
        at.refuse("drawing", "only the area whose turn it is can be passed over")
    hand = state.areas[target[0]].hands[target[1]]
    if hand.wants_card or len(hand.cards) < 2:
        at.refuse("drawing", "a card is coming to this hand: it is not passed over")
    return Offer(at.cite("drawing"), group="irregularity")


@pass_over.taken
def passes_over(draft: Draft[State], command: c.PassOver, offer: Offer) -> None:
    draft.emit(e.AreaPassedOver(area=command.area, citations=offer.citations))
    advance(draft)


@within("playing", "complete")
def area_passed(at: Moment[State]) -> Iterator[dict[str, int]]:
    if at.state.skip:
        yield from ({"area": skip.area} for skip in at.state.skip.all())


def passed_over(state: State, number: int) -> Skip | None:
    return next((skip for skip in state.skip.all() if skip.area == number), None) if state.skip else None


@FREEBET.action(c.ReportPassedOver, Role.DEALER, each=area_passed)
def report_passed_over(at: Moment[State], area: int) -> Offer:
    state, skip = at.state, passed_over(at.state, area)
    if skip is None or state.phase not in ("playing", "complete"):
        said = "area {area} was not passed over in this Round"
        at.refuse("skipped_player_taken_back", said, area=area)
    at.require(not is_held_up(state), "skipped_player_taken_back", "a question is open; answer it first")
    if is_lost_in_the_riffle(state, skip):
        said = "cards dealt since have been riffled with the discards: refer the matter to the shift manager"
        at.refuse("skipped_player_taken_back", said)
    if is_settled_since(state, skip):
        said = "wagers have been settled on cards dealt since: refer the matter to the shift manager"
        at.refuse("skipped_player_taken_back", said)
    if astray_card(state):
        at.refuse("skipped_player_taken_back", "a card lies on the wrong hand: report the cards first")
    if state.following:
        said = "others on the hand in play are asked whether to follow; they answer first, or a card comes"
        at.refuse("skipped_player_taken_back", said)
    return Offer(at.cite("skipped_player_taken_back"), facts=skip, group="irregularity")


@report_passed_over.taken
def noticed(draft: Draft[State], command: c.ReportPassedOver, offer: Offer) -> None:
    skip: Skip = offer.facts
    served = areas_served(skip)
    areas = [number for number in served if number]
    is_dealers_turn_final = Terms.of(draft.rules).passed_over_before_dealer == "too_late"
    if len(areas) > 1 or (0 in served and is_dealers_turn_final):
        cites = draft.cite("skipped_player_too_late", reading="FB-A21")
        draft.emit(e.PassedOverTooLate(area=command.area, citations=cites))
    else:
        later = areas[0] if areas else 0 if served else -1
        added, lost = _moved(draft.state, skip, later) if later > 0 else ({}, {})
        draft.emit(
            e.CardsTakenBack(
                area=command.area,
                later=later,
                cards=(*(card for _, card in skip.dealt), *cards_aside(draft.state, "left")),
                of_dealer=sum(not number for number, _ in skip.dealt),
                added=added,
                lost=lost,
                citations=draft.cite("skipped_player_taken_back", reading="FB-A21"),
            )
        )
    advance(draft)


def areas_served(skip: Skip) -> list[int]:
    """The areas that have got cards since; 0 is the Dealer."""
    return list(dict.fromkeys(number for number, _ in skip.dealt))


def is_lost_in_the_riffle(state: State, skip: Skip) -> bool:
    """Whether cards would have to be taken back that lie among the riffled ones: those of a busted hand."""
    areas = [number for number in areas_served(skip) if number]
    if not skip.is_riffled or len(areas) != 1:
        return False
    return _busts(state.areas[areas[0]]) > _busts(skip.later[areas[0]])


def _busts(area: Area) -> int:
    return sum(hand.status == "bust" for hand in area.hands)


def is_settled_since(state: State, skip: Skip) -> bool:
    """Whether a late second card that would be taken back has settled Pair wagers or had a Blackjack paid."""
    areas = [number for number in areas_served(skip) if number]
    if len(areas) != 1:
        return False
    area, before = state.areas[areas[0]], skip.later[areas[0]]
    is_paid = any(not wager.is_live and not wager.is_out for wager in area.wagers)
    is_new = area.hands[0].is_blackjack and not before.hands[0].is_blackjack
    return area.has_settled_pairs != before.has_settled_pairs or (is_new and is_paid)


def _moved(state: State, skip: Skip, number: int) -> tuple[dict[int, int], dict[int, int]]:
    """Chips that players added on the area since, and chips that busted hands have cost them."""
    area, before = state.areas[number], skip.later[number]
    added: dict[int, int] = {}
    lost: dict[int, int] = {}
    gone = {wager.place for wager in area.wagers if wager.is_out}
    for sign, hands in ((1, area.hands), (-1, before.hands)):
        for hand in hands:
            for stake in hand.stakes:
                added[stake.place] = added.get(stake.place, 0) + sign * stake.added
    for wager, old in zip(area.wagers, before.wagers, strict=True):
        added[wager.place] = added.get(wager.place, 0) + wager.busted - old.busted
        has_busted = old.is_live and not wager.is_live
        lost[wager.place] = wager.busted - old.busted + (old.value if has_busted else 0)
    return (
        {place: cents for place, cents in added.items() if cents and place not in gone},
        {place: cents for place, cents in lost.items() if cents and place not in gone},
    )


@FREEBET.after(e.AreaPassedOver)
def area_passed_over(state: State, event: e.AreaPassedOver) -> State:
    later = {number: area for number, area in state.areas.items() if number >= event.area}
    area = state.areas[event.area]
    index = next(n for n, hand in enumerate(area.hands) if hand.is_playable)
    area = with_hand(area, index, replace(area.hands[index], is_skipped=True))
    return state.with_area(event.area, area, skip=Skip(event.area, later, before=state.skip, hand=index))


@FREEBET.after(e.PassedOverTooLate)
def passed_over_too_late(state: State, event: e.PassedOverTooLate) -> State:
    area, skip = state.areas[event.area], passed_over(state, event.area)
    assert skip is not None
    hand = area.hands[skip.hand]
    hand = replace(hand, status="stood" if hand.status == "open" else hand.status, is_skipped=False)
    return state.with_area(
        event.area, with_hand(area, skip.hand, hand), skip=_without(state.skip, event.area)
    )


def _without(skip: Skip | None, number: int) -> Skip | None:
    """Those passed over but this one."""
    if skip is None or skip.area == number:
        return skip.before if skip else None
    return replace(skip, before=_without(skip.before, number))


@FREEBET.after(e.CardsTakenBack)
def cards_taken_back(state: State, event: e.CardsTakenBack) -> State:
    """The turn goes back to who was passed over, and comes to those behind in order, passed over or not."""
    skip = passed_over(state, event.area)
    assert skip is not None
    dealer, net, areas = state.dealer, dict(state.net), dict(state.areas)
    if event.later > 0:
        areas[event.later] = _restored(areas[event.later], skip.later[event.later], event.lost)
    for number in areas:
        if number >= event.area:
            areas[number] = _in_turn(areas[number], skip.hand if number == event.area else 0)
    if event.of_dealer or event.later == 0:  # where only the Dealer was served all the cards were his
        dealer = dealer[: len(dealer) - (event.of_dealer or len(event.cards))]
    taken: tuple[Why, ...] = ("left", *HELD) if len(event.cards) > len(skip.dealt) else HELD
    for place, cents in event.lost.items():
        net[place] = net.get(place, 0) + cents
        if not net[place]:  # nothing has been decided for this player after all
            del net[place]
    state = replace(
        state,
        phase="playing",
        areas=areas,
        dealer=dealer,
        net=net,
        skip=skip.before.each(lambda each: _before(each, skip)) if skip.before else None,
        following=None,
        aside=with_aside(state, taken, *[Aside(card, "next") for card in event.cards], *state.held),
    )
    for place, cents in event.added.items():
        state = state.with_chips(place, cents)
    return state


def _in_turn(area: Area, first: int) -> Area:
    """The area with its hands from this one on no longer passed over."""
    if not any(hand.is_skipped for hand in area.hands[first:]):
        return area
    hands = (replace(hand, is_skipped=False) for hand in area.hands[first:])
    return replace(area, hands=(*area.hands[:first], *hands))


def _before(earlier: Skip, skip: Skip) -> Skip:
    """An earlier one, as before the cards came that were taken back for a later one.

    Where a second area had got cards it is too late for it already.
    """
    if sum(number > 0 for number in areas_served(earlier)) > 1:
        return earlier
    return replace(earlier, dealt=earlier.dealt[: len(earlier.dealt) - len(skip.dealt)])


def _restored(now: Area, before: Area, lost: dict[int, int]) -> Area:
    """An area as it was, except that who has left it since stays out and side bets are as they are now.

    Of a wager that busted lies there what had been collected: the excess over a maximum stays at home.
    """
    gone = {wager.place: wager for wager in now.wagers if wager.is_out}
    hands = tuple(
        replace(
            hand,
            stakes=tuple(stake for stake in hand.stakes if stake.place not in gone),
            has_late_card=now.hands[0].has_late_card,  # noticed since, it stays known
        )
        for hand in before.hands
    )
    wagers = tuple(
        gone.get(old.place) or _lying(old, wager, lost)
        for old, wager in zip(before.wagers, now.wagers, strict=True)
    )
    hands = tuple(
        hand if hand.stakes or hand.status == "bust" else replace(hand, status="done") for hand in hands
    )
    return replace(now, wagers=wagers, hands=hands, silent=(), controller_markers=before.controller_markers)


def _lying(old: Wager, now: Wager, lost: dict[int, int]) -> Wager:
    old = replace(old, is_pulled=now.is_pulled)
    if now.is_live or not old.is_live:
        return old
    return replace(old, amount=lost[old.place] - (now.busted - old.busted))
