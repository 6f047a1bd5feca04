"""What a player's options follow from.

Most of what others do changes nothing for him, and there are many spots to bet on. The conformance suite
holds this against the options themselves.
"""

from functools import lru_cache
from operator import attrgetter

from msgspec.structs import replace

from croupier.games.freebet.control import controller, current
from croupier.games.freebet.state import BETS, State
from croupier.games.freebet.terms import Terms
from croupier.rulebook import Rules
from croupier.table.sharing import shared

# What may hold up everybody in the Round, or asks somebody something.
_held_up = attrgetter(
    "round",
    "laid",
    "planned",
    "aside",
    "offer.is_skipped",
    "offer.is_too_late",
    "has_interim",
    "has_begun",
    "has_power_failed",
    "dealer_after",
    "skip",
    "withdraw_right",
    "riffle",
    "open",
    "following",
    "dealer",
)


def basis(rules: Rules, state: State, place: int) -> object | None:
    """For who has this place; None where the others' hands decide what is offered to him."""
    if state.phase == "betting":
        layout, wagers = _layout(rules, state)
        spots: object = (layout, wagers.get(place))  # the own wagers, and which spots of the layout are full
        # More chips than the largest wager are as good as any.
        most = _largest_wager(rules) + sum([each.amount for each in state.claims if each.place == place])
        if (player := state.players[place]).chips > most:
            player = replace(player, chips=most)
    elif state.phase in ("insurance", "claims"):
        return None
    else:
        player = state.players[place]
        target = current(state)
        if target is not None and controller(state, target[0]) == place:
            return None
        answered = tuple([area for area, who in state.offer.answered if who == place])
        declined = tuple([area for area, who in state.offer.declined if who == place])
        spots = (target, _own_areas(state, place), answered, declined)
    claims = tuple([each for each in state.claims if each.place == place]) if state.claims else ()
    return state.phase, place, (player, place in state.net, claims), spots, _held_up(state)


@lru_cache
def _largest_wager(rules: Rules) -> int:
    terms = Terms.of(rules)
    return max(terms.limits(bet)[1] for bet in ("main", *BETS))


@shared
def _layout(rules: Rules, state: State) -> tuple[object, dict[int, tuple[object, ...]]]:
    """Which areas are bet on and which of their spots are full; and by place, what lies where."""
    terms = Terms.of(rules)
    main_most = min(terms.wagers_per_area, state.wagers_max or terms.wagers_per_area)
    side_most = terms.side_wagers_per_area_max
    layout: list[object] = [main_most]
    own: dict[int, list[object]] = {}
    for number, area in state.areas.items():
        full: object = ()
        for each in area.wagers:
            own.setdefault(each.place, []).append((number, each))
        if sides := area.sides:
            for side in sides:
                own.setdefault(side.place, []).append((number, side))
            full = tuple([bet for bet in BETS if sum([side.bet == bet for side in sides]) >= side_most])
        layout.append((number, len(area.wagers) >= main_most, full))
    return tuple(layout), {place: tuple(spots) for place, spots in own.items()}


def _own_areas(state: State, place: int) -> object:
    """The areas with anything of this player on them, as they are."""
    found = [
        (number, area)
        for number, area in state.areas.items()
        if any(each.place == place for each in area.wagers)
        or any(each.place == place for each in area.sides)
        or any(each.place == place for each in area.insurances)
    ]
    return tuple(found)
