"""Who has a wager on a hand may follow its controller's split or double, until the next card."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import controller, current, is_asked_first, is_party
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import own_place, present, require_power
from croupier.games.freebet.points import HIGHEST, total
from croupier.games.freebet.state import Area, Following, Hand, Kind, State, stake_of, with_wager
from croupier.games.freebet.turns import Turn, committing, hand_in_play, refuse_finished, refuse_held_up
from croupier.table import Citations, Draft, Moment, Offer, Role
from croupier.table.offers import within


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
