"""What the procedure of the document intends: which spot gets which card. And what lies there instead.

From a Card Shoe the Hole Cards go round from the Dealer's left, and every deal but the Dealer's own begins
with its burn. A shuffler gives packets and burns nothing: the Community Cards, each hand, the Dealer's hand.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from croupier.cards import Card
from croupier.games.multilink.state import State, is_early
from croupier.games.multilink.terms import STREET_BETS, MultiLinkTerms, StreetBet, terms
from croupier.rulebook import Rules
from croupier.table import deals
from croupier.table.facts import BURN, DEALER, DEALER_PLACE, Due, Spot
from croupier.table.mistakes import Mistake, in_order

COMMUNITY, HOLE, DEALER_HAND = "community_cards", "hole_cards", "dealer_hand"
Hands = dict[int, tuple[Card, ...]]

# How many streets of a Card Shoe have been dealt when nothing has come too early.
_STREETS_OUT = {
    "flop_down": 1,
    "second": 1,
    "turn_down": 2,
    "third": 2,
    "river_down": 3,
    "board": 3,
    "showdown": 3,
}


# The plan


def planned(rules: Rules, state: State, deal: str) -> tuple[Due, ...]:
    return plan_for(terms(rules), deal, tuple(hands_due(state)) if deal == HOLE else ())


@lru_cache(1 << 10)
def plan_for(book: MultiLinkTerms, deal: str, order: tuple[int, ...]) -> tuple[Due, ...]:
    if deal == HOLE:
        hands = [Spot("hand", number) for number in order]
        if book.is_shoe:
            spots = [BURN] * book.burns_before("hole") + hands * book.hole_cards
        else:
            spots = [each for each in hands for _ in range(book.hole_packet)] + [DEALER] * book.dealer_cards
    elif deal == COMMUNITY:
        spots = [_on_board(street) for street in STREET_BETS for _ in range(book.cards_of(street))]
        spots = spots[: book.community_packet]
    elif deal == DEALER_HAND:
        spots = [DEALER] * book.dealer_cards
    else:
        street: StreetBet = deal  # type: ignore[assignment]
        spots = [BURN] * book.burns_before(street) + [_on_board(street)] * book.cards_of(street)
    return tuple(map(Due, spots))


def _on_board(street: str) -> Spot:
    return Spot("board", part=street)


def hands_due(state: State) -> list[int]:
    """Boxes that get Hole Cards: a hand given up in the middle of the deal is dealt with the others."""
    return [number for number, box in state.boxes.items() if box.ante or box.status == "cancelled"]


# What has come


def came(rules: Rules, state: State) -> tuple[str, ...]:
    """The deals of this Round that are complete, in their order."""
    is_dealt = state.phase not in ("idle", "betting", "closed")
    if not terms(rules).is_shoe:
        return (*([COMMUNITY] if state.board else []), *([HOLE] if is_dealt else []))
    streets = STREET_BETS[: streets_out(state)]
    return (*([HOLE] if is_dealt else []), *streets, *([DEALER_HAND] if state.is_dealer_shown else []))


def streets_out(state: State) -> int:
    """How many streets of a Card Shoe lie there."""
    if state.phase == "jackpot":
        return len(STREET_BETS) if state.is_dealer_shown else min(state.board_shown, 1)
    return _STREETS_OUT.get(state.phase, 0) + is_early(state)


def spots_of(rules: Rules, state: State, deal: str) -> tuple[Spot, ...]:
    """Where the cards of a complete deal lie, in the order they came."""
    return deals.spots_of(state.unplanned, deal, planned(rules, state, deal))


def cards_of(rules: Rules, state: State, deal: str) -> tuple[Card, ...]:
    """Its cards in the order they came."""
    at = 0
    for each in came(rules, state):
        count = len(spots_of(rules, state, each))
        if each == deal:
            return _out(state, at + count)[at : at + count]
        at += count
    return ()


def _out(state: State, count: int) -> tuple[Card, ...]:
    """What has left the device. Once that has been shuffled again, only which of them each card was."""
    is_shuffled = state.settled_in != "idle" and len(state.device.out) < count
    return tuple(Card(f"?{at}") for at in range(count)) if is_shuffled else state.device.out


def first_dealt(rules: Rules, state: State) -> int:
    """The hand that got its cards first: from there major winners are paid."""
    return next((each.place for each in spots_of(rules, state, HOLE) if each.kind == "hand"), 0)


def in_dealing_order(rules: Rules, state: State, numbers: Iterable[int]) -> list[int]:
    """Clockwise from the box that was dealt first, wherever the deal should have begun."""
    first = first_dealt(rules, state)
    return sorted(numbers, key=lambda number: (number < first, number))


# The deal under way


def waiting(rules: Rules, state: State, deal: str) -> list[Due]:
    """What is left of it, the next card first."""
    return deals.still_due(planned(rules, state, deal), state.coming)


def under_way(rules: Rules, state: State) -> str:
    """The deal that cards are coming of, one by one."""
    if not state.coming:
        return ""
    if state.phase == "closed":
        return HOLE if state.board or terms(rules).is_shoe else COMMUNITY
    return DEALER_HAND if state.phase == "board" else STREET_BETS[streets_out(state)]


# What lies wrong


def wrong(rules: Rules, state: State) -> tuple[Mistake, ...]:
    """All that lies otherwise than planned, but for what was ruled on."""
    found = deals.wrong(
        state.unplanned,
        lambda deal: planned(rules, state, deal),
        under_way(rules, state),
        state.coming,
        state.stands,
    )
    return tuple([each for each in found if not _is_given_up(state, each)])


def _is_given_up(state: State, mistake: Mistake) -> bool:
    """A hand that is out of the Round is neither short of cards nor has it too many."""
    box = state.boxes.get(mistake.place)
    is_count = mistake.kind in ("left_out", "short", "surplus")
    return is_count and box is not None and (box.status == "cancelled" or not box.ante)


def as_intended(rules: Rules, state: State) -> Hands:
    """The hands that the Hole Cards would make in the order intended; the Dealer's packet lies at -1."""
    laid, _ = in_order(planned(rules, state, HOLE), cards_of(rules, state, HOLE))
    return _hands((each.spot, each.card) for each in laid)


