"""Whose decision it is, and where the next card goes."""

from croupier.cards import Card
from croupier.rulebook import Rules
from croupier.table.card_by_card import cards_at

from .points import count
from .state import Area, State, Wager, own_markers
from .terms import Terms

DEALER = (0, 0)
DEALER_LABEL = "Dealer"

# An area and the index of one of its hands; area 0 is the Dealer.
Target = tuple[int, int]


def controller(state: State, number: int) -> int | None:
    """The place that decides for an area: the seated player, else the live wager nearest the Dealer.

    Surrendered wagers and absent players are passed over, so control moves on by itself.
    """
    nearest = None
    area = state.areas[number]
    for wager in area.wagers if not area.control_from else _from_behind(area):
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
    is_choosing = state.late_choice or state.one_card or is_choice_open(state)
    return is_stopped(state) or bool(is_choosing) or is_leftover_choice_open(state)


def is_stopped(state: State) -> bool:
    """Whether the Round itself is in question, or something has to be put right."""
    return bool(state.rebuild or state.referred or state.power is not None or state.cut_due >= 0)


def is_choice_open(state: State) -> bool:
    """Of cards drawn together one is to be chosen, unless exactly one was disclosed."""
    return state.together is not None and len(state.together.disclosed) != 1


def is_leftover_choice_open(state: State) -> bool:
    if not state.leftovers or state.together:
        return False
    target = current(state)
    return target is not None and target[0] != state.leftovers_after


def due(rules: Rules, state: State) -> Target | None:
    """The hand that gets the next card, if one is due."""
    if state.phase != "playing" or is_held_up(state):
        return None
    target = current(state)
    if state.dealer_card_first and not (target and target[0] == state.finishing):
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


def is_unsplit(area: Area) -> bool:
    return len(area.hands) == 1


def missed_areas(state: State) -> list[int]:
    """Areas with a wager and no cards."""
    return [n for n, area in state.areas.items() if not area.hands and any(w.is_live for w in area.wagers)]


def is_short(area: Area) -> bool:
    """Whether the wagers here got only one card, and nobody has noticed."""
    if len(area.hands) != 1 or area.is_one_card_known:
        return False
    hand = area.hands[0]
    return len(hand.cards) == 1 and hand.status == "open" and not hand.is_split and not hand.has_late_card


def short_areas(state: State) -> list[int]:
    """Areas whose wagers got only one card."""
    return [number for number, area in state.areas.items() if is_short(area)]


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


def area_label(number: int) -> str:
    """What a place is called that cards are dealt to."""
    return f"area {number}"


def area_of(label: str) -> int:
    """The number of a place that cards are dealt to; 0 is the Dealer."""
    return 0 if label == DEALER_LABEL else int(label.removeprefix("area "))


def is_left(area: Area) -> bool:
    """Whether everybody who had a wager here has taken it back."""
    return bool(area.wagers) and not any(wager.is_live for wager in area.wagers)


def as_they_lie(state: State) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]:
    """The cards of a deal under way, hand by hand.

    Where nobody has a wager any more they are taken in, but for those that came there by mistake since.
    """
    hands: dict[int, tuple[Card, ...]] = {}
    for number in sorted({area_of(laid.to) for laid in state.coming} - {0}):
        cards, area = cards_at(state.coming, area_label(number)), state.areas.get(number, Area())
        if kept := cards[len(cards) - area.strays :] if is_left(area) else cards:
            hands[number] = kept
    return hands, cards_at(state.coming, DEALER_LABEL)
