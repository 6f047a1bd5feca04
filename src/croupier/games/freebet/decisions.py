"""What a player decides on a hand: hit, stand, double, split, and to follow the controller in it."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, NoReturn

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import controller, current, is_asked_first, is_party
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import own_place, present, refuse_amount, require_power, whole_chips
from croupier.games.freebet.points import HIGHEST, count, has_equal_values, is_ace, is_ten, say_total, total
from croupier.games.freebet.state import (
    Area,
    Following,
    Hand,
    Kind,
    Stake,
    State,
    stake_of,
    with_hand,
    with_stake,
    with_wager,
)
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import (
    Turn,
    advance,
    committing,
    deciding,
    end_hand,
    hand_in_play,
    refuse_finished,
    refuse_held_up,
)
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Ask, Citations, Draft, Moment, Offer, Refused, Role, integer, refuse
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


@within("playing")
def followers(at: Moment[State]) -> tuple[dict[str, Any], ...]:
    following = at.state.following
    if following and present(at) in following.asked and not is_asked_first(at.state):
        return ({"area": following.area},)
    return ()


def leaders_and_followers(at: Moment[State], kind: Kind) -> Iterable[Mapping[str, Any]]:
    """The area in play for who decides on a hand, or is asked to follow in this."""
    following = at.state.following
    if following is None:
        return committing(at)
    return followers(at) if following.kind == kind else ()


def hand_meant(at: Moment[State]) -> Hand | None:
    """The hand that is in play or followed on."""
    following, target = at.state.following, current(at.state)
    if following:
        return at.state.areas[following.area].hands[following.hand]
    return at.state.areas[target[0]].hands[target[1]] if target else None


def turn_to(at: Moment[State], number: int, kind: Kind) -> Turn:
    """The hand that the controller may split or double, or that others have been asked to follow on."""
    following = at.state.following
    place = own_place(at)
    require_power(at)
    if following and place in following.asked and number in (0, following.area):
        if following.kind != kind:
            at.refuse(
                f"following_a_{following.kind}",
                "the controller has chosen to {kind:name}; follow that or keep the wager",
                kind=following.kind,
            )
        refuse_held_up(at, f"following_a_{following.kind}", is_committing=True)
        return Turn(place, following.area, following.hand, leads=False)
    ace_rule = "no_double_of_split_aces" if kind == "double" else "aces_split_once"
    refuse_finished(at, place, number, ace_rule)
    if kind == "double":
        refuse_doubling_alone(at, place, number)
    turn = hand_in_play(at, number, ace_rule, is_committing=True)
    if total(at.state.areas[turn.area].hands[turn.index].cards) >= HIGHEST:
        at.refuse("no_draw_on_21", "a total of 21 is complete")
    return turn


def refuse_doubling_alone(at: Moment[State], place: int, number: int) -> None:
    """Others on the area in play double with its controller, once, on hands that hold a stake of theirs."""
    target = current(at.state)
    if target is None or number not in (0, target[0]) or controller(at.state, target[0]) in (None, place):
        return
    area = at.state.areas[target[0]]
    if not any(wager.place == place and is_party(area, wager) for wager in area.wagers):
        return
    hand = area.hands[target[1]]
    if not hand.is_doubled:
        at.refuse("controller_declines_double", "others on the area may double only when its controller does")
    if stake_of(hand, place) is None:
        at.refuse("stay_on_first_hand", "your wager stayed on another hand: you have no part in this one")
    at.refuse("following_a_double", "you have answered whether to follow this double; its one card comes now")


def commit(
    draft: Draft[State], kind: type[e.Committed], turn: Turn, amount: int, citations: Citations
) -> None:
    """Double or split; who is there and has something on the controller's hand is asked to follow."""
    players, hand = draft.state.players, draft.state.areas[turn.area].hands[turn.index]
    others = [stake.place for stake in hand.stakes if stake.place != turn.place]
    draft.emit(
        kind(
            area=turn.area,
            place=turn.place,
            hand=turn.index,
            amount=amount,
            is_free=not amount,
            is_controller=turn.leads,
            asked=tuple(each for each in others if turn.leads and not players[each].is_absent),
            at=draft.at,
            citations=citations,
        )
    )


