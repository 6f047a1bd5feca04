"""Who may act, with which chips, and when nobody may: asked by every offer."""

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from croupier.games.freebet.control import controller, current
from croupier.games.freebet.state import BETS, Claimed, Phase, Player, State, is_asked, place_of, places_asked
from croupier.games.freebet.terms import Terms
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Ask, Moment, money, refuse
from croupier.table.matters import MATTER
from croupier.table.offers import Each, within
from croupier.table.sharing import shared

_ONCE: tuple[dict[str, Any], ...] = ({},)


def own_place(at: Moment[State]) -> int:
    """Where the player who speaks has his chips."""
    place = place_of(at.state, at.by.id)
    if place is None:
        at.refuse("wager_then_decide", "you have no chips at this table; sit down first")
    if at.state.players[place].is_absent:
        at.refuse("absent_player", "you are noted as absent; ask the dealer to note that you are back")
    return place


def named_place(at: Moment[State], player: str) -> int:
    place = place_of(at.state, player)
    if place is None:
        known = sorted(each.name for each in at.state.players.values())
        template = "{player} is not at this table; here are: {known:list}"
        at.refuse("wager_then_decide", template, player=player, known=known or [Message("nobody")])
    return place


def present(at: Moment[State]) -> int | None:
    """The place of who asks, if he is there to act."""
    place = place_of(at.state, at.by.id)
    return None if place is None or at.state.players[place].is_absent else place


def during(*phases: Phase) -> Each:
    """Offered in these phases only, about nothing in particular."""
    return within(*phases)(lambda at: _ONCE)


def players_who(are_meant: Callable[[Player], bool]) -> Each:
    return lambda at: [{"player": each.name} for each in at.state.players.values() if are_meant(each)]


def require_power(at: Moment[State]) -> None:
    """After a power failure nobody acts until all who may withdraw have chosen."""
    if asked := places_asked(at.state, "power_failure"):
        keys = ("power_failure_no_outcome", "power_failure_outcome_established")
        names = [at.state.players[place].name for place in asked]
        template = "the power has failed: play goes on when {names:list} has chosen to stay or to withdraw"
        refuse(at.cite(*keys, reading="FB-A27"), template, names=names)


def require_going_on(at: Moment[State]) -> None:
    """No card is touched while it is open whether players withdraw, or how a matter is ruled on."""
    require_power(at)
    if is_asked(at.state, MATTER):
        at.refuse("matters_not_provided_for", "the Round is interrupted; wait for the ruling")


def available(state: State, place: int, spot: Claimed | None = None) -> int:
    """Chips in the stack that are not promised to a claim; one to the same spot would be replaced."""
    chips = state.players[place].chips
    if state.claims:
        chips -= sum(claim.amount for claim in state.claims if claim.place == place and claim.spot != spot)
    return chips


def whole_chips(at: Moment[State], least: int, most: int) -> Ask | None:
    """An amount in whole chips of the House between these bounds, if there is one."""
    chip = Terms.of(at.rules).lowest_chip
    least, most = least + -least % chip, most - most % chip
    return money("amount", least, most, chip) if least <= most else None


def refuse_amount(at: Moment[State], rule: str, amount: int, chips: int) -> None:
    """Refuse what is not a multiple of the lowest chip, or more than the player has."""
    chip = Terms.of(at.rules).lowest_chip
    if amount <= 0 or amount % chip:
        at.refuse(rule, "the lowest chip is {chip:money}: bet a multiple of it", chip=chip)
    if amount > chips:
        template = "{amount:money} is more than the {chips:money} you have free"
        at.refuse(rule, template, amount=amount, chips=chips)


# What a player's options follow from
#
# Most of what others do changes nothing for him, and there are many spots to bet on. The conformance suite
# holds this against the options themselves.

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
