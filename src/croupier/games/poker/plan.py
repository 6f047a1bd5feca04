"""What the procedure of the document intends: which spot gets the next card. And what lies there instead.

From a Card Shoe every deal begins with its burn, and cards go round; a shuffler gives packets, the Community
Cards first, and burns nothing.
"""

from collections.abc import Sequence
from functools import lru_cache

from croupier.cards import Card
from croupier.games.poker.state import (
    CARDS_IN,
    STREETS,
    State,
    Street,
    is_dealing_hands,
    is_laid,
    next_street,
)
from croupier.games.poker.terms import Terms, device_key, terms
from croupier.rulebook import Rules
from croupier.table import deals
from croupier.table.deals import still_due
from croupier.table.facts import BURN, DISCARD, Came, Due, Laid, Spot, as_came
from croupier.table.mistakes import Mistake

HOLE_CARDS = "hole_cards"
BOARD: tuple[Spot, ...] = tuple(
    Spot("board", part=street) for street in STREETS for _ in range(CARDS_IN[street])
)


def hole_cards(table: Terms, order: tuple[int, ...]) -> tuple[Due, ...]:
    return _hole_cards(table.opening_burns, _packet(table), table.hole_cards, table.is_shoe, order)


@lru_cache(1 << 10)
def _hole_cards(burns: int, packet: int, each: int, is_shoe: bool, order: tuple[int, ...]) -> tuple[Due, ...]:
    places = order * each if is_shoe else tuple(number for number in order for _ in range(each))
    spots = (*[BURN] * burns, *BOARD[:packet], *(Spot("hand", number) for number in places))
    return tuple(map(Due, spots))


def _packet(table: Terms) -> int:
    """Community Cards that come before the Hole Cards: a whole packet, or none from a shoe."""
    return 0 if table.is_shoe else table.community_packet or 0


@lru_cache
def street_cards(street: Street) -> tuple[Due, ...]:
    """From a Card Shoe; of a packet the cards lie there already."""
    return (Due(BURN), *[Due(Spot("board", part=street))] * CARDS_IN[street])


def plans(rules: Rules) -> dict[str, tuple[Due, ...]]:
    """Every deal of this device by its rule."""
    table = terms(rules)
    found = {device_key(table.is_shoe, "hole_cards"): hole_cards(table, (1, 2))}
    if table.is_shoe:
        found |= {device_key(True, street): street_cards(street) for street in STREETS}
    return found


def due(table: Terms, state: State) -> tuple[Due, ...]:
    """The deal that is due or under way; nothing if none comes from the device."""
    if is_dealing_hands(state):
        return hole_cards(table, state.order)
    street = next_street(state)
    if not (street and table.is_shoe and state.phase == "dealing" and state.shuffle_due is None):
        return ()
    if is_laid(state):  # restored, it may still lack a card
        return street_cards(street)[len(state.packet) + 1 :]
    return street_cards(street)


def planned(table: Terms, state: State, deal: str) -> tuple[Due, ...]:
    if deal == HOLE_CARDS:
        return hole_cards(table, state.order)
    return street_cards(deal) if table.is_shoe else ()


def amended(state: State, deal: str, plan: Sequence[Due]) -> tuple[Due, ...]:
    """The plan of a deal with as many burns as were ruled to be right."""
    burns = {"extra_burn": 1, "missed_burn": -1}
    more = sum(burns.get(each.kind, 0) * each.count for each in state.stands if each.deal == deal)
    return (Due(BURN),) * more + tuple(plan[max(-more, 0) :])


def spots_of(table: Terms, state: State, deal: str) -> tuple[Spot, ...]:
    """Where the cards of a deal lie, in the order they came."""
    return deals.spots_of(state.unplanned, deal, planned(table, state, deal))


def in_play(state: State) -> list[Card]:
    """The cards on the table in the order they came, without those that were seen and discarded."""
    return [card for card in state.device.out if card not in state.discarded]


def laid_of(state: State, came: Came) -> tuple[Laid, ...]:
    """The cards of a complete deal, the Hole Cards or the last street, each where it is said to lie."""
    cards = in_play(state)
    cards = cards[: len(came.spots)] if came.deal == HOLE_CARDS else cards[-len(came.spots) :]
    return deals.as_dealt(came.dues, cards)


def came_of(table: Terms, state: State, deal: str) -> Came:
    """A complete deal as it came."""
    known = next((each for each in state.unplanned if each.deal == deal), None)
    return known or as_came(deal, planned(table, state, deal))


def wrong(table: Terms, state: State) -> tuple[Mistake, ...]:
    """All that lies otherwise than planned, but for what was ruled to lie right."""
    if not (state.unplanned or state.coming):
        return ()
    deal = deal_under_way(state)
    found = deals.wrong(
        state.unplanned, lambda each: planned(table, state, each), deal, state.coming, state.stands
    )
    return tuple(each for each in found if each.kind != "exposed" or each.place)  # a burn may be seen


def deal_under_way(state: State) -> str:
    if not state.coming:
        return ""
    return HOLE_CARDS if is_dealing_hands(state) else next_street(state) or STREETS[-1]


def is_dealt_wrong(table: Terms, state: State) -> bool:
    """Somebody has too many or too few Hole Cards, or a hand lies where nobody plays: plain to see."""
    if state.strays:
        return True
    if not state.street or state.coming:
        return False
    seats, each = state.seats, table.hole_cards
    for number in state.order:
        seat = seats[number - 1]
        if seat and seat.hand and len(seat.hand.cards) != each:
            return True
    return False


def waiting(table: Terms, state: State) -> list[Due]:
    """What is left of the deal under way, the next card first."""
    plan, coming = list(due(table, state)), state.coming
    if any(laid.spot == Spot("hand") for laid in coming):  # begun, a hand for nobody gets all its cards
        plan += [Due(Spot("hand"))] * table.hole_cards
    if table.replacement == "end_of_deal" and is_dealing_hands(state):
        for count, laid in enumerate(coming):
            before = still_due(plan, coming[:count])
            if laid.spot == DISCARD and before and before[0].spot != BURN:
                plan = _put_last(plan, before[0].spot, coming[:count])
    return still_due(plan, coming)


def _put_last(plan: list[Due], spot: Spot, before: Sequence[Laid]) -> list[Due]:
    """The plan with the spot's next card at the end."""
    served = sum(laid.spot == spot for laid in before)
    at = [index for index, each in enumerate(plan) if each.spot == spot][served]
    return [*plan[:at], *plan[at + 1 :], plan[at]]