def committed(state: State, event: e.Committed, area: Area, kind: Kind) -> State:
    """Count the marker, take the chips, and note who may still follow."""
    if event.is_free:
        wager = next(w for w in area.wagers if w.place == event.place)
        led = wager.led + event.is_controller
        area = with_wager(area, event.place, markers=wager.markers + 1, led=led)
        if event.is_controller:
            area = replace(area, controller_markers=area.controller_markers + 1)
    if event.is_controller:
        following = (
            Following(kind, event.area, event.hand, event.asked, event.is_free) if event.asked else None
        )
    else:
        following = state.following.without(event.place) if state.following else None
    state = state.with_area(event.area, area, following=following, has_begun=True)
    return state.with_chips(event.place, -event.amount) if event.amount else state


@FREEBET.action(c.KeepWager, Role.PLAYER, each=followers)
def keep_wager(at: Moment[State], area: int) -> Offer:
    place = own_place(at)
    require_power(at)
    following = at.state.following
    if following is None or place not in following.asked or area not in (0, following.area):
        at.refuse("following_a_split", "nobody asks you to follow a split or a double now")
    refuse_held_up(at, f"following_a_{following.kind}", is_committing=True)
    rule = "stay_on_first_hand" if following.kind == "split" else "declined_double_one_card"
    kept = partial(e.WagerKept, area=following.area, place=place)
    return Offer(at.cite(f"following_a_{following.kind}"), event=kept, under=at.cite(rule))


@FREEBET.after(e.WagerKept)
def wager_kept(state: State, event: e.WagerKept) -> State:
    return replace(state, following=state.following.without(event.place) if state.following else None)


@within("playing")
def to_double(at: Moment[State]) -> Iterable[Mapping[str, Any]]:
    targets = leaders_and_followers(at, "double")
    hand = hand_meant(at) if targets else None
    return targets if hand and len(hand.cards) == 2 else ()


@within("playing")
def to_double_free(at: Moment[State]) -> Iterable[Mapping[str, Any]]:
    targets = to_double(at)
    hand = hand_meant(at) if targets else None
    return targets if hand and doubles_free(at.rules, hand) else ()


def doubled_stake(at: Moment[State], turn: Turn, *rules: str) -> tuple[Hand, Stake]:
    """The hand to double and what the player has on it; refuses what stands against any double."""
    hand = at.state.areas[turn.area].hands[turn.index]
    stake = stake_of(hand, turn.place)
    if stake is None:
        at.refuse("doubling", "you have nothing on this hand to double; hit or stand")
    if len(hand.cards) != 2 or hand.has_late_card:
        rule = "double_after_split" if hand.is_split else "double_first_two_cards"
        said = "only the first two cards may be doubled, this hand has {count}; hit or stand"
        refuse(at.cite(*(rules if len(hand.cards) > 2 else ()), rule), said, count=len(hand.cards))
    return hand, stake


def require_form(at: Moment[State], turn: Turn, is_free: bool) -> None:
    """In some houses others double only as the controller did: for chips, or free."""
    following = at.state.following
    if turn.leads or following is None or Terms.of(at.rules).backbettor_double_forms == "any":
        return
    if following.is_free != is_free:
        form = Message("free" if following.is_free else "for chips")
        said = "the controller has doubled {form}: follow that or keep the wager"
        at.refuse("following_a_double", said, "FB-A29", form=form)


@FREEBET.action(c.Double, Role.PLAYER, each=to_double)
def double(at: Moment[State], area: int) -> Offer:
    return doubling(at, turn_to(at, area, "double"))


def left_to(at: Moment[State], turn: Turn, doubled: str = "double") -> Message:
    """What else may be done with a hand; who follows its controller doubles likewise or keeps the wager."""
    try:
        doubling(at, turn)
    except Refused:
        return without_double(turn)
    template = "hit, stand or {doubled}" if turn.leads else "{doubled} or keep the wager"
    return Message(template, {"doubled": Message(doubled)})


def without_double(turn: Turn) -> Message:
    return Message("hit or stand" if turn.leads else "keep the wager")


def doubling(at: Moment[State], turn: Turn) -> Offer:
    terms = Terms.of(at.rules)
    _, stake = doubled_stake(at, turn)
    if at.state.areas[turn.area].hands[turn.index].is_unlike and not terms.double_after_unlike_split:
        at.refuse("double_after_split", "two different ten-value cards were split: hit or stand", "FB-A34")
    require_form(at, turn, is_free=False)
    if not stake.has_wager and not stake.added and not terms.paid_double_on_free_hand:
        at.refuse("double", "this hand carries a marker and no wager; only a Free Double is possible on it")
    wager = next(w for w in at.state.areas[turn.area].wagers if w.place == turn.place)
    chips = at.state.players[turn.place].chips
    whole = wager.value * terms.double_percent_max // 100
    least, most = terms.main_min if terms.double_for_less else max(terms.main_min, whole), min(whole, chips)
    ask = whole_chips(at, least, most)
    if ask is None:
        at.refuse(
            "double",
            "a double adds at least {least:money} and at most {most:money} "
            "(the original wager and your chips), so there is none; {instead}",
            least=least,
            most=most,
            instead=without_double(turn),
        )
    return Offer(at.cite("double"), (ask,), facts=turn)


