"""Whose decision it is, where the next card goes, and what becomes of a question when somebody leaves."""

from collections.abc import Callable
from typing import TypeAlias

from croupier.games.freebet.state import (
    TOGETHER,
    Area,
    State,
    Wager,
    is_asked,
    is_round_asked,
    lying_aside,
    own_markers,
)
from croupier.games.freebet.terms import Terms
from croupier.rulebook import Rules
from croupier.table import Draft, Matter, Role

# An area and the index of one of its hands; area 0 is the Dealer.
Target = tuple[int, int]


def controller(state: State, number: int) -> int | None:
    """The place that decides for an area: the seated player, else the live wager nearest the Dealer.

    Surrendered wagers and players who are absent or silent are passed over, so control moves on by itself.
    """
    nearest = None
    area = state.areas[number]
    for wager in area.wagers if not area.control_from else _from_behind(area):
        if wager.place in area.silent:
            continue
        if is_party(area, wager) and not state.players[wager.place].is_absent:
            if wager.place == number:
                return number
            if nearest is None:
                nearest = wager.place
    return nearest


def _from_behind(area: Area) -> tuple[Wager, ...]:
    """The wagers behind the one whose surrender passed control on, then those in front of it."""
    places = [wager.place for wager in area.wagers]
    behind = places.index(area.control_from) + 1
    return area.wagers[behind:] + area.wagers[:behind]


def is_party(area: Area, wager: Wager) -> bool:
    """Whether the player still has the wager or anything else on a hand of the area."""
    return wager.is_live or any(stake.place == wager.place for hand in area.hands for stake in hand.stakes)


def markers_for(rules: Rules, state: State, number: int, place: int) -> int:
    """Markers that count for a Pot of Gold wager: the own ones; without a wager, the controllers'."""
    area = state.areas[number]
    own = own_markers(area, place)
    if own is not None:
        return own
    follows = Terms.of(rules).outsider_pog_follows
    if follows == "each_controller":
        return area.controller_markers
    wagers = area.wagers
    if follows == "last_controller":  # who has surrendered or left controls no more; a settled wager did
        order = wagers if not area.control_from else _from_behind(area)
        wagers = tuple(w for w in order if not w.is_out and not state.players[w.place].is_absent)
    seated = next((wager for wager in wagers if wager.place == number), None)
    followed = seated or (wagers[0] if wagers else None)
    return followed.led if followed else 0


def current(state: State) -> Target | None:
    """The hand in play: clockwise from the Dealer's left, the hands of an area in order."""
    for number, area in state.areas.items():
        for index, hand in enumerate(area.hands):
            if hand.is_playable:
                return number, index
    return None


def is_held_up(state: State) -> bool:
    """Whether somebody has to decide or put something right before another card is dealt."""
    return is_asked_first(state) or is_leftover_choice_open(state)


def is_asked_first(state: State) -> bool:
    """The same before a double or a split: a card left over may be taken for it, as any next one."""
    return is_stopped(state) or bool(state.open)


def is_stopped(state: State) -> bool:
    """Whether the Round itself is in question, or something has to be put right."""
    return state.riffle.cuts >= 0 or is_round_asked(state)


def is_choice_open(state: State) -> bool:
    """Of cards drawn together one is to be chosen."""
    return bool(state.open) and is_asked(state, TOGETHER)


def is_leftover_choice_open(state: State) -> bool:
    left = lying_aside(state, "left")
    if not left or is_choice_open(state):
        return False
    target = current(state)
    return target is not None and target[0] != left[0].area


def is_unsplit(area: Area) -> bool:
    return len(area.hands) == 1


def is_short(area: Area) -> bool:
    """Whether the wagers here got only one card, and nobody has noticed."""
    if len(area.hands) != 1 or area.is_one_card_known:
        return False
    hand = area.hands[0]
    return len(hand.cards) == 1 and hand.status == "open" and not hand.is_split and not hand.has_late_card


def short_in_play(state: State) -> int | None:
    """The area in play if it lacks its second card: that has to be noticed before it gets another."""
    target = current(state) if state.phase == "playing" else None
    return target[0] if target and is_short(state.areas[target[0]]) else None


def bet_areas(state: State) -> list[int]:
    """Areas with a wager to be played, clockwise from the Dealer's left."""
    return [n for n, area in state.areas.items() if any(wager.is_live for wager in area.wagers)]


def live_places(state: State) -> list[int]:
    """Everybody with anything on the layout."""
    found: dict[int, None] = {}
    for area in state.areas.values():
        for wager in area.wagers:
            if is_party(area, wager):
                found[wager.place] = None
        for side in area.sides:
            found[side.place] = None
        for insurance in area.insurances:
            found[insurance.place] = None
    return sorted(found)


def is_left(area: Area) -> bool:
    """Whether everybody who had a wager here has taken it back."""
    return bool(area.wagers) and not any(wager.is_live for wager in area.wagers)


Leaving: TypeAlias = Callable[[Draft[State], State], None]

_LEFT: list[Leaving] = []


def when_left(function: Leaving) -> Leaving:
    """Register what becomes of a room's questions when somebody has left; it is given the state before."""
    _LEFT.append(function)
    return function


def pass_on(draft: Draft[State], before: State) -> None:
    """Somebody has left: what was asked of him is asked of who comes next, or is over."""
    for function in _LEFT:
        function(draft, before)


def ask_controller(
    state: State,
    area: int,
    key: str,
    question: str,
    choices: tuple[str, ...],
    rules: tuple[str, ...],
    reading: str | None = None,
) -> Matter:
    """Put to the controller of the area, to the Pit Manager for the Dealer's hand."""
    place = controller(state, area) if area else None
    role = Role.DEALER if area else Role.PIT_MANAGER
    return Matter(
        key=key,
        role=role if place is None else Role.PLAYER,
        question=question,
        choices=choices,
        rules=rules,
        reading=reading,
        seat=place,
    )