def as_they_lie(rules: Rules, state: State) -> Hands:
    return _hands(zip(spots_of(rules, state, HOLE), cards_of(rules, state, HOLE), strict=False))


def _hands(lying: Iterable[tuple[Spot, Card]]) -> Hands:
    found: Hands = {}
    for spot, card in lying:
        if spot.kind in ("hand", "dealer"):
            place = DEALER_PLACE if spot == DEALER else spot.place
            found[place] = (*found.get(place, ()), card)
    return found


def are_whole_hands(rules: Rules, state: State) -> bool:
    """Whether whole hands lie in each other's places, or on an empty box: they can be moved as they are."""
    plan = [due.spot for due in planned(rules, state, HOLE)]
    lying = list(spots_of(rules, state, HOLE))
    return len(plan) == len(lying) and plan != lying and _are_moved(plan, lying)


def is_moving_hands(rules: Rules, state: State) -> bool:
    """The same of a shuffler's packets while they come."""
    plan = [due.spot for due in planned(rules, state, HOLE)]
    lying = [each.spot for each in state.coming]
    is_room = not terms(rules).is_shoe and len(lying) <= len(plan)
    return is_room and _are_moved(plan[: len(lying)], lying)


def _are_moved(plan: Sequence[Spot], lying: Sequence[Spot]) -> bool:
    pairs = set(zip(plan, lying, strict=True))
    return len(pairs) == len({own for own, _ in pairs}) == len({spot for _, spot in pairs})