@double.outside
def refuse_double(at: Moment[State], command: c.Double, offer: Offer, ask: Ask) -> NoReturn:
    if ask.minimum <= command.amount <= ask.maximum:
        refuse_amount(at, "double", command.amount, command.amount)
    said = "add {bounds}, not {amount:money}"
    at.refuse("double", said, reading="FB-A06", bounds=ask.bounds, amount=command.amount)


@double.taken
def doubles(draft: Draft[State], command: c.Double, offer: Offer) -> None:
    turn: Turn = offer.facts
    stake = stake_of(draft.state.areas[turn.area].hands[turn.index], turn.place)
    is_free_hand = stake is not None and not stake.has_wager and not stake.added
    emit_double(draft, turn, command.amount, "FB-A02" if is_free_hand else "FB-A06")


@FREEBET.action(c.FreeDouble, Role.PLAYER, each=to_double_free)
def free_double(at: Moment[State], area: int) -> Offer:
    turn = turn_to(at, area, "double")
    hand, _ = doubled_stake(at, turn, "free_double")
    if not doubles_free(at.rules, hand):
        at.refuse(
            "free_double",
            "a Free Double needs a hard {totals:or} on two cards; this is {total}: {instead}",
            reading="FB-A35",
            totals=Terms.of(at.rules).free_double_totals,
            total=say_total(hand.cards),
            instead=left_to(at, turn, "double for chips"),
        )
    require_form(at, turn, is_free=True)
    return Offer(at.cite("free_double"), facts=turn)


@free_double.taken
def doubles_with_marker(draft: Draft[State], command: c.FreeDouble, offer: Offer) -> None:
    emit_double(draft, offer.facts, 0, "FB-A01")


def doubles_free(rules: Rules, hand: Hand) -> bool:
    """Whether a two-card hand has a total that is doubled free."""
    points, is_soft = count(hand.cards)
    return not is_soft and points in Terms.of(rules).free_double_totals


def emit_double(draft: Draft[State], turn: Turn, amount: int, reading: str) -> None:
    hand = draft.state.areas[turn.area].hands[turn.index]
    keys: tuple[str, ...] = ("double",)
    if not amount:
        keys = ("free_double", "free_double_meaning", "hard_total", "free_bet_marker", "marker_position")
    keys = (*keys, "double_after_split" if hand.is_split else "double_first_two_cards")
    if not turn.leads:
        keys, reading = (*keys, "following_a_double"), "FB-A29"
    commit(draft, e.HandDoubled, turn, amount, draft.cite(*keys, reading=reading))


@FREEBET.after(e.HandDoubled)
def hand_doubled(state: State, event: e.HandDoubled) -> State:
    area = state.areas[event.area]
    hand = area.hands[event.hand]
    stake = stake_of(hand, event.place)
    assert stake is not None
    stake = replace(stake, added=stake.added + event.amount, markers=stake.markers + event.is_free)
    hand = replace(with_stake(hand, stake), is_doubled=True, wants_card=True)
    return committed(state, event, with_hand(area, event.hand, hand), "double")


# The rule that stands against something, and why.
Problem = tuple[str, Message]


def split_problem(rules: Rules, area: Area, hand: Hand) -> Problem | None:
    """What stands against any split of these cards, paid or free."""
    terms = Terms.of(rules)
    if not has_equal_values(hand.cards) or hand.has_late_card:
        return "split_meaning", Message("only two cards of equal point value may be split")
    if len(area.hands) >= terms.hands_per_area_max:
        most = terms.hands_per_area_max
        return "hands_per_area", Message("an area has at most {most} hands", {"most": most})
    first, second = hand.cards
    if is_ace(first) and len(area.hands) > terms.ace_splits_max:
        return "aces_split_once", Message("these Aces cannot be split again")
    if is_ten(first) and first[0] != second[0] and not terms.split_unlike_tens:
        return "ten_value_split", Message("this house splits ten-value cards of one rank only")
    return None


@within("playing")
def to_split(at: Moment[State]) -> Iterable[Mapping[str, Any]]:
    targets = leaders_and_followers(at, "split")
    hand = hand_meant(at) if targets else None
    is_pair = hand is not None and (at.state.following is not None or has_equal_values(hand.cards))
    return targets if is_pair else ()


