"""The burn, the initial deal and every further card: where each goes, in the order they leave the device."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK, Card, Device, DeviceError, DuplicateCard, ForeignCard, OutOfCards
from croupier.rulebook import Rules
from croupier.table import Ask, Draft, Moment, Offer, Role, cards_for, refuse
from croupier.table.card_by_card import CardLaid, FinishDeal, Laid, still_due
from croupier.table.options import Group

from . import commands as c
from . import events as e
from .control import (
    DEALER,
    DEALER_LABEL,
    Target,
    area_label,
    area_of,
    as_they_lie,
    bet_areas,
    controller,
    due,
    is_held_up,
    is_left,
    short_in_play,
)
from .decisions.insurance import offer_late
from .game import FREEBET
from .play import BEFORE_CARDS, advance, after_card, refuse_held_up, rule_before_play
from .points import HIGHEST, count, is_natural, total
from .seating import during, require_going_on, require_power
from .state import Area, Hand, Stake, State, with_hand
from .terms import Terms

_HANDS = ("first", "second", "third", "fourth")

# The hands of an initial deal, and the Dealer's.
Hands = tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]

# Where cards go


class Initial(Struct, frozen=True):
    """The initial deal: a card to each area in `first`, one to the Dealer, one to each area in `second`."""

    first: list[int]
    second: list[int]
    has_dealer: bool = True

    @property
    def places(self) -> list[str]:
        dealer = [DEALER_LABEL] if self.has_dealer else []
        return [*map(area_label, self.first), *dealer, *map(area_label, self.second)]


def initial(numbers: list[int], mistake: str = "", area: int = 0) -> Initial:
    """As it should be, or with one mistake in it; `area` is one that the mistake can be made at."""
    if mistake == "to_unbet_area":
        more = sorted([*numbers, area])
        return Initial(more, more)
    others = [number for number in numbers if number != area]
    if mistake == "past_area":
        return Initial(others, others)
    if mistake == "one_card_to_area":
        return Initial(numbers, others)
    if mistake == "exchanging_area":
        at = numbers.index(area)
        return Initial([*numbers[:at], numbers[at + 1], area, *numbers[at + 2 :]], numbers)
    return Initial(numbers, numbers, has_dealer=mistake != "without_dealer")


def as_it_should_be(state: State) -> Initial:
    """The initial deal without a mistake, to the areas that were in it: some may have withdrawn since."""
    numbers = bet_areas(state)
    return Initial([*(state.dealt_first or numbers)], [*(state.dealt_second or numbers)])


def next_place(rules: Rules, state: State) -> list[str]:
    """The hand that the next card goes to; nothing if none is due."""
    target = due(rules, state)
    if target is None:
        return []
    if target == DEALER:
        return [DEALER_LABEL]
    number, index = target
    is_split = len(state.areas[number].hands) > 1
    return [f"{_HANDS[index]} hand of {area_label(number)}" if is_split else area_label(number)]


def named_from_device(state: State, places: list[str]) -> tuple[Ask, ...]:
    """Cards that come from the device, not from cards that lie beside it."""
    return (cards_for("cards", places),) if state.device.source == "physical" and places else ()


def named(state: State, *places: str) -> tuple[Ask, ...]:
    """A physical device has its cards named, unless the next one lies on the table already."""
    if len(places) == 1 and state.next_cards:
        return ()
    return named_from_device(state, list(places))


def next_named(rules: Rules, state: State) -> tuple[Ask, ...]:
    """The next card of the subsequent deal."""
    return named(state, *next_place(rules, state)) if state.device.source == "physical" else ()


def cards_missing(state: State) -> list[str]:
    """Where the cards go that a reconstruction needs from the device, besides those that lie on the table."""
    have = len(state.dealt) - state.burn_missed + len(state.next_cards)
    return as_it_should_be(state).places[have:]


# The burn


def is_burn_due(rules: Rules, state: State) -> bool:
    policy = Terms.of(rules).burn_policy
    return (policy == "per_shoe" and not state.is_shoe_burnt) or (
        policy == "per_round" and not state.is_round_burnt
    )


def is_cut_card_out(rules: Rules, state: State) -> bool:
    """Whether the cutting card has come: the share of cards behind it is all that is left."""
    cards = state.device.decks * len(DECK)
    return state.remaining * 100 <= cards * Terms.of(rules).cut_card_position


@FREEBET.action(c.BurnCard, Role.DEALER, each=during("idle", "betting", "closed"))
def burn_card(at: Moment[State]) -> Offer:
    state = at.state
    if state.phase not in ("idle", "betting", "closed") or not state.is_shuffled:
        at.refuse("missed_burn", "a card is burnt after the shuffle and before the deal only")
    require_going_on(at)
    at.require(is_burn_due(at.rules, state), "missed_burn", "no card is to be burnt now", reading="FB-A23")
    at.require(state.remaining >= 1, "cards_run_out", "the device is empty; shuffle first")
    return Offer(at.cite("missed_burn", reading="FB-A23"), event=e.CardBurnt)


@FREEBET.after(e.CardBurnt)
def card_burnt(state: State, event: e.CardBurnt) -> State:
    if state.device.source == "physical":
        return replace(state, unseen=state.unseen + 1, is_shoe_burnt=True, is_round_burnt=True)
    return replace(state, device=state.device.draw(1)[1], is_shoe_burnt=True, is_round_burnt=True)


# The initial deal


@FREEBET.action(c.DealInitial, Role.DEALER, each=during("closed"))
def deal_initial(at: Moment[State]) -> Offer:
    require_ready_to_deal(at)
    at.require(not is_burn_due(at.rules, at.state), "missed_burn", "burn a card first", reading="FB-A23")
    deal = initial(bet_areas(at.state))
    require_cards(at, deal)
    return Offer(at.cite("dealing"), named(at.state, *deal.places), facts=deal)


@deal_initial.taken
def deals_initial(draft: Draft[State], command: c.DealInitial, offer: Offer) -> None:
    emit_initial(draft, offer.facts, command.cards)


def require_ready_to_deal(at: Moment[State]) -> None:
    if at.state.phase != "closed":
        at.refuse("dealing", "the initial cards are dealt once, after the call of no more bets")
    if is_held_up(at.state):
        at.refuse("dealing", "the Round is interrupted; a question or a cut comes first")
    at.require(not at.state.coming, "dealing", "the cards are being dealt one by one: deal the next card")


def require_cards(at: Moment[State], deal: Initial) -> None:
    needed, left = len(deal.places), at.state.remaining
    if needed > left:
        at.refuse("cards_run_out", f"{OutOfCards(needed=needed, left=left)}: riffle the discards first")


def emit_initial(
    draft: Draft[State],
    deal: Initial,
    named: Sequence[Card],
    exchanged: int = 0,
    is_unburnt: bool = False,
) -> None:
    try:
        cards, _ = draft.state.device.draw(len(deal.places), named)
    except DeviceError as error:
        refuse_draw(draft, error, "dealing")
    lay_hands(draft, *spread(cards, deal), cards, exchanged, is_unburnt)


def lay_hands(
    draft: Draft[State],
    hands: dict[int, tuple[Card, ...]],
    dealer: tuple[Card, ...],
    cards: tuple[Card, ...],
    exchanged: int,
    is_unburnt: bool = False,
) -> None:
    draft.emit(
        e.InitialCardsDealt(
            hands=hands,
            dealer=dealer,
            cards=cards,
            exchanged=exchanged,
            is_unburnt=is_unburnt,
            citations=draft.cite("dealing", "initial_deal"),
        )
    )


def spread(cards: Sequence[Card], deal: Initial) -> Hands:
    """The cards of an initial deal in the order they came, hand by hand."""
    hands: dict[int, tuple[Card, ...]] = {number: (cards[at],) for at, number in enumerate(deal.first)}
    at = len(deal.first)
    dealer = (cards[at],) if deal.has_dealer else ()
    for offset, number in enumerate(deal.second, start=at + deal.has_dealer):
        hands[number] = (*hands.get(number, ()), cards[offset])
    return hands, dealer


@FREEBET.after(e.InitialCardsDealt)
def initial_cards_dealt(state: State, event: e.InitialCardsDealt) -> State:
    areas = dict(state.areas)
    for number, cards in event.hands.items():
        areas[number] = replace(areas.get(number, Area()), hands=(first_hand(state, number, cards),))
    deal = as_withdrawn(state)
    return replace(
        state,
        phase="dealt",
        device=state.device if state.coming else state.device.without(event.cards),
        coming=(),
        areas=areas if len(areas) == len(state.areas) else dict(sorted(areas.items())),
        dealer=event.dealer,
        dealt=event.cards,
        dealt_first=tuple(deal.first),
        dealt_second=tuple(deal.second),
        exchanged=event.exchanged,
        burn_missed=event.is_unburnt,
        is_shoe_burnt=True,
        is_round_burnt=True,
    )


def as_withdrawn(state: State) -> Initial:
    """The initial deal without a mistake; who withdrew from one card by card was due what came before."""
    laid = Counter(area_of(each.to) for each in state.coming)
    due = {number: laid[number] - area.strays for number, area in state.areas.items() if area.wagers}
    first, second = ({n for n, cards in due.items() if cards >= least} for least in (1, 2))
    numbers = bet_areas(state)
    return Initial(sorted(first.union(numbers)), sorted(second.union(numbers)))


def first_hand(state: State, number: int, cards: tuple[Card, ...]) -> Hand:
    """The hand of an area after the initial deal; without a wager it is nobody's."""
    area = state.areas.get(number)
    if area is None:
        return Hand(1, cards, status="done")
    stakes = tuple(Stake(wager.place, True) for wager in area.wagers if wager.is_live)
    if not stakes:
        return Hand(1, cards, status="done")
    return Hand(1, cards, stakes, "blackjack" if is_natural(cards) else "open")


