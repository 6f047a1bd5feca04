"""A player who is there and does not decide: when the time is over, as if not present for that decision."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import controller, current, short_in_play
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.irregularities.running_out import cutter
from croupier.games.freebet.plan import due
from croupier.games.freebet.state import Riffle, State, is_asked
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import advance
from croupier.rulebook import Rules
from croupier.table import Draft, Moment, Offer, Role
from croupier.table.matters import drop

_SILENT = "FB-A68"


def deciding_now(rules: Rules, state: State) -> list[tuple[int, int]]:
    """Area and place of who is asked to decide something there: questions first, then the hand in play."""
    target = current(state)
    here = target[0] if target else next(iter(state.areas), 0)
    asked = [(each.about or here, each.seat) for each in FREEBET.pending(rules, state) if each.seat]
    if state.riffle.cuts >= 0 and not is_asked(state, "power_failure") and (cuts := cutter(state)):
        asked.append((next((n for n in state.areas if controller(state, n) == cuts), here), cuts))
    if not asked and state.phase == "playing":
        asked = [(here, place) for place in _to_play(rules, state)]
    return [each for each in asked if not state.players[each[1]].is_absent]


def _to_play(rules: Rules, state: State) -> tuple[int, ...]:
    if state.following:
        return state.following.asked
    target = current(state)
    if target is None or due(rules, state) is not None or short_in_play(state):
        return ()
    place = controller(state, target[0])
    return (place,) if place else ()


def _asked(at: Moment[State]) -> Iterator[dict[str, int]]:
    if not is_asked(at.state, "power_failure"):
        areas = dict.fromkeys(area for area, _ in deciding_now(at.rules, at.state))
        yield from ({"area": area} for area in areas)


@FREEBET.action(c.CallTime, Role.DEALER, "matters_not_provided_for", each=_asked)
def call_time(at: Moment[State], area: int) -> Offer:
    """The document knows no clock: the caller has measured the time, or rules that enough has passed."""
    if {"area": area} not in _asked(at):
        said = "nobody is asked to decide on area {area} now"
        at.refuse("matters_not_provided_for", said, _SILENT, area=area)
    seconds = Terms.of(at.rules).action_clock_seconds
    ends_at = at.state.asked_at + seconds * 1000 if seconds else 0
    is_before = at.by.role is not Role.SYSTEM and ends_at > at.now
    is_early = is_before and at.by.role is Role.DEALER
    if is_early and at.now:
        at.refuse(
            "matters_not_provided_for",
            "area {area} has {seconds} seconds more; a pit supervisor may rule so before",
            reading=_SILENT,
            area=area,
            seconds=-(-(ends_at - at.now) // 1000),
        )
    keys = ("absent_player", *(("matters_not_provided_for",) if is_before else ()))
    places = tuple(place for number, place in deciding_now(at.rules, at.state) if number == area)
    return Offer(at.cite(*keys, reading=_SILENT), facts=places, group="house", is_listed=not is_early)


@call_time.taken
def time_is_called(draft: Draft[State], command: c.CallTime, offer: Offer) -> None:
    places, cites = offer.facts, offer.citations
    is_hand = not any(each.seat in places for each in draft.state.open)
    if is_hand and controller(time_called_on(draft.state, command.area, places), command.area):
        cites += draft.cite("absent_player_replaced", reading=_SILENT)
    draft.emit(e.TimeCalled(area=command.area, places=places, at=command.at, citations=cites))
    drop(draft, [each for each in draft.state.open if each.seat in places])
    advance(draft)


def time_called_on(state: State, number: int, places: tuple[int, ...]) -> State:
    """The hand in play is decided on without them."""
    area = state.areas[number]
    return state.with_area(number, replace(area, silent=(*area.silent, *places)))


@FREEBET.after(e.TimeCalled)
def time_called(state: State, event: e.TimeCalled) -> State:
    """What they were asked is answered by going on without them; the next question is theirs again."""
    if any(each.seat in event.places for each in state.open):
        return state
    if following := state.following:
        for place in event.places:
            following = following.without(place) if following else None
        return replace(state, following=following)
    if state.riffle.cuts > 0:
        return replace(state, riffle=Riffle(0, state.riffle.count))
    return time_called_on(state, event.area, event.places)