def split_turn(at: Moment[State], number: int, rule: str) -> tuple[Turn, Hand]:
    """The hand to split; of a controller's it is refused where anything stands against it."""
    turn = turn_to(at, number, "split")
    area = at.state.areas[turn.area]
    hand = area.hands[turn.index]
    if turn.leads:
        if stake_of(hand, turn.place) is None:  # he plays for an absent controller, and stayed elsewhere
            at.refuse("stay_on_first_hand", "no wager of yours lies on this hand, so hit or stand")
        if problem := split_problem(at.rules, area, hand):
            stands, said = problem
            instead = Message("stand") if stands == "aces_split_once" else left_to(at, turn)
            cites = at.cite(stands, rule) if stands == "split_meaning" else at.cite(stands)
            refuse(cites, "{said}; {instead}", said=said, instead=instead)
    return turn, hand


@FREEBET.action(c.Split, Role.PLAYER, each=to_split)
def split(at: Moment[State], area: int) -> Offer:
    turn, hand = split_turn(at, area, "ten_value_split")
    if not is_ten(hand.cards[0]):
        if turn.leads:
            at.refuse("free_split", "these cards are split free: 'free split'")
        at.refuse("follow_with_marker", "this split is followed with a marker: 'free split'")
    wager = next(w for w in at.state.areas[turn.area].wagers if w.place == turn.place)
    costs = wager.value * Terms.of(at.rules).ten_split_wager_percent // 100
    chips = at.state.players[turn.place].chips
    if chips < costs:
        rule = "ten_value_split" if turn.leads else "follow_with_equal_wager"
        instead = left_to(at, turn) if turn.leads else Message("keep the wager")
        said = "splitting ten-value cards takes another {costs:money}; you have {chips:money}; {instead}"
        at.refuse(rule, said, costs=costs, chips=chips, instead=instead)
    return Offer(at.cite("ten_value_split"), facts=(turn, costs), costs=costs)


@split.taken
def splits(draft: Draft[State], command: c.Split, offer: Offer) -> None:
    emit_split(draft, *offer.facts)


@FREEBET.action(c.FreeSplit, Role.PLAYER, each=to_split)
def free_split(at: Moment[State], area: int) -> Offer:
    turn, hand = split_turn(at, area, "free_split")
    if is_ten(hand.cards[0]):
        if turn.leads:
            at.refuse("ten_value_split", "ten-value cards are split for an equal wager only: 'split'")
        at.refuse("follow_with_equal_wager", "this split is followed with an equal wager: 'split'")
    return Offer(at.cite("free_split"), facts=turn)


@free_split.taken
def splits_with_marker(draft: Draft[State], command: c.FreeSplit, offer: Offer) -> None:
    emit_split(draft, offer.facts, 0)


def emit_split(draft: Draft[State], turn: Turn, amount: int) -> None:
    hand = draft.state.areas[turn.area].hands[turn.index]
    keys: tuple[str, ...]
    reading = None
    if not turn.leads:
        keys = ("following_a_split", "follow_with_equal_wager" if amount else "follow_with_marker")
        reading = "FB-A30"
    elif amount:
        keys = ("ten_value_split", "split_meaning", "hands_per_area")
        reading = "FB-A04" if hand.cards[0][0] != hand.cards[1][0] else None
    else:
        keys = ("free_split", "free_split_meaning", "split_meaning", "hands_per_area")
    if not amount:
        keys = (*keys, "free_bet_marker", "marker_position")
    if turn.leads and hand.is_split:
        keys = (*keys, "split_again")
    commit(draft, e.HandSplit, turn, amount, draft.cite(*keys, reading=reading))


@FREEBET.after(e.HandSplit)
def hand_split(state: State, event: e.HandSplit) -> State:
    area = state.areas[event.area]
    stake = Stake(event.place, False, event.amount, int(event.is_free))
    if not event.is_controller:  # the second hand is there already, even if its maker has withdrawn
        new = replace(with_stake(area.hands[event.hand + 1], stake), status="open")
        return committed(state, event, with_hand(area, event.hand + 1, new), "split")
    hand = area.hands[event.hand]
    is_unlike = hand.cards[0][0] != hand.cards[1][0]
    first = replace(hand, cards=hand.cards[:1], is_split=True, is_unlike=is_unlike)
    second = Hand(len(area.hands) + 1, hand.cards[1:], (stake,), is_split=True, is_unlike=is_unlike)
    hands = (*area.hands[: event.hand], first, second, *area.hands[event.hand + 1 :])
    return committed(state, event, replace(area, hands=hands), "split")
