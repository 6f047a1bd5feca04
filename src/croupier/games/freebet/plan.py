"""What the procedure of the document intends: which spot gets the next card. And what lies there instead.

The initial deal goes round from the Dealer's left, a card to each area, one to the Dealer, a second one to
each area; once after a shuffle, or in every Round as the House has it, a card is burnt before. Then each hand
in its turn gets the cards it asks for, and the Dealer's hand comes last.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.freebet.control import Target, bet_areas, controller, current, is_held_up, is_short
from croupier.games.freebet.points import count, is_natural
from croupier.games.freebet.state import Area, Hand, Stake, State, Status, coming_cards
from croupier.games.freebet.terms import Terms
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table.deals import goes_to, hands, lying, still_due
from croupier.table.facts import BURN, DISCARD, Due, Laid, Spot
from croupier.table.facts import DEALER as DEALER_SPOT
from croupier.table.mistakes import Mistake, mistakes
from croupier.table.subjects import Destination

INITIAL = "initial_cards"
DEALER: Target = (0, 0)
_HANDS = ("first", "second", "third", "fourth")

# The hands of an initial deal, and the Dealer's.
Hands = tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]


# The initial deal


@lru_cache(1 << 8)
def initial_cards(areas: tuple[int, ...], burns: int = 0) -> tuple[Due, ...]:
    round_ = [Due(Spot("hand", number)) for number in areas]
    return (*[Due(BURN)] * burns, *round_, Due(DEALER_SPOT), *round_)


def burns_due(rules: Rules, state: State) -> int:
    policy = Terms.of(rules).burn_policy
    if policy == "per_round":
        return int(state.shoe != "burnt_now")
    return int(policy == "per_shoe" and state.shoe in ("no_cards", "unburnt"))


def initial_deal(rules: Rules, state: State) -> tuple[Due, ...]:
    """The initial deal that is due, to all who have a wager."""
    return initial_cards(tuple(bet_areas(state)), burns_due(rules, state))


def waiting(rules: Rules, state: State) -> list[Due]:
    """What is left of it, the next card first."""
    return still_due(initial_deal(rules, state), coming_cards(state))


def laid_down(state: State) -> tuple[Laid, ...]:
    """A complete initial deal as it came; one that came as planned, by the cards of the hands."""
    if state.laid:
        return state.laid
    areas = tuple(number for number, area in state.areas.items() if area.hands)
    cards = {Spot("hand", number): iter(state.areas[number].hands[0].cards) for number in areas}
    cards[DEALER_SPOT] = iter(state.dealer)
    return tuple([Laid(next(cards[each.spot]), each.spot) for each in initial_cards(areas)])


def as_they_lie(laid: Sequence[Laid]) -> Hands:
    """The cards of an initial deal, hand by hand."""
    return dict(sorted(hands(laid).items())), lying(laid, "dealer")


def first_hand(state: State, number: int, cards: tuple[Card, ...]) -> Hand:
    """The hand of an area after the initial deal; without a wager it is nobody's."""
    area = state.areas.get(number, Area())
    stakes = tuple(Stake(wager.place, True) for wager in area.wagers if wager.is_live)
    status: Status = "done" if not stakes else "blackjack" if is_natural(cards) else "open"
    return Hand(1, cards, stakes, status)


def with_coming(state: State) -> State:
    """A deal that is under way card by card, as it lies there."""
    if not coming_cards(state):
        return state
    found, dealer = as_they_lie(coming_cards(state))
    areas = dict(state.areas)
    for number, cards in found.items():
        areas[number] = replace(areas.get(number, Area()), hands=(first_hand(state, number, cards),))
    return replace(state, areas=dict(sorted(areas.items())), dealer=dealer)


def wrong(rules: Rules, state: State) -> tuple[Mistake, ...]:
    """All that lies otherwise than planned, but for what was ruled on."""
    if not state.laid:
        return ()
    is_complete = state.phase != "closed"
    plan = list(map(Due, state.planned)) if is_complete else list(initial_deal(rules, state))
    came = [Due(each.spot) for each in state.laid]
    found = mistakes(INITIAL, plan, came, is_complete)
    return tuple([each for each in found if not _is_over(state, each)])


def _is_over(state: State, mistake: Mistake) -> bool:
    """Cards are missing where nobody has a wager any more, or the Dealer needs none."""
    if mistake.kind not in ("left_out", "short"):
        return False
    if mistake.place < 0:
        return state.phase == "complete"
    return not any(wager.is_live for wager in state.areas[mistake.place].wagers)


def left_out(state: State) -> list[int]:
    """Areas with a wager and no cards."""
    return [n for n, area in state.areas.items() if not area.hands and any(w.is_live for w in area.wagers)]


def without(spots: Sequence[Spot], spot: Spot) -> tuple[Spot, ...]:
    """A plan with one card less at this spot; nothing where it has none."""
    found = list(spots)
    if spot in found:
        found.reverse()
        found.remove(spot)
        found.reverse()
    return tuple(found)


def discarded(laid: Sequence[Laid], number: int) -> tuple[Laid, ...]:
    """What lies there, with the cards of this area in the discard holder."""
    spot = Spot("hand", number)
    return tuple([Laid(each.card, DISCARD) if each.spot == spot else each for each in laid])


# The subsequent deal


def due(rules: Rules, state: State) -> Target | None:
    """The hand that gets the next card, if one is due."""
    if state.phase != "playing" or is_held_up(state):
        return None
    target = current(state)
    if state.dealer_after is not None and not (target and target[0] == state.dealer_after):
        return DEALER
    if target is None:
        return DEALER if dealer_needs_card(rules, state) else None
    number, index = target
    area = state.areas[number]
    hand = area.hands[index]
    if len(hand.cards) < 2:
        return None if is_short(area) else target
    return target if hand.wants_card or controller(state, number) is None else None


def dealer_needs_card(rules: Rules, state: State) -> bool:
    """Whether another card to the Dealer can change any open bet."""
    has_hand, has_natural, has_insurance, has_busted = open_bets(state)
    terms = Terms.of(rules)
    if has_hand or (has_busted and terms.dealer_draws_for_busted):
        return not terms.dealer_stands(*count(state.dealer))
    if has_natural or has_insurance:
        return len(state.dealer) < 2
    return False


def open_bets(state: State) -> tuple[bool, bool, bool, bool]:
    """Whether ordinary hands, Blackjacks, Insurance and Busted wagers wait for the Dealer's cards."""
    has_hand = has_natural = has_insurance = has_busted = False
    for area in state.areas.values():
        for hand in area.hands:
            if hand.stakes:
                if hand.status == "blackjack":
                    has_natural = True
                else:
                    has_hand = True
        has_insurance = has_insurance or bool(area.insurances)
        for side in area.sides:
            has_busted = has_busted or side.bet == "busted"
    return has_hand, has_natural, has_insurance, has_busted


# How spots are called


def place_of(spot: Spot) -> Destination:
    return goes_to(spot, "area")


def next_place(rules: Rules, state: State) -> list[Destination]:
    """The hand that the next card goes to; nothing if none is due."""
    target = due(rules, state)
    if target is None:
        return []
    if target == DEALER:
        return [place_of(DEALER_SPOT)]
    number, index = target
    area = place_of(Spot("hand", number))
    if len(state.areas[number].hands) == 1:
        return [area]
    said = Message("{nth:name} hand of {area}", {"nth": _HANDS[index], "area": area.said})
    return [replace(area, said=said)]
