"""Decisions on the hand in play: hit, stand, double, split, and those who follow the controller."""

from croupier.money import say_money
from croupier.table import Command, Draft, Role

from . import commands as c
from . import events as e
from .control import controller, current
from .flow import advance
from .game import FREEBET
from .moves import (
    Problem,
    double_problem,
    finished_problem,
    free_double_problem,
    free_split_problem,
    paid_double_problem,
    paid_split_problem,
)
from .places import own_place, require_chips, require_power
from .points import is_ace, is_ten, total
from .state import Area, Hand, State, Wager, stake_of, wager_of


def hand_in_play(
    draft: Draft[State], command: Command, number: int, ace_rule: str = "split_ace_one_card"
) -> tuple[int, int, int]:
    """Place, area and index of the hand that the controller may decide on now.

    `ace_rule` stands against the decision if the hand is a split Ace, which takes none.
    """
    place = own_place(draft, command)
    require_power(draft)
    state = draft.state
    allow(draft, finished_problem(state, place, number))
    if state.phase != "playing":
        draft.refuse("drawing", "hands are played after the offers are closed and before the Dealer's hand")
    target = current(state)
    if target is None:
        draft.refuse("drawing", "all hands are complete; the Dealer's hand is next")
    playing, index = target
    decides = controller(state, playing)
    name = state.players[decides].name if decides else "nobody"
    if number not in (0, playing):
        draft.refuse("drawing", f"area {playing} is in play, and {name} decides; other areas wait their turn")
    if decides != place:
        rule = "seated_player_controls" if decides == playing else "nearest_wager_controls"
        draft.refuse(rule, f"{name} decides for area {playing}; you may act where you control")
    hand = state.areas[playing].hands[index]
    if hand.is_split and is_ace(hand.cards[0]):
        draft.refuse(ace_rule, "split Aces get one card each and no decision: wait for the cards")
    if hand.wants_card or len(hand.cards) < 2:
        draft.refuse("drawing", "a card is coming to this hand; wait for it")
    if state.together or state.late_choice or state.one_card or state.referred:
        draft.refuse("drawing", "a question is open and has to be answered first")
    if state.rebuild or state.misplaced or state.cut_due >= 0:
        draft.refuse("drawing", "a mistake is being put right; wait for it")
    return place, playing, index


def allow(draft: Draft[State], problem: Problem | None) -> None:
    if problem:
        draft.refuse(*problem)


def parts(draft: Draft[State], place: int, number: int, index: int) -> tuple[Area, Hand, Wager]:
    area = draft.state.areas[number]
    wager = next((w for w in area.wagers if w.place == place), None)
    assert wager is not None
    return area, area.hands[index], wager


@FREEBET.on(c.Hit, Role.PLAYER)
def hit(draft: Draft[State], command: c.Hit) -> None:
    _, number, _ = hand_in_play(draft, command, command.area)
    cites = draft.rules.cite("drawing", "hand_signals", "wager_then_decide")
    draft.emit(e.CardCalled(area=number, citations=cites))


@FREEBET.on(c.Stand, Role.PLAYER)
def stand(draft: Draft[State], command: c.Stand) -> None:
    _, number, index = hand_in_play(draft, command, command.area)
    keys = ["hand_signals", "wager_then_decide"]
    area = draft.state.areas[number]
    hand = area.hands[index]
    if len(hand.cards) == 2:
        keys.append("stand_on_two_cards")
        if len(hand.stakes) > 1 and double_problem(draft.rules, hand, hand.stakes[0]) is None:
            keys.append("controller_declines_double")
    draft.emit(e.HandStood(area=number, hand=index, citations=draft.rules.cite(*keys)))
    advance(draft)


@FREEBET.on(c.Double, Role.PLAYER)
def double(draft: Draft[State], command: c.Double) -> None:
    place, number, index, leads = leading_or_following(draft, command, command.area, "double")
    _, hand, wager = parts(draft, place, number, index)
    chips = draft.state.players[place].chips
    allow(draft, paid_double_problem(draft.rules, hand, stake_of(hand, place), wager, chips))
    least, most = draft.rules.money("main_min"), min(wager.value, chips)
    if not least <= command.amount <= most:
        draft.refuse(
            "double",
            f"add {say_money(least)} to {say_money(most)}, not {say_money(command.amount)}",
            reading="FB-A06",
        )
    require_chips(draft, place, command.amount, "double")
    stake = stake_of(hand, place)
    reading = "FB-A02" if stake and not stake.has_wager and not stake.added else "FB-A06"
    emit_double(draft, place, number, index, leads, command.amount, reading)


@FREEBET.on(c.FreeDouble, Role.PLAYER)
def free_double(draft: Draft[State], command: c.FreeDouble) -> None:
    place, number, index, leads = leading_or_following(draft, command, command.area, "double")
    hand = draft.state.areas[number].hands[index]
    problem = free_double_problem(draft.rules, hand, stake_of(hand, place))
    if problem:
        draft.refuse(*problem, reading="FB-A35" if problem[0] == "free_double" else None)
    emit_double(draft, place, number, index, leads, 0, "FB-A01")