# The initial deal card by card


def places_due(state: State) -> list[str]:
    """Where the next cards of the initial deal go."""
    return still_due(initial(bet_areas(state)).places, state.coming)


def next_initial(at: Moment[State]) -> Offer:
    """One card, as a scanner sends it."""
    state = at.state
    if not state.coming:
        require_ready_to_deal(at)
        if is_burn_due(at.rules, state):
            at.refuse("missed_burn", "burn a card first", reading="FB-A23")
        require_cards(at, initial(bet_areas(state)))
    elif is_held_up(state):
        at.refuse("dealing", "the Round is interrupted; a question or a cut comes first")
    due = places_due(state)
    at.require(due, "dealing", "nobody has a wager any more: the deal ends here")
    require_next_card(at)
    group: Group = "play" if state.coming else "house"
    return Offer(at.cite("dealing"), named(state, due[0]), facts=due[0], group=group)


def lay_card(draft: Draft[State], to: str, card: Card) -> None:
    """With the last card that is due the deal is complete."""
    draft.emit(CardLaid(to=to, cards=(card,), is_open=True, citations=draft.cite("dealing", "initial_deal")))
    if not places_due(draft.state):
        complete_deal(draft)


@FREEBET.after(CardLaid)
def card_laid(state: State, event: CardLaid) -> State:
    laid, number = Laid(event.cards[0], event.to), area_of(event.to)
    area = state.areas.get(number, Area())
    if is_left(area):
        state = state.with_area(number, replace(area, strays=area.strays + 1))
    return replace(state, device=state.device.without(event.cards), coming=(*state.coming, laid))


