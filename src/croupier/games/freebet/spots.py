"""All that a player may bet on while bets are open, listed at once.

There are some thirty spots on a layout, and who has just bet is offered all of them anew: his chips have
changed. What lies on each of them, or why it takes nothing, is said in `betting`; here it is asked for all of
them without an offer or a refusal in between, and equal offers are the same object. The conformance suite
holds the two against each other.
"""

from collections.abc import Iterator
from functools import lru_cache

from croupier.games.freebet import commands as c
from croupier.games.freebet.betting import (
    is_betting,
    lying_main,
    lying_side,
    place_side_wager,
    place_wager,
    withdraw_wager,
)
from croupier.games.freebet.permissions import available, present
from croupier.games.freebet.state import BETS, State
from croupier.games.freebet.terms import Terms
from croupier.rulebook import Rules
from croupier.table import Moment, Option, money, option_of

_KEPT = 1 << 13


@place_wager.listed
def main_spots(at: Moment[State]) -> Iterator[Option]:
    state, rules = at.state, at.rules
    place = present(at)
    if place is None or state.phase != "betting":
        return
    terms, chips, limits = Terms.of(rules), available(state, place), _limits(rules)["main"]
    is_elsewhere = is_betting(state, place)
    for number in _own_first(terms.areas, place):
        lying = lying_main(terms, state, place, number, is_elsewhere)
        if isinstance(lying, int) and (found := _stake(rules, number, "main", limits, lying, chips)):
            yield found


@place_side_wager.listed
def side_spots(at: Moment[State]) -> Iterator[Option]:
    state, rules = at.state, at.rules
    place = present(at)
    if place is None or state.phase != "betting":
        return
    terms, areas, chips, limits = Terms.of(rules), state.areas, available(state, place), _limits(rules)
    claimed = {claim.spot: claim.amount for claim in state.claims if claim.place == place}
    for number in _own_first(terms.areas, place):
        if (area := areas.get(number)) is None:
            continue
        for bet in BETS:
            lying = lying_side(terms, area, place, number, bet)
            if isinstance(lying, int):
                # A claim to the same spot would be replaced by this one.
                free = chips + claimed.get((number, bet, 0), 0)
                if found := _stake(rules, number, bet, limits[bet], lying, free):
                    yield found


@withdraw_wager.listed
def own_spots(at: Moment[State]) -> Iterator[Option]:
    place = present(at)
    if place is None or at.state.phase not in ("idle", "betting"):
        return
    for number, area in at.state.areas.items():
        if any(wager.place == place for wager in area.wagers):
            yield _taken_back(at.rules, number, "main")
        for side in area.sides:
            if side.place == place:
                yield _taken_back(at.rules, number, side.bet)
    for claim in at.state.claims:
        if claim.place == place and claim.bet != "insurance":
            yield _taken_back(at.rules, claim.area, claim.bet)


@lru_cache
def _own_first(areas: int, place: int) -> tuple[int, ...]:
    return tuple(sorted(range(1, areas + 1), key=lambda number: number != place))


@lru_cache
def _limits(rules: Rules) -> dict[str, tuple[int, int, int]]:
    """The smallest and the largest wager of each kind, and the lowest chip."""
    terms = Terms.of(rules)
    return {bet: (*terms.limits(bet), terms.lowest_chip) for bet in ("main", *BETS)}


def _stake(
    rules: Rules, area: int, bet: c.MainOrSide, limits: tuple[int, int, int], already: int, free: int
) -> Option | None:
    """What may be put on a spot on which so much lies, by who has so much free; None if no chip may."""
    least, most, chip = limits
    low, high = max(least - already, chip), min(most - already, free)
    low, high = low + -low % chip, high - high % chip
    return _offered(rules, area, bet, low, high, chip) if low <= high else None


@lru_cache(_KEPT)
def _offered(rules: Rules, area: int, bet: c.MainOrSide, low: int, high: int, chip: int) -> Option:
    ask = money("amount", low, high, chip)
    if bet == "main":
        return option_of(c.PlaceWager, rules.cite("wagers_within_limits"), ask, area=area)
    return option_of(c.PlaceSideWager, rules.cite(f"{bet}_wager"), ask, area=area, bet=bet)


@lru_cache(_KEPT)
def _taken_back(rules: Rules, area: int, bet: c.MainOrSide) -> Option:
    return option_of(c.WithdrawWager, rules.cite("betting_closes"), area=area, bet=bet)
