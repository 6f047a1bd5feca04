"""The burn, the initial deal and every further card: as planned, or as they came."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Literal, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, Card, OutOfCards
from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import bet_areas, is_held_up, short_in_play
from croupier.games.freebet.drawing import (
    after_draw,
    deal_to,
    draw,
    named,
    next_card,
    next_named,
    require_next_card,
)
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.irregularities.courses import intended
from croupier.games.freebet.irregularities.reports import notice
from croupier.games.freebet.irregularities.section import ORDER
from croupier.games.freebet.irregularities.wrong_cards import lay_astray, lay_unasked
from croupier.games.freebet.permissions import during, require_going_on, require_power
from croupier.games.freebet.plan import (
    DEALER,
    as_they_lie,
    burns_due,
    due,
    first_hand,
    initial_cards,
    initial_deal,
    laid_down,
    place_of,
    waiting,
    wrong,
)
from croupier.games.freebet.points import count
from croupier.games.freebet.state import (
    DEALT,
    HELD,
    Area,
    State,
    astray_card,
    coming_cards,
    is_early,
    lying_aside,
    with_aside,
    with_hand,
    with_offer,
)
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import BEFORE_CARDS, refuse_held_up, rule_before_play
from croupier.messages import reason_of
from croupier.rulebook import Rules
from croupier.table import Draft, Moment, Offer, Role, deals, refuse
from croupier.table.deals import FinishDeal, as_dealt
from croupier.table.facts import (
    BURN,
    DEALER_PLACE,
    DISCARD,
    AnyFact,
    BegunAt,
    BurnSeen,
    Burnt,
    Due,
    Fact,
    FoundUp,
    Laid,
    NoHand,
    Seen,
    Spot,
    StrayHand,
    Swapped,
    TooFew,
    TooMany,
    as_it_came,
    spot_at,
)
from croupier.table.facts import DEALER as DEALER_SPOT
from croupier.table.offers import within
from croupier.table.options import Group

# The burn


def is_cut_card_out(rules: Rules, state: State) -> bool:
    """Whether the cutting card has come: the share of cards behind it is all that is left."""
    cards = state.device.decks * len(DECK)
    return state.device.remaining * 100 <= cards * Terms.of(rules).cut_card_position


@FREEBET.action(c.BurnCard, Role.DEALER, each=during("idle", "betting", "closed"))
def burn_card(at: Moment[State]) -> Offer:
    state = at.state
    if state.phase not in ("idle", "betting", "closed") or state.shoe == "no_cards":
        at.refuse("missed_burn", "a card is burnt after the shuffle and before the deal only")
    require_going_on(at)
    is_due = burns_due(at.rules, state) and not coming_cards(state)
    at.require(is_due, "missed_burn", "no card is to be burnt now", reading="FB-A23")
    at.require(state.device.remaining, "cards_run_out", "the device is empty; shuffle first")
    return Offer(at.cite("missed_burn", reading="FB-A23"), event=e.CardBurnt)


@FREEBET.after(e.CardBurnt)
def card_burnt(state: State, event: e.CardBurnt) -> State:
    device = state.device
    burnt = (UNKNOWN,) if device.source == "physical" else device.undealt[:1]
    return replace(state, device=device.without(burnt), shoe="burnt_now")


# The initial deal


def plans(rules: Rules) -> dict[str, tuple[Due, ...]]:
    """The initial deal, of a Round that has its burn."""
    return {"dealing": initial_cards((1, 2), int(Terms.of(rules).burn_policy != "none"))}


FREEBET.plans = plans


@within("closed")
def initial_facts(at: Moment[State]) -> Iterator[dict[str, Any]]:
    """The deal as it should be, and each thing that can be seen to be otherwise."""
    areas = bet_areas(at.state)
    yield {"facts": ()}
    if burns_due(at.rules, at.state):
        yield from ({"facts": (Burnt(count),)} for count in (0, 2))
        return
    single: list[AnyFact] = [NoHand(DEALER_PLACE)]
    for number in areas:
        single += [NoHand(number), TooFew(1, number), TooMany(1, number)]
    single += [StrayHand(n) for n in range(1, Terms.of(at.rules).areas + 1) if n not in areas]
    single += [Swapped(one, other) for one, other in pairwise(areas)]
    yield from ({"facts": (fact,)} for fact in single)


@FREEBET.action(c.DealInitial, Role.DEALER, each=initial_facts)
def deal_initial(at: Moment[State], facts: tuple[AnyFact, ...]) -> Offer:
    require_ready_to_deal(at)
    state, areas = at.state, tuple(bet_areas(at.state))
    plan = initial_deal(at.rules, state)
    if plan[0].spot == BURN and not any(isinstance(fact, Burnt) for fact in facts):
        at.refuse("missed_burn", "burn a card first", reading="FB-A23")
    require_sensible(at, facts, plan)
    dues = as_it_came(plan, facts, areas)
    if all(each.spot == BURN for each in dues):
        at.refuse("dealing", "a deal without any card is none: deal to {areas:list}", areas=areas)
    require_cards(at, len(dues))
    # The Burnt Card is never named; what was burnt besides may have to be turned up.
    asked = [place_of(each.spot) for each in dues[dues[0].spot == BURN :]]
    rule, group = ("incorrect_dealing", "irregularity") if facts else ("dealing", "play")
    return Offer(at.cite(rule), deals.named(state.device, asked), facts=dues, group=group)  # type: ignore[arg-type]


@deal_initial.taken
def deals_initial(draft: Draft[State], command: c.DealInitial, offer: Offer) -> None:
    dues: list[Due] = offer.facts
    unseen = int(draft.state.device.source == "physical" and dues[0].spot == BURN)
    cards = (*[UNKNOWN] * unseen, *draw(draft, len(dues) - unseen, command.cards, "dealing"))
    lay_hands(draft, as_dealt(dues, cards), sum(each.is_tied for each in dues))
    if any(isinstance(fact, FoundUp) for fact in command.facts):
        draft.emit(e.PlayStands(citations=draft.cite("face_up_card")))


def require_ready_to_deal(at: Moment[State]) -> None:
    if at.state.phase != "closed":
        at.refuse("dealing", "the initial cards are dealt once, after the call of no more bets")
    if is_held_up(at.state):
        at.refuse("dealing", "the Round is interrupted; a question or a cut comes first")
    at.require(
        not coming_cards(at.state), "dealing", "the cards are being dealt one by one: deal the next card"
    )


def require_cards(at: Moment[State], needed: int) -> None:
    left = at.state.device.remaining
    if needed > left:
        error = reason_of(OutOfCards(needed=needed, left=left))
        at.refuse("cards_run_out", "{error}: riffle the discards first", error=error)


def require_sensible(at: Moment[State], facts: Sequence[AnyFact], plan: Sequence[Due]) -> None:
    """What cannot be said of this deal is refused before anything comes."""
    areas = bet_areas(at.state)
    others = [number for number in range(1, Terms.of(at.rules).areas + 1) if number not in areas]
    for fact in facts:
        if isinstance(fact, Seen | BurnSeen):
            at.refuse("dealing", "all cards lie face up here: say where they went")
        if isinstance(fact, StrayHand) and not fact.place:
            at.refuse("dealing", "name an area of this table that has no wager")
        if isinstance(fact, BegunAt) and fact.place == DEALER_PLACE:
            at.refuse("dealing", "name an area with a wager; they are: {areas:list}", areas=areas)
        if isinstance(fact, FoundUp) and fact.card < 2:
            said = "a card found face up before the first of the Round is not dealt: refer the matter"
            at.refuse("face_up_card", said)

    def rules_of(fact: Fact) -> tuple[str, ...]:
        return ("missed_burn",) if isinstance(fact, Burnt) else ("dealing",)

    deals.require_sensible(at, facts, plan, areas, others, rules_of)


def lay_hands(draft: Draft[State], laid: Sequence[Laid], tied: int = 0) -> None:
    """The initial deal is complete.

    A card too many is plain to see, and so is a wrong one at the Dealer, and that some came together.
    """
    plan = [each.spot for each in initial_deal(draft.rules, draft.state)]
    is_planned = plan == [each.spot for each in laid if each.spot != DISCARD]
    hands, dealer = as_they_lie(laid)
    draft.emit(
        e.InitialCardsDealt(
            hands=hands,
            dealer=dealer,
            cards=tuple([each.card for each in laid if each.spot != BURN]),
            burnt=tuple([each.card for each in laid if each.spot == BURN]),
            laid=() if is_planned else tuple(laid),
            planned=() if is_planned else tuple(plan),
            citations=draft.cite("dealing", "initial_deal"),
        )
    )
    found = wrong(draft.rules, draft.state)
    is_upcard_wrong = any(each.kind in ORDER for each in found) and intended(draft.state)[1] != dealer
    if tied or is_upcard_wrong or any(each.kind == "surplus" for each in found):
        notice(draft, tied)


@FREEBET.after(e.InitialCardsDealt)
def initial_cards_dealt(state: State, event: e.InitialCardsDealt) -> State:
    areas = dict(state.areas)
    for number, cards in event.hands.items():
        areas[number] = replace(areas.get(number, Area()), hands=(first_hand(state, number, cards),))
    drawn = state.device if coming_cards(state) else state.device.without((*event.burnt, *event.cards))
    found = replace(
        state,
        phase="dealt",
        device=drawn,
        shoe="burnt_now",
        laid=event.laid,
        planned=event.planned,
        areas=areas if len(areas) == len(state.areas) else dict(sorted(areas.items())),
        dealer=event.dealer,
    )
    return with_offer(found, is_too_late=True) if len(event.dealer) > 1 else found


# Card by card


class Coming(Struct, frozen=True):
    """Where one card goes, and why."""

    why: Literal["initial", "surplus", "due", "astray", "unasked"]
    spot: Spot
    hand: int = 0  # its index


@within("closed", *DEALT)
def next_cards(at: Moment[State]) -> Iterator[dict[str, Any]]:
    """The next card at its own spot, or wherever else it can have gone."""
    state, places = at.state, (DEALER_PLACE, *range(1, Terms.of(at.rules).areas + 1))
    if state.phase == "closed":
        is_unburnt = not coming_cards(state) and burns_due(at.rules, state)
        own = next((each.spot for each in waiting(at.rules, state) if each.spot != BURN), None)
        facts = (Burnt(0),) if is_unburnt else ()
    else:
        target, facts = due(at.rules, state), ()
        own = None if target is None else spot_at(target[0] or DEALER_PLACE)
        if target is None:
            yield {"to": None, "facts": (TooMany(),)}
    yield {"to": None, "facts": facts}
    yield from ({"to": place, "facts": facts} for place in places if spot_at(place) != own)


@FREEBET.action(c.DealCard, Role.DEALER, each=next_cards)
def deal_card(at: Moment[State], to: int | None, facts: tuple[AnyFact, ...]) -> Offer:
    require_power(at)
    state = at.state
    if to is not None and not (to == DEALER_PLACE or 1 <= to <= Terms.of(at.rules).areas):
        at.refuse("incorrect_dealing", "name an area of this table, or the Dealer")
    is_unasked = any(isinstance(fact, TooMany) for fact in facts)
    if state.phase == "closed" and not is_unasked:
        return next_initial(at, to, facts)
    if facts and not is_unasked:
        at.refuse("drawing", "of a card in play it is said where it went, or that nobody asked for it")
    target = due(at.rules, state)
    if is_unasked or (to is not None and target is None and not is_held_up(state)):
        return unasked(at, to)
    if target is None:
        refuse_undue(at)
    own = spot_at(target[0] or DEALER_PLACE)
    if to is not None:
        if spot_at(to) == own:
            at.refuse("incorrect_dealing", "the card belongs there: name where it went instead, or nothing")
        if astray_card(state):
            at.refuse("incorrect_dealing", "one card lies on the wrong hand already: report the cards first")
        require_next_card(at)
        asks = named(state, place_of(spot_at(to)))
        found = Coming("astray", spot_at(to))
        return Offer(at.cite("incorrect_dealing"), asks, facts=found, group="irregularity")
    require_next_card(at)
    return Offer(at.cite("drawing"), next_named(at.rules, state), facts=Coming("due", own, target[1]))


def refuse_undue(at: Moment[State]) -> NoReturn:
    """No card is due: why not."""
    state = at.state
    if (short := short_in_play(state)) and not is_held_up(state):
        rule = "player_short_of_cards_early" if is_early(state) else "one_card_hand_late"
        at.refuse(rule, "area {area} has one card only: report the cards first", area=short)
    if state.phase == "complete":
        stands = Terms.of(at.rules).dealer_stands(*count(state.dealer))
        rule = "dealer_draws" if stands else "dealer_stops_early"
        at.refuse(rule, "the Dealer's hand is complete; a card that comes now is 'one too many'")
    if first := rule_before_play(state):
        said = "no card is due now: wagers, the initial deal and the offers after it come first"
        refuse(at.cite(*(("dealing",) if state.phase in BEFORE_CARDS else first), "drawing"), said)
    refuse_held_up(at, "drawing")
    at.refuse("drawing", "no card is due now; a player or a ruling comes first")


def unasked(at: Moment[State], to: int | None) -> Offer:
    """A card that nobody asked for counts as the next one; on a completed Dealer's hand it is discarded.

    Laid down while nothing was paid or asked for yet, it is one more of the initial deal.
    """
    state = at.state
    at.require(state.phase in DEALT, "card_dealt_in_error", "no cards are being dealt")
    is_next_known = bool(lying_aside(state, "next"))
    if due(at.rules, state) is not None or is_held_up(state) or is_next_known:
        at.refuse("card_dealt_in_error", "a card is due or another matter is open: deal it as it should go")
    at.require(state.device.remaining, "cards_run_out", "the device is empty: no card can come from it")
    asks = deals.named(state.device, ["card in error"])
    if to is not None and is_early(state) and state.phase != "complete":
        cites = at.cite("incorrect_dealing_early")
        return Offer(cites, asks, facts=Coming("surplus", spot_at(to)), group="irregularity")
    found = Coming("unasked", DISCARD if to is None else spot_at(to))
    return Offer(at.cite("card_dealt_in_error", reading="FB-A17"), asks, facts=found, group="irregularity")


def next_initial(at: Moment[State], to: int | None, facts: tuple[AnyFact, ...]) -> Offer:
    """One card of the initial deal, as a scanner sends it."""
    state, left = at.state, waiting(at.rules, at.state)
    is_unburnt = any(isinstance(fact, Burnt) and not fact.count for fact in facts)
    if len(facts) > is_unburnt:
        at.refuse("dealing", "of one card it is said where it went, and of the first that nothing was burnt")
    if not coming_cards(state):
        require_ready_to_deal(at)
        burns = burns_due(at.rules, state)
        if bool(burns) != is_unburnt:
            said = "no burn is due" if is_unburnt else "burn a card first"
            at.refuse("missed_burn", said, reading="FB-A23")
        left = left[burns:]
        require_cards(at, len(left))
    elif is_held_up(state):
        at.refuse("dealing", "the Round is interrupted; a question or a cut comes first")
    at.require(left, "dealing", "nobody has a wager any more: the deal ends here")
    require_next_card(at)
    spot = left[0].spot if to is None else spot_at(to)
    if to is not None and spot == left[0].spot:
        at.refuse("incorrect_dealing", "the card belongs there: name where it went instead, or nothing")
    if to is not None or is_unburnt:
        cites, group = at.cite("incorrect_dealing"), "irregularity"
    else:
        cites, group = at.cite("dealing"), "play" if coming_cards(state) else "house"
    found: Group = group  # type: ignore[assignment]
    return Offer(cites, named(state, place_of(spot)), facts=Coming("initial", spot), group=found)


@deal_card.taken
def deals_card(draft: Draft[State], command: c.DealCard, offer: Offer) -> None:
    coming: Coming = offer.facts
    number = coming.spot.place
    if coming.why == "unasked":
        lay_unasked(draft, coming.spot, command.cards, offer.citations)
        return
    if coming.why == "surplus":
        cards = draw(draft, 1, command.cards, "incorrect_dealing_early")
        draft.emit(e.CardLaid(spot=coming.spot, cards=cards, citations=offer.citations))
        notice(draft)
        return
    card, is_next = next_card(draft, command.cards)
    if coming.why == "initial":
        lay_card(draft, coming.spot, card)
    elif coming.why == "astray":
        lay_astray(draft, number, card, is_next, offer.citations)
    else:
        deal_to(draft, (number, coming.hand) if number else DEALER, card, is_next)


def lay_card(draft: Draft[State], spot: Spot, card: Card) -> None:
    """With the last card that is due the deal is complete."""
    cites = draft.cite("dealing", "initial_deal")
    draft.emit(e.CardLaid(spot=spot, cards=(card,), citations=cites))
    if not waiting(draft.rules, draft.state):
        complete_deal(draft)


@FREEBET.after(e.CardLaid)
def card_laid(state: State, event: e.CardLaid) -> State:
    if state.phase != "closed":
        return with_surplus(state, event.spot, event.cards[0])
    laid = (*state.laid, Laid(event.cards[0], event.spot))
    device = state.device if state.held else state.device.without(event.cards)
    return replace(state, device=device, aside=with_aside(state, HELD, *state.held[1:]), laid=laid)


def with_surplus(state: State, spot: Spot, card: Card) -> State:
    """One card more than the complete deal had."""
    found = laid_down(state)
    planned = state.planned or tuple([each.spot for each in found])
    laid = replace(state, laid=(*found, Laid(card, spot)), planned=planned, **after_draw(state, card, False))
    if spot == DEALER_SPOT:
        return with_offer(replace(laid, dealer=(*state.dealer, card)), is_too_late=True)
    area = state.areas.get(spot.place, Area())
    if not area.hands:
        area = replace(area, hands=(first_hand(state, spot.place, (card,)),))
    else:
        area = with_hand(area, 0, replace(area.hands[0], cards=(*area.hands[0].cards, card)))
    return replace(laid, areas=dict(sorted((state.areas | {spot.place: area}).items())))


@FREEBET.action(FinishDeal, Role.DEALER, each=during("closed"))
def finish_deal(at: Moment[State]) -> Offer:
    at.require(coming_cards(at.state), "dealing", "no deal is under way card by card")
    if is_held_up(at.state):
        at.refuse("dealing", "the Round is interrupted; a question or a cut comes first")
    return Offer(at.cite("incorrect_dealing"), group="irregularity")


@finish_deal.taken
def deal_is_finished(draft: Draft[State], command: FinishDeal, offer: Offer) -> None:
    complete_deal(draft)


def complete_deal(draft: Draft[State]) -> None:
    lay_hands(draft, draft.state.laid)