@FREEBET.action(FinishDeal, Role.DEALER, each=during("closed"))
def finish_deal(at: Moment[State]) -> Offer:
    at.require(at.state.coming, "dealing", "no deal is under way card by card")
    if is_held_up(at.state):
        at.refuse("dealing", "the Round is interrupted; a question or a cut comes first")
    return Offer(at.cite("incorrect_dealing"), group="irregularity")


@finish_deal.taken
def deal_is_finished(draft: Draft[State], command: FinishDeal, offer: Offer) -> None:
    complete_deal(draft)


def complete_deal(draft: Draft[State]) -> None:
    """What lies there is the deal. Where a hand has too many cards, it is known that something is wrong."""
    state = draft.state
    cards = tuple(laid.card for laid in state.coming)
    hands, dealer = as_they_lie(state)
    exchanged = _exchanged(state, hands)
    lay_hands(draft, hands, dealer, cards, exchanged)
    is_crowded = len(dealer) > 1 or any(len(hand) > 2 for hand in hands.values())
    if is_crowded or (not exchanged and _is_out_of_order(state, hands, dealer)):
        cites = draft.cite("incorrect_dealing_early", "early_misdeal_void", reading="FB-A55")
        draft.emit(e.MisdealFound(citations=cites))


def _intended(state: State) -> Hands | None:
    """What those in play were to get of the cards that came, if they are neither too many nor too few."""
    deal = as_withdrawn(state)
    cards = tuple(laid.card for laid in state.coming)
    if len(cards) != len(deal.places):
        return None
    hands, dealer = spread(cards, deal)
    return {number: hands[number] for number in bet_areas(state)}, dealer