def emit_double(
    draft: Draft[State], place: int, number: int, index: int, leads: bool, amount: int, reading: str
) -> None:
    hand = draft.state.areas[number].hands[index]
    when = "double_after_split" if hand.is_split else "double_first_two_cards"
    if amount:
        keys: tuple[str, ...] = ("double", when)
    else:
        keys = (
            "free_double",
            "free_double_meaning",
            "hard_total",
            "free_bet_marker",
            "marker_position",
            when,
        )
    if not leads:
        keys = (*keys, "following_a_double")
    draft.emit(
        e.HandDoubled(
            area=number,
            place=place,
            hand=index,
            amount=amount,
            is_free=not amount,
            is_controller=leads,
            asked=others_on(draft.state, hand, place) if leads else (),
            citations=draft.rules.cite(*keys, reading=reading if leads else "FB-A29"),
        )
    )


def others_on(state: State, hand: Hand, place: int) -> tuple[int, ...]:
    """The other players on a hand who are there to be asked."""
    return tuple(
        stake.place
        for stake in hand.stakes
        if stake.place != place and not state.players[stake.place].is_absent
    )


@FREEBET.on(c.Split, Role.PLAYER)
def split(draft: Draft[State], command: c.Split) -> None:
    place, number, index, leads = leading_or_following(draft, command, command.area, "split")
    area, hand, wager = parts(draft, place, number, index)
    chips = draft.state.players[place].chips
    if leads:
        allow(draft, paid_split_problem(draft.rules, area, hand, stake_of(hand, place), wager, chips))
    elif not is_ten(hand.cards[0]):
        draft.refuse("follow_with_marker", "this split is followed with a marker: 'free split'")
    require_chips(draft, place, wager.value, "ten_value_split" if leads else "follow_with_equal_wager")
    emit_split(draft, place, number, index, leads, wager.value)


@FREEBET.on(c.FreeSplit, Role.PLAYER)
def free_split(draft: Draft[State], command: c.FreeSplit) -> None:
    place, number, index, leads = leading_or_following(draft, command, command.area, "split")
    area = draft.state.areas[number]
    hand = area.hands[index]
    if leads:
        allow(draft, free_split_problem(draft.rules, area, hand, stake_of(hand, place)))
    elif is_ten(hand.cards[0]):
        draft.refuse("follow_with_equal_wager", "this split is followed with an equal wager: 'split'")
    emit_split(draft, place, number, index, leads, 0)


def emit_split(draft: Draft[State], place: int, number: int, index: int, leads: bool, amount: int) -> None:
    hand = draft.state.areas[number].hands[index]
    keys: tuple[str, ...]
    reading = None
    if not leads:
        keys = ("following_a_split", "follow_with_equal_wager" if amount else "follow_with_marker")
        reading = "FB-A30"
    elif amount:
        keys = ("ten_value_split", "split_meaning", "hands_per_area")
        reading = "FB-A04" if hand.cards[0][0] != hand.cards[1][0] else None
    else:
        keys = ("free_split", "free_split_meaning", "split_meaning", "hands_per_area")
    if not amount:
        keys = (*keys, "free_bet_marker", "marker_position")
    if leads and hand.is_split:
        keys = (*keys, "split_again")
    draft.emit(
        e.HandSplit(
            area=number,
            place=place,
            hand=index,
            amount=amount,
            is_free=not amount,
            is_controller=leads,
            asked=others_on(draft.state, hand, place) if leads else (),
            citations=draft.rules.cite(*keys, reading=reading),
        )
    )


@FREEBET.on(c.KeepWager, Role.PLAYER)
def keep_wager(draft: Draft[State], command: c.KeepWager) -> None:
    place = own_place(draft, command)
    require_power(draft)
    following = draft.state.following
    if following is None or place not in following.asked or command.area not in (0, following.area):
        draft.refuse("following_a_split", "nobody asks you to follow a split or a double now")
    rule = "stay_on_first_hand" if following.kind == "split" else "declined_double_one_card"
    cites = draft.rules.cite(rule)
    draft.emit(e.WagerKept(area=following.area, place=place, citations=cites))


def leading_or_following(
    draft: Draft[State], command: Command, number: int, kind: str
) -> tuple[int, int, int, bool]:
    """Place, area, hand, and whether the player leads: the controller does, others on the hand may follow."""
    following = draft.state.following
    place = own_place(draft, command)
    require_power(draft)
    if following and place in following.asked and number in (0, following.area):
        if following.kind != kind:
            draft.refuse(
                f"following_a_{following.kind}",
                f"the controller has chosen to {following.kind}; follow that or keep the wager",
            )
        return place, following.area, following.hand, False
    allow(draft, finished_problem(draft.state, place, number))
    target = current(draft.state)
    if kind == "double" and target and controller(draft.state, target[0]) not in (None, place):
        area = draft.state.areas[target[0]]
        if wager_of(area, place) and number in (0, target[0]):
            draft.refuse(
                "controller_declines_double", "others on the area may double only when its controller does"
            )
    ace_rule = "no_double_of_split_aces" if kind == "double" else "aces_split_once"
    place, number, index = hand_in_play(draft, command, number, ace_rule)
    if total(draft.state.areas[number].hands[index].cards) >= 21:
        draft.refuse("no_draw_on_21", "a total of 21 is complete")
    return place, number, index, True
