"""What other incidents and rulings do to the state."""

from msgspec.structs import replace

from . import incidents as i
from .applying_cards import after_draw, cleared, with_card
from .game import FREEBET
from .state import Area, Skip, State, Together, Wager, with_hand, with_wager


@FREEBET.after(i.WagerPulled)
def wager_pulled(state: State, event: i.WagerPulled) -> State:
    area = state.areas[event.area]
    if event.bet == "main":
        return state.with_area(event.area, with_wager(area, event.place, is_pulled=True))
    key = (event.bet, event.place)
    sides = tuple(replace(s, is_pulled=True) if (s.bet, s.place) == key else s for s in area.sides)
    return state.with_area(event.area, replace(area, sides=sides))


@FREEBET.after(i.CardMisplaced)
def card_misplaced(state: State, event: i.CardMisplaced) -> State:
    changes = after_draw(state, event.card, event.is_next_card)
    return replace(state, misplaced=(event.area, event.card), **changes)


@FREEBET.after(i.CardLaidOnDealer)
def card_laid_on_dealer(state: State, event: i.CardLaidOnDealer) -> State:
    changes = after_draw(state, event.card, event.is_next_card)
    return replace(state, misplaced=(0, event.card), **changes)


@FREEBET.after(i.CardMoved)
def card_moved(state: State, event: i.CardMoved) -> State:
    return replace(state, misplaced=None, next_cards=(event.card, *state.next_cards))


@FREEBET.after(i.CardDrawnInError)
def card_drawn_in_error(state: State, event: i.CardDrawnInError) -> State:
    changes = after_draw(state, event.card, False)
    return replace(state, next_cards=(event.card, *state.next_cards), error_card=event.card, **changes)


@FREEBET.after(i.ErrorCardDiscarded)
def error_card_discarded(state: State, event: i.ErrorCardDiscarded) -> State:
    return replace(state, removed=(*state.removed, event.card), **after_draw(state, event.card, False))


@FREEBET.after(i.CardRefused)
def card_refused(state: State, event: i.CardRefused) -> State:
    return state.with_area(event.area, replace(state.areas[event.area], takes_no_cards=True))


@FREEBET.after(i.CardsDrawnTogether)
def cards_drawn_together(state: State, event: i.CardsDrawnTogether) -> State:
    named = event.disclosed if state.device.source == "physical" else ()
    device = state.device.draw(len(event.disclosed), named)[1]
    if len(event.disclosed) == 1:
        return replace(state, device=device, next_cards=event.disclosed, withdraw_right=True)
    together = Together(event.disclosed, event.count, event.area)
    return replace(state, device=device, together=together, withdraw_right=True)


@FREEBET.after(i.HiddenCardChosen)
def hidden_card_chosen(state: State, event: i.HiddenCardChosen) -> State:
    """The chosen card comes first; nobody can tell the order inside a physical device."""
    device, at = state.device, event.position - 1
    if device.source == "virtual":
        cards = device.undealt
        device = replace(device, undealt=(cards[at], *cards[:at], *cards[at + 1 :]))
    return replace(state, device=device, together=None)


@FREEBET.after(i.DisclosedCardsChosen)
def disclosed_cards_chosen(state: State, event: i.DisclosedCardsChosen) -> State:
    changes: dict[str, object] = {
        "together": None,
        "leftovers": event.left,
        "leftovers_after": event.area,
        "removed": (*state.removed, *event.burnt),
        "following": None,
        "has_begun": True,
    }
    if state.together:
        changes["withdraw_right"] = True
    if state.skip:
        dealt = (*state.skip.dealt, *((event.area, card) for card in event.taken))
        changes["skip"] = replace(state.skip, dealt=dealt)
    if event.area == 0:
        changes["dealer"] = (*state.dealer, *event.taken)
        return replace(state, **changes)
    area = state.areas[event.area]
    index = next(n for n, hand in enumerate(area.hands) if hand.status == "open")
    hand = replace(area.hands[index], wants_card=False)
    for card in event.taken:
        hand = with_card(hand, card)
    return state.with_area(event.area, with_hand(area, index, hand), **changes)


@FREEBET.after(i.AreaPassedOver)
def area_passed_over(state: State, event: i.AreaPassedOver) -> State:

    later = {number: area for number, area in state.areas.items() if number > event.area}
    area = replace(state.areas[event.area], is_skipped=True)
    return state.with_area(event.area, area, skip=Skip(event.area, later))


@FREEBET.after(i.PassedOverTooLate)
def passed_over_too_late(state: State, event: i.PassedOverTooLate) -> State:
    area = state.areas[event.area]
    hands = tuple(replace(hand, status="stood") if hand.status == "open" else hand for hand in area.hands)
    return state.with_area(event.area, replace(area, hands=hands, is_skipped=False), skip=None)