def _is_out_of_order(state: State, hands: dict[int, tuple[Card, ...]], dealer: tuple[Card, ...]) -> bool:
    """Everybody has the right number of cards, but not those that were meant for them."""
    intended = _intended(state)
    if intended is None or intended == (hands, dealer):
        return False
    return hands.keys() == intended[0].keys() and all(len(hand) == 2 for hand in hands.values())


def _exchanged(state: State, hands: dict[int, tuple[Card, ...]]) -> int:
    """The area that got its first card in exchange with the next one, if that is all that is wrong."""
    intended = _intended(state)
    if intended is None or intended[0].keys() != hands.keys() or intended[0] == hands:
        return 0
    for number, other in pairwise(hands):
        if len(hands[number]) == len(hands[other]) == 2:
            swapped = {
                number: (hands[other][0], hands[number][1]),
                other: (hands[number][0], hands[other][1]),
            }
            if hands | swapped == intended[0]:
                return number
    return 0


# Every further card


@FREEBET.action(c.DealCard, Role.DEALER, each=during("closed", "playing"))
def deal_card(at: Moment[State]) -> Offer:
    require_power(at)
    if at.state.phase == "closed":
        return next_initial(at)
    state, target = at.state, due(at.rules, at.state)
    if target is None and (short := short_in_play(state)) and not is_held_up(state):
        rule = "player_short_of_cards_early" if state.is_early else "one_card_hand_late"
        at.refuse(rule, f"area {short} has one card only: report the misdeal first")
    if target is None and state.phase == "complete":
        stands = Terms.of(at.rules).dealer_stands(*count(state.dealer))
        rule = "dealer_draws" if stands else "dealer_stops_early"
        at.refuse(rule, "the Dealer's hand is complete; a card too many is 'drawn in error'")
    if target is None and (first := rule_before_play(state)):
        said = "no card is due now: wagers, the initial deal and the offers after it come first"
        refuse(at.cite(*(("dealing",) if state.phase in BEFORE_CARDS else first), "drawing"), said)
    if target is None:
        refuse_held_up(at, "drawing")
        at.refuse("drawing", "no card is due now; a player or a ruling comes first")
    require_next_card(at)
    return Offer(at.cite("drawing"), next_named(at.rules, state), facts=target)


@deal_card.taken
def deals_card(draft: Draft[State], command: c.DealCard, offer: Offer) -> None:
    card, is_next = next_card(draft, command.cards)
    if draft.state.phase == "closed":
        lay_card(draft, offer.facts, card)
    else:
        deal_to(draft, offer.facts, card, is_next)


def require_next_card(at: Moment[State]) -> None:
    if at.state.remaining < 1 and not at.state.next_cards:
        at.refuse("cards_run_out", "the device is empty: riffle the discards first")


def next_card(draft: Draft[State], named: Sequence[Card]) -> tuple[Card, bool]:
    """The next card and whether it lay on the table already."""
    state = draft.state
    if state.next_cards:
        card = state.next_cards[0]
        if named and tuple(named) != (card,):
            draft.refuse("card_dealt_in_error", f"{card} counts as the next card: deal it without naming one")
        return card, True
    try:
        (card,), _ = state.device.draw(1, named)
    except DeviceError as error:
        refuse_draw(draft, error, "drawing")
    return card, False


def refuse_draw(draft: Draft[State], error: DeviceError, rule: str) -> NoReturn:
    """A card that cannot have come is a case of its own."""
    if isinstance(error, DuplicateCard | ForeignCard):
        draft.refuse("wrong_or_unshuffled_cards", f"{error}; report extra or foreign cards")
    draft.refuse(rule, str(error))


def deal_to(draft: Draft[State], target: Target, card: Card, is_next: bool) -> None:
    number, index = target
    is_first = not draft.state.dealer
    cites = draft.cite(*card_rules(draft.state, target, card, is_next))
    if target != DEALER:
        draft.emit(e.CardDealt(area=number, hand=index, card=card, is_next_card=is_next, citations=cites))
        after_card(draft, number, index)
        advance(draft)
        return
    draft.emit(e.DealerCardDealt(card=card, is_next_card=is_next, citations=cites))
    if is_first:
        offer_late(draft)
    else:
        advance(draft)


def card_rules(state: State, target: Target, card: Card, is_next: bool) -> tuple[str, ...]:
    """The paragraphs behind one card."""
    keys: tuple[str, ...] = (value_rule(card),)
    is_error_card = is_next and state.is_error_card_next
    if is_error_card:
        keys = (*keys, "card_dealt_in_error")
    if target == DEALER:
        if not state.dealer:
            return (*keys, "dealer_first_card_missed_late")
        if is_error_card and any(area.takes_no_cards for area in state.areas.values()):
            keys = (*keys, "error_card_refused_by_all")
        return (*keys, "dealer_draws", "soft_total") if count(state.dealer)[1] else (*keys, "dealer_draws")
    hand = state.areas[target[0]].hands[target[1]]
    if state.following and state.following.kind == "double":
        keys = (*keys, "declined_double_one_card")
    elif state.following:
        keys = (*keys, "stay_on_first_hand")
    if hand.is_doubled:
        return (*keys, "doubled_hand_one_card", "subsequent_deal")
    if len(hand.cards) == 1:
        return (*keys, "split_hands_in_order" if hand.is_split else "one_card_hand_played", "subsequent_deal")
    if controller(state, target[0]) is None:
        return (*keys, "absent_player", "subsequent_deal")
    return (*keys, "drawing", "subsequent_deal")


def value_rule(card: Card) -> str:
    """The paragraph that gives a card its points."""
    if card[0] == "A":
        return "ace_value"
    return "face_values" if card[0] in "JQK" else "pip_values"


def after_draw(state: State, card: Card, is_next_card: bool) -> dict[str, Any]:
    """What changes when a card leaves the device, or the cards that count as next."""
    if not is_next_card:
        return {"device": drawn(state.device, card)}
    changes: dict[str, Any] = {"next_cards": state.next_cards[1:]}
    if state.is_error_card_next:
        more = state.error_cards_more
        changes |= {"error_card": more[0] if more else None, "error_cards_more": more[1:]}
    return changes


def drawn(device: Device, card: Card) -> Device:
    return device.draw(1, (card,) if device.source == "physical" else ())[1]


@FREEBET.after(e.CardDealt)
def card_dealt(state: State, event: e.CardDealt) -> State:
    area = state.areas[event.area]
    hand = with_card(area.hands[event.hand], event.card)
    areas = state.areas | {event.area: with_hand(area, event.hand, hand)}
    return replace(state, areas=areas, withdraw_right=False, **_on_dealing(state, event, event.area))


# A first card of the Dealer that comes late leaves players the right to withdraw until the next one.
AFTER_LATE_FIRST_CARD: dict[str, object] = {
    "dealer_card_first": False,
    "finishing": 0,
    "withdraw_right": True,
    "late_offer": "late_surrender_or_insurance",
}


@FREEBET.after(e.DealerCardDealt)
def dealer_card_dealt(state: State, event: e.DealerCardDealt) -> State:
    changes = _on_dealing(state, event, 0)
    changes |= {"withdraw_right": False, "late_offer": ""} if state.dealer else AFTER_LATE_FIRST_CARD
    return replace(state, dealer=(*state.dealer, event.card), **changes)


def _on_dealing(state: State, event: e.CardDealt | e.DealerCardDealt, area: int) -> dict[str, Any]:
    """What a card of the subsequent deal changes; one to the Dealer leaves followers their say."""
    changes = after_draw(state, event.card, event.is_next_card)
    changes["has_begun"] = True
    if state.misplaced:
        changes["is_misplaced_late"] = True
    if state.following and area:
        changes["following"] = None
    if state.skip and (area or state.dealer):  # the Dealer's late first card is never taken back
        changes["skip"] = state.skip.with_dealt((area, event.card))
    return changes


def with_card(hand: Hand, card: Card) -> Hand:
    hand = replace(hand, cards=(*hand.cards, card), wants_card=False)
    if hand.is_blackjack:
        return replace(hand, status="blackjack")
    return replace(hand, status="bust") if total(hand.cards) > HIGHEST else hand