@FREEBET.after(i.CardsTakenBack)
def cards_taken_back(state: State, event: i.CardsTakenBack) -> State:
    assert state.skip is not None
    areas = state.areas | {event.area: replace(state.areas[event.area], is_skipped=False)}
    dealer, net = state.dealer, dict(state.net)
    if event.later > 0:
        areas[event.later] = _restored(state.areas[event.later], state.skip.later[event.later], event.lost)
    elif event.later == 0:
        dealer = dealer[: len(dealer) - len(event.cards)]
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
        skip=None,
        following=None,
        next_cards=(*event.cards, *state.next_cards),
    )
    for place, cents in event.added.items():
        state = state.with_chips(place, cents)
    return state


def _restored(now: Area, before: Area, lost: dict[int, int]) -> Area:
    """An area as it was, except that who has left it since stays out and side bets are as they are now.

    Of a wager that busted lies there what had been collected: the excess over a maximum stays at home.
    """
    gone = {wager.place: wager for wager in now.wagers if wager.is_out}
    hands = tuple(
        replace(hand, stakes=tuple(stake for stake in hand.stakes if stake.place not in gone))
        for hand in before.hands
    )
    wagers = tuple(
        gone.get(old.place) or _lying(old, wager, lost)
        for old, wager in zip(before.wagers, now.wagers, strict=True)
    )
    hands = tuple(hand if hand.stakes else replace(hand, status="done") for hand in hands)
    return replace(now, wagers=wagers, hands=hands, controller_markers=before.controller_markers)


def _lying(old: Wager, now: Wager, lost: dict[int, int]) -> Wager:
    if now.is_live or not old.is_live:
        return old
    return replace(old, amount=lost[old.place] - (now.busted - old.busted))


@FREEBET.after(i.RoundVoided)
def round_voided(state: State, event: i.RoundVoided) -> State:
    for key, cents in event.bets.items():
        state = state.with_chips(int(key.partition("/")[2]), cents)
    for place, cents in event.net.items():
        state = state.with_chips(place, -cents)
    return cleared(state, shuffle_due=event.shuffle_due or state.shuffle_due)


@FREEBET.after(i.DiscardsRiffled)
def discards_riffled(state: State, event: i.DiscardsRiffled) -> State:
    from .passing import discards

    device = state.device.take_back(discards(state))
    if device.source == "virtual":
        device = device.reshuffled((*state.device.undealt, *event.order))
    return replace(
        state,
        device=device,
        unseen=0,  # cards burnt face down lie among the discards
        cut_due=event.cuts,
        riffled=event.discards,
        shuffle_due="shuffle_after_run_out",
        may_riffle=False,
    )


@FREEBET.after(i.CardsCut)
def cards_cut(state: State, event: i.CardsCut) -> State:
    device = state.device
    if device.source == "virtual":
        start = len(device.undealt) - state.riffled
        front, riffled = device.undealt[:start], device.undealt[start:]
        riffled = (*riffled[event.position :], *riffled[: event.position])
        device = replace(device, undealt=(*front, *riffled))
    return replace(state, device=device, cut_due=-1, riffled=0)


@FREEBET.after(i.PlayerAbsent)
def player_absent(state: State, event: i.PlayerAbsent) -> State:
    """Whatever the absent player was asked is answered by going on without him."""
    place = event.place
    player = replace(state.players[place], is_absent=event.is_absent)
    state = replace(state, players=state.players | {place: player})
    if not event.is_absent:
        return state
    following = state.following
    if following and place in following.asked:
        asked = tuple(each for each in following.asked if each != place)
        following = replace(following, asked=asked) if asked else None
    power = state.power
    if power is not None:
        power = tuple(each for each in power if each != place) or None
    return replace(
        state,
        following=following,
        late_choice=tuple(each for each in state.late_choice if each != place),
        one_card=tuple(key for key in state.one_card if key[1] != place),
        power=power,
    )


@FREEBET.after(i.PowerFailed)
def power_failed(state: State, event: i.PowerFailed) -> State:
    return replace(state, power_failed=True, power=event.may_withdraw or None)


@FREEBET.after(i.PowerAnswered)
def power_answered(state: State, event: i.PowerAnswered) -> State:
    left = tuple(place for place in state.power or () if place != event.place)
    return replace(state, power=left or None)


@FREEBET.after(i.PlayResumed)
def play_resumed(state: State, event: i.PlayResumed) -> State:
    return replace(state, power=None)


@FREEBET.after(i.IrregularityReferred)
def irregularity_referred(state: State, event: i.IrregularityReferred) -> State:
    return replace(state, referred=event.matter)


@FREEBET.after(i.MatterRuled)
def matter_ruled(state: State, event: i.MatterRuled) -> State:
    return replace(state, referred="", may_riffle=state.may_riffle or event.may_riffle)
